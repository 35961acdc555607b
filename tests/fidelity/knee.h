/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * knee.h - how many instructions of a kind fit between two misses
 *
 *	ld	a1, (a1)	misses to DRAM
 *	x fillers
 *	ld	a2, (a2)	misses as well, at the same time if it fits in
 *	x fillers
 *
 * The time of a round jumps from one miss to two where the x fillers no longer fit into the
 * structure that they fill.
 */
#ifndef TEA_KNEE_H
#define TEA_KNEE_H

#include "micro.h"

struct filler {
	const char *name;	/* of the series */
	/* @miss: register that the miss before the fillers loads, A1 or A2 */
	uint32_t (*make)(int miss);
	void (*prepare)(int miss);	/* emits code between the two; NULL: none */
	unsigned int first, last, step;	/* fillers */
};

/*
 * Report the series of @count @fillers: in steps, and in single steps where it first rises by a
 * fifth of a miss. S2 is the address of memory that stays in the L1.
 */
void knees_measure(const struct filler *fillers, unsigned int count);

#endif /* TEA_KNEE_H */
