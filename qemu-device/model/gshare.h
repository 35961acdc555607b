/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gshare.h - direction predictor: 2-bit counters by pc XOR history (McFarling, 1993)
 *
 * The plain one to compare TAGE with, of the same 28 KB: 7 x 2^14 counters.
 */
#ifndef TEA_GSHARE_H
#define TEA_GSHARE_H

#include "predictor.h"

#define TEA_GSHARE_COUNTERS	(28U * 1024 * 8 / 2)

struct tea_gshare {
	uint32_t history;
	int8_t counters[TEA_GSHARE_COUNTERS];	/* -2..1 */
};

void tea_gshare_init(struct tea_gshare *gshare);
void tea_gshare_predict(const struct tea_gshare *gshare, uint64_t pc,
			struct tea_prediction *prediction);
void tea_gshare_train(struct tea_gshare *gshare, const struct tea_prediction *prediction,
		      bool taken);
void tea_gshare_track(struct tea_gshare *gshare, bool taken);

#endif /* TEA_GSHARE_H */
