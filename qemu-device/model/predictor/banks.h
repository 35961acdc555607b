/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * banks.h - which branches share an outcome in the global history
 *
 * As in BOOM (GlobalHistory of ifu/frontend.scala), the history has one outcome for all
 * branches of a bank of the L1I that are fetched together: "taken" if the flow left by
 * one of them, else "not taken". Banks without branches, and jumps, leave none. A fetch
 * block of two banks is looked up with a history that lacks the outcome of the bank
 * before, of the same block or the one before it: that is not known in time. A bank ends
 * with an instruction that leaves it, and behind a mispredict.
 *
 * Not modelled: that a mispredicted branch in the first bank of a cache line does not
 * end its bank.
 */
#ifndef TEA_BANKS_H
#define TEA_BANKS_H

#include <stdbool.h>
#include <stdint.h>

struct tea_banks {
	uint64_t bank;	/* number of the one that the last branch or jump is in */
	uint64_t origin; /* distances begin here: the same, or 1 or 2 before the next one */
	uint64_t start; /* the bank that the last redirect of fetch led to */
	int8_t outcome; /* of the current bank: TEA_BANKS_NONE, 0 not taken, 1 taken */
	int8_t before;	/* of the bank before, if the history lacks it */
	uint8_t shift;	/* log2 of a bank's bytes */
	bool late;	/* a bank's outcome comes too late for the next one */
};

#define TEA_BANKS_NONE (-1)

/* Powers of two: a fetch block has one bank or two. */
void tea_banks_init(struct tea_banks *banks, unsigned int block_bytes, unsigned int bank_bytes);

/* The outcomes that enter the history: 0 not taken, 1 taken, or TEA_BANKS_NONE. */
struct tea_banks_outcomes {
	int8_t older, newer;
};

/* A branch or jump at @pc comes next in program order. */
struct tea_banks_outcomes tea_banks_enter(struct tea_banks *banks, uint64_t pc);
/* It is a branch, and does this. */
void tea_banks_note(struct tea_banks *banks, bool taken);
/* It is taken, to @next. */
void tea_banks_leave(struct tea_banks *banks, uint64_t next);
/* It is a branch that was predicted taken and is not: fetch begins again at @next, behind it. */
void tea_banks_break(struct tea_banks *banks, uint64_t next);

#endif /* TEA_BANKS_H */
