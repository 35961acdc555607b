// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixes_chance.c - the errors of a run's samples by chance: see mixes.h
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mixes.h"

#define STREAMS	15		/* of a full stack */

/* Chance: the mean absolute deviation of a normal variable is sqrt(2 / pi) of the standard one. */

/* Sums by mnemonic of one block or stream, and over all. */
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

/* Adds the sums of the block or stream, of probability @part. */
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

/*
 * The row of each item's mnemonic; mnemonics without exact counts share the last. NULL: no memory.
 */
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
		const struct mixes_block *block = &mixes->blocks[i];
		size_t first = (size_t)(block->first - exact->items);

		for (size_t j = first; j < first + block->length; j++)
			sums->here[numbers[j]] += 1.0 / block->length;
		sums_close(sums, block->executions * block->length / exact->total);
	}
	return sums_deviation(sums, (double)mixes->sampled.recording.shown->samples);
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

int mixes_put_chance(struct mixes *mixes, struct fault *fault)
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
