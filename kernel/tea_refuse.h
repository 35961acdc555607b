/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_refuse.h - which events the PMU refuses, and why
 *
 * Called once for each event, in process context. The answer depends on the
 * event, on the caller's permissions and on which harts have a unit.
 */
#ifndef TEA_REFUSE_H
#define TEA_REFUSE_H

#include <linux/capability.h>
#include <linux/errno.h>
#include <linux/perf_event.h>

#include "compat.h"
#include "tea_pmu.h"
#include "tea_sample.h"
#include "tea_tagged.h"

static inline bool tea_refuses_filter(const struct tea_pmu *tea, struct perf_event *event)
{
	return event->attr.exclude_idle || event->attr.exclude_host;
}

static inline bool tea_refuses_registers(const struct tea_pmu *tea, struct perf_event *event)
{
	return event->attr.sample_type & PERF_SAMPLE_REGS_INTR;
}

static inline bool tea_refuses_output(const struct tea_pmu *tea, struct perf_event *event)
{
	return event->attr.write_backward;
}

static inline bool tea_refuses_action(const struct tea_pmu *tea, struct perf_event *event)
{
	return event->attr.sigtrap || compat_has_aux_action(event);
}

/* Tagged instructions are counted by the countdown of instructions; tea_tagged.h has the rest. */
static inline struct tea_request tea_request_of(struct perf_event *event)
{
	if (tea_is_tagged(event))
		return (struct tea_request){ .event = TEA_EVENT_INSTRUCTIONS };
	return tea_request(event->attr.config);
}

/* TEA_COUNTDOWN_* of one that samples. */
static inline unsigned int tea_event_countdown(struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	return tea_request_countdown(&request);
}

static inline bool tea_counts(struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	return tea_request_counts(&request);
}

static inline bool tea_wants_branches(struct perf_event *event)
{
	return has_branch_stack(event) || needs_branch_stack(event);
}

static inline bool tea_refuses_branches(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	return tea_wants_branches(event) && (tea_request_counts(&request) ||
	       tea_request_countdown(&request) == TEA_COUNTDOWN_CYCLES);
}

static inline bool tea_refuses_records(const struct tea_pmu *tea, struct perf_event *event)
{
	return tea_wants_branches(event) && !tea->capabilities.records;
}

static inline bool tea_refuses_wanted(const struct tea_pmu *tea, struct perf_event *event)
{
	return tea_wants_branches(event) && !tea_branch_known(event->attr.branch_sample_type);
}

static inline bool tea_wants_mmode(struct perf_event *event)
{
	return !tea_is_tagged(event) && event->attr.config1 & TEA_CONFIG1_MMODE;
}

static inline bool tea_refuses_config(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);
	const struct perf_event_attr *attr = &event->attr;

	if (tea_is_tagged(event))
		return !tea_tagged_known(attr) || attr->config3 || compat_config4(event);
	return !tea_request_known(&request) || attr->config1 & ~TEA_CONFIG1_MMODE ||
	       attr->config2 || attr->config3 || compat_config4(event);
}

static inline bool tea_refuses_mmode(const struct tea_pmu *tea, struct perf_event *event)
{
	return tea_wants_mmode(event) && !tea->capabilities.mmode;
}

/* The privilege levels that the event asks for, TEA_CTL_*. */
static inline u64 tea_event_levels(struct perf_event *event)
{
	return tea_ctl_levels(event->attr.exclude_user, event->attr.exclude_kernel,
			      tea_wants_mmode(event));
}

static inline bool tea_refuses_missing(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_request request = tea_request_of(event);

	return !tea_request_offered(&request, &tea->capabilities);
}

static inline bool tea_refuses_levels(const struct tea_pmu *tea, struct perf_event *event)
{
	const u64 levels = tea_event_levels(event);

	return tea_counts(event) && levels && !(levels & tea->capabilities.levels);
}

static inline bool tea_refuses_period(const struct tea_pmu *tea, struct perf_event *event)
{
	return is_sampling_event(event) && tea_counts(event);
}

static inline bool tea_refuses_filtered(const struct tea_pmu *tea, struct perf_event *event)
{
	const struct tea_tagged_request request = tea_tagged_request(&event->attr);

	return tea_is_tagged(event) && !is_sampling_event(event) && tea_tagged_filters(&request);
}

static inline bool tea_refuses_selection(const struct tea_pmu *tea, struct perf_event *event)
{
	return !tea_event_levels(event);
}

static inline bool tea_refuses_short(const struct tea_pmu *tea, struct perf_event *event)
{
	return is_sampling_event(event) && !event->attr.freq &&
	       event->attr.sample_period < tea_period_min(tea_event_countdown(event));
}

static inline bool tea_refuses_long(const struct tea_pmu *tea, struct perf_event *event)
{
	return is_sampling_event(event) && !event->attr.freq &&
	       event->attr.sample_period > tea_period_max(&tea->unit);
}

/* @event samples or counts by a countdown. */
static inline bool tea_is_same_countdown(struct perf_event *other, struct perf_event *event)
{
	return other->pmu == event->pmu &&
	       tea_request_of(other).event == tea_request_of(event).event;
}

static inline bool tea_refuses_group(const struct tea_pmu *tea, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;

	if (leader == event || tea_counts(event))
		return false;
	if (tea_is_same_countdown(leader, event))
		return true;
	for_each_sibling_event(sibling, leader) {
		if (sibling != event && tea_is_same_countdown(sibling, event))
			return true;
	}
	return false;
}

/* perf itself asks for the permission to see the kernel, but knows nothing above it. */
static inline bool tea_refuses_firmware(const struct tea_pmu *tea, struct perf_event *event)
{
	return tea_wants_mmode(event) && !event->parent && !perfmon_capable();
}

static const struct tea_refusal {
	int error;
	bool (*applies)(const struct tea_pmu *tea, struct perf_event *event);
	const char *reason;
} tea_refusals[] = {
	{ -ENOENT, tea_refuses_config, "config and config1 to config4 name no event" },
	{ -ENOENT, tea_refuses_missing,
	  "the unit lacks what it asks for: events/ in sysfs has what there is" },
	{ -EOPNOTSUPP, tea_refuses_period, "slots are counted, not sampled" },
	{ -EOPNOTSUPP, tea_refuses_filtered, "a filter selects samples: it counts nothing" },
	{ -EOPNOTSUPP, tea_refuses_levels, "the unit does not count slots of M-mode" },
	{ -EOPNOTSUPP, tea_refuses_mmode, "M-mode does not let itself be sampled" },
	{ -EOPNOTSUPP, tea_refuses_branches,
	  "branch records come with tea/instructions/ and tea/taken/ alone" },
	{ -EOPNOTSUPP, tea_refuses_records,
	  "the harts have no branch records (Ssctr) that a sample freezes" },
	{ -EOPNOTSUPP, tea_refuses_wanted, "branch records cannot be selected in this way" },
	{ -EOPNOTSUPP, tea_refuses_filter, "the unit shows neither busy time nor guests alone" },
	{ -EOPNOTSUPP, tea_refuses_registers,
	  "registers of the interrupt are not the sample's" },
	{ -EOPNOTSUPP, tea_refuses_output, "a word comes before its record, never backward" },
	{ -EOPNOTSUPP, tea_refuses_action,
	  "a sample sends no SIGTRAP and pauses no AUX trace" },
	{ -EINVAL, tea_refuses_selection, "all privilege levels are excluded" },
	{ -EBADF, tea_refuses_group,
	  "a hart has one countdown of a kind: one event of it in a group" },
	{ -ERANGE, tea_refuses_short, "the period is shorter than an interrupt takes" },
	{ -ERANGE, tea_refuses_long, "the period is longer than the unit can count" },
	{ -EACCES, tea_refuses_firmware, "M-mode needs CAP_PERFMON" },
};

/**
 * tea_refuse() - decide whether the PMU takes an event
 * @tea: the PMU
 * @event: an event of this PMU
 * @reason: where to put the reason of a refusal
 *
 * Return: 0, or a negative errno, in the order ENOENT, EOPNOTSUPP, EINVAL, EBADF,
 * ERANGE, EACCES. perf reports EINVAL as a kernel that lacks a feature, and in the end
 * as an event that needs -a. So a wrong request has an errno that perf shows as it is:
 * ENOENT, an unsupported event; ERANGE, a wrong number; EBADF, a wrong group. EBADF
 * lets perf take a weak group apart.
 */
static inline int tea_refuse(const struct tea_pmu *tea, struct perf_event *event,
			     const char **reason)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tea_refusals); i++) {
		if (tea_refusals[i].applies(tea, event)) {
			*reason = tea_refusals[i].reason;
			return tea_refusals[i].error;
		}
	}
	return 0;
}

#endif /* TEA_REFUSE_H */
