// SPDX-License-Identifier: GPL-2.0-or-later
/* test_pace.c - what an instruction takes: by its block, its page, its address space, its privilege */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pace.h"
#include "tea_abi.h"

#define ENOUGH	64			/* instructions of which a row can tell */

static struct pace pace;

/* At 1 cycle an instruction there are so many parts, and one for rounding. */
static void takes(struct pace_place place, uint64_t cycles, bool known)
{
	bool is_known;

	assert_int_equal(pace_parts(&pace, &place, &is_known) >> PACE_SHIFT, cycles);
	assert_int_equal(is_known, known);
}

static struct pace_place place(uint64_t pc, uint16_t asid, uint8_t privilege)
{
	return (struct pace_place){ .pc = pc, .asid = asid, .privilege = privilege };
}

static int begin(void **unused)
{
	const struct pace_place at = place(0x10000, 7, TEA_PRIV_U);

	(void)unused;
	memset(&pace, 0, sizeof(pace));
	pace.stretch = 1;
	pace_learn(&pace, &at, 5 * ENOUGH, ENOUGH);
	return 0;
}

static void of_a_block(void **unused)
{
	const struct pace_place other = place(0x10100, 7, TEA_PRIV_U);

	(void)unused;
	pace_learn(&pace, &other, 9 * ENOUGH, ENOUGH);
	takes(place(0x10000, 7, TEA_PRIV_U), 5, true);
	takes(other, 9, true);
}

static void of_the_page_where_the_block_is_new(void **unused)
{
	(void)unused;
	takes(place(0x10ffc, 7, TEA_PRIV_U), 5, true);
	takes(place(0x11000, 7, TEA_PRIV_U), 5, false);
}

static void of_another_space_or_privilege(void **unused)
{
	const struct pace_place kernel = place(0x10000, 7, TEA_PRIV_S);

	(void)unused;
	pace_learn(&pace, &kernel, 3 * ENOUGH, ENOUGH);
	takes(place(0x10000, 8, TEA_PRIV_U), 5, false);
	takes(place(0x10000, 8, TEA_PRIV_S), 3, true);	/* one space above U */
	takes(place(0x99000, 8, TEA_PRIV_S), 3, false);
	takes(place(0x10000, 7, TEA_PRIV_M), 1, false);	/* never seen */
}

/* In a later stretch the same code is ten times as slow: what it was before hardly counts. */
static void as_of_the_last_time(void **unused)
{
	const struct pace_place at = place(0x10000, 7, TEA_PRIV_U);

	(void)unused;
	pace_learn(&pace, &at, 5000 * 5, 5000);
	pace.stretch++;
	pace_learn(&pace, &at, 5000 * 50, 5000);
	takes(at, 48, true);
}

static void on_average(void **unused)
{
	const struct pace_place kernel = place(0x10000, 7, TEA_PRIV_S);

	(void)unused;
	pace_learn(&pace, &kernel, 1 * ENOUGH, ENOUGH);
	assert_int_equal(pace_mean(&pace), 3 << PACE_SHIFT);
	memset(&pace, 0, sizeof(pace));
	assert_int_equal(pace_mean(&pace), 1 << PACE_SHIFT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(of_a_block, begin),
		cmocka_unit_test_setup(of_the_page_where_the_block_is_new, begin),
		cmocka_unit_test_setup(of_another_space_or_privilege, begin),
		cmocka_unit_test_setup(as_of_the_last_time, begin),
		cmocka_unit_test_setup(on_average, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
