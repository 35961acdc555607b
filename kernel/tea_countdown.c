// SPDX-License-Identifier: GPL-2.0
/*
 * tea_countdown.c - a hart's countdowns: start, stop, park, and their counts
 *
 * tea_hart.c samples by them, and tea_throttle.c parks them. A parked countdown runs on
 * without samples.
 *
 * Everything here runs on the hart itself with interrupts off, with the unit entered.
 */
#include <linux/perf_event.h>
#include <linux/prandom.h>

#include "tea_pmu.h"

bool tea_countdown_runs(const struct tea_hart_countdown *countdown)
{
	return countdown->event && !(countdown->event->hw.state & PERF_HES_STOPPED);
}

const struct tea_unit *tea_countdown_unit(const struct tea_hart_countdown *countdown)
{
	return &countdown->hart->tea->unit;
}

/* Stops the countdown, with the event's levels and policy. */
void tea_countdown_halt(struct tea_hart_countdown *countdown)
{
	tea_unit_control(tea_countdown_unit(countdown), countdown->number,
			 countdown->event->hw.config);
}

/* In the interrupt all stand still until its end. */
void tea_countdown_run(struct tea_hart_countdown *countdown)
{
	const struct tea_hart *hart = countdown->hart;
	u64 ctl = countdown->event->hw.config | TEA_CTL_ENABLE;

	if (hart->handling)
		return;
	/* another user's records are not frozen */
	if (!hart->branches)
		ctl &= ~TEA_CTL_FREEZE;
	tea_unit_control(tea_countdown_unit(countdown), countdown->number, ctl);
}

/* The unit stands still, not parked. The running interval is stretched or cut to match. */
void tea_countdown_set_period(struct tea_hart_countdown *countdown, u64 period)
{
	if (period == countdown->period)
		return;
	countdown->mark.left = tea_left_rescale(countdown->mark.left, countdown->period, period);
	countdown->period = period;
	tea_unit_set_countdown(tea_countdown_unit(countdown), countdown->number, period,
			       countdown->mark.left);
}

/* The count */

static void tea_countdown_count(struct tea_hart_countdown *countdown, u64 cycles)
{
	local64_add(cycles, &countdown->event->count);
	countdown->unadapted += cycles;
	if (countdown->parked)
		countdown->parking.passed += cycles;
}

/*
 * Brings the event's count up to date. A unit that lost its state has lost what it counted: the
 * count goes on from here.
 */
void tea_countdown_sync(struct tea_hart_countdown *countdown)
{
	const struct tea_countdown_progress now = tea_unit_progress(tea_countdown_unit(countdown),
							  countdown->number);

	if (!tea_progress_was_reset(&countdown->mark, &now)) {
		tea_countdown_count(countdown, now.count - countdown->mark.count);
		tea_event_lose(countdown->event, now.lost - countdown->mark.lost);
	}
	countdown->mark = now;
}

/* Stops the unit; count and losses are up to date then, and stay so. */
void tea_countdown_freeze(struct tea_hart_countdown *countdown)
{
	tea_countdown_halt(countdown);
	tea_countdown_sync(countdown);
}

void tea_countdown_set_left(struct tea_hart_countdown *countdown, u64 left)
{
	countdown->mark.left = left;
	tea_unit_set_countdown(tea_countdown_unit(countdown), countdown->number, countdown->period,
			       left);
}

/* It stands still. */
void tea_countdown_park(struct tea_hart_countdown *countdown)
{
	countdown->parking = (struct tea_parking){ .left = countdown->mark.left };
	countdown->parked = true;
	tea_countdown_set_left(countdown,
			       tea_parking_left(tea_period_max(tea_countdown_unit(countdown))));
}

static void tea_countdown_unpark(struct tea_hart_countdown *countdown)
{
	const u64 left = tea_parking_end(&countdown->parking, countdown->period,
					 prandom_u32_state(&countdown->hart->draws));

	countdown->parked = false;
	tea_event_lose(countdown->event,
		       tea_parking_lost(&countdown->parking, countdown->period, left));
	tea_countdown_set_left(countdown, left);
}

/* The unit stands still: the event is stopped, and where it stopped is saved. */
void tea_countdown_hold(struct tea_hart_countdown *countdown)
{
	struct hw_perf_event *hwc = &countdown->event->hw;

	if (countdown->parked)
		tea_countdown_unpark(countdown);

	local64_set(&hwc->period_left, countdown->mark.left);
	hwc->last_period = countdown->period;
	hwc->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/* All countdowns of the hart */

void tea_countdowns_freeze(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_countdown_runs(&hart->countdowns[i]))
			tea_countdown_freeze(&hart->countdowns[i]);
	}
}

void tea_countdowns_run(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_countdown_runs(&hart->countdowns[i]))
			tea_countdown_run(&hart->countdowns[i]);
	}
}

void tea_countdowns_park(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_countdown_runs(&hart->countdowns[i]) && !hart->countdowns[i].parked &&
		    is_sampling_event(hart->countdowns[i].event))
			tea_countdown_park(&hart->countdowns[i]);
	}
}

void tea_countdowns_unpark(struct tea_hart *hart)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (hart->countdowns[i].parked)
			tea_countdown_unpark(&hart->countdowns[i]);
	}
}
