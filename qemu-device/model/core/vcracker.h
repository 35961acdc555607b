/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vcracker.h - private to the cracker: micro-operations of a vector operation
 *
 * As many as the widest operand has registers, whatever vl is: decode knows vtype, not vl. One
 * takes a register of each operand of that width, and its share of the narrower ones:
 *
 *	vwadd.vv v8, v4, v6 with LMUL 2		v8 = v4, v6 (lower halves)
 *						v9 = v4, v6 (upper halves)
 *						v10 = v5, v7 (lower halves)
 *						v11 = v5, v7 (upper halves)
 *
 * A segment access has one for each register of each field; those with the same elements each
 * make a part of the accesses, and the registers are there with the last.
 *
 * The old value of a destination is an operand where some of it stays: masked-off elements and
 * tails that have to be kept, those before vstart, and where the instruction reads it.
 */
#ifndef TEA_VCRACKER_H
#define TEA_VCRACKER_H

#include "cracker.h"

/* Fill the micro-operations of @op, whose vector part is there. */
void tea_vcracker_crack(struct tea_cracker *cracker, const struct tea_op *op);

/* Elements of the body end there; of a move of whole registers vl says nothing. */
unsigned int tea_vcracker_body_end(const struct tea_cracker *cracker, const struct tea_op *op);

/* Whether element @i of the body is not masked off. */
static inline bool tea_vector_active(const struct tea_vector_op *vector, unsigned int i)
{
	return !(vector->insn.flags & TEA_VECTOR_MASKED) || vector->mask[i / 64] >> i % 64 & 1;
}

#endif /* TEA_VCRACKER_H */
