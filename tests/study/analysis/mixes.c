// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixes.c - how far each source of an instruction mix is from the exact counts of the same run
 *
 * Usage: mixes PROFILE NAME BLOCKS [DRAW...] > RESULT
 *
 * PROFILE is of `tea sim --observers counts,instructions,taken`, a DRAW a profile with other
 * samples of the same run. The result is a table of values between tabs, whose first value names
 * the kind of line:
 *
 *	run		NAME, instructions of the run, samples of instructions, of branches
 *	chance		ebs, the error of as many independent samples on average; ctr, that of as
 *			many stacks if streams of a stack were independent, and if all were alike
 *	error		source, average weighted error by mnemonic (Nowak et al., ISPASS 2018)
 *	limit		length, that error with records for blocks up to it, else samples
 *	mnemonic	name, exact executions, those by hbbp, ctr, ebs
 *	cover		source, least share of the class, of rows by mnemonic whose true share is in
 *			the 95 % margin around the measured one: how many, of how many
 *	newest		of the branch that most stacks begin with: its part of them, its part of all
 *			records; how many branches are flagged as biased; the part of the newest records
 *			that would have to be of other branches for equal parts
 *	length		most instructions, blocks, exact executions of their instructions, how many of
 *			these are wrong by ebs, and by ctr
 *	block		where, instructions, whether its branch is biased, divisions and square roots,
 *			loads, whether it ends in a transfer, exact executions, those by ebs, ctr
 *	draw		DRAW's period, samples of instructions, of branches; `error` and `cover` behind it
 *			are its own
 *
 * Blocks are the BLOCKS ones with most executed instructions.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mix/mixchance.h"
#include "mixes.h"

static const struct mixrows_options by_mnemonic = {
	.keys = { MIXKEY_MNEMONIC }, .keys_count = 1,
};

/* Limits of length that are tried. */
static const uint32_t limits[] = { 4, 8, 12, 18, 24, 34, 50, 80 };

/* Classes of rows by their true share, each from this on. */
static const double shares[] = { 0.01, 0.001, 0 };

#define SHARES	(sizeof(shares) / sizeof(shares[0]))

static int side_open(struct side *side, const char *path, bool counts, struct fault *fault)
{
	const struct recording_options options = {
		.path = path, .symfs = "",
		.of = { { counts ? MEASURE_COUNTS : MEASURE_INSTRUCTIONS, MEASURE_COUNTS } },
	};
	int error = recording_open(&side->recording, &options, fault);

	return error ? error :
	       estimate_init(&side->estimate, &side->recording, side->recording.shown,
			     counts ? ESTIMATE_EXACT : ESTIMATE_HBBP, fault);
}

static void side_close(struct side *side)
{
	estimate_deinit(&side->estimate);
	recording_close(&side->recording);
}

/* Rows of the samples, records of blocks with less than @below instructions. */
static int fold_below(struct side *side, uint32_t below, struct mixrows *rows, struct fault *fault)
{
	struct estimate *estimate = &side->estimate;

	for (size_t i = 0; i < estimate->count; i++) {
		struct estimate_item *item = &estimate->items[i];

		item->records = item->length < below;
		item->executions = item->records ? item->ctr : item->ebs;
	}
	return mixrows_fold(rows, &side->recording, estimate, &by_mnemonic, fault);
}

static int fold_source(struct side *side, enum estimate_source source, struct mixrows *rows,
		       struct fault *fault)
{
	return fold_below(side, source == ESTIMATE_HBBP ? ESTIMATE_LENGTH + 1 :
			  source == ESTIMATE_CTR ? UINT32_MAX : 0, rows, fault);
}

static double executions_of(const struct mixrows *rows, const char *mnemonic)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->items[i].values[0], mnemonic))
			return rows->items[i].executions;
	return 0;
}

/* The average weighted error of @rows, behind a line's first words. */
static int put_error(const struct mixes *mixes, const struct mixrows *rows, struct fault *fault)
{
	struct mixrows_error *errors;
	double average;
	size_t count;

	errors = mixrows_compare(rows, &mixes->rows, &count, &average);
	if (!errors)
		return fault_set(fault, -ENOMEM, "out of memory for the errors");
	printf("\t%.6g\n", average);
	free(errors);
	return 0;
}

/* How many margins contain the true share, by class of that. */
static void put_cover(const struct mixes *mixes, const struct mixrows *rows, const char *source)
{
	unsigned int within[SHARES] = { 0 }, of[SHARES] = { 0 };

	for (size_t i = 0; i < rows->count; i++) {
		const struct mixrow *row = &rows->items[i];
		const double share = row->executions / rows->total;
		const double exact = executions_of(&mixes->rows, row->values[0]) / mixes->rows.total;
		size_t class = 0;

		while (exact < shares[class])
			class++;
		of[class]++;
		within[class] += fabs(share - exact) <= mixchance_margin(rows, row);
	}
	for (size_t i = 0; i < SHARES; i++)
		printf("cover\t%s\t%g\t%u\t%u\n", source, shares[i], within[i], of[i]);
}

/* Errors and margins of the samples of @side by each source, whose @rows the caller gives back. */
static int put_sources(const struct mixes *mixes, struct side *side, struct mixrows rows[3],
		       struct fault *fault)
{
	static const enum estimate_source sources[] = { ESTIMATE_HBBP, ESTIMATE_CTR, ESTIMATE_EBS };
	int error = 0;

	for (size_t i = 0; i < 3 && !error; i++) {
		const char *name = estimate_source_names[sources[i]];

		error = fold_source(side, sources[i], &rows[i], fault);
		if (error)
			break;
		printf("error\t%s", name);
		error = put_error(mixes, &rows[i], fault);
		put_cover(mixes, &rows[i], name);
	}
	return error;
}

static int put_limits(struct mixes *mixes, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]) && !error; i++) {
		struct mixrows rows;

		error = fold_below(&mixes->sampled, limits[i] + 1, &rows, fault);
		if (error)
			break;
		printf("limit\t%u", limits[i]);
		error = put_error(mixes, &rows, fault);
		mixrows_deinit(&rows);
	}
	return error;
}

static int put_errors(struct mixes *mixes, struct fault *fault)
{
	struct mixrows rows[3] = { 0 };
	int error = put_sources(mixes, &mixes->sampled, rows, fault);

	for (size_t i = 0; i < mixes->rows.count && !error; i++) {
		const struct mixrow *row = &mixes->rows.items[i];

		printf("mnemonic\t%s\t%.0f", row->values[0], row->executions);
		for (size_t j = 0; j < 3; j++)
			printf("\t%.1f", executions_of(&rows[j], row->values[0]));
		putchar('\n');
	}
	for (size_t i = 0; i < 3; i++)
		mixrows_deinit(&rows[i]);
	return error ? error : put_limits(mixes, fault);
}

static void put_newest(const struct mixes *mixes)
{
	const struct recording_streams *streams = &mixes->sampled.recording.streams;
	double records = 0, newest = 0, apart = 0, most[2] = { 0 };

	for (size_t i = 0; i < streams->edges_count; i++) {
		records += (double)streams->edges[i].records;
		newest += (double)streams->edges[i].newest;
	}
	for (size_t i = 0; i < streams->edges_count; i++) {
		const double first = (double)streams->edges[i].newest / newest;
		const double all = (double)streams->edges[i].records / records;

		apart += fabs(first - all) / 2;
		if (first > most[0])
			most[0] = first, most[1] = all;
	}
	printf("newest\t%.6g\t%.6g\t%zu\t%.6g\n", most[0], most[1],
	       mixes->sampled.estimate.bias.count, apart);
}

/* Other samples of the same run. */
static int put_draw(const struct mixes *mixes, const char *path, struct fault *fault)
{
	struct mixrows rows[3] = { 0 };
	struct side side = { 0 };
	int error = side_open(&side, path, false, fault);

	if (error)
		return error;
	printf("draw\t%.0f\t%llu\t%llu\n",
	       (double)side.recording.shown->pics.parts / (double)side.recording.shown->samples,
	       (unsigned long long)side.recording.shown->samples,
	       (unsigned long long)side.recording.streams.samples);
	error = put_sources(mixes, &side, rows, fault);
	for (size_t i = 0; i < 3; i++)
		mixrows_deinit(&rows[i]);
	side_close(&side);
	return error;
}

static int mixes_open(struct mixes *mixes, const char *path, struct fault *fault)
{
	int error = side_open(&mixes->sampled, path, false, fault);

	if (!error)
		error = side_open(&mixes->exact, path, true, fault);
	if (!error)
		error = mixrows_fold(&mixes->rows, &mixes->exact.recording, &mixes->exact.estimate,
				     &by_mnemonic, fault);
	if (!error)
		error = mixes_find_blocks(mixes, fault);
	return error;
}

static int mixes_put(struct mixes *mixes, const char *name, size_t blocks, struct fault *fault)
{
	int error;

	printf("run\t%s\t%.0f\t%llu\t%llu\n", name, mixes->exact.estimate.total,
	       (unsigned long long)mixes->sampled.recording.shown->samples,
	       (unsigned long long)mixes->sampled.recording.streams.samples);
	error = mixes_put_chance(mixes, fault);
	if (!error)
		error = put_errors(mixes, fault);
	if (error)
		return error;
	put_newest(mixes);
	mixes_put_lengths(mixes);
	mixes_put_blocks(mixes, blocks);
	return 0;
}

int main(int argc, char **argv)
{
	static struct mixes mixes;
	struct fault fault;
	char *end;
	unsigned long blocks;
	int error, at = 1;

	if (argc < 4 || (blocks = strtoul(argv[3], &end, 10), *end || end == argv[3])) {
		fprintf(stderr, "usage: mixes PROFILE NAME BLOCKS [DRAW...] > RESULT\n");
		return 2;
	}
	error = mixes_open(&mixes, argv[1], &fault);
	if (!error)
		error = mixes_put(&mixes, argv[2], blocks, &fault);
	for (int i = 4; i < argc && !error; i++) {
		at = i;
		error = put_draw(&mixes, argv[i], &fault);
	}
	if (error)
		fprintf(stderr, "mixes: %s: %s\n", argv[at], fault.text);
	free(mixes.blocks);
	return error || fflush(stdout) || ferror(stdout);
}
