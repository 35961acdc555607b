/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfb.h - short forward branches become predicated instructions (SonicBOOM's option)
 *
 *	beq a0, a1, 1f		sets a predicate: not predicted, never mispredicted
 *	addi a2, a2, 1		in the shadow: reads the predicate and its old result
 *  1:	...			fetch goes on here without a bubble, taken or not
 *
 * Which branches qualify is BOOM's (ifu/frontend.scala, exu/decode.scala): forward, to
 * at most the end of the next fetch block, over integer operations that need no
 * more than two registers and the old result. The model sees only what executes, so
 * the target is learnt when a branch is first taken, the shadow when it is first
 * not; from then on a taken one sends its shadow down the pipeline as hardware does.
 *
 * The knob short_forward is off by default, as enableSFBOpt is in the BOOM that the TEA
 * paper extended; its table 2 does not name the option.
 *
 * Not modelled: that a branch which the predictor calls taken stays a branch; the
 * wait for the next fetch block; the one unit that can set predicates.
 */
#ifndef TEA_SFB_H
#define TEA_SFB_H

#include "isa/op.h"
#include "params.h"

#define TEA_SFB_SHADOW_MAX	16	/* instructions */

/* The operations that pass the pipeline in place of one. */
struct tea_sfb_step {
	struct tea_op op;
	const struct tea_insn *skipped;	/* and then these, from @skipped_pc on: they do nothing */
	unsigned int skipped_count;
	uint64_t skipped_pc;
};

struct tea_sfb;

/* NULL: no memory. */
struct tea_sfb *tea_sfb_create(const struct tea_params *params);
void tea_sfb_destroy(struct tea_sfb *sfb);

/* @op comes next in program order: learn from it, and fill @step. */
void tea_sfb_step(struct tea_sfb *sfb, const struct tea_op *op, struct tea_sfb_step *step);

/* @insn with the sources that it has in the shadow. */
struct tea_insn tea_sfb_predicate(const struct tea_insn *insn);

#endif /* TEA_SFB_H */
