// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * offset.c - where branches and direct jumps lead: the scattered bits of their immediates
 *
 * Formats B, J, CB and CJ of the unprivileged specification, chapters 2 and 27.
 */
#include "op.h"

/* @count bits of the instruction, from bit @from, are those of the offset from bit @to. */
struct immediate_bits {
	uint8_t from, count, to;
};

/* [16 or 32 bits][branch or jump]: the sign's piece first, up to one of no bits. */
static const struct immediate_bits formats[2][2][9] = {
	{
		{ { 12, 1, 8 }, { 10, 2, 3 }, { 5, 2, 6 }, { 3, 2, 1 }, { 2, 1, 5 } },
		{ { 12, 1, 11 }, { 11, 1, 4 }, { 9, 2, 8 }, { 8, 1, 10 }, { 7, 1, 6 },
		  { 6, 1, 7 }, { 3, 3, 1 }, { 2, 1, 5 } },
	}, {
		{ { 31, 1, 12 }, { 7, 1, 11 }, { 25, 6, 5 }, { 8, 4, 1 } },
		{ { 31, 1, 20 }, { 12, 8, 12 }, { 20, 1, 11 }, { 21, 10, 1 } },
	},
};

static int32_t gather(uint32_t bits, const struct immediate_bits *piece)
{
	uint32_t sign = 1U << piece->to, offset = 0;

	for (; piece->count; piece++)
		offset |= (bits >> piece->from & ((1U << piece->count) - 1)) << piece->to;
	return (int32_t)((offset ^ sign) - sign);
}

int32_t tea_insn_offset(uint32_t bits)
{
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	if (insn.class != TEA_CLASS_BRANCH && insn.class != TEA_CLASS_JUMP)
		return 0;
	return gather(bits, formats[insn.length_bytes == 4][insn.class == TEA_CLASS_JUMP]);
}
