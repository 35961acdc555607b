/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * insntext.h - instructions as text that capstone does not know: vectors, Zba, Zbb, Zbs
 *
 * For views of code. They show all others by capstone; its version 5, Debian stable's, has none
 * of these in any mode.
 */
#ifndef TEA_INSNTEXT_H
#define TEA_INSNTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct tea_insn_text {
	char mnemonic[24];	/* "vfmacc.vf" */
	char operands[48];	/* "v8, fa5, v16" */
};

/*
 * The instruction in @bits as objdump shows it, but with a space behind each comma. Vectors are as
 * objdump's default, with its aliases (vneg.v for vrsub.vx with zero); the others have their own
 * names (rori, where objdump shows ror). Returns false, and leaves @text alone, for other
 * instructions.
 */
bool tea_insn_text(struct tea_insn_text *text, uint32_t bits);

#endif /* TEA_INSNTEXT_H */
