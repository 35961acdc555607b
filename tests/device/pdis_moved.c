// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pdis_moved.c - registers, count and record of Sspdis are the same on the machine moved to
 *
 * Prints "ready", and waits for a key, which comes on the other machine, in S-mode, where nothing
 * is counted; then checks, and waits for another key to end.
 */
#include "pesa.h"
#include "tea_pdis.h"
#include "tea_pdis_regs.h"

#define LEFT		(1 << 20)
#define MASK		0x55aa55aa55aa55ULL
#define MATCH		0xaa55aa55aa55aaULL
#define WORD		0x123456789abcdef0ULL

static void wait_for_key(void *unused)
{
	(void)unused;
	get_char();
}

static void wait_for_sample(void)
{
	for (int i = 0; i < 10000 && !(csr_read(mip) & LCOFI_BIT); i++)
		spin(1000);
}

static uint32_t count(void)
{
	return csr_read(TEA_CSR_SPDISCOUNTER);
}

void test_main(void)
{
	const uint64_t ctl = TEA_PDISCTL_M | TEA_PDISCTL_PA;
	const uint64_t filter = 3 | TEA_PDIS_ISSUE << TEA_PDISFILTER_LATSEL_SHIFT;
	uint32_t before, after;

	plan(8);
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_write(TEA_CSR_MPDISCTL, ctl);
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER(-(uint32_t)LEFT, 7));
	csr_write(TEA_CSR_SPDISEVMASK, MASK);
	csr_write(TEA_CSR_SPDISEVMATCH, MATCH);
	csr_write(TEA_CSR_SPDISFILTER, filter);
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	csr_write_number(TEA_CSR_SIREG(6), WORD);
	csr_write(MCOUNTINHIBIT, 0);
	spin(1000);
	before = count();
	check(before > -(uint32_t)LEFT, "instructions are counted");
	put_text("# ready\n");
	bare_run_at(S, wait_for_key, 0);
	after = count();
	check_equal(csr_read(TEA_CSR_MPDISCTL), ctl, "mpdisctl is kept");
	check(csr_read(TEA_CSR_SPDISEVMASK) == MASK && csr_read(TEA_CSR_SPDISEVMATCH) == MATCH &&
	      csr_read(TEA_CSR_SPDISFILTER) == filter, "so are the filters");
	check_equal(csr_read_number(TEA_CSR_SIREG(6)), WORD, "and the record");
	check(after > before && after < before + 100000, "the count came along");
	spin(1000);
	check(count() - after >= 1000, "and goes on");
	csr_write(TEA_CSR_SPDISEVMASK, 0);
	csr_write(TEA_CSR_SPDISFILTER, 0);
	wait_for_sample();
	check(csr_read(TEA_CSR_MPDISCTL) & TEA_PDISCTL_OF && count() < LEFT, "to its overflow");
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	check(csr_read_number(TEA_CSR_SIREG(2)) - 0x80000000 < 0x800000,
	      "with the record of an instruction");
	put_text("# end\n");
	get_char();
}
