/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.h - the samples of a recording that are wanted
 *
 * Lists are the caller's; an empty one wants all. Conditions on a sample's origin (thread, CPU,
 * time) and on its word (state, category) must hold together. Names of states and categories are
 * looked up once the kind of the recording's stacks is known. Unknown signatures have no commit
 * state and no events.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "category.h"

struct recording_texts {
	const char *const *items;
	size_t count;
};

struct recording_numbers {
	const uint32_t *items;
	size_t count;
};

struct recording_filter {
	struct recording_texts comms;		/* names of threads at the time of the sample */
	struct recording_numbers pids, tids, cpus;
	uint64_t time_begin_ns, time_end_ns;	/* [begin, end] as perf script prints; end 0: open */
	double percent_begin, percent_end;	/* of the time from first to last sample; end 0: none */
	/* Names with commas between them; NULL: all. */
	const char *states;
	const char *categories;			/* exactly one of these */
	const char *events;			/* sets with all of these */
	/* Filled by filter_resolve(). */
	unsigned int state_bits;
	uint16_t event_bits;
	uint64_t category_bits[CATEGORY_MOST / 64];
};

/* Where a sample came from. */
struct filter_origin {
	const char *comm;
	uint32_t pid, tid, cpu;
	uint64_t time_ns;
};

/* Looks the names up. 0, or -EINVAL with @fault filled. */
int filter_resolve(struct recording_filter *filter, const struct category_kind *kind,
		   struct fault *fault);

bool filter_wants_origin(const struct recording_filter *filter,
			 const struct filter_origin *origin);
/* PICS_NO_STATE is wanted by an unfiltered state only. */
bool filter_wants_word(const struct recording_filter *filter, uint16_t category,
		       unsigned int state);
/* Is there any condition? */
bool filter_asks_anything(const struct recording_filter *filter);
/* Does it ask for CPUs; for times? Not every recording has them. */
bool filter_asks_cpu(const struct recording_filter *filter);
bool filter_asks_time(const struct recording_filter *filter);

#endif /* FILTER_H */
