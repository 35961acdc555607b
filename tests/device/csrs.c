// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csrs.c - the unit's registers: reset values, who may access them, what they take
 */
#include "bare.h"

#define FILTERS	(TEA_CTL_U | TEA_CTL_S | TEA_CTL_M)
#define HIDELEG	0x603	/* by number: -march has no H */

static struct {
	uint64_t magic;
	bool in_use;
} kept __attribute__((section(".keep")));

static void check_reset_values(const char *when)
{
	put_text("# ");
	put_text(when);
	put_text("\n");
	check_equal(csr_read(TEA_CSR_CTL), 0, "stea_ctl is 0 at reset");
	check_equal(csr_read(TEA_CSR_PERIOD), TEA_PERIOD_RESET, "stea_period at reset");
	check_equal(csr_read(TEA_CSR_LEFT), TEA_PERIOD_RESET, "stea_left at reset is the period");
	check_equal(csr_read(TEA_CSR_DITHER), TEA_DITHER_RESET(0), "stea_dither at reset");
	check_equal(csr_read(TEA_CSR_META) | csr_read(TEA_CSR_TIME) | csr_read(TEA_CSR_PC0) |
		    csr_read(TEA_CSR_PC3), 0, "the sample is 0 at reset");
	check_equal(csr_read(TEA_CSR_INDEX), TEA_INDEX_NONE, "stea_index names no counter at reset");
	check_equal(csr_read(TEA_CSR_DATA), 0, "and stea_data is 0");
	check_equal(csr_read(mideleg) & TEA_IRQ_BIT, TEA_IRQ_BIT, "mideleg has the bit at reset");
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "nothing pends at reset");
}

/* The first words of the generator that starts with 1 are 270369 and 67634689. */
static void check_dither(void)
{
	csr_write(TEA_CSR_DITHER, 0xabc00000001ULL);
	check_equal(csr_read(TEA_CSR_DITHER), 1,
		    "stea_dither has 32 bits, and its write draws nothing");
	csr_write(TEA_CSR_LEFT, 1);
	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE | 1000);
	check_equal(csr_read(TEA_CSR_DITHER), 1, "nor do stea_left of 1, and with DONE");
	csr_write(TEA_CSR_LEFT, 1000);
	check_equal(csr_read(TEA_CSR_DITHER), 270369, "a write of stea_left draws");
	csr_write(TEA_CSR_DITHER, 1);
	csr_write(TEA_CSR_LEFT, 33);
	check_equal(csr_read(TEA_CSR_DITHER), 67634689, "again while the draw is too high");
	csr_write(TEA_CSR_DITHER, 0);
	csr_write(TEA_CSR_LEFT, 1000);
	check_equal(csr_read(TEA_CSR_DITHER), 0, "0 is off");
}

static void check_writes(void)
{
	check_equal(csr_read(TEA_CSR_CAPS) & UINT32_MAX, TEA_CAPS(TEA_IRQ), "stea_caps");
	csr_write(TEA_CSR_PERIOD, 0x123456789abcULL);
	check_equal(csr_read(TEA_CSR_PERIOD), 0x123456789abcULL, "stea_period keeps 48 bits");
	csr_write(TEA_CSR_PERIOD, ~0ULL);
	check_equal(csr_read(TEA_CSR_PERIOD), ~TEA_LEFT_DONE, "stea_period has no bit 63");
	csr_write(TEA_CSR_PERIOD, 0x123456789abcULL);
	csr_write(TEA_CSR_PERIOD, TEA_LEFT_DONE);
	csr_write(TEA_CSR_PERIOD, 0);
	check_equal(csr_read(TEA_CSR_PERIOD), 0x123456789abcULL, "period 0 changes nothing");
	check_equal(csr_read(TEA_CSR_LEFT), TEA_PERIOD_RESET,
		    "a new period leaves stea_left alone");
	csr_write(TEA_CSR_LEFT, 4711);
	check_equal(csr_read(TEA_CSR_LEFT), 4711, "stea_left is writable");
	csr_write(TEA_CSR_LEFT, 0);
	check_equal(csr_read(TEA_CSR_LEFT), 1, "0 left is 1 left");
	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE | 4711);
	check_equal(csr_read(TEA_CSR_LEFT), TEA_LEFT_DONE | 4711, "DONE is writable");
	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE);
	check_equal(csr_read(TEA_CSR_LEFT), TEA_LEFT_DONE | 1, "0 left is 1 left with it, too");
	check_dither();

	csr_write(TEA_CSR_CTL, ~(TEA_CTL_ENABLE | TEA_CTL_POLICY_MASK));
	check_equal(csr_read(TEA_CSR_CTL), TEA_CTL_COUNT | FILTERS, "stea_ctl takes what is defined only");
	csr_write(TEA_CSR_CTL, TEA_CTL_POLICY_MASK | TEA_CTL_U);
	check_equal(csr_read(TEA_CSR_CTL), TEA_CTL_U, "only the time-proportional policy is taken");
	csr_set(TEA_CSR_CTL, TEA_CTL_M);
	csr_clear(TEA_CSR_CTL, TEA_CTL_U);
	check_equal(csr_read(TEA_CSR_CTL), TEA_CTL_M, "single bits can be set and cleared");
	csr_write(TEA_CSR_CTL, 0);
}

static void check_interrupt_bits(void)
{
	csr_write(mideleg, 0);
	check_equal(csr_read(mideleg) & TEA_IRQ_BIT, TEA_IRQ_BIT, "mideleg cannot lose the bit");
	csr_write(HIDELEG, ~0ULL);
	check_equal(csr_read(HIDELEG) & TEA_IRQ_BIT, 0, "hideleg cannot get it");
	check_equal(csr_read(HIDELEG) & TEA_IRQ_BIT << 1, TEA_IRQ_BIT << 1,
		    "its neighbour's can be delegated");
	csr_write(HIDELEG, 0);
	csr_write(sie, TEA_IRQ_BIT);
	check_equal(csr_read(mie) & TEA_IRQ_BIT, TEA_IRQ_BIT, "sie accepts the bit, mie shows it");
	csr_write(mie, 0);
	check_equal(csr_read(sie) & TEA_IRQ_BIT, 0, "mie clears it for sie");
	csr_set(mip, TEA_IRQ_BIT);
	csr_set(sip, TEA_IRQ_BIT);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "software cannot raise the interrupt");
}

/* Every write to a read-only register, and what is not there at all. */
static void check_refusals(void)
{
	traps_begin();
	csr_write(TEA_CSR_TIME, 0);
	csr_write(TEA_CSR_META, 0);
	csr_write(TEA_CSR_PC0, 0);
	csr_write(TEA_CSR_PC1, 0);
	csr_write(TEA_CSR_PC2, 0);
	csr_write(TEA_CSR_PC3, 0);
	csr_write(TEA_CSR_CAPS, 0);
	check_equal(traps_end(), 7, "writes to read-only registers trap");
	check_equal(trap_cause, CAUSE_ILLEGAL, "as illegal instructions");
}

static void access_all(void *unused)
{
	(void)unused;
	csr_write(TEA_CSR_CTL, 0);
	csr_read(TEA_CSR_CTL);
	csr_read(TEA_CSR_PERIOD);
	csr_read(TEA_CSR_LEFT);
	csr_read(TEA_CSR_DITHER);
	csr_read(TEA_CSR_INDEX);
	csr_read(TEA_CSR_DATA);
	csr_read(TEA_CSR_TIME);
	csr_read(TEA_CSR_META);
	csr_read(TEA_CSR_PC0);
	csr_read(TEA_CSR_PC1);
	csr_read(TEA_CSR_PC2);
	csr_read(TEA_CSR_PC3);
	csr_read(TEA_CSR_CAPS);
}

static void check_privileges(void)
{
	traps_begin();
	bare_run_at(S, access_all, 0);
	check_equal(traps_end(), 0, "S-mode has access to all registers");
	traps_begin();
	bare_run_at(U, access_all, 0);
	check_equal(traps_end(), 14, "U-mode has access to none");
	check_equal(trap_cause, CAUSE_ILLEGAL, "an illegal instruction there");
}

/* Make everything differ from its reset value, with a sample pending, and reset. */
static void reset_in_disorder(void)
{
	csr_write(TEA_CSR_PERIOD, 50);
	csr_write(TEA_CSR_LEFT, 50);
	csr_write(TEA_CSR_INDEX, TEA_INDEX(TEA_STACK_COMMIT, TEA_COMPONENT_BASE, TEA_PRIV_M));
	csr_write(TEA_CSR_CTL, TEA_CTL_ENABLE | TEA_CTL_COUNT | TEA_CTL_M);
	spin(1000);
	kept.in_use = (csr_read(TEA_CSR_CTL) & TEA_CTL_VALID) && (csr_read(mip) & TEA_IRQ_BIT) &&
		      csr_read(TEA_CSR_CTL) >> TEA_CTL_LOST_SHIFT && csr_read(TEA_CSR_DATA) > 1000;
	reset_board();
}

void test_main(void)
{
	if (kept.magic != 0x7465612d6b657074) {
		kept.magic = 0x7465612d6b657074;
		reset_in_disorder();
	}
	plan(38);
	check(kept.in_use, "the unit was in use before the reset: a sample, others lost, slots");
	check_reset_values("after a reset in use");
	check_writes();
	check_interrupt_bits();
	check_refusals();
	check_privileges();
}
