/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * predictor.h - branch direction and target: TAGE, micro-BTB, BTB, return-address stack
 *
 * One call per control-flow instruction, in program order, with its outcome: returns the prediction
 * from the state before it, and trains the tables. Other instructions are not passed to it.
 */
#ifndef TEA_PREDICTOR_H
#define TEA_PREDICTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/op.h"
#include "params.h"

/*
 * The fetch stages, with BOOM's names: after each, fetch goes where the tables that have answered
 * by then point. F1: micro-BTB; F2: BTB, bimodal; F3: TAGE, the return stack, and the instructions
 * themselves, which give direct targets. F1's target is fetched in the next cycle; each stage later
 * costs a cycle.
 */
enum tea_fetch_stage { TEA_FETCH_F1, TEA_FETCH_F2, TEA_FETCH_F3, TEA_FETCH_STAGES };

struct tea_prediction {
	uint64_t target;		/* predicted next pc when taken; 0: none known */
	bool taken;
	bool known;			/* to stage 2, as a branch or jump */
	uint8_t stage;			/* enum tea_fetch_stage: the last one that sent fetch elsewhere
					 * than the stage before, on the way to where a rightly
					 * predicted instruction went */
};

struct tea_predictor;

struct tea_predictor *tea_predictor_create(const struct tea_params *params);
void tea_predictor_destroy(struct tea_predictor *predictor);

/*
 * The instruction at @pc was @taken (as jumps always are), and control went on at @next.
 */
struct tea_prediction tea_predictor_pass(struct tea_predictor *predictor, uint64_t pc,
					 const struct tea_insn *insn, bool taken, uint64_t next);

/* The loop predictor's handling of a branch of a wrong path, see loop.h. */
enum tea_stray { TEA_STRAY_UNSEEN, TEA_STRAY_COUNTED, TEA_STRAY_REPAIRED };

/*
 * A wrong path, with its effect on the predictor's state: _begin() behind the mispredict of a
 * @branch or of a jump, the last one passed; _before() for each branch before that in its fetch
 * block; _lead() from the branch or jump at @pc to the address that is returned, 0: no target; and
 * _end().
 *
 * Directions are those of the base alone, without a history. Calls and returns move the stack.
 * After the wrong path the stack's top entry and its position are repaired, and the counts of
 * loops.
 */
void tea_predictor_stray_begin(struct tea_predictor *predictor, bool branch);
void tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				const struct tea_insn *insn);
uint64_t tea_predictor_stray_lead(struct tea_predictor *predictor, uint64_t pc,
				  const struct tea_insn *insn, enum tea_stray stray);
void tea_predictor_stray_end(struct tea_predictor *predictor);

/* Bits of storage that the direction predictor takes (not BTB and stack), for the budget. */
size_t tea_predictor_storage_bits(const struct tea_predictor *predictor);

#endif /* TEA_PREDICTOR_H */
