/* SPDX-License-Identifier: GPL-2.0 */
/*
 * twin.h - one piece of work, as a program and as a module of the kernel
 *
 * twin_work.c is compiled twice, for both: the same instructions, so that their mixes can be
 * compared. It includes nothing of either side.
 */
#ifndef TEA_STUDY_TWIN_H
#define TEA_STUDY_TWIN_H

#define TWIN_VALUES	256
#define TWIN_SORTED	32

struct twin {
	unsigned long sum;		/* of all rounds so far: both sides must agree on it */
	unsigned long values[TWIN_VALUES];
	unsigned long sorted[TWIN_SORTED];
};

/* Some 20,000 instructions. */
void twin_round(struct twin *twin);

#endif /* TEA_STUDY_TWIN_H */
