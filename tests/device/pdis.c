// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pdis.c - the standard's second unit, Sspdis: its registers, counts, filters and records
 *
 * The TEA unit's countdown of retired instructions has the same period, and no instruction here is
 * decoded that does not retire: so each record is to be of the very instruction that the unit
 * samples, with the same events and address.
 */
#include "pesa.h"
#include "tea_pdis.h"
#include "tea_pdis_regs.h"

#define PERIOD		997
#define SAMPLES		2000
#define FILTERED	200

/* Registers */

static void access_all(void *unused)
{
	(void)unused;
	csr_read(TEA_CSR_MPDISCTL);
	csr_read(TEA_CSR_SPDISCTL);
	csr_read(TEA_CSR_SPDISCOUNTER);
	csr_read(TEA_CSR_SPDISEVMASK);
	csr_read(TEA_CSR_SPDISEVMATCH);
	csr_read(TEA_CSR_SPDISFILTER);
}

static void access_record(void *unused)
{
	(void)unused;
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	csr_read_number(TEA_CSR_SIREG(1));
}

/* How many accesses at @mode trap, the last one with @cause. */
static unsigned int traps_at(unsigned long mode, void (*access)(void *), uint64_t cause)
{
	unsigned int traps;

	traps_begin();
	bare_run_at(mode, access, 0);
	traps = traps_end();
	return traps && trap_cause != cause ? -1U : traps;
}

static void check_registers(void)
{
	const uint64_t ctl = TEA_PDISCTL_ACC | TEA_PDISCTL_TS | TEA_PDISCTL_PA |
			     TEA_PDISCTL_LEVELS | TEA_PDISCTL_OF;

	check(!csr_read(TEA_CSR_MPDISCTL) && !csr_read(TEA_CSR_SPDISCOUNTER) &&
	      !csr_read(TEA_CSR_SPDISEVMASK) && !csr_read(TEA_CSR_SPDISEVMATCH) &&
	      !csr_read(TEA_CSR_SPDISFILTER), "all are 0 after reset");
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_write(TEA_CSR_MPDISCTL, ~0ULL);
	check_equal(csr_read(TEA_CSR_MPDISCTL), ctl, "mpdisctl has the fields that there are");
	check_equal(csr_read(TEA_CSR_SPDISCTL), ctl & ~TEA_PDISCTL_M, "spdisctl those without M");
	csr_write(TEA_CSR_SPDISCTL, TEA_PDIS_SELECT_TRANSFERS);
	check_equal(csr_read(TEA_CSR_MPDISCTL), TEA_PDISCTL_M | TEA_PDIS_SELECT_TRANSFERS,
		    "and does not write it");
	csr_write(TEA_CSR_MPDISCTL, 0);
	csr_write(TEA_CSR_SPDISCTL, TEA_PDISCTL_M);
	check_equal(csr_read(TEA_CSR_MPDISCTL), 0, "neither way");
	csr_write(TEA_CSR_SPDISCOUNTER, 0x123456789abcdef0);
	check_equal(csr_read(TEA_CSR_SPDISCOUNTER), 0x123456789abcdef0, "spdiscounter holds all");
	csr_write(TEA_CSR_SPDISEVMASK, ~0ULL);
	csr_write(TEA_CSR_SPDISEVMATCH, ~0ULL);
	check(csr_read(TEA_CSR_SPDISEVMASK) == TEA_PDIS_EVENTS &&
	      csr_read(TEA_CSR_SPDISEVMATCH) == TEA_PDIS_EVENTS, "mask and match 56 bits");
	csr_write(TEA_CSR_SPDISFILTER, ~0ULL);
	check_equal(csr_read(TEA_CSR_SPDISFILTER), 0x1fff, "a latency that there is not is TOTAL");
	csr_write(TEA_CSR_SPDISEVMASK, 0);
	csr_write(TEA_CSR_SPDISFILTER, 0);
}

static void check_record_registers(void)
{
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	csr_write_number(TEA_CSR_SIREG(1), ~0ULL);
	csr_write_number(TEA_CSR_SIREG(6), 66);
	check(csr_read_number(TEA_CSR_SIREG(1)) == ~0ULL &&
	      csr_read_number(TEA_CSR_SIREG(6)) == 66, "the record's words can be restored");
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS_LAST);
	csr_write_number(TEA_CSR_SIREG(1), ~0ULL);
	check(!csr_read_number(TEA_CSR_SIREG(1)) && !csr_read_number(TEA_CSR_SIREG(6)),
	      "but those behind them are 0");
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS_LAST + 1);
	traps_begin();
	csr_read_number(TEA_CSR_SIREG(1));
	check_equal(traps_end(), 1, "and that is all there is");
}

static void check_access(void)
{
	csr_set(MENVCFG, MENVCFG_CDE);
	csr_write(MSTATEEN0, STATEEN_CSRIND);
	check_equal(traps_at(S, access_all, CAUSE_ILLEGAL), 6, "without mstateen0's bit they are not S-mode's");
	check_equal(traps_at(S, access_record, CAUSE_ILLEGAL), 1, "nor is the record");
	check(!(csr_read(SCOUNTINHIBIT) & TEA_PDIS_INHIBIT), "nor the bit of scountinhibit");
	csr_write(MSTATEEN0, STATEEN_C | STATEEN_CSRIND);
	check_equal(traps_at(S, access_all, CAUSE_ILLEGAL), 1, "with it all but mpdisctl are");
	check_equal(traps_at(S, access_record, CAUSE_ILLEGAL), 0, "and the record");
	check_equal(traps_at(VS, access_all, CAUSE_VIRTUAL), 6, "in a guest they trap");
	check_equal(traps_at(U, access_all, CAUSE_ILLEGAL), 6, "and they are never U-mode's");
	check(csr_read(SCOUNTINHIBIT) & TEA_PDIS_INHIBIT, "S-mode's inhibit bit is M-mode's");
	csr_write(SCOUNTINHIBIT, 0);
	check(!(csr_read(MCOUNTINHIBIT) & TEA_PDIS_INHIBIT), "and writes it");
	csr_clear(MENVCFG, MENVCFG_CDE);
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	check(!(csr_read(SCOUNTINHIBIT) & TEA_PDIS_INHIBIT), "but not without delegation");
	csr_set(MENVCFG, MENVCFG_CDE);
	csr_write(MSTATEEN0, STATEEN_C | STATEEN_CTR | STATEEN_CSRIND);
}

/* Counts, in M-mode */

static uint64_t cells[24];

/* So many times a load, a store, both at once, and a branch. */
static void loop(unsigned long rounds)
{
	asm volatile("1: ld t0, 0(%1)\n sd t0, 64(%1)\n amoadd.d t0, t0, (%2)\n addi %0, %0, -1\n"
		     "bnez %0, 1b" : "+r"(rounds) : "r"(cells), "r"(cells + 16) : "t0", "memory");
}

static uint32_t count_of(unsigned int select, unsigned long rounds)
{
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_write(TEA_CSR_MPDISCTL, TEA_PDISCTL_M | select);
	csr_write(TEA_CSR_SPDISCOUNTER, 0);
	csr_write(MCOUNTINHIBIT, 0);
	loop(rounds);
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	return csr_read(TEA_CSR_SPDISCOUNTER);
}

static void check_counts(void)
{
	static const struct {
		const char *name;
		unsigned int each;
	} selects[] = {
		{ "all instructions are counted", 5 }, { "loads, also those that store", 2 },
		{ "stores, also those that load", 2 }, { "loads and stores, once each", 3 },
		{ "control transfers", 1 },
	};
	uint64_t before;

	/* the write that enables is counted, but for one that wakes the model */
	count_of(TEA_PDIS_SELECT_ALL, 1);
	for (unsigned int i = 0; i < sizeof(selects) / sizeof(selects[0]); i++)
		check_equal(count_of(i, 300) - count_of(i, 100), 200 * selects[i].each,
			    selects[i].name);
	before = csr_read(TEA_CSR_SPDISCOUNTER);
	loop(100);
	check_equal(csr_read(TEA_CSR_SPDISCOUNTER), before, "none while it is inhibited");
	csr_write(TEA_CSR_MPDISCTL, TEA_PDISCTL_S | TEA_PDISCTL_U);
	csr_write(MCOUNTINHIBIT, 0);
	loop(100);
	check_equal(csr_read(TEA_CSR_SPDISCOUNTER), before, "nor at a level that is left out");
}

static uint64_t word(unsigned int number)
{
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_PDIS);
	switch (number) {
	case TEA_PDIS_HEADER: return csr_read_number(TEA_CSR_SIREG(1));
	case TEA_PDIS_PC: return csr_read_number(TEA_CSR_SIREG(2));
	case TEA_PDIS_TIME: return csr_read_number(TEA_CSR_SIREG(3));
	case TEA_PDIS_LATENCIES: return csr_read_number(TEA_CSR_SIREG(4));
	case TEA_PDIS_ADDRESS1: return csr_read_number(TEA_CSR_SIREG(5));
	default: return csr_read_number(TEA_CSR_SIREG(6));
	}
}

static void sample_loop(uint64_t ctl)
{
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_clear(mip, LCOFI_BIT);
	csr_write(TEA_CSR_MPDISCTL, TEA_PDISCTL_M | ctl);
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER(-50U, -1000U));
	csr_write(MCOUNTINHIBIT, 0);
	loop(100);
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
}

static void check_overflow(void)
{
	sample_loop(TEA_PDIS_SELECT_STORES);
	check(csr_read(TEA_CSR_MPDISCTL) & TEA_PDISCTL_OF && csr_read(mip) & LCOFI_BIT,
	      "a sample sets OF, and LCOFI pends");
	check(csr_read(SCOUNTOVF) & TEA_PDIS_INHIBIT, "scountovf has it");
	check(TEA_PDIS_TYPE(word(TEA_PDIS_HEADER)) & TEA_PDIS_STORE &&
	      word(TEA_PDIS_ADDRESS1) - (uint64_t)cells < sizeof(cells), "it is of the type");
	check(!word(TEA_PDIS_TIME) && !word(TEA_PDIS_ADDRESS2), "without TS and PA");
	check_equal((uint32_t)csr_read(TEA_CSR_SPDISCOUNTER), -850U,
		    "the counter goes on from INITVAL");
	sample_loop(TEA_PDISCTL_OF | TEA_PDIS_SELECT_TRANSFERS);
	check_equal(TEA_PDIS_TYPE(word(TEA_PDIS_HEADER)), TEA_PDIS_TRANSFER,
		    "the next one is recorded whether or not OF is clear");
	check(!(csr_read(mip) & LCOFI_BIT), "but then does not interrupt");
	csr_write(TEA_CSR_MPDISCTL, 0);
}

/* Samples of U-mode, taken by S-mode */

static struct {
	unsigned int count, other_pc, other_events, other_address, bad_latencies, bad_time;
	unsigned int types, misses, mispredicted, addresses, untagged;
	bool beside;			/* the unit's */
	uint64_t time, mask, match, least;
	unsigned int most, outside;
} seen;

static uint64_t events_of_unit(unsigned int type)
{
	const uint64_t psv = unit_read_of(TEA_REG_PSVS, 1), mem = unit_read_of(TEA_REG_MEM(0), 1);
	uint64_t header = (psv & TEA_PSV_DR_TLB ? TEA_PDIS_ITMISS : 0) |
			  (psv & TEA_PSV_DR_L1 ? TEA_PDIS_ICMISS : 0);

	if (type == TEA_PDIS_TRANSFER)
		return header | (psv & TEA_PSV_FL_MB ? TEA_PDIS_MISPRED : 0);
	if (!type)
		return header;
	return header | (psv & TEA_PSV_ST_L1 ? TEA_PDIS_L1MISS : 0) |
	       (psv & TEA_PSV_ST_LLC ? TEA_PDIS_LLMISS : 0) |
	       (psv & TEA_PSV_ST_TLB ? TEA_PDIS_L1TLBMISS : 0) |
	       (tea_mem_tlb(mem) == TEA_MEM_TLB_WALK ? TEA_PDIS_LLTLBMISS : 0) |
	       (uint64_t)tea_mem_source(mem) << TEA_PDIS_DSRC_SHIFT;
}

/* All but the type, and the kind of a transfer. */
static uint64_t events_of_record(uint64_t header)
{
	const uint64_t kinds = TEA_PDIS_TRET | TEA_PDIS_NTBR | TEA_PDIS_TKBR | TEA_PDIS_INDCALL |
			       TEA_PDIS_DIRCALL | TEA_PDIS_INDJMP | TEA_PDIS_DIRJMP |
			       TEA_PDIS_CORSWAP | TEA_PDIS_RET | TEA_PDIS_INDLJMP |
			       TEA_PDIS_DIRLJMP;

	return header & ~(TEA_PDIS_TYPE(header) == TEA_PDIS_TRANSFER ? kinds | 7 : 7);
}

static bool latencies_fit(uint64_t latencies)
{
	const uint64_t total = tea_pdis_latency(latencies, TEA_PDIS_TOTAL);
	const uint64_t parts = tea_pdis_latency(latencies, TEA_PDIS_DISPATCH) +
			       tea_pdis_latency(latencies, TEA_PDIS_ISSUE) +
			       tea_pdis_latency(latencies, TEA_PDIS_EXECUTION);
	const uint64_t mem = unit_read_of(TEA_REG_MEM(0), 1);

	return latencies >> 60 == 0xf && parts <= total &&
	       tea_pdis_latency(latencies, TEA_PDIS_OLDEST) <= total &&
	       (!tea_mem_source(mem) ||
		tea_mem_latency(mem) == tea_pdis_latency(latencies, TEA_PDIS_EXECUTION));
}

static void compare(void)
{
	const uint64_t header = word(TEA_PDIS_HEADER), time = word(TEA_PDIS_TIME);
	const uint64_t address = word(TEA_PDIS_ADDRESS1), latencies = word(TEA_PDIS_LATENCIES);
	const unsigned int type = TEA_PDIS_TYPE(header);
	const bool accesses = type && type != TEA_PDIS_TRANSFER;
	const uint64_t physical = word(TEA_PDIS_ADDRESS2), pc = word(TEA_PDIS_PC);

	seen.types |= 1U << type;
	seen.misses += accesses && header & TEA_PDIS_L1MISS;
	seen.mispredicted += type == TEA_PDIS_TRANSFER && header & TEA_PDIS_MISPRED;
	seen.addresses += accesses && address;
	seen.bad_time += !time || time < seen.time;
	seen.time = time;
	seen.untagged += !unit_read_of(TEA_REG_VALID, 1);
	seen.other_pc += pc != unit_read_of(TEA_REG_PC(0), 1);
	seen.other_address += accesses && (address != unit_read_of(TEA_REG_ADDR(0), 1) ||
					   physical != address || !address);
	seen.other_address += !accesses && physical;
	seen.bad_latencies += !latencies_fit(latencies);
	seen.other_events += events_of_unit(type) != events_of_record(header);
}

static void judge(void)
{
	const uint64_t oldest = tea_pdis_latency(word(TEA_PDIS_LATENCIES), TEA_PDIS_OLDEST);

	seen.outside += (word(TEA_PDIS_HEADER) & seen.mask) != seen.match || oldest < seen.least;
}

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)pc;
	csr_write(SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	if (cause != LCOFI || mode != S) {
		put_text("Bail out! another interrupt, or another mode\n");
		finish();
	}
	if (seen.beside)
		compare();
	else
		judge();
	csr_clear(TEA_CSR_SPDISCTL, TEA_PDISCTL_OF);
	csr_clear(sip, LCOFI_BIT);
	if (++seen.count == seen.most) {
		csr_clear(sie, LCOFI_BIT);
		return;
	}
	/* what has gone by since is of no period, of either */
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER(-(uint32_t)PERIOD, -(uint32_t)PERIOD));
	unit_write_of(TEA_REG_LEFT, 1, PERIOD);
	unit_write_of(TEA_REG_VALID, 1, 0);
	csr_write(SCOUNTINHIBIT, 0);
}

/* Loads that miss, stores elsewhere, branches that cannot be foretold, calls: in U-mode. */
static volatile uint32_t memory[1 << 18];
static uint32_t results[1 << 10];

static __attribute__((noinline)) uint32_t mix(uint32_t number)
{
	asm volatile("");		/* a call, and a return */
	return number * 2654435761U >> 7 ^ number;
}

static void work(void *unused)
{
	uint32_t at = 1, sum = 0;

	(void)unused;
	for (unsigned int i = 0; i < 150000; i++) {
		at = mix(at + i);
		sum += memory[at % (sizeof(memory) / sizeof(memory[0]))];
		results[i % (sizeof(results) / sizeof(results[0]))] = sum;
		if (at & 64)
			sum = sum / (at | 1) + 3;
		for (unsigned int j = 0; j < (at & 7); j++)
			sum += j ^ at;
	}
	results[0] += sum;
}

static void begin(void *unused)
{
	(void)unused;
	csr_write(SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_clear(sip, LCOFI_BIT);
	csr_write(TEA_CSR_SPDISCTL, TEA_PDISCTL_U | TEA_PDISCTL_TS | TEA_PDISCTL_PA);
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER(-(uint32_t)PERIOD, -(uint32_t)PERIOD));
	unit_prepare(1, PERIOD);
	unit_write_of(TEA_REG_CTL, 1, TEA_CTL_ENABLE | TEA_CTL_U);
	csr_write(SCOUNTINHIBIT, 0);
	csr_set(sie, LCOFI_BIT);
}

static void run(unsigned int most)
{
	seen.most = most;
	bare_run_at(S, begin, 0);
	bare_run_at(U, work, 0);
	unit_stop(1);
	csr_write(MCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	csr_clear(mip, LCOFI_BIT);
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
	csr_set(mideleg, LCOFI_BIT);
	csr_write(MCOUNTEREN, -1);
	seen.beside = true;
	run(SAMPLES);
	check_equal(seen.count, SAMPLES, "S-mode has the samples of U-mode, by LCOFI");
	check_equal(seen.untagged, 0, "beside each the unit has one of a retired instruction");
	check_equal(seen.other_pc, 0, "of the very instruction");
	check_equal(seen.other_events, 0, "with its events and source");
	check_equal(seen.other_address, 0, "and the address of its data, which is physical, too");
	check_equal(seen.bad_latencies, 0, "latencies are parts of the total");
	check_equal(seen.bad_time, 0, "and time goes on");
	check(seen.types == (BIT_ULL(TEA_PDIS_OTHER) | BIT_ULL(TEA_PDIS_LOAD) |
			     BIT_ULL(TEA_PDIS_STORE) | BIT_ULL(TEA_PDIS_TRANSFER)) &&
	      seen.misses > 10 && seen.mispredicted > 10 && seen.addresses > 10,
	      "of four types, with misses, mispredicted branches, and addresses");
	show("types", seen.types);
	show("misses", seen.misses);
	show("mispredicted", seen.mispredicted);
	show("addresses", seen.addresses);
}

static void check_filters(void)
{
	seen.beside = false;
	seen.count = 0;
	seen.mask = 7 | TEA_PDIS_L1MISS;
	seen.match = TEA_PDIS_LOAD | TEA_PDIS_L1MISS;
	seen.least = 10;
	csr_write(TEA_CSR_SPDISEVMASK, seen.mask);
	csr_write(TEA_CSR_SPDISEVMATCH, seen.match);
	csr_write(TEA_CSR_SPDISFILTER,
		  seen.least | TEA_PDIS_OLDEST << TEA_PDISFILTER_LATSEL_SHIFT);
	run(FILTERED);
	check(seen.count > 20, "filtered samples come");
	show("filtered", seen.count);
	check_equal(seen.outside, 0, "and are loads that missed, and kept the core waiting");
}

void test_main(void)
{
	plan(45);
	csr_write(mie, 0);
	check_registers();
	check_record_registers();
	check_access();
	check_counts();
	check_overflow();
	check_samples();
	check_filters();
}
