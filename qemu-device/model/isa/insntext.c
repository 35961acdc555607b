// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * insntext.c - bit manipulation as text; see insntext.h
 */
#include "insntext.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "operandtext.h"
#include "vectortext.h"

#define OP	0x33
#define OP_32	0x3b
#define IMM	0x13
#define IMM_32	0x1b

/* Operands: rd, rs1, and rs2, a number in its place, of six bits or of five, or none. */
#define REGISTERS(op, f7, f3)	'r', 0xfe00707f, ((uint32_t)(f7) << 25 | (f3) << 12 | (op))
#define SIX(op, f6, f3)		'6', 0xfc00707f, ((uint32_t)(f6) << 26 | (f3) << 12 | (op))
#define FIVE(op, f7, f3)	'5', 0xfe00707f, ((uint32_t)(f7) << 25 | (f3) << 12 | (op))
#define ONE(op, all, f3)	'-', 0xfff0707f, ((uint32_t)(all) << 20 | (f3) << 12 | (op))

static const struct {
	const char *name;
	char operands;
	uint32_t mask, match;
} patterns[] = {
	/* Zba */
	{ "sh1add", REGISTERS(OP, 0x10, 2) },
	{ "sh2add", REGISTERS(OP, 0x10, 4) },
	{ "sh3add", REGISTERS(OP, 0x10, 6) },
	{ "add.uw", REGISTERS(OP_32, 0x04, 0) },
	{ "sh1add.uw", REGISTERS(OP_32, 0x10, 2) },
	{ "sh2add.uw", REGISTERS(OP_32, 0x10, 4) },
	{ "sh3add.uw", REGISTERS(OP_32, 0x10, 6) },
	{ "slli.uw", SIX(IMM_32, 0x02, 1) },
	/* Zbb */
	{ "andn", REGISTERS(OP, 0x20, 7) },
	{ "orn", REGISTERS(OP, 0x20, 6) },
	{ "xnor", REGISTERS(OP, 0x20, 4) },
	{ "min", REGISTERS(OP, 0x05, 4) },
	{ "minu", REGISTERS(OP, 0x05, 5) },
	{ "max", REGISTERS(OP, 0x05, 6) },
	{ "maxu", REGISTERS(OP, 0x05, 7) },
	{ "rol", REGISTERS(OP, 0x30, 1) },
	{ "ror", REGISTERS(OP, 0x30, 5) },
	{ "rolw", REGISTERS(OP_32, 0x30, 1) },
	{ "rorw", REGISTERS(OP_32, 0x30, 5) },
	{ "rori", SIX(IMM, 0x18, 5) },
	{ "roriw", FIVE(IMM_32, 0x30, 5) },
	{ "clz", ONE(IMM, 0x600, 1) },
	{ "ctz", ONE(IMM, 0x601, 1) },
	{ "cpop", ONE(IMM, 0x602, 1) },
	{ "clzw", ONE(IMM_32, 0x600, 1) },
	{ "ctzw", ONE(IMM_32, 0x601, 1) },
	{ "cpopw", ONE(IMM_32, 0x602, 1) },
	{ "sext.b", ONE(IMM, 0x604, 1) },
	{ "sext.h", ONE(IMM, 0x605, 1) },
	{ "zext.h", ONE(OP_32, 0x080, 4) },
	{ "orc.b", ONE(IMM, 0x287, 5) },
	{ "rev8", ONE(IMM, 0x6b8, 5) },
	/* Zbs */
	{ "bclr", REGISTERS(OP, 0x24, 1) },
	{ "bext", REGISTERS(OP, 0x24, 5) },
	{ "binv", REGISTERS(OP, 0x34, 1) },
	{ "bset", REGISTERS(OP, 0x14, 1) },
	{ "bclri", SIX(IMM, 0x12, 1) },
	{ "bexti", SIX(IMM, 0x12, 5) },
	{ "binvi", SIX(IMM, 0x1a, 1) },
	{ "bseti", SIX(IMM, 0x0a, 1) },
};

static bool put_bits(struct tea_insn_text *text, uint32_t bits)
{
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((bits & patterns[i].mask) != patterns[i].match)
			continue;
		*text = (struct tea_insn_text){ .operands = "" };
		strcpy(text->mnemonic, patterns[i].name);
		tea_operand_text_add(text, "%s", tea_integer_names[bits >> 7 & 31]);
		tea_operand_text_add(text, "%s", tea_integer_names[bits >> 15 & 31]);
		if (patterns[i].operands == 'r')
			tea_operand_text_add(text, "%s", tea_integer_names[bits >> 20 & 31]);
		else if (patterns[i].operands != '-')
			tea_operand_text_add(text, "0x%x", bits >> 20 & ~(patterns[i].mask >> 20));
		return true;
	}
	return false;
}

bool tea_insn_text(struct tea_insn_text *text, uint32_t bits)
{
	return put_bits(text, bits) || tea_vector_text(text, bits);
}
