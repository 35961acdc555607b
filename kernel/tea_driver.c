// SPDX-License-Identifier: GPL-2.0
/*
 * tea_driver.c - perf driver for TEA units: samples, tea// and others, and counts of slots
 *
 * A TEA unit (one per hart) takes a sample every so many core cycles: up to four
 * instruction addresses, each with the performance events that it met, and
 * raises a local interrupt. Registers and records are specified in tea_regs.h, uapi/tea_abi.h
 * and docs/tea-interface.md. This driver counts the cycles of the selected privilege
 * levels (perf stat) and writes the samples (perf record), each as one PERF_RECORD_SAMPLE,
 * with its signatures in PERF_SAMPLE_RAW or in a PERF_RECORD_AUX_OUTPUT_HW_ID before it,
 * so that stock tools show time-proportional profiles and keep the signatures.
 *
 * Units with more countdowns sample retired instructions and taken branches, too, tea/instructions/
 * and tea/taken/: one instruction of each period, in the same record. With branch records
 * (PERF_SAMPLE_BRANCH_STACK) they are the hart's at the sample; tea_branches.c has the rules.
 *
 * Units with counters count slots of stage stacks, too (docs/stage-stacks.md): the events
 * tea/dispatch_icache/ and so on, which sysfs names (tea_names.h). They only count. Any
 * number of them counts at once, beside tea//.
 *
 * Time: the unit is stopped while the driver handles an interrupt. These cycles are neither counted
 * nor sampled, as with other PMUs. If the unit has HOLD, retired instructions and taken branches on
 * the way to the handler and back are not counted either.
 *
 * Privilege: exclude_user and exclude_kernel leave U- and S-mode out. perf has no name for M-mode
 * (firmware) and shows it as kernel: only an event with mmode in config1 and CAP_PERFMON samples
 * it, and only where M-mode permits it.
 *
 * Guests: virtual machines are neither counted nor sampled, whatever exclude_guest is. exclude_host
 * would leave nothing, and is refused.
 *
 * One event of each countdown runs on a hart at a time: ->add() refuses a second with EAGAIN,
 * and perf rotates them as it does when a PMU is out of counters. Events of different
 * countdowns, and those that count slots, wait for nothing.
 *
 * Loss: samples that the unit dropped (it never overwrites one), that the driver had no time for,
 * or that the event may not show are counted in the metadata records and in the event's
 * lost_samples, which perf record writes at its end.
 *
 * Limits: samples over kernel.perf_event_max_sample_rate or, by their time, over
 * kernel.perf_cpu_time_max_percent are lost, too. Built in, perf stops the event
 * until the next tick and writes PERF_RECORD_THROTTLE; tea_module.c is for modules.
 *
 * Isolation: an event reveals nothing about another one. Losses, turns and the time that samples
 * may take are per event (struct tea_event). Without CAP_PERFMON the signatures of hidden slots are
 * 0, and so is TIME, a clock that also advances under other events.
 *
 * Locking: none. A struct tea_hart is touched by its own hart only, with interrupts off: perf calls
 * ->add() to ->read() that way, and interrupts, sleep notifications and hotplug callbacks come that
 * way. So do accesses to the unit's registers: nothing intervenes between a write of siselect and
 * the access. The worker that looks at counters that may wrap sends an interrupt to each hart.
 * Hotplug: a hart's unit is reset before perf puts events on it, and again after perf has taken
 * them off. ->event_init() and ->check_period() run in process context and read only their event
 * and the results of probing. A struct tea_event is touched where its event runs, or before it
 * first does.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpu_pm.h>
#include <linux/cpuhotplug.h>
#include <linux/device.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/stringify.h>

#include "compat.h"
#include "tea_pdis_regs.h"
#include "tea_pesa.h"
#include "tea_pmu.h"
#include "tea_refuse.h"

static unsigned long tea_registers_claimed, tea_sspesa_claimed, tea_sspdis_claimed;
static struct tea_interrupt tea_registers_interrupt, tea_lcofi_interrupt;

/* Local interrupts that the privileged specification leaves to the platform. */
static const struct tea_door tea_registers_door = {
	.ops		= &tea_registers_ops,
	.name		= "tea",
	.number_min	= 16,
	.number_max	= 63,
	.interrupt	= &tea_registers_interrupt,
	.denied		= "firmware has to set mstateen0.C",
	.claimed	= &tea_registers_claimed,
};

/* The standard's: a delegated counter's overflow, LCOFI. */
static const struct tea_door tea_sspesa_door = {
	.ops		= &tea_sspesa_ops,
	.name		= "tea_pesa",
	.number_min	= TEA_LCOFI,
	.number_max	= TEA_LCOFI,
	.interrupt	= &tea_lcofi_interrupt,
	.denied		= "the hart has to have Sspesa and Ssctr, firmware to set menvcfg.CDE",
	.claimed	= &tea_sspesa_claimed,
};

/* The standard's unit of tagged instructions, with the same interrupt. */
static const struct tea_door tea_sspdis_door = {
	.ops		= &tea_sspdis_ops,
	.name		= "tea_decoded",
	.number_min	= TEA_LCOFI,
	.number_max	= TEA_LCOFI,
	.interrupt	= &tea_lcofi_interrupt,
	.tagged		= true,
	.denied		= "the hart has to have Sspdis, firmware to set menvcfg.CDE, mstateen0.C",
	.claimed	= &tea_sspdis_claimed,
};

/*
 * Harts come up in this state before perf's own, and go down in it after. A driver in the
 * kernel's tree has one of its own; this one is of a PMU of other architectures.
 */
#define TEA_CPUHP_STATE		CPUHP_AP_PERF_ARM_STARTING

/* Which events there may be */

/* CTL while the event samples; of one that counts slots the levels that it sums up. */
static u64 tea_pmu_hw_config(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	if (event->parent)
		return event->parent->hw.config;
	if (tea_request_counts(&request))
		return tea_event_levels(event) & tea->capabilities.levels;
	return tea_event_levels(event) | request.stage << TEA_CTL_POLICY_SHIFT |
	       (has_branch_stack(event) ? TEA_CTL_FREEZE : 0) |
	       (tea_request_countdown(&request) ? TEA_CTL_HOLD : 0);
}

/*
 * An event is not counted on a hart without a unit, be it a task's or that CPU's own: perf -a opens
 * one on each CPU. A cpumask in sysfs would prevent that, but perf takes a PMU with a cpumask for
 * one outside of the cores, and counts for all tasks. Returns true to leave the event out.
 */
static bool tea_pmu_filter(struct pmu *pmu, int cpu)
{
	return !cpumask_test_cpu(cpu, &to_tea_pmu(pmu)->cpus);
}

static void tea_pmu_event_destroy(struct perf_event *event)
{
	atomic_dec(&to_tea_pmu(event->pmu)->events);
	kfree(to_tea_event(event));
}

/* Overrides the period that perf set. perf sets an inherited event's later, from its parent. */
static void tea_pmu_set_period(struct perf_event *event, u64 period)
{
	struct hw_perf_event *hwc = &event->hw;

	hwc->sample_period = period;
	hwc->last_period = period;
	local64_set(&hwc->period_left, period);
}

static void tea_pmu_init_countdown(struct perf_event *event)
{
	const u64 max = tea_period_max(&to_tea_pmu(event->pmu)->unit);

	to_tea_event(event)->ops = &tea_sampling_ops;
	if (!is_sampling_event(event))
		tea_pmu_set_period(event, TEA_PERIOD_COUNT);
	else if (event->attr.freq)
		tea_pmu_set_period(event, tea_period_start(event->attr.sample_freq,
							   tea_event_countdown(event), max));
}

/*
 * Counters are never short, so the event always goes on the hart, as a software event does:
 * perf then lets it on where others of the PMU or of its group's PMU have to wait for their
 * turn, and takes it into other PMUs' groups.
 */
static void tea_pmu_init_slots(struct perf_event *event)
{
	to_tea_event(event)->ops = &tea_slots_ops;
	event->event_caps |= PERF_EV_CAP_SOFTWARE;
}

static int tea_pmu_event_init(struct perf_event *event)
{
	struct tea_pmu *tea = to_tea_pmu(event->pmu);
	struct tea_event *own;
	const char *reason;
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	err = tea_refuse(tea, event, &reason);
	if (err) {
		dev_dbg(tea->dev, "perf event refused: %s\n", reason);
		return err;
	}
	if (is_sampling_event(event) && !event->parent)
		tea_limits_read(&tea->limits);
	own = kzalloc_obj(*own, GFP_KERNEL);
	if (!own)
		return -ENOMEM;
	own->trusted = event->parent ? to_tea_event(event->parent)->trusted : perfmon_capable();
	own->event = event;
	own->request = tea_request_of(event);
	atomic_inc(&tea->events);
	event->pmu_private = own;
	event->destroy = tea_pmu_event_destroy;
	event->hw.config = tea_pmu_hw_config(tea, event);
	if (tea_request_counts(&own->request))
		tea_pmu_init_slots(event);
	else
		tea_pmu_init_countdown(event);
	return 0;
}

/* PERF_EVENT_IOC_PERIOD; the value is a frequency in frequency mode. */
static int tea_pmu_check_period(struct perf_event *event, u64 value)
{
	const u64 max = tea_period_max(&to_tea_pmu(event->pmu)->unit);
	const u64 kept = tea_period_clamp(value, tea_event_countdown(event), max);

	return event->attr.freq || value == kept ? 0 : -EINVAL;
}

/* Callbacks of an event, by its kind */

static int tea_pmu_add(struct perf_event *event, int flags)
{
	return to_tea_event(event)->ops->add(event, flags);
}

static void tea_pmu_del(struct perf_event *event, int flags)
{
	to_tea_event(event)->ops->del(event, flags);
}

static void tea_pmu_start(struct perf_event *event, int flags)
{
	to_tea_event(event)->ops->start(event, flags);
}

static void tea_pmu_stop(struct perf_event *event, int flags)
{
	to_tea_event(event)->ops->stop(event, flags);
}

static void tea_pmu_read(struct perf_event *event)
{
	to_tea_event(event)->ops->read(event);
}

/*
 * perf holds the PMU still while it moves events, and brackets a group as a transaction, to
 * add it or to read it. The counters heed both; the sampler has no group. perf does no more than
 * this where it lets a task's events pass for those of the next one.
 */
static void tea_pmu_disable(struct pmu *pmu)
{
	struct tea_hart *hart = this_cpu_ptr(to_tea_pmu(pmu)->harts);

	tea_hart_flush(hart);
	tea_count_pause(hart);
}

static void tea_pmu_enable(struct pmu *pmu)
{
	struct tea_hart *hart = this_cpu_ptr(to_tea_pmu(pmu)->harts);

	tea_branches_clear(hart);
	tea_count_unpause(hart);
}

static void tea_pmu_start_txn(struct pmu *pmu, unsigned int flags)
{
	tea_pmu_disable(pmu);
}

static int tea_pmu_commit_txn(struct pmu *pmu)
{
	tea_pmu_enable(pmu);
	return 0;
}

/* Hotplug, on the CPU itself with interrupts off */

/* Resets this hart's unit and reads its capabilities. Returns false without a known unit. */
static bool tea_pmu_look(struct tea_pmu *tea, struct tea_unit *unit,
			 struct tea_capabilities *capabilities)
{
	const struct tea_hart *hart = this_cpu_ptr(tea->harts);
	u64 selected;

	memset(capabilities, 0, sizeof(*capabilities));
	unit->ops = tea->unit.ops;
	unit->base = tea->unit.base;
	if (!tea_unit_find(unit) || !tea_unit_known(unit, tea->number))
		return false;
	selected = tea_unit_enter();
	tea_unit_reset(unit);
	*capabilities = tea_unit_capabilities(unit);
	tea_unit_leave(selected);
	capabilities->records = unit->caps2 & TEA_CAPS2_RECORDS && hart->has_records &&
			 tea_branches_accessible();
	return true;
}

static bool tea_pmu_is_like(struct tea_pmu *tea)
{
	struct tea_unit unit;
	struct tea_capabilities capabilities;

	return tea_pmu_look(tea, &unit, &capabilities) &&
	       unit.caps == tea->unit.caps && unit.caps2 == tea->unit.caps2 &&
	       !memcmp(&capabilities, &tea->capabilities, sizeof(capabilities));
}

static int tea_pmu_starting(unsigned int cpu, struct hlist_node *node)
{
	struct tea_pmu *tea = hlist_entry_safe(node, struct tea_pmu, node);

	if (!cpumask_test_cpu(cpu, &tea->cpus))
		return 0;
	if (!tea_pmu_is_like(tea)) {
		dev_err(tea->dev, "CPU %u left out: its unit is not like that of others\n", cpu);
		cpumask_clear_cpu(cpu, &tea->cpus);
		return 0;
	}
	tea_interrupt_enable(tea);
	return 0;
}

static void tea_pmu_halt(void *arg)
{
	const struct tea_pmu *tea = arg;
	const u64 selected = tea_unit_enter();

	tea_unit_reset(&tea->unit);
	tea_unit_leave(selected);
}

/* perf has taken its events off. */
static int tea_pmu_dying(unsigned int cpu, struct hlist_node *node)
{
	struct tea_pmu *tea = hlist_entry_safe(node, struct tea_pmu, node);

	if (!cpumask_test_cpu(cpu, &tea->cpus))
		return 0;
	tea_throttle_stop(per_cpu_ptr(tea->harts, cpu));
	tea_interrupt_disable(tea);
	tea_pmu_halt(tea);
	return 0;
}

/* Sleep that may lose the unit's state, on the CPU itself with interrupts off */

static int tea_pmu_power(struct notifier_block *power, unsigned long action, void *unused)
{
	struct tea_pmu *tea = container_of(power, struct tea_pmu, power);
	struct tea_hart *hart = this_cpu_ptr(tea->harts);
	u64 selected;

	if (!cpumask_test_cpu(smp_processor_id(), &tea->cpus))
		return NOTIFY_DONE;
	selected = tea_unit_enter();
	if (action == CPU_PM_ENTER)
		tea_hart_suspend(hart);
	else if (action == CPU_PM_ENTER_FAILED || action == CPU_PM_EXIT)
		tea_hart_resume(hart);
	tea_unit_leave(selected);
	return NOTIFY_OK;
}

/* Probe and remove */

/* One interrupts-extended entry for each hart with a unit, all with one number. */
static int tea_pmu_parse_interrupts(struct tea_pmu *tea)
{
	struct device_node *hart_node;
	struct of_phandle_args entry;
	int i, cpu, entries = 0;

	for (i = 0; !of_irq_parse_one(tea->dev->of_node, i, &entry); i++) {
		hart_node = of_get_next_parent(entry.np);
		cpu = of_cpu_node_to_id(hart_node);
		of_node_put(hart_node);
		if (i && entry.args[0] != tea->number)
			return dev_err_probe(tea->dev, -EINVAL,
					     "interrupts %u and %u: all must be the same\n",
					     tea->number, entry.args[0]);
		tea->number = entry.args[0];
		if (cpu < 0)
			continue;
		cpumask_set_cpu(cpu, &tea->cpus);
		entries++;
	}
	if (!entries)
		return dev_err_probe(tea->dev, -ENODEV, "no interrupt leads to a known hart\n");
	if (tea->number < tea->door->number_min || tea->number > tea->door->number_max)
		return dev_err_probe(tea->dev, -EINVAL, "interrupt %u is no local one: %u to %u\n",
				     tea->number, tea->door->number_min, tea->door->number_max);
	return 0;
}

/*
 * A kernel that knows Ssctr has it among the hart's extensions. Others ask the device tree, as
 * it is written now and as it was.
 */
static bool tea_pmu_has_extension(struct device_node *hart, const char *name)
{
	const size_t length = strlen(name);
	const char *isa, *end;

	if (of_property_match_string(hart, "riscv,isa-extensions", name) >= 0)
		return true;
	if (of_property_read_string(hart, "riscv,isa", &isa))
		return false;
	for (isa = strchr(isa, '_'); isa; isa = strchr(isa + 1, '_')) {
		end = isa + 1 + length;
		if (!strncasecmp(isa + 1, name, length) && (!*end || *end == '_'))
			return true;
	}
	return false;
}

static void tea_pmu_read_isa(struct tea_pmu *tea)
{
	struct device_node *hart;
	unsigned int cpu;

	for_each_cpu(cpu, &tea->cpus) {
		hart = of_get_cpu_node(cpu, NULL);
		per_cpu_ptr(tea->harts, cpu)->has_records =
			tea_pmu_has_extension(hart, "ssctr") &&
			tea_pmu_has_extension(hart, "sscsrind");
		of_node_put(hart);
	}
}

static void tea_pmu_read_caps(void *arg)
{
	struct tea_pmu *tea = arg;
	unsigned long flags;

	local_irq_save(flags);
	tea->found = tea_pmu_look(tea, &tea->unit, &tea->capabilities);
	local_irq_restore(flags);
}

static int tea_pmu_check_caps(struct tea_pmu *tea)
{
	const unsigned int cpu = cpumask_first_and(&tea->cpus, cpu_online_mask);

	if (cpu >= nr_cpu_ids || smp_call_function_single(cpu, tea_pmu_read_caps, tea, true))
		return dev_err_probe(tea->dev, -EPROBE_DEFER,
				     "no hart with a TEA unit is online\n");
	if (tea->found)
		return 0;
	if (!tea->unit.caps)
		return dev_err_probe(tea->dev, -ENODEV,
				     "no access to the unit: %s\n", tea->door->denied);
	return dev_err_probe(tea->dev, -ENODEV,
			     "unit with capabilities %#llx %#llx: this driver knows version %u\n",
			     tea->unit.caps, tea->unit.caps2, TEA_UNIT_MAJOR);
}

/* Local interrupts of all harts share the domain of the boot hart's controller. */
static int tea_pmu_map_interrupt(struct tea_pmu *tea)
{
	struct irq_domain *domain;

	domain = irq_find_matching_fwnode(riscv_get_intc_hwnode(), DOMAIN_BUS_ANY);
	if (!domain)
		return dev_err_probe(tea->dev, -EPROBE_DEFER,
				     "the hart's interrupt controller is not there yet\n");
	tea->irq = irq_create_mapping(domain, tea->number);
	if (!tea->irq)
		return dev_err_probe(tea->dev, -EINVAL, "cannot map interrupt %u\n", tea->number);
	return 0;
}

static void tea_pmu_init(struct tea_pmu *tea)
{
	int cpu;

	for_each_possible_cpu(cpu)
		tea_hart_init(per_cpu_ptr(tea->harts, cpu), tea, cpu);
	tea->pmu = (struct pmu) {
		.module		= THIS_MODULE,
		compat_pmu_parent(tea->dev)
		.task_ctx_nr	= perf_hw_context,
		.event_init	= tea_pmu_event_init,
		.check_period	= tea_pmu_check_period,
		.filter		= tea_pmu_filter,
		.pmu_disable	= tea_pmu_disable,
		.pmu_enable	= tea_pmu_enable,
		.start_txn	= tea_pmu_start_txn,
		.commit_txn	= tea_pmu_commit_txn,
		.cancel_txn	= tea_pmu_enable,
		.add		= tea_pmu_add,
		.del		= tea_pmu_del,
		.start		= tea_pmu_start,
		.stop		= tea_pmu_stop,
		.read		= tea_pmu_read,
	};
}

/* The event is the same by either door: tea//, where there is one. Tagged instructions are not. */
static const char *tea_pmu_name(const struct tea_pmu *tea)
{
	struct device_node *first = of_find_compatible_node(NULL, NULL, "tea,pmu-5");
	const bool alone = !first;

	of_node_put(first);
	return alone && !tea->door->tagged ? "tea" : tea->door->name;
}

/* Set-up that may fail, and has to be undone. */
static int tea_pmu_set_up(struct tea_pmu *tea)
{
	int err;

	err = tea_limits_init(&tea->limits);
	if (err)
		return err;
	tea_count_init(tea);
	err = tea_interrupt_request(tea);
	if (err) {
		dev_err_probe(tea->dev, err, "interrupt %u is another driver's%s\n", tea->number,
			      tea->number == TEA_LCOFI ?
			      ": leave sscofpmf out of the harts' ISA" : "");
		goto err_deinit_count;
	}
	err = cpuhp_state_add_instance(TEA_CPUHP_STATE, &tea->node);
	if (err)
		goto err_free_irq;
	tea->power.notifier_call = tea_pmu_power;
	err = cpu_pm_register_notifier(&tea->power);
	if (err)
		goto err_remove_instance;
	err = perf_pmu_register(&tea->pmu, tea_pmu_name(tea), -1);
	if (err)
		goto err_unregister_power;
	return 0;

err_unregister_power:
	cpu_pm_unregister_notifier(&tea->power);
err_remove_instance:
	cpuhp_state_remove_instance(TEA_CPUHP_STATE, &tea->node);
err_free_irq:
	tea_interrupt_free(tea);
err_deinit_count:
	tea_count_deinit(tea);
	tea_limits_deinit(&tea->limits);
	return err;
}

static void tea_pmu_free(struct tea_pmu *tea)
{
	/* the mapping of LCOFI may be another driver's, too */
	if (tea->irq && tea->number != TEA_LCOFI)
		irq_dispose_mapping(tea->irq);
	free_percpu(tea->harts);
	clear_bit(0, tea->door->claimed);
	kfree(tea);
}

/* What selects the unit's registers, or its counter's. */
static int tea_pmu_find_base(struct tea_pmu *tea)
{
	struct device_node *node = tea->dev->of_node;
	u32 counter;

	if (tea->door == &tea_registers_door) {
		if (of_property_read_u64(node, "tea,select-base", &tea->unit.base))
			return dev_err_probe(tea->dev, -EINVAL, "tea,select-base is missing\n");
		return 0;
	}
	if (tea->door == &tea_sspdis_door) {
		tea->unit.base = TEA_SELECT_PDIS;
		tea_lcofi_bits |= TEA_PDIS_INHIBIT;
		return 0;
	}
	if (of_property_read_u32(node, "tea,counter", &counter) || counter < 3 || counter > 31)
		return dev_err_probe(tea->dev, -EINVAL, "tea,counter has to be 3 to 31\n");
	tea->unit.base = TEA_SELECT_COUNTER(counter);
	tea_lcofi_bits |= BIT_ULL(counter);
	return 0;
}

static int tea_pmu_find(struct tea_pmu *tea)
{
	int err;

	err = tea_pmu_parse_interrupts(tea);
	if (err)
		return err;
	err = tea_pmu_find_base(tea);
	if (err)
		return err;
	tea_pmu_read_isa(tea);
	err = tea_pmu_check_caps(tea);
	if (err)
		return err;
	tea_pmu_init(tea);
	err = tea_sysfs_init(tea);
	if (err)
		return err;
	return tea_pmu_map_interrupt(tea);
}

/* One of each door for all harts: there is one interrupt and one name. */
static int tea_pmu_probe(struct platform_device *pdev)
{
	const struct tea_door *door = device_get_match_data(&pdev->dev);
	struct tea_pmu *tea;
	int err = -ENOMEM;

	if (test_and_set_bit(0, door->claimed))
		return dev_err_probe(&pdev->dev, -EBUSY, "another node has the harts' units\n");
	tea = kzalloc_obj(*tea, GFP_KERNEL);
	if (!tea) {
		clear_bit(0, door->claimed);
		return -ENOMEM;
	}
	tea->dev = &pdev->dev;
	tea->door = door;
	tea->unit.ops = door->ops;
	tea->harts = alloc_percpu(struct tea_hart);
	if (tea->harts)
		err = tea_pmu_find(tea);
	if (!err)
		err = tea_pmu_set_up(tea);
	if (err)
		tea_pmu_free(tea);
	else
		platform_set_drvdata(pdev, tea);
	return err;
}

/*
 * The device is gone, as with an overlay of the device tree. Before Linux 6.15 events may be
 * open all the same: then all that they need stays for good.
 */
static void tea_pmu_remove(struct platform_device *pdev)
{
	struct tea_pmu *tea = platform_get_drvdata(pdev);
	int cpu;

	perf_pmu_unregister(&tea->pmu);
	cpu_pm_unregister_notifier(&tea->power);
	cpuhp_state_remove_instance(TEA_CPUHP_STATE, &tea->node);
	cpumask_clear(&tea->cpus);
	if (atomic_read(&tea->events)) {
		dev_warn(&pdev->dev, "removed under open events: nothing is freed\n");
		return;
	}
	tea_interrupt_free(tea);
	tea_count_deinit(tea);
	tea_limits_deinit(&tea->limits);
	for_each_possible_cpu(cpu)
		tea_throttle_deinit(per_cpu_ptr(tea->harts, cpu));
	tea_pmu_free(tea);
}

/* The next kernel (kexec) finds units that stand still. */
static void tea_pmu_shutdown(struct platform_device *pdev)
{
	struct tea_pmu *tea = platform_get_drvdata(pdev);

	on_each_cpu_mask(&tea->cpus, tea_pmu_halt, tea, true);
}

static const struct of_device_id tea_pmu_of_match[] = {
	{ .compatible = "tea,pmu-5", .data = &tea_registers_door },
	{ .compatible = "tea,pesa-" __stringify(TEA_PESA_DRAFT), .data = &tea_sspesa_door },
	{ .compatible = "tea,pdis-" __stringify(TEA_PDIS_DRAFT), .data = &tea_sspdis_door },
	{ }
};
MODULE_DEVICE_TABLE(of, tea_pmu_of_match);

/* An open event holds the module, not the device: no unbinding. */
static struct platform_driver tea_pmu_driver = {
	.driver = {
		.name			= "tea_pmu",
		.of_match_table		= tea_pmu_of_match,
		.suppress_bind_attrs	= true,
	},
	.probe = tea_pmu_probe,
	.compat_remove = tea_pmu_remove,
	.shutdown = tea_pmu_shutdown,
};

static int __init tea_pmu_module_init(void)
{
	int err;

	err = cpuhp_setup_state_multi(TEA_CPUHP_STATE, "perf/riscv/tea:starting",
				      tea_pmu_starting, tea_pmu_dying);
	if (err)
		return err;
	err = platform_driver_register(&tea_pmu_driver);
	if (err)
		cpuhp_remove_multi_state(TEA_CPUHP_STATE);
	return err;
}
module_init(tea_pmu_module_init);

static void __exit tea_pmu_module_exit(void)
{
	platform_driver_unregister(&tea_pmu_driver);
	cpuhp_remove_multi_state(TEA_CPUHP_STATE);
}
module_exit(tea_pmu_module_exit);

MODULE_DESCRIPTION("perf driver for time-proportional event analysis (TEA) units");
MODULE_LICENSE("GPL");
