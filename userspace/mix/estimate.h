/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.h - how often each instruction was executed, by samples and branch records
 *
 * After Nowak et al., "Low-Overhead Dynamic Instruction Mix Generation using Hybrid Basic Block
 * Profiling" (ISPASS 2018). A basic block has L instructions, all of which are executed equally
 * often:
 *
 *	ebs	samples of retired instructions in it, times their period, over those of the L that
 *		retire: ecall and ebreak never do
 *	ctr	streams between branch records that cover it, each as many as the taken
 *		branches that its sample stands for, over the streams of its stack
 *	hbbp	ctr if L is at most 18, else ebs: one or the other, never both. Unknown code has
 *		no L, and streams do not cover it: ebs
 *	exact	counted by a profile
 *
 * The measure is of executions, whatever wrote it: its parts are instructions by place, the
 * recording's streams those of the records. A stream can cover a part of a block, if a trap ended
 * it: each instruction is counted on its own, and a block is their mean.
 */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include "bias.h"
#include "recording/recording.h"

#define ESTIMATE_LENGTH	18		/* instructions of a block: of longer ones samples are better */

/* X(identifier, name). */
#define ESTIMATE_SOURCES(X) \
	X(AUTO, "auto") \
	X(HBBP, "hbbp") \
	X(EBS, "ebs") \
	X(CTR, "ctr") \
	X(EXACT, "exact")

enum estimate_source {
#define ESTIMATE_X(id, name) ESTIMATE_##id,
	ESTIMATE_SOURCES(ESTIMATE_X)
#undef ESTIMATE_X
	ESTIMATE_COUNT
};

extern const char *const estimate_source_names[ESTIMATE_COUNT + 1];	/* ends in NULL */

/* An instruction, as a thread executed it. */
struct estimate_item {
	uint32_t thread, object;	/* of the recording */
	uint64_t address;		/* as a place's */
	uint64_t block;			/* where its block begins, as a place's */
	uint32_t length;		/* of the block, in instructions; 0: its code is not known */
	uint32_t retiring;		/* of these, all but ecall and ebreak, which raise exceptions */
	double ebs, ctr;		/* executions by either; of counts ebs is exact */
	double executions;		/* by the source that was asked for */
	bool records;			/* that source is the records */
	bool biased;			/* records are, of the branch that ends its block: bias.h */
};

struct estimate {
	struct recording_measure *measure;	/* of executions */
	enum estimate_source source;	/* never AUTO */
	struct estimate_item *items;	/* by thread, object and address */
	size_t count;
	double total;			/* executions of all items */
	struct recording_stream *streams;	/* that code can have made; branches are those taken */
	size_t streams_count;
	uint64_t impossible;		/* those that no code can have made */
	struct bias bias;
	struct keyindex spots, index;	/* of items, while they are gathered */
};

/*
 * Traps and their returns in stacks were not counted: branches of streams are scaled so that those
 * which end in a taken branch are as many as the samples stand for.
 *
 * AUTO takes what the recording has: hbbp, the only kind of samples, or exact counts. Streams that
 * run through a jump, a call or a return, or into no code, are left out and noted. 0, or a negative
 * errno with @fault filled: -ENODATA if @source has nothing.
 */
int estimate_init(struct estimate *estimate, struct recording *recording,
		  struct recording_measure *measure, enum estimate_source source,
		  struct fault *fault);
void estimate_deinit(struct estimate *estimate);

/* The item of that thread at that place, or NULL. */
const struct estimate_item *estimate_find(const struct estimate *estimate, uint32_t thread,
					  uint32_t object, uint64_t address);
/*
 * The number that a sample of @recording stands for, with its part of the lost ones: instructions,
 * or taken branches. 0: there are no such samples.
 */
double estimate_instructions_each(const struct recording_measure *measure);
double estimate_branches_each(const struct recording *recording);
/* The first of the items, of @count, that @stream runs over; none: @count is 0. */
size_t estimate_cover(const struct estimate *estimate, const struct recording_stream *stream,
		      size_t *count);
/* Is it a taken branch when control leaves by it? In unknown code it may be. */
bool estimate_branches(struct recording *recording, uint32_t object, uint64_t address);

#endif /* ESTIMATE_H */
