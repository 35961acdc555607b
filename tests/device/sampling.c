// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sampling.c - samples, their interrupt, the countdown, filters and losses
 */
#include "bare.h"

static struct {
	unsigned int count, wrong_privilege, bad_slots, time_back, off_period;
	unsigned int expected_privilege;
	uint64_t last_time, cause, pc, mip_in, mip_out;
	unsigned int mode;
	unsigned int stop_after;
	bool every_period;
} seen;

static volatile uint64_t sum;		/* of all samples: shows that two runs agree */

static void hash(uint64_t word)
{
	sum = (sum ^ word) * 0x100000001b3;
}

/* Bounds of the code that is to be sampled. */
extern char spin_code[], spin_end[];

asm(".text\n.globl spin_code, spin_end\nspin_code: 1: addi a0, a0, -1\n"
    "mul a1, a0, a0\nbnez a0, 1b\nret\nspin_end:\n");

static void look_at_sample(void)
{
	uint64_t meta = unit_read(TEA_REG_META), psvs = unit_read(TEA_REG_PSVS);
	uint64_t time = unit_read(TEA_REG_TIME);
	uint64_t pcs[TEA_SLOTS] = {
		unit_read(TEA_REG_PC(0)), unit_read(TEA_REG_PC(1)),
		unit_read(TEA_REG_PC(2)), unit_read(TEA_REG_PC(3)),
	};
	unsigned int valid = TEA_SAMPLE_SLOTS(meta);

	seen.wrong_privilege += TEA_SAMPLE_LEVEL(meta) != seen.expected_privilege;
	/* slots fill from 0, more than one only where instructions commit; the others are 0 */
	seen.bad_slots += !valid || (valid & (valid + 1)) ||
			  (valid != 1 && TEA_SAMPLE_STATE(meta) != TEA_STATE_COMPUTE);
	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		seen.bad_slots += !(valid >> i & 1) && (pcs[i] || (psvs >> 16 * i & 0xffff));
	seen.time_back += time <= seen.last_time;
	seen.off_period += seen.every_period && seen.count &&
			   (time - seen.last_time) % unit_read(TEA_REG_PERIOD) != 0;
	seen.last_time = time;
	hash(meta);
	hash(psvs);
	hash(time);
	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		hash(pcs[i]);
}

#ifndef BESIDE
#define BESIDE 0
#endif

/* COUNTERS while enabled. In .data whatever it is, so that the code is the same for both. */
static volatile uint64_t beside __attribute__((section(".data"))) = BESIDE;

/* With all off the unit would be given up in between, were one on for longer than the other. */
static void enable(uint64_t filters)
{
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | filters);
	unit_write(TEA_REG_COUNTERS, beside);
}

static void stop(void)
{
	unit_write(TEA_REG_COUNTERS, 0);
	unit_stop(0);
}

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	seen.cause = cause;
	seen.pc = pc;
	seen.mode = mode;
	seen.mip_in = csr_read(sip) & TEA_IRQ_BIT;
	look_at_sample();
	seen.count++;
	if (seen.stop_after && seen.count >= seen.stop_after)
		stop();
	else
		unit_write(TEA_REG_VALID, 0);
	seen.mip_out = csr_read(sip) & TEA_IRQ_BIT;
}

static void begin(uint64_t period, unsigned int privilege, unsigned int stop_after)
{
	unit_write(TEA_REG_COUNTERS, 0);
	unit_prepare(0, period);
	__builtin_memset(&seen, 0, sizeof(seen));
	seen.expected_privilege = privilege;
	seen.stop_after = stop_after;
}

static void spin_in_code(uint64_t steps)
{
	((void (*)(uint64_t))spin_code)(steps);
}

/* Called in S-mode. */
static void work(void *steps)
{
	spin_in_code((uint64_t)steps);
}

static void work_interruptible(void *steps)
{
	csr_set(sstatus, STATUS_SIE);
	spin_in_code((uint64_t)steps);
	csr_clear(sstatus, STATUS_SIE);
}

/* However long a round of spin_code takes. */
static void wait_for_sample(void)
{
	for (int i = 0; i < 2000 && !unit_read(TEA_REG_VALID); i++)
		;
}

static void check_polling(void)
{
	uint64_t lost, time;

	csr_write(mie, 0);
	begin(1000, M, 0);
	enable(TEA_CTL_M);
	wait_for_sample();
	lost = unit_read(TEA_REG_LOST);
	check_equal(unit_read(TEA_REG_VALID), 1, "a sample comes after the period");
	check_equal(unit_read(TEA_REG_STATUS), TEA_STATUS_VALID(0), "the status says so");
	check_equal(lost, 0, "none is lost as yet");
	time = unit_read(TEA_REG_TIME);
	spin_in_code(6000);
	check(unit_read(TEA_REG_LOST) >= 5,
	      "those that come while one is valid are lost and counted");
	check_equal(unit_read(TEA_REG_TIME), time, "the valid one is not overwritten");
	unit_write(TEA_REG_VALID, 0);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "VALID written 0 takes the interrupt back");
	check_equal(unit_read(TEA_REG_STATUS), 0, "the status says so, too");
	wait_for_sample();
	check(unit_read(TEA_REG_TIME) > time, "then the next one comes");
	unit_write(TEA_REG_COUNTERS, 0);
	unit_write(TEA_REG_CTL, TEA_CTL_M);
	lost = unit_read(TEA_REG_LOST);
	check_equal(unit_read(TEA_REG_VALID), 1, "a sample survives the disable");
	spin_in_code(2000);
	check(unit_read(TEA_REG_LOST) == lost && unit_read(TEA_REG_VALID),
	      "none comes, and none is lost, while disabled");
	stop();
	check_equal(unit_read(TEA_REG_LOST), lost,
		    "the count of losses stays when all else is cleared");
}

static void check_countdown(void)
{
	uint64_t before, after;

	begin(1000000, M, 0);
	spin_in_code(100);
	check_equal(unit_read(TEA_REG_LEFT), 1000000, "LEFT stands still while disabled");
	enable(TEA_CTL_U | TEA_CTL_S);
	spin_in_code(100);
	check_equal(unit_read(TEA_REG_LEFT), 1000000, "and where the privilege is not selected");
	enable(TEA_CTL_M);
	before = unit_read(TEA_REG_LEFT);
	spin_in_code(1000);
	after = unit_read(TEA_REG_LEFT);
	check(before - after >= 1000 && before - after < 20000, "it counts core cycles down");
	unit_write(TEA_REG_LEFT, 50);
	spin_in_code(1000);
	check(unit_read(TEA_REG_VALID), "a written LEFT is when the sample comes");
	after = unit_read(TEA_REG_LEFT);
	check(after < 1000000 && after > 900000, "then it starts from the period again");
	stop();
	before = unit_read(TEA_REG_LEFT);
	spin_in_code(1000);
	check_equal(unit_read(TEA_REG_LEFT), before, "it keeps what was left at the disable");
}

static void check_interrupts(void)
{
	csr_write(mie, TEA_IRQ_BIT);
	begin(997, S, 20);
	enable(TEA_CTL_S);
	bare_run_at(S, work, (void *)1000);
	check_equal(seen.count, 0, "no interrupt while sstatus.SIE is 0 in S-mode");
	begin(997, S, 20);
	seen.every_period = true;
	enable(TEA_CTL_S);
	bare_run_at(S, work_interruptible, (void *)100000);
	check_equal(seen.count, 20, "as many interrupts as samples re-armed");
	check_equal(seen.cause, TEA_IRQ, "of the unit's number");
	check_equal(seen.mode, S, "taken in S-mode");
	check(seen.mip_in && !seen.mip_out, "sip shows the level of VALID");
	check_equal(seen.wrong_privilege, 0, "all of the privilege selected");
	check_equal(seen.bad_slots, 0, "slots are filled from 0, the others are 0");
	check_equal(seen.time_back, 0, "their times go on");
	check_equal(seen.off_period, 0, "by whole periods");
}

/* The handler, in S, is not selected: it neither counts nor is sampled. */
static void check_user_filter(void)
{
	uint64_t pc;

	begin(1009, U, 30);
	enable(TEA_CTL_U);
	bare_run_at(U, work, (void *)200000);
	check_equal(seen.count, 30, "U-mode is sampled and interrupted");
	check_equal(seen.wrong_privilege, 0, "and nothing else is");
	check(seen.pc >= (uint64_t)spin_code && seen.pc < (uint64_t)spin_end,
	      "the interrupt is taken in the code that was sampled");
	csr_write(mie, 0);
	begin(100, U, 0);
	enable(TEA_CTL_U);
	bare_run_at(U, work, (void *)1000);
	unit_write(TEA_REG_COUNTERS, 0);
	unit_write(TEA_REG_CTL, 0);
	pc = unit_read(TEA_REG_PC(0));
	check(pc >= (uint64_t)spin_code && pc < (uint64_t)spin_end,
	      "its address is that of the code sampled");
	stop();
}

/* Every cycle a sample: all but one in a while are lost, and nothing breaks. */
static void check_period_1(void)
{
	uint64_t lost = unit_read(TEA_REG_LOST);

	csr_write(mie, TEA_IRQ_BIT);
	begin(1, S, 200);
	enable(TEA_CTL_S);
	bare_run_at(S, work_interruptible, (void *)10000);
	check_equal(seen.count, 200, "period 1 works");
	check(unit_read(TEA_REG_LOST) - lost > 1000, "and loses most");
	csr_write(mie, 0);
}

/* Wait for the sample; LEFT before and after. */
static void find_sample(uint64_t *before, uint64_t *after)
{
	*after = unit_read(TEA_REG_LEFT);
	do {
		*before = *after;
		*after = unit_read(TEA_REG_LEFT);
	} while (!(*after & TEA_LEFT_DONE) && *after <= *before);
}

/* From 1 the generator gives 270369, so that is the target of a period of 2^20. */
static void check_target(void)
{
	uint64_t before, after;

	begin(1 << 20, M, 0);
	unit_write(TEA_REG_DITHER, 1);
	unit_write(TEA_REG_LEFT, 1 << 20);
	check_equal(unit_read(TEA_REG_TARGET), 270369, "TARGET has what was drawn");
	enable(TEA_CTL_M);
	find_sample(&before, &after);
	check(unit_read(TEA_REG_VALID), "with dithering a sample comes within the period");
	check(before > 270369 && after - TEA_LEFT_DONE <= 270369,
	      "in the very cycle that was drawn");

	unit_write(TEA_REG_VALID, 0);
	unit_write(TEA_REG_PERIOD, 1ULL << 40);
	unit_write(TEA_REG_LEFT, TEA_LEFT_DONE | 1000);
	spin_in_code(2000);
	after = unit_read(TEA_REG_LEFT);
	check(!unit_read(TEA_REG_VALID), "restored with DONE, a period has no second sample");
	check(after > 1 << 20 && after < 1ULL << 40, "and the next one begins without DONE");
	unit_write(TEA_REG_LEFT, 1000);
	spin_in_code(2000);
	check(unit_read(TEA_REG_VALID), "restored without, it has its sample");
	stop();
}

/* Cycles and samples of the same work, by the registers alone. */
static void count_work(uint64_t dither, uint64_t *cycles, uint64_t *samples)
{
	uint64_t lost = unit_read(TEA_REG_LOST), count = unit_read(TEA_REG_COUNT);

	begin(100, M, 0);
	unit_write(TEA_REG_DITHER, dither);
	unit_write(TEA_REG_LEFT, 100);
	enable(TEA_CTL_M);
	spin_in_code(20000);
	unit_write(TEA_REG_COUNTERS, 0);
	unit_write(TEA_REG_CTL, 0);
	*samples = unit_read(TEA_REG_LOST) - lost + unit_read(TEA_REG_VALID);
	*cycles = unit_read(TEA_REG_COUNT) - count;
}

/* Periods begun in @cycles that have had their sample. */
static uint64_t samples_due(uint64_t cycles)
{
	return cycles / 100 + !!(unit_read(TEA_REG_LEFT) & TEA_LEFT_DONE);
}

static void check_count(void)
{
	uint64_t cycles[3], samples[3], due[3], before = unit_read(TEA_REG_LOST);

	for (unsigned int i = 0; i < 3; i++) {
		count_work(i == 2 ? 4711 : 0, &cycles[i], &samples[i]);
		due[i] = samples_due(cycles[i]);
	}
	check(unit_read(TEA_REG_LOST) - before > 500, "work of many periods");
	check(samples[2] + 2 >= samples[1] && samples[2] <= samples[1] + 2,
	      "as many samples with dithering as without");
	check(cycles[2] + 200 >= cycles[1] && cycles[2] <= cycles[1] + 200,
	      "and as many cycles");
	check_equal(samples[1], due[1], "one of each period, without");
	check_equal(samples[2], due[2], "and with");
	stop();
}

void test_main(void)
{
	plan(43);
	unit_allow_m(true);
	check_polling();
	check_countdown();
	check_interrupts();
	check_user_filter();
	check_period_1();
	check_target();
	check_count();
	put_text("# beside ENABLE ");
	put_number(beside);
	put_text("\n# samples hash to ");
	put_number(sum);
	put_text("\n");
}
