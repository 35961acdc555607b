// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixes_blocks.c - basic blocks of a run, as each source has them: see mixes.h
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mix/codeblocks.h"
#include "mixes.h"

/* Classes of length: up to this many instructions. */
static const uint32_t lengths[] = { 2, 4, 8, 12, 18, 24, 34, 50, UINT32_MAX };

#define LENGTHS	(sizeof(lengths) / sizeof(lengths[0]))

static bool same_block(const struct estimate_item *a, const struct estimate_item *b)
{
	return a->object == b->object && a->block == b->block;
}

static void describe(struct mixes_block *block, struct recording *recording,
		     const struct estimate_item *item, const struct disasm *disasm)
{
	struct mixsubject subject = { .recording = recording, .item = item };

	mixsubject_decode(&subject, disasm);
	block->length++;
	if (!subject.decoded)
		return;
	block->divisions += subject.insn.class == TEA_CLASS_INT_DIV ||
			    subject.insn.class == TEA_CLASS_FP_DIV ||
			    subject.insn.class == TEA_CLASS_FP_SQRT;
	block->loads += subject.insn.class == TEA_CLASS_LOAD;
	block->transfers = subject.insn.class == TEA_CLASS_BRANCH ||
			   subject.insn.class == TEA_CLASS_JUMP ||
			   subject.insn.class == TEA_CLASS_JUMP_REG;
}

static int compare_blocks(const void *left, const void *right)
{
	const struct mixes_block *a = left, *b = right;
	double x = a->executions * a->length, y = b->executions * b->length;

	return (x < y) - (x > y);
}

int mixes_find_blocks(struct mixes *mixes, struct fault *fault)
{
	struct side *exact = &mixes->exact;
	const struct estimate_item *items = exact->estimate.items;
	struct disasm disasm;

	mixes->blocks = calloc(exact->estimate.count + 1, sizeof(*mixes->blocks));
	if (!mixes->blocks || disasm_open(&disasm))
		return fault_set(fault, -ENOMEM, "out of memory for its blocks");
	for (size_t i = 0; i < exact->estimate.count; i++) {
		if (!i || !same_block(&items[i - 1], &items[i]))
			mixes->blocks[mixes->blocks_count++] = (struct mixes_block){
				.first = &items[i], .executions = items[i].executions,
			};
		describe(&mixes->blocks[mixes->blocks_count - 1], &exact->recording, &items[i], &disasm);
	}
	disasm_close(&disasm);
	if (mixes->blocks_count)
		qsort(mixes->blocks, mixes->blocks_count, sizeof(*mixes->blocks), compare_blocks);
	return 0;
}

/* The sampled item of the block; NULL: none. */
static const struct estimate_item *find_sampled(const struct mixes *mixes,
						const struct mixes_block *block)
{
	const struct symbols *own = &mixes->exact.recording.symbols;
	const struct symbols *others = &mixes->sampled.recording.symbols;
	const char *path = own->objects[block->first->object].path;

	for (uint32_t i = 0; i < others->count; i++)
		if (!strcmp(others->objects[i].path, path))
			return estimate_find(&mixes->sampled.estimate, block->first->thread, i,
					     block->first->block);
	return NULL;
}

void mixes_put_blocks(struct mixes *mixes, size_t most)
{
	for (size_t i = 0; i < mixes->blocks_count && i < most; i++) {
		const struct mixes_block *block = &mixes->blocks[i];
		const struct estimate_item *found = find_sampled(mixes, block);
		struct symbols_location location;
		char text[MIXKEYS_TEXT];

		symbols_locate(&mixes->exact.recording.symbols, block->first->object,
			       block->first->block, &location);
		printf("block\t%s\t%u\t%d\t%u\t%u\t%u\t%.0f\t%.1f\t%.1f\n",
		       symbols_place_text(&location, text, sizeof(text)), block->length,
		       found && found->biased, block->divisions, block->loads, block->transfers,
		       block->executions, found ? found->ebs : 0, found ? found->ctr : 0);
	}
}

/* The absolute error of the instructions executed in blocks of each length, by source. */
void mixes_put_lengths(const struct mixes *mixes)
{
	struct { double exact, samples, records, blocks; } sums[LENGTHS] = { 0 };

	for (size_t i = 0; i < mixes->blocks_count; i++) {
		const struct mixes_block *block = &mixes->blocks[i];
		const struct estimate_item *found = find_sampled(mixes, block);
		const double exact = block->executions;
		size_t at = 0;

		while (block->length > lengths[at])
			at++;
		sums[at].blocks++;
		sums[at].exact += exact * block->length;
		sums[at].samples += fabs((found ? found->ebs : 0) - exact) * block->length;
		sums[at].records += fabs((found ? found->ctr : 0) - exact) * block->length;
	}
	for (size_t i = 0; i < LENGTHS; i++)
		printf("length\t%u\t%.0f\t%.0f\t%.1f\t%.1f\n", lengths[i], sums[i].blocks,
		       sums[i].exact, sums[i].samples, sums[i].records);
}
