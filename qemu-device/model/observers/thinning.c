// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * thinning.c - stacks at many sampling frequencies: see thinning.h
 */
#include "thinning.h"

/* PSVs in the middle of the second number spread where both are hashed. */
#define PSV_SHIFT	16

int tea_thinning_init(struct tea_thinning *thinning, uint32_t dither)
{
	*thinning = (struct tea_thinning){ .dither = dither };
	return tea_tally_init(&thinning->rows, TEA_THINNING_LEVELS);
}

void tea_thinning_deinit(struct tea_thinning *thinning)
{
	tea_tally_deinit(&thinning->rows);
}

uint16_t tea_thinning_psv(const struct tea_tally_row *row)
{
	return (uint16_t)(row->second >> PSV_SHIFT);
}

/* The first of three samples of a level: draw the one that goes to the next level. */
static void draw_picks(struct tea_thinning *thinning)
{
	uint64_t number = thinning->samples;

	for (unsigned int level = 0; level < TEA_THINNING_LEVELS - 1; level++) {
		if (number % TEA_THINNING_FACTOR)
			return;
		thinning->picked[level] = (uint8_t)tea_dither_below(&thinning->dither,
								    TEA_THINNING_FACTOR);
		number /= TEA_THINNING_FACTOR;
	}
}

/* How many levels this sample is in. */
static unsigned int levels_of_sample(const struct tea_thinning *thinning)
{
	uint64_t number = thinning->samples;
	unsigned int level = 1;

	while (level < TEA_THINNING_LEVELS &&
	       number % TEA_THINNING_FACTOR == thinning->picked[level - 1]) {
		number /= TEA_THINNING_FACTOR;
		level++;
	}
	return level;
}

void tea_thinning_sample(struct tea_thinning *thinning, const struct tea_sample *sample)
{
	unsigned int levels;

	draw_picks(thinning);
	levels = levels_of_sample(thinning);
	for (unsigned int i = 0; i < sample->slots; i++) {
		struct tea_tally_row *row = tea_tally_take(&thinning->rows, sample->pc[i],
							   (uint64_t)sample->psv[i] << PSV_SHIFT);

		for (unsigned int level = 0; row && level < levels; level++)
			row->counts[level] += TEA_CYCLE_PARTS / sample->slots;
	}
	thinning->samples++;
}

void tea_thinning_add(struct tea_thinning *thinning, const struct tea_thinning *more)
{
	tea_tally_add(&thinning->rows, &more->rows);
	thinning->samples += more->samples;
}
