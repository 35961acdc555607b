/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eventsets.h - the cycles that a choice of events explains, over programs
 *
 * A cycle in which nothing commits belongs to one instruction. It is explained by a set of events
 * if that instruction had one of them (TEA section 3), whether or not that event lost the cycle: a
 * sample shows no more. The same holds for a stall. Sets are masks of TEA_PSV_* and TEA_STALLS_*;
 * the cycles by signature are those of the model's observer `stalls`.
 */
#ifndef EVENTSETS_H
#define EVENTSETS_H

#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "observers/stalls.h"

#define EVENTSETS_PERCENTILES	4
#define EVENTSETS_STATES	(TEA_STATE_FLUSHED + 1)

/* 50, 90, 99 and 99.9 %, as parts. */
extern const double eventsets_parts[EVENTSETS_PERCENTILES];

struct eventsets_row {
	uint32_t signature;
	double cycles[EVENTSETS_STATES];
	uint64_t lengths[TEA_COUNTS_STALL_MAX + 1];
};

struct eventsets_program {
	char name[32];
	char core[32];
	double instructions;
	double executions[TEA_STALLS_BITS];	/* that had the event */
	struct eventsets_row *rows;
	size_t count;
};

/* Means over several programs, in which each counts the same; NaN without values. */
struct eventsets_value {
	double explained;			/* part of the cycles in which nothing commits */
	double by_state[EVENTSETS_STATES];	/* part of those of the state */
	double lengths[EVENTSETS_PERCENTILES];	/* of stalls that are not explained, cycles */
	double pooled;				/* 99th percentile of those of all programs together */
	double categories;			/* sets with at least 1 % of these cycles */
};

/* A result of the job kind `events`. 0, or a negative errno with @fault filled. */
int eventsets_read(struct eventsets_program *program, const char *path, struct fault *fault);
void eventsets_deinit(struct eventsets_program *program);

void eventsets_evaluate(const struct eventsets_program *programs, size_t count, uint32_t events,
			struct eventsets_value *value);

/*
 * The one of @candidates (not 0) that, added to @events, makes the most of the cycles
 * explained; of equals the lowest bit.
 */
uint32_t eventsets_next(const struct eventsets_program *programs, size_t count, uint32_t events,
			uint32_t candidates);

#endif /* EVENTSETS_H */
