// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * predictor.c - direction, target and return stack put together: see predictor.h
 *
 *	branch		taken: TAGE and loop (or gshare) target: BTB
 *	jal		taken				target: BTB
 *	jalr		taken				target: BTB
 *	jalr, return	taken				target: return address stack
 *
 * That is what fetch stage 3 has; before it the micro-BTB says, and then the BTB and
 * the base of TAGE. gshare has no base: it is as fast as the BTB.
 *
 * TAGE's history is of banks of fetch blocks, as BOOM's; gshare's is of branches. With
 * predictor=0 directions are not predicted: the core takes everything as right.
 */
#include "predictor.h"

#include <stdlib.h>
#include <string.h>

#include "banks.h"
#include "btb.h"
#include "gshare.h"
#include "loop.h"
#include "ras.h"
#include "tage.h"
#include "ubtb.h"

enum predictor_kind { PREDICTOR_PERFECT, PREDICTOR_GSHARE, PREDICTOR_TAGE };

struct tea_predictor {
	enum predictor_kind kind;
	struct tea_ubtb ubtb;
	struct tea_btb btb;
	struct tea_ras ras;
	struct tea_tage tage;
	struct tea_gshare gshare;
	struct tea_banks banks;
	struct tea_loop loop;
};

struct tea_predictor *tea_predictor_create(const struct tea_params *params)
{
	struct tea_predictor *predictor = calloc(1, sizeof(*predictor));
	size_t budget_bits = params->predictor_kib * 1024UL * 8;

	if (!predictor)
		return NULL;
	predictor->kind = (enum predictor_kind)params->predictor;
	tea_banks_init(&predictor->banks, 2 * params->fetch_width,
		       2 * (params->fetch_bank < params->fetch_width ? params->fetch_bank :
			    params->fetch_width));
	tea_loop_init(&predictor->loop, params->fetch_width);
	tea_ubtb_init(&predictor->ubtb, params->fetch_width, params->ubtb_ways);
	if (tea_gshare_init(&predictor->gshare, budget_bits) ||
	    tea_tage_init(&predictor->tage, params->tage_tables, params->fetch_width,
			  budget_bits) ||
	    tea_btb_init(&predictor->btb, params->btb_sets, params->btb_ways) ||
	    tea_ras_init(&predictor->ras, params->return_stack)) {
		tea_predictor_destroy(predictor);
		return NULL;
	}
	return predictor;
}

void tea_predictor_destroy(struct tea_predictor *predictor)
{
	if (!predictor)
		return;
	tea_ras_deinit(&predictor->ras);
	tea_btb_deinit(&predictor->btb);
	tea_tage_deinit(&predictor->tage);
	tea_gshare_deinit(&predictor->gshare);
	free(predictor);
}

static void direction_predict(const struct tea_predictor *predictor, uint64_t pc,
			      struct tea_prediction *prediction)
{
	switch (predictor->kind) {
	case PREDICTOR_PERFECT:
		prediction->taken = false;
		prediction->base_taken = false;
		break;
	case PREDICTOR_GSHARE:
		tea_gshare_predict(&predictor->gshare, pc, prediction);
		prediction->base_taken = prediction->taken;
		break;
	case PREDICTOR_TAGE:
		tea_tage_predict(&predictor->tage, pc, prediction);
		prediction->taken ^= tea_loop_inverts(&predictor->loop, pc);
		break;
	}
}

static void direction_train(struct tea_predictor *predictor,
			    const struct tea_prediction *prediction, bool taken)
{
	switch (predictor->kind) {
	case PREDICTOR_PERFECT:
		break;
	case PREDICTOR_GSHARE:
		tea_gshare_train(&predictor->gshare, prediction, taken);
		break;
	case PREDICTOR_TAGE:
		tea_tage_train(&predictor->tage, prediction, taken);
		break;
	}
}

/* The parcel that the tables of directions have it at: what crosses into a bank is there. */
static uint64_t parcel_of(const struct tea_predictor *predictor, uint64_t pc,
			  const struct tea_insn *insn)
{
	uint64_t last = pc + insn->length_bytes - 2;

	return (pc ^ last) >> predictor->banks.shift ? last : pc;
}

void tea_predictor_reach(struct tea_predictor *predictor, uint64_t pc, const struct tea_insn *insn)
{
	struct tea_banks_outcomes outcomes;

	tea_banks_enter(&predictor->banks, parcel_of(predictor, pc, insn), &outcomes);
	for (unsigned int i = 0; i < outcomes.count; i++)
		tea_tage_track(&predictor->tage, outcomes.taken[i]);
}

/* Stage 1 has the micro-BTB; stage 2 has the BTB and the base, and what stage 1 had. */
static void guess(const struct tea_predictor *predictor, uint64_t pc, bool branch,
		  struct tea_prediction *prediction)
{
	struct tea_btb_entry *entry = tea_btb_find(&predictor->btb, pc);
	int way = tea_ubtb_find(&predictor->ubtb, pc);
	struct tea_guess *first = &prediction->guesses[TEA_FETCH_F1];
	struct tea_guess *second = &prediction->guesses[TEA_FETCH_F2];

	prediction->btb_entry = entry;
	prediction->ubtb_way = (int8_t)way;
	*first = (struct tea_guess){ .known = false };
	if (way >= 0)
		*first = (struct tea_guess){
			.known = true,
			.taken = !branch || tea_ubtb_taken(&predictor->ubtb, pc, way),
			.target = tea_ubtb_target(&predictor->ubtb, pc, way),
		};
	*second = (struct tea_guess){
		.known = entry || first->known,
		.taken = !branch || prediction->base_taken,
		.target = entry ? entry->target : first->target,
	};
}

void tea_predictor_predict(const struct tea_predictor *predictor, uint64_t pc,
			   const struct tea_insn *insn, struct tea_prediction *prediction)
{
	bool branch = insn->class == TEA_CLASS_BRANCH;

	if (branch)
		direction_predict(predictor, parcel_of(predictor, pc, insn), prediction);
	else
		prediction->taken = true;
	guess(predictor, pc, branch, prediction);
	prediction->target = prediction->guesses[TEA_FETCH_F2].target;
	if (insn->flags & TEA_INSN_RETURN)
		prediction->target = tea_ras_top(&predictor->ras);
}

void tea_predictor_train(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, const struct tea_prediction *prediction,
			 bool taken, uint64_t target)
{
	if (insn->class == TEA_CLASS_BRANCH)
		direction_train(predictor, prediction, taken);
	if (taken || !prediction->btb_entry)
		tea_btb_train(&predictor->btb, prediction->btb_entry, pc, taken ? target : 0);
	tea_ubtb_train(&predictor->ubtb, prediction->ubtb_way, pc, taken, target);
}

static void direction_track(struct tea_predictor *predictor, uint64_t pc,
			    const struct tea_prediction *prediction, bool taken)
{
	switch (predictor->kind) {
	case PREDICTOR_PERFECT:
		break;
	case PREDICTOR_GSHARE:
		tea_gshare_track(&predictor->gshare, taken);
		break;
	case PREDICTOR_TAGE:
		tea_loop_count(&predictor->loop, pc, prediction->guesses[TEA_FETCH_F2].known,
			       prediction->taken != taken);
		break;
	}
}

/* A coroutine switch both returns and calls: it pops, then pushes. */
void tea_predictor_track(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, const struct tea_prediction *prediction,
			 bool taken, uint64_t target)
{
	bool branch = insn->class == TEA_CLASS_BRANCH;

	if (branch)
		tea_banks_note(&predictor->banks, taken);
	if (taken)
		tea_banks_leave(&predictor->banks, target);
	else if (prediction->taken)
		tea_banks_break(&predictor->banks, target);
	if (branch)
		direction_track(predictor, parcel_of(predictor, pc, insn), prediction, taken);
	if (insn->flags & TEA_INSN_RETURN)
		tea_ras_pop(&predictor->ras);
	if (insn->flags & TEA_INSN_CALL)
		tea_ras_push(&predictor->ras, pc + insn->length_bytes);
}

size_t tea_predictor_storage_bits(const struct tea_predictor *predictor)
{
	switch (predictor->kind) {
	case PREDICTOR_PERFECT:
		break;
	case PREDICTOR_GSHARE:
		return tea_gshare_storage_bits(&predictor->gshare);
	case PREDICTOR_TAGE:
		return tea_tage_storage_bits(&predictor->tage);
	}
	return 0;
}
