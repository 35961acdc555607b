/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * insntext.h - instructions as text that capstone does not know: vectors, Zba, Zbb, Zbs
 *
 * For views of code. They show all others by capstone, of which version 5, Debian stable's, has
 * none of these in whatever mode it is opened.
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
 * it does by default, with names for what is commonly written otherwise (vneg.v for vrsub.vx with
 * zero), the others by their own names (rori, where it says ror). Returns false, with nothing put,
 * if it is none of these.
 */
bool tea_insn_text(struct tea_insn_text *text, uint32_t bits);

#endif /* TEA_INSNTEXT_H */
