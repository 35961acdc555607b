/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frontend.h - private to the core: fetch, decode and prediction
 *
 * One block of fetch_width parcels is fetched per cycle and takes one fetch target.
 * It begins with the bank of the L1I in which its first instruction is and ends with
 * its line at the latest: with BOOM's banks of 8 bytes, 16 bytes from any 8-byte
 * boundary, or the last 8 of a line. A block waits for the one before it (a miss
 * A block waits for the one before it (a miss blocks fetch), for a restart after a taken branch or
 * a flush, for its translation and its line. An instruction belongs to the block of its last
 * parcel; one that crosses into a block is that block's first instruction, as in BOOM, and gets its
 * DR-L1 and DR-TLB (TEA section 3: the first instruction of the fetch packet incurs them).
 *
 * This file has the steps of every operation; frontend.c those per block and per branch.
 */
#ifndef TEA_FRONTEND_H
#define TEA_FRONTEND_H

#include "memory/memory.h"
#include "predictor/predictor.h"
#include "time/history.h"
#include "time/ring.h"
#include "wait.h"

#define TEA_DECODE_MAX		8	/* instructions a cycle: knob decode_width */

struct tea_frontend {
	uint64_t block;			/* where the current block begins */
	uint64_t block_bytes;		/* 0: there is none */
	uint64_t block_pc;		/* requested: fetch's target, or the block's beginning */
	uint64_t block_first;		/* its first operation, which may begin before it */
	cycle_t block_at;		/* cycle in which its parcels are there */
	uint32_t block_why;		/* enum tea_limiter of block_at */
	uint32_t fetch_bytes, bank_bytes;
	bool restart;			/* the next operation begins a new block ... */
	uint32_t restart_why;		/* ... for this reason, */
	cycle_t restart_at;		/* ... in this cycle or later */
	cycle_t redirected_at;		/* no block before it: fetch was sent back to this way */
	bool crossed;			/* the current operation began two blocks */
	uint32_t pipeline;		/* cycles from fetch to the fetch buffer */
	tea_distance buffer[TEA_DECODE_MAX]; /* to the entry that a block waits for, by its slot */
	uint32_t slot, slots;		/* of the buffer's row: the next operation's; in all */
	uint32_t latches;		/* decode groups between decode and dispatch, but one */
	struct tea_history *history;
	struct tea_ring targets;	/* free cycles of all blocks but the current */
	struct tea_ring branches;
	struct tea_memory *memory;
	struct tea_predictor *predictor;
	bool forgiven;			/* its mispredicts */
	uint16_t spared;		/* TEA_PSV_* that the operation under way does not suffer */
	uint64_t led;			/* where the last mispredict led to, ... */
	uint64_t led_block;		/* ... which block that asks for, ... */
	uint32_t led_lag;		/* ... and fetches so many cycles later */
	uint32_t bubbles[TEA_FETCH_STAGES]; /* when a stage redirects fetch: cycles lost */
	uint32_t redirect_latency;
	struct tea_trace *trace;	/* NULL: the critical path is not recorded */
};

struct tea_trace;

/*
 * Fetch the missing parcels of an operation, the last of which is at @last: a block, or two. For
 * tea_frontend_fetch().
 */
void tea_frontend_fetch_blocks(struct tea_frontend *frontend, uint64_t pc, uint64_t last,
			       struct tea_retired *record);
/* The same where records are explained: they may have edges, too. */
void tea_frontend_fetch_explained(struct tea_frontend *frontend, uint64_t pc, uint64_t last,
				  struct tea_retired *record);

/*
 * The branch or jump of @record resolves in @complete: was the front-end led to @next_pc, its
 * successor? Restarts fetch behind it; FL-MB goes to @record. Returns whether it was not.
 */
bool tea_frontend_resolve(struct tea_frontend *frontend, uint64_t next_pc, cycle_t complete,
			  struct tea_retired *record);

/*
 * A mispredict leads fetch to @led, @lag cycles later. @behind: the address behind it. The
 * instructions there, in the same block, are fetched with it.
 */
void tea_frontend_lead(struct tea_frontend *frontend, uint64_t led, uint64_t behind, uint32_t lag);

/* The next operation is fetched in @cycle or later. */
void tea_frontend_restart(struct tea_frontend *frontend, cycle_t cycle, enum tea_limiter why);

/* Bytes of a block that begins at @address. */
static inline uint64_t tea_frontend_bytes(const struct tea_frontend *frontend, uint64_t address)
{
	uint64_t line = TEA_LINE_BYTES - address % TEA_LINE_BYTES;

	return line < frontend->fetch_bytes ? line : frontend->fetch_bytes;
}

/* First cycle in which the fetch buffer has room for a block that begins with the operation of @now. */
tea_inline cycle_t tea_frontend_buffered(const struct tea_frontend *frontend,
					 const struct tea_timing *now)
{
	return tea_history_back(now, frontend->buffer[frontend->slot])->decode + 1;
}

/* For tea_frontend_fetch(): a block begins. The buffer is filled at the end of the fetch pipeline. */
tea_inline void tea_frontend_enter(struct tea_frontend *frontend, const struct tea_timing *now,
				   uint64_t pc, uint64_t last, struct tea_retired *record,
				   const bool explain)
{
	struct tea_wait wait;

	if (explain)
		tea_frontend_fetch_explained(frontend, pc, last, record);
	else
		tea_frontend_fetch_blocks(frontend, pc, last, record);
	wait = tea_wait_begin(frontend->block_at + frontend->pipeline,
			      (enum tea_limiter)frontend->block_why);
	tea_wait_for_entry(&wait, tea_frontend_buffered(frontend, now), TEA_LIMIT_FETCH_BUFFER,
			   explain);
	frontend->block_at = wait.at - frontend->pipeline;
	if (explain)
		frontend->block_why = wait.why;
}

/* @now: the operation's. */
tea_inline cycle_t tea_frontend_fetch(struct tea_frontend *frontend,
				      const struct tea_timing *now, uint64_t pc, uint8_t bytes,
				      struct tea_retired *record, const bool explain)
{
	uint64_t last = pc + bytes - 1;
	struct tea_wait wait;

	/* if the last parcel is there, all are: a block behind earlier ones began by a restart */
	if (last - frontend->block >= frontend->block_bytes)
		tea_frontend_enter(frontend, now, pc, last, record, explain);
	wait = tea_wait_begin(frontend->block_at, (enum tea_limiter)frontend->block_why);
	return tea_wait_end(&wait, TEA_STAGE_FETCH, record, explain);
}

/* Whether the next operation begins a row of the fetch buffer: on to its slot. */
tea_inline bool tea_frontend_new_row(struct tea_frontend *frontend)
{
	const uint32_t slot = frontend->slot++;

	if (frontend->slot == frontend->slots)
		frontend->slot = 0;
	return !slot;
}

/* @tag: it takes one of the tags of unresolved branches. */
tea_inline cycle_t tea_frontend_decode(struct tea_frontend *frontend, struct tea_timing *now,
				       bool tag, cycle_t fetch, struct tea_retired *record,
				       const bool explain)
{
	struct tea_wait wait = tea_wait_begin(fetch + frontend->pipeline + 1, TEA_LIMIT_NONE);
	const cycle_t last = now[-1].decode;

	if (tag)
		tea_wait_for_entry(&wait, tea_ring_ready(&frontend->branches), TEA_LIMIT_BRANCHES,
				   explain);
	tea_wait_for(&wait, last + tea_frontend_new_row(frontend), TEA_LIMIT_WIDTH);
	if (wait.at > last)
		tea_wait_for(&wait, cycles_before(now[-1].dispatch, frontend->latches),
			     TEA_LIMIT_DISPATCH);
	now->decode = wait.at;
	return tea_wait_end(&wait, TEA_STAGE_DECODE, record, explain);
}

/* Release the tag and the fetch target, when all of the operation's stages are known. */
tea_inline void tea_frontend_release(struct tea_frontend *frontend, bool tag, cycle_t resolved,
				     const struct tea_retired *record)
{
	if (tag)
		tea_ring_push(&frontend->branches, resolved + 1);
	/* the first of two blocks holds no other operation */
	if (__builtin_expect(frontend->crossed, false)) {
		tea_ring_amend(&frontend->targets, 0, record->at[TEA_STAGE_COMMIT] + 1);
		frontend->crossed = false;
	}
}

#endif /* TEA_FRONTEND_H */
