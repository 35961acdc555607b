/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * divide.h - integer divides: how long their operands keep a divider busy
 *
 * The divider is BOOM's, Rocket's MulDiv with early out: it works on absolute values, makes a
 * bit of the quotient in a step, and begins behind the leading zeros, by the operands'
 * lengths. It takes the difference of the lengths modulo 64, so a dividend shorter than the
 * divisor gains little, and one bit shorter nothing.
 */
#ifndef TEA_DIVIDE_H
#define TEA_DIVIDE_H

#include <stdint.h>

#define TEA_DIVIDE_STEPS_MAX	66	/* negate the operands, 63 bits and skip one, negate */

/*
 * Steps of the divide or remainder in @bits, 64 or 32 bits wide: 2 to TEA_DIVIDE_STEPS_MAX.
 * @dividend and @divisor are whole registers; a narrower instruction uses its part of them.
 */
uint8_t tea_divide_steps(uint32_t bits, uint64_t dividend, uint64_t divisor);

#endif /* TEA_DIVIDE_H */
