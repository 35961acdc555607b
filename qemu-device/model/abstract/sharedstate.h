/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sharedstate.h - the state that all lanes share: each operation's hits and predictions, without time
 *
 *	operation ---> shared state: fetch blocks, predictor, TLBs, caches, shadow memory ---> summary
 *
 * Contents change in program order, at stores as at loads. They are those of the full model's own
 * structures, so hits and predictions are the full model's, except where it depends on time:
 * prefetches that find no MSHR free, an earlier access that is simulated later. A recently filled
 * line has the number of its fill: each lane knows when that is over.
 */
#ifndef TEA_SHAREDSTATE_H
#define TEA_SHAREDSTATE_H

#include "core/kind.h"
#include "isa/block.h"
#include "memory/cache.h"
#include "memory/memory.h"
#include "memory/tlb.h"
#include "predictor/predictor.h"
#include "shadow.h"

/* Fills that a lane knows the times of, the last ones; more than there are MSHRs. */
#define TEA_SHARED_FILLS	128

/* Where a line, or a PTE, comes from; DRAM by the state of its bank's row buffer. */
enum tea_origin {
	TEA_ORIGIN_L1, TEA_ORIGIN_LLC, TEA_ORIGIN_ROW, TEA_ORIGIN_REST, TEA_ORIGIN_CONFLICT,
	TEA_ORIGINS_COUNT
};

/* Where a translation comes from: a walk by where its last PTE is. */
enum tea_page {
	TEA_PAGE_L1, TEA_PAGE_L2, TEA_PAGE_WALK, TEA_PAGE_WALK_LLC, TEA_PAGE_WALK_DRAM,
	TEA_PAGES_COUNT
};

/* How an operation passes the abstract core. */
enum tea_form {
	TEA_FORM_COMPUTE, TEA_FORM_LOAD, TEA_FORM_STORE, TEA_FORM_CONTROL, TEA_FORM_SERIAL,
	TEA_FORM_PREFETCH
};

/* A line on its way to the L1 data cache. */
struct tea_summary_fill {
	uint64_t number;	/* from 1 on; 0: there is none */
	uint8_t source;		/* enum tea_origin */
	bool dirty;		/* the victim is written back */
	bool written;		/* and the LLC's victim, to DRAM */
};

struct tea_summary {
	uint64_t pc;
	uint32_t site;
	uint8_t privilege;
	uint8_t form, class;
	uint8_t dst, src[3];	/* rows of registers, see TEA_ROW_* */
	uint8_t pool;		/* 0 integer, 1 floating point, 2: it writes no register */
	uint8_t blocks;		/* fetch blocks that begin with it */
	uint8_t fetch_source, fetch_page; /* the slowest of these */
	bool taken, mispredicted;
	bool tag;		/* it takes one of the tags of unresolved branches */
	uint8_t stage;		/* enum tea_fetch_stage that sent fetch to the next instruction */
	uint8_t page;		/* of an access */
	uint8_t steps;		/* of an integer divide */
	bool fp_data;		/* of a store */
	struct tea_summary_fill fill, ahead; /* its line; the line prefetched beside it */
	uint64_t arrival;	/* number of the fill that brought the line lately; 0: long there */
	uint64_t store;		/* number of the store that it is, or reads from; 0: none */
	bool whole;		/* the store wrote all that it reads */
};

#define TEA_ROW_NONE	TEA_REGS	/* reads: always there */
#define TEA_ROW_NOWHERE	(TEA_REGS + 1)	/* writes: never read */
#define TEA_ROWS	(TEA_REGS + 2)

struct tea_shared_cache {
	struct tea_cache cache;
	uint16_t *hints;		/* [address & hint_mask]: index of a line */
	uint64_t hint_mask;
};

struct tea_shared_state {
	struct tea_shared_cache insn, data;
	struct tea_cache llc;
	struct tea_tlb itlb, dtlb;
	struct tea_tlb2 tlb2;
	const struct tea_env *env;
	struct tea_predictor *predictor;
	struct tea_shadow shadow;
	struct tea_kind kinds[UINT8_MAX + 1];
	uint64_t *rows;			/* [bank]: the row that is open + 1; 0: none */
	uint64_t bank_mask;
	unsigned int row_shift, bank_shift;
	uint64_t block, block_bytes;	/* the current fetch block; 0 bytes: there is none */
	uint32_t fetch_bytes, bank_bytes;
	uint64_t fills;			/* so far */
	bool next_line;
	uint8_t bare;			/* privileges known to be untranslated, a bit each */
};

/* @stores: that its shadow memory keeps. Returns 0 or -ENOMEM. */
int tea_shared_init(struct tea_shared_state *state, const struct tea_params *params,
		     const struct tea_env *env, uint32_t stores);
void tea_shared_deinit(struct tea_shared_state *state);

/* Note the next operation in program order. */
void tea_shared_summarize(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary);
void tea_shared_flush_tlb(struct tea_shared_state *state);

#endif /* TEA_SHAREDSTATE_H */
