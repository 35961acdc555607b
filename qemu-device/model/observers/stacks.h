/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.h - per-instruction cycle stacks, of spans or of samples
 *
 * A table from (pc, PSV, commit state, privilege) to parts of cycles (cycle_parts
 * each). It grows with the number of distinct keys, that is with code size, never with
 * run length. Of all spans it is the paper's golden reference, exact; of a sampler's
 * samples, that sampler's profile: so both can be compared key by key.
 *
 *	site ---> stack: parts[compute, drained, stalled, flushed] of user code, Base
 *	             |
 *	             +-> rows of all other keys, a short chain, last found first
 *
 * What has no site number shares one chain, by pc: correct, and slow.
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

struct tea_stacks_link {
	struct tea_stacks_row row;
	uint32_t next;			/* in the chain of its site, index; 0: the last one */
};

struct tea_stacks_site {
	uint64_t parts[TEA_STACKS_STATES];
	uint64_t pc;
	uint32_t chain;			/* index of the first link; 0: none */
};

struct tea_stacks {
	struct tea_stacks_site *sites;		/* [number of the site] */
	size_t sites_count;
	struct tea_stacks_link *links;		/* [0] is not used */
	size_t links_count, links_capacity;
	uint64_t share[TEA_COMMIT_MAX + 1];	/* parts that each of n instructions gets */
	uint64_t cycles;		/* sum of all that was added, whole cycles */
	bool failed;			/* memory ran out: contents are not complete */
};

/* @cycle_parts: of tea_cycle_parts(). Returns 0 or -ENOMEM. */
int tea_stacks_init(struct tea_stacks *stacks, uint32_t cycle_parts);
void tea_stacks_deinit(struct tea_stacks *stacks);

void tea_stacks_span(struct tea_stacks *stacks, const struct tea_span *span);
/* Count @weight cycles, split over the sample's slots. */
void tea_stacks_sample(struct tea_stacks *stacks, const struct tea_sample *sample,
		       uint64_t weight);
/* Add those of another thread, whose sites are the same. */
void tea_stacks_add(struct tea_stacks *stacks, const struct tea_stacks *more);

/* Rows in key order (pc, psv, state, privilege), to be freed by the caller; -ENOMEM. */
int tea_stacks_sorted(const struct tea_stacks *stacks, struct tea_stacks_row **rows,
		      size_t *count);

#endif /* TEA_STACKS_H */
