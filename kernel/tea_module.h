/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_module.h - overflows and limits, which perf's core does not export to modules
 *
 * A driver that is built in uses the kernel's own, and does without tea_module.c.
 */
#ifndef TEA_MODULE_H
#define TEA_MODULE_H

#include <linux/compiler.h>
#include <linux/irq_work.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "tea_sample.h"

struct file;
struct vfsmount;

/**
 * struct tea_limits - what was read last, and from where
 * @now: the limits
 * @proc: a procfs of our own
 * @rate: kernel.perf_event_max_sample_rate
 * @percent: kernel.perf_cpu_time_max_percent
 * @work: reads them
 * @tick: wakes up the worker
 * @due_ns: when to read them again
 */
struct tea_limits {
#ifdef MODULE
	struct tea_budget_limit now;
	struct vfsmount *proc;
	struct file *rate;
	struct file *percent;
	struct work_struct work;
	struct irq_work tick;
	u64 due_ns;
#endif
};

#ifdef MODULE
static inline struct tea_budget_limit tea_limits_now(const struct tea_limits *limits)
{
	return (struct tea_budget_limit){
		.rate = READ_ONCE(limits->now.rate), .percent = READ_ONCE(limits->now.percent),
	};
}

int tea_limits_init(struct tea_limits *limits);
void tea_limits_deinit(struct tea_limits *limits);

/* Before an event is made, in process context: the limits as they are. */
void tea_limits_read(struct tea_limits *limits);

/* While it runs, a sample is written, anywhere: they may have changed. */
void tea_limits_look(struct tea_limits *limits, u64 now_ns);

/*
 * A BPF program of the event may let only some samples through. A module cannot run it, so no
 * sample is written.
 */
static inline bool tea_overflow_refused(struct perf_event *event)
{
#if defined(CONFIG_BPF_SYSCALL) && !defined(TEA_HAVE_ORIG_HANDLER)
	return event->prog;
#else
	return false;
#endif
}

/* One overflow of the event. Returns true if it has to stop. */
bool tea_overflow(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs);

/* A sample is written: the driver has the books itself. */
static inline void tea_limits_took(u64 spent_ns)
{
}
#else
static inline struct tea_budget_limit tea_limits_now(const struct tea_limits *limits)
{
	return (struct tea_budget_limit){
		.rate = READ_ONCE(sysctl_perf_event_sample_rate),
		.percent = tea_percent_allowed(compat_cpu_time_percent(TEA_PERCENT_DEFAULT)),
	};
}

static inline int tea_limits_init(struct tea_limits *limits)
{
	return 0;
}

static inline void tea_limits_deinit(struct tea_limits *limits)
{
}

static inline void tea_limits_read(struct tea_limits *limits)
{
}

static inline void tea_limits_look(struct tea_limits *limits, u64 now_ns)
{
}

static inline void tea_limits_took(u64 spent_ns)
{
	perf_sample_event_took(spent_ns);
}

static inline bool tea_overflow_refused(struct perf_event *event)
{
	return false;
}

static inline bool tea_overflow(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	return perf_event_overflow(event, data, regs);
}
#endif

#endif /* TEA_MODULE_H */
