// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * virtual.c - a virtual machine under the unit: docs/tea-interface.md, hypervisor (V = 1)
 *
 * No two-stage translation: hgatp and vsatp are bare, as they are at reset.
 */
#include "bare.h"

#define VS		(BARE_VIRTUAL | S)
#define VU		(BARE_VIRTUAL | U)
#define CAUSE_VIRTUAL	22		/* virtual-instruction exception */
#define PERIOD		10000		/* the way there and back takes less */
#define STEPS		100000
#define HSTATUS		0x600
#define HSTATUS_SPV	(1ULL << 7)	/* the trap came from a virtual machine */
#define MISA_H		(1ULL << ('H' - 'A'))

static volatile unsigned int interrupts, from_guest, last_privilege;
static volatile uint64_t last_pc;

/* Delegated: S-mode's, of the host. */
void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)pc;
	if (cause != TEA_IRQ || mode != S) {
		put_text("Bail out! another interrupt, or another mode\n");
		finish();
	}
	interrupts++;
	from_guest += !!(csr_read(HSTATUS) & HSTATUS_SPV);
	last_privilege = tea_meta_priv(csr_read(TEA_CSR_META));
	last_pc = csr_read(TEA_CSR_PC0);
	csr_set(TEA_CSR_CTL, TEA_CTL_VALID);
}

static void work(void *unused)
{
	(void)unused;
	spin(STEPS);
}

/*
 * Samples of work() at @mode, where the unit counts @filters. The host's S-mode has to let
 * its own interrupts in; the way to a guest leads through it, and must have none.
 */
static unsigned int samples_of(unsigned long mode, uint64_t filters)
{
	interrupts = from_guest = 0;
	csr_write(TEA_CSR_PERIOD, PERIOD);
	/* at the end of a period, not in a cycle drawn, which may be on the way */
	csr_write(TEA_CSR_DITHER, 0);
	csr_write(TEA_CSR_LEFT, PERIOD);
	if (mode == S)
		csr_set(sstatus, STATUS_SIE);
	csr_write(TEA_CSR_CTL, TEA_CTL_ENABLE | TEA_CTL_VALID | filters);
	bare_run_at(mode, work, 0);
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
	csr_clear(sstatus, STATUS_SIE);
	return interrupts;
}

static void touch(void *unused)
{
	(void)unused;
	csr_read(TEA_CSR_CTL);
	csr_read(TEA_CSR_INDEX);
	csr_read(TEA_CSR_DATA);
}

static void check_levels(void)
{
	static const struct {
		unsigned long mode;
		uint64_t filter;
		const char *name;
	} rows[] = {
		{ VS, TEA_CTL_S, "VS-mode counts as S" }, { VU, TEA_CTL_U, "VU-mode counts as U" },
	};

	for (unsigned int i = 0; i < 2; i++) {
		unsigned int samples = samples_of(rows[i].mode, rows[i].filter);
		unsigned int host = samples_of(rows[i].mode & 3, rows[i].filter);

		check(samples > STEPS / PERIOD / 2 && samples + 2 >= host && samples <= host + 2,
		      rows[i].name);
	}
}

void test_main(void)
{
	plan(8);
	check(csr_read(misa) & MISA_H, "the hart has the hypervisor extension");
	csr_set(mie, TEA_IRQ_BIT);
	check_levels();
	samples_of(VS, TEA_CTL_S);
	check(from_guest == interrupts && interrupts, "the interrupt ends the guest's turn");
	check(last_privilege == S && last_pc >= (uint64_t)spin && last_pc < (uint64_t)spin + 64,
	      "the sample has the guest's address, with S");
	check(!samples_of(VS, TEA_CTL_U | TEA_CTL_M), "VS-mode counts as nothing else");
	check(!samples_of(VU, TEA_CTL_S | TEA_CTL_M), "nor does VU-mode");
	traps_begin();
	bare_run_at(VS, touch, 0);
	check(traps_end() == 3 && trap_cause == CAUSE_VIRTUAL,
	      "the registers are the hypervisor's to emulate");
}
