// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * decode_dump.c - decode instructions given as hex on standard input
 *
 * One line each: length class dst src0 src1 src2 access-bytes; for a vector instruction then vd vs1
 * vs2 mode fields eew-bytes flags, where a register has its EMUL behind it; and behind a tab the
 * text, if insntext.h has one. With an argument: only the kinds of its operands, and whether it is
 * masked. The other half of the comparison with objdump (tests/model/isa/decode-objdump,
 * vector-objdump).
 */
#include <inttypes.h>
#include <stdio.h>

#include "isa/vector.h"
#include "isa/insntext.h"
#include "isa/operands.h"

static void print_register(uint8_t reg)
{
	if (reg == TEA_REG_NONE)
		printf(" -");
	else if (reg == TEA_REG_VL)
		printf(" vl");
	else
		printf(" %c%u", "xfv"[reg / TEA_REGS_FILE], reg % TEA_REGS_FILE);
}

static void print_group(uint8_t reg, int8_t shape)
{
	static const char *const shapes[] = {
		[TEA_SHAPE_ONE] = "one", [TEA_SHAPE_EEW] = "eew", [TEA_SHAPE_WHOLE] = "whole",
		[TEA_SHAPE_ELEMENT] = "element",
	};

	if (reg == TEA_REG_NONE)
		printf(" -");
	else if (shape >= TEA_SHAPE_ONE)
		printf(" v%u*%s", reg, shapes[shape]);
	else
		printf(" v%u*%s%u", reg, shape < 0 ? "1/" : "", 1U << (shape < 0 ? -shape : shape));
}

static void print_vector(uint32_t bits)
{
	static const char *const modes[] = {
		[TEA_VMODE_NONE] = "none", [TEA_VMODE_UNIT] = "unit",
		[TEA_VMODE_STRIDED] = "strided", [TEA_VMODE_INDEXED] = "indexed",
		[TEA_VMODE_WHOLE] = "whole", [TEA_VMODE_MASK] = "mask",
	};
	static const char *const flags[] = {
		"masked", "reads-v0", "reads-vd", "to-mask", "ordered", "gather", "fault-first",
		"index-ordered",
	};
	struct tea_vector_insn insn;

	tea_vector_decode(&insn, bits);
	print_group(insn.vd, insn.shape[0]);
	print_group(insn.vs1, insn.shape[1]);
	print_group(insn.vs2, insn.shape[2]);
	printf(" %s %u %u", modes[insn.mode], insn.fields, 1U << insn.eew_log2);
	for (unsigned int left = insn.flags; left; left &= left - 1)
		printf(" %s", flags[__builtin_ctz(left)]);
}

static void print_operands(uint32_t bits)
{
	struct tea_operands operands;

	tea_operands_decode(&operands, bits);
	printf("%s%s\n", operands.kinds[0] ? operands.kinds : "-", operands.masked ? " masked" : "");
}

int main(int argc, char **argv)
{
	static const char *const names[] = {
#define TEA_X(id, name, ...) name,
		TEA_CLASSES(TEA_X)
#undef TEA_X
	};
	uint32_t bits;

	(void)argv;
	while (argc > 1 && scanf("%" SCNx32, &bits) == 1)
		print_operands(bits);
	while (scanf("%" SCNx32, &bits) == 1) {
		struct tea_insn_text text;
		struct tea_insn insn;

		tea_insn_decode(&insn, bits);
		printf("%u %s", insn.length_bytes, names[insn.class]);
		print_register(insn.dst);
		for (unsigned int i = 0; i < 3; i++)
			print_register(insn.src[i]);
		printf(" %u", insn.access_bytes);
		if (tea_class_is_vector(insn.class))
			print_vector(bits);
		if (tea_insn_text(&text, bits))
			printf("\t%s %s", text.mnemonic, text.operands);
		printf("\n");
	}
	return 0;
}
