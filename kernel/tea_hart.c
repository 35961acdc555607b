// SPDX-License-Identifier: GPL-2.0
/*
 * tea_hart.c - a hart's countdowns and the events on them that sample: count, interrupt
 *
 * The unit has up to three countdowns, of cycles, retired instructions and taken branches,
 * each with a sample of its own. They share the interrupt: all stand still while it is
 * handled, whosever it is, so that none counts the driver.
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
 * The one writer of control registers but for resets. Of stea_ctl: who samples and who
 * counts share it, and it is only ever written whole.
 */
static void tea_sampler_control(struct tea_sampler *sampler, u64 valid)
{
	const struct tea_hart *hart = sampler->hart;
	const bool counts = sampler->countdown == TEA_COUNTDOWN_CYCLES &&
			    !list_empty(&hart->counting) && !hart->paused;

	tea_unit_control(sampler->countdown,
			 sampler->ctl | (counts ? TEA_CTL_COUNT : 0) | valid);
}

void tea_hart_control(struct tea_hart *hart)
{
	tea_sampler_control(&hart->samplers[TEA_COUNTDOWN_CYCLES], 0);
}

static bool tea_sampler_runs(const struct tea_sampler *sampler)
{
	return sampler->event && !(sampler->event->hw.state & PERF_HES_STOPPED);
}

/* Whether an event that runs has a sample. */
static bool tea_hart_is_due(const struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_sampler_runs(&hart->samplers[i]) && tea_unit_valid(i))
			return true;
	}
	return false;
}

/* Stops the sampler, with the event's filters and policy. */
static void tea_sampler_halt(struct tea_sampler *sampler, u64 valid)
{
	sampler->ctl = sampler->event->hw.config;
	tea_sampler_control(sampler, valid);
}

/* In the interrupt all stand still until its end. */
static void tea_sampler_run(struct tea_sampler *sampler)
{
	if (sampler->hart->handling)
		return;
	sampler->ctl = sampler->event->hw.config | TEA_CTL_ENABLE;
	tea_sampler_control(sampler, 0);
}

/* The unit stands still, not parked. The running interval is stretched or cut to match. */
static void tea_sampler_set_period(struct tea_sampler *sampler, u64 period)
{
	if (period == sampler->period)
		return;
	sampler->mark.left = tea_left_rescale(sampler->mark.left, sampler->period, period);
	sampler->period = period;
	tea_unit_set_countdown(sampler->countdown, period, sampler->mark.left);
}

/* The count */

static void tea_sampler_lose(struct tea_sampler *sampler, u64 count)
{
	struct perf_event *event = sampler->event;

	if (!count || !is_sampling_event(event))
		return;
	to_tea_event(event)->lost += count;
	atomic64_add(count, &(event->parent ?: event)->lost_samples);
}

static void tea_sampler_count(struct tea_sampler *sampler, s64 cycles)
{
	local64_add(cycles, &sampler->event->count);
	sampler->unadapted += cycles;
	if (sampler->parked)
		sampler->parking.passed += cycles;
}

/*
 * Brings the event's count up to date. What a unit counted that lost its state behind
 * our back is gone: it goes on from here.
 */
static void tea_sampler_sync(struct tea_sampler *sampler)
{
	const struct tea_progress now = tea_unit_progress(sampler->countdown);

	if (tea_progress_was_reset(&sampler->mark, &now)) {
		sampler->mark = now;
		return;
	}
	tea_sampler_count(sampler, tea_progress_cycles(&sampler->mark, &now, sampler->period));
	tea_sampler_lose(sampler, now.lost - sampler->mark.lost);
	sampler->mark = now;
}

/*
 * Stops the unit; the count is up to date then. The look just before tells
 * whether stopping dropped a sample: there is no room for more than one in between.
 */
static void tea_sampler_freeze(struct tea_sampler *sampler)
{
	struct tea_progress before;

	tea_sampler_sync(sampler);
	before = sampler->mark;
	tea_sampler_halt(sampler, 0);
	tea_sampler_sync(sampler);
	if (tea_progress_dropped(&before, &sampler->mark, sampler->period)) {
		tea_sampler_count(sampler, sampler->period);
		tea_sampler_lose(sampler, 1);
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

/* Takes the valid sample from the unit, which stands still. */
static void tea_sampler_read(struct tea_sampler *sampler)
{
	tea_unit_read(sampler->countdown, &sampler->shot);
	tea_sampler_halt(sampler, TEA_CTL_VALID);
	sampler->mark.valid = false;
}

/*
 * Writes what the event may show of the sample that was read. Returns true if the event has
 * to stop.
 *
 * A callchain reads user memory. On the way through the scheduler, without
 * preemption counting, the fault handler can't tell that it must not sleep.
 */
static bool tea_sampler_write(struct tea_sampler *sampler, struct pt_regs *regs)
{
	const struct tea_shot *shot = &sampler->shot;
	struct perf_event *event = sampler->event;
	const unsigned int mask = tea_slots_visible(shot->meta, shot->pcs, event->hw.config);
	bool stop;

	if (!mask || tea_sample_is_excluded(event)) {
		tea_sampler_lose(sampler, 1);
		return false;
	}
	pagefault_disable();
	stop = tea_hart_write_sample(sampler, shot, mask, regs);
	pagefault_enable();
	return stop;
}

static void tea_sampler_drop_sample(struct tea_sampler *sampler, bool lost)
{
	tea_sampler_halt(sampler, TEA_CTL_VALID);
	sampler->mark.valid = false;
	tea_sampler_lose(sampler, lost);
}

/* Frequency mode between ticks: perf_event_overflow() would do it, perf's tick does too. */
static void tea_sampler_adapt(struct tea_sampler *sampler, u64 now_ns)
{
	struct perf_event *event = sampler->event;
	struct hw_perf_event *hwc = &event->hw;
	const u64 delta_ns = now_ns - hwc->freq_time_stamp;

	if (!event->attr.freq)
		return;
	hwc->freq_time_stamp = now_ns;
	if (delta_ns < 2 * TICK_NSEC)
		hwc->sample_period = tea_period_adapt(hwc->sample_period, event->attr.sample_freq,
						      delta_ns, sampler->unadapted,
						      sampler->countdown);
	sampler->unadapted = 0;
	tea_sampler_set_period(sampler, tea_period_clamp(hwc->sample_period, sampler->countdown,
							 sampler->hart->tea->period_max));
	hwc->last_period = sampler->period;
}

static void tea_sampler_set_left(struct tea_sampler *sampler, u64 left)
{
	sampler->mark.left = left;
	tea_unit_set_countdown(sampler->countdown, sampler->period, left);
}

/* It stands still. */
static void tea_sampler_park(struct tea_sampler *sampler)
{
	sampler->parking = (struct tea_parking){ .left = sampler->mark.left };
	sampler->parked = true;
	tea_sampler_set_left(sampler, tea_parking_left(sampler->hart->tea->period_max));
}

static void tea_sampler_unpark(struct tea_sampler *sampler)
{
	const u64 left = tea_parking_end(&sampler->parking, sampler->period,
					 prandom_u32_state(&sampler->hart->draws));

	sampler->parked = false;
	tea_sampler_lose(sampler, tea_parking_lost(&sampler->parking, sampler->period, left));
	tea_sampler_set_left(sampler, left);
}

/* The unit stands still: the event is stopped, and where it stopped is saved. */
static void tea_sampler_hold(struct tea_sampler *sampler)
{
	struct hw_perf_event *hwc = &sampler->event->hw;

	if (sampler->parked)
		tea_sampler_unpark(sampler);

	local64_set(&hwc->period_left, sampler->mark.left);
	hwc->last_period = sampler->period;
	hwc->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

void tea_hart_init(struct tea_hart *hart, struct tea_pmu *tea, unsigned int cpu)
{
	unsigned int i;

	hart->tea = tea;
	INIT_LIST_HEAD(&hart->counting);
	prandom_seed_state(&hart->draws, cpu);
	tea_throttle_init(hart);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		hart->samplers[i].hart = hart;
		hart->samplers[i].countdown = i;
	}
}

/* All countdowns of the hart */

void tea_hart_freeze(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_sampler_runs(&hart->samplers[i]))
			tea_sampler_freeze(&hart->samplers[i]);
	}
}

void tea_hart_run(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_sampler_runs(&hart->samplers[i]))
			tea_sampler_run(&hart->samplers[i]);
	}
}

void tea_hart_park(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_sampler_runs(&hart->samplers[i]) && !hart->samplers[i].parked &&
		    is_sampling_event(hart->samplers[i].event))
			tea_sampler_park(&hart->samplers[i]);
	}
}

void tea_hart_unpark(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (hart->samplers[i].parked)
			tea_sampler_unpark(&hart->samplers[i]);
	}
}

/* Interrupt: read all samples, then write them, while all countdowns stand still */

/*
 * Of those that do not run: a sample that came late is discarded. What has become due
 * meanwhile of one that runs stays, and pends.
 */
static irqreturn_t tea_hart_discard(struct tea_hart *hart)
{
	irqreturn_t handled = IRQ_NONE;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (!tea_sampler_runs(&hart->samplers[i]) &&
		    tea_unit_has(hart->tea->caps, i) && tea_unit_valid(i)) {
			tea_sampler_control(&hart->samplers[i], TEA_CTL_VALID);
			handled = IRQ_HANDLED;
		}
	}
	return handled;
}

/*
 * Before any is written: what perf does with one event can stop another. One that only counts
 * has its sample to be rid of.
 */
static void tea_hart_read(struct tea_hart *hart)
{
	struct tea_sampler *sampler;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		sampler = &hart->samplers[i];
		sampler->shot.meta = 0;
		if (!tea_sampler_runs(sampler) || !sampler->mark.valid)
			continue;
		if (is_sampling_event(sampler->event))
			tea_sampler_read(sampler);
		else
			tea_sampler_drop_sample(sampler, false);
	}
}

/* @now_ns: since when it took the hart's time. Returns when it was done with it. */
static u64 tea_sampler_overflow(struct tea_sampler *sampler, u64 now_ns)
{
	struct perf_event *event = sampler->event;
	struct tea_hart *hart = sampler->hart;
	u64 spent_ns;
	bool stop;

	if (!tea_sampler_runs(sampler) || tea_throttle_spent(hart, now_ns)) {
		tea_sampler_lose(sampler, 1);
		return now_ns;
	}
	/* for perf_event_overflow(): samples are no whole period apart */
	if (event->attr.freq)
		event->hw.last_period = sampler->unadapted;
	tea_throttle_count(hart);
	stop = tea_sampler_write(sampler, get_irq_regs());
	/* perf may have stopped it meanwhile */
	if (tea_sampler_runs(sampler)) {
		tea_sampler_adapt(sampler, now_ns);
		if (stop)
			tea_sampler_hold(sampler);
	}
	spent_ns = sched_clock() - now_ns;
	tea_limits_took(spent_ns);
	return now_ns + spent_ns;
}

/* Returns when the last sample was written. */
static u64 tea_hart_write(struct tea_hart *hart, u64 now_ns)
{
	bool leaves = false;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (!hart->samplers[i].shot.meta)
			continue;
		now_ns = tea_sampler_overflow(&hart->samplers[i], now_ns);
		leaves |= irq_work_is_pending(&hart->samplers[i].event->pending_irq);
	}
	if (leaves)
		tea_throttle_leave(hart, now_ns);
	return now_ns;
}

/*
 * Branches of the handler are not recorded, and what was before it does not go on behind. Until
 * a countdown runs nothing is held: those from the release to there are cleared, too.
 */
static void tea_hart_thaw(struct tea_hart *hart)
{
	tea_branches_release(hart, false);
	tea_hart_run(hart);
	tea_count_unpause(hart);
	tea_branches_clear(hart);
}

irqreturn_t tea_hart_interrupt(int irq, void *arg)
{
	struct tea_hart *hart = arg;
	const u64 begun_ns = sched_clock();
	u64 now_ns;

	if (!tea_hart_is_due(hart))
		return tea_hart_discard(hart);
	tea_count_pause(hart);
	tea_hart_freeze(hart);
	hart->handling = true;
	tea_hart_read(hart);
	now_ns = tea_hart_write(hart, begun_ns);
	hart->handling = false;
	tea_limits_look(&hart->tea->limits, now_ns);
	tea_budget_bill(&hart->budget, sched_clock() - begun_ns);
	tea_throttle_update(hart, now_ns);
	tea_hart_thaw(hart);
	return IRQ_HANDLED;
}

/* perf callbacks */

/* Nothing samples on the hart but perhaps this one. */
static bool tea_sampler_is_first(const struct tea_sampler *sampler)
{
	const struct tea_hart *hart = sampler->hart;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (i != sampler->countdown && tea_sampler_runs(&hart->samplers[i]) &&
		    is_sampling_event(hart->samplers[i].event))
			return false;
	}
	return true;
}

static void tea_countdown_start(struct perf_event *event, int flags)
{
	struct tea_sampler *sampler = tea_this_sampler(event);
	struct hw_perf_event *hwc = &event->hw;
	const u64 period = tea_period_clamp(hwc->sample_period, sampler->countdown,
					    sampler->hart->tea->period_max);

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	if (is_sampling_event(event) && tea_sampler_is_first(sampler))
		tea_throttle_begin(sampler->hart);
	tea_sampler_halt(sampler, TEA_CTL_VALID);
	sampler->mark = tea_unit_progress(sampler->countdown);
	sampler->period = period;
	tea_sampler_set_left(sampler, tea_left_rescale(local64_read(&hwc->period_left),
						       hwc->last_period, period));
	hwc->last_period = period;
	hwc->state = 0;
	if (sampler->hart->throttled && is_sampling_event(event))
		tea_sampler_park(sampler);
	tea_sampler_run(sampler);
}

/* A sample that the interrupt did not come for keeps to the limits like any other. */
static void tea_sampler_take_last(struct tea_sampler *sampler, struct pt_regs *regs)
{
	struct tea_hart *hart = sampler->hart;
	const u64 now_ns = sched_clock();

	if (tea_throttle_spent(hart, now_ns)) {
		tea_sampler_drop_sample(sampler, true);
		return;
	}
	tea_throttle_count(hart);
	tea_sampler_read(sampler);
	tea_sampler_write(sampler, regs);
	tea_budget_bill(&hart->budget, sched_clock() - now_ns);
}

/*
 * A sample that is still waiting for its interrupt belongs to this event and to
 * the current task: it is written now, with the registers of the interrupt that
 * perf stops the event from, or else of this call.
 */
static void tea_sampler_finish(struct tea_sampler *sampler)
{
	struct pt_regs *regs = get_irq_regs();
	struct pt_regs caller;

	if (!regs) {
		perf_fetch_caller_regs(&caller);
		regs = &caller;
	}
	if (!is_sampling_event(sampler->event))
		tea_sampler_drop_sample(sampler, false);
	else if (sampler->mark.valid)
		tea_sampler_take_last(sampler, regs);
}

/* In the unit's own interrupt, it stands still and its sample is read: it is only held. */
static void tea_countdown_stop(struct perf_event *event, int flags)
{
	struct tea_sampler *sampler = tea_this_sampler(event);
	struct tea_hart *hart = sampler->hart;

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	if (!hart->handling) {
		tea_sampler_freeze(sampler);
		tea_sampler_finish(sampler);
	}
	tea_sampler_hold(sampler);
	if (!hart->handling)
		tea_branches_release(hart, tea_hart_is_due(hart));
}

static int tea_countdown_add(struct perf_event *event, int flags)
{
	struct tea_sampler *sampler = tea_this_sampler(event);

	if (!sampler->hart->ready)
		return -ENOENT;
	if (sampler->event)
		return -EAGAIN;
	sampler->event = event;
	tea_branches_update(sampler->hart, tea_hart_is_due(sampler->hart));
	sampler->unadapted = 0;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		tea_countdown_start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

/*
 * Losses that no sample came to report get a word without records. What does not
 * fit it waits for the event's next; lost_samples has it already.
 */
static void tea_countdown_del(struct perf_event *event, int flags)
{
	struct tea_sampler *sampler = tea_this_sampler(event);

	tea_countdown_stop(event, PERF_EF_UPDATE);
	if (to_tea_event(event)->lost)
		tea_hart_write_word(sampler, 0, 0);
	sampler->event = NULL;
	tea_branches_update(sampler->hart, tea_hart_is_due(sampler->hart));
	perf_event_update_userpage(event);
}

static void tea_countdown_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		tea_sampler_sync(tea_this_sampler(event));
}

const struct tea_kind tea_kind_countdown = {
	.add	= tea_countdown_add,
	.del	= tea_countdown_del,
	.start	= tea_countdown_start,
	.stop	= tea_countdown_stop,
	.read	= tea_countdown_read,
};

/* Sleep */

/*
 * The hart may be about to lose the unit's state. A sample that waits is dropped:
 * on the way into idle there is nobody to write it for.
 */
static void tea_sampler_suspend(struct tea_sampler *sampler)
{
	if (!tea_sampler_runs(sampler))
		return;
	tea_sampler_freeze(sampler);
	tea_sampler_drop_sample(sampler, sampler->mark.valid);
	tea_sampler_hold(sampler);
	sampler->suspended = true;
}

void tea_hart_suspend(struct tea_hart *hart)
{
	unsigned int i;

	tea_count_suspend(hart);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		tea_sampler_suspend(&hart->samplers[i]);
}

void tea_hart_resume(struct tea_hart *hart)
{
	unsigned int i;

	tea_unit_reset(hart->tea->caps);
	tea_branches_update(hart, false);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (hart->samplers[i].suspended)
			tea_countdown_start(hart->samplers[i].event, PERF_EF_RELOAD);
		hart->samplers[i].suspended = false;
	}
	tea_count_resume(hart);
}
