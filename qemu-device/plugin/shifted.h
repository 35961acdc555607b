/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shifted.h - records with times that begin where they are looked at first
 *
 * A model that warms first has spent time by then that nobody is to see. Observers begin in cycle 0:
 * they get copies of its records, with all times less by that.
 */
#ifndef TEA_SHIFTED_H
#define TEA_SHIFTED_H

#include "isa/block.h"
#include "model.h"

/* Zeroed memory is good. */
struct shifted {
	cycle_t by;			/* cycles before the first that is seen */
	struct tea_retired records[2 * TEA_BLOCK_MAX];	/* the most of a run */
	struct tea_retired micro[2 * UINT8_MAX];	/* those of a vector operation: of a step */
};

/* @records, of one step or run and without edges, in its time. Valid until the next call. */
const struct tea_retired *shifted_records(struct shifted *shifted, const struct tea_retired *records,
					  unsigned int count);

#endif /* TEA_SHIFTED_H */
