// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * thinning.c - stacks at many sampling frequencies: see thinning.h
 *
 * Open addressing with linear probing, a power of two of rows, at most half full.
 */
#include "thinning.h"

#include <errno.h>
#include <stdlib.h>

#define INITIAL_ROWS	1024

int tea_thinning_init(struct tea_thinning *thinning, uint32_t dither)
{
	*thinning = (struct tea_thinning){ .capacity = INITIAL_ROWS, .dither = dither };
	thinning->rows = calloc(thinning->capacity, sizeof(*thinning->rows));
	return thinning->rows ? 0 : -ENOMEM;
}

void tea_thinning_deinit(struct tea_thinning *thinning)
{
	free(thinning->rows);
	*thinning = (struct tea_thinning){ .rows = NULL };
}

/* The row of the key, or the free one where it belongs. */
static struct tea_thinning_row *find_row(const struct tea_thinning *thinning, uint64_t pc,
					 uint16_t psv)
{
	uint64_t hash = (pc ^ (uint64_t)psv << 48) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)(hash >> 20) & (thinning->capacity - 1);

	while (thinning->rows[at].parts[0] &&
	       (thinning->rows[at].pc != pc || thinning->rows[at].psv != psv))
		at = (at + 1) & (thinning->capacity - 1);
	return &thinning->rows[at];
}

static int grow(struct tea_thinning *thinning)
{
	struct tea_thinning bigger = *thinning;

	bigger.capacity *= 2;
	bigger.rows = calloc(bigger.capacity, sizeof(*bigger.rows));
	if (!bigger.rows)
		return -ENOMEM;
	for (size_t i = 0; i < thinning->capacity; i++) {
		const struct tea_thinning_row *row = &thinning->rows[i];

		if (row->parts[0])
			*find_row(&bigger, row->pc, row->psv) = *row;
	}
	free(thinning->rows);
	*thinning = bigger;
	return 0;
}

/* The row of the key, made if there is none; NULL where memory ran out. */
static struct tea_thinning_row *take_row(struct tea_thinning *thinning, uint64_t pc, uint16_t psv)
{
	struct tea_thinning_row *row;

	if (thinning->used * 2 >= thinning->capacity && grow(thinning)) {
		thinning->failed = true;
		return NULL;
	}
	row = find_row(thinning, pc, psv);
	if (!row->parts[0]) {
		row->pc = pc;
		row->psv = psv;
		thinning->used++;
	}
	return row;
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
		struct tea_thinning_row *row = take_row(thinning, sample->pc[i], sample->psv[i]);

		for (unsigned int level = 0; row && level < levels; level++)
			row->parts[level] += TEA_CYCLE_PARTS / sample->slots;
	}
	thinning->samples++;
}

void tea_thinning_add(struct tea_thinning *thinning, const struct tea_thinning *more)
{
	for (size_t i = 0; i < more->capacity; i++) {
		const struct tea_thinning_row *from = &more->rows[i];
		struct tea_thinning_row *to = from->parts[0] ?
					      take_row(thinning, from->pc, from->psv) : NULL;

		for (unsigned int level = 0; to && level < TEA_THINNING_LEVELS; level++)
			to->parts[level] += from->parts[level];
	}
	thinning->samples += more->samples;
	thinning->failed |= more->failed;
}
