// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * predictor.c - direction, target and return stack put together: see predictor.h
 *
 *	branch		taken: TAGE and loop (or gshare) target: BTB
 *	jal		taken				target: BTB
 *	jalr		taken				target: BTB
 *	jalr, return	taken				target: return address stack
 *
 * This is the prediction of fetch stage 3; before it the micro-BTB predicts, and then the BTB and
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

#define always_inline	static inline __attribute__((always_inline))

/* The knob predictor. */
enum predictor_kind { PREDICTOR_GSHARE = 1, PREDICTOR_TAGE };

struct tea_predictor {
	enum predictor_kind kind;
	struct tea_ubtb ubtb;
	struct tea_btb btb;
	struct tea_ras ras;
	struct tea_tage tage;
	struct tea_gshare gshare;
	struct tea_banks banks;
	struct tea_loop loop;
	struct tea_ras_mark mark;	/* of the stack, before a wrong path */
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
			  budget_bits, params->random_seed) ||
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

/* The prediction of a branch's direction: the final one, and the base's alone. */
struct direction {
	bool taken, base_taken;
};

/* @known: the BTB or the micro-BTB has it. */
always_inline struct direction tage_pass(struct tea_predictor *predictor, uint64_t pc, bool known,
					 const bool taken)
{
	struct tea_tage_places places;
	struct tea_tage_answer answer = tea_tage_ask(&predictor->tage, pc, &places);

	answer.taken ^= tea_loop_inverts(&predictor->loop, pc);
	tea_loop_count(&predictor->loop, pc, known, answer.taken != taken);
	tea_tage_train(&predictor->tage, &places, answer, taken);
	return (struct direction){ answer.taken, answer.base_taken };
}

static __attribute__((noinline)) struct direction
gshare_pass(struct tea_predictor *predictor, uint64_t pc, bool taken)
{
	int8_t *counter = tea_gshare_counter(&predictor->gshare, pc);
	bool predicted = *counter >= 0;

	tea_gshare_train(&predictor->gshare, counter, taken);
	return (struct direction){ predicted, predicted };
}

always_inline struct direction direction_pass(struct tea_predictor *predictor, uint64_t pc,
					      bool known, const bool taken)
{
	if (predictor->kind == PREDICTOR_TAGE)
		return tage_pass(predictor, pc, known, taken);
	return gshare_pass(predictor, pc, taken);
}

/* Its parcel in the tables of directions: that of its end, if it crosses into another bank. */
static uint64_t parcel_of(const struct tea_predictor *predictor, uint64_t pc,
			  const struct tea_insn *insn)
{
	uint64_t last = pc + insn->length_bytes - 2;

	return (pc ^ last) >> predictor->banks.shift ? last : pc;
}

/* Let those outcomes into the history that the instruction at @parcel is predicted with. */
static void history_reach(struct tea_predictor *predictor, uint64_t parcel)
{
	struct tea_banks_outcomes outcomes = tea_banks_enter(&predictor->banks, parcel);

	if (outcomes.older != TEA_BANKS_NONE)
		tea_tage_track(&predictor->tage, outcomes.older);
	if (outcomes.newer != TEA_BANKS_NONE)
		tea_tage_track(&predictor->tage, outcomes.newer);
}

/* A coroutine switch both returns and calls: it pops, then pushes. Returns what it popped. */
static uint64_t stack_pass(struct tea_ras *ras, uint64_t pc, const struct tea_insn *insn,
			   uint64_t target)
{
	if (insn->flags & TEA_INSN_RETURN) {
		target = tea_ras_top(ras);
		tea_ras_pop(ras);
	}
	if (insn->flags & TEA_INSN_CALL)
		tea_ras_push(ras, pc + insn->length_bytes);
	return target;
}

/*
 * The history holds branches not taken, too: a stage is wrong where one was not known to it.
 * @branch and @taken are constants where it is called: it is compiled for each kind.
 */
always_inline struct tea_prediction pass(struct tea_predictor *predictor, uint64_t pc,
					 uint64_t parcel, const bool branch, const bool taken,
					 uint64_t next)
{
	struct tea_prediction prediction = { .stage = TEA_FETCH_F3 };
	struct direction direction = { true, true };
	struct tea_btb_entry *entry = tea_btb_find(&predictor->btb, pc);
	struct tea_ubtb_way *way = tea_ubtb_find(&predictor->ubtb, pc);
	uint64_t first = way ? way->target : 0;

	prediction.known = entry || way;
	prediction.target = entry ? entry->target : first;
	if (branch)
		direction = direction_pass(predictor, parcel, prediction.known, taken);
	prediction.taken = direction.taken;
	if (prediction.known && direction.base_taken == taken &&
	    (!taken || prediction.target == next)) {
		prediction.stage = TEA_FETCH_F2;
		if (way && (!branch || (way->counter >= 0) == taken) && (!taken || first == next))
			prediction.stage = TEA_FETCH_F1;
	}
	if (taken || !entry)
		tea_btb_train(&predictor->btb, entry, pc, taken ? next : 0);
	tea_ubtb_train(&predictor->ubtb, way, pc, taken, next);
	if (branch)
		tea_banks_note(&predictor->banks, taken);
	if (taken)
		tea_banks_leave(&predictor->banks, next);
	else if (prediction.taken)
		tea_banks_break(&predictor->banks, next);
	return prediction;
}

struct tea_prediction tea_predictor_pass(struct tea_predictor *predictor, uint64_t pc,
					 const struct tea_insn *insn, bool taken, uint64_t next)
{
	uint64_t parcel = parcel_of(predictor, pc, insn);
	struct tea_prediction prediction;

	history_reach(predictor, parcel);
	if (insn->class != TEA_CLASS_BRANCH) {
		prediction = pass(predictor, pc, parcel, false, true, next);
		prediction.target = stack_pass(&predictor->ras, pc, insn, prediction.target);
		return prediction;
	}
	if (taken)
		return pass(predictor, pc, parcel, true, true, next);
	return pass(predictor, pc, parcel, true, false, next);
}

/* Out of line, or its place is computed for TAGE, too. */
static __attribute__((noinline)) bool gshare_takes(const struct tea_gshare *gshare, uint64_t parcel)
{
	return *tea_gshare_counter(gshare, parcel) >= 0;
}

/* The prediction of a branch where the history is not known. */
static bool base_takes(const struct tea_predictor *predictor, uint64_t parcel)
{
	if (predictor->kind == PREDICTOR_TAGE)
		return *tea_tage_base(&predictor->tage, parcel) >= 0;
	return gshare_takes(&predictor->gshare, parcel);
}

/* The BTB, where it has @entry, or the micro-BTB has the branch at @pc. */
static bool is_known(struct tea_predictor *predictor, const struct tea_btb_entry *entry,
		     uint64_t pc)
{
	return entry || tea_ubtb_find(&predictor->ubtb, pc);
}

void tea_predictor_stray_begin(struct tea_predictor *predictor, bool branch)
{
	predictor->mark = tea_ras_mark(&predictor->ras);
	tea_loop_stray_begin(&predictor->loop, branch);
}

void tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				const struct tea_insn *insn)
{
	const struct tea_btb_entry *entry = tea_btb_find(&predictor->btb, pc);

	tea_loop_teach(&predictor->loop, parcel_of(predictor, pc, insn),
		       is_known(predictor, entry, pc));
}

uint64_t tea_predictor_stray_lead(struct tea_predictor *predictor, uint64_t pc,
				  const struct tea_insn *insn, enum tea_stray stray)
{
	const struct tea_btb_entry *entry = tea_btb_find(&predictor->btb, pc);

	if (insn->class == TEA_CLASS_BRANCH) {
		const uint64_t parcel = parcel_of(predictor, pc, insn);

		if (stray != TEA_STRAY_UNSEEN)
			tea_loop_stray_pass(&predictor->loop, parcel,
					    is_known(predictor, entry, pc),
					    stray == TEA_STRAY_REPAIRED);
		if (!base_takes(predictor, parcel))
			return pc + insn->length_bytes;
	}
	return stack_pass(&predictor->ras, pc, insn, entry ? entry->target : 0);
}

void tea_predictor_stray_end(struct tea_predictor *predictor)
{
	tea_ras_repair(&predictor->ras, predictor->mark);
	tea_loop_stray_end(&predictor->loop);
}

size_t tea_predictor_storage_bits(const struct tea_predictor *predictor)
{
	return predictor->kind == PREDICTOR_TAGE ? tea_tage_storage_bits(&predictor->tage) :
						   tea_gshare_storage_bits(&predictor->gshare);
}
