/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pathedges.h - the dependences between points in time: the model's record for the critical path
 *
 * A point is a cycle in which something happened: an operation passed a stage, a line arrived, a
 * unit became free. Each point waited last for one other point, and the cycles between the two have
 * a cause. The model records this as it goes, in a list of edges for each operation. A reader keeps
 * a current point, and a table of points by place, which later ones wait for:
 *
 *	FROM place		go on from the point kept there
 *	STEP cause, at		a new point, which the current one led to
 *	AFTER place, cause, at	a new point, which waited for the point kept there
 *	HOLD place		keep the current point there
 *
 * AFTER can name several places in a row: the point is the last of those kept there that is no
 * later than @at, and without one it is the current point. If several waits are equally long, only
 * one is recorded, the first that the model looks at.
 *
 * If an operation has too many details of accesses, the rest is left out: the next point then
 * follows straight from the last one recorded. So the cycles between points always add up.
 */
#ifndef TEA_PATHEDGES_H
#define TEA_PATHEDGES_H

#include <assert.h>
#include <stddef.h>

#include "cycles.h"

/* X(identifier, name, the paper's component of stage stacks (tea_abi.h), description). */
#define TEA_EDGES_CAUSES(X) \
	X(FETCH, "fetch", OTHER, "one fetch block a cycle") \
	X(TAKEN, "taken", OTHER, "behind a taken branch: the next block, and bubbles") \
	X(FRONTEND, "frontend", OTHER, "from fetch to decode") \
	X(L1I, "l1i", ICACHE, "fetch waits for a line") \
	X(ITLB, "itlb", ICACHE, "fetch waits for a translation") \
	X(BPRED, "bpred", BPRED, "from a mispredict's discovery to the next fetch") \
	X(FLUSH, "flush", OTHER, "from a flush at commit to the next fetch") \
	X(FTQ, "ftq", OTHER, "fetch target queue full") \
	X(BUFFER, "buffer", OTHER, "fetch buffer full") \
	X(TAGS, "tags", OTHER, "too many unresolved branches") \
	X(DECODE, "decode", BASE, "order and width of decode") \
	X(RENAME, "rename", OTHER, "from decode to dispatch") \
	X(DISPATCH, "dispatch", BASE, "order and width of dispatch") \
	X(ROB, "rob", OTHER, "reorder buffer full") \
	X(REGISTERS, "registers", OTHER, "no free physical register") \
	X(QUEUE, "queue", OTHER, "issue queue full") \
	X(LDQ, "ldq", OTHER, "load queue full") \
	X(STQ, "stq", DCACHE, "store queue full") \
	X(SERIAL, "serial", OTHER, "waits for an empty pipeline") \
	X(ISSUE, "issue", OTHER, "from dispatch to issue") \
	X(PORTS, "ports", OTHER, "issue port taken by another") \
	X(UNIT, "unit", ALU, "divider taken by another") \
	X(READ, "read", ALU, "registers read and written around a unit") \
	X(ALU, "alu", DEPEND, "integer operation of a cycle") \
	X(MUL, "mul", ALU, "integer multiplication") \
	X(DIV, "div", ALU, "integer division") \
	X(FP, "fp", ALU, "floating-point operation") \
	X(FDIV, "fdiv", ALU, "floating-point division or square root") \
	X(VECTOR, "vector", ALU, "vector operation") \
	X(L1D, "l1d", OTHER, "load-to-use of the L1 data cache") \
	X(FORWARD, "forward", OTHER, "data of an older store") \
	X(ORDER, "order", OTHER, "load waits for an older store") \
	X(DTLB, "dtlb", DCACHE, "translation of data") \
	X(MSHR, "mshr", DCACHE, "no free MSHR of the L1") \
	X(FILL, "fill", DCACHE, "line buffer: lines on their way into the L1") \
	X(LLC, "llc", DCACHE, "latency of the last-level cache") \
	X(BANK, "bank", DCACHE, "bank of the last-level cache taken by another") \
	X(LLC_MSHR, "llc-mshr", DCACHE, "no free MSHR of the last-level cache") \
	X(DRAM, "dram", DCACHE, "latency of memory") \
	X(DRAM_QUEUE, "dram-queue", DCACHE, "memory controller full") \
	X(DRAM_BANK, "dram-bank", DCACHE, "bank of memory taken by another") \
	X(DRAM_BUS, "dram-bus", DCACHE, "bus of memory taken by another") \
	X(DRAIN, "drain", DCACHE, "committed stores are written") \
	X(COMMIT, "commit", BASE, "order and width of commit")

enum tea_edges_cause {
#define TEA_X(id, name, component, text) TEA_EDGES_##id,
	TEA_EDGES_CAUSES(TEA_X)
#undef TEA_X
	TEA_EDGES_CAUSES_COUNT
};

/*
 * Latencies, of params.def: an edge records how often one of these knobs is in its length. So the
 * edges of a path predict the cost of a cycle more of the knob.
 */
enum tea_edges_knob {
	TEA_EDGES_NO_KNOB,
#define TEA_EDGES_FLAT(name)
#define TEA_EDGES_SLOPE(name) TEA_EDGES_KNOB_##name,
#define TEA_PARAM(name, value, min, max, unit, number, fast, path, ...) TEA_EDGES_##path(name)
#include "params.def"
#undef TEA_PARAM
	TEA_EDGES_KNOBS_COUNT
};

enum tea_edges_kind { TEA_EDGE_FROM, TEA_EDGE_STEP, TEA_EDGE_AFTER, TEA_EDGE_HOLD };

struct tea_edge {
	cycle_t at;			/* of STEP and AFTER: the new point */
	uint32_t place : 24;		/* of all but STEP */
	uint32_t places : 8;		/* of AFTER: so many, from that on */
	uint8_t kind;			/* enum tea_edges_kind */
	uint8_t cause;			/* enum tea_edges_cause */
	uint8_t knob;			/* enum tea_edges_knob */
	int8_t times;			/* how often that is in its length */
};

#define TEA_EDGES_EXIT		0	/* the place of the operation's commit, or that of a part of it */
#define TEA_EDGES_PLACES_MOST	(1U << 24)
#define TEA_EDGES_DETAILS	256	/* edges recorded of the accesses of a pass */
#define TEA_EDGES_OTHERS		64	/* at most, besides */
#define TEA_EDGES_PASS	(TEA_EDGES_DETAILS + TEA_EDGES_OTHERS)

/* The edges of the last step or run. NULL without a reader. */
struct tea_edges {
	struct tea_edge *list;
	uint32_t count, size;
	uint32_t details;		/* no details from this count on */
	bool run;			/* a run is under way */
	/* instead of the cause of each edge, where it is not TEA_EDGES_CAUSES_COUNT */
	enum tea_edges_cause under;
};

static inline struct tea_edge *tea_edges_add(struct tea_edges *edges, enum tea_edges_kind kind,
					   uint32_t place)
{
	struct tea_edge *edge = &edges->list[edges->count];

	assert(edges->count < edges->size);
	edges->count++;
	*edge = (struct tea_edge){ .kind = (uint8_t)kind, .place = place & (TEA_EDGES_PLACES_MOST - 1),
				 .places = 1 };
	return edge;
}

static inline void tea_edges_from(struct tea_edges *edges, uint32_t place)
{
	tea_edges_add(edges, TEA_EDGE_FROM, place);
}

static inline void tea_edges_hold(struct tea_edges *edges, uint32_t place)
{
	tea_edges_add(edges, TEA_EDGE_HOLD, place);
}

static inline struct tea_edge *tea_edges_put(struct tea_edges *edges, enum tea_edges_kind kind,
					    uint32_t place, enum tea_edges_cause cause, cycle_t at)
{
	struct tea_edge *edge = tea_edges_add(edges, kind, place);

	edge->cause = (uint8_t)(edges->under == TEA_EDGES_CAUSES_COUNT ? cause : edges->under);
	edge->at = at;
	return edge;
}

static inline void tea_edges_step(struct tea_edges *edges, enum tea_edges_cause cause, cycle_t at)
{
	tea_edges_put(edges, TEA_EDGE_STEP, 0, cause, at);
}

/* The same, of a length that has @knob in it @times times. */
static inline void tea_edges_step_by(struct tea_edges *edges, enum tea_edges_cause cause, cycle_t at,
				    enum tea_edges_knob knob, int times)
{
	struct tea_edge *edge = tea_edges_put(edges, TEA_EDGE_STEP, 0, cause, at);

	edge->knob = (uint8_t)knob;
	edge->times = (int8_t)times;
}

static inline void tea_edges_after(struct tea_edges *edges, uint32_t place,
				  enum tea_edges_cause cause, cycle_t at)
{
	tea_edges_put(edges, TEA_EDGE_AFTER, place, cause, at);
}

/* The same, of a length that has @knob in it @times times. */
static inline void tea_edges_after_by(struct tea_edges *edges, uint32_t place,
				     enum tea_edges_cause cause, cycle_t at,
				     enum tea_edges_knob knob, int times)
{
	struct tea_edge *edge = tea_edges_put(edges, TEA_EDGE_AFTER, place, cause, at);

	edge->knob = (uint8_t)knob;
	edge->times = (int8_t)times;
}

/* Of @places places, at most 255. */
static inline void tea_edges_after_one(struct tea_edges *edges, uint32_t place, uint32_t places,
				      enum tea_edges_cause cause, cycle_t at)
{
	tea_edges_put(edges, TEA_EDGE_AFTER, place, cause, at)->places = (uint8_t)places;
}

/* Whether details are recorded: edges of an access, which can have many. */
static inline bool tea_edges_details(const struct tea_edges *edges)
{
	return edges && edges->count < edges->details;
}

#endif /* TEA_PATHEDGES_H */
