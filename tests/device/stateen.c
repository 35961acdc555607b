// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stateen.c - S-mode's access to the unit under M-mode's Smstateen
 */
#include "bare.h"

#define MSTATEEN0	0x30c
#define STATEEN_C	BIT_ULL(0)	/* custom state: the unit's registers */
#define STATEEN_CSRIND	BIT_ULL(60)	/* siselect and sireg */

static void select_unit(void *unused)
{
	(void)unused;
	unit_select(TEA_REG_CTL);
}

static void access_unit(void *unused)
{
	(void)unused;
	csr_read_number(TEA_CSR_SIREG(1));
	csr_read_number(TEA_CSR_SIREG(5));
	csr_write_number(TEA_CSR_SIREG(2), 4711);
}

/* How many of S-mode's accesses by @function are illegal, with @allowed in mstateen0. */
static unsigned int illegal(uint64_t allowed, void (*function)(void *))
{
	unsigned int traps;

	csr_write(MSTATEEN0, allowed);
	unit_select(TEA_REG_CTL);
	traps_begin();
	bare_run_at(S, function, 0);
	traps = traps_end();
	return traps && trap_cause != CAUSE_ILLEGAL ? -1U : traps;
}

void test_main(void)
{
	plan(9);
	check_equal(csr_read(MSTATEEN0) & (STATEEN_C | STATEEN_CSRIND), 0, "nothing is allowed at reset");
	check_equal(illegal(0, select_unit), 1, "then S-mode cannot select the unit");
	check_equal(illegal(0, access_unit), 3, "nor access it");
	check_equal(illegal(STATEEN_CSRIND, select_unit), 0, "with CSRIND it can select it");
	check_equal(illegal(STATEEN_CSRIND, access_unit), 3, "but not access it without C");
	check_equal(unit_read(TEA_REG_PERIOD), TEA_PERIOD_RESET, "which M-mode does whatever they are");
	check_equal(illegal(STATEEN_C, access_unit), 3, "nor with C alone");
	check_equal(illegal(STATEEN_C | STATEEN_CSRIND, access_unit), 0, "with both it can");
	check_equal(unit_read(TEA_REG_PERIOD), 4711, "and has");
}
