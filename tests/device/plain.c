// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plain.c - a unit with the countdown of cycles alone: registers that it lacks are reserved
 */
#include "bare.h"

static const unsigned int lacking[] = {
	TEA_REG_LEVELS, TEA_REG_COUNTERS, TEA_REG_COMPONENTS(0), TEA_REG_OF(TEA_REG_CTL, 1),
	TEA_REG_OF(TEA_REG_PERIOD, 2), TEA_REG_COUNTER(0, TEA_LEVEL_S, 0),
};

void test_main(void)
{
	unsigned int held = 0;

	plan(3);
	for (unsigned int i = 0; i < sizeof(lacking) / sizeof(lacking[0]); i++) {
		unit_write(lacking[i], -1UL);
		held += unit_read(lacking[i]) != 0;
	}
	check_equal(held, 0, "registers that it lacks read 0");
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	check_equal(unit_read(TEA_REG_STATUS), 0, "without HOLD there is no HELD");
	check_equal(unit_read(TEA_REG_CAPS2) >> 4 & 7, 1, "it has the countdown of cycles");
}
