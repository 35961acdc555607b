/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * predictor.h - branch direction and target: TAGE, BTB, return-address stack
 *
 * Three calls per control-flow instruction, in program order:
 *   predict  reads only; fills the prediction and what train needs of it;
 *   train    corrects tables with the outcome, reads no history but the prediction's own;
 *   track    shifts the outcome into the history and moves the return stack.
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

struct tea_prediction {
	bool taken;
	uint64_t target;		/* predicted next pc when taken; 0: none known */
	bool btb_hit;			/* the front-end knew there was a branch */
	struct tea_btb_entry *btb_entry; /* of the branch, or NULL */
	int8_t provider, alternate;	/* TAGE tables, -1 the base */
	bool provider_taken, alternate_taken, weak;
	uint16_t index[TEA_TAGE_SLOTS];
	uint16_t tag[TEA_TAGE_SLOTS];
};

struct tea_predictor;

struct tea_predictor *tea_predictor_create(const struct tea_params *params);
void tea_predictor_destroy(struct tea_predictor *predictor);

void tea_predictor_predict(const struct tea_predictor *predictor, uint64_t pc,
			   const struct tea_insn *insn, struct tea_prediction *prediction);
void tea_predictor_train(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, const struct tea_prediction *prediction,
			 bool taken, uint64_t target);
void tea_predictor_track(struct tea_predictor *predictor, uint64_t pc,
			 const struct tea_insn *insn, bool taken, uint64_t target);

/* Bits of storage that the direction predictor takes (not BTB and stack), for the budget. */
size_t tea_predictor_storage_bits(const struct tea_predictor *predictor);

#endif /* TEA_PREDICTOR_H */
