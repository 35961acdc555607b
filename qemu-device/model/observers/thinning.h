/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thinning.h - a sampler's stacks at many sampling frequencies at once
 *
 * One of each three samples of a level, drawn at random, is in the next level: if the first level
 * is one cycle of each period of P cycles, drawn at random, a level is one of each 3^level P, and
 * one run gives the stacks of all levels (TEA section 5.4).
 * Counts are in shares of samples, TEA_CYCLE_PARTS to a sample, by address and PSV.
 */
#ifndef TEA_THINNING_H
#define TEA_THINNING_H

#include "sampler.h"
#include "tally.h"

#define TEA_THINNING_LEVELS	8	/* each with a third of the samples of the one before */
#define TEA_THINNING_FACTOR	3

struct tea_thinning {
	struct tea_tally rows;			/* by address and PSV: parts at each level */
	uint64_t samples;
	uint32_t dither;			/* generator of the draws; 0: the first of three */
	uint8_t picked[TEA_THINNING_LEVELS - 1];	/* of the three under way */
};

int tea_thinning_init(struct tea_thinning *thinning, uint32_t dither);
void tea_thinning_deinit(struct tea_thinning *thinning);
void tea_thinning_sample(struct tea_thinning *thinning, const struct tea_sample *sample);
/* The PSV of one of its rows, whose first number is the address. */
uint16_t tea_thinning_psv(const struct tea_tally_row *row);
/* Add the rows of @more, of another thread. */
void tea_thinning_add(struct tea_thinning *thinning, const struct tea_thinning *more);

#endif /* TEA_THINNING_H */
