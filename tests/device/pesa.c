// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pesa.c - the standard's door, Sspesa: its registers, and its samples against the unit's
 *
 * The unit's sampler and a counter of cycles count the same cycles from the same one on, with the
 * same period: each overflow is to have the very sample that the unit has.
 */
#include "pesa.h"

#define PERIOD		997
#define SAMPLES		2000

/* Access */

static void access_sample(void *unused)
{
	(void)unused;
	csr_write(TEA_CSR_SHPMSPC, csr_read(TEA_CSR_SHPMSPC));
	csr_write(TEA_CSR_SHPMSDATA, csr_read(TEA_CSR_SHPMSDATA));
}

/* How many of the four accesses at @mode trap, all with @cause. */
static unsigned int traps_at(unsigned long mode, uint64_t cause)
{
	unsigned int traps;

	traps_begin();
	bare_run_at(mode, access_sample, 0);
	traps = traps_end();
	return traps && trap_cause != cause ? -1U : traps;
}

static void check_access(void)
{
	check(!csr_read(TEA_CSR_SHPMSPC) && !csr_read(TEA_CSR_SHPMSDATA), "both are 0 after reset");
	csr_write(TEA_CSR_SHPMSPC, ~0ULL);
	csr_write(TEA_CSR_SHPMSDATA, ~0ULL);
	check_equal(csr_read(TEA_CSR_SHPMSPC), ~0ULL, "shpmspc holds any address");
	check_equal(csr_read(TEA_CSR_SHPMSDATA), BIT_ULL(TEA_PESA_BITS) - 1,
		    "shpmsdata the bits that the layout has");
	csr_clear(MENVCFG, MENVCFG_CDE);
	check_equal(traps_at(S, CAUSE_ILLEGAL), 4, "without delegation they are not S-mode's");
	check_equal(traps_at(VS, CAUSE_ILLEGAL), 4, "nor a guest's");
	csr_set(MENVCFG, MENVCFG_CDE);
	csr_write(MSTATEEN0, 0);
	check_equal(traps_at(S, CAUSE_ILLEGAL), 0, "with it they are, whatever mstateen0 has");
	check_equal(traps_at(VS, CAUSE_VIRTUAL), 4, "in a guest they trap to its hypervisor");
	check_equal(traps_at(U, CAUSE_ILLEGAL), 4, "and they are never U-mode's");
	csr_write(MSTATEEN0, STATEEN_C | STATEEN_CTR | STATEEN_CSRIND);
}

/* The counter */

/* Both stand still, and no interrupt pends. */
static void stop_counters(void)
{
	csr_write(MCOUNTINHIBIT, COUNTER(5) | COUNTER(6));
	csr_write(MHPMEVENT5, 0);
	csr_write(MHPMEVENT6, 0);
	csr_clear(mip, LCOFI_BIT);
}

/* Counter 5 counts the cycles of the levels that @inhibited leaves, from @value on. */
static void begin_cycles(uint64_t inhibited, uint64_t value)
{
	stop_counters();
	csr_write(TEA_CSR_SHPMSPC, 0);
	csr_write(TEA_CSR_SHPMSDATA, 0);
	csr_write(MHPMEVENT5, CYCLES | inhibited);
	csr_write(MHPMCOUNTER5, value);
	csr_clear(MCOUNTINHIBIT, COUNTER(5));
}

static void check_counter(void)
{
	uint64_t before;

	begin_cycles(NOT_S | NOT_U, 1000);
	spin(1000);
	before = csr_read(MHPMCOUNTER5);
	check(before >= 2000 && before < 20000, "it counts core cycles");
	spin(10000);
	check(csr_read(MHPMCOUNTER5) - before >= 10000, "and goes on");
	csr_set(MCOUNTINHIBIT, COUNTER(5));
	before = csr_read(MHPMCOUNTER5);
	spin(1000);
	check_equal(csr_read(MHPMCOUNTER5), before, "it stands still while inhibited");
	begin_cycles(NOT_M | NOT_S, 77);
	spin(1000);
	check_equal(csr_read(MHPMCOUNTER5), 77, "and at a level that is left out");
}

/* Overflows, seen by M-mode */

static uint64_t sample_of(uint64_t delegated, uint64_t cde)
{
	csr_write(MCOUNTEREN, delegated);
	csr_clear(MENVCFG, MENVCFG_CDE);
	csr_set(MENVCFG, cde);
	begin_cycles(NOT_S | NOT_U, -300ULL);
	spin(2000);
	return csr_read(TEA_CSR_SHPMSDATA);
}

static void check_delegation(void)
{
	check_equal(TEA_PESA_CNTRID(sample_of(COUNTER(5), MENVCFG_CDE)), 5,
		    "an overflow of a delegated counter is captured");
	check(csr_read(MHPMEVENT5) & OF && csr_read(mip) & LCOFI_BIT, "OF is set, LCOFI pends");
	check_equal(csr_read(SCOUNTOVF), COUNTER(5), "S-mode sees which one it was");
	check_equal(sample_of(0, MENVCFG_CDE), 0, "that of another counter is not");
	check(csr_read(MHPMEVENT5) & OF && csr_read(mip) & LCOFI_BIT, "but interrupts all the same");
	check_equal(TEA_PESA_CNTRID(sample_of(0, 0)), 5, "without delegation M-mode has any");
	csr_write(MCOUNTEREN, -1);
	csr_set(MENVCFG, MENVCFG_CDE);
}

static void overflow_again(void)
{
	csr_write(MHPMCOUNTER5, -300ULL);
	spin(2000);
}

static void check_first(void)
{
	begin_cycles(NOT_S | NOT_U, -300ULL);
	spin(2000);
	check(csr_read(TEA_CSR_SHPMSPC) && TEA_PESA_PRIV(csr_read(TEA_CSR_SHPMSDATA)) == M, "a sample of M-mode is one");
	csr_write(TEA_CSR_SHPMSPC, 0);
	csr_write(MHPMEVENT5, CYCLES | NOT_S | NOT_U);
	overflow_again();
	check(csr_read(MHPMEVENT5) & OF && !csr_read(TEA_CSR_SHPMSPC),
	      "a second one before the trap is not captured");
	csr_clear(mip, LCOFI_BIT);
	overflow_again();
	check(!(csr_read(mip) & LCOFI_BIT) && !csr_read(TEA_CSR_SHPMSPC),
	      "nor does it interrupt while OF is set");
	csr_write(MHPMEVENT5, CYCLES | NOT_S | NOT_U);
	overflow_again();
	check(csr_read(mip) & LCOFI_BIT && csr_read(TEA_CSR_SHPMSPC),
	      "with both clear the next one does, and is captured");
}

static void check_other_event(void)
{
	begin_cycles(NOT_S | NOT_U, 0);
	csr_write(MHPMEVENT6, INSTRUCTIONS);
	csr_clear(MCOUNTINHIBIT, COUNTER(6));
	csr_write(MHPMCOUNTER6, -1000ULL);
	for (int i = 0; i < 1000 && !(csr_read(mip) & LCOFI_BIT); i++)
		spin(1000);
	check(csr_read(MHPMEVENT6) & OF && TEA_PESA_CNTRID(csr_read(TEA_CSR_SHPMSDATA)) == 6,
	      "another event's overflow is its counter's");
	check_equal(TEA_PESA_SLOTS(csr_read(TEA_CSR_SHPMSDATA)), 0, "and no instruction is told");
	stop_counters();
}

/* Samples, in S-mode */

static struct {
	unsigned int count, unlike, untold, taken, parallel, signatures, states;
	uint64_t bad_data, bad_meta;
} seen;

static void select_counter(void)
{
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_COUNTER(5));
}

/* Where the newest record of a transfer from @pc leads; 0: there is none. */
static uint64_t find_target(uint64_t pc)
{
	for (unsigned int i = 0; i < CTR_RECORDS; i++) {
		csr_write(TEA_CSR_SISELECT, SELECT_RECORD + i);
		if (csr_read_number(TEA_CSR_SIREG(1)) == (pc | 1))
			return csr_read_number(TEA_CSR_SIREG(2)) & ~1ULL;
	}
	return 0;
}

/* The instruction behind that in @slot, at @pc; 0: it is not told. */
static uint64_t next_of(uint64_t data, unsigned int slot, uint64_t pc)
{
	switch (TEA_PESA_NEXT(data, slot)) {
	case TEA_PESA_NEXT_2: return pc + 2;
	case TEA_PESA_NEXT_4: return pc + 4;
	case TEA_PESA_NEXT_TAKEN:
		seen.taken++;
		return find_target(pc);
	default: return 0;
	}
}

static bool addresses_agree(uint64_t data, uint64_t pc)
{
	const uint64_t pcs[TEA_SLOTS] = {
		unit_read(TEA_REG_PC(0)), unit_read(TEA_REG_PC(1)),
		unit_read(TEA_REG_PC(2)), unit_read(TEA_REG_PC(3)),
	};

	if (pc != pcs[0])
		return false;
	for (unsigned int i = 1; i < TEA_SLOTS && TEA_PESA_SLOTS(data) >> i & 1; i++) {
		pc = next_of(data, i - 1, pcs[i - 1]);
		seen.untold += !pc;
		if (pc && pc != pcs[i])
			return false;
	}
	return true;
}

static bool samples_agree(uint64_t data, uint64_t pc)
{
	const uint64_t meta = unit_read(TEA_REG_META), psvs = unit_read(TEA_REG_PSVS);
	uint64_t decoded = 0;

	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		decoded |= TEA_PESA_PSV(data, i) << 16 * i;
	seen.parallel += TEA_PESA_SLOTS(data) > 1;
	seen.signatures += !!psvs;
	seen.states |= 1U << TEA_SAMPLE_STATE(meta);
	return unit_read(TEA_REG_VALID) && TEA_PESA_CNTRID(data) == 5 &&
	       TEA_PESA_STATE(data) == TEA_SAMPLE_STATE(meta) &&
	       TEA_PESA_SLOTS(data) == TEA_SAMPLE_SLOTS(meta) &&
	       TEA_PESA_PRIV(data) == TEA_SAMPLE_LEVEL(meta) && decoded == psvs &&
	       addresses_agree(data, pc);
}

/* What has gone by since the overflow, the skid, is of the next period. */
static void rearm(void)
{
	select_counter();
	csr_write_number(TEA_CSR_SIREG(1), csr_read_number(TEA_CSR_SIREG(1)) - PERIOD);
	csr_write_number(TEA_CSR_SIREG(2), CYCLES | NOT_S);
	csr_clear(sip, LCOFI_BIT);
}

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	const uint64_t data = csr_read(TEA_CSR_SHPMSDATA);

	(void)pc;
	if (cause != LCOFI || mode != S) {
		put_text("Bail out! another interrupt, or another mode\n");
		finish();
	}
	if (!samples_agree(data, csr_read(TEA_CSR_SHPMSPC)) && !seen.unlike++) {
		seen.bad_data = data;
		seen.bad_meta = unit_read(TEA_REG_META);
	}
	unit_write(TEA_REG_VALID, 0);
	csr_write(SCTRSTATUS, 0);
	if (++seen.count < SAMPLES) {
		rearm();
		return;
	}
	csr_clear(sie, LCOFI_BIT);
	unit_write(TEA_REG_CTL, 0);
}

/* Loads and fetches that miss, transfers that cannot be foretold, divisions: in U-mode. */
static uint32_t memory[1 << 18];

#define FUNCTIONS	1024
#define FUNCTION_BYTES	256

/* So many, of several lines each, no operation but the return: c.nop. */
extern char functions[];
asm(".text\n.balign 64\n.globl functions\nfunctions:\n"
    ".rept " TEXT(FUNCTIONS) "\n.fill 127, 2, 1\nret\n.endr\n");

static __attribute__((noinline)) uint32_t mix(uint32_t word)
{
	asm volatile("");		/* a call, and a return */
	return word * 2654435761U >> 7 ^ word;
}

static void work(void *unused)
{
	uint32_t at = 1, sum = 0;

	(void)unused;
	for (unsigned int i = 0; i < 60000; i++) {
		at = mix(at + i);
		sum += memory[at % (sizeof(memory) / sizeof(memory[0]))]++;
		if (at & 64)
			sum = sum / (at | 1) + 3;
		if (at & 128)
			((void (*)(void))(functions + FUNCTION_BYTES * (at % FUNCTIONS)))();
		for (unsigned int j = 0; j < (at & 7); j++)
			sum += j ^ at;
	}
	memory[0] += sum;
}

/* M-mode leaves the counter to S-mode, which sets all up before U-mode runs. */
static void begin_both(void *unused)
{
	(void)unused;
	csr_write(SCOUNTINHIBIT, COUNTER(5));
	select_counter();
	csr_write_number(TEA_CSR_SIREG(2), CYCLES | NOT_S);
	csr_write_number(TEA_CSR_SIREG(1), -(uint64_t)PERIOD);
	csr_write(SCOUNTINHIBIT, 0);
	unit_prepare(0, PERIOD);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_U);
	csr_write(SCTRDEPTH, 0);
	csr_write(SCTRSTATUS, 0);
	csr_write(SCTRCTL, CTR_U | CTR_LCOFIFRZ);
	csr_set(sie, LCOFI_BIT);
}

static void show(const char *name, uint64_t number)
{
	put_text("# ");
	put_text(name);
	put_text(" ");
	put_number(number);
	put_text("\n");
}

static void check_samples(void)
{
	const uint64_t lost = unit_read(TEA_REG_LOST);

	stop_counters();
	csr_set(mideleg, LCOFI_BIT);
	csr_write(MHPMEVENT5, NOT_M);
	bare_run_at(S, begin_both, 0);
	bare_run_at(U, work, 0);
	unit_write(TEA_REG_CTL, 0);
	stop_counters();
	check_equal(seen.count, SAMPLES, "S-mode has its counter's overflows, by LCOFI");
	check_equal(seen.unlike, 0, "each has the sample that the unit has");
	check_equal(seen.untold, 0, "with all addresses, where transfers are recorded");
	check_equal(seen.states, 15, "of all four states");
	check(seen.parallel > 100 && seen.taken > 10 && seen.signatures > 100,
	      "of several instructions, across transfers, and with signatures");
	check_equal(unit_read(TEA_REG_LOST) - lost, 0, "the unit has lost none of them");
	show("data", seen.bad_data);
	show("meta", seen.bad_meta);
	show("taken", seen.taken);
	show("parallel", seen.parallel);
	show("signatures", seen.signatures);
}

void test_main(void)
{
	plan(30);
	csr_write(mie, 0);
	check_access();
	check_counter();
	check_delegation();
	check_first();
	check_other_event();
	check_samples();
}
