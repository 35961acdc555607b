/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectortext.h - what insntext.c and vectortext.c have of each other
 */
#ifndef TEA_VECTORTEXT_H
#define TEA_VECTORTEXT_H

#include "insntext.h"

extern const char *const tea_integer_names[32];

/* Another operand behind those that are there. */
void tea_insn_text_add(struct tea_insn_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* tea_insn_text() of vector instructions and the vset family. */
bool tea_vector_text(struct tea_insn_text *text, uint32_t bits);

#endif /* TEA_VECTORTEXT_H */
