// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * operandtext.c - operands as text; see operandtext.h
 */
#include "operandtext.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const tea_integer_names[32] = {
	"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
	"a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
	"t5", "t6",
};

void tea_operand_text_add(struct tea_insn_text *text, const char *format, ...)
{
	size_t length = strlen(text->operands);
	va_list arguments;

	if (length)
		length += (size_t)snprintf(text->operands + length,
					   sizeof(text->operands) - length, ", ");
	va_start(arguments, format);
	vsnprintf(text->operands + length, sizeof(text->operands) - length, format, arguments);
	va_end(arguments);
}
