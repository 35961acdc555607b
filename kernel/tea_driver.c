// SPDX-License-Identifier: GPL-2.0
/*
 * tea_driver.c - perf driver for TEA units: samples, tea// and others, and counts of slots
 *
 * A TEA unit (one per hart) takes a sample every so many core cycles: up to four
 * instruction addresses, each with the performance events that it met, and
 * raises a local interrupt. CSRs and records are specified in uapi/tea_abi.h and
 * docs/tea-interface.md. This driver counts the cycles of the selected privilege
 * levels (perf stat) and writes the samples (perf record) as
 *
 *	PERF_RECORD_AUX_OUTPUT_HW_ID	the sample's signatures, samples lost before
 *	PERF_RECORD_SAMPLE ...		one per instruction, shares of the period
 *
 * so that stock tools show time-proportional profiles and keep the signatures.
 *
 * Units with more countdowns sample retired instructions and taken branches, too, tea/instructions/
 * and tea/taken/: one instruction of each period, in the same records. With branch records
 * (PERF_SAMPLE_BRANCH_STACK) they are the hart's at the sample; tea_branches.c has the rules.
 *
 * Units with counters count slots of stage stacks, too (docs/stage-stacks.md): the events
 * tea/dispatch_icache/ and so on, which sysfs names (tea_names.h). They only count. Any
 * number of them counts at once, beside tea//.
 *
 * Time: while the driver handles an interrupt the unit stands still. Its cycles
 * show neither in the count nor in the samples, as with other PMUs. Of instructions and
 * taken branches the ways to the handler and back do not either (HOLD), where the unit can.
 *
 * Privilege: exclude_user, _kernel and _hv select U-, S- and M-mode. perf knows
 * no name for M-mode (firmware) and shows it as kernel; the word tells it apart.
 * It needs CAP_PERFMON: without, M-mode is left out whatever exclude_hv says, and
 * M-mode alone is EACCES.
 *
 * Guests: exclude_guest, which perf sets by itself, keeps their samples out; they
 * count as lost. The count has their cycles: the unit doesn't tell guests apart.
 * exclude_host would need that, and is refused.
 *
 * One event of each countdown runs on a hart at a time: ->add() refuses a second with EAGAIN,
 * and perf rotates them as it does when a PMU is out of counters. Events of different
 * countdowns, and those that count slots, wait for nothing.
 *
 * Loss: what the unit dropped (it never overwrites a sample), what the driver
 * had no time for, and what the event may not show is counted in the words and
 * in the event's lost_samples, which perf record writes out at its end.
 *
 * Limits: samples over kernel.perf_event_max_sample_rate or, by their time, over
 * kernel.perf_cpu_time_max_percent are lost, too. Built in, perf stops the event
 * until the next tick and writes PERF_RECORD_THROTTLE; tea_limits.c is for modules.
 *
 * One event learns nothing of another: losses, turns and the time that samples
 * may take are each event's own (struct tea_event), the signatures of slots that
 * it may not see are 0, and so is stea_time, a clock that goes on under others,
 * without CAP_PERFMON.
 *
 * Locking: none. A struct tea_hart is touched by its own hart only, and but for
 * @ready with interrupts off: perf calls ->add() to ->read() that way, and the
 * interrupt and the news of a sleep come that way. So it is with the unit's registers: stea_ctl
 * has one writer for all events of the hart, in tea_hart.c, and between a write of
 * stea_index and the read of stea_data nobody else comes. Who looks at counters that may wrap
 * sends harts an interrupt for it. Hotplug callbacks run on the
 * hart with interrupts on; they reset the unit while @ready keeps events away, else
 * they only change @ready. ->event_init() and ->check_period() run in process
 * context and look at their event and at what probing left. A struct tea_event is
 * touched where its event runs, or before it first does.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpu_pm.h>
#include <linux/cpuhotplug.h>
#include <linux/device.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "compat.h"
#include "tea_hart.h"
#include "tea_refuse.h"

/* Local interrupts that the privileged specification leaves to the platform. */
#define TEA_IRQ_NUMBER_MIN	16
#define TEA_IRQ_NUMBER_MAX	63

static enum cpuhp_state tea_hotplug_state;

/* Which events there may be */

/*
 * Firmware is not the kernel's to show: who may not see everything gets the other
 * levels, as perf's own fallback does with the kernel. An inherited event has its
 * parent's levels, whoever forks.
 */
static u64 tea_pmu_filters(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	return tea_ctl_filters(attr->exclude_user, attr->exclude_kernel,
			       attr->exclude_hv || !perfmon_capable());
}

/* What stea_ctl has while the event samples; of the counters, which levels it sums up. */
static u64 tea_pmu_hw_config(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	if (event->parent)
		return event->parent->hw.config;
	if (tea_request_counts(&request))
		return tea_pmu_filters(event) & tea->offer.levels;
	return tea_pmu_filters(event) | request.stage << TEA_CTL_POLICY_SHIFT |
	       (has_branch_stack(event) ? TEA_CTL_FREEZE : 0) |
	       (tea_request_countdown(&request) ? TEA_CTL_HOLD : 0);
}

/*
 * On a hart without a unit an event is not counted, be it a task's or that CPU's own:
 * perf -a opens one on each. A cpumask in sysfs would keep perf from that, but perf
 * takes who has one for a PMU outside of the cores, and counts for all tasks.
 * True: leave it out.
 */
static bool tea_pmu_filter(struct pmu *pmu, int cpu)
{
	return !cpumask_test_cpu(cpu, &to_tea_pmu(pmu)->cpus);
}

static void tea_pmu_event_destroy(struct perf_event *event)
{
	kfree(to_tea_event(event));
}

/* perf says nothing of the first three, or sends its user to the log; the others it explains. */
static void tea_pmu_log_refusal(struct perf_event *event, int err, const char *reason)
{
	const struct tea_pmu *tea = to_tea_pmu(event->pmu);

	if (err == -ERANGE)
		dev_info_ratelimited(tea->dev, "perf event refused: %s: %llu to %llu are possible\n",
				     reason, tea_period_min(tea_event_countdown(event)),
				     tea->period_max);
	else if (err == -EBADF || err == -ENOENT)
		dev_info_ratelimited(tea->dev, "perf event refused: %s\n", reason);
	else
		dev_dbg(tea->dev, "perf event refused: %s\n", reason);
}

/* Instead of what perf set. An inherited event gets its parent's later, from perf. */
static void tea_pmu_set_period(struct perf_event *event, u64 period)
{
	struct hw_perf_event *hwc = &event->hw;

	hwc->sample_period = period;
	hwc->last_period = period;
	local64_set(&hwc->period_left, period);
}

static void tea_pmu_init_countdown(struct perf_event *event)
{
	const u64 max = to_tea_pmu(event->pmu)->period_max;

	to_tea_event(event)->kind = &tea_kind_countdown;
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
	to_tea_event(event)->kind = &tea_kind_slots;
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
		tea_pmu_log_refusal(event, err, reason);
		return err;
	}
	if (is_sampling_event(event) && !event->parent)
		tea_limits_read(&tea->limits);
	own = kzalloc(sizeof(*own), GFP_KERNEL);
	if (!own)
		return -ENOMEM;
	own->trusted = event->parent ? to_tea_event(event->parent)->trusted : perfmon_capable();
	own->event = event;
	own->request = tea_request_of(event);
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
	const u64 max = to_tea_pmu(event->pmu)->period_max;
	const u64 kept = tea_period_clamp(value, tea_event_countdown(event), max);

	return event->attr.freq || value == kept ? 0 : -EINVAL;
}

/* What becomes of an event, by its kind */

static int tea_pmu_add(struct perf_event *event, int flags)
{
	return to_tea_event(event)->kind->add(event, flags);
}

static void tea_pmu_del(struct perf_event *event, int flags)
{
	to_tea_event(event)->kind->del(event, flags);
}

static void tea_pmu_start(struct perf_event *event, int flags)
{
	to_tea_event(event)->kind->start(event, flags);
}

static void tea_pmu_stop(struct perf_event *event, int flags)
{
	to_tea_event(event)->kind->stop(event, flags);
}

static void tea_pmu_read(struct perf_event *event)
{
	to_tea_event(event)->kind->read(event);
}

/*
 * perf holds the PMU still while it moves events, and brackets a group as a transaction, to
 * add it or to read it. The counters heed both; the sampler has no group.
 */
static void tea_pmu_disable(struct pmu *pmu)
{
	tea_count_pause(this_cpu_ptr(to_tea_pmu(pmu)->harts));
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

/* Hotplug, on the CPU itself */

/* Of this hart's unit, which is reset. */
static bool tea_pmu_is_like(const struct tea_pmu *tea)
{
	const u64 caps = tea_unit_caps();
	struct tea_offer offer;

	if (caps != tea->caps || tea_unit_period_max() != tea->period_max)
		return false;
	offer = tea_unit_offer(caps);
	return !memcmp(&offer, &tea->offer, sizeof(offer));
}

static int tea_pmu_online(unsigned int cpu, struct hlist_node *node)
{
	struct tea_pmu *tea = hlist_entry_safe(node, struct tea_pmu, node);
	struct tea_hart *hart = per_cpu_ptr(tea->harts, cpu);

	if (!cpumask_test_cpu(cpu, &tea->cpus))
		return 0;
	tea_unit_reset(tea->caps);
	if (!tea_pmu_is_like(tea)) {
		dev_err(tea->dev, "CPU %u left out: its unit (%#llx) is not like CPU %u's (%#llx)\n",
			cpu, tea_unit_caps(), cpumask_first(&tea->cpus), tea->caps);
		cpumask_clear_cpu(cpu, &tea->cpus);
		return 0;
	}
	enable_percpu_irq(tea->irq, irq_get_trigger_type(tea->irq));
	hart->ready = true;
	return 0;
}

/*
 * perf takes its events off this hart later. Until then a running one still
 * counts, and its samples after the first are lost, in numbers.
 */
static int tea_pmu_offline(unsigned int cpu, struct hlist_node *node)
{
	struct tea_pmu *tea = hlist_entry_safe(node, struct tea_pmu, node);
	struct tea_hart *hart = per_cpu_ptr(tea->harts, cpu);

	if (!hart->ready)
		return 0;
	hart->ready = false;
	tea_throttle_stop(hart);
	disable_percpu_irq(tea->irq);
	return 0;
}

/* Sleep that may lose the unit's state, on the CPU itself with interrupts off */

static int tea_pmu_power(struct notifier_block *power, unsigned long action, void *unused)
{
	struct tea_pmu *tea = container_of(power, struct tea_pmu, power);
	struct tea_hart *hart = this_cpu_ptr(tea->harts);

	if (!hart->ready)
		return NOTIFY_DONE;
	switch (action) {
	case CPU_PM_ENTER:
		tea_hart_suspend(hart);
		return NOTIFY_OK;
	case CPU_PM_ENTER_FAILED:
	case CPU_PM_EXIT:
		tea_hart_resume(hart);
		return NOTIFY_OK;
	default:
		return NOTIFY_DONE;
	}
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
	if (tea->number < TEA_IRQ_NUMBER_MIN || tea->number > TEA_IRQ_NUMBER_MAX)
		return dev_err_probe(tea->dev, -EINVAL, "interrupt %u is no local one: %u to %u\n",
				     tea->number, TEA_IRQ_NUMBER_MIN, TEA_IRQ_NUMBER_MAX);
	return 0;
}

static void tea_pmu_read_caps(void *arg)
{
	struct tea_pmu *tea = arg;

	tea->caps = tea_unit_caps();
	if (!tea_caps_known(tea->caps, tea->number))
		return;
	tea_unit_reset(tea->caps);
	tea->period_max = tea_unit_period_max();
	tea->offer = tea_unit_offer(tea->caps);
}

static int tea_pmu_check_caps(struct tea_pmu *tea)
{
	int err;

	err = smp_call_function_any(&tea->cpus, tea_pmu_read_caps, tea, true);
	if (err)
		return dev_err_probe(tea->dev, err, "no hart with a TEA unit is online\n");
	if (!tea_caps_known(tea->caps, tea->number))
		return dev_err_probe(tea->dev, -ENODEV,
				     "unit with capabilities %#llx: this driver knows %#llx\n",
				     tea->caps, TEA_CAPS(tea->number));
	if (!tea->period_max)
		return dev_err_probe(tea->dev, -ENODEV,
				     "stea_period is none: too narrow, or with holes\n");
	return 0;
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

static int tea_pmu_probe(struct platform_device *pdev)
{
	struct tea_pmu *tea;
	int err;

	tea = devm_kzalloc(&pdev->dev, sizeof(*tea), GFP_KERNEL);
	if (!tea)
		return -ENOMEM;
	tea->dev = &pdev->dev;
	platform_set_drvdata(pdev, tea);
	err = tea_pmu_parse_interrupts(tea);
	if (err)
		return err;
	err = tea_pmu_check_caps(tea);
	if (err)
		return err;

	tea->harts = alloc_percpu(struct tea_hart);
	if (!tea->harts)
		return -ENOMEM;
	tea_pmu_init(tea);
	err = tea_sysfs_init(tea);
	if (err)
		goto err_free_harts;
	err = tea_limits_init(&tea->limits);
	if (err)
		goto err_free_harts;
	tea_count_init(tea);
	err = tea_pmu_map_interrupt(tea);
	if (err)
		goto err_deinit_count;
	err = request_percpu_irq(tea->irq, tea_hart_interrupt, "tea-pmu", tea->harts);
	if (err)
		goto err_unmap_interrupt;
	err = cpuhp_state_add_instance(tea_hotplug_state, &tea->node);
	if (err)
		goto err_free_irq;
	tea->power.notifier_call = tea_pmu_power;
	err = cpu_pm_register_notifier(&tea->power);
	if (err)
		goto err_remove_instance;
	err = perf_pmu_register(&tea->pmu, "tea", -1);
	if (err)
		goto err_unregister_power;
	return 0;

err_unregister_power:
	cpu_pm_unregister_notifier(&tea->power);
err_remove_instance:
	cpuhp_state_remove_instance(tea_hotplug_state, &tea->node);
err_free_irq:
	free_percpu_irq(tea->irq, tea->harts);
err_unmap_interrupt:
	irq_dispose_mapping(tea->irq);
err_deinit_count:
	tea_count_deinit(tea);
	tea_limits_deinit(&tea->limits);
err_free_harts:
	free_percpu(tea->harts);
	return err;
}

static void tea_pmu_remove(struct platform_device *pdev)
{
	struct tea_pmu *tea = platform_get_drvdata(pdev);
	int cpu;

	perf_pmu_unregister(&tea->pmu);
	cpu_pm_unregister_notifier(&tea->power);
	cpuhp_state_remove_instance(tea_hotplug_state, &tea->node);
	free_percpu_irq(tea->irq, tea->harts);
	irq_dispose_mapping(tea->irq);
	tea_count_deinit(tea);
	tea_limits_deinit(&tea->limits);
	for_each_possible_cpu(cpu)
		tea_throttle_deinit(per_cpu_ptr(tea->harts, cpu));
	free_percpu(tea->harts);
}

static const struct of_device_id tea_pmu_of_match[] = {
	{ .compatible = "tea,pmu" },
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
};

static int __init tea_pmu_module_init(void)
{
	int err;

	err = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/riscv/tea:online",
				      tea_pmu_online, tea_pmu_offline);
	if (err < 0)
		return err;
	tea_hotplug_state = err;
	err = platform_driver_register(&tea_pmu_driver);
	if (err)
		cpuhp_remove_multi_state(tea_hotplug_state);
	return err;
}
module_init(tea_pmu_module_init);

static void __exit tea_pmu_module_exit(void)
{
	platform_driver_unregister(&tea_pmu_driver);
	cpuhp_remove_multi_state(tea_hotplug_state);
}
module_exit(tea_pmu_module_exit);

MODULE_DESCRIPTION("perf driver for time-proportional event analysis (TEA) units");
MODULE_LICENSE("GPL");
