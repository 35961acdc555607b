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
#include <linux/bits.h>
#include <linux/device.h>
#include <linux/irq.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>
#include <linux/uaccess.h>

#include <asm/irq_regs.h>

#include "tea_hart.h"

/* So many interrupts for nothing, one after the other, and a hart's are disabled. */
#define TEA_SPURIOUS_MAX	1000

static bool tea_sampler_runs(const struct tea_sampler *sampler)
{
	return sampler->event && !(sampler->event->hw.state & PERF_HES_STOPPED);
}

/* Of these countdowns, a bit each, those whose event runs. */
static unsigned int tea_hart_running(const struct tea_hart *hart, unsigned int mask)
{
	unsigned int i, running = 0;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		running |= tea_sampler_runs(&hart->samplers[i]) << i;
	return running & mask;
}

/* Whether an event that runs has a sample. */
static bool tea_hart_is_due(const struct tea_hart *hart)
{
	return tea_hart_running(hart, tea_unit_valid(&hart->tea->unit));
}

static const struct tea_unit *tea_sampler_unit(const struct tea_sampler *sampler)
{
	return &sampler->hart->tea->unit;
}

/* Stops the sampler, with the event's levels and policy. */
static void tea_sampler_halt(struct tea_sampler *sampler)
{
	tea_unit_control(tea_sampler_unit(sampler), sampler->countdown, sampler->event->hw.config);
}

/* In the interrupt all stand still until its end. */
static void tea_sampler_run(struct tea_sampler *sampler)
{
	const struct tea_hart *hart = sampler->hart;
	u64 ctl = sampler->event->hw.config | TEA_CTL_ENABLE;

	if (hart->handling)
		return;
	/* somebody else's records go on */
	if (!hart->branches)
		ctl &= ~TEA_CTL_FREEZE;
	tea_unit_control(tea_sampler_unit(sampler), sampler->countdown, ctl);
}

/* The unit stands still, not parked. The running interval is stretched or cut to match. */
static void tea_sampler_set_period(struct tea_sampler *sampler, u64 period)
{
	if (period == sampler->period)
		return;
	sampler->mark.left = tea_left_rescale(sampler->mark.left, sampler->period, period);
	sampler->period = period;
	tea_unit_set_countdown(tea_sampler_unit(sampler), sampler->countdown, period,
			       sampler->mark.left);
}

/* The count */

static void tea_sampler_count(struct tea_sampler *sampler, u64 cycles)
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
	const struct tea_progress now = tea_unit_progress(tea_sampler_unit(sampler),
							  sampler->countdown);

	if (!tea_progress_was_reset(&sampler->mark, &now)) {
		tea_sampler_count(sampler, now.count - sampler->mark.count);
		tea_event_lose(sampler->event, now.lost - sampler->mark.lost);
	}
	sampler->mark = now;
}

/* Stops the unit; count and losses are up to date then, and stay so. */
static void tea_sampler_freeze(struct tea_sampler *sampler)
{
	tea_sampler_halt(sampler);
	tea_sampler_sync(sampler);
}

/* Samples */

/* Takes the valid sample from the unit, which stands still. */
static void tea_sampler_read(struct tea_sampler *sampler)
{
	tea_unit_read(tea_sampler_unit(sampler), sampler->countdown,
		      tea_wants_memory(sampler->event), &sampler->shot);
	tea_unit_release(tea_sampler_unit(sampler), sampler->countdown);
	sampler->due = true;
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
	struct perf_event *event = sampler->event;
	const unsigned int mask = tea_slots_visible(&sampler->shot, event->hw.config);
	bool stop;

	sampler->due = false;
	if (!mask || tea_overflow_refused(event)) {
		tea_event_lose(event, 1);
		return false;
	}
	pagefault_disable();
	stop = tea_hart_write_sample(sampler, mask, regs);
	pagefault_enable();
	return stop;
}

static void tea_sampler_drop_sample(struct tea_sampler *sampler, bool lost)
{
	tea_unit_release(tea_sampler_unit(sampler), sampler->countdown);
	tea_event_lose(sampler->event, lost);
}

/* Frequency mode between ticks: perf_event_overflow() would do it, perf's tick does too. */
static void tea_sampler_adapt(struct tea_sampler *sampler, u64 now_ns)
{
	struct perf_event *event = sampler->event;
	struct hw_perf_event *hwc = &event->hw;
	const u64 delta_ns = now_ns - hwc->freq_time_stamp;
	u64 period_max;

	if (!event->attr.freq)
		return;
	hwc->freq_time_stamp = now_ns;
	if (delta_ns < 2 * TICK_NSEC)
		hwc->sample_period = tea_period_adapt(hwc->sample_period, event->attr.sample_freq,
						      delta_ns, sampler->unadapted,
						      sampler->countdown);
	sampler->unadapted = 0;
	period_max = tea_period_max(tea_sampler_unit(sampler));
	tea_sampler_set_period(sampler, tea_period_clamp(hwc->sample_period, sampler->countdown,
							 period_max));
	hwc->last_period = sampler->period;
}

static void tea_sampler_set_left(struct tea_sampler *sampler, u64 left)
{
	sampler->mark.left = left;
	tea_unit_set_countdown(tea_sampler_unit(sampler), sampler->countdown, sampler->period,
			       left);
}

/* It stands still. */
static void tea_sampler_park(struct tea_sampler *sampler)
{
	sampler->parking = (struct tea_parking){ .left = sampler->mark.left };
	sampler->parked = true;
	tea_sampler_set_left(sampler, tea_parking_left(tea_period_max(tea_sampler_unit(sampler))));
}

static void tea_sampler_unpark(struct tea_sampler *sampler)
{
	const u64 left = tea_parking_end(&sampler->parking, sampler->period,
					 prandom_u32_state(&sampler->hart->draws));

	sampler->parked = false;
	tea_event_lose(sampler->event,
		       tea_parking_lost(&sampler->parking, sampler->period, left));
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

/* Of those that do not run: a sample that came late is discarded. */
static irqreturn_t tea_hart_discard(struct tea_hart *hart, unsigned int valid)
{
	const struct tea_unit *unit = &hart->tea->unit;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (valid & BIT(i))
			tea_unit_release(unit, i);
	}
	if (valid && !tea_unit_valid(unit)) {
		hart->spurious = 0;
		return IRQ_HANDLED;
	}
	/* a unit that is broken, or not the one that the device tree says */
	if (++hart->spurious == TEA_SPURIOUS_MAX) {
		dev_err(hart->tea->dev, "CPU %u: its unit interrupts for nothing: disabled\n",
			smp_processor_id());
		disable_percpu_irq(hart->tea->irq);
	}
	return IRQ_NONE;
}

/*
 * Before any is written: what perf does with one event can stop another. One that only counts
 * has its sample to be rid of.
 */
static void tea_hart_read(struct tea_hart *hart, unsigned int valid)
{
	struct tea_sampler *sampler;
	unsigned int i;

	valid = tea_hart_running(hart, valid);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		sampler = &hart->samplers[i];
		if (!(valid & BIT(i)))
			continue;
		if (is_sampling_event(sampler->event))
			tea_sampler_read(sampler);
		else
			tea_sampler_drop_sample(sampler, false);
	}
}

/* @now_ns: since when it took the hart's time. Returns when it was done with it. */
static u64 tea_sampler_overflow(struct tea_sampler *sampler, struct pt_regs *regs, u64 now_ns)
{
	struct perf_event *event = sampler->event;
	struct tea_hart *hart = sampler->hart;
	u64 spent_ns;
	bool stop;

	if (!tea_sampler_runs(sampler) || tea_throttle_spent(hart, now_ns)) {
		sampler->due = false;
		tea_event_lose(event, 1);
		return now_ns;
	}
	/* for perf_event_overflow(): samples are no whole period apart */
	if (event->attr.freq)
		event->hw.last_period = sampler->unadapted;
	tea_throttle_count(hart);
	stop = tea_sampler_write(sampler, regs);
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
static u64 tea_hart_write(struct tea_hart *hart, struct pt_regs *regs, u64 now_ns)
{
	bool leaves = false;
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (!hart->samplers[i].due)
			continue;
		now_ns = tea_sampler_overflow(&hart->samplers[i], regs, now_ns);
		leaves |= irq_work_is_pending(&hart->samplers[i].event->pending_irq);
	}
	if (leaves)
		tea_throttle_leave(hart, now_ns);
	return now_ns;
}

/*
 * Branches of the handler are not recorded, and what was before it does not go on behind. Until
 * a countdown runs nothing is held: those from the release to there are cleared, too. @held: the
 * way back does not count, though a fault in the handler has ended what was held.
 */
static void tea_hart_thaw(struct tea_hart *hart, bool held)
{
	tea_branches_release(hart, false);
	if (held)
		tea_unit_hold(&hart->tea->unit, true);
	tea_hart_run(hart);
	tea_count_unpause(hart);
	tea_branches_clear(hart);
}

/* Writes all samples that there are. */
static void tea_hart_handle(struct tea_hart *hart, struct pt_regs *regs, bool held)
{
	const u64 begun_ns = sched_clock();
	u64 now_ns;

	tea_count_pause(hart);
	tea_hart_freeze(hart);
	hart->handling = true;
	tea_hart_read(hart, tea_unit_valid(&hart->tea->unit));
	now_ns = tea_hart_write(hart, regs, begun_ns);
	hart->handling = false;
	tea_limits_look(&hart->tea->limits, now_ns);
	tea_budget_bill(&hart->budget, sched_clock() - begun_ns);
	tea_throttle_update(hart, now_ns);
	tea_hart_thaw(hart, held);
}

static irqreturn_t tea_hart_answer(struct tea_hart *hart)
{
	const unsigned int valid = tea_unit_valid(&hart->tea->unit);

	if (!tea_hart_running(hart, valid))
		return tea_hart_discard(hart, valid);
	hart->spurious = 0;
	tea_hart_handle(hart, get_irq_regs(), true);
	return IRQ_HANDLED;
}

irqreturn_t tea_hart_interrupt(int irq, void *arg)
{
	const u64 selected = tea_unit_enter();
	const irqreturn_t handled = tea_hart_answer(arg);

	tea_unit_leave(selected);
	return handled;
}

/* Outside of the unit's interrupt: the registers of another one, or of who calls. */
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
	const struct tea_unit *unit = tea_sampler_unit(sampler);
	const u64 period = tea_period_clamp(hwc->sample_period, sampler->countdown,
					    tea_period_max(unit));

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	if (is_sampling_event(event) && tea_sampler_is_first(sampler))
		tea_throttle_begin(sampler->hart);
	tea_sampler_halt(sampler);
	tea_unit_release(unit, sampler->countdown);
	if (!sampler->hart->handling)
		tea_unit_hold(unit, false);
	sampler->mark = tea_unit_progress(unit, sampler->countdown);
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
	struct pt_regs caller;

	if (!(tea_unit_valid(tea_sampler_unit(sampler)) & BIT(sampler->countdown)))
		return;
	if (is_sampling_event(sampler->event))
		tea_sampler_take_last(sampler, tea_regs_here(&caller));
	else
		tea_sampler_drop_sample(sampler, false);
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
 * Losses that no sample came to report get a word without a record. What does not
 * fit it waits for the event's next; lost_samples has it already.
 */
static void tea_countdown_del(struct perf_event *event, int flags)
{
	struct tea_sampler *sampler = tea_this_sampler(event);

	tea_countdown_stop(event, PERF_EF_UPDATE);
	tea_hart_write_losses(event);
	sampler->event = NULL;
	tea_branches_update(sampler->hart, tea_hart_is_due(sampler->hart));
	perf_event_update_userpage(event);
}

static void tea_countdown_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		tea_sampler_sync(tea_this_sampler(event));
}

/* As perf calls them */

static int tea_countdown_pmu_add(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();
	const int err = tea_countdown_add(event, flags);

	tea_unit_leave(selected);
	return err;
}

static void tea_countdown_pmu_del(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_countdown_del(event, flags);
	tea_unit_leave(selected);
}

static void tea_countdown_pmu_start(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_countdown_start(event, flags);
	tea_unit_leave(selected);
}

static void tea_countdown_pmu_stop(struct perf_event *event, int flags)
{
	const u64 selected = tea_unit_enter();

	tea_countdown_stop(event, flags);
	tea_unit_leave(selected);
}

static void tea_countdown_pmu_read(struct perf_event *event)
{
	const u64 selected = tea_unit_enter();

	tea_countdown_read(event);
	tea_unit_leave(selected);
}

const struct tea_kind tea_kind_countdown = {
	.add	= tea_countdown_pmu_add,
	.del	= tea_countdown_pmu_del,
	.start	= tea_countdown_pmu_start,
	.stop	= tea_countdown_pmu_stop,
	.read	= tea_countdown_pmu_read,
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
	tea_sampler_drop_sample(sampler, tea_unit_valid(tea_sampler_unit(sampler)) &
					 BIT(sampler->countdown));
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

	tea_unit_reset(&hart->tea->unit);
	tea_branches_update(hart, false);
	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (hart->samplers[i].suspended)
			tea_countdown_start(hart->samplers[i].event, PERF_EF_RELOAD);
		hart->samplers[i].suspended = false;
	}
	tea_count_resume(hart);
}
