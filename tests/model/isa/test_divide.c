// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_divide.c - steps of a divide: by hand, and against a divider that makes them
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/divide.h"

#define DIV	0x02c5c533	/* a0, a1, a2, as the others */
#define DIVU	0x02c5d533
#define REM	0x02c5e533
#define REMU	0x02c5f533
#define DIVW	0x02c5c53b
#define DIVUW	0x02c5d53b
#define REMW	0x02c5e53b
#define REMUW	0x02c5f53b

#define RUNS	100000

static const struct {
	uint32_t bits;
	uint64_t dividend, divisor;
	uint8_t steps;
} cases[] = {
	/* as many bits as the lengths differ and one more, and a step to skip the rest */
	{ DIV, 1, 1, 2 },
	{ DIV, 7, 7, 2 },
	{ DIV, 100, 7, 6 },			/* lengths 7 and 3: 5 bits */
	{ DIV, 0x7fffffffffffffff, 3, 63 },	/* 63 and 2 */
	{ DIVU, UINT64_MAX, 2, 64 },		/* 64 and 2: 63 bits */
	/* nothing to skip: no step for it */
	{ DIVU, UINT64_MAX, 1, 64 },
	{ DIV, 5, 0, 64 },
	{ REMU, 0, 0, 64 },
	/* a dividend that is shorter: 64 less the difference, and one more */
	{ DIV, 1, 2, 64 },			/* 64: as if nothing could be skipped */
	{ DIV, 1, 4, 64 },			/* 63, and the step to skip one */
	{ DIV, 1, 8, 63 },
	{ DIV, 0, 1, 2 },
	/* a step to make operands positive, one to make the result negative */
	{ DIV, (uint64_t)-7, 7, 4 },
	{ DIV, 7, (uint64_t)-7, 4 },
	{ DIV, (uint64_t)-7, (uint64_t)-7, 3 },
	{ REM, (uint64_t)-7, (uint64_t)-7, 4 },
	{ REM, 7, (uint64_t)-7, 3 },
	{ DIV, (uint64_t)-5, 0, 65 },		/* the quotient is -1 as it is */
	{ REM, (uint64_t)-5, 0, 66 },
	{ DIVU, (uint64_t)-7, (uint64_t)-7, 2 },
	/* 32 bits: higher ones do not count */
	{ DIVW, 0xabcd00000007, 0x123400000007, 2 },
	{ DIVW, 0x80000000, 1, 35 },		/* 32 bits, negated twice */
	{ DIVUW, 0xffffffff80000000, 1, 33 },
	{ REMW, 0xfffffff9, 7, 4 },
	{ REMUW, 0xfffffff9, 7, 31 },		/* 32 and 3: 30 bits */
};

static void test_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t steps = tea_divide_steps(cases[i].bits, cases[i].dividend, cases[i].divisor);

		if (steps != cases[i].steps)
			fail_msg("%08x: %lx / %lx takes %u steps, not %u", cases[i].bits,
				 cases[i].dividend, cases[i].divisor, steps, cases[i].steps);
	}
}

/* Restoring division that works out the last @bits of the quotient. */
static uint64_t divide(uint64_t dividend, uint64_t divisor, unsigned int bits)
{
	__uint128_t remainder = bits < 64 ? dividend >> bits : 0;
	uint64_t quotient = 0;

	for (unsigned int bit = bits; bit--;) {
		remainder = remainder << 1 | (dividend >> bit & 1);
		quotient <<= 1;
		if (remainder >= divisor) {
			remainder -= divisor;
			quotient |= 1;
		}
	}
	return quotient;
}

/* So many steps are enough for the quotient, and at most one bit too many. */
static void test_enough(void **state)
{
	uint64_t seed = 88172645463325252U;

	(void)state;
	for (unsigned int i = 0; i < RUNS; i++) {
		uint64_t operands[2], quotient;
		unsigned int bits;
		uint8_t steps;

		for (unsigned int k = 0; k < 2; k++) {
			seed ^= seed << 13;
			seed ^= seed >> 7;
			seed ^= seed << 17;
			operands[k] = (seed | 1U << 31) >> (seed >> 32 & 31);
		}
		steps = tea_divide_steps(DIVU, operands[0], operands[1]);
		bits = steps < 64 ? steps - 1U : 64;
		quotient = divide(operands[0], operands[1], bits);
		assert_int_equal(quotient, operands[0] / operands[1]);
		if (quotient && bits > 2)
			assert_true(quotient >> (bits - 2));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_hand),
		cmocka_unit_test(test_enough),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
