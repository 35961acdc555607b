// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * refusals.c - perf_event_open()'s answers for tea//, by table
 *
 * Runs in the guest. As root it covers everything; run by any other user with
 * "unprivileged" as its argument, the events that the kernel must not show them
 * (kernel.perf_event_paranoid 2), with "kernel" those that it may where the kernel is
 * shown to all users (1). As root, too: "without-consent", where M-mode does not let itself
 * be sampled, and "plain", where units have cycles alone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tea_event.h"

#define PERIOD 100000
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

struct refusal {
	const char *what;
	void (*change)(struct perf_event_attr *attr);
	int answer;
};

#define CHANGE(name, statement) \
	static void name(struct perf_event_attr *attr) { statement; }

CHANGE(nothing, (void)attr)
CHANGE(precise, attr->precise_ip = 1)
CHANGE(more_precise, attr->precise_ip = 2)
CHANGE(most_precise, attr->precise_ip = 3)
CHANGE(no_guest, attr->exclude_guest = 1)
CHANGE(no_hypervisor, attr->exclude_hv = 1)
CHANGE(user_only, attr->exclude_kernel = 1)
CHANGE(kernel_only, attr->exclude_user = 1)
CHANGE(firmware_too, attr->config1 = TEA_CONFIG1_MMODE)
CHANGE(firmware_only, firmware_too(attr); attr->exclude_user = attr->exclude_kernel = 1)
CHANGE(user_and_firmware, firmware_too(attr); attr->exclude_kernel = 1)
CHANGE(hypervisor_only, attr->exclude_user = attr->exclude_kernel = 1; attr->exclude_hv = 0)
CHANGE(memory, attr->sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC |
				    PERF_SAMPLE_WEIGHT_STRUCT)
CHANGE(raw, attr->sample_type |= PERF_SAMPLE_RAW)
CHANGE(counting, attr->sample_period = 0)
CHANGE(frequency, attr->freq = 1; attr->sample_freq = 4000)
CHANGE(shortest, attr->sample_period = 10000)
CHANGE(branches, attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
       attr->branch_sample_type = PERF_SAMPLE_BRANCH_ANY)
CHANGE(instructions, attr->config = TEA_EVENT_INSTRUCTIONS)
CHANGE(taken, attr->config = TEA_EVENT_TAKEN)
CHANGE(instructions_stage, instructions(attr); attr->config |= 1 << TEA_FIELD_stage)
CHANGE(taken_stack, taken(attr); attr->config |= 1 << TEA_FIELD_stack)
CHANGE(taken_branches, taken(attr); branches(attr))
CHANGE(instructions_branches, instructions(attr); branches(attr))
CHANGE(call_stacks, taken_branches(attr);
       attr->branch_sample_type |= PERF_SAMPLE_BRANCH_CALL_STACK)
CHANGE(transactions, taken_branches(attr); attr->branch_sample_type |= PERF_SAMPLE_BRANCH_IN_TX)
CHANGE(taken_too_short, taken(attr); attr->sample_period = 999)
CHANGE(no_idle, attr->exclude_idle = 1)
CHANGE(no_host, attr->exclude_host = 1)
CHANGE(registers, attr->sample_type |= PERF_SAMPLE_REGS_INTR; attr->sample_regs_intr = 1)
CHANGE(backward, attr->write_backward = 1)
CHANGE(sigtrap, attr->sigtrap = 1; attr->remove_on_exec = 1)
CHANGE(config, attr->config = 1)
CHANGE(config1, attr->config1 = 2)
CHANGE(config1_and_firmware, attr->config1 = 1ULL << 63 | TEA_CONFIG1_MMODE)
CHANGE(config2, attr->config2 = 1)
CHANGE(firmware_counting, firmware_too(attr); attr->sample_period = 0)
CHANGE(taken_firmware, taken(attr); firmware_too(attr))
CHANGE(slots, *attr = tea_slots_attr(TEA_STACK_COMMIT, TEA_COMPONENT_BIT(BASE)))
CHANGE(slots_branches, slots(attr); branches(attr))
CHANGE(slots_user, slots(attr); attr->exclude_kernel = 1)
CHANGE(slots_user_and_firmware, slots(attr); user_and_firmware(attr))
CHANGE(slots_firmware, slots(attr); firmware_only(attr))
CHANGE(slots_no_guest, slots(attr); attr->exclude_guest = 1)
CHANGE(slots_no_host, slots(attr); attr->exclude_host = 1)
CHANGE(slots_no_level, slots(attr); attr->exclude_user = attr->exclude_kernel = 1)
CHANGE(slots_period, slots(attr); attr->sample_period = PERIOD)
CHANGE(slots_frequency, slots(attr); frequency(attr))
CHANGE(slots_flops, *attr = tea_slots_attr(TEA_STACK_FLOPS, 1))
CHANGE(no_component, *attr = tea_slots_attr(TEA_STACK_COMMIT, 0))
CHANGE(other_component, *attr = tea_slots_attr(TEA_STACK_COMMIT, 1ULL << TEA_COMPONENTS_COUNT))
CHANGE(other_flops, *attr = tea_slots_attr(TEA_STACK_FLOPS, 1ULL << TEA_FLOPS_COUNT))
CHANGE(other_stack, *attr = tea_slots_attr(TEA_STACK_FLOPS + 1, 1))
CHANGE(slots_stage, slots(attr); attr->config |= TEA_POLICY_DISPATCH << TEA_FIELD_stage)
CHANGE(other_stage, attr->config = 15 << TEA_FIELD_stage)
CHANGE(stack, attr->config = TEA_STACK_COMMIT << TEA_FIELD_stack)
CHANGE(component, attr->config = 1 << TEA_FIELD_components)
CHANGE(other_event, attr->config = (TEA_EVENT_TAKEN + 1) << TEA_FIELD_event)
CHANGE(sampled_components, slots(attr); attr->config += 1 << TEA_FIELD_event)
CHANGE(no_privilege, attr->exclude_user = attr->exclude_kernel = 1)
CHANGE(too_short, attr->sample_period = 9999)
CHANGE(branches_and_config, branches(attr); attr->config = 1)

/*
 * ENOENT is for an event without a meaning or one that this unit lacks, ERANGE for a period,
 * EOPNOTSUPP for a feature that the PMU lacks, EACCES for missing rights, EINVAL for no privilege
 * level.
 */
static const struct refusal as_root[] = {
	{ "user and kernel", nothing, 0 },
	{ "precise_ip 1", precise, 0 },
	{ "precise_ip 2", more_precise, 0 },
	{ "precise_ip 3", most_precise, 0 },
	{ "exclude_guest", no_guest, 0 },
	{ "exclude_hv, which is not M-mode", no_hypervisor, 0 },
	{ "user only", user_only, 0 },
	{ "kernel only", kernel_only, 0 },
	{ "user, kernel and firmware", firmware_too, 0 },
	{ "firmware only", firmware_only, 0 },
	{ "firmware, counted alone", firmware_counting, 0 },
	{ "taken branches of firmware, too", taken_firmware, 0 },
	{ "addresses, sources and weights of data", memory, 0 },
	{ "raw records", raw, 0 },
	{ "an event that only counts", counting, 0 },
	{ "a frequency", frequency, 0 },
	{ "the shortest period", shortest, 0 },
	{ "a branch stack", branches, -EOPNOTSUPP },
	{ "instructions", instructions, 0 },
	{ "taken branches", taken, 0 },
	{ "instructions at a stage", instructions_stage, -ENOENT },
	{ "taken branches of a stack", taken_stack, -ENOENT },
	{ "taken branches with a branch stack", taken_branches, 0 },
	{ "instructions with a branch stack", instructions_branches, 0 },
	{ "stacks of calls", call_stacks, -EOPNOTSUPP },
	{ "branches of transactions", transactions, -EOPNOTSUPP },
	{ "slots with a branch stack", slots_branches, -EOPNOTSUPP },
	{ "taken branches, too short a period", taken_too_short, -ERANGE },
	{ "exclude_idle", no_idle, -EOPNOTSUPP },
	{ "exclude_host", no_host, -EOPNOTSUPP },
	{ "the interrupt's registers", registers, -EOPNOTSUPP },
	{ "write_backward", backward, -EOPNOTSUPP },
	{ "sigtrap", sigtrap, -EOPNOTSUPP },
	{ "config", config, -ENOENT },
	{ "config1, of which one bit is known", config1, -ENOENT },
	{ "config1, the bit and another one", config1_and_firmware, -ENOENT },
	{ "config2", config2, -ENOENT },
	{ "samples of a stack", stack, -ENOENT },
	{ "samples of a component", component, -ENOENT },
	{ "samples at a stage that there is not", other_stage, -ENOENT },
	{ "an event that there is not", other_event, -ENOENT },
	{ "instructions of components", sampled_components, -ENOENT },
	{ "slots", slots, 0 },
	{ "slots of user code", slots_user, 0 },
	{ "slots of the firmware", slots_firmware, 0 },
	{ "slots of FLOPS", slots_flops, 0 },
	{ "slots, exclude_guest", slots_no_guest, 0 },
	{ "slots, exclude_host", slots_no_host, -EOPNOTSUPP },
	{ "slots with a period", slots_period, -EOPNOTSUPP },
	{ "slots with a frequency", slots_frequency, -EOPNOTSUPP },
	{ "slots of no component", no_component, -ENOENT },
	{ "slots of a component that there is not", other_component, -ENOENT },
	{ "slots of FLOPS, of a component that there is not", other_flops, -ENOENT },
	{ "slots of a stack that there is not", other_stack, -ENOENT },
	{ "slots at a stage", slots_stage, -ENOENT },
	{ "slots of no privilege level", slots_no_level, -EINVAL },
	{ "no privilege level", no_privilege, -EINVAL },
	{ "no privilege level but perf's hypervisor", hypervisor_only, -EINVAL },
	{ "too short a period", too_short, -ERANGE },
	{ "what has no meaning comes before what is unsupported", branches_and_config, -ENOENT },
};

static const struct refusal as_anybody[] = {
	{ "user only", user_only, 0 },
	{ "user and kernel", nothing, -EACCES },
	{ "kernel only", kernel_only, -EACCES },
	{ "user and firmware", user_and_firmware, -EACCES },
	{ "firmware only", firmware_only, -EACCES },
	{ "user and kernel, taken branches", taken, -EACCES },
	{ "slots of user code", slots_user, 0 },
	{ "slots of user and kernel", slots, -EACCES },
	{ "slots of user and firmware", slots_user_and_firmware, -EACCES },
	{ "slots of the firmware", slots_firmware, -EACCES },
};

static const struct refusal as_anybody_with_kernel[] = {
	{ "user and kernel", nothing, 0 },
	{ "user, kernel and firmware", firmware_too, -EACCES },
	{ "user and firmware", user_and_firmware, -EACCES },
	{ "firmware only", firmware_only, -EACCES },
	{ "slots of user and firmware", slots_user_and_firmware, -EACCES },
};

/* M-mode that does not let itself be sampled: no event gets it, and other events lack nothing. */
static const struct refusal without_consent[] = {
	{ "user and kernel", nothing, 0 },
	{ "taken branches", taken, 0 },
	{ "slots", slots, 0 },
	{ "user, kernel and firmware", firmware_too, -EOPNOTSUPP },
	{ "firmware only", firmware_only, -EOPNOTSUPP },
	{ "firmware, counted alone", firmware_counting, -EOPNOTSUPP },
	{ "taken branches of firmware, too", taken_firmware, -EOPNOTSUPP },
	{ "slots of user and firmware", slots_user_and_firmware, -EOPNOTSUPP },
	{ "slots of the firmware", slots_firmware, -EOPNOTSUPP },
};

/* Harts whose unit has the countdown of cycles alone, and no counters. */
static const struct refusal of_a_plain_unit[] = {
	{ "user and kernel", nothing, 0 },
	{ "raw records", raw, 0 },
	{ "instructions", instructions, -ENOENT },
	{ "taken branches", taken, -ENOENT },
	{ "taken branches with a branch stack", taken_branches, -ENOENT },
	{ "slots", slots, -ENOENT },
	{ "slots of FLOPS", slots_flops, -ENOENT },
	{ "config", config, -ENOENT },
};

static void check_table(const struct refusal *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = tea_attr(PERIOD, PERF_SAMPLE_IP);
		int fd;

		rows[i].change(&attr);
		fd = tea_event_open(&attr, -1);
		tap_ok(fd >= 0 ? !rows[i].answer : fd == rows[i].answer, "open: %s: %s",
		       rows[i].what, rows[i].answer ? strerror(-rows[i].answer) : "taken");
		if (fd >= 0)
			close(fd);
	}
}

/* The library's header may not have it: the field is behind version 7 of the structure. */
static void check_config3(void)
{
	struct { unsigned char version_7[128]; uint64_t config3; } larger = { .config3 = 1 };
	struct perf_event_attr attr = tea_attr(PERIOD, PERF_SAMPLE_IP);

	attr.size = sizeof(larger);
	memcpy(&larger, &attr, sizeof(larger.version_7));
	tap_ok(tea_event_open((void *)&larger, -1) == -ENOENT, "open: config3: %s",
	       strerror(ENOENT));
	larger.config3 = 0;
	tap_ok(close(tea_event_open((void *)&larger, -1)) == 0, "open: config3 of 0: taken");
}

static void check_groups(void)
{
	struct perf_event_attr attr = tea_attr(0, 0);
	struct perf_event_attr clock = { .size = sizeof(clock), .type = PERF_TYPE_SOFTWARE,
					 .config = PERF_COUNT_SW_TASK_CLOCK, .disabled = 1 };
	int leader = tea_event_open(&attr, -1), mixed = tea_event_open(&clock, -1), member;

	tap_ok(tea_event_open(&attr, leader) == -EBADF, "open: a second one in a group: refused");
	member = tea_event_open(&attr, mixed);
	tap_ok(member >= 0, "open: one in another's group: taken");
	tap_ok(tea_event_open(&attr, mixed) == -EBADF, "open: two in another's group: refused");
	close(member);
	close(mixed);
	close(leader);
}

static void check_period_change(void)
{
	struct perf_event_attr attr = tea_attr(PERIOD, PERF_SAMPLE_IP);
	uint64_t low = 9999, high = 20000;
	int fd = tea_event_open(&attr, -1);

	tap_ok(ioctl(fd, PERF_EVENT_IOC_PERIOD, &low) < 0 && errno == EINVAL,
	       "change: too short a period: refused");
	tap_ok(!ioctl(fd, PERF_EVENT_IOC_PERIOD, &high), "change: another period: taken");
	close(fd);
}

static const struct {
	const char *name;
	const struct refusal *rows;
	size_t count;
} tables[] = {
	{ "unprivileged", as_anybody, ARRAY_SIZE(as_anybody) },
	{ "kernel", as_anybody_with_kernel, ARRAY_SIZE(as_anybody_with_kernel) },
	{ "without-consent", without_consent, ARRAY_SIZE(without_consent) },
	{ "plain", of_a_plain_unit, ARRAY_SIZE(of_a_plain_unit) },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < ARRAY_SIZE(tables); i++) {
		if (strcmp(argv[1], tables[i].name))
			continue;
		check_table(tables[i].rows, tables[i].count);
		return tap_done();
	}
	check_table(as_root, ARRAY_SIZE(as_root));
	check_config3();
	check_groups();
	check_period_change();
	return tap_done();
}
