/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thinning.h - a sampler's stacks at many sampling frequencies at once
 *
 * Of each three samples of a level one, drawn at random, is in the next: where the
 * first are one of each period of P cycles, drawn at random, those of a level are one of
 * each 3^level P, and one run gives the stacks of all levels (TEA section 5.4).
 * Counts are in shares of samples, TEA_CYCLE_PARTS to a sample, by address and PSV.
 */
#ifndef TEA_THINNING_H
#define TEA_THINNING_H

#include <stddef.h>

#include "sampler.h"

#define TEA_THINNING_LEVELS	8	/* each with a third of the samples of the one before */
#define TEA_THINNING_FACTOR	3

struct tea_thinning_row {
	uint64_t pc;
	uint16_t psv;
	uint64_t parts[TEA_THINNING_LEVELS];	/* [0] is not 0 in a row that is in use */
};

struct tea_thinning {
	struct tea_thinning_row *rows;		/* open addressing */
	size_t capacity, used;
	uint64_t samples;
	uint32_t dither;			/* generator of the draws; 0: the first of three */
	uint8_t picked[TEA_THINNING_LEVELS - 1];	/* of the three under way */
	bool failed;				/* memory ran out: contents are not complete */
};

int tea_thinning_init(struct tea_thinning *thinning, uint32_t dither);
void tea_thinning_deinit(struct tea_thinning *thinning);
void tea_thinning_sample(struct tea_thinning *thinning, const struct tea_sample *sample);
/* Add the rows of @more, of another thread. */
void tea_thinning_add(struct tea_thinning *thinning, const struct tea_thinning *more);

#endif /* TEA_THINNING_H */
