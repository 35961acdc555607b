// SPDX-License-Identifier: GPL-2.0
/*
 * tea_pmu.c - perf driver for TEA units: the event tea//
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
 * Time: while the driver handles an interrupt the unit stands still. Its cycles
 * show neither in the count nor in the samples, as with other PMUs.
 *
 * Privilege: exclude_user, _kernel and _hv select U-, S- and M-mode. perf knows
 * no name for M-mode (firmware) and shows it as kernel; it needs the kernel's
 * permission, and the word tells it apart.
 *
 * One event runs on a hart at a time: ->add() refuses a second with EAGAIN, and
 * perf rotates them as it does when a PMU is out of counters.
 *
 * Loss: what the unit dropped (it never overwrites a sample), what the driver
 * had no time for, and what the event may not show is counted in the words and
 * in the event's lost_samples, which perf record writes out at its end.
 *
 * Locking: none. A struct tea_hart is touched by its own hart only, and but for
 * @ready with interrupts off: perf calls ->add() to ->read() that way, and the
 * interrupt comes that way. Hotplug callbacks run on the hart with interrupts
 * on; they reset the unit while @ready keeps events away, else they only change
 * @ready. ->event_init() and ->check_period() run in process context and look at
 * their event and at what probing left.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
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
#include <linux/sched/clock.h>
#include <linux/sched/task_stack.h>
#include <linux/smp.h>
#include <linux/stringify.h>
#include <linux/uaccess.h>

#include <asm/irq_regs.h>

#include "compat.h"
#include "tea_refuse.h"
#include "tea_sample.h"
#include "tea_unit.h"

/* Local interrupts that the privileged specification leaves to the platform. */
#define TEA_IRQ_NUMBER_MIN	16
#define TEA_IRQ_NUMBER_MAX	63

/**
 * struct tea_hart - a hart's unit and the event on it
 * @tea: the PMU
 * @event: the event that perf scheduled here, or NULL; running unless its
 *	hw.state has PERF_HES_STOPPED
 * @mark: the unit's progress that is already in the event's count
 * @period: stea_period
 * @lost: samples lost since the event's last word
 * @turn: how often a slot was picked, by the number of slots to pick from
 * @budget: time spent on samples
 * @ready: the unit is reset and its interrupt enabled
 */
struct tea_hart {
	struct tea_pmu *tea;
	struct perf_event *event;
	struct tea_progress mark;
	u64 period;
	u64 lost;
	unsigned int turn[TEA_SLOTS + 1];
	struct tea_budget budget;
	bool ready;
};

/**
 * struct tea_pmu - the PMU: all units of the machine
 * @pmu: what perf sees
 * @dev: the platform device
 * @harts: one for each CPU
 * @cpus: the CPUs whose hart has a unit
 * @caps: stea_caps, the same on all harts
 * @number: number of the local interrupt
 * @irq: the Linux interrupt that it is mapped to
 * @node: in the list of the hotplug state
 */
struct tea_pmu {
	struct pmu pmu;
	struct device *dev;
	struct tea_hart __percpu *harts;
	cpumask_t cpus;
	u64 caps;
	unsigned int number;
	unsigned int irq;
	struct hlist_node node;
};

static enum cpuhp_state tea_hotplug_state;

static inline struct tea_pmu *to_tea_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct tea_pmu, pmu);
}

static struct tea_hart *tea_this_hart(struct perf_event *event)
{
	return this_cpu_ptr(to_tea_pmu(event->pmu)->harts);
}

/* sysfs: caps/ fields of stea_caps, psv/ bit, name and meaning of each event */

static ssize_t caps_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct tea_pmu *tea = to_tea_pmu(dev_get_drvdata(dev));
	struct dev_ext_attribute *ext = container_of(attr, struct dev_ext_attribute, attr);

	return sysfs_emit(page, "%u\n", (u8)(tea->caps >> (unsigned long)ext->var));
}

static ssize_t psv_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct dev_ext_attribute *ext = container_of(attr, struct dev_ext_attribute, attr);

	return sysfs_emit(page, "%s\n", (const char *)ext->var);
}

#define TEA_ATTRIBUTE(name, show, value) \
	(&((struct dev_ext_attribute[]) { \
		{ __ATTR(name, 0444, show, NULL), (void *)(value) } \
	})[0].attr.attr)

static struct attribute *tea_caps_attrs[] = {
	TEA_ATTRIBUTE(version, caps_show, 0),
	TEA_ATTRIBUTE(slots, caps_show, 8),
	TEA_ATTRIBUTE(events, caps_show, 16),
	TEA_ATTRIBUTE(interrupt, caps_show, 24),
	NULL
};

static struct attribute *tea_psv_attrs[] = {
#define TEA_X(bit, id, name, sysfs, text) \
	TEA_ATTRIBUTE(sysfs, psv_show, __stringify(bit) " " name " " text),
	TEA_EVENTS(TEA_X)
#undef TEA_X
	NULL
};

static const struct attribute_group tea_caps_group = { .name = "caps", .attrs = tea_caps_attrs };
static const struct attribute_group tea_psv_group = { .name = "psv", .attrs = tea_psv_attrs };

static const struct attribute_group *tea_attr_groups[] = {
	&tea_caps_group,
	&tea_psv_group,
	NULL
};

/* The unit stands still. The running interval is stretched or cut to match. */
static void tea_hart_set_period(struct tea_hart *hart, u64 period)
{
	if (period == hart->period)
		return;
	hart->mark.left = tea_left_rescale(hart->mark.left, hart->period, period);
	hart->period = period;
	tea_unit_set_countdown(period, hart->mark.left);
}

/* Samples */

static void tea_hart_lose(struct tea_hart *hart, u64 count)
{
	struct perf_event *event = hart->event;

	if (!count || !is_sampling_event(event))
		return;
	hart->lost += count;
	atomic64_add(count, &(event->parent ?: event)->lost_samples);
}

/* Brings the event's count up to date; returns the samples that came due. */
static u32 tea_hart_sync(struct tea_hart *hart)
{
	const struct tea_progress now = tea_unit_progress();
	const u32 due = tea_progress_due(&hart->mark, &now);

	local64_add(tea_progress_cycles(&hart->mark, &now, hart->period), &hart->event->count);
	tea_hart_lose(hart, now.lost - hart->mark.lost);
	hart->mark = now;
	return due;
}

/*
 * Stops the unit; the count is up to date then. Returns the samples that came
 * due. The look just before tells whether stopping dropped one: there is no
 * room for more than one in between.
 */
static u32 tea_hart_freeze(struct tea_hart *hart)
{
	const u32 due = tea_hart_sync(hart);
	const struct tea_progress before = hart->mark;
	u32 more;

	tea_unit_freeze(hart->event->hw.config);
	more = tea_hart_sync(hart);
	if (tea_progress_dropped(&before, &hart->mark, hart->period)) {
		local64_add(hart->period, &hart->event->count);
		tea_hart_lose(hart, 1);
		more++;
	}
	return due + more;
}

static void tea_hart_write_word(struct tea_hart *hart, u64 meta, unsigned int mask)
{
	const u32 lost = tea_word_lost_part(hart->lost);

	perf_report_aux_output_id(hart->event, tea_word(meta, mask, lost));
	hart->lost -= lost;
}

/*
 * Registers for the callchain and for the record's user or kernel flag, which
 * perf takes from them. Where the privilege is that of the sample they are the
 * interrupted ones. Else the sample was taken just before the hart changed sides:
 * user code that trapped left its registers on the stack, and a kernel that
 * returned left none, so that the callchain is the address alone, over the
 * user's. Frame and stack pointer are 0 for the unwinder to stop at.
 */
static struct pt_regs *tea_sample_regs(struct pt_regs *regs, struct pt_regs *made_up,
				       u64 meta, u64 pc)
{
	const bool user = tea_meta_priv(meta) == TEA_PRIV_U;

	if (user == user_mode(regs))
		return regs;
	if (user && current->mm && !(current->flags & PF_KTHREAD))
		return task_pt_regs(current);
	memset(made_up, 0, sizeof(*made_up));
	made_up->epc = pc;
	made_up->status = user ? 0 : SR_PP;
	return made_up;
}

/* What the records of one sample have in common. */
struct tea_records {
	struct perf_sample_data data;
	struct perf_raw_record raw;
	struct tea_raw_record payload;
	struct pt_regs made_up;
};

/*
 * Writes the record of one instruction. perf looks up thread, time, callchain and so
 * on for the first; what it finds stays in @records->data and holds for the others,
 * unless the registers are made up from the address. Returns true if the event has
 * to stop.
 */
static bool tea_hart_write_record(struct tea_hart *hart, struct tea_records *records,
				  struct pt_regs *regs, u64 pc, u64 period, bool first)
{
	struct perf_sample_data *data = &records->data;
	struct perf_event *event = hart->event;

	regs = tea_sample_regs(regs, &records->made_up, records->payload.meta, pc);
	if (first || regs == &records->made_up) {
		perf_sample_data_init(data, 0, period);
		if (event->attr.sample_type & PERF_SAMPLE_RAW)
			compat_save_raw_data(data, event, &records->raw);
	}
	data->ip = pc;
	data->period = period;
	data->sample_flags |= PERF_SAMPLE_IP;
	data->sample_flags &= ~PERF_SAMPLE_CODE_PAGE_SIZE;
	if (first)
		return compat_overflow(event, data, regs);
	/* The other instructions of one sample are no overflows of their own. */
	compat_write_record(event, data, regs);
	return false;
}

/* The word, then the records. Returns true if the event has to stop. */
static bool tea_hart_write_sample(struct tea_hart *hart, const struct tea_shot *shot,
				  unsigned int mask, struct pt_regs *regs)
{
	unsigned int slot, nth = 0, count = tea_slots_count(mask);
	struct tea_records records;
	bool stop = false;

	tea_raw_fill(&records.payload, hart->tea->caps, shot->meta, shot->time, shot->pcs, mask);
	records.raw = (struct perf_raw_record){
		.frag = { .size = sizeof(records.payload), .data = &records.payload },
	};
	/* Records that can't tell their period all stand for a whole one. */
	if (!(hart->event->attr.sample_type & PERF_SAMPLE_PERIOD)) {
		mask = tea_slots_pick(mask, hart->turn[count]++);
		count = 1;
	}
	tea_hart_write_word(hart, shot->meta, mask);
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (!(mask & BIT(slot)))
			continue;
		stop |= tea_hart_write_record(hart, &records, regs, shot->pcs[slot],
					      tea_record_period(hart->period, count, nth), !nth);
		nth++;
	}
	return stop;
}

/*
 * Takes the valid sample from the unit, which stands still, and writes what the
 * event may show of it. Returns true if the event has to stop.
 *
 * A callchain reads user memory. On the way through the scheduler, without
 * preemption counting, the fault handler can't tell that it must not sleep.
 */
static bool tea_hart_take_sample(struct tea_hart *hart, struct pt_regs *regs)
{
	struct perf_event *event = hart->event;
	struct tea_shot shot;
	unsigned int mask;
	bool stop;

	tea_unit_read(&shot);
	tea_unit_rearm(event->hw.config);
	hart->mark.valid = false;

	mask = tea_slots_visible(shot.meta, shot.pcs, event->hw.config);
	if (!mask) {
		tea_hart_lose(hart, 1);
		return false;
	}
	pagefault_disable();
	stop = tea_hart_write_sample(hart, &shot, mask, regs);
	pagefault_enable();
	return stop;
}

static void tea_hart_drop_sample(struct tea_hart *hart, bool lost)
{
	tea_unit_rearm(hart->event->hw.config);
	hart->mark.valid = false;
	tea_hart_lose(hart, lost);
}

/* Frequency mode between ticks: perf_event_overflow() would do it, perf's tick does too. */
static void tea_hart_adapt(struct tea_hart *hart, u32 due, u64 now_ns)
{
	struct perf_event *event = hart->event;
	struct hw_perf_event *hwc = &event->hw;
	const u64 delta_ns = now_ns - hwc->freq_time_stamp;

	if (!event->attr.freq)
		return;
	hwc->freq_time_stamp = now_ns;
	if (delta_ns < 2 * TICK_NSEC)
		hwc->sample_period = tea_period_adapt(hwc->sample_period, event->attr.sample_freq,
						      delta_ns, due * hart->period);
	tea_hart_set_period(hart, tea_period_floor(hwc->sample_period));
	hwc->last_period = hart->period;
}

/* The unit stands still: the event is stopped, and where it stopped is saved. */
static void tea_hart_hold(struct tea_hart *hart)
{
	struct hw_perf_event *hwc = &hart->event->hw;

	local64_set(&hwc->period_left, hart->mark.left);
	hwc->last_period = hart->period;
	hwc->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/* Interrupt: decide, then act */

static void tea_hart_overflow(struct tea_hart *hart, enum tea_irq why, u64 now_ns)
{
	struct perf_event *event = hart->event;
	const u32 due = tea_hart_freeze(hart);
	bool stop = false;

	if (why == TEA_IRQ_SAMPLE)
		stop = tea_hart_take_sample(hart, get_irq_regs());
	else
		tea_hart_drop_sample(hart, why == TEA_IRQ_THROTTLED);
	tea_hart_adapt(hart, due, now_ns);
	if (stop)
		tea_hart_hold(hart);
	else if (!(event->hw.state & PERF_HES_STOPPED))
		tea_unit_run(event->hw.config);
	hart->budget.debt_ns += sched_clock() - now_ns;
}

static irqreturn_t tea_interrupt(int irq, void *arg)
{
	struct tea_hart *hart = arg;
	struct perf_event *event = hart->event;
	const u64 now_ns = sched_clock();
	const enum tea_irq why =
		tea_irq_decide(tea_unit_valid(), event && !(event->hw.state & PERF_HES_STOPPED),
			       event && is_sampling_event(event),
			       tea_budget_spent(&hart->budget, now_ns));

	switch (why) {
	case TEA_IRQ_SPURIOUS:
		return IRQ_NONE;
	case TEA_IRQ_LATE:
		tea_unit_reset();
		return IRQ_HANDLED;
	default:
		tea_hart_overflow(hart, why, now_ns);
		return IRQ_HANDLED;
	}
}

/* perf callbacks */

static int tea_pmu_event_init(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	struct tea_pmu *tea = to_tea_pmu(event->pmu);
	const char *reason;
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	err = tea_refuse(&tea->cpus, event, &reason);
	if (err) {
		dev_dbg(tea->dev, "event refused: %s\n", reason);
		return err;
	}
	hwc->config = tea_ctl_filters(event->attr.exclude_user, event->attr.exclude_kernel,
				      event->attr.exclude_hv);
	if (!is_sampling_event(event)) {
		hwc->sample_period = TEA_PERIOD_COUNT;
		hwc->last_period = hwc->sample_period;
		local64_set(&hwc->period_left, hwc->sample_period);
	}
	return 0;
}

/* PERF_EVENT_IOC_PERIOD; the value is a frequency in frequency mode. */
static int tea_pmu_check_period(struct perf_event *event, u64 value)
{
	return event->attr.freq || value >= TEA_PERIOD_MIN ? 0 : -EINVAL;
}

static void tea_pmu_start(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);
	struct hw_perf_event *hwc = &event->hw;
	const u64 period = tea_period_floor(hwc->sample_period);

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	tea_unit_rearm(event->hw.config);
	hart->mark = tea_unit_progress();
	hart->mark.left = tea_left_rescale(local64_read(&hwc->period_left), hwc->last_period,
					   period);
	hart->period = period;
	tea_unit_set_countdown(period, hart->mark.left);
	hwc->last_period = period;
	hwc->state = 0;
	tea_unit_run(event->hw.config);
}

/*
 * A sample that is still waiting for its interrupt belongs to this event and to
 * the current task: it is written now, with the registers of the interrupt that
 * perf stops the event from, or else of this call.
 */
static void tea_pmu_stop(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);
	struct pt_regs *regs = get_irq_regs();
	struct pt_regs caller;

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	tea_hart_freeze(hart);
	if (!regs) {
		perf_fetch_caller_regs(&caller);
		regs = &caller;
	}
	if (!is_sampling_event(event))
		tea_hart_drop_sample(hart, false);
	else if (hart->mark.valid)
		tea_hart_take_sample(hart, regs);
	tea_hart_hold(hart);
}

static int tea_pmu_add(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	if (!hart->ready)
		return -ENOENT;
	if (hart->event)
		return -EAGAIN;
	hart->event = event;
	hart->lost = 0;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		tea_pmu_start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

/* Losses that no sample came to report get a word without records. */
static void tea_pmu_del(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	tea_pmu_stop(event, PERF_EF_UPDATE);
	while (hart->lost)
		tea_hart_write_word(hart, 0, 0);
	hart->event = NULL;
	perf_event_update_userpage(event);
}

static void tea_pmu_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		tea_hart_sync(tea_this_hart(event));
}

/* Hotplug, on the CPU itself */

static int tea_pmu_online(unsigned int cpu, struct hlist_node *node)
{
	struct tea_pmu *tea = hlist_entry_safe(node, struct tea_pmu, node);
	struct tea_hart *hart = per_cpu_ptr(tea->harts, cpu);

	if (!cpumask_test_cpu(cpu, &tea->cpus))
		return 0;
	if (tea_unit_caps() != tea->caps) {
		dev_err(tea->dev, "CPU %u left out: capabilities %#llx differ from %#llx\n",
			cpu, tea_unit_caps(), tea->caps);
		return 0;
	}
	tea_unit_reset();
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
	disable_percpu_irq(tea->irq);
	return 0;
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
}

static int tea_pmu_check_caps(struct tea_pmu *tea)
{
	int err;

	err = smp_call_function_any(&tea->cpus, tea_pmu_read_caps, tea, true);
	if (err)
		return dev_err_probe(tea->dev, err, "no hart with a TEA unit is online\n");
	if (tea->caps != TEA_CAPS(tea->number))
		return dev_err_probe(tea->dev, -ENODEV,
				     "unit with capabilities %#llx: this driver knows %#llx\n",
				     tea->caps, TEA_CAPS(tea->number));
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
		per_cpu_ptr(tea->harts, cpu)->tea = tea;
	tea->pmu = (struct pmu) {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_hw_context,
		.attr_groups	= tea_attr_groups,
		.event_init	= tea_pmu_event_init,
		.check_period	= tea_pmu_check_period,
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
	err = tea_pmu_map_interrupt(tea);
	if (err)
		goto err_free_harts;
	err = request_percpu_irq(tea->irq, tea_interrupt, "tea-pmu", tea->harts);
	if (err)
		goto err_unmap_interrupt;
	err = cpuhp_state_add_instance(tea_hotplug_state, &tea->node);
	if (err)
		goto err_free_irq;
	err = perf_pmu_register(&tea->pmu, "tea", -1);
	if (err)
		goto err_remove_instance;
	return 0;

err_remove_instance:
	cpuhp_state_remove_instance(tea_hotplug_state, &tea->node);
err_free_irq:
	free_percpu_irq(tea->irq, tea->harts);
err_unmap_interrupt:
	irq_dispose_mapping(tea->irq);
err_free_harts:
	free_percpu(tea->harts);
	return err;
}

static void tea_pmu_remove(struct platform_device *pdev)
{
	struct tea_pmu *tea = platform_get_drvdata(pdev);

	perf_pmu_unregister(&tea->pmu);
	cpuhp_state_remove_instance(tea_hotplug_state, &tea->node);
	free_percpu_irq(tea->irq, tea->harts);
	irq_dispose_mapping(tea->irq);
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
