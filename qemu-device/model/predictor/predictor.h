/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * predictor.h - branch direction and target: TAGE, micro-BTB, BTB, return-address stack
 *
 * Four calls per control-flow instruction, in program order:
 *   reach    lets those outcomes into the history that the instruction is predicted with;
 *   predict  reads only; fills the prediction and what train needs of it;
 *   train    corrects tables with the outcome, reads no history but the prediction's own;
 *   track    notes the outcome for the history and moves the return stack.
 * Instructions that do not change control flow are not shown to it.
 */
#ifndef TEA_PREDICTOR_H
#define TEA_PREDICTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/op.h"
#include "params.h"

#define TEA_TAGE_TABLES_MAX	12
#define TEA_TAGE_LANES		8	/* tables looked up at once */
#define TEA_TAGE_SLOTS		16	/* tables, rounded up to such */

/*
 * The fetch stages, named as BOOM names them: after each, fetch goes where the tables
 * that have answered by then say. F1: micro-BTB; F2: BTB, bimodal; F3: TAGE, the return
 * stack, and the instructions themselves, which give direct targets. What F1 says is
 * fetched in the next cycle; each stage later costs a cycle.
 */
enum tea_fetch_stage { TEA_FETCH_F1, TEA_FETCH_F2, TEA_FETCH_F3, TEA_FETCH_STAGES };

/* What a stage takes an instruction for. */
struct tea_guess {
	bool known;			/* to be a branch or jump */
	bool taken;
	uint64_t target;		/* when taken; 0: none known */
};

struct tea_prediction {
	bool taken;			/* in the end, as is the target */
	uint64_t target;		/* predicted next pc when taken; 0: none known */
	struct tea_guess guesses[TEA_FETCH_F3];	/* of the stages before */
	bool base_taken;		/* what the base alone says of a branch */
	int8_t ubtb_way;		/* of the branch, or -1 */
	struct tea_btb_entry *btb_entry; /* of the branch, or NULL */
	bool differs;			/* TAGE would have said otherwise without the provider */
	int8_t provider;		/* TAGE table, -1 the base */
	uint32_t base;			/* the base's counter */
	uint16_t index[TEA_TAGE_SLOTS];
	uint16_t tag[TEA_TAGE_SLOTS];
};

struct tea_predictor;

struct tea_predictor *tea_predictor_create(const struct tea_params *params);
void tea_predictor_destroy(struct tea_predictor *predictor);

void tea_predictor_reach(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn);
void tea_predictor_predict(const struct tea_predictor *predictor, uint64_t pc,
			   const struct tea_insn *insn, struct tea_prediction *prediction);
void tea_predictor_train(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, const struct tea_prediction *prediction,
			 bool taken, uint64_t target);
void tea_predictor_track(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, const struct tea_prediction *prediction,
			 bool taken, uint64_t target);

/*
 * The last stage that sent fetch elsewhere than the stage before, on the way to where a
 * rightly predicted instruction went.
 */
enum tea_fetch_stage tea_prediction_stage(const struct tea_prediction *prediction, bool taken,
					  uint64_t target);

/* Bits of storage that the direction predictor takes (not BTB and stack), for the budget. */
size_t tea_predictor_storage_bits(const struct tea_predictor *predictor);

#endif /* TEA_PREDICTOR_H */
