// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frontend.c - fetch and decode
 *
 * One aligned block of fetch_width parcels is fetched per cycle and takes one
 * fetch target. A block waits for the one before it (a miss blocks fetch), for a
 * restart after a taken branch or a flush, for its translation and its line. An
 * instruction belongs to the block of its last parcel; what crosses into a block
 * is that block's first instruction, as in BOOM, and gets its DR-L1 and DR-TLB
 * (TEA section 3: the first instruction of the fetch packet incurs them).
 *
 * Not modelled: fetches down the wrong path, and what they do to caches and
 * predictor; predictor tables learn at once rather than at commit.
 */
#include "core.h"
#include "tea_abi.h"

void tea_frontend_restart(struct tea_frontend *frontend, cycle_t cycle, enum tea_limiter why)
{
	if (!frontend->restart || cycle > frontend->restart_at) {
		frontend->restart_at = cycle;
		frontend->restart_why = why;
	}
	frontend->restart = true;
}

/* Fetch the block that holds the parcel at @pc. */
static void fetch_block(struct tea_model *model, uint64_t pc, struct tea_retired *record)
{
	struct tea_frontend *frontend = &model->frontend;
	struct tea_translation translation;
	struct tea_access access;

	record->at[TEA_STAGE_FETCH] = frontend->block_at + 1;
	record->limiter[TEA_STAGE_FETCH] = TEA_LIMIT_WIDTH;
	if (frontend->restart)
		tea_delay(record, TEA_STAGE_FETCH, frontend->restart_at, frontend->restart_why);
	tea_delay(record, TEA_STAGE_FETCH, tea_ring_ready(&frontend->targets), TEA_LIMIT_FTQ);

	tea_memory_translate(model->memory, TEA_SIDE_INSN, pc, record->privilege,
			     record->at[TEA_STAGE_FETCH], &translation);
	if (translation.l1_miss) {
		record->psv |= TEA_PSV_DR_TLB;
		tea_delay(record, TEA_STAGE_FETCH, translation.ready, TEA_LIMIT_ITLB);
	}
	tea_memory_fetch(model->memory, translation.paddr, record->at[TEA_STAGE_FETCH], &access);
	if (access.level != TEA_LEVEL_L1) {
		record->psv |= TEA_PSV_DR_L1;
		tea_delay(record, TEA_STAGE_FETCH, access.ready, TEA_LIMIT_ICACHE);
	}

	tea_ring_push(&frontend->targets, 0);
	frontend->restart = false;
	frontend->block = pc >> frontend->block_shift;
	frontend->block_at = record->at[TEA_STAGE_FETCH];
	frontend->block_limiter = record->limiter[TEA_STAGE_FETCH];
	frontend->blocks_new++;
}

void tea_frontend_fetch(struct tea_model *model, const struct tea_op *op,
			struct tea_retired *record)
{
	struct tea_frontend *frontend = &model->frontend;
	uint64_t last = op->pc + op->insn.length_bytes - 1;
	cycle_t buffer = tea_ring_ready(&frontend->buffer);
	/* the buffer is filled at the end of the fetch pipeline */
	cycle_t pipeline = model->params.frontend_latency - 1;

	frontend->blocks_new = 0;
	if (frontend->restart || op->pc >> frontend->block_shift != frontend->block)
		fetch_block(model, op->pc, record);
	if (last >> frontend->block_shift != frontend->block)
		fetch_block(model, last, record);

	record->at[TEA_STAGE_FETCH] = frontend->block_at;
	record->limiter[TEA_STAGE_FETCH] = frontend->block_limiter;
	if (buffer > frontend->block_at + pipeline) {
		tea_delay(record, TEA_STAGE_FETCH, buffer - pipeline, TEA_LIMIT_FETCH_BUFFER);
		frontend->block_at = record->at[TEA_STAGE_FETCH];
		frontend->block_limiter = TEA_LIMIT_FETCH_BUFFER;
	}
}

/* Whether it takes one of the tags of unresolved branches; jal never mispredicts. */
static bool takes_branch_tag(const struct tea_op *op)
{
	return op->insn.class == TEA_CLASS_BRANCH || op->insn.class == TEA_CLASS_JUMP_REG;
}

void tea_frontend_decode(struct tea_model *model, const struct tea_op *op,
			 struct tea_retired *record)
{
	struct tea_frontend *frontend = &model->frontend;
	const enum tea_stage stage = TEA_STAGE_DECODE;

	tea_enter(record, stage, record->at[TEA_STAGE_FETCH] + model->params.frontend_latency);
	tea_delay(record, stage, tea_ring_ready(&frontend->latch), TEA_LIMIT_DISPATCH);
	if (takes_branch_tag(op))
		tea_delay(record, stage, tea_ring_ready(&frontend->branches), TEA_LIMIT_BRANCHES);
	tea_delay(record, stage, tea_meter_take(&frontend->decode, record->at[stage]),
		  TEA_LIMIT_WIDTH);
}

/*
 * Whether the front-end was led to op->next_pc. @bubble: fetch cycles lost then.
 * A direct branch's target is known at decode at the latest, so only its
 * direction can be wrong; an indirect jump needs the predicted target.
 */
static bool predict(struct tea_model *model, const struct tea_op *op, bool taken,
		    uint32_t *bubble)
{
	struct tea_predictor *predictor = model->frontend.predictor;
	struct tea_prediction prediction;
	bool known;

	*bubble = model->params.taken_bubble;
	if (!predictor)
		return true;
	tea_predictor_predict(predictor, op->pc, &op->insn, &prediction);
	tea_predictor_train(predictor, op->pc, &op->insn, &prediction, taken, op->next_pc);
	tea_predictor_track(predictor, op->pc, &op->insn, taken, op->next_pc);

	known = prediction.btb_hit && prediction.target == op->next_pc;
	if (!known)
		*bubble = model->params.decode_redirect;
	if (op->insn.class == TEA_CLASS_BRANCH)
		return prediction.taken == taken;
	return op->insn.class == TEA_CLASS_JUMP || prediction.target == op->next_pc;
}

void tea_frontend_resolve(struct tea_model *model, const struct tea_op *op,
			  struct tea_retired *record)
{
	struct tea_frontend *frontend = &model->frontend;
	const struct tea_params *params = &model->params;
	bool taken = op->insn.class != TEA_CLASS_BRANCH ||
		     op->next_pc != op->pc + op->insn.length_bytes;
	uint32_t bubble;

	if (!predict(model, op, taken, &bubble)) {
		record->psv |= TEA_PSV_FL_MB;
		record->flags |= TEA_RETIRED_FLUSH;
		tea_frontend_restart(frontend,
				     record->at[TEA_STAGE_COMPLETE] + params->redirect_latency,
				     TEA_LIMIT_REDIRECT);
	} else if (taken) {
		tea_frontend_restart(frontend, record->at[TEA_STAGE_FETCH] + 1 + bubble,
				     TEA_LIMIT_TAKEN);
	}
}

void tea_frontend_release(struct tea_model *model, const struct tea_op *op,
			  const struct tea_retired *record)
{
	struct tea_frontend *frontend = &model->frontend;

	tea_ring_push(&frontend->buffer, record->at[TEA_STAGE_DECODE] + 1);
	tea_ring_push(&frontend->latch, record->at[TEA_STAGE_DISPATCH]);
	if (takes_branch_tag(op))
		tea_ring_push(&frontend->branches, record->at[TEA_STAGE_COMPLETE] + 1);
	/* a target is held until the last operation of its block leaves */
	tea_ring_amend(&frontend->targets, 0, record->at[TEA_STAGE_COMMIT] + 1);
	if (frontend->blocks_new > 1)
		tea_ring_amend(&frontend->targets, 1, record->at[TEA_STAGE_COMMIT] + 1);
}
