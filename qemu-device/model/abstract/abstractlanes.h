/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abstractlanes.h - private to the abstract model: its state, and the two ways through it
 */
#ifndef TEA_ABSTRACTLANES_H
#define TEA_ABSTRACTLANES_H

#include "abstract.h"
#include "costs.h"
#include "sharedstate.h"

/* Operations that the window of fetch targets reaches back over, at most. */
#define TEA_TARGETS_REACH	255

/* Sites of a page of progress. */
#define TEA_PROGRESS_SITES	1024

/* Time by site, for a page of sites. */
struct tea_progress {
	int32_t recent[TEA_PROGRESS_SITES][TEA_LANES_MAX] __attribute__((aligned(32)));
	uint64_t total[TEA_PROGRESS_SITES][TEA_LANES_MAX];	/* besides */
	uint64_t pc[TEA_PROGRESS_SITES];
	uint8_t privilege[TEA_PROGRESS_SITES];
	bool seen[TEA_PROGRESS_SITES];
};

/* Numbers of the operations that took a place of a window, the last ones. */
struct tea_occupants {
	uint64_t *numbers;		/* [count & mask] */
	uint64_t count, mask;
};

/* Rows by number, the last ones. */
struct tea_rows {
	tea_lane_row *rows;		/* [number & mask] */
	uint64_t mask;
};

struct tea_abstract {
	/* times of the next operation's lanes, see abstractpass.h */
	tea_lane_row dispatched, fetched, floor, restart, left, drained, drain;
	tea_lane_row ready[TEA_ROWS];
	tea_lane_row available[TEA_RESOURCES_COUNT];
	tea_lane_row llc, dram, port, write_back, walker;
	struct tea_rows exits;		/* by operation: cycle in which its place is free */
	struct tea_rows dispatches;	/* by operation */
	struct tea_rows resolved;	/* the same, by branch that takes a tag */
	struct tea_rows data, gone;	/* by store: data there; written to the L1 */
	struct tea_rows arrivals, frees; /* by fill: the line is there, its MSHR free */
	struct tea_rows filled;		/* by read of DRAM: its MSHR of the LLC free */
	struct tea_occupants occupants[TEA_WINDOWS_COUNT];	/* of those that go by the exits */
	uint64_t number, branches, reads;	/* so far */
	tea_lane_row none;		/* zeros */
	uint64_t base[TEA_LANES_MAX];	/* that times are from, units */
	struct tea_costs costs;
	struct tea_shared_state shared;
	struct tea_progress **progress;	/* by site / TEA_PROGRESS_SITES */
	size_t pages;
	uint32_t last;			/* site of the last operation */
	bool failed;			/* no memory for them */
	unsigned int lanes, octets;
	unsigned int until_rebase;	/* operations */
	void (*pass)(struct tea_abstract *abstract, const struct tea_summary *summaries,
		     unsigned int count);
	struct tea_summary summaries[TEA_BLOCK_MAX];
};

/* The passes, for one, two or four octets. */
void tea_pass_plain(struct tea_abstract *abstract, const struct tea_summary *summaries,
		    unsigned int count);
void tea_pass_vector(struct tea_abstract *abstract, const struct tea_summary *summaries,
		     unsigned int count);
/* Whether this processor has the instructions that the vectors were compiled for. */
bool tea_pass_has_vectors(void);

#endif /* TEA_ABSTRACTLANES_H */
