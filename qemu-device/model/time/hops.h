/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hops.h - how points in time came about: what the model tells who follows the critical path
 *
 * A point is a cycle in which something happened: an operation passed a stage, a line arrived, a
 * unit became free. Each came about by the one point that it waited for last, and the cycles between
 * the two have a cause. The model writes this down as it goes, in a list of hops for each operation.
 * Who reads them keeps a current point, and a table of points by place, which later ones wait for:
 *
 *	FROM place		go on from what is kept there
 *	STEP cause, at		a new point, which the current one led to
 *	AFTER place, cause, at	a new point, which waited for what is kept there
 *	HOLD place		keep the current point there
 *
 * AFTER can name several places in a row: of what is kept there the last that was no later
 * than @at is the one, and where there is none it is the current point. Of what was waited for
 * equally long only one is told, the first that the model looks at.
 *
 * Details of an access are left out where one operation has too many: the next point then follows
 * straight from the last one told. So the cycles between points always add up.
 */
#ifndef TEA_HOPS_H
#define TEA_HOPS_H

#include <assert.h>
#include <stddef.h>

#include "cycles.h"

/* X(identifier, name, the paper's component of stage stacks (tea_abi.h), description). */
#define TEA_HOPS_CAUSES(X) \
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

enum tea_hops_cause {
#define TEA_X(id, name, component, text) TEA_HOPS_##id,
	TEA_HOPS_CAUSES(TEA_X)
#undef TEA_X
	TEA_HOPS_CAUSES_COUNT
};

/*
 * Latencies, of params.def: how often one of these knobs is in the length of an edge is told with it. So
 * the edges of a path predict what a cycle more of the knob costs.
 */
enum tea_hops_knob {
	TEA_HOPS_NO_KNOB,
#define TEA_HOPS_FLAT(name)
#define TEA_HOPS_SLOPE(name) TEA_HOPS_KNOB_##name,
#define TEA_PARAM(name, value, min, max, unit, number, fast, path, ...) TEA_HOPS_##path(name)
#include "params.def"
#undef TEA_PARAM
	TEA_HOPS_KNOBS_COUNT
};

enum tea_hops_kind { TEA_HOP_FROM, TEA_HOP_STEP, TEA_HOP_AFTER, TEA_HOP_HOLD };

struct tea_hop {
	cycle_t at;			/* of STEP and AFTER: the new point */
	uint32_t place : 24;		/* of all but STEP */
	uint32_t places : 8;		/* of AFTER: so many, from that on */
	uint8_t kind;			/* enum tea_hops_kind */
	uint8_t cause;			/* enum tea_hops_cause */
	uint8_t knob;			/* enum tea_hops_knob */
	int8_t times;			/* how often that is in its length */
};

#define TEA_HOPS_EXIT		0	/* the place of the operation's commit, or that of a part of it */
#define TEA_HOPS_PLACES_MOST	(1U << 24)
#define TEA_HOPS_DETAILS	256	/* hops that are told of the accesses of a passage */
#define TEA_HOPS_OTHERS		64	/* at most, besides */
#define TEA_HOPS_PASSAGE	(TEA_HOPS_DETAILS + TEA_HOPS_OTHERS)

/* The hops of the last step or run. Where nobody follows there is none: NULL. */
struct tea_hops {
	struct tea_hop *list;
	uint32_t count, size;
	uint32_t details;		/* no details from this count on */
	bool run;			/* a run is under way */
	/* instead of the cause of each edge, where it is not TEA_HOPS_CAUSES_COUNT */
	enum tea_hops_cause under;
};

static inline struct tea_hop *tea_hops_add(struct tea_hops *hops, enum tea_hops_kind kind,
					   uint32_t place)
{
	struct tea_hop *hop = &hops->list[hops->count];

	assert(hops->count < hops->size);
	hops->count++;
	*hop = (struct tea_hop){ .kind = (uint8_t)kind, .place = place & (TEA_HOPS_PLACES_MOST - 1),
				 .places = 1 };
	return hop;
}

static inline void tea_hops_from(struct tea_hops *hops, uint32_t place)
{
	tea_hops_add(hops, TEA_HOP_FROM, place);
}

static inline void tea_hops_hold(struct tea_hops *hops, uint32_t place)
{
	tea_hops_add(hops, TEA_HOP_HOLD, place);
}

static inline struct tea_hop *tea_hops_edge(struct tea_hops *hops, enum tea_hops_kind kind,
					    uint32_t place, enum tea_hops_cause cause, cycle_t at)
{
	struct tea_hop *hop = tea_hops_add(hops, kind, place);

	hop->cause = (uint8_t)(hops->under == TEA_HOPS_CAUSES_COUNT ? cause : hops->under);
	hop->at = at;
	return hop;
}

static inline void tea_hops_step(struct tea_hops *hops, enum tea_hops_cause cause, cycle_t at)
{
	tea_hops_edge(hops, TEA_HOP_STEP, 0, cause, at);
}

/* The same, of a length that has @knob in it @times times. */
static inline void tea_hops_step_by(struct tea_hops *hops, enum tea_hops_cause cause, cycle_t at,
				    enum tea_hops_knob knob, int times)
{
	struct tea_hop *hop = tea_hops_edge(hops, TEA_HOP_STEP, 0, cause, at);

	hop->knob = (uint8_t)knob;
	hop->times = (int8_t)times;
}

static inline void tea_hops_after(struct tea_hops *hops, uint32_t place,
				  enum tea_hops_cause cause, cycle_t at)
{
	tea_hops_edge(hops, TEA_HOP_AFTER, place, cause, at);
}

/* The same, of a length that has @knob in it @times times. */
static inline void tea_hops_after_by(struct tea_hops *hops, uint32_t place,
				     enum tea_hops_cause cause, cycle_t at,
				     enum tea_hops_knob knob, int times)
{
	struct tea_hop *hop = tea_hops_edge(hops, TEA_HOP_AFTER, place, cause, at);

	hop->knob = (uint8_t)knob;
	hop->times = (int8_t)times;
}

/* Of @places places, at most 255. */
static inline void tea_hops_after_one(struct tea_hops *hops, uint32_t place, uint32_t places,
				      enum tea_hops_cause cause, cycle_t at)
{
	tea_hops_edge(hops, TEA_HOP_AFTER, place, cause, at)->places = (uint8_t)places;
}

/* Whether details are told: of an access, which can have many. */
static inline bool tea_hops_details(const struct tea_hops *hops)
{
	return hops && hops->count < hops->details;
}

#endif /* TEA_HOPS_H */
