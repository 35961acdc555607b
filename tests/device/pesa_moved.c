// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pesa_moved.c - a counter of cycles with Sspesa is the same one on the machine it is moved to
 *
 * Prints "ready", and waits for a key, which comes on the other machine, in S-mode, where the
 * counter does not count; then checks, and waits for another key to end.
 */
#include "pesa.h"

#define CYCLES_LEFT	(1 << 20)
#define SOME_PC		0x123456789aULL
#define SOME_DATA	0x2aaaaaaaaaaaaaaULL

static void wait_for_key(void *unused)
{
	(void)unused;
	get_char();
}

static void wait_for_overflow(void)
{
	for (int i = 0; i < 10000 && !(csr_read(mip) & LCOFI_BIT); i++)
		spin(1000);
}

void test_main(void)
{
	uint64_t before, after;

	plan(7);
	csr_set(MENVCFG, MENVCFG_CDE);
	csr_write(MCOUNTINHIBIT, COUNTER(5));
	csr_write(MHPMEVENT5, CYCLES | NOT_S | NOT_U);
	csr_write(MHPMCOUNTER5, -(uint64_t)CYCLES_LEFT);
	csr_write(TEA_CSR_SHPMSPC, SOME_PC);
	csr_write(TEA_CSR_SHPMSDATA, SOME_DATA);
	csr_write(MCOUNTINHIBIT, 0);
	spin(1000);
	before = csr_read(MHPMCOUNTER5);
	check(before > -(uint64_t)CYCLES_LEFT, "the counter is in use");
	put_text("# ready\n");
	bare_run_at(S, wait_for_key, 0);
	after = csr_read(MHPMCOUNTER5);
	check_equal(csr_read(TEA_CSR_SHPMSPC), SOME_PC, "shpmspc is kept");
	check_equal(csr_read(TEA_CSR_SHPMSDATA), SOME_DATA, "so is shpmsdata");
	check(after > before && after < before + 100000, "the counter came along");
	spin(1000);
	check(csr_read(MHPMCOUNTER5) - after >= 1000, "and goes on");
	wait_for_overflow();
	check(csr_read(MHPMEVENT5) & OF && csr_read(MHPMCOUNTER5) < 100000, "to its overflow");
	check(TEA_PESA_CNTRID(csr_read(TEA_CSR_SHPMSDATA)) == 5 &&
	      csr_read(TEA_CSR_SHPMSPC) - 0x80000000 < 0x800000, "which is captured");
	put_text("# end\n");
	get_char();
}
