/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cracker.h - an operation becomes micro-operations, each of which passes the core
 *
 * Most operations are one micro-operation, themselves, and never come here. Others are one
 * with operands of its own, or several:
 *
 *	a short forward branch, taken	the branch as a predicate, and what it skips (sfb.h)
 *	what such a branch may skip	itself, with the predicate for an operand
 *
 * Who watches records sees operations: what is skipped leaves none, and the record of what
 * is cracked has its instruction.
 */
#ifndef TEA_CRACKER_H
#define TEA_CRACKER_H

#include "isa/op.h"
#include "params.h"
#include "sfb.h"

#define TEA_UOPS_MAX	(1 + TEA_SFB_SHADOW_MAX)	/* of an operation */

/* A micro-operation: what differs from its operation. All but the first are skipped. */
struct tea_uop {
	uint64_t pc;
	struct tea_insn insn;	/* class and operands */
};

struct tea_cracker {
	struct tea_sfb *sfb;	/* NULL: all branches are predicted */
	unsigned int count;	/* of micro-operations of the last operation, 1.. */
	struct tea_uop uops[TEA_UOPS_MAX];
};

/* Returns 0, or -ENOMEM. */
int tea_cracker_init(struct tea_cracker *cracker, const struct tea_params *params);
void tea_cracker_deinit(struct tea_cracker *cracker);

/* Whether operations of @class have to come here, all of them. */
bool tea_cracker_takes(const struct tea_cracker *cracker, uint8_t class);

/* @op comes next in program order: fill @cracker's micro-operations. */
void tea_cracker_crack(struct tea_cracker *cracker, const struct tea_op *op);

#endif /* TEA_CRACKER_H */
