/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_waits.h - threads' waits, collected in a pass over a perf.data
 *
 * A thread that leaves the CPU leaves a sample of the event context-switches, with its call
 * chain and registers, and a SWITCH record; when it runs again there is another one. These stand
 * in the buffers of different CPUs, and so not in their order: all are kept until the end.
 */
#ifndef PERF_WAITS_H
#define PERF_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/keyindex.h"

/* Steps of a thread, in the order of those at the same time. */
enum perf_waits_what {
	PERF_WAITS_IN,
	PERF_WAITS_SAMPLE,		/* just before it leaves */
	PERF_WAITS_OUT,
	PERF_WAITS_PREEMPTED,		/* it leaves, but could run */
	PERF_WAITS_WOKEN,
	PERF_WAITS_EXIT,
};

struct perf_waits_step {
	uint64_t time_ns;
	uint64_t call;			/* of a sample: number of the system call, if it is in one */
	uint32_t life;			/* of lives */
	uint32_t thread;		/* of the recording's */
	uint32_t cpu;
	uint32_t frame;			/* of a sample: innermost, or RECORDING_NO_FRAME */
	uint32_t number;		/* as they came */
	uint8_t what;			/* enum perf_waits_what */
	bool wanted;			/* by the filter of origins */
	bool has_call;			/* the registers of the call were recorded */
};

/* A thread, from first to last that is known of it. */
struct perf_waits_life {
	uint64_t first_ns, last_ns;
	uint32_t thread;		/* of the recording's, or KEYINDEX_NONE */
};

struct perf_waits {
	struct perf_waits_step *steps;
	size_t steps_count;
	struct keyindex index;		/* of lives, by tid */
	struct perf_waits_life *lives;
	size_t lives_count;
	uint64_t last_ns;		/* of all */
	uint64_t switches, lost;	/* records */
};

void perf_waits_deinit(struct perf_waits *waits);

#endif /* PERF_WAITS_H */
