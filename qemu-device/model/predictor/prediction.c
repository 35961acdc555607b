// SPDX-License-Identifier: GPL-2.0-or-later
/* prediction.c - which fetch stage knew what a branch or jump does: see predictor.h */
#include "predictor.h"

/* The history holds branches not taken, too: it is wrong where one was not known. */
static bool is_right(const struct tea_guess *guess, bool taken, uint64_t target)
{
	return guess->known && guess->taken == taken && (!taken || guess->target == target);
}

enum tea_fetch_stage tea_prediction_stage(const struct tea_prediction *prediction, bool taken,
					  uint64_t target)
{
	if (!is_right(&prediction->guesses[TEA_FETCH_F2], taken, target))
		return TEA_FETCH_F3;
	return is_right(&prediction->guesses[TEA_FETCH_F1], taken, target) ? TEA_FETCH_F1
									    : TEA_FETCH_F2;
}
