/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gshare.h - direction predictor: 2-bit counters by pc XOR history (McFarling, 1993)
 *
 * The plain one to compare TAGE with, of the same budget: as many times 2^14
 * counters as fit, 4 in 18 KiB.
 */
#ifndef TEA_GSHARE_H
#define TEA_GSHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tea_gshare {
	uint32_t history;
	uint32_t banks;
	int8_t *counters;	/* [bank][index], -2..1 */
};

/* Returns 0, or -ENOMEM. */
int tea_gshare_init(struct tea_gshare *gshare, size_t budget_bits);
void tea_gshare_deinit(struct tea_gshare *gshare);
/* The counter that predicts the branch at @pc: taken if not negative. */
int8_t *tea_gshare_counter(const struct tea_gshare *gshare, uint64_t pc);
/* @counter's branch does this. */
void tea_gshare_train(struct tea_gshare *gshare, int8_t *counter, bool taken);
size_t tea_gshare_storage_bits(const struct tea_gshare *gshare);

#endif /* TEA_GSHARE_H */
