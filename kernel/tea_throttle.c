// SPDX-License-Identifier: GPL-2.0
/*
 * tea_throttle.c - a hart's budget for samples, and what happens when it is spent
 *
 * One budget for all events on the hart bounds the samples taken and the time spent on them:
 * the interrupt's handler with the trap around it, the work that perf leaves behind, and the
 * timer below. When it is spent all countdowns that sample are parked: they run on and keep
 * the events' counts, but no sample comes due, so that no interrupt is taken for one that
 * would not be written. A timer takes them up again. The periods that had no sample are
 * counted as lost.
 *
 * Everything here runs on the hart itself with interrupts off: below perf's callbacks, in
 * the unit's interrupt, in the timer's, and in irq_work.
 */
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include "compat.h"
#include "tea_pmu.h"

bool tea_throttle_spent(struct tea_hart *hart, u64 now_ns)
{
	const struct tea_budget_limit limit = tea_limits_now(&hart->tea->limits);

	tea_budget_pay(&hart->budget, &limit, now_ns);
	return tea_budget_spent(&hart->budget, &limit);
}

void tea_throttle_count(struct tea_hart *hart)
{
	const struct tea_budget_limit limit = tea_limits_now(&hart->tea->limits);

	tea_budget_count(&hart->budget, &limit);
}

void tea_throttle_begin(struct tea_hart *hart)
{
	const struct tea_budget_limit limit = tea_limits_now(&hart->tea->limits);

	tea_budget_pay(&hart->budget, &limit, sched_clock());
	tea_budget_begin(&hart->budget, &limit);
}

static u64 tea_throttle_wait_ns(struct tea_hart *hart)
{
	const struct tea_budget_limit limit = tea_limits_now(&hart->tea->limits);

	return tea_budget_wait_ns(&hart->budget, &limit);
}

/* Countdowns stand still. */
void tea_throttle_update(struct tea_hart *hart, u64 now_ns)
{
	if (hart->throttled || !tea_throttle_spent(hart, now_ns))
		return;
	hart->throttled = true;
	tea_countdowns_park(hart);
	hrtimer_start(&hart->refill, ns_to_ktime(tea_throttle_wait_ns(hart)),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/* Resumes or re-parks the countdowns: their registers are too narrow to run on for ever. */
static enum hrtimer_restart tea_throttle_refill(struct hrtimer *timer)
{
	struct tea_hart *hart = container_of(timer, struct tea_hart, refill);
	const u64 now_ns = sched_clock();
	u64 selected;

	/* the hart has gone, and left its timers to another one */
	if (hart != this_cpu_ptr(hart->tea->harts))
		return HRTIMER_NORESTART;
	hart->throttled = tea_throttle_spent(hart, now_ns);
	selected = tea_unit_enter();
	tea_countdowns_freeze(hart);
	tea_countdowns_unpark(hart);
	if (hart->throttled)
		tea_countdowns_park(hart);
	tea_countdowns_run(hart);
	tea_unit_leave(selected);
	tea_budget_bill(&hart->budget, sched_clock() - now_ns);
	if (!hart->throttled)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(tea_throttle_wait_ns(hart)));
	return HRTIMER_RESTART;
}

/*
 * Bills the work that perf leaves behind for another interrupt right after this one: waking up
 * the reader of the samples, and signals. It can take longer than writing the sample, and
 * longer than the period, so the time from the end of one interrupt to the end of the other is
 * billed. Work that is queued later may run earlier: the first time, this goes to the end once
 * more.
 */
static void tea_throttle_wakeup(struct irq_work *work)
{
	struct tea_hart *hart = container_of(work, struct tea_hart, wakeup);

	if (!hart->behind) {
		hart->behind = true;
		irq_work_queue(work);
		return;
	}
	tea_budget_bill(&hart->budget, sched_clock() - hart->left_ns);
}

void tea_throttle_leave(struct tea_hart *hart, u64 now_ns)
{
	hart->left_ns = now_ns;
	hart->behind = false;
	irq_work_queue(&hart->wakeup);
}

void tea_throttle_init(struct tea_hart *hart)
{
	compat_hrtimer_setup(&hart->refill, tea_throttle_refill, CLOCK_MONOTONIC,
			     HRTIMER_MODE_REL_PINNED_HARD);
	hart->wakeup = IRQ_WORK_INIT_HARD(tea_throttle_wakeup);
}

/* The hart goes offline, with its timers: the next event starts afresh. */
void tea_throttle_stop(struct tea_hart *hart)
{
	hrtimer_cancel(&hart->refill);
	hart->throttled = false;
}

/* No event runs, and none will. */
void tea_throttle_deinit(struct tea_hart *hart)
{
	hrtimer_cancel(&hart->refill);
	irq_work_sync(&hart->wakeup);
}
