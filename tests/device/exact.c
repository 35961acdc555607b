// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * exact.c - the unit's counts and losses are exact, and its whole state can be restored
 */
#include "bare.h"

/* 1: only the rules that a unit that reports late has to keep, too. */
#ifndef LOSSES
#define LOSSES 0
#endif

#define ROUND		3		/* instructions of a round of the loop */
#define ROUNDS		50
#define STEPS		60

extern char loop[];

asm(".text\n.globl loop\nloop: addi a0, a0, -1\nmul a1, a0, a0\nbnez a0, loop\nret\n");

static void run_loop(uint64_t rounds)
{
	((void (*)(uint64_t))loop)(rounds);
}

/* Called in S-mode, which is counted. */
static void work(void *rounds)
{
	run_loop((uint64_t)rounds);
}

static void enable(unsigned int countdown)
{
	unit_write_of(TEA_REG_CTL, countdown, TEA_CTL_ENABLE | TEA_CTL_S);
}

/* COUNT of @rounds, by all countdowns at once; the same by LEFT. */
static void count_rounds(uint64_t rounds, uint64_t period, uint64_t counts[], uint64_t lefts[])
{
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		unit_prepare(i, period);
		unit_write_of(TEA_REG_COUNT, i, 0);
		unit_write_of(TEA_REG_LOST, i, 0);
	}
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		enable(i);
	bare_run_at(S, work, (void *)rounds);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		uint64_t samples;

		unit_write_of(TEA_REG_CTL, i, 0);
		samples = unit_read_of(TEA_REG_LOST, i) + unit_read_of(TEA_REG_VALID, i);
		counts[i] = unit_read_of(TEA_REG_COUNT, i);
		lefts[i] = samples * period + period - unit_read_of(TEA_REG_LEFT, i);
	}
}

static void check_count(void)
{
	uint64_t few[TEA_COUNTDOWNS_COUNT], many[TEA_COUNTDOWNS_COUNT];
	uint64_t lefts[TEA_COUNTDOWNS_COUNT], before;

	count_rounds(1000, 1 << 30, few, lefts);
	check_equal(few[TEA_COUNTDOWN_CYCLES], lefts[TEA_COUNTDOWN_CYCLES],
		    "COUNT of cycles goes up as LEFT goes down");
	count_rounds(3000, 97, many, lefts);
	check_equal(many[TEA_COUNTDOWN_INSTRUCTIONS] - few[TEA_COUNTDOWN_INSTRUCTIONS], 2000 * ROUND,
		    "it has each instruction once");
	check_equal(many[TEA_COUNTDOWN_TAKEN] - few[TEA_COUNTDOWN_TAKEN], 2000,
		    "and each taken branch once");
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		check_equal(many[i], lefts[i], "whatever periods it goes through");
	before = unit_read(TEA_REG_COUNT);
	run_loop(1000);
	check_equal(unit_read(TEA_REG_COUNT), before, "it stands still while disabled");
	enable(0);
	run_loop(1000);
	check_equal(unit_read(TEA_REG_COUNT), before, "and where the level is not selected");
	unit_stop(0);
}

static void check_count_live(void)
{
	uint64_t first, second;

	unit_write(TEA_REG_COUNT, ~0ULL - 99);
	unit_prepare(0, 1 << 30);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_M);
	run_loop(1000);
	first = unit_read(TEA_REG_COUNT);
	run_loop(1000);
	second = unit_read(TEA_REG_COUNT);
	check(first > 900 && first < 20000 && second > first + 1000,
	      "read while enabled it is ahead of its last value, past all ones");
	unit_write(TEA_REG_COUNT, 1ULL << 50);
	run_loop(1000);
	first = unit_read(TEA_REG_COUNT) - (1ULL << 50);
	check(first > 1000 && first < 20000, "written while enabled it goes on from there");
	unit_stop(0);
}

/* Losses: each sample that came due is kept, and seen here, or is counted as lost. */

#define LOSS_PERIOD	61

static struct {
	unsigned int countdown, steps;
	bool switches;			/* of the policy, while a sample may wait */
	uint64_t kept;
} run;

static void take_sample(void)
{
	if (unit_read_of(TEA_REG_VALID, run.countdown)) {
		run.kept++;
		unit_write_of(TEA_REG_VALID, run.countdown, 0);
	}
}

/* In S-mode, where it counts, up to the write that clears ENABLE. */
static void sample_and_stop(void *unused)
{
	(void)unused;
	for (unsigned int i = 0; i < 8; i++) {
		run_loop(1 + run.steps % 23);
		take_sample();
		if (run.switches)
			unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_S |
				   (i & 1) << TEA_CTL_POLICY_SHIFT);
	}
	asm volatile("div t0, %0, %1" : : "r"(-1L), "r"(3L) : "t0");
	unit_write_of(TEA_REG_CTL, run.countdown, TEA_CTL_S);
}

/* Samples that are not accounted for in one run: 0 if all is right. */
static int64_t missing(void)
{
	uint64_t lost, count, valid;

	unit_prepare(run.countdown, LOSS_PERIOD);
	unit_write_of(TEA_REG_COUNT, run.countdown, 0);
	unit_write_of(TEA_REG_LOST, run.countdown, 0);
	run.kept = 0;
	enable(run.countdown);
	bare_run_at(S, sample_and_stop, 0);
	valid = unit_read_of(TEA_REG_VALID, run.countdown);
	lost = unit_read_of(TEA_REG_LOST, run.countdown);
	count = unit_read_of(TEA_REG_COUNT, run.countdown);
	bare_run_at(S, work, (void *)300);
	if (unit_read_of(TEA_REG_VALID, run.countdown) != valid ||
	    unit_read_of(TEA_REG_LOST, run.countdown) != lost ||
	    unit_read_of(TEA_REG_COUNT, run.countdown) != count)
		return 1000000;
	return (int64_t)(count / LOSS_PERIOD) - (int64_t)(run.kept + valid + lost);
}

static void check_losses_of(unsigned int countdown, bool switches, const char *name)
{
	unsigned int wrong = 0, due = 0;
	int64_t first = 0;

	run.countdown = countdown;
	run.switches = switches;
	for (run.steps = 0; run.steps < 100; run.steps++) {
		int64_t now = missing();

		wrong += !!now;
		first = first ? first : now;
		due += unit_read_of(TEA_REG_COUNT, countdown) / LOSS_PERIOD;
	}
	check(!wrong && due > 100, name);
	if (wrong) {
		put_text("# wrong in so many runs: ");
		put_number(wrong);
		put_text(", missing in the first: ");
		put_number((uint64_t)first);
		put_text("\n");
	}
	unit_stop(countdown);
}

static void check_losses(void)
{
	check_losses_of(TEA_COUNTDOWN_CYCLES, false,
			"of cycles each sample due is kept or lost, up to the clearing of ENABLE");
	check_losses_of(TEA_COUNTDOWN_CYCLES, true, "where the policy is switched, too");
	check_losses_of(TEA_COUNTDOWN_INSTRUCTIONS, false, "so of instructions");
	check_losses_of(TEA_COUNTDOWN_TAKEN, false, "and of taken branches");
}

/* The address of the sample where LEFT and TARGET are these. */
static uint64_t sample_at(uint64_t left, uint64_t target)
{
	unit_prepare(TEA_COUNTDOWN_INSTRUCTIONS, 1 << 20);
	unit_write_of(TEA_REG_LEFT, TEA_COUNTDOWN_INSTRUCTIONS, left);
	unit_write_of(TEA_REG_TARGET, TEA_COUNTDOWN_INSTRUCTIONS, target);
	enable(TEA_COUNTDOWN_INSTRUCTIONS);
	bare_run_at(S, work, (void *)1000);
	unit_write_of(TEA_REG_CTL, TEA_COUNTDOWN_INSTRUCTIONS, 0);
	return unit_read_of(TEA_REG_VALID, TEA_COUNTDOWN_INSTRUCTIONS) ?
	       unit_read_of(TEA_REG_PC(0), TEA_COUNTDOWN_INSTRUCTIONS) : 0;
}

static void check_target(void)
{
	unsigned int wrong = 0;

	for (unsigned int i = 0; i < 2 * ROUND; i++)
		wrong += !sample_at(400 + i, 0) || sample_at(400 + i, 0) != sample_at(1000, 600 - i);
	check_equal(wrong, 0, "the one sampled is that with LEFT of TARGET and one more");
}

/* Without an interrupt, as software has it that restores another hart's. */
static void check_held(void)
{
	const unsigned int reg = TEA_REG_OF(TEA_REG_COUNT, TEA_COUNTDOWN_INSTRUCTIONS);
	uint64_t before;

	unit_prepare(TEA_COUNTDOWN_INSTRUCTIONS, 1 << 20);
	unit_write_of(TEA_REG_CTL, TEA_COUNTDOWN_INSTRUCTIONS, TEA_CTL_ENABLE | TEA_CTL_HOLD | TEA_CTL_S);
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	before = unit_read(reg);
	bare_run_at(S, work, (void *)100);
	check_equal(unit_read(reg), before, "HELD written 1 holds what has HOLD");
	unit_write(TEA_REG_STATUS, 0);
	bare_run_at(S, work, (void *)100);
	check(unit_read(reg) >= before + 100 * ROUND, "written 0 it lets it go on");
	before = unit_read(reg);
	unit_write_of(TEA_REG_CTL, TEA_COUNTDOWN_INSTRUCTIONS, TEA_CTL_ENABLE | TEA_CTL_S);
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	bare_run_at(S, work, (void *)100);
	check(unit_read(reg) >= before + 100 * ROUND, "without HOLD it does nothing");
	unit_write(TEA_REG_STATUS, 0);
	unit_stop(TEA_COUNTDOWN_INSTRUCTIONS);
}

/* Restoring: all that there is, in the order in which it has to be written. */

static const unsigned int steering[] = {
	TEA_REG_PERIOD, TEA_REG_LEFT, TEA_REG_TARGET, TEA_REG_DITHER, TEA_REG_COUNT, TEA_REG_LOST,
	TEA_REG_META, TEA_REG_PSVS, TEA_REG_TIME, TEA_REG_PC(0), TEA_REG_PC(1), TEA_REG_PC(2),
	TEA_REG_PC(3), TEA_REG_ADDR(0), TEA_REG_ADDR(1), TEA_REG_ADDR(2), TEA_REG_ADDR(3),
	TEA_REG_MEM(0), TEA_REG_MEM(1), TEA_REG_MEM(2), TEA_REG_MEM(3), TEA_REG_VALID, TEA_REG_CTL,
};

#define SAVED	(sizeof(steering) / sizeof(steering[0]))
#define COUNTER_GROUPS 0x100

static struct saved {
	uint64_t status, counters;
	uint64_t of[TEA_COUNTDOWNS_COUNT][SAVED];
	uint64_t slots[COUNTER_GROUPS * TEA_REGS_IN_GROUP];
} saved, restored;

static unsigned int slot_register(unsigned int i)
{
	return TEA_REG(0x100 + i / TEA_REGS_IN_GROUP, 1 + i % TEA_REGS_IN_GROUP);
}

static void save(struct saved *to)
{
	to->status = unit_read(TEA_REG_STATUS) & TEA_STATUS_HELD;
	to->counters = unit_read(TEA_REG_COUNTERS);
	unit_write(TEA_REG_COUNTERS, 0);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		to->of[i][SAVED - 1] = unit_read_of(TEA_REG_CTL, i);
		unit_write_of(TEA_REG_CTL, i, 0);
		for (unsigned int j = 0; j < SAVED - 1; j++)
			to->of[i][j] = unit_read_of(steering[j], i);
	}
	for (unsigned int i = 0; i < COUNTER_GROUPS * TEA_REGS_IN_GROUP; i++)
		to->slots[i] = unit_read(slot_register(i));
}

static void restore(const struct saved *from)
{
	unit_write(TEA_REG_COUNTERS, 0);
	for (unsigned int i = 0; i < COUNTER_GROUPS * TEA_REGS_IN_GROUP; i++)
		unit_write(slot_register(i), from->slots[i]);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		unit_stop(i);
		for (unsigned int j = 0; j < SAVED; j++)
			unit_write_of(steering[j], i, from->of[i][j]);
	}
	unit_write(TEA_REG_STATUS, from->status);
	unit_write(TEA_REG_COUNTERS, from->counters);
}

static bool same(const struct saved *one, const struct saved *other)
{
	bool equal = one->status == other->status && one->counters == other->counters;

	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		for (unsigned int j = 0; j < SAVED; j++)
			equal = equal && one->of[i][j] == other->of[i][j];
	for (unsigned int i = 0; i < COUNTER_GROUPS * TEA_REGS_IN_GROUP; i++)
		equal = equal && one->slots[i] == other->slots[i];
	return equal;
}

/* Another program's turn, with samples of its own. */
static void clobber(void)
{
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		unit_prepare(i, 17 + i);
		unit_write_of(TEA_REG_DITHER, i, 99 + i);
		unit_write_of(TEA_REG_CTL, i, TEA_CTL_ENABLE | TEA_CTL_S | TEA_CTL_U);
	}
	unit_write(TEA_REG_COUNTERS, 1);
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	bare_run_at(S, work, (void *)33);
	unit_write(TEA_REG_STATUS, 0);
	bare_run_at(S, work, (void *)33);
}

/* Hashes a countdown's state in turn @i: not its times. */
static uint64_t look(uint64_t hash, unsigned int countdown)
{
	static const unsigned int regs[] = {
		TEA_REG_VALID, TEA_REG_LOST, TEA_REG_COUNT, TEA_REG_LEFT, TEA_REG_TARGET,
		TEA_REG_DITHER, TEA_REG_META, TEA_REG_PC(0),
	};

	for (unsigned int i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		hash = (hash ^ unit_read_of(regs[i], countdown)) * 0x100000001b3;
	return hash;
}

static unsigned int not_restored, taken;

static void disturb(void)
{
	uint64_t counting;

	save(&saved);
	restore(&saved);	/* a sample dropped as it is switched off is not part of it */
	save(&saved);
	clobber();
	counting = saved.counters;
	saved.counters = 0;		/* code from here on would count */
	restore(&saved);
	save(&restored);
	not_restored += !same(&saved, &restored);
	saved.counters = counting;
	restore(&saved);
}

static void begin_turns(void)
{
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		unit_prepare(i, 313 + i);
		unit_write_of(TEA_REG_DITHER, i, 4711);
		unit_write_of(TEA_REG_LEFT, i, 313 + i);
		unit_write_of(TEA_REG_COUNT, i, 0);
		unit_write_of(TEA_REG_LOST, i, 0);
		unit_write_of(TEA_REG_META, i, 0);
		unit_write_of(TEA_REG_PC(0), i, 0);
		enable(i);
	}
	unit_write(TEA_REG_COUNTERS, 1);
}

/* All samples of instructions and taken branches of many turns in S-mode, as one number. */
static uint64_t take_turns(bool disturbed)
{
	uint64_t hash = 0;

	taken = 0;
	begin_turns();
	for (unsigned int i = 0; i < STEPS; i++) {
		bare_run_at(S, work, (void *)(uint64_t)(ROUNDS + i % 7));
		if (disturbed)
			disturb();
		hash = look(hash, TEA_COUNTDOWN_INSTRUCTIONS);
		hash = look(hash, TEA_COUNTDOWN_TAKEN);
		for (unsigned int j = 0; j < TEA_COUNTDOWNS_COUNT && i % 3 == 2; j++) {
			taken += unit_read_of(TEA_REG_VALID, j);
			unit_write_of(TEA_REG_VALID, j, 0);
		}
	}
	unit_write(TEA_REG_COUNTERS, 0);
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++)
		unit_stop(i);
	return hash;
}

static void check_restoring(void)
{
	uint64_t alone = take_turns(false);
	unsigned int samples = taken;

	check_equal(take_turns(false), alone, "the same turns have the same samples");
	check(samples > STEPS / 3, "many of them");
	check_equal(take_turns(true), alone, "saved, clobbered and restored in between, too");
	check_equal(not_restored, 0, "each register of the unit is what it was");
}

void test_main(void)
{
	plan(LOSSES ? 4 : 22);
	unit_allow_m(true);
	check_losses();
	if (LOSSES)
		return;
	check_count();
	check_count_live();
	check_target();
	check_held();
	check_restoring();
}
