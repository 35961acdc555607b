/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operands.h - an instruction's operands: kinds, width, memory, vector type
 *
 * For views of code and instruction mixes; the model does not need it. Everything is decoded from
 * the encoding; properties that depend on vtype are left to the caller.
 */
#ifndef TEA_OPERANDS_H
#define TEA_OPERANDS_H

#include <stdbool.h>
#include <stdint.h>

/* tea_operands.memory; both of an atomic memory operation. */
#define TEA_MEMORY_READ		0x01
#define TEA_MEMORY_WRITE	0x02

/* Values of tea_operands.width other than a number of bytes. */
#define TEA_WIDTH_NONE		0	/* it computes and accesses nothing; of cbo.zero not known */
#define TEA_WIDTH_BIT		254	/* operations on masks alone: vmand.mm, vcpop.m */
#define TEA_WIDTH_SEW		255	/* that of vtype's elements */

struct tea_operands {
	char kinds[6];		/* a letter each, in the assembler's order: 'x' integer, 'f' floating-
				 * point, 'v' vector register (x0, and v0 as an operand, too), 'i'
				 * immediate. Masks and rounding modes are none */
	uint8_t memory;		/* set of the above */
	uint8_t width;		/* bytes of an access or, without one, of the operation: of vectors
				 * an element's, where widths differ the source's; of floating-point
				 * conversions those of the format in the name's middle or end */
	bool masked;		/* elements whose bit in v0 is clear are left out */
	bool typed;		/* a vector instruction that depends on vtype */
};

/* All fields of an unknown instruction are empty. */
void tea_operands_decode(struct tea_operands *operands, uint32_t bits);

/* vsetvli, vsetivli, vsetvl. */
static inline bool tea_operands_set_vtype(uint32_t bits)
{
	return (bits & 0x707f) == 0x7057;
}

/* The vtype that one of these sets, if it is in the encoding and means something; else -1. */
int tea_operands_vtype(uint32_t bits);

/* The fields of a vtype as the assembler writes them: "e32", "m1"; SEW also as log2 of bytes. */
unsigned int tea_vtype_sew_log2(int vtype);
const char *tea_vtype_sew(int vtype);
const char *tea_vtype_lmul(int vtype);

/* For tea_operands_decode(): letters of rd, rs1, rs2, rs3 as decode.c has them; NULL: no scalar's. */
const char *tea_scalar_operands(uint32_t bits);

#endif /* TEA_OPERANDS_H */
