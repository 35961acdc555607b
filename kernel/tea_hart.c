// SPDX-License-Identifier: GPL-2.0
/*
 * tea_hart.c - a hart's unit and the event on it that samples: count, interrupt, start, stop
 *
 * Everything here runs on the hart itself with interrupts off: perf calls ->add()
 * to ->read() that way, and the interrupt comes that way.
 */
#include <linux/irq.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>
#include <linux/uaccess.h>

#include <asm/irq_regs.h>

#include "tea_hart.h"

/*
 * The one writer of stea_ctl but for resets: who samples and who counts share it, and it is
 * only ever written whole.
 */
void tea_hart_control(struct tea_hart *hart, u64 valid)
{
	const bool counts = !list_empty(&hart->counting) && !hart->paused;

	tea_unit_control(hart->sampler | (counts ? TEA_CTL_COUNT : 0) | valid);
}

/* Stops the sampler, with the event's filters and policy. */
static void tea_hart_halt(struct tea_hart *hart, u64 valid)
{
	hart->sampler = hart->event->hw.config;
	tea_hart_control(hart, valid);
}

static void tea_hart_run(struct tea_hart *hart)
{
	hart->sampler = hart->event->hw.config | TEA_CTL_ENABLE;
	tea_hart_control(hart, 0);
}

/* The unit stands still. The running interval is stretched or cut to match. */
static void tea_hart_set_period(struct tea_hart *hart, u64 period)
{
	if (period == hart->period)
		return;
	hart->mark.left = tea_left_rescale(hart->mark.left, hart->period, period);
	hart->period = period;
	tea_unit_set_countdown(period, hart->mark.left);
}

/* The count */

static void tea_hart_lose(struct tea_hart *hart, u64 count)
{
	struct perf_event *event = hart->event;

	if (!count || !is_sampling_event(event))
		return;
	to_tea_event(event)->lost += count;
	atomic64_add(count, &(event->parent ?: event)->lost_samples);
}

static void tea_hart_count(struct tea_hart *hart, s64 cycles)
{
	local64_add(cycles, &hart->event->count);
	hart->unadapted += cycles;
}

/*
 * Brings the event's count up to date. What a unit counted that lost its state behind
 * our back is gone: it goes on from here.
 */
static void tea_hart_sync(struct tea_hart *hart)
{
	const struct tea_progress now = tea_unit_progress();

	if (tea_progress_was_reset(&hart->mark, &now)) {
		hart->mark = now;
		return;
	}
	tea_hart_count(hart, tea_progress_cycles(&hart->mark, &now, hart->period));
	tea_hart_lose(hart, now.lost - hart->mark.lost);
	hart->mark = now;
}

/*
 * Stops the unit; the count is up to date then. The look just before tells
 * whether stopping dropped a sample: there is no room for more than one in between.
 */
static void tea_hart_freeze(struct tea_hart *hart)
{
	struct tea_progress before;

	tea_hart_sync(hart);
	before = hart->mark;
	tea_hart_halt(hart, 0);
	tea_hart_sync(hart);
	if (tea_progress_dropped(&before, &hart->mark, hart->period)) {
		tea_hart_count(hart, hart->period);
		tea_hart_lose(hart, 1);
	}
}

/* Samples */

/*
 * True for a sample of a virtual machine that the event excludes. The unit can't tell,
 * but KVM lets the interrupts that ended the guest's turn in before it takes the
 * guest's flag off the task, so that their time is accounted to the guest.
 */
static bool tea_sample_is_excluded(struct perf_event *event)
{
	return event->attr.exclude_guest && current->flags & PF_VCPU;
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
	tea_hart_halt(hart, TEA_CTL_VALID);
	hart->mark.valid = false;

	mask = tea_slots_visible(shot.meta, shot.pcs, event->hw.config);
	if (!mask || tea_sample_is_excluded(event)) {
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
	tea_hart_halt(hart, TEA_CTL_VALID);
	hart->mark.valid = false;
	tea_hart_lose(hart, lost);
}

/* Frequency mode between ticks: perf_event_overflow() would do it, perf's tick does too. */
static void tea_hart_adapt(struct tea_hart *hart, u64 now_ns)
{
	struct perf_event *event = hart->event;
	struct hw_perf_event *hwc = &event->hw;
	const u64 delta_ns = now_ns - hwc->freq_time_stamp;

	if (!event->attr.freq)
		return;
	hwc->freq_time_stamp = now_ns;
	if (delta_ns < 2 * TICK_NSEC)
		hwc->sample_period = tea_period_adapt(hwc->sample_period, event->attr.sample_freq,
						      delta_ns, hart->unadapted);
	hart->unadapted = 0;
	tea_hart_set_period(hart, tea_period_clamp(hwc->sample_period, hart->tea->period_max));
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

/*
 * Waking up who reads the samples, and signals to who asked for them, are work that
 * perf leaves behind for another interrupt right after this one. It can take longer
 * than writing the sample, and longer than the period, so it is billed, too: from the
 * end of one to the end of the other. Work that is queued later may run earlier: the
 * first time, this goes to the end once more.
 */
static void tea_hart_wakeup(struct irq_work *work)
{
	struct tea_hart *hart = container_of(work, struct tea_hart, wakeup);

	if (!hart->behind) {
		hart->behind = true;
		irq_work_queue(work);
		return;
	}
	if (hart->event)
		tea_budget_bill(&to_tea_event(hart->event)->budget, sched_clock() - hart->left_ns);
}

static void tea_hart_leave(struct tea_hart *hart, u64 now_ns)
{
	if (!irq_work_is_pending(&hart->event->pending_irq))
		return;
	hart->left_ns = now_ns;
	hart->behind = false;
	irq_work_queue(&hart->wakeup);
}

void tea_hart_init(struct tea_hart *hart, struct tea_pmu *tea)
{
	hart->tea = tea;
	INIT_LIST_HEAD(&hart->counting);
	hart->wakeup = IRQ_WORK_INIT_HARD(tea_hart_wakeup);
}

/* No event runs, and none will. */
void tea_hart_deinit(struct tea_hart *hart)
{
	irq_work_sync(&hart->wakeup);
}

/* Interrupt: decide, then act */

static void tea_hart_overflow(struct tea_hart *hart, enum tea_irq why, u64 now_ns)
{
	struct perf_event *event = hart->event;
	struct tea_budget *budget = &to_tea_event(event)->budget;
	bool stop = false;
	u64 spent_ns;

	tea_count_pause(hart);
	tea_hart_freeze(hart);
	/* for perf_event_overflow(): samples are no whole period apart */
	if (event->attr.freq)
		event->hw.last_period = hart->unadapted;
	if (why == TEA_IRQ_SAMPLE) {
		tea_budget_count(budget, &hart->tea->limits.now);
		stop = tea_hart_take_sample(hart, get_irq_regs());
	} else {
		tea_hart_drop_sample(hart, why == TEA_IRQ_THROTTLED);
	}
	tea_hart_adapt(hart, now_ns);
	if (stop)
		tea_hart_hold(hart);
	else if (!(event->hw.state & PERF_HES_STOPPED))
		tea_hart_run(hart);
	tea_count_unpause(hart);
	tea_limits_look(&hart->tea->limits, now_ns);
	spent_ns = sched_clock() - now_ns;
	tea_budget_bill(budget, spent_ns);
	tea_limits_took(spent_ns);
	tea_hart_leave(hart, now_ns + spent_ns);
}

irqreturn_t tea_hart_interrupt(int irq, void *arg)
{
	struct tea_hart *hart = arg;
	struct perf_event *event = hart->event;
	const u64 now_ns = sched_clock();
	const enum tea_irq why =
		tea_irq_decide(tea_unit_valid(), event && !(event->hw.state & PERF_HES_STOPPED),
			       event && is_sampling_event(event),
			       event && tea_budget_spent(&to_tea_event(event)->budget,
							 &hart->tea->limits.now, now_ns));

	switch (why) {
	case TEA_IRQ_SPURIOUS:
		return IRQ_NONE;
	case TEA_IRQ_LATE:
		tea_hart_control(hart, TEA_CTL_VALID);
		return IRQ_HANDLED;
	default:
		tea_hart_overflow(hart, why, now_ns);
		return IRQ_HANDLED;
	}
}

/* perf callbacks */

static void tea_cycles_start(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);
	struct hw_perf_event *hwc = &event->hw;
	const u64 period = tea_period_clamp(hwc->sample_period, hart->tea->period_max);

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	to_tea_event(event)->budget.at_ns = sched_clock();
	tea_hart_halt(hart, TEA_CTL_VALID);
	hart->mark = tea_unit_progress();
	hart->mark.left = tea_left_rescale(local64_read(&hwc->period_left), hwc->last_period,
					   period);
	hart->period = period;
	tea_unit_set_countdown(period, hart->mark.left);
	hwc->last_period = period;
	hwc->state = 0;
	tea_hart_run(hart);
}

/* A sample that the interrupt did not come for keeps to the limits like any other. */
static void tea_hart_take_last(struct tea_hart *hart, struct pt_regs *regs)
{
	struct tea_budget *budget = &to_tea_event(hart->event)->budget;
	const u64 now_ns = sched_clock();

	if (tea_budget_spent(budget, &hart->tea->limits.now, now_ns)) {
		tea_hart_drop_sample(hart, true);
		return;
	}
	tea_budget_count(budget, &hart->tea->limits.now);
	tea_hart_take_sample(hart, regs);
	tea_budget_bill(budget, sched_clock() - now_ns);
}

/*
 * A sample that is still waiting for its interrupt belongs to this event and to
 * the current task: it is written now, with the registers of the interrupt that
 * perf stops the event from, or else of this call.
 */
static void tea_cycles_stop(struct perf_event *event, int flags)
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
		tea_hart_take_last(hart, regs);
	tea_hart_hold(hart);
}

static int tea_cycles_add(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	if (!hart->ready)
		return -ENOENT;
	if (hart->event)
		return -EAGAIN;
	hart->event = event;
	hart->unadapted = 0;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		tea_cycles_start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

/*
 * Losses that no sample came to report get a word without records. What does not
 * fit it waits for the event's next; lost_samples has it already.
 */
static void tea_cycles_del(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	tea_cycles_stop(event, PERF_EF_UPDATE);
	if (to_tea_event(event)->lost)
		tea_hart_write_word(hart, 0, 0);
	hart->event = NULL;
	perf_event_update_userpage(event);
}

static void tea_cycles_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		tea_hart_sync(tea_this_hart(event));
}

const struct tea_kind tea_kind_cycles = {
	.add	= tea_cycles_add,
	.del	= tea_cycles_del,
	.start	= tea_cycles_start,
	.stop	= tea_cycles_stop,
	.read	= tea_cycles_read,
};

/* Sleep */

/*
 * The hart may be about to lose the unit's state. A sample that waits is dropped:
 * on the way into idle there is nobody to write it for.
 */
void tea_hart_suspend(struct tea_hart *hart)
{
	struct perf_event *event = hart->event;

	tea_count_suspend(hart);
	if (!event || event->hw.state & PERF_HES_STOPPED)
		return;
	tea_hart_freeze(hart);
	tea_hart_drop_sample(hart, hart->mark.valid);
	tea_hart_hold(hart);
	hart->suspended = true;
}

void tea_hart_resume(struct tea_hart *hart)
{
	tea_unit_reset();
	if (hart->suspended)
		tea_cycles_start(hart->event, PERF_EF_RELOAD);
	hart->suspended = false;
	tea_count_resume(hart);
}
