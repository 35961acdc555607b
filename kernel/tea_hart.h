/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_hart.h - the PMU, its harts, and what the driver's files do for each other
 *
 * tea_driver.c knows the machine (sysfs, which events there may be, hotplug,
 * probe), tea_hart.c a hart with the event on it (count, interrupt), tea_records.c
 * what of a sample reaches the ring buffer. The header comment of tea_driver.c
 * says in which context each runs.
 */
#ifndef TEA_HART_H
#define TEA_HART_H

#include <linux/cpumask.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "tea_limits.h"
#include "tea_sample.h"
#include "tea_unit.h"

struct device;

/**
 * struct tea_event - what an event keeps wherever it runs
 * @lost: samples lost since its last word
 * @turn: how often a slot was picked, by the number of slots to pick from
 * @budget: time spent on samples
 * @trusted: may see what goes on beside it on the hart (CAP_PERFMON)
 */
struct tea_event {
	u64 lost;
	unsigned int turn[TEA_SLOTS + 1];
	struct tea_budget budget;
	bool trusted;
};

/**
 * struct tea_hart - a hart's unit and the event on it
 * @tea: the PMU
 * @event: the event that perf scheduled here, or NULL; running unless its
 *	hw.state has PERF_HES_STOPPED
 * @mark: the unit's progress that is already in the event's count
 * @period: stea_period
 * @unadapted: cycles counted since the frequency last had its say about the period
 * @ready: the unit is reset and its interrupt enabled
 * @wakeup: runs behind the event's own irq_work, and bills it
 * @left_ns: when the interrupt that left irq_work behind was over
 * @behind: @wakeup was queued behind the event's
 * @suspended: the event runs but for the hart, which is about to sleep
 */
struct tea_hart {
	struct tea_pmu *tea;
	struct perf_event *event;
	struct tea_progress mark;
	u64 period;
	u64 unadapted;
	struct irq_work wakeup;
	u64 left_ns;
	bool behind;
	bool ready;
	bool suspended;
};

/**
 * struct tea_pmu - the PMU: all units of the machine
 * @pmu: what perf sees
 * @dev: the platform device
 * @harts: one for each CPU
 * @cpus: the CPUs whose hart has a unit
 * @caps: stea_caps, its fields the same on all harts
 * @period_max: the longest period of all harts' units
 * @limits: what sampling may take
 * @number: number of the local interrupt
 * @irq: the Linux interrupt that it is mapped to
 * @node: in the list of the hotplug state
 * @power: told when a hart goes to sleep and wakes
 */
struct tea_pmu {
	struct pmu pmu;
	struct device *dev;
	struct tea_hart __percpu *harts;
	cpumask_t cpus;
	u64 caps;
	u64 period_max;
	struct tea_limits limits;
	unsigned int number;
	unsigned int irq;
	struct hlist_node node;
	struct notifier_block power;
};

static inline struct tea_pmu *to_tea_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct tea_pmu, pmu);
}

static inline struct tea_event *to_tea_event(struct perf_event *event)
{
	return event->pmu_private;
}

/* tea_hart.c: perf's callbacks for an event on this hart, and the interrupt */
int tea_pmu_add(struct perf_event *event, int flags);
void tea_pmu_del(struct perf_event *event, int flags);
void tea_pmu_start(struct perf_event *event, int flags);
void tea_pmu_stop(struct perf_event *event, int flags);
void tea_pmu_read(struct perf_event *event);
irqreturn_t tea_hart_interrupt(int irq, void *arg);
void tea_hart_init(struct tea_hart *hart, struct tea_pmu *tea);
void tea_hart_deinit(struct tea_hart *hart);

/* tea_hart.c: around what may lose the unit's state, interrupts off */
void tea_hart_suspend(struct tea_hart *hart);
void tea_hart_resume(struct tea_hart *hart);

/* tea_records.c: a word alone; a word and its records, true: the event has to stop */
void tea_hart_write_word(struct tea_hart *hart, u64 meta, unsigned int mask);
bool tea_hart_write_sample(struct tea_hart *hart, const struct tea_shot *shot,
			   unsigned int mask, struct pt_regs *regs);

#endif /* TEA_HART_H */
