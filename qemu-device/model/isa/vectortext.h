/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectortext.h - vector instructions as text
 *
 * For views of code. They show scalar instructions by capstone, which knows no vector ones: not
 * version 5, Debian stable's, whatever mode it is opened with.
 */
#ifndef TEA_VECTORTEXT_H
#define TEA_VECTORTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct tea_vector_text {
	char mnemonic[24];	/* "vfmacc.vf" */
	char operands[48];	/* "v8, fa5, v16" */
};

/*
 * The instruction in @bits, a vector one or of the vset family, as objdump shows it by default: with
 * the ABI's names of registers, and names for what is commonly written otherwise (vneg.v for
 * vrsub.vx with zero); but with a space behind each comma. Returns false, with nothing put, if it
 * is none of these.
 */
bool tea_vector_text(struct tea_vector_text *text, uint32_t bits);

#endif /* TEA_VECTORTEXT_H */
