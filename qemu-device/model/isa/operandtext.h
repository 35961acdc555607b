/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operandtext.h - operands as text, for insntext.c and vectortext.c
 */
#ifndef TEA_OPERANDTEXT_H
#define TEA_OPERANDTEXT_H

#include "insntext.h"

extern const char *const tea_integer_names[32];

/* Another operand behind those that are there. */
void tea_operand_text_add(struct tea_insn_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* TEA_OPERANDTEXT_H */
