// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * armed.c - work on the bare machine, sampled by one of the doors or by none, for tests/bench/doors
 *
 * The script puts its request into the section of that name. Printed are the guest's time that the
 * work took, in ns, which is the number of its instructions where nothing is armed, and how many
 * samples there were.
 */
#include "pesa.h"
#include "tea_pdis.h"
#include "tea_pdis_regs.h"

#define PERIOD		TEA_PERIOD_RESET	/* 4 kHz; of instructions, too */

static struct {
	uint64_t door;			/* which one is armed: of doors below */
	uint64_t rounds;		/* of the work */
} volatile request __attribute__((section(".request"))) = { .rounds = 1 };

static uint64_t samples;
static volatile uint64_t sink;

/* The unit's own registers. */
static void unit_arm(void)
{
	unit_prepare(0, PERIOD);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_U);
	csr_write(mie, TEA_IRQ_BIT);
}

static void unit_take(void)
{
	sink = unit_read(TEA_REG_META) + unit_read(TEA_REG_PSVS) + unit_read(TEA_REG_TIME) +
	       unit_read(TEA_REG_PC(0)) + unit_read(TEA_REG_PC(1)) + unit_read(TEA_REG_PC(2)) +
	       unit_read(TEA_REG_PC(3));
	unit_write(TEA_REG_VALID, 0);
}

/* Sspesa: a delegated counter. */
static void pesa_arm(void)
{
	csr_write(MCOUNTINHIBIT, COUNTER(5));
	csr_write(MHPMEVENT5, CYCLES | NOT_M | NOT_S);
	csr_write(MHPMCOUNTER5, -(uint64_t)PERIOD);
	csr_write(MCOUNTINHIBIT, 0);
	csr_write(mie, LCOFI_BIT);
}

static void pesa_take(void)
{
	sink = csr_read(TEA_CSR_SHPMSPC) + csr_read(TEA_CSR_SHPMSDATA);
	csr_write(MHPMCOUNTER5, csr_read(MHPMCOUNTER5) - PERIOD);
	csr_write(MHPMEVENT5, CYCLES | NOT_M | NOT_S);
	csr_clear(mip, LCOFI_BIT);
}

/* Sspdis: so many decoded instructions. */
static void pdis_arm(void)
{
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_write(TEA_CSR_MPDISCTL, TEA_PDISCTL_U | TEA_PDISCTL_TS | TEA_PDISCTL_PA);
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER(-(uint32_t)PERIOD, -(uint32_t)PERIOD));
	csr_write(MCOUNTINHIBIT, 0);
	csr_write(mie, LCOFI_BIT);
}

static void pdis_take(void)
{
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	sink = csr_read_number(TEA_CSR_SIREG(1)) + csr_read_number(TEA_CSR_SIREG(2)) +
	       csr_read_number(TEA_CSR_SIREG(3)) + csr_read_number(TEA_CSR_SIREG(4)) +
	       csr_read_number(TEA_CSR_SIREG(5)) + csr_read_number(TEA_CSR_SIREG(6));
	csr_clear(TEA_CSR_MPDISCTL, TEA_PDISCTL_OF);
	csr_clear(mip, LCOFI_BIT);
}

static void do_nothing(void)
{
}

static const struct {
	void (*arm)(void), (*take)(void);
} doors[] = {
	{ do_nothing, do_nothing }, { unit_arm, unit_take }, { pesa_arm, pesa_take },
	{ pdis_arm, pdis_take },
};

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)cause, (void)pc, (void)mode;
	samples++;
	doors[request.door].take();
}

/* Loads that miss, branches that cannot be foretold, divisions, calls: in U-mode. */
static uint32_t memory[1 << 18];

static __attribute__((noinline)) uint32_t mix(uint32_t word)
{
	asm volatile("");		/* a call, and a return */
	return word * 2654435761U >> 7 ^ word;
}

static void work(void *unused)
{
	const uint64_t rounds = request.rounds;
	uint32_t at = 1, sum = 0;

	(void)unused;
	for (uint64_t i = 0; i < rounds; i++) {
		at = mix(at + (uint32_t)i);
		sum += memory[at % (sizeof(memory) / sizeof(memory[0]))]++;
		if (at & 64)
			sum = sum / (at | 1) + 3;
		for (unsigned int j = 0; j < (at & 7); j++)
			sum += j ^ at;
	}
	memory[0] += sum;
}

static void show(const char *name, uint64_t number)
{
	put_text(name);
	put_text(" ");
	put_number(number);
	put_text("\n");
}

void test_main(void)
{
	uint64_t before;

	csr_write(mie, 0);
	plan(1);
	check(request.door < sizeof(doors) / sizeof(doors[0]) && request.rounds, "there is a request");
	doors[request.door].arm();
	before = csr_read(minstret);
	bare_run_at(U, work, 0);
	show("time", csr_read(minstret) - before);
	show("samples", samples);
}
