/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_pmu.h - the PMU, its harts, and the interfaces between the driver's files
 *
 * tea_driver.c has the machine (supported events, hotplug, probe), tea_sysfs.c the attributes,
 * tea_hart.c the events of a hart that sample (samples, interrupt), tea_countdown.c the
 * countdowns that they sample by, tea_throttle.c the limit on the hart's time for sampling,
 * tea_count.c the events that count slots, tea_branches.c the hart's branch records,
 * tea_records.c the records in the ring buffer, tea_interrupt.c the local interrupts;
 * tea_registers.c and tea_sspesa.c are the two doors to a unit (tea_unit.h), tea_sspdis.c is the
 * unit of tagged instructions. The header comment of tea_driver.c says in which context each runs.
 */
#ifndef TEA_PMU_H
#define TEA_PMU_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/prandom.h>
#include <linux/workqueue.h>

#include "tea_branch.h"
#include "tea_config.h"
#include "tea_interrupt.h"
#include "tea_module.h"
#include "tea_sample.h"
#include "tea_unit.h"

struct device;

/**
 * struct tea_door - a way to the units, as the device tree names it
 * @ops: its registers
 * @name: of the PMU, where another door is there, too
 * @number_min: the least number that its interrupt has
 * @number_max: the greatest one
 * @interrupt: the interrupt
 * @tagged: samples are tagged instructions (tea_tagged.h), not what the core exposes
 * @denied: what firmware has to do for it
 * @claimed: bit 0: a device has the units by it
 */
struct tea_door {
	const struct tea_unit_ops *ops;
	const char *name;
	unsigned int number_min;
	unsigned int number_max;
	struct tea_interrupt *interrupt;
	bool tagged;
	const char *denied;
	unsigned long *claimed;
};

/* Branch records as perf takes them. */
struct tea_branches {
	struct perf_branch_stack header;
	struct perf_branch_entry entries[TEA_RECORDS];
};

/* Callbacks of an event. The arguments are those of struct pmu. */
struct tea_event_ops {
	int (*add)(struct perf_event *event, int flags);
	void (*del)(struct perf_event *event, int flags);
	void (*start)(struct perf_event *event, int flags);
	void (*stop)(struct perf_event *event, int flags);
	void (*read)(struct perf_event *event);
};

/**
 * struct tea_event - an event's state, wherever it runs
 * @ops: its callbacks: by a countdown, or for slots
 * @request: its decoded config
 * @event: perf's part of it
 * @on_hart: slots: among the events that count on a hart
 * @lost: samples lost since its last metadata record
 * @turn: how often a slot was picked, by the number of slots to pick from
 * @trusted: may see other activity on the hart (CAP_PERFMON)
 */
struct tea_event {
	const struct tea_event_ops *ops;
	struct tea_request request;
	struct perf_event *event;
	struct list_head on_hart;
	u64 lost;
	unsigned int turn[TEA_SLOTS + 1];
	bool trusted;
};

/**
 * struct tea_hart_countdown - a countdown of a hart's unit, and the event on it
 * @hart: the hart
 * @number: TEA_COUNTDOWN_*
 * @event: the event that samples or counts by it, as perf scheduled it here, or
 *	NULL; running unless its hw.state has PERF_HES_STOPPED
 * @mark: the countdown's progress that is already in the event's count
 * @period: PERIOD
 * @unadapted: counted since frequency mode last adapted the period
 * @sample: its sample, while it is handled
 * @due: there is one
 * @parking: while @parked
 * @parked: it runs on without samples
 * @suspended: stopped only because the hart is about to sleep
 */
struct tea_hart_countdown {
	struct tea_hart *hart;
	unsigned int number;
	struct perf_event *event;
	struct tea_countdown_progress mark;
	u64 period;
	u64 unadapted;
	struct tea_unit_sample sample;
	bool due;
	struct tea_parking parking;
	bool parked;
	bool suspended;
};

/**
 * struct tea_count_shadow - counters of a hart as they were read while they stand still
 * @values: by stack, privilege level and component
 * @fresh: a bit for each component whose value is there
 */
struct tea_count_shadow {
	u64 values[TEA_COUNTED_STACKS][TEA_LEVELS_COUNT][TEA_COMPONENTS_COUNT];
	u64 fresh[TEA_COUNTED_STACKS][TEA_LEVELS_COUNT];
};

/**
 * struct tea_hart - a hart's unit and the events on it
 * @tea: the PMU
 * @countdowns: by countdown
 * @counting: struct tea_event of all that count slots, running
 * @paused: nested requests to stop the counters
 * @shadow: the counters, while they do
 * @branches: sctrctl for all events that want branch records; 0: none does
 * @stack: branch records on their way to the ring buffer
 * @budget: limits the hart's time for samples
 * @refill: resumes parked countdowns
 * @wakeup: runs behind the irq_work that perf leaves behind, and bills it
 * @draws: random, whether a resumed countdown may still have its sample
 * @left_ns: end of the interrupt that left irq_work behind
 * @behind: @wakeup was queued behind perf's
 * @throttled: the budget is spent: countdowns that sample are parked until @refill
 * @handling: samples are being written: all countdowns stand still, and what perf stops or
 *	starts is only noted
 * @has_records: its ISA has branch records, by what firmware says
 */
struct tea_hart {
	struct tea_pmu *tea;
	struct tea_hart_countdown countdowns[TEA_COUNTDOWNS_COUNT];
	struct list_head counting;
	unsigned int paused;
	struct tea_count_shadow shadow;
	u64 branches;
	struct tea_branches stack;
	struct tea_budget budget;
	struct hrtimer refill;
	struct irq_work wakeup;
	struct rnd_state draws;
	u64 left_ns;
	bool behind;
	bool throttled;
	bool handling;
	bool has_records;
};

/**
 * struct tea_pmu - the PMU: all units of the machine
 * @pmu: what perf sees
 * @dev: the platform device
 * @door: the way to the units
 * @harts: one for each CPU
 * @cpus: the CPUs whose hart has a unit
 * @events: number of open events
 * @unit: the same on all harts
 * @capabilities: capabilities of all units beside samples at commit
 * @found: the first hart that was looked at has a unit that is known
 * @limits: the limits on sampling
 * @number: number of the local interrupt
 * @irq: the Linux interrupt that it is mapped to
 * @look: looks at counters that may wrap
 * @node: in the list of the hotplug state
 * @power: notified when a hart goes to sleep and wakes
 */
struct tea_pmu {
	struct pmu pmu;
	atomic_t events;
	struct device *dev;
	const struct tea_door *door;
	struct tea_hart __percpu *harts;
	cpumask_t cpus;
	struct tea_unit unit;
	struct tea_capabilities capabilities;
	bool found;
	struct tea_limits limits;
	unsigned int number;
	unsigned int irq;
	struct delayed_work look;
	struct hlist_node node;
	struct notifier_block power;
};

static inline struct tea_pmu *to_tea_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct tea_pmu, pmu);
}

/* Of an event: its samples are tagged instructions. */
static inline bool tea_is_tagged(const struct perf_event *event)
{
	return to_tea_pmu(event->pmu)->door->tagged;
}

static inline struct tea_event *to_tea_event(struct perf_event *event)
{
	return event->pmu_private;
}

/* Samples of the event were not kept, or may not be shown. */
static inline void tea_event_lose(struct perf_event *event, u64 count)
{
	if (!count || !is_sampling_event(event))
		return;
	to_tea_event(event)->lost += count;
	atomic64_add(count, &(event->parent ?: event)->lost_samples);
}

static inline struct tea_hart *tea_this_hart(struct perf_event *event)
{
	return this_cpu_ptr(to_tea_pmu(event->pmu)->harts);
}

/* The countdown on this hart that a sampling event uses. */
static inline struct tea_hart_countdown *tea_this_countdown(struct perf_event *event)
{
	const struct tea_request *request = &to_tea_event(event)->request;

	return &tea_this_hart(event)->countdowns[tea_request_countdown(request)];
}

/* tea_sysfs.c: before perf knows the PMU, after its units are known */
int tea_sysfs_init(struct tea_pmu *tea);

/*
 * tea_hart.c: the events that sample or count by a countdown on this hart, and the interrupt:
 * true if the unit had a reason
 */
extern const struct tea_event_ops tea_sampling_ops;
bool tea_hart_interrupt(struct tea_hart *hart);
void tea_hart_init(struct tea_hart *hart, struct tea_pmu *tea, unsigned int cpu);

/* tea_hart.c: samples that wait are the current task's: they are written before it goes */
void tea_hart_flush(struct tea_hart *hart);

/* tea_countdown.c: one of the hart's countdowns. Its event runs; the hart's unit */
bool tea_countdown_runs(const struct tea_hart_countdown *countdown);
const struct tea_unit *tea_countdown_unit(const struct tea_hart_countdown *countdown);

/*
 * tea_countdown.c: it stands still; with the event's count up to date; that alone; it goes on, but
 * not while samples are handled
 */
void tea_countdown_halt(struct tea_hart_countdown *countdown);
void tea_countdown_freeze(struct tea_hart_countdown *countdown);
void tea_countdown_sync(struct tea_hart_countdown *countdown);
void tea_countdown_run(struct tea_hart_countdown *countdown);

/*
 * tea_countdown.c: while it stands still: its period; what is left of it; no sample comes due; its
 * event stops
 */
void tea_countdown_set_period(struct tea_hart_countdown *countdown, u64 period);
void tea_countdown_set_left(struct tea_hart_countdown *countdown, u64 left);
void tea_countdown_park(struct tea_hart_countdown *countdown);
void tea_countdown_hold(struct tea_hart_countdown *countdown);

/* tea_countdown.c: all that run: stand still with the counts up to date, and go on */
void tea_countdowns_freeze(struct tea_hart *hart);
void tea_countdowns_run(struct tea_hart *hart);

/* tea_countdown.c: those that sample, while all stand still: no sample comes due, and does again */
void tea_countdowns_park(struct tea_hart *hart);
void tea_countdowns_unpark(struct tea_hart *hart);

/* tea_throttle.c: the budget of the hart. No sample may be taken; one is; sampling begins */
bool tea_throttle_spent(struct tea_hart *hart, u64 now_ns);
void tea_throttle_count(struct tea_hart *hart);
void tea_throttle_begin(struct tea_hart *hart);

/* tea_throttle.c: countdowns that stand still are parked if it is spent */
void tea_throttle_update(struct tea_hart *hart, u64 now_ns);

/* tea_throttle.c: an interrupt ends that left irq_work behind */
void tea_throttle_leave(struct tea_hart *hart, u64 now_ns);

void tea_throttle_init(struct tea_hart *hart);
void tea_throttle_stop(struct tea_hart *hart);
void tea_throttle_deinit(struct tea_hart *hart);

/* tea_hart.c: before and after the unit may lose its state, with interrupts off */
void tea_hart_suspend(struct tea_hart *hart);
void tea_hart_resume(struct tea_hart *hart);

/* tea_count.c: events that count slots on this hart */
extern const struct tea_event_ops tea_slots_ops;

/* tea_count.c: the counters stand still from the first pause to the last unpause */
void tea_count_pause(struct tea_hart *hart);
void tea_count_unpause(struct tea_hart *hart);

/* tea_count.c: the PMU's units are known; no event is left */
void tea_count_init(struct tea_pmu *tea);
void tea_count_deinit(struct tea_pmu *tea);

/* tea_count.c: before and after the unit may lose its state */
void tea_count_suspend(struct tea_hart *hart);
void tea_count_resume(struct tea_hart *hart);

/*
 * tea_records.c: writes the countdown's sample, true: the event has to stop; writes losses behind
 * the last sample; whether the event needs memory accesses
 */
bool tea_records_write_sample(struct tea_hart_countdown *countdown, unsigned int visible,
			      struct pt_regs *regs);
void tea_records_write_losses(struct perf_event *event);
bool tea_records_want_memory(struct perf_event *event);

/* tea_branches.c: whether the kernel may touch this hart's branch records */
bool tea_branches_accessible(void);

/* tea_branches.c: the hart's branch records, for the events that are on it */
void tea_branches_update(struct tea_hart *hart, bool due);
void tea_branches_clear(struct tea_hart *hart);
void tea_branches_release(struct tea_hart *hart, bool due);
void tea_branches_read(struct tea_hart *hart, struct perf_event *event, u64 meta);

#endif /* TEA_PMU_H */
