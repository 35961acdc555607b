/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * golden.h - exact per-instruction cycle stacks: the paper's golden reference
 *
 * A table from (pc, PSV, commit state) to parts of cycles (TEA_CYCLE_PARTS each).
 * It grows with the number of distinct keys, that is with code size, never with
 * run length: the one observer that allocates. Also used to add up samples, so
 * that both can be compared key by key.
 *
 *	site ---> stack: parts[compute, drained, stalled, flushed] of user code, Base
 *	             |
 *	             +-> rows of all other keys, a short chain, last found first
 *
 * What has no site number shares one chain, by pc: correct, and slow.
 */
#ifndef TEA_GOLDEN_H
#define TEA_GOLDEN_H

#include <stddef.h>

#include "sampler.h"
#include "spans.h"

#define TEA_GOLDEN_STATES	4	/* enum tea_commit_state */

struct tea_golden_row {
	uint64_t pc;
	uint64_t parts;			/* TEA_CYCLE_PARTS-ths of a cycle */
	uint16_t psv;
	uint8_t state;			/* enum tea_commit_state */
	uint8_t privilege;
};

struct tea_golden_link {
	struct tea_golden_row row;
	uint32_t next;			/* in the chain of its site, index; 0: the last one */
};

struct tea_golden_stack {
	uint64_t parts[TEA_GOLDEN_STATES];
	uint64_t pc;
	uint32_t chain;			/* index of the first link; 0: none */
};

struct tea_golden {
	struct tea_golden_stack *stacks;	/* [site] */
	size_t stacks_count;
	struct tea_golden_link *links;		/* [0] is not used */
	size_t links_count, links_capacity;
	uint64_t cycles;		/* sum of all that was added, whole cycles */
	bool failed;			/* memory ran out: contents are not complete */
};

int tea_golden_init(struct tea_golden *golden);
void tea_golden_deinit(struct tea_golden *golden);

void tea_golden_span(struct tea_golden *golden, const struct tea_span *span);
/* Count @weight cycles, split over the sample's slots. */
void tea_golden_sample(struct tea_golden *golden, const struct tea_sample *sample,
		       uint64_t weight);

/* Rows in key order (pc, psv, state, privilege), to be freed by the caller; -ENOMEM. */
int tea_golden_sorted(const struct tea_golden *golden, struct tea_golden_row **rows,
		      size_t *count);

#endif /* TEA_GOLDEN_H */
