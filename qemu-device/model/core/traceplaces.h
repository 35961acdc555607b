/* SPDX-License-Identifier: GPL-2.0-or-later */
/* traceplaces.h - private to the core: the places of points for the critical path */
#ifndef TEA_TRACEPLACES_H
#define TEA_TRACEPLACES_H

#include "trace.h"

/* Single places. */
enum place {
	PLACE_EXIT = TEA_EDGES_EXIT, PLACE_BLOCK, PLACE_RESTART, PLACE_REDIRECTED, PLACE_ISSUED,
	PLACE_DATA, PLACE_FIRST_ACCESS, PLACE_LAST_ACCESS, PLACE_COMPLETED, PLACE_DRAINED,
	PLACE_SUM, PLACE_READ, PLACE_RESOLVED, PLACE_WRONG, PLACE_MEMORY
};

/* Places of a pass, in the history. */
enum { DECODED, DISPATCHED, COMMITTED, HISTORY_STAGES };

/* The place of the operation that came @back ones before. */
static inline uint32_t find_history(const struct tea_trace *trace, uint32_t back, unsigned int stage)
{
	return trace->history +
	       ((trace->number - back) & trace->history_mask) * HISTORY_STAGES + stage;
}

/* The cause of an edge of a class's latency, and the knob in it. */
struct tea_trace_latency {
	enum tea_edges_cause cause;
	enum tea_edges_knob knob;
};

struct tea_trace_latency tea_trace_latency(uint8_t class);

#endif /* TEA_TRACEPLACES_H */
