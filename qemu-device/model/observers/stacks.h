/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.h - per-instruction cycle stacks, of spans or of samples
 *
 * A table from (pc, PSV, commit state, privilege) to parts of cycles (cycle_parts each). It
 * grows with the number of distinct keys, that is with code size, never with run length.
 * Made of all spans, it is the paper's golden reference, exact (golden.h makes that in less
 * time); made of a sampler's samples, that sampler's profile: so both can be compared key by
 * key.
 */
#ifndef TEA_STACKS_H
#define TEA_STACKS_H

#include <stddef.h>

#include "sampler.h"
#include "spans.h"

#define TEA_STACKS_STATES	4	/* enum tea_commit_state */

struct tea_stacks_row {
	uint64_t pc;
	uint64_t parts;			/* of cycles, cycle_parts each */
	uint16_t psv;
	uint8_t state;			/* enum tea_commit_state */
	uint8_t privilege;
};

struct tea_stacks {
	struct tea_stacks_row *rows;	/* [number]; [0] is for keys that found no memory */
	uint32_t *slots;		/* open addressing by key: numbers; 0: free */
	size_t capacity;		/* of slots: a power of two, at most half full */
	uint32_t count;			/* the last number */
	uint64_t share[TEA_COMMIT_MAX + 1];	/* parts that each of n instructions gets */
	uint64_t cycles;		/* sum of all that was added, whole cycles */
	bool failed;			/* memory ran out: contents are not complete */
};

/* @cycle_parts: of tea_cycle_parts(). Returns 0 or -ENOMEM. */
int tea_stacks_init(struct tea_stacks *stacks, uint32_t cycle_parts);
void tea_stacks_deinit(struct tea_stacks *stacks);

/* The number of the row with this key, made with 0 parts if there is none; 0: no memory. */
uint32_t tea_stacks_find(struct tea_stacks *stacks, uint64_t pc, uint16_t psv, uint8_t state,
			 uint8_t privilege);

void tea_stacks_span(struct tea_stacks *stacks, const struct tea_span *span);
/* Count @weight cycles, split over the sample's slots. */
void tea_stacks_sample(struct tea_stacks *stacks, const struct tea_sample *sample,
		       uint64_t weight);
/* Add those of another thread. */
void tea_stacks_add(struct tea_stacks *stacks, const struct tea_stacks *more);

/* Put @count rows in the order of their keys (pc, psv, state, privilege). */
void tea_stacks_sort(struct tea_stacks_row *rows, size_t count);
/* Rows in that order, to be freed by the caller; -ENOMEM. */
int tea_stacks_sorted(const struct tea_stacks *stacks, struct tea_stacks_row **rows,
		      size_t *count);

#endif /* TEA_STACKS_H */
