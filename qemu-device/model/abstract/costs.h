/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * costs.h - the costs of each lane: gaps, latencies and windows, from its core's knobs
 *
 * Times are in units of 1/TEA_TIME_CYCLE of a cycle. A row has a number for each lane. The gap
 * of a resource is one over its throughput. Knobs count with their parts (params.h), but sizes are
 * whole.
 */
#ifndef TEA_COSTS_H
#define TEA_COSTS_H

#include "sharedstate.h"
#include "params.h"

#define TEA_TIME_CYCLE		1024
#define TEA_LANES_MAX		32
#define TEA_OCTETS_MAX		4

typedef int32_t tea_lane_row[TEA_LANES_MAX] __attribute__((aligned(32)));

/* Resources of execution: the ports of a queue together, and the single units. */
enum tea_issue_resource {
	TEA_RESOURCE_INT, TEA_RESOURCE_MEM, TEA_RESOURCE_FP, TEA_RESOURCE_JUMP, TEA_RESOURCE_CSR,
	TEA_RESOURCE_MUL, TEA_RESOURCE_DIV, TEA_RESOURCE_TO_FP, TEA_RESOURCE_FP_FIRST,
	TEA_RESOURCE_FDIV, TEA_RESOURCES_COUNT, TEA_RESOURCE_NONE = TEA_RESOURCES_COUNT
};

/* Windows: operation i waits until operation i - N gives its place back, with N the knob. */
#define TEA_WINDOWS(X) \
	X(ROB, rob) X(BUFFER, fetch_buffer) X(TARGETS, fetch_targets) X(BRANCHES, branches) \
	X(INT_REGISTERS, int_registers) X(FP_REGISTERS, fp_registers) X(LOADS, load_queue) \
	X(STORES, store_queue) X(MSHRS, l1d_mshrs) X(LLC_MSHRS, llc_mshrs)

enum tea_window_kind {
#define X(id, knob) TEA_WINDOW_##id,
	TEA_WINDOWS(X)
#undef X
	TEA_WINDOWS_COUNT
};

/* How far the lanes of an octet look back: each distance, with a mask of its lanes. */
struct tea_window {
	unsigned int count;
	uint32_t distance[8];
	int32_t mask[8][8] __attribute__((aligned(32)));
};

struct tea_costs {
	struct tea_window windows[TEA_WINDOWS_COUNT][TEA_OCTETS_MAX];
	uint32_t farthest[TEA_WINDOWS_COUNT];	/* of all lanes */
	tea_lane_row decode, commit, drain;	/* gaps */
	tea_lane_row gaps[TEA_RESOURCES_COUNT];	/* of the first three */
	tea_lane_row occupancy[TEA_CLASSES_COUNT];	/* gap of a single unit */
	tea_lane_row step;			/* of a divide: more gap, and more latency */
	tea_lane_row use[TEA_CLASSES_COUNT];	/* from issue to a dependent's */
	tea_lane_row done[TEA_CLASSES_COUNT];	/* from issue to the exit from the ROB */
	tea_lane_row issue;			/* from issue to execution */
	tea_lane_row depth;			/* from fetch to dispatch */
	tea_lane_row pipeline;			/* from fetch to the fetch buffer, less one */
	tea_lane_row rename;			/* from decode to dispatch */
	tea_lane_row bubble[TEA_FETCH_STAGES];
	tea_lane_row redirect, redirected;	/* latency; mask of the lanes that mispredict */
	tea_lane_row flush;
	tea_lane_row fetch_source[TEA_ORIGINS_COUNT], fetch_page[TEA_PAGES_COUNT];
	tea_lane_row page[TEA_PAGES_COUNT], page_gap[TEA_PAGES_COUNT];
	tea_lane_row hit, forward, retry;
	tea_lane_row source[TEA_ORIGINS_COUNT];	/* from the request to the line's arrival */
	tea_lane_row llc_gap[TEA_ORIGINS_COUNT], dram_gap[TEA_ORIGINS_COUNT];
	tea_lane_row fill_gap, hold;		/* port of the line buffer; MSHR behind the arrival */
	tea_lane_row write_back_gap, write_gap;	/* of dirty victims of the L1, the LLC */
	uint8_t queue[TEA_CLASSES_COUNT];	/* enum tea_issue_resource, of all lanes */
	uint8_t unit[TEA_CLASSES_COUNT];	/* and its single unit, or NONE */
};

/* All @lanes at once, by their @params. */
void tea_costs_init(struct tea_costs *costs, const struct tea_params *const *params,
		    unsigned int lanes);

#endif /* TEA_COSTS_H */
