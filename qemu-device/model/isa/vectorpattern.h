/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectorpattern.h - the table of vector instructions, for isa alone
 *
 * A row is an operation in all its forms: .vv, .vx and .vi differ in funct3 and in the meaning of
 * the field vs1. vector.c derives operands and shapes from it, vectortext.c the text of a
 * disassembler.
 */
#ifndef TEA_VECTORPATTERN_H
#define TEA_VECTORPATTERN_H

#include "vector.h"

/* Values of funct3, as a set: the forms of the last operand, by group of operations. */
#define IV	0x01	/* integer: vector, immediate, scalar register */
#define II	0x08
#define IX	0x10
#define MV	0x04	/* multiplications and much else */
#define MX	0x40
#define FV	0x02	/* floating point */
#define FX	0x20
#define WIDTHS	0xe1	/* of memory: 8, 16, 32, 64 bits */
#define WIDTH_8	0x01

#define TEA_VECTOR_VM	(1U << 25)	/* not masked */

/*
 * Operands as an assembler has them, a letter each for vd, vs2 and vs1: 'v' a group of LMUL, 'w'
 * of twice as much, 'h', 'q', 'e' of a half, a quarter, an eighth; 'i' one whose EEW the encoding
 * gives, 'r' whole registers, 'm' a mask, 's' one element, '-' none. The first can be 'x' or 'f', a
 * scalar register; the last one is one, or an immediate, where funct3 says so: 'u' is 'v' of which
 * the immediate has no sign.
 *
 * Names are without the ending that operands and funct3 make (.vv); those of one source operand
 * have theirs, those of memory are a beginning. Several, with spaces between them, are for the
 * values, from 0 on, of the bits of funct6 (or the field vs1, if that is no operand) that the mask
 * leaves out.
 */
struct tea_vector_pattern {
	const char *names;
	uint32_t mask, match;
	uint8_t functs;		/* a set, see above */
	uint8_t class;
	char operands[4];
	uint8_t flags;		/* MASKED follows from the bit vm */
	uint8_t mode;
};

/* The row of the instruction in @bits, or NULL. */
const struct tea_vector_pattern *tea_vector_pattern(uint32_t bits);

static inline bool tea_vector_pattern_is_memory(const struct tea_vector_pattern *pattern)
{
	return pattern->class == TEA_CLASS_V_LOAD || pattern->class == TEA_CLASS_V_STORE;
}

/* Whether the last operand is in the field vs1, and funct3 one of @functs. */
static inline bool tea_vector_pattern_has_vs1(const struct tea_vector_pattern *pattern,
					      uint32_t bits, unsigned int functs)
{
	return pattern->operands[2] != '-' && 1U << (bits >> 12 & 7) & functs;
}

/* Kind of the last operand, by funct3: vector register, immediate, integer or fp register. */
#define TEA_VECTOR_LAST_KINDS	"vvvixfx?"

/* Multiply and add: an assembler has the factors first, so vs1 before vs2. */
static inline bool tea_vector_pattern_factors(const struct tea_vector_pattern *pattern)
{
	return pattern->flags & TEA_VECTOR_READS_VD && pattern->class != TEA_CLASS_V_PERMUTE;
}

#endif /* TEA_VECTORPATTERN_H */
