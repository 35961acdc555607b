// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixes.c - how far each source of an instruction mix is from the exact counts of the same run
 *
 * Usage: mixes PROFILE NAME BLOCKS > RESULT
 *
 * PROFILE is of `tea sim --observers counts,instructions,taken`. The result is a table of values
 * between tabs, of five kinds of line, whose first value says which:
 *
 *	run		NAME, instructions of the run, samples of instructions, of branches
 *	error		source, average weighted error by mnemonic (Nowak et al., ISPASS 2018)
 *	chance		ebs, what as many independent samples would have on the average; ctr, what as
 *			many stacks would have if streams of a stack were independent, if all alike
 *	mnemonic	name, exact executions, those by hbbp, ctr, ebs
 *	block		where, instructions, whether its branch is biased, divisions and square roots,
 *			loads, whether it ends in a transfer, exact executions, those by ebs, ctr
 *
 * Blocks are the BLOCKS ones that most instructions are in.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mix/codeblocks.h"
#include "mix/mixrows.h"

#define STREAMS	15		/* of a full stack */

/* One reading of the profile: of its samples, or of its counts. */
struct side {
	struct recording recording;
	struct estimate estimate;
};

struct block {
	const struct estimate_item *first;	/* of the exact ones */
	uint32_t length, divisions, loads, transfers;
	double executions;
};

struct mixes {
	struct side sampled, exact;
	struct mixrows rows;		/* exact, by mnemonic */
	struct block *blocks;		/* most instructions first */
	size_t blocks_count;
};

static const struct mixrows_options by_mnemonic = {
	.keys = { MIXKEY_MNEMONIC }, .keys_count = 1,
};

static int side_open(struct side *side, const char *path, bool counts, struct fault *fault)
{
	struct recording_options options = { .path = path, .symfs = "", .mix = true,
					     .counts = counts };
	int error = recording_open(&side->recording, &options, fault);

	return error ? error :
	       estimate_init(&side->estimate, &side->recording,
			     counts ? ESTIMATE_EXACT : ESTIMATE_HBBP, fault);
}

/* Rows of the samples by one source; hbbp comes first, for it is what they were read as. */
static int fold_source(struct side *side, enum estimate_source source, struct mixrows *rows,
		       struct fault *fault)
{
	struct estimate *estimate = &side->estimate;

	for (size_t i = 0; source != ESTIMATE_HBBP && i < estimate->count; i++) {
		struct estimate_item *item = &estimate->items[i];

		item->records = source == ESTIMATE_CTR;
		item->executions = item->records ? item->ctr : item->ebs;
	}
	return mixrows_fold(rows, &side->recording, estimate, &by_mnemonic, fault);
}

static double executions_of(const struct mixrows *rows, const char *mnemonic)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->items[i].values[0], mnemonic))
			return rows->items[i].executions;
	return 0;
}

/* Blocks */

static bool same_block(const struct estimate_item *a, const struct estimate_item *b)
{
	return a->object == b->object && a->block == b->block;
}

static void describe(struct block *block, struct recording *recording,
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
	const struct block *a = left, *b = right;
	double x = a->executions * a->length, y = b->executions * b->length;

	return (x < y) - (x > y);
}

static int find_blocks(struct mixes *mixes, struct fault *fault)
{
	struct side *exact = &mixes->exact;
	const struct estimate_item *items = exact->estimate.items;
	struct disasm disasm;

	mixes->blocks = calloc(exact->estimate.count + 1, sizeof(*mixes->blocks));
	if (!mixes->blocks || disasm_open(&disasm))
		return fault_set(fault, -ENOMEM, "out of memory for its blocks");
	for (size_t i = 0; i < exact->estimate.count; i++) {
		if (!i || !same_block(&items[i - 1], &items[i]))
			mixes->blocks[mixes->blocks_count++] = (struct block){
				.first = &items[i], .executions = items[i].executions,
			};
		describe(&mixes->blocks[mixes->blocks_count - 1], &exact->recording, &items[i], &disasm);
	}
	disasm_close(&disasm);
	if (mixes->blocks_count)
		qsort(mixes->blocks, mixes->blocks_count, sizeof(*mixes->blocks), compare_blocks);
	return 0;
}

/* What samples have of the block: NULL where there is none. */
static const struct estimate_item *find_sampled(const struct mixes *mixes,
						const struct block *block)
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

static void put_blocks(struct mixes *mixes, size_t most)
{
	for (size_t i = 0; i < mixes->blocks_count && i < most; i++) {
		const struct block *block = &mixes->blocks[i];
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

/* Chance: the mean absolute deviation of a normal variable is sqrt(2 / pi) of the standard one. */

/* Sums by mnemonic of one block or stream, and over all of them. */
struct sums {
	double *here, *mean, *square;	/* by number of the exact row */
	size_t count;
};

static int sums_init(struct sums *sums, size_t count)
{
	sums->count = count;
	sums->here = calloc(3 * count + 1, sizeof(double));
	if (!sums->here)
		return -ENOMEM;
	sums->mean = sums->here + count;
	sums->square = sums->mean + count;
	return 0;
}

/* What was gathered has the probability @part. */
static void sums_close(struct sums *sums, double part)
{
	for (size_t i = 0; i < sums->count; i++) {
		sums->mean[i] += part * sums->here[i];
		sums->square[i] += part * sums->here[i] * sums->here[i];
		sums->here[i] = 0;
	}
}

/* The sum of the mean deviations of the means of @samples independent ones. */
static double sums_deviation(const struct sums *sums, double samples)
{
	double sum = 0;

	for (size_t i = 0; i < sums->count; i++) {
		double variance = sums->square[i] - sums->mean[i] * sums->mean[i];

		sum += variance > 0 ? sqrt(variance * 2 / M_PI / samples) : 0;
	}
	return sum;
}

/* The row of each item's mnemonic; what exact lacks has none: its last. NULL: no memory. */
static uint32_t *number_items(const struct mixes *mixes, struct side *side)
{
	uint32_t *numbers = calloc(side->estimate.count + 1, sizeof(*numbers));
	struct disasm disasm;

	if (!numbers || disasm_open(&disasm)) {
		free(numbers);
		return NULL;
	}
	for (size_t i = 0; i < side->estimate.count; i++) {
		struct mixsubject subject = { .recording = &side->recording,
					      .item = &side->estimate.items[i] };

		mixsubject_decode(&subject, &disasm);
		while (numbers[i] < mixes->rows.count &&
		       strcmp(mixes->rows.items[numbers[i]].values[0], subject.mnemonic))
			numbers[i]++;
	}
	disasm_close(&disasm);
	return numbers;
}

/* A sample of a block of L gives each mnemonic 1/L for each of its instructions in it. */
static double chance_of_samples(const struct mixes *mixes, const uint32_t *numbers,
				struct sums *sums)
{
	const struct estimate *exact = &mixes->exact.estimate;

	for (size_t i = 0; i < mixes->blocks_count; i++) {
		const struct block *block = &mixes->blocks[i];
		size_t first = (size_t)(block->first - exact->items);

		for (size_t j = first; j < first + block->length; j++)
			sums->here[numbers[j]] += 1.0 / block->length;
		sums_close(sums, block->executions * block->length / exact->total);
	}
	return sums_deviation(sums, (double)mixes->sampled.recording.samples);
}

/* Executions that as many streams give, of all. */
static double chance_of_streams(const struct mixes *mixes, const uint32_t *numbers,
				struct sums *sums, double samples)
{
	const struct estimate *estimate = &mixes->sampled.estimate;
	double branches = 0;

	for (size_t i = 0; i < estimate->streams_count; i++)
		branches += estimate->streams[i].branches;
	for (size_t i = 0; i < estimate->streams_count; i++) {
		const struct recording_stream *stream = &estimate->streams[i];
		const struct estimate_item *end = estimate->items + estimate->count, *item =
			estimate_find(estimate, stream->thread, stream->object, stream->begin);

		for (; item && item < end && item->object == stream->object &&
		       item->address <= stream->end; item++)
			sums->here[numbers[item - estimate->items]]++;
		sums_close(sums, stream->branches / branches);
	}
	return sums_deviation(sums, samples) * branches / mixes->exact.estimate.total;
}

static int put_chance(struct mixes *mixes, struct fault *fault)
{
	uint32_t *exact = number_items(mixes, &mixes->exact);
	uint32_t *sampled = number_items(mixes, &mixes->sampled);
	double stacks = (double)mixes->sampled.recording.streams.samples, alike;
	struct sums of_samples = { 0 }, of_streams = { 0 };
	int error = !exact || !sampled || sums_init(&of_samples, mixes->rows.count + 1) ||
		    sums_init(&of_streams, mixes->rows.count + 1) ? -ENOMEM : 0;

	if (error) {
		fault_set(fault, error, "out of memory for what chance leaves");
	} else {
		alike = chance_of_streams(mixes, sampled, &of_streams, stacks);
		printf("chance\tebs\t%.6g\n", chance_of_samples(mixes, exact, &of_samples));
		printf("chance\tctr\t%.6g\t%.6g\n", alike / sqrt(STREAMS), alike);
	}
	free(of_samples.here);
	free(of_streams.here);
	free(exact);
	free(sampled);
	return error;
}

static int put_errors(struct mixes *mixes, struct fault *fault)
{
	static const enum estimate_source sources[] = { ESTIMATE_HBBP, ESTIMATE_CTR, ESTIMATE_EBS };
	struct mixrows rows[3] = { 0 };
	int error = 0;

	for (size_t i = 0; i < 3 && !error; i++) {
		struct mixrows_error *errors = NULL;
		double average;
		size_t count;

		error = fold_source(&mixes->sampled, sources[i], &rows[i], fault);
		if (!error)
			errors = mixrows_compare(&rows[i], &mixes->rows, &count, &average);
		if (errors)
			printf("error\t%s\t%.6g\n", estimate_source_names[sources[i]], average);
		else if (!error)
			error = fault_set(fault, -ENOMEM, "out of memory for the errors");
		free(errors);
	}
	for (size_t i = 0; i < mixes->rows.count && !error; i++) {
		const struct mixrow *row = &mixes->rows.items[i];

		printf("mnemonic\t%s\t%.0f", row->values[0], row->executions);
		for (size_t j = 0; j < 3; j++)
			printf("\t%.1f", executions_of(&rows[j], row->values[0]));
		putchar('\n');
	}
	for (size_t i = 0; i < 3; i++)
		mixrows_deinit(&rows[i]);
	return error;
}

static int mixes_put(struct mixes *mixes, const char *path, const char *name, size_t blocks,
		     struct fault *fault)
{
	int error = side_open(&mixes->sampled, path, false, fault);

	if (!error)
		error = side_open(&mixes->exact, path, true, fault);
	if (!error)
		error = mixrows_fold(&mixes->rows, &mixes->exact.recording, &mixes->exact.estimate,
				     &by_mnemonic, fault);
	if (!error)
		error = find_blocks(mixes, fault);
	if (error)
		return error;
	printf("run\t%s\t%.0f\t%llu\t%llu\n", name, mixes->exact.estimate.total,
	       (unsigned long long)mixes->sampled.recording.samples,
	       (unsigned long long)mixes->sampled.recording.streams.samples);
	error = put_chance(mixes, fault);
	if (!error)
		error = put_errors(mixes, fault);
	if (!error)
		put_blocks(mixes, blocks);
	return error;
}

int main(int argc, char **argv)
{
	static struct mixes mixes;
	struct fault fault;
	char *end;
	unsigned long blocks;
	int error;

	if (argc != 4 || (blocks = strtoul(argv[3], &end, 10), *end || end == argv[3])) {
		fprintf(stderr, "usage: mixes PROFILE NAME BLOCKS > RESULT\n");
		return 2;
	}
	error = mixes_put(&mixes, argv[1], argv[2], blocks, &fault);
	if (error)
		fprintf(stderr, "mixes: %s: %s\n", argv[1], fault.text);
	free(mixes.blocks);
	return error || fflush(stdout) || ferror(stdout);
}
