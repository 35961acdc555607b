/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * golden.h - the golden reference: per-instruction cycle stacks of every cycle
 *
 * The stacks that tea_stacks_span() makes of all spans (spans.h), made of the records themselves.
 * Most operations of a program have no events and are user code, so each instruction's cycles of
 * that kind are sums in arrays. The operations that commit in a cycle are a list of their places,
 * and each of them gets its share once the cycle is over.
 *
 *	site ---> parts of compute; pc, parts of the other states: user code, Base
 *	rest      the rows of all other keys, and of instructions without a site number
 */
#ifndef TEA_GOLDEN_H
#define TEA_GOLDEN_H

#include "stacks.h"

/* A static instruction's cycles beside those in which it commits. */
struct tea_golden_site {
	uint64_t pc;
	uint64_t parts[TEA_STACKS_STATES];	/* of compute 0 */
	uint32_t recent;		/* row of user code that committed, with events, last */
};

/* The cycle in which operations commit: user code, behind nothing that flushed the pipeline. */
struct tea_golden_open {
	cycle_t at;			/* if there is none, a cycle that never comes */
	uint32_t plain_count;
};

struct tea_golden {
	uint64_t *compute;		/* parts, [site]; 0: nothing is known of it yet */
	struct tea_golden_site *sites;	/* [site] */
	size_t compute_count, sites_count; /* as many of one as of the other, but where memory ran out */
	struct tea_stacks rest;
	uint32_t cycle_parts;

	struct tea_golden_open open;
	cycle_t now;			/* first cycle behind the last exit; else behind open.at */
	uint8_t privilege;		/* of the open cycle, in which these committed: */
	uint32_t rows_count;
	uint32_t plain[TEA_COMMIT_MAX];	/* user code, Base: sites */
	uint32_t rows[TEA_COMMIT_MAX];	/* all others: numbers of rows */
	bool last_flushed;		/* the last record flushed the pipeline; it was this: */
	struct tea_span_owner last;
};

/* @cycle_parts: of tea_cycle_parts(). Returns 0 or -ENOMEM. */
int tea_golden_init(struct tea_golden *golden, uint32_t cycle_parts);
void tea_golden_deinit(struct tea_golden *golden);

/* The next @count records. */
void tea_golden_run(struct tea_golden *golden, const struct tea_retired *records, size_t count);
/* Count all cycles up to the last record's: later commits in that one have no share of it. */
void tea_golden_cut(struct tea_golden *golden);
/* A span, which is of no record: of a stream of which not all is to be counted. */
void tea_golden_span(struct tea_golden *golden, const struct tea_span *span);

/* Add the reference of another thread, which has the same sites; both cut. */
void tea_golden_add(struct tea_golden *golden, const struct tea_golden *more);
bool tea_golden_failed(const struct tea_golden *golden);

/* As tea_stacks_sorted(), once it is cut. */
int tea_golden_sorted(const struct tea_golden *golden, struct tea_stacks_row **rows,
		      size_t *count);

#endif /* TEA_GOLDEN_H */
