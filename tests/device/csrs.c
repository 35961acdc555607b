// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csrs.c - the unit's registers: reset values, rights of access, accepted values
 */
#include "bare.h"

/* ALLOW at reset: 1 with the CPU property tea-m. */
#ifndef ALLOWED
#define ALLOWED 0
#endif

#define HIDELEG		0x603	/* by number: -march has no H */
#define CLOCK_HZ	3200000000
#define PERIOD_BITS	63
#define PERIOD_MASK	(BIT_ULL(PERIOD_BITS) - 1)
#define META_BITS	(TEA_SAMPLE_META(3, 7, 15) | TEA_SAMPLE_RECORDS)
#define PATTERN		0x3456789abcdef012ULL

static struct {
	uint64_t magic;
	bool in_use;
} kept __attribute__((section(".keep")));

static uint64_t machine_read(unsigned int group, unsigned int place)
{
	csr_write(TEA_CSR_MISELECT, TEA_SELECT_BASE + group);
	return place == 1 ? csr_read_number(TEA_CSR_MIREG(1)) : csr_read_number(TEA_CSR_MIREG(2));
}

static void machine_write(unsigned int group, unsigned int place, uint64_t value)
{
	csr_write(TEA_CSR_MISELECT, TEA_SELECT_BASE + group);
	if (place == 1)
		csr_write_number(TEA_CSR_MIREG(1), value);
	else
		csr_write_number(TEA_CSR_MIREG(2), value);
}

/* All of its sample's registers, or'ed. */
static uint64_t read_sample(unsigned int countdown)
{
	uint64_t any = unit_read_of(TEA_REG_META, countdown) | unit_read_of(TEA_REG_PSVS, countdown) |
		       unit_read_of(TEA_REG_TIME, countdown);

	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
		any |= unit_read_of(TEA_REG_PC(slot), countdown) |
		       unit_read_of(TEA_REG_ADDR(slot), countdown) |
		       unit_read_of(TEA_REG_MEM(slot), countdown);
	return any;
}

static void check_reset_of(unsigned int countdown)
{
	check_equal(unit_read_of(TEA_REG_CTL, countdown), 0, "CTL is 0 at reset");
	check_equal(unit_read_of(TEA_REG_PERIOD, countdown), TEA_PERIOD_RESET, "PERIOD at reset");
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), TEA_PERIOD_RESET, "LEFT is the period");
	check_equal(unit_read_of(TEA_REG_TARGET, countdown), 0, "TARGET is 0");
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), TEA_DITHER_RESET(0), "DITHER at reset");
	check_equal(unit_read_of(TEA_REG_COUNT, countdown) | unit_read_of(TEA_REG_LOST, countdown), 0,
		    "nothing is counted or lost at reset");
	check_equal(unit_read_of(TEA_REG_VALID, countdown) | read_sample(countdown), 0,
		    "there is no sample at reset");
}

static void check_reset_values(void)
{
	check_equal(machine_read(2, 1), ALLOWED, "ALLOW is what the platform says at reset");
	check_equal(unit_read(TEA_REG_STATUS), 0, "STATUS is 0 at reset");
	check_equal(unit_read(TEA_REG_COUNTERS), 0, "COUNTERS is 0 at reset");
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		check_reset_of(i);
	check_equal(csr_read(mideleg) & TEA_IRQ_BIT, TEA_IRQ_BIT, "mideleg has the bit at reset");
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "nothing pends at reset");
}

static void check_capabilities(void)
{
	const uint64_t caps = unit_read(TEA_REG_CAPS), caps2 = unit_read(TEA_REG_CAPS2);

	check_equal(caps, TEA_CAPS(TEA_IRQ, TEA_SLOTS, TEA_PSV_PAPER, PERIOD_BITS), "CAPS");
	check_equal(TEA_CAPS2_STACKS(caps2) | TEA_CAPS2_COUNTDOWNS(caps2) << 4 |
		    TEA_CAPS2_POLICIES(caps2) << 8, 0x37f, "CAPS2 has all stacks, countdowns, policies");
	check_equal(unit_read(TEA_REG_CLOCK), CLOCK_HZ, "CLOCK is the core's");
	unit_write(TEA_REG_CAPS, ~0ULL);
	unit_write(TEA_REG_CAPS2, ~0ULL);
	unit_write(TEA_REG_CLOCK, 1);
	unit_write(TEA_REG_COMPONENTS(0), 0);
	check(unit_read(TEA_REG_CAPS) == caps && unit_read(TEA_REG_CAPS2) == caps2 &&
	      unit_read(TEA_REG_CLOCK) == CLOCK_HZ &&
	      unit_read(TEA_REG_COMPONENTS(0)) == TEA_COMPONENTS_MASK,
	      "writes to what is read-only are ignored");
}

/* The first words of the generator that starts with 1 are 270369 and 67634689. */
static void check_dither(unsigned int countdown)
{
	unit_write_of(TEA_REG_DITHER, countdown, 0xabc00000001ULL);
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), 1,
		    "DITHER has 32 bits, and its write draws nothing");
	unit_write_of(TEA_REG_LEFT, countdown, 1);
	unit_write_of(TEA_REG_LEFT, countdown, TEA_LEFT_DONE | 1000);
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), 1, "nor do LEFT of 1, and with DONE");
	unit_write_of(TEA_REG_LEFT, countdown, 1000);
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), 270369, "a write of LEFT draws");
	unit_write_of(TEA_REG_DITHER, countdown, 1);
	unit_write_of(TEA_REG_LEFT, countdown, 33);
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), 67634689,
		    "again while the draw is too high");
	check(unit_read_of(TEA_REG_TARGET, countdown) < 33, "the target is one of those left");
	unit_write_of(TEA_REG_DITHER, countdown, 0);
	unit_write_of(TEA_REG_LEFT, countdown, 1000);
	check_equal(unit_read_of(TEA_REG_DITHER, countdown) | unit_read_of(TEA_REG_TARGET, countdown),
		    0, "0 is off");
}

static void check_target(unsigned int countdown)
{
	unit_write_of(TEA_REG_DITHER, countdown, 1);
	unit_write_of(TEA_REG_LEFT, countdown, 1000);
	unit_write_of(TEA_REG_TARGET, countdown, 999);
	check_equal(unit_read_of(TEA_REG_TARGET, countdown), 999, "TARGET takes what is below LEFT");
	unit_write_of(TEA_REG_TARGET, countdown, 1000);
	unit_write_of(TEA_REG_TARGET, countdown, ~0ULL);
	check_equal(unit_read_of(TEA_REG_TARGET, countdown), 999, "and nothing else");
	check_equal(unit_read_of(TEA_REG_DITHER, countdown), 270369, "without a draw");
	unit_write_of(TEA_REG_LEFT, countdown, TEA_LEFT_DONE | 1000);
	check_equal(unit_read_of(TEA_REG_TARGET, countdown), 0, "DONE written makes it 0");
	unit_write_of(TEA_REG_TARGET, countdown, 5);
	check_equal(unit_read_of(TEA_REG_TARGET, countdown), 0, "which stays while DONE is 1");
}

static void check_period(unsigned int countdown)
{
	unit_write_of(TEA_REG_PERIOD, countdown, ~0ULL);
	check_equal(unit_read_of(TEA_REG_PERIOD, countdown), PERIOD_MASK, "PERIOD has its bits");
	unit_write_of(TEA_REG_PERIOD, countdown, 0x123456789abcULL);
	unit_write_of(TEA_REG_PERIOD, countdown, ~PERIOD_MASK);
	unit_write_of(TEA_REG_PERIOD, countdown, 0);
	check_equal(unit_read_of(TEA_REG_PERIOD, countdown), 0x123456789abcULL,
		    "0 in these changes nothing");
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), TEA_PERIOD_RESET,
		    "a new period leaves LEFT alone");
	unit_write_of(TEA_REG_LEFT, countdown, 4711);
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), 4711, "LEFT is writable");
	unit_write_of(TEA_REG_LEFT, countdown, 0);
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), 1, "0 left is 1 left");
	unit_write_of(TEA_REG_LEFT, countdown, TEA_LEFT_DONE | 4711);
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), TEA_LEFT_DONE | 4711, "DONE is writable");
	unit_write_of(TEA_REG_LEFT, countdown, TEA_LEFT_DONE);
	check_equal(unit_read_of(TEA_REG_LEFT, countdown), TEA_LEFT_DONE | 1,
		    "0 left is 1 left with it, too");
}

static void check_counts(unsigned int countdown)
{
	unit_write_of(TEA_REG_COUNT, countdown, ~0ULL);
	unit_write_of(TEA_REG_LOST, countdown, PATTERN);
	check(unit_read_of(TEA_REG_COUNT, countdown) == ~0ULL &&
	      unit_read_of(TEA_REG_LOST, countdown) == PATTERN, "COUNT and LOST have 64 bits");
	unit_write_of(TEA_REG_COUNT, countdown, 0);
	unit_write_of(TEA_REG_LOST, countdown, 0);
	check(!unit_read_of(TEA_REG_COUNT, countdown) && !unit_read_of(TEA_REG_LOST, countdown),
	      "and can be 0 again");
}

/* Bits that CTL of a countdown has, but for POLICY and M. */
static uint64_t ctl_bits(unsigned int countdown)
{
	const uint64_t caps2 = unit_read(TEA_REG_CAPS2);
	uint64_t bits = TEA_CTL_U | TEA_CTL_S;

	if (caps2 & TEA_CAPS2_VIRTUAL)
		bits |= TEA_CTL_VU | TEA_CTL_VS;
	if (countdown && caps2 & TEA_CAPS2_HOLD)
		bits |= TEA_CTL_HOLD;
	if (countdown && caps2 & TEA_CAPS2_RECORDS)
		bits |= TEA_CTL_FREEZE;
	return bits;
}

static void check_ctl(unsigned int countdown)
{
	const unsigned int reg = TEA_REG_OF(TEA_REG_CTL, countdown);

	unit_allow_m(false);
	unit_write(reg, ~(TEA_CTL_ENABLE | TEA_CTL_POLICY_MASK));
	check_equal(unit_read(reg), ctl_bits(countdown), "CTL takes what is defined, and no M");
	unit_allow_m(true);
	check_equal(unit_read(reg), ctl_bits(countdown), "nor gets it where it is allowed later");
	unit_write(reg, ~(TEA_CTL_ENABLE | TEA_CTL_POLICY_MASK));
	check_equal(unit_read(reg), ctl_bits(countdown) | TEA_CTL_M, "then it takes M");
	unit_write(reg, TEA_CTL_POLICY_MASK | TEA_CTL_U);
	check_equal(unit_read(reg), TEA_CTL_U, "a policy that is not there reads as 0");
	unit_select(reg);
	csr_set(0x151, TEA_CTL_M);
	csr_clear(0x151, TEA_CTL_U);
	check_equal(unit_read(reg), TEA_CTL_M, "single bits can be set and cleared");
	unit_allow_m(false);
	check_equal(unit_read(reg), 0, "no longer allowed, M is cleared");
	unit_write(reg, 0);
}

/* The levels that are counted. */
static void check_allow(void)
{
	const unsigned int reg = TEA_REG_COUNTER(TEA_STACK_ISSUE, TEA_LEVEL_M, TEA_COMPONENT_LLC);

	machine_write(2, 1, ~0ULL);
	check_equal(machine_read(2, 1), TEA_ALLOW_M, "ALLOW has one bit");
	check_equal(unit_read(TEA_REG_ALLOW), 0, "and is not there by siselect");
	unit_write(TEA_REG_ALLOW, 0);
	check_equal(machine_read(2, 1), TEA_ALLOW_M, "where nothing can be written");
	check_equal(unit_read(TEA_REG_LEVELS) >> TEA_LEVEL_M & 1, 1, "allowed, M has counters");
	unit_write(reg, 4711);
	check_equal(unit_read(reg), 4711, "which have their values");
	machine_write(2, 1, 0);
	check_equal(unit_read(TEA_REG_LEVELS) >> TEA_LEVEL_M & 1, 0, "else it has none");
	check_equal(unit_read(reg), 0, "they read 0");
	check(unit_read(TEA_REG_LEVELS) & 1 << TEA_LEVEL_U && unit_read(TEA_REG_LEVELS) & 1 << TEA_LEVEL_S,
	      "those of U and S are there");
}

/*
 * The rest of a sample at @level, valid or not, once M-mode takes back its consent: bit 0 its
 * registers, bit 1 VALID, bit 2 that it was lost.
 */
static uint64_t left_of(unsigned int level, bool valid)
{
	uint64_t left;

	unit_allow_m(true);
	unit_write(TEA_REG_META, TEA_SAMPLE_META(TEA_STATE_STALLED, level, 1));
	unit_write(TEA_REG_PC(0), 0x80004712);
	unit_write(TEA_REG_VALID, valid);
	unit_write(TEA_REG_LOST, 0);
	unit_allow_m(false);
	left = (unit_read(TEA_REG_META) | unit_read(TEA_REG_PC(0))) != 0;
	left |= unit_read(TEA_REG_VALID) << 1 | unit_read(TEA_REG_LOST) << 2;
	unit_write(TEA_REG_VALID, 0);
	return left;
}

static void check_consent(void)
{
	check_equal(left_of(TEA_LEVEL_M, true), 4, "M-mode's sample is lost with its consent");
	check_equal(left_of(TEA_LEVEL_M, false), 0, "so are registers that have its level");
	check_equal(left_of(TEA_LEVEL_S, true), 3, "S-mode's sample stays");
}

/* Slots that a countdown's samples can have. */
static unsigned int slots_of(unsigned int countdown)
{
	return countdown == TEA_COUNTDOWN_CYCLES ? TEA_SLOTS : 1;
}

static uint64_t memory_of(unsigned int countdown, unsigned int slot, uint64_t value)
{
	return unit_read(TEA_REG_CAPS2) & TEA_CAPS2_MEMORY && slot < slots_of(countdown) ? value : 0;
}

#define SAMPLE_MEM(slot) \
	(TEA_MEM_LOAD | TEA_MEM_ADDR | (uint64_t)TEA_MEM_SOURCE_LLC << TEA_MEM_SOURCE_SHIFT | \
	 (uint64_t)TEA_MEM_TLB_L2 << TEA_MEM_TLB_SHIFT | (uint64_t)(100 + (slot)) << TEA_MEM_LATENCY_SHIFT)

/* Write one that has all, with @salt in it. */
static void write_sample(unsigned int countdown, uint64_t salt)
{
	unsigned int slots = (1 << slots_of(countdown)) - 1;

	unit_write_of(TEA_REG_META, countdown, TEA_SAMPLE_META(0, TEA_LEVEL_S, slots));
	unit_write_of(TEA_REG_PSVS, countdown, 0x0101004000800000 | (TEA_PSV_ST_L1 ^ salt));
	unit_write_of(TEA_REG_TIME, countdown, PATTERN + salt);
	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		unit_write_of(TEA_REG_PC(i), countdown, 0xffffffff80001000 + 2 * i + 16 * salt);
		unit_write_of(TEA_REG_ADDR(i), countdown, 0x80002000 + i + 16 * salt);
		unit_write_of(TEA_REG_MEM(i), countdown, SAMPLE_MEM(i + salt));
	}
}

/* The one that was written with @salt is there. */
static bool has_sample(unsigned int countdown, uint64_t salt)
{
	uint64_t slots = slots_of(countdown), psvs = 0x0101004000800000 | (TEA_PSV_ST_L1 ^ salt);
	bool right = unit_read_of(TEA_REG_META, countdown) ==
		     TEA_SAMPLE_META(0, TEA_LEVEL_S, (1 << slots) - 1) &&
		     unit_read_of(TEA_REG_PSVS, countdown) == (slots == 1 ? psvs & 0xffff : psvs) &&
		     unit_read_of(TEA_REG_TIME, countdown) == PATTERN + salt;

	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		right = right && unit_read_of(TEA_REG_PC(i), countdown) ==
			(i < slots ? 0xffffffff80001000 + 2 * i + 16 * salt : 0) &&
			unit_read_of(TEA_REG_ADDR(i), countdown) ==
			memory_of(countdown, i, 0x80002000 + i + 16 * salt) &&
			unit_read_of(TEA_REG_MEM(i), countdown) ==
			memory_of(countdown, i, SAMPLE_MEM(i + salt));
	return right;
}

static void check_sample(unsigned int countdown)
{
	write_sample(countdown, 0);
	check(has_sample(countdown, 0), "a sample can be written");
	unit_write_of(TEA_REG_VALID, countdown, ~0ULL);
	check_equal(unit_read_of(TEA_REG_VALID, countdown), 1, "VALID can, in one bit");
	check_equal(unit_read(TEA_REG_STATUS), TEA_STATUS_VALID(countdown), "STATUS mirrors it");
	check_equal(csr_read(mip) & TEA_IRQ_BIT, TEA_IRQ_BIT, "and the interrupt pends");
	write_sample(countdown, 1);
	check(has_sample(countdown, 0), "now the sample takes nothing");
	unit_write_of(TEA_REG_VALID, countdown, 0);
	check(!(unit_read(TEA_REG_STATUS) | (csr_read(mip) & TEA_IRQ_BIT)), "released, nothing pends");
	write_sample(countdown, 1);
	check(has_sample(countdown, 1), "and it can be written again");
	unit_write_of(TEA_REG_META, countdown, ~0ULL);
	check_equal(unit_read_of(TEA_REG_META, countdown) & ~META_BITS, 0, "META has no other bits");
	write_sample(countdown, 0);
}

static void check_status(void)
{
	unit_write(TEA_REG_STATUS, ~0ULL);
	check_equal(unit_read(TEA_REG_STATUS), TEA_STATUS_HELD, "HELD can be set, and VALID not");
	unit_select(TEA_REG_STATUS);
	csr_clear(0x153, TEA_STATUS_HELD);
	check_equal(unit_read(TEA_REG_STATUS), 0, "HELD can be cleared");
	unit_write(TEA_REG_COUNTERS, ~1ULL);
	check_equal(unit_read(TEA_REG_COUNTERS), 0, "COUNTERS has one bit");
}

/* Registers that are there, by siselect. */
static bool is_known(unsigned int group, unsigned int place)
{
	unsigned int countdown = group / 0x10, of = group % 0x10;

	if (group >= 0x100)
		return group < 0x200;		/* counters: see counting.c */
	if (!countdown)
		return (group == 0 && place <= 5) || (group == 1 && place <= 5);
	if (countdown > TEA_COUNTDOWNS_COUNT)
		return false;
	return of == 0 || (of == 1 && place <= 5) || (of >= 2 && of <= 4 && place <= TEA_SLOTS);
}

static void check_reserved(void)
{
	unsigned int wrong = 0, selects = 0;

	traps_begin();
	for (unsigned int i = 0; i < TEA_SELECTS * TEA_REGS_IN_GROUP; i++) {
		unsigned int group = i / TEA_REGS_IN_GROUP, place = 1 + i % TEA_REGS_IN_GROUP;

		if (is_known(group, place))
			continue;
		unit_write(TEA_REG(group, place), ~0ULL);
		wrong += !!unit_read(TEA_REG(group, place));
		selects += csr_read(TEA_CSR_SISELECT) != TEA_SELECT_BASE + group;
	}
	check_equal(traps_end(), 0, "reserved groups and places do not trap");
	check_equal(wrong, 0, "they read 0, and ignore writes");
	check_equal(selects, 0, "siselect holds the number of each group");
	traps_begin();
	unit_read(TEA_REG(TEA_SELECTS, 1));
	unit_write(TEA_REG(TEA_SELECTS, 2), 0);
	csr_write(TEA_CSR_SISELECT, TEA_SELECT_BASE - 1);
	csr_read_number(TEA_CSR_SIREG(1));
	check_equal(traps_end(), 3, "what is beyond traps");
}

/* Both ways lead to the same registers. */
static void check_machine_view(void)
{
	machine_write(0x10, 2, 4711);
	check_equal(unit_read(TEA_REG_PERIOD), 4711, "M-mode writes them by miselect");
	unit_write(TEA_REG_PERIOD, 4712);
	check_equal(machine_read(0x10, 2), 4712, "and reads them");
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

static void access_all(void *unused)
{
	(void)unused;
	for (unsigned int group = 0; group < TEA_SELECTS; group++) {
		unit_write(TEA_REG(group, 6), 0);
		for (unsigned int place = 1; place <= TEA_REGS_IN_GROUP; place++)
			unit_read(TEA_REG(group, place));
	}
}

static void access_one(void *unused)
{
	(void)unused;
	csr_read_number(TEA_CSR_SIREG(1));
	csr_read_number(TEA_CSR_SIREG(6));
	csr_write_number(TEA_CSR_SIREG(1), 0);
	unit_select(TEA_REG_CTL);
}

static void check_privileges(void)
{
	traps_begin();
	bare_run_at(S, access_all, 0);
	check_equal(traps_end(), 0, "S-mode has access to all registers");
	unit_select(TEA_REG_CTL);
	traps_begin();
	bare_run_at(U, access_one, 0);
	check_equal(traps_end(), 4, "U-mode has access to none");
	check_equal(trap_cause, CAUSE_ILLEGAL, "an illegal instruction there");
}

/* Make everything differ from its reset value, with a sample pending, and reset. */
static void reset_in_disorder(void)
{
	const unsigned int reg = TEA_REG_COUNTER(TEA_STACK_COMMIT, TEA_LEVEL_M, TEA_COMPONENT_BASE);
	bool valid = true;

	unit_allow_m(!ALLOWED);
	unit_allow_m(true);
	unit_write(TEA_REG_COUNTERS, 1);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		unit_write_of(TEA_REG_PERIOD, i, 50);
		unit_write_of(TEA_REG_LEFT, i, 50);
		unit_write_of(TEA_REG_CTL, i, TEA_CTL_ENABLE | TEA_CTL_M);
	}
	spin(1000);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		valid = valid && unit_read_of(TEA_REG_VALID, i) && unit_read_of(TEA_REG_LOST, i) &&
			unit_read_of(TEA_REG_COUNT, i) > 900;
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	kept.in_use = valid && (csr_read(mip) & TEA_IRQ_BIT) && unit_read(reg) > 1000 &&
		      unit_read(TEA_REG_STATUS) == (TEA_STATUS_HELD | 7 << 8);
	unit_allow_m(!ALLOWED);
	reset_board();
}

void test_main(void)
{
	if (kept.magic != 0x7465612d6b657074) {
		kept.magic = 0x7465612d6b657074;
		reset_in_disorder();
	}
	plan(162);
	check(kept.in_use, "the unit was in use before the reset: samples, others lost, slots");
	check_reset_values();
	check_capabilities();
	check_status();
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		put_text("# countdown ");
		put_number(i);
		put_text("\n");
		check_period(i);
		check_dither(i);
		check_target(i);
		check_counts(i);
		check_ctl(i);
		check_sample(i);
	}
	check_allow();
	check_consent();
	check_reserved();
	check_machine_view();
	check_interrupt_bits();
	check_privileges();
}
