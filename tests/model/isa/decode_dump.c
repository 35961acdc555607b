// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * decode_dump.c - decode instructions given as hex on standard input
 *
 * One line each: length class dst src0 src1 src2 access-bytes. The other half of
 * the decoder's comparison with objdump (tests/model/isa/decode-objdump).
 */
#include <inttypes.h>
#include <stdio.h>

#include "isa/op.h"

static void print_register(uint8_t reg)
{
	if (reg == TEA_REG_NONE)
		printf(" -");
	else
		printf(" %c%u", reg < TEA_REG_FP(0) ? 'x' : 'f', reg % 32);
}

int main(void)
{
	static const char *const names[] = {
#define TEA_X(id, name) name,
		TEA_CLASSES(TEA_X)
#undef TEA_X
	};
	uint32_t bits;

	while (scanf("%" SCNx32, &bits) == 1) {
		struct tea_insn insn;

		tea_insn_decode(&insn, bits);
		printf("%u %s", insn.length_bytes, names[insn.class]);
		print_register(insn.dst);
		for (unsigned int i = 0; i < 3; i++)
			print_register(insn.src[i]);
		printf(" %u\n", insn.access_bytes);
	}
	return 0;
}
