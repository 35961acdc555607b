// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slots.c - events that count slots, number by number
 *
 * Runs in the guest as root. A stack's slots are those of the cycles that passed, all of them,
 * so sums within one reading of a group have to agree exactly, whatever else goes on: kernel and
 * firmware work, samples are taken, tasks share the hart.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tea_event.h"

#define GROUP_MAX 24

#define ALL_FLOPS ((1ULL << TEA_FLOPS_COUNT) - 1)
#define BASE TEA_COMPONENT_BIT(BASE)

enum levels { LEVELS_ALL, LEVEL_U, LEVEL_S, LEVEL_M };

/* Events in the order of their values. */
struct group {
	int fds[GROUP_MAX];
	unsigned int count;
};

struct reading {
	uint64_t count, enabled, running;
	uint64_t values[GROUP_MAX];
};

static struct perf_event_attr slots_attr(unsigned int stack, uint64_t components,
					 enum levels levels)
{
	struct perf_event_attr attr = tea_slots_attr(stack, components);

	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			   PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.exclude_user = levels == LEVEL_S || levels == LEVEL_M;
	attr.exclude_kernel = levels == LEVEL_U || levels == LEVEL_M;
	attr.config1 = levels == LEVELS_ALL || levels == LEVEL_M ? TEA_CONFIG1_MMODE : 0;
	return attr;
}

static void group_add(struct group *group, struct perf_event_attr *attr)
{
	int fd = tea_event_open(attr, group->count ? group->fds[0] : -1);

	if (fd < 0) {
		printf("# event %u of a group, config %#llx: %s\n", group->count,
		       (unsigned long long)attr->config, strerror(-fd));
		tap_ok(false, "a group opens");
		exit(tap_done());
	}
	group->fds[group->count++] = fd;
}

static void group_add_slots(struct group *group, unsigned int stack, uint64_t components,
			    enum levels levels)
{
	struct perf_event_attr attr = slots_attr(stack, components, levels);

	attr.disabled = !group->count;
	group_add(group, &attr);
}

static void group_add_cycles(struct group *group)
{
	struct perf_event_attr attr = slots_attr(0, 0, LEVELS_ALL);

	attr.config = TEA_EVENT_CYCLES;
	attr.disabled = !group->count;
	group_add(group, &attr);
}

static void group_enable(const struct group *group)
{
	ioctl(group->fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

static void group_disable(const struct group *group)
{
	ioctl(group->fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

static struct reading group_read(const struct group *group)
{
	struct reading reading = { 0 };

	if (read(group->fds[0], &reading, sizeof(reading)) < 0 || reading.count != group->count) {
		perror("cannot read the group");
		exit(2);
	}
	return reading;
}

static void group_close(struct group *group)
{
	while (group->count)
		close(group->fds[--group->count]);
}

static void work(void)
{
	tea_work_user(300000);
	tea_work_kernel(3000);
}

static struct group whole_stacks(bool with_cycles)
{
	struct group group = { .count = 0 };

	for (unsigned int stack = 0; stack < TEA_STACKS_COUNT; stack++)
		group_add_slots(&group, stack, TEA_COMPONENTS_MASK, LEVELS_ALL);
	group_add_slots(&group, TEA_STACK_FLOPS, ALL_FLOPS, LEVELS_ALL);
	if (with_cycles)
		group_add_cycles(&group);
	return group;
}

static bool stacks_agree(const struct reading *reading)
{
	const uint64_t cycles = reading->values[0] / tea_caps_read("width");
	bool agree = cycles && reading->values[3] == cycles * tea_caps_read("flops");

	for (unsigned int stack = 0; stack < TEA_STACKS_COUNT; stack++)
		agree &= reading->values[stack] == cycles * tea_caps_read("width");
	return agree;
}

static void print_stacks(const char *when, const struct reading *reading)
{
	printf("# %s: slots", when);
	for (unsigned int i = 0; i < 4; i++)
		printf(" %llu", (unsigned long long)reading->values[i]);
	printf(", cycles %llu\n", (unsigned long long)reading->values[4]);
}

/* The counters stand still while a group comes, goes or is read; tea// next to them does not. */
static void check_sums(void)
{
	struct group group = whole_stacks(true);
	struct reading once, twice;
	uint64_t passed, cycles;

	group_enable(&group);
	work();
	once = group_read(&group);
	work();
	group_disable(&group);
	twice = group_read(&group);
	group_close(&group);
	print_stacks("running", &once);
	print_stacks("disabled", &twice);
	tap_ok(stacks_agree(&once) && stacks_agree(&twice),
	       "sums: all stacks are of the same cycles, to the slot");
	passed = twice.values[0] / tea_caps_read("width");
	cycles = twice.values[4];
	tap_ok(passed <= cycles && cycles - passed <= cycles / 50,
	       "sums: of the cycles that tea// counts, but for what reading takes");
}

static const struct { unsigned int stack, components; } level_events[] = {
	{ TEA_STACK_COMMIT, BASE },
	{ TEA_STACK_DISPATCH, TEA_COMPONENTS_MASK },
	{ TEA_STACK_ISSUE, TEA_COMPONENT_BIT(DEPEND) | TEA_COMPONENT_BIT(ALU) },
};

/* Another event's starts and stops call the firmware. */
static void work_firmware(void)
{
	struct perf_event_attr cycles = { .size = sizeof(cycles), .type = PERF_TYPE_HARDWARE,
					  .config = PERF_COUNT_HW_CPU_CYCLES, .disabled = 1 };
	int fd = tea_event_open(&cycles, -1);

	for (unsigned int i = 0; i < 200; i++) {
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	}
	close(fd);
}

static void check_levels(void)
{
	struct group group = { .count = 0 };
	struct reading reading;
	bool add_up = true, each = true;

	for (unsigned int i = 0; i < 3; i++) {
		for (enum levels levels = LEVELS_ALL; levels <= LEVEL_M; levels++)
			group_add_slots(&group, level_events[i].stack, level_events[i].components,
					levels);
	}
	group_enable(&group);
	work();
	work_firmware();
	group_disable(&group);
	reading = group_read(&group);
	group_close(&group);
	for (unsigned int i = 0; i < 3; i++) {
		const uint64_t *of = &reading.values[4 * i];

		printf("# levels: %llu, of U %llu, S %llu, M %llu\n", (unsigned long long)of[0],
		       (unsigned long long)of[1], (unsigned long long)of[2],
		       (unsigned long long)of[3]);
		add_up &= of[LEVELS_ALL] == of[LEVEL_U] + of[LEVEL_S] + of[LEVEL_M];
		each &= of[LEVEL_U] && of[LEVEL_S] && of[LEVEL_M];
	}
	tap_ok(each, "levels: there are slots of each");
	tap_ok(add_up, "levels: an event of all is the sum of those of each, to the slot");
}

/* Each component of a stage, and all of it, in one group. */
static void check_parts(unsigned int stack, unsigned int count, const char *name)
{
	struct group group = { .count = 0 };
	struct reading reading;
	uint64_t sum = 0;

	group_add_slots(&group, stack, (1ULL << count) - 1, LEVELS_ALL);
	for (unsigned int i = 0; i < count; i++)
		group_add_slots(&group, stack, 1ULL << i, LEVELS_ALL);
	group_enable(&group);
	work();
	group_disable(&group);
	reading = group_read(&group);
	group_close(&group);
	for (unsigned int i = 0; i < count; i++)
		sum += reading.values[1 + i];
	tap_ok(reading.values[0] && sum == reading.values[0] && reading.enabled == reading.running,
	       "parts: %s: %u events at once, all of the time, sum up to the slot", name,
	       count + 1);
}

/* Beside two events of cycles, which have to take turns. */
static void check_turns(void)
{
	struct group group = { .count = 0 }, cycles[2] = { { .count = 0 }, { .count = 0 } };
	struct reading slots, turns;

	for (unsigned int i = 0; i < 20; i++)
		group_add_slots(&group, i % TEA_STACKS_COUNT, 1ULL << i % TEA_COMPONENTS_COUNT,
				LEVELS_ALL);
	group_add_cycles(&cycles[0]);
	group_add_cycles(&cycles[1]);
	group_enable(&cycles[0]);
	group_enable(&cycles[1]);
	group_enable(&group);
	tea_work_user(8000000);
	group_disable(&group);
	turns = group_read(&cycles[0]);
	slots = group_read(&group);
	group_close(&group);
	group_close(&cycles[0]);
	group_close(&cycles[1]);
	printf("# turns: slots %llu of %llu ns, cycles %llu of %llu ns\n",
	       (unsigned long long)slots.running, (unsigned long long)slots.enabled,
	       (unsigned long long)turns.running, (unsigned long long)turns.enabled);
	tap_ok(turns.running < turns.enabled * 9 / 10, "turns: two events of cycles take them");
	tap_ok(slots.enabled && slots.running == slots.enabled,
	       "turns: twenty events of slots take none");
}

/* Reads in a row, with samples being taken: nothing goes back, no sum is of two moments. */
static void check_reading(void)
{
	struct perf_event_attr sampling = tea_attr(50000, PERF_SAMPLE_IP);
	struct group group = whole_stacks(false);
	struct reading before, now;
	bool forward = true, agree = true;
	struct tea_ring ring;

	tap_ring_open(&ring, &sampling, 8, "reading");
	group_enable(&group);
	tea_ring_enable(&ring);
	before = group_read(&group);
	for (unsigned int i = 0; i < 200; i++) {
		tea_work_user(500);
		now = group_read(&group);
		for (unsigned int j = 0; j < group.count; j++)
			forward &= now.values[j] > before.values[j];
		agree &= stacks_agree(&now);
		before = now;
	}
	tea_ring_disable(&ring);
	tap_ok(tea_ring_count(&ring) > 200 * 500, "reading: samples are taken beside");
	tap_ok(forward, "reading: each reading is larger than the one before");
	tap_ok(agree, "reading: all stacks are of the same cycles in each");
	tea_ring_close(&ring);
	group_close(&group);
}

/* Slots of user code that commit something: as many as the work's instructions. */
static uint64_t base_of_work(unsigned long loops)
{
	struct group group = { .count = 0 };
	struct reading reading;

	group_add_slots(&group, TEA_STACK_COMMIT, BASE, LEVEL_U);
	group_enable(&group);
	tea_work_user(loops);
	group_disable(&group);
	reading = group_read(&group);
	group_close(&group);
	return reading.values[0];
}

static bool close_to(uint64_t a, uint64_t b)
{
	const uint64_t apart = a > b ? a - b : b - a;

	return apart * 1000 <= b;
}

/* The same work alone, and beside another task on the same hart that has events, too. */
static void check_tasks(void)
{
	const unsigned long loops = 600000;
	const uint64_t alone = base_of_work(loops);
	uint64_t beside;
	cpu_set_t here;
	int status;
	pid_t other;

	CPU_ZERO(&here);
	CPU_SET(sched_getcpu(), &here);
	sched_setaffinity(0, sizeof(here), &here);
	other = fork();
	if (!other)
		_exit(close_to(base_of_work(2 * loops), 2 * alone) ? 0 : 1);
	beside = base_of_work(loops);
	waitpid(other, &status, 0);
	printf("# tasks: %llu alone, %llu beside another\n", (unsigned long long)alone,
	       (unsigned long long)beside);
	tap_ok(alone > 3 * loops && close_to(beside, alone) && !status,
	       "tasks: each has its own, however they share the hart");
}

/* The tasks that an event's owner makes count, too, when they have ended. */
static void check_inherited(void)
{
	const uint64_t alone = base_of_work(500000);
	struct perf_event_attr attr = slots_attr(TEA_STACK_COMMIT, BASE, LEVEL_U);
	struct group group = { .count = 0 };
	struct reading reading;

	attr.inherit = 1;
	group_add(&group, &attr);
	group_enable(&group);
	for (unsigned int i = 0; i < 3; i++) {
		if (!fork()) {
			tea_work_user(500000);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	group_disable(&group);
	reading = group_read(&group);
	group_close(&group);
	printf("# inherited: %llu by one, %llu by three\n", (unsigned long long)alone,
	       (unsigned long long)reading.values[0]);
	tap_ok(reading.values[0] > 3 * alone && reading.values[0] < 4 * alone,
	       "inherited: what children did is there");
}

/* An event of slots goes into any group, as software events do. */
static void check_groups(void)
{
	struct perf_event_attr other = {
		.size = sizeof(other), .type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS, .disabled = 1,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
	struct perf_event_attr slots = slots_attr(TEA_STACK_COMMIT, BASE, LEVEL_U);
	struct perf_event_attr cycles = slots_attr(0, 0, LEVELS_ALL);
	const uint64_t alone = base_of_work(100000);
	struct group group = { .count = 0 };
	struct reading reading;

	group_add(&group, &other);
	group_add_slots(&group, TEA_STACK_COMMIT, BASE, LEVEL_U);
	group_enable(&group);
	tea_work_user(100000);
	group_disable(&group);
	reading = group_read(&group);
	group_close(&group);
	printf("# groups: %llu alone, %llu beside another PMU's\n", (unsigned long long)alone,
	       (unsigned long long)reading.values[1]);
	tap_ok(reading.values[0] && close_to(reading.values[1], alone),
	       "groups: in another PMU's, with the same slots");

	cycles.config = TEA_EVENT_CYCLES;
	group_add(&group, &slots);
	group_add(&group, &cycles);
	tap_ok(tea_event_open(&cycles, group.fds[0]) == -EBADF,
	       "groups: still one event of cycles at most");
	group_close(&group);
}

int main(void)
{
	check_sums();
	check_levels();
#define TEA_X(index, id, name, text) check_parts(index, TEA_COMPONENTS_COUNT, name);
	TEA_STACKS(TEA_X)
#undef TEA_X
	check_parts(TEA_STACK_FLOPS, TEA_FLOPS_COUNT, "flops");
	check_turns();
	check_reading();
	check_tasks();
	check_inherited();
	check_groups();
	return tap_done();
}
