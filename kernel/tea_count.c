// SPDX-License-Identifier: GPL-2.0
/*
 * tea_count.c - events that count slots of stage stacks on a hart
 *
 * The unit's counters run freely, one for each component and privilege level, so any number
 * of events counts at once. An event is the sum of some counters: it counts how much that sum
 * increases while the event is on the hart. All counters run while there is such an event.
 *
 * The counters stop, for all events of the hart, while perf adds and removes events, while a
 * group is read, and while the unit's interrupt is handled. So the members of a group always
 * cover the same cycles. Kernel code that runs meanwhile is in no event, as with other PMUs.
 *
 * While the counters are stopped each is read at most once, into the hart's shadow, and all
 * events are summed from there: an access to the unit drains the pipeline, and any user may
 * open any number of events.
 *
 * Everything here runs on the hart itself with interrupts off, except for the worker.
 */
#include <linux/jiffies.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "tea_pmu.h"

/* All counters count, or stand still. */
static void tea_count_control(struct tea_hart *hart)
{
	const u64 selected = tea_unit_enter();

	tea_unit_count(&hart->tea->unit, !hart->paused && !list_empty(&hart->counting));
	tea_unit_leave(selected);
}

void tea_count_pause(struct tea_hart *hart)
{
	if (!hart->paused++ && !list_empty(&hart->counting))
		tea_count_control(hart);
}

void tea_count_unpause(struct tea_hart *hart)
{
	if (--hart->paused)
		return;
	memset(hart->shadow.fresh, 0, sizeof(hart->shadow.fresh));
	if (!list_empty(&hart->counting))
		tea_count_control(hart);
}

/* Those of these counters of one stack and level that are not there yet. They stand still. */
static void tea_count_read(struct tea_hart *hart, unsigned int stack, unsigned int level,
			   u64 missing)
{
	const u64 selected = tea_unit_enter();

	hart->shadow.fresh[stack][level] |= missing;
	tea_unit_read_counters(&hart->tea->unit, stack, level, missing,
			       hart->shadow.values[stack][level]);
	tea_unit_leave(selected);
}

/*
 * Sum of the event's counters, modulo 2^64, while they are stopped. Runs for many events:
 * keep it quick.
 */
static u64 tea_count_sum(struct perf_event *event)
{
	const struct tea_request *request = &to_tea_event(event)->request;
	const u64 stack = request->stack, components = request->components;
	struct tea_hart *hart = tea_this_hart(event);
	const u64 *values;
	unsigned int level;
	u64 sum = 0, left, missing;

	for (level = 0; level < TEA_LEVELS_COUNT; level++) {
		if (!(event->hw.config & TEA_CTL_LEVEL(level)))
			continue;
		missing = components & ~hart->shadow.fresh[stack][level];
		if (missing)
			tea_count_read(hart, stack, level, missing);
		values = hart->shadow.values[stack][level];
		for (left = components; left; left >>= 1)
			sum += *values++ & -(left & 1);
	}
	return sum;
}

/* The event counts from the counters' current values on. */
static void tea_count_mark(struct perf_event *event)
{
	local64_set(&event->hw.prev_count, tea_count_sum(event));
}

static void tea_count_sync(struct perf_event *event)
{
	const u64 before = local64_read(&event->hw.prev_count);

	tea_count_mark(event);
	local64_add(tea_count_delta(before, local64_read(&event->hw.prev_count),
				    TEA_CAPS2_BITS(to_tea_pmu(event->pmu)->unit.caps2)),
		    &event->count);
}

static void tea_count_sync_all(struct tea_hart *hart)
{
	struct tea_event *own;

	list_for_each_entry(own, &hart->counting, on_hart)
		tea_count_sync(own->event);
}

/* perf callbacks */

static void tea_slots_start(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	if (!(event->hw.state & PERF_HES_STOPPED))
		return;
	tea_count_pause(hart);
	tea_count_mark(event);
	list_add_tail(&to_tea_event(event)->on_hart, &hart->counting);
	event->hw.state = 0;
	tea_count_unpause(hart);
}

static void tea_slots_stop(struct perf_event *event, int flags)
{
	struct tea_hart *hart = tea_this_hart(event);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	tea_count_pause(hart);
	tea_count_sync(event);
	list_del(&to_tea_event(event)->on_hart);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	tea_count_unpause(hart);
}

static int tea_slots_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		tea_slots_start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

static void tea_slots_del(struct perf_event *event, int flags)
{
	tea_slots_stop(event, PERF_EF_UPDATE);
	perf_event_update_userpage(event);
}

static void tea_slots_read(struct perf_event *event)
{
	struct tea_hart *hart = tea_this_hart(event);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	tea_count_pause(hart);
	tea_count_sync(event);
	tea_count_unpause(hart);
}

const struct tea_event_ops tea_slots_ops = {
	.add	= tea_slots_add,
	.del	= tea_slots_del,
	.start	= tea_slots_start,
	.stop	= tea_slots_stop,
	.read	= tea_slots_read,
};

/* Sleep: the counters go on from wherever they are then. */

void tea_count_suspend(struct tea_hart *hart)
{
	tea_count_pause(hart);
	tea_count_sync_all(hart);
}

void tea_count_resume(struct tea_hart *hart)
{
	struct tea_event *own;

	list_for_each_entry(own, &hart->counting, on_hart)
		tea_count_mark(own->event);
	tea_count_unpause(hart);
}

/*
 * Counters that may wrap are looked at before: a worker goes round the harts, once in some
 * hours.
 */

static void tea_count_look_hart(void *arg)
{
	struct tea_pmu *tea = arg;
	struct tea_hart *hart = this_cpu_ptr(tea->harts);

	tea_count_pause(hart);
	tea_count_sync_all(hart);
	tea_count_unpause(hart);
}

static void tea_count_look(struct work_struct *work)
{
	struct tea_pmu *tea = container_of(to_delayed_work(work), struct tea_pmu, look);

	on_each_cpu_mask(&tea->cpus, tea_count_look_hart, tea, true);
	schedule_delayed_work(&tea->look, tea_count_look_s(tea->unit.caps2) * HZ);
}

void tea_count_init(struct tea_pmu *tea)
{
	INIT_DELAYED_WORK(&tea->look, tea_count_look);
	if (tea_count_look_s(tea->unit.caps2))
		schedule_delayed_work(&tea->look, tea_count_look_s(tea->unit.caps2) * HZ);
}

void tea_count_deinit(struct tea_pmu *tea)
{
	cancel_delayed_work_sync(&tea->look);
}
