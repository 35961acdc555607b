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
#define VSISELECT	0x250
#define VSIREG		0x251
#define HSTATUS		0x600
#define HSTATUS_SPV	(1ULL << 7)	/* the trap came from a virtual machine */
#define MISA_H		(1ULL << ('H' - 'A'))

static volatile unsigned int interrupts, from_guest, last_level, last_held;

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
	last_level = TEA_SAMPLE_LEVEL(unit_read(TEA_REG_META));
	last_held = unit_read(TEA_REG_STATUS) & TEA_STATUS_HELD;
	unit_write(TEA_REG_VALID, 0);
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
	/* at the end of a period, not in a cycle drawn, which may be on the way */
	unit_prepare(0, PERIOD);
	if (mode == S)
		csr_set(sstatus, STATUS_SIE);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | filters);
	bare_run_at(mode, work, 0);
	unit_stop(0);
	csr_clear(sstatus, STATUS_SIE);
	return interrupts;
}

static volatile uint64_t selected;

/* There siselect and sireg are vsiselect and vsireg. */
static void touch(void *unused)
{
	(void)unused;
	unit_select(TEA_REG_CTL);
	selected = csr_read(TEA_CSR_SISELECT);
	csr_read_number(TEA_CSR_SIREG(1));
	csr_read_number(TEA_CSR_SIREG(2));
	csr_write_number(TEA_CSR_SIREG(6), 0);
	unit_select(TEA_REG_VALID);
	csr_read_number(TEA_CSR_SIREG(1));
}

static void touch_as_user(void *unused)
{
	(void)unused;
	csr_read_number(TEA_CSR_SIREG(1));
}

/* The unit does not have VU and VS apart: then its levels are those of the host alone. */
static void check_levels(void)
{
	check_equal(unit_read(TEA_REG_CAPS2) & TEA_CAPS2_VIRTUAL, 0, "the unit has no virtual levels");
	unit_write(TEA_REG_CTL, TEA_CTL_LEVELS);
	check_equal(unit_read(TEA_REG_CTL), TEA_CTL_U | TEA_CTL_S | TEA_CTL_M,
		    "CTL cannot select any");
	check(samples_of(S, TEA_CTL_S) > STEPS / PERIOD / 2 && last_level == S, "S-mode is sampled");
	check(samples_of(U, TEA_CTL_U) > STEPS / PERIOD / 2 && last_level == U, "so is U-mode");
	check(!samples_of(VS, TEA_CTL_LEVELS), "VS-mode is not, whatever is selected");
	check(!samples_of(VU, TEA_CTL_LEVELS), "nor is VU-mode");
}

/* Cycles of all levels. */
static uint64_t slots(void)
{
	uint64_t sum = 0;

	for (unsigned int level = 0; level < TEA_LEVELS_COUNT; level++)
		for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++)
			sum += unit_read(TEA_REG_COUNTER(TEA_STACK_COMMIT, level, i));
	return sum;
}

static uint64_t slots_at(unsigned long mode)
{
	uint64_t before = slots();

	unit_write(TEA_REG_COUNTERS, 1);
	bare_run_at(mode, work, 0);
	unit_write(TEA_REG_COUNTERS, 0);
	return slots() - before;
}

static void check_counters(void)
{
	check(slots_at(S) > STEPS, "S-mode's slots are counted");
	check(slots_at(VS) < STEPS / 10, "VS-mode's are not");
}

/* A sample that pends as the guest begins. */
static void check_interrupt(void)
{
	interrupts = from_guest = 0;
	csr_clear(sstatus, STATUS_SIE);		/* which returns have set */
	unit_write(TEA_REG_VALID, 1);
	bare_run_at(VS, work, 0);
	check_equal(from_guest, 1, "the interrupt ends the guest's turn");
	check_equal(interrupts, 1, "once");
	check(last_held && !(unit_read(TEA_REG_STATUS) & TEA_STATUS_HELD),
	      "HELD is set meanwhile, and cleared by the return to the guest");
}

static void check_access(void)
{
	traps_begin();
	bare_run_at(VS, touch, 0);
	check(traps_end() == 4 && trap_cause == CAUSE_VIRTUAL,
	      "the registers are the hypervisor's to emulate");
	check_equal(selected, TEA_SELECT_BASE + TEA_REG_GROUP(TEA_REG_CTL),
		    "siselect there holds their numbers");
	csr_write(VSISELECT, TEA_SELECT_BASE);
	traps_begin();
	bare_run_at(VU, touch_as_user, 0);
	check(traps_end() == 1 && trap_cause == CAUSE_VIRTUAL, "VU-mode has no access either");
	csr_write(VSISELECT, TEA_SELECT_BASE + TEA_REG_GROUP(TEA_REG_CTL));
	traps_begin();
	csr_read(VSIREG);
	check(traps_end() == 1 && trap_cause == CAUSE_ILLEGAL,
	      "vsireg is no way to them for the hypervisor");
}

void test_main(void)
{
	plan(16);
	unit_allow_m(true);
	check(csr_read(misa) & MISA_H, "the hart has the hypervisor extension");
	csr_set(mie, TEA_IRQ_BIT);
	check_levels();
	check_counters();
	check_interrupt();
	check_access();
}
