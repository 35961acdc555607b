// SPDX-License-Identifier: GPL-2.0
/*
 * tea_hart.c - the events of a hart that sample by a countdown: samples, interrupt
 *
 * The unit has up to three countdowns, of cycles, retired instructions and taken branches,
 * each with a sample of its own. They share the interrupt: all stand still while it is
 * handled, whosever it is, so that none counts the driver.
 *
 * Everything here runs on the hart itself with interrupts off: perf calls ->add()
 * to ->read() that way, and the interrupt comes that way.
 */
#include <linux/bits.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>
#include <linux/uaccess.h>

#include <asm/irq_regs.h>

#include "tea_pmu.h"

/* Returns the subset of @mask, a bit for each countdown, whose events run. */
static unsigned int tea_hart_running(const struct tea_hart *hart, unsigned int mask)
{
	unsigned int i, running = 0;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		running |= tea_countdown_runs(&hart->countdowns[i]) << i;
	return running & mask;
}

/* Whether an event that runs has a sample. */
static bool tea_hart_is_due(const struct tea_hart *hart)
{
	return tea_hart_running(hart, tea_unit_valid(&hart->tea->unit));
}

/* Samples */

/* Takes the valid sample from the unit, which stands still. */
static void tea_sample_take(struct tea_hart_countdown *countdown)
{
	tea_unit_read(tea_countdown_unit(countdown), countdown->number,
		      tea_records_want_memory(countdown->event), &countdown->sample);
	tea_unit_release(tea_countdown_unit(countdown), countdown->number);
	countdown->due = true;
}

/*
 * Writes the part of the sample that the event may show. Returns true if the event has to stop.
 *
 * A callchain reads user memory. On the way through the scheduler, without preemption counting,
 * the fault handler cannot see that it must not sleep.
 */
static bool tea_sample_write(struct tea_hart_countdown *countdown, struct pt_regs *regs)
{
	struct perf_event *event = countdown->event;
	const unsigned int mask = tea_slots_visible(&countdown->sample, event->hw.config);
	bool stop;

	countdown->due = false;
	if (!mask || tea_overflow_refused(event)) {
		tea_event_lose(event, 1);
		return false;
	}
	pagefault_disable();
	stop = tea_records_write_sample(countdown, mask, regs);
	pagefault_enable();
	return stop;
}

static void tea_sample_drop(struct tea_hart_countdown *countdown, bool lost)
{
	tea_unit_release(tea_countdown_unit(countdown), countdown->number);
	tea_event_lose(countdown->event, lost);
}

/* Frequency mode between ticks: perf_event_overflow() would do it, perf's tick does too. */
static void tea_sampling_adapt(struct tea_hart_countdown *countdown, u64 now_ns)
{
	struct perf_event *event = countdown->event;
	struct hw_perf_event *hwc = &event->hw;
	const u64 delta_ns = now_ns - hwc->freq_time_stamp;
	u64 period_max;

	if (!event->attr.freq)
		return;
	hwc->freq_time_stamp = now_ns;
	if (delta_ns < 2 * TICK_NSEC)
		hwc->sample_period = tea_period_adapt(hwc->sample_period, event->attr.sample_freq,
						      delta_ns, countdown->unadapted,
						      countdown->number);
	countdown->unadapted = 0;
	period_max = tea_period_max(tea_countdown_unit(countdown));
	tea_countdown_set_period(countdown, tea_period_clamp(hwc->sample_period, countdown->number,
							     period_max));
	hwc->last_period = countdown->period;
}

void tea_hart_init(struct tea_hart *hart, struct tea_pmu *tea, unsigned int cpu)
{
	unsigned int i;

	hart->tea = tea;
	INIT_LIST_HEAD(&hart->counting);
	prandom_seed_state(&hart->draws, cpu);
	tea_throttle_init(hart);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		hart->countdowns[i].hart = hart;
		hart->countdowns[i].number = i;
	}
}

/* Interrupt: read all samples, then write them, while all countdowns stand still */

/* Discards late samples of countdowns that do not run. Returns true if there are any. */
static bool tea_hart_discard(struct tea_hart *hart, unsigned int valid)
{
	const struct tea_unit *unit = &hart->tea->unit;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (valid & BIT(i))
			tea_unit_release(unit, i);
	}
	return valid && !tea_unit_valid(unit);
}

/*
 * Reads all samples before any is written: perf, handling one event, can stop another. The sample
 * of an event that only counts is dropped.
 */
static void tea_hart_read(struct tea_hart *hart, unsigned int valid)
{
	struct tea_hart_countdown *countdown;
	unsigned int i;

	valid = tea_hart_running(hart, valid);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		countdown = &hart->countdowns[i];
		if (!(valid & BIT(i)))
			continue;
		if (is_sampling_event(countdown->event))
			tea_sample_take(countdown);
		else
			tea_sample_drop(countdown, false);
	}
}

/* @now_ns: since when it took the hart's time. Returns when it was done with it. */
static u64 tea_sample_overflow(struct tea_hart_countdown *countdown, struct pt_regs *regs,
			       u64 now_ns)
{
	struct perf_event *event = countdown->event;
	struct tea_hart *hart = countdown->hart;
	u64 spent_ns;
	bool stop;

	if (!tea_countdown_runs(countdown) || tea_throttle_spent(hart, now_ns)) {
		countdown->due = false;
		tea_event_lose(event, 1);
		return now_ns;
	}
	/* for perf_event_overflow(): samples are no whole period apart */
	if (event->attr.freq)
		event->hw.last_period = countdown->unadapted;
	tea_throttle_count(hart);
	stop = tea_sample_write(countdown, regs);
	/* perf may have stopped it meanwhile */
	if (tea_countdown_runs(countdown)) {
		tea_sampling_adapt(countdown, now_ns);
		if (stop)
			tea_countdown_hold(countdown);
	}
	spent_ns = sched_clock() - now_ns;
	tea_limits_took(spent_ns);
	return now_ns + spent_ns;
}

/* Returns when the last sample was written. */
static u64 tea_hart_write(struct tea_hart *hart, struct pt_regs *regs, u64 now_ns)
{
	bool leaves = false;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (!hart->countdowns[i].due)
			continue;
		now_ns = tea_sample_overflow(&hart->countdowns[i], regs, now_ns);
		leaves |= irq_work_is_pending(&hart->countdowns[i].event->pending_irq);
	}
	if (leaves)
		tea_throttle_leave(hart, now_ns);
	return now_ns;
}

/*
 * Branches of the handler are not recorded, and records of earlier branches do not continue behind
 * it. HOLD does not work before a countdown runs: records from the release until then are cleared,
 * too. @held: the way back does not count, even if a fault in the handler has ended the hold.
 */
static void tea_hart_thaw(struct tea_hart *hart, bool held)
{
	tea_branches_release(hart, false);
	if (held)
		tea_unit_hold(&hart->tea->unit, true);
	tea_countdowns_run(hart);
	tea_count_unpause(hart);
	tea_branches_clear(hart);
}

/* Writes all samples that there are. */
static void tea_hart_handle(struct tea_hart *hart, struct pt_regs *regs, bool held)
{
	const u64 begun_ns = sched_clock();
	u64 now_ns;

	tea_count_pause(hart);
	tea_countdowns_freeze(hart);
	hart->handling = true;
	tea_hart_read(hart, tea_unit_valid(&hart->tea->unit));
	now_ns = tea_hart_write(hart, regs, begun_ns);
	hart->handling = false;
	tea_limits_look(&hart->tea->limits, now_ns);
	tea_budget_bill(&hart->budget, sched_clock() - begun_ns);
	tea_throttle_update(hart, now_ns);
	tea_hart_thaw(hart, held);
}

static bool tea_hart_answer(struct tea_hart *hart)
{
	const unsigned int valid = tea_unit_valid(&hart->tea->unit);

	if (!tea_hart_running(hart, valid))
		return tea_hart_discard(hart, valid);
	tea_hart_handle(hart, get_irq_regs(), true);
	return true;
}

bool tea_hart_interrupt(struct tea_hart *hart)
{
	const u64 selected = tea_unit_enter();
	const bool answered = tea_hart_answer(hart);

	tea_unit_leave(selected);
	return answered;
}

/* Outside of the unit's interrupt: the registers of another interrupt, or the caller's. */
static struct pt_regs *tea_regs_here(struct pt_regs *caller)
{
	if (get_irq_regs())
		return get_irq_regs();
	perf_fetch_caller_regs(caller);
	return caller;
}

void tea_hart_flush(struct tea_hart *hart)
{
	struct pt_regs caller;
	u64 selected;

	if (hart->handling || !tea_hart_running(hart, ~0U))
		return;
	selected = tea_unit_enter();
	if (tea_hart_is_due(hart))
		tea_hart_handle(hart, tea_regs_here(&caller), false);
	tea_unit_leave(selected);
}

/* perf callbacks */

/* Nothing samples on the hart but perhaps this one. */
static bool tea_sampling_is_first(const struct tea_hart_countdown *countdown)
{
	const struct tea_hart *hart = countdown->hart;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (i != countdown->number && tea_countdown_runs(&hart->countdowns[i]) &&
		    is_sampling_event(hart->countdowns[i].event))
			return false;
	}
	return true;
}

static void tea_sampling_start(struct perf_event *event, int flags)
{
	struct tea_hart_countdown *countdown = tea_this_countdown(event);
	struct hw_perf_event *hwc = &event->hw;
	const struct tea_unit *unit = tea_countdown_unit(countdown);
	const u64 period = tea_period_clamp(hwc->sample_period, countdown->number,
					    tea_period_max(unit));

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	if (is_sampling_event(event) && tea_sampling_is_first(countdown))
		tea_throttle_begin(countdown->hart);
	tea_unit_program(unit, &event->attr);
	tea_countdown_halt(countdown);
	tea_unit_release(unit, countdown->number);
	if (!countdown->hart->handling)
		tea_unit_hold(unit, false);
	countdown->mark = tea_unit_progress(unit, countdown->number);
	countdown->period = period;
	tea_countdown_set_left(countdown, tea_left_rescale(local64_read(&hwc->period_left),
							   hwc->last_period, period));
	hwc->last_period = period;
	hwc->state = 0;
	if (countdown->hart->throttled && is_sampling_event(event))
		tea_countdown_park(countdown);
	tea_countdown_run(countdown);
}

/* A sample that the interrupt did not come for keeps to the limits like any other. */
static void tea_sample_take_last(struct tea_hart_countdown *countdown, struct pt_regs *regs)
{
	struct tea_hart *hart = countdown->hart;
	const u64 now_ns = sched_clock();

	if (tea_throttle_spent(hart, now_ns)) {
		tea_sample_drop(countdown, true);
		return;
	}
	tea_throttle_count(hart);
	tea_sample_take(countdown);
	tea_sample_write(countdown, regs);
	tea_budget_bill(&hart->budget, sched_clock() - now_ns);
}

/*
 * A sample that is still waiting for its interrupt belongs to this event and to
 * the current task: it is written now, with the registers of the interrupt that
 * perf stops the event from, or else of this call.
 */
static void tea_sample_finish(struct tea_hart_countdown *countdown)
{
	struct pt_regs caller;

	if (!(tea_unit_valid(tea_countdown_unit(countdown)) & BIT(countdown->number)))
		return;
	if (is_sampling_event(countdown->event))
		tea_sample_take_last(countdown, tea_regs_here(&caller));
	else
		tea_sample_drop(countdown, false);
}

/* In the unit's own interrupt, it stands still and its sample is read: it is only held. */
static void tea_sampling_stop(struct perf_event *event, int flags)
{
	struct tea_hart_countdown *countdown = tea_this_countdown(event);
	struct tea_hart *hart = countdown->hart;

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	if (!hart->handling) {
		tea_countdown_freeze(countdown);
		tea_sample_finish(countdown);
	}
	tea_countdown_hold(countdown);
	if (!hart->handling)
		tea_branches_release(hart, tea_hart_is_due(hart));
}

static int tea_sampling_add(struct perf_event *event, int flags)
{
	struct tea_hart_countdown *countdown = tea_this_countdown(event);

	if (countdown->event)
		return -EAGAIN;
	countdown->event = event;
	tea_branches_update(countdown->hart, tea_hart_is_due(countdown->hart));
	countdown->unadapted = 0;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		tea_sampling_start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

/*
 * Losses without a later sample to report them get a metadata record without a sample record. The
 * part that does not fit waits for the event's next one; lost_samples has it already.
 */
static void tea_sampling_del(struct perf_event *event, int flags)
{
	struct tea_hart_countdown *countdown = tea_this_countdown(event);

	tea_sampling_stop(event, PERF_EF_UPDATE);
	tea_records_write_losses(event);
	countdown->event = NULL;
	tea_branches_update(countdown->hart, tea_hart_is_due(countdown->hart));
	perf_event_update_userpage(event);
}

static void tea_sampling_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		tea_countdown_sync(tea_this_countdown(event));
}

/* As perf calls them */

static int tea_sampling_pmu_add(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();
	const int err = tea_sampling_add(event, flags);

	tea_unit_leave(selected);
	return err;
}

static void tea_sampling_pmu_del(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_sampling_del(event, flags);
	tea_unit_leave(selected);
}

static void tea_sampling_pmu_start(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_sampling_start(event, flags);
	tea_unit_leave(selected);
}

static void tea_sampling_pmu_stop(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_sampling_stop(event, flags);
	tea_unit_leave(selected);
}

static void tea_sampling_pmu_read(struct perf_event *event)
{
	const u64 selected = tea_unit_enter();

	tea_sampling_read(event);
	tea_unit_leave(selected);
}

const struct tea_event_ops tea_sampling_ops = {
	.add	= tea_sampling_pmu_add,
	.del	= tea_sampling_pmu_del,
	.start	= tea_sampling_pmu_start,
	.stop	= tea_sampling_pmu_stop,
	.read	= tea_sampling_pmu_read,
};

/* Sleep */

/*
 * The hart may be about to lose the unit's state. A waiting sample is dropped: on the way into
 * idle no task is left to attribute it to.
 */
static void tea_sampling_suspend(struct tea_hart_countdown *countdown)
{
	if (!tea_countdown_runs(countdown))
		return;
	tea_countdown_freeze(countdown);
	tea_sample_drop(countdown, tea_unit_valid(tea_countdown_unit(countdown)) &
					 BIT(countdown->number));
	tea_countdown_hold(countdown);
	countdown->suspended = true;
}

void tea_hart_suspend(struct tea_hart *hart)
{
	unsigned int i;

	tea_count_suspend(hart);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		tea_sampling_suspend(&hart->countdowns[i]);
}

void tea_hart_resume(struct tea_hart *hart)
{
	unsigned int i;

	tea_unit_reset(&hart->tea->unit);
	tea_branches_update(hart, false);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (hart->countdowns[i].suspended)
			tea_sampling_start(hart->countdowns[i].event, PERF_EF_RELOAD);
		hart->countdowns[i].suspended = false;
	}
	tea_count_resume(hart);
}
