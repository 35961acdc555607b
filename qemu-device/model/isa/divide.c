// SPDX-License-Identifier: GPL-2.0-or-later
/* divide.c - integer divides: see divide.h */
#include "divide.h"

#include <stdbool.h>

#define BITS		64
#define OPCODE_WORD	0x08		/* OP-32 against OP */
#define FUNCT3_UNSIGNED	0x1000
#define FUNCT3_REMAINDER 0x2000

/* The divider's operand for a register's @value. */
static uint64_t extend(uint32_t bits, uint64_t value)
{
	if (!(bits & OPCODE_WORD))
		return value;
	return bits & FUNCT3_UNSIGNED ? (uint32_t)value : (uint64_t)(int64_t)(int32_t)value;
}

/* Position of the highest bit that is set; of 0, as of 1, it is 0. */
static unsigned int top_bit(uint64_t value)
{
	return value ? BITS - 1 - (unsigned int)__builtin_clzll(value) : 0;
}

uint8_t tea_divide_steps(uint32_t bits, uint64_t dividend, uint64_t divisor)
{
	uint64_t lhs = extend(bits, dividend), rhs = extend(bits, divisor);
	bool is_signed = !(bits & FUNCT3_UNSIGNED);
	bool lhs_negative = is_signed && (int64_t)lhs < 0;
	bool rhs_negative = is_signed && (int64_t)rhs < 0;
	bool negate = bits & FUNCT3_REMAINDER ? lhs_negative
					      : rhs && lhs_negative != rhs_negative;
	unsigned int skipped = 0;

	lhs = lhs_negative ? -lhs : lhs;
	rhs = rhs_negative ? -rhs : rhs;
	if (rhs)
		skipped = BITS - 1 - (top_bit(lhs) - top_bit(rhs)) % BITS;
	return (uint8_t)(BITS - skipped + (skipped != 0) + (lhs_negative || rhs_negative) + negate);
}
