/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compat.h - differences between kernels, by feature
 *
 * Kbuild looks into the kernel's headers and defines TEA_HAVE_*; the driver
 * itself is written for one kernel, the newest.
 */
#ifndef TEA_COMPAT_H
#define TEA_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

/* The first came with Linux 6.3, the second with 6.4: the least that there is for this driver. */
#if !defined(TEA_HAVE_SAVE_RAW_DATA) || !defined(TEA_HAVE_INTC_HWNODE)
#error "this kernel is too old: the driver needs riscv_get_intc_hwnode(), Linux 6.4 or later"
#endif

/* Linux 6.12 gave it the event. */
static inline void compat_save_raw_data(struct perf_sample_data *data, struct perf_event *event,
					struct perf_raw_record *raw)
{
#ifdef TEA_HAVE_SAVE_RAW_DATA_EVENT
	perf_sample_save_raw_data(data, event, raw);
#else
	if (event->attr.sample_type & PERF_SAMPLE_RAW)
		perf_sample_save_raw_data(data, raw);
#endif
}

/* Linux 6.8 gave it counts of events for each branch. */
static inline void compat_save_brstack(struct perf_sample_data *data, struct perf_event *event,
				       struct perf_branch_stack *stack)
{
#ifdef TEA_HAVE_SAVE_BRSTACK_COUNTS
	perf_sample_save_brstack(data, event, stack, NULL);
#else
	perf_sample_save_brstack(data, event, stack);
#endif
}

/* Linux 6.18 has one field more that would have to mean something. */
static inline u64 compat_config4(struct perf_event *event)
{
#ifdef PERF_ATTR_SIZE_VER9
	return event->attr.config4;
#else
	return 0;
#endif
}

/* Linux 6.13: an event may pause the AUX area of its group's leader. */
static inline bool compat_has_aux_action(struct perf_event *event)
{
#ifdef TEA_HAVE_AUX_ACTION
	return has_aux_action(event);
#else
	return false;
#endif
}

/* Linux 6.13 sets a timer up in one step. */
static inline void compat_hrtimer_setup(struct hrtimer *timer,
					enum hrtimer_restart (*function)(struct hrtimer *timer),
					clockid_t clock, enum hrtimer_mode mode)
{
#ifdef TEA_HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, clock, mode);
#else
	hrtimer_init(timer, clock, mode);
	timer->function = function;
#endif
}

/*
 * By Linux 7.2 the percentage is perf's own. perf_sample_event_took() heeds it: it lowers the
 * rate, which the driver heeds. Until it has, the percentage @known holds.
 */
#ifdef TEA_HAVE_CPU_TIME_PERCENT
#define compat_cpu_time_percent(known) READ_ONCE(sysctl_perf_cpu_time_max_percent)
#else
#define compat_cpu_time_percent(known) (known)
#endif

/* From Linux 7.2 on, allocation macros take the type from the object. */
#ifndef kzalloc_obj
#define kzalloc_obj(object, flags) kzalloc(sizeof(object), flags)
#endif

/* Linux 6.9 gave PMUs a parent in sysfs. */
#ifdef TEA_HAVE_PMU_PARENT
#define compat_pmu_parent(device) .parent = (device),
#else
#define compat_pmu_parent(device)
#endif

/* Before Linux 6.11, the callback without a return value is remove_new. */
#ifdef TEA_HAVE_REMOVE_NEW
#define compat_remove remove_new
#else
#define compat_remove remove
#endif

#endif /* TEA_COMPAT_H */
