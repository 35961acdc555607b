/* SPDX-License-Identifier: GPL-2.0-or-later */
/* traceplaces.h - private to the core: where points are kept for who follows the critical path */
#ifndef TEA_TRACEPLACES_H
#define TEA_TRACEPLACES_H

#include "trace.h"

/* Single places. */
enum place {
	PLACE_EXIT = TEA_HOPS_EXIT, PLACE_BLOCK, PLACE_RESTART, PLACE_REDIRECTED, PLACE_ISSUED,
	PLACE_DATA, PLACE_FIRST_ACCESS, PLACE_LAST_ACCESS, PLACE_COMPLETED, PLACE_DRAINED,
	PLACE_SUM, PLACE_READ, PLACE_RESOLVED, PLACE_WRONG, PLACE_MEMORY
};

/* Of a passage, in the history. */
enum { DECODED, DISPATCHED, COMMITTED, HISTORY_STAGES };

/* The place of the operation that came @back ones before. */
static inline uint32_t find_history(const struct tea_trace *trace, uint32_t back, unsigned int stage)
{
	return trace->history +
	       ((trace->number - back) & trace->history_mask) * HISTORY_STAGES + stage;
}

/* What an edge of a class's latency is, and the knob in it. */
struct tea_trace_latency {
	enum tea_hops_cause cause;
	enum tea_hops_knob knob;
};

struct tea_trace_latency tea_trace_latency(uint8_t class);

#endif /* TEA_TRACEPLACES_H */
