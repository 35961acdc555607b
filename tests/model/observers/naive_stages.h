/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * naive_stages.h - stage stacks cycle by cycle, as docs/stage-stacks.md says it
 *
 * For each cycle and stack it looks at all records. To compare the observer with.
 */
#ifndef TEA_TEST_NAIVE_STAGES_H
#define TEA_TEST_NAIVE_STAGES_H

#include "model.h"
#include "params.h"
#include "tea_abi.h"

#define NAIVE_SITES	1024

/* Behind the first @records all cycles are given out; the last one's own are @rest. */
struct naive_cut {
	unsigned int records;
	enum tea_component rest;
};

struct naive_stages {
	const struct tea_params *params;
	const struct tea_retired *records;	/* of micro-operations, where one was several */
	const unsigned int *firsts;	/* of each the number of its operation's first */
	unsigned int count;
	cycle_t begin;			/* the first cycle */
	const struct naive_cut *cuts;	/* behind the last record, too */
	unsigned int cuts_count;
	/* the results: */
	uint32_t width;
	uint64_t cycles;
	uint64_t slots[TEA_STACKS_COUNT][4][TEA_COMPONENTS_COUNT];
	uint64_t rows[NAIVE_SITES][TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

void naive_stages_run(struct naive_stages *naive);

#endif /* TEA_TEST_NAIVE_STAGES_H */
