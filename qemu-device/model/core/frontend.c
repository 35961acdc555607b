// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frontend.c - fetch blocks and branches: see frontend.h
 *
 * Not modelled: predictor tables learn at once rather than at commit, and not on the wrong path.
 */
#include "frontend.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "trace.h"

void tea_frontend_restart(struct tea_frontend *frontend, cycle_t cycle, enum tea_limiter why)
{
	if (!frontend->restart || cycle > frontend->restart_at) {
		frontend->restart_at = cycle;
		frontend->restart_why = why;
	}
	frontend->restart = true;
	frontend->block_bytes = 0;
	if (why == TEA_LIMIT_REDIRECT)
		frontend->slot = 0;	/* the buffer is cleared */
}

/* Wait for the translation of @pc and its line. */
static struct tea_wait wait_for_line(struct tea_frontend *frontend, uint64_t pc,
				     struct tea_retired *record, struct tea_wait wait)
{
	struct tea_translation translation;
	struct tea_access access;

	if (frontend->spared & TEA_PSV_DR_TLB)
		tea_memory_spare_page(frontend->memory, TEA_SIDE_INSN, pc, record->privilege,
				      wait.at);
	tea_memory_translate(frontend->memory, TEA_SIDE_INSN, pc, record->privilege, wait.at,
			     &translation);
	if (translation.l1_miss) {
		record->psv |= TEA_PSV_DR_TLB;
		record->itlb_wait += (uint32_t)tea_wait_more(&wait, translation.ready);
		tea_wait_for(&wait, translation.ready, TEA_LIMIT_ITLB);
	}
	if (frontend->spared & TEA_PSV_DR_L1)
		tea_memory_spare_line(frontend->memory, TEA_SIDE_INSN, translation.paddr,
				      TEA_LEVEL_L1, wait.at);
	tea_memory_fetch(frontend->memory, translation.paddr, wait.at, &access);
	if (access.level != TEA_LEVEL_L1) {
		record->psv |= TEA_PSV_DR_L1;
		record->line_wait += (uint32_t)tea_wait_more(&wait, access.ready);
		tea_wait_for(&wait, access.ready, TEA_LIMIT_ICACHE);
	}
	return wait;
}

/* The block at @pc is not there in the first cycle in which it can be fetched. */
static __attribute__((noinline)) void fetch_late(struct tea_frontend *frontend, uint64_t pc,
						 struct tea_retired *record)
{
	struct tea_wait wait = tea_wait_begin(frontend->block_at,
					      (enum tea_limiter)frontend->block_why);

	TEA_TRACE(frontend->trace, look, frontend->trace, wait.at);
	wait = wait_for_line(frontend, pc, record, wait);
	TEA_TRACE(frontend->trace, line, frontend->trace, frontend->pipeline, wait.at);
	frontend->block_at = wait.at;
	frontend->block_why = wait.why;
}

/* Fetch the block of the parcel at @pc, whose first operation is at @first. */
tea_inline void fetch_block(struct tea_frontend *frontend, uint64_t pc, uint64_t first,
			    struct tea_retired *record, const bool explain)
{
	const uint32_t slot = frontend->targets.head;
	struct tea_wait wait = tea_wait_begin(frontend->block_at + 1, TEA_LIMIT_WIDTH);

	/* a target is held until the last operation of its block has left */
	tea_ring_push(&frontend->targets, frontend->history->now[-1].commit + 1);
	if (frontend->restart)
		tea_wait_for(&wait, frontend->restart_at, (enum tea_limiter)frontend->restart_why);
	tea_wait_for_entry(&wait, frontend->redirected_at, TEA_LIMIT_TAKEN, true);
	tea_wait_for_entry(&wait, tea_ring_ready(&frontend->targets), TEA_LIMIT_FTQ, true);

	TEA_TRACE(explain && frontend->trace, block, frontend->trace, frontend, slot, &wait);
	frontend->block = pc & ~(uint64_t)(frontend->bank_bytes - 1);
	frontend->block_pc = frontend->restart ? pc : frontend->block;
	frontend->block_first = first;
	frontend->restart = false;
	frontend->block_bytes = tea_frontend_bytes(frontend, frontend->block);
	frontend->block_at = wait.at;
	frontend->block_why = wait.why;
	if (!tea_memory_fetch_hit(frontend->memory, pc, record->privilege, wait.at))
		fetch_late(frontend, pc, record);
}

/* Two blocks, if the operation at @pc begins in one and ends in the next: few do. */
static __attribute__((noinline)) void fetch_both(struct tea_frontend *frontend, uint64_t pc,
						 uint64_t last, struct tea_retired *record,
						 bool explain)
{
	fetch_block(frontend, pc, pc, record, explain);
	if (last - frontend->block >= frontend->block_bytes) {
		fetch_block(frontend, last, pc, record, explain);
		frontend->crossed = true;
	}
}

tea_inline void fetch_blocks(struct tea_frontend *frontend, uint64_t pc, uint64_t last,
			     struct tea_retired *record, const bool explain)
{
	const bool inside = pc - frontend->block < frontend->block_bytes;

	if (__builtin_expect(!inside && (pc ^ last) >= frontend->bank_bytes, false))
		fetch_both(frontend, pc, last, record, explain);
	else
		fetch_block(frontend, inside ? last : pc, pc, record, explain);
}

void tea_frontend_fetch_blocks(struct tea_frontend *frontend, uint64_t pc, uint64_t last,
			       struct tea_retired *record)
{
	fetch_blocks(frontend, pc, last, record, false);
}

void tea_frontend_fetch_explained(struct tea_frontend *frontend, uint64_t pc, uint64_t last,
				  struct tea_retired *record)
{
	fetch_blocks(frontend, pc, last, record, true);
}

/*
 * Whether the front-end was led to @next_pc behind the branch or jump of @record. @bubble: fetch
 * cycles lost then. A direct branch's target is known in fetch stage 3 at the latest, so only its
 * direction can be wrong; an indirect jump needs the predicted target. Without one fetch goes on.
 */
static bool predict(struct tea_frontend *frontend, const struct tea_retired *record,
		    uint64_t next_pc, bool taken, uint32_t *bubble, uint64_t *led)
{
	const struct tea_insn *insn = &record->insn;
	struct tea_prediction prediction;

	prediction = tea_predictor_pass(frontend->predictor, record->pc, insn, taken, next_pc);
	*bubble = frontend->bubbles[prediction.stage];
	*led = prediction.target;
	if (insn->class == TEA_CLASS_BRANCH)
		return prediction.taken == taken;
	/* fetch goes on there anyway; a branch would be missing in the history */
	if (next_pc == frontend->block + frontend->block_bytes)
		*bubble = 0;
	return insn->class == TEA_CLASS_JUMP || prediction.target == next_pc;
}

void tea_frontend_lead(struct tea_frontend *frontend, uint64_t led, uint64_t behind, uint32_t lag)
{
	const bool on = led == behind;

	frontend->led = led;
	frontend->led_block = on ? frontend->block : led;
	frontend->led_lag = on ? 0 : lag;
}

bool tea_frontend_resolve(struct tea_frontend *frontend, uint64_t next_pc, cycle_t complete,
			  struct tea_retired *record)
{
	const uint64_t behind = record->pc + record->insn.length_bytes;
	const bool branch = record->insn.class == TEA_CLASS_BRANCH;
	const bool taken = !branch || next_pc != behind;
	uint32_t bubble;
	uint64_t led;

	if (!predict(frontend, record, next_pc, taken, &bubble, &led) && !frontend->forgiven &&
	    !(frontend->spared & TEA_PSV_FL_MB)) {
		tea_frontend_lead(frontend, (branch && taken) || (!branch && !led) ? behind : led,
				  behind, 1 + bubble);
		record->psv |= TEA_PSV_FL_MB;
		record->flags |= TEA_RETIRED_FLUSH;
		tea_frontend_restart(frontend, complete + frontend->redirect_latency,
				     TEA_LIMIT_REDIRECT);
		return true;
	}
	if (taken) {
		tea_frontend_restart(frontend, record->at[TEA_STAGE_FETCH] + 1 + bubble,
				     TEA_LIMIT_TAKEN);
	} else if (bubble) {
		frontend->redirected_at = cycle_max(frontend->redirected_at,
						    record->at[TEA_STAGE_FETCH] + 1 + bubble);
	}
	return false;
}
