/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fake_memory.h - memory.h and predictor.h with latencies that a test dictates
 *
 * Every access hits and every translation is known at once, but for the lines
 * and pages listed here: the first access to each takes as long as it says, all
 * later ones hit. Addresses are physical = virtual. The predictor knows the
 * branches and jumps listed here, each from some fetch stage on; of others it knows
 * no target and says "not taken", from the first stage on. Hand a struct fake_memory to the model as
 * env.opaque; linked before the model's library it replaces the real ones.
 */
#ifndef TEA_TEST_FAKE_MEMORY_H
#define TEA_TEST_FAKE_MEMORY_H

#include "memory/memory.h"
#include "predictor/predictor.h"

#define FAKE_MISSES_MAX		64
#define FAKE_BRANCHES_MAX	16

struct fake_miss {
	enum { FAKE_LINE, FAKE_PAGE, FAKE_STORE } kind;
	enum tea_side side;
	enum tea_level level;	/* FAKE_LINE: its source */
	uint64_t address;	/* line or page number */
	cycle_t cycles;		/* more than a hit takes; of FAKE_STORE, until accepted */
	bool used;
};

struct fake_branch {
	uint64_t pc;
	uint64_t target;	/* 0: not taken */
	enum tea_fetch_stage stage;
};

struct fake_memory {
	struct fake_miss misses[FAKE_MISSES_MAX];
	unsigned int count;
	struct fake_branch branches[FAKE_BRANCHES_MAX];
	unsigned int branches_count;
	unsigned int prefetches, icache_flushes, tlb_flushes;
};

#endif /* TEA_TEST_FAKE_MEMORY_H */
