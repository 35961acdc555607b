// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sampling.c - samples, their interrupt, the countdown, filters and losses
 */
#include "bare.h"

#define FILTERS	(TEA_CTL_U | TEA_CTL_S | TEA_CTL_M)

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
	uint64_t meta = csr_read(TEA_CSR_META), time = csr_read(TEA_CSR_TIME);
	uint64_t pcs[TEA_SLOTS] = {
		csr_read(TEA_CSR_PC0), csr_read(TEA_CSR_PC1),
		csr_read(TEA_CSR_PC2), csr_read(TEA_CSR_PC3),
	};
	unsigned int valid = tea_meta_valid(meta);

	seen.wrong_privilege += tea_meta_priv(meta) != seen.expected_privilege;
	/* slots fill from 0, more than one only where instructions commit; the others are 0 */
	seen.bad_slots += !valid || (valid & (valid + 1)) ||
			  (valid != 1 && tea_meta_state(meta) != TEA_STATE_COMPUTE);
	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		seen.bad_slots += !(valid >> i & 1) && (pcs[i] || tea_meta_psv(meta, i));
	seen.time_back += time <= seen.last_time;
	seen.off_period += seen.every_period && seen.count &&
			   (time - seen.last_time) % csr_read(TEA_CSR_PERIOD) != 0;
	seen.last_time = time;
	hash(meta);
	hash(time);
	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		hash(pcs[i]);
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
		csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
	else
		csr_set(TEA_CSR_CTL, TEA_CTL_VALID);
	seen.mip_out = csr_read(sip) & TEA_IRQ_BIT;
}

#ifndef BESIDE
#define BESIDE 0
#endif

/* In .data whatever it is, so that the code is the same for both. */
static volatile uint64_t beside __attribute__((section(".data"))) = BESIDE;

static void enable(uint64_t filters)
{
	csr_write(TEA_CSR_CTL, TEA_CTL_ENABLE | beside | filters);
}

static void begin(uint64_t period, unsigned int privilege, unsigned int stop_after)
{
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
	csr_write(TEA_CSR_PERIOD, period);
	csr_write(TEA_CSR_DITHER, 0);
	csr_write(TEA_CSR_LEFT, period);
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
	for (int i = 0; i < 2000 && !(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID); i++)
		;
}

static void check_polling(void)
{
	uint64_t ctl, time;

	csr_write(mie, 0);
	begin(1000, M, 0);
	enable(TEA_CTL_M);
	wait_for_sample();
	ctl = csr_read(TEA_CSR_CTL);
	check(ctl & TEA_CTL_VALID, "a sample comes after the period");
	check_equal(ctl >> TEA_CTL_LOST_SHIFT, 0, "none is lost as yet");
	time = csr_read(TEA_CSR_TIME);
	spin_in_code(6000);
	ctl = csr_read(TEA_CSR_CTL);
	check(ctl >> TEA_CTL_LOST_SHIFT >= 5,
	      "those that come while one is valid are lost and counted");
	check_equal(csr_read(TEA_CSR_TIME), time, "the valid one is not overwritten");
	check_equal(tea_meta_lost(csr_read(TEA_CSR_META)), 0, "and says nothing of later losses");
	csr_set(TEA_CSR_CTL, TEA_CTL_VALID);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "VALID written 1 takes the interrupt back");
	wait_for_sample();
	check_equal(tea_meta_lost(csr_read(TEA_CSR_META)), TEA_META_LOST_MAX,
		    "the next one's count of losses saturates");
	csr_clear(TEA_CSR_CTL, TEA_CTL_ENABLE | TEA_CTL_VALID);
	ctl = csr_read(TEA_CSR_CTL);
	check(ctl & TEA_CTL_VALID, "a sample survives the disable");
	spin_in_code(2000);
	check_equal(csr_read(TEA_CSR_CTL), ctl, "none comes, and none is lost, while disabled");
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
	check_equal(csr_read(TEA_CSR_CTL), ctl & ~(TEA_CTL_VALID | TEA_CTL_COUNT | FILTERS),
		    "the count of losses stays when all else is cleared");
}

static void check_countdown(void)
{
	uint64_t before, after;

	begin(1000000, M, 0);
	spin_in_code(100);
	check_equal(csr_read(TEA_CSR_LEFT), 1000000, "stea_left stands still while disabled");
	enable(TEA_CTL_U | TEA_CTL_S);
	spin_in_code(100);
	check_equal(csr_read(TEA_CSR_LEFT), 1000000, "and where the privilege is not selected");
	enable(TEA_CTL_M);
	before = csr_read(TEA_CSR_LEFT);
	spin_in_code(1000);
	after = csr_read(TEA_CSR_LEFT);
	check(before - after >= 1000 && before - after < 20000, "it counts core cycles down");
	csr_write(TEA_CSR_LEFT, 50);
	spin_in_code(1000);
	check(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID,
	      "a written stea_left is when the sample comes");
	after = csr_read(TEA_CSR_LEFT);
	check(after < 1000000 && after > 900000, "then it starts from the period again");
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
	before = csr_read(TEA_CSR_LEFT);
	spin_in_code(1000);
	check_equal(csr_read(TEA_CSR_LEFT), before, "it keeps what was left at the disable");
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
	csr_write(TEA_CSR_CTL, 0);
	pc = csr_read(TEA_CSR_PC0);
	check(pc >= (uint64_t)spin_code && pc < (uint64_t)spin_end,
	      "its address is that of the code sampled");
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
}

/* Every cycle a sample: all but one in a while are lost, and nothing breaks. */
static void check_period_1(void)
{
	csr_write(mie, TEA_IRQ_BIT);
	begin(1, S, 200);
	enable(TEA_CTL_S);
	bare_run_at(S, work_interruptible, (void *)10000);
	check_equal(seen.count, 200, "period 1 works");
	check(csr_read(TEA_CSR_CTL) >> TEA_CTL_LOST_SHIFT > 1000, "and loses most");
	csr_write(mie, 0);
}

/* Wait for the sample; stea_left before and after. */
static void find_sample(uint64_t *before, uint64_t *after)
{
	*after = csr_read(TEA_CSR_LEFT);
	do {
		*before = *after;
		*after = csr_read(TEA_CSR_LEFT);
	} while (!(*after & TEA_LEFT_DONE) && *after <= *before);
}

/* From 1 the generator gives 270369, so that is the target of a period of 2^20. */
static void check_target(void)
{
	uint64_t before, after;

	begin(1 << 20, M, 0);
	csr_write(TEA_CSR_DITHER, 1);
	csr_write(TEA_CSR_LEFT, 1 << 20);
	enable(TEA_CTL_M);
	find_sample(&before, &after);
	check(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID,
	      "with dithering a sample comes within the period");
	check(before > 270369 && after - TEA_LEFT_DONE <= 270369,
	      "in the very cycle that was drawn");

	enable(TEA_CTL_VALID | TEA_CTL_M);
	csr_write(TEA_CSR_PERIOD, 1ULL << 40);
	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE | 1000);
	spin_in_code(2000);
	after = csr_read(TEA_CSR_LEFT);
	check(!(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID),
	      "restored with DONE, a period has no second sample");
	check(after > 1 << 20 && after < 1ULL << 40, "and the next one begins without DONE");
	csr_write(TEA_CSR_LEFT, 1000);
	spin_in_code(2000);
	check(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID, "restored without, it has its sample");
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
}

/* Cycles and samples of the same work, by the registers alone. */
static void count_work(uint64_t dither, uint64_t *cycles, uint64_t *samples)
{
	uint64_t lost = csr_read(TEA_CSR_CTL) >> TEA_CTL_LOST_SHIFT, left, ctl;

	begin(100, M, 0);
	csr_write(TEA_CSR_DITHER, dither);
	csr_write(TEA_CSR_LEFT, 100);
	enable(TEA_CTL_M);
	spin_in_code(20000);
	csr_write(TEA_CSR_CTL, 0);
	ctl = csr_read(TEA_CSR_CTL);
	left = csr_read(TEA_CSR_LEFT);
	*samples = (ctl >> TEA_CTL_LOST_SHIFT) - lost + !!(ctl & TEA_CTL_VALID) -
		   !!(left & TEA_LEFT_DONE);
	*cycles = *samples * 100 + 100 - (left & ~TEA_LEFT_DONE);
}

static void check_count(void)
{
	uint64_t cycles[3], samples[3], before = csr_read(TEA_CSR_CTL) >> TEA_CTL_LOST_SHIFT;

	count_work(0, &cycles[0], &samples[0]);
	count_work(0, &cycles[1], &samples[1]);
	count_work(4711, &cycles[2], &samples[2]);
	check((csr_read(TEA_CSR_CTL) >> TEA_CTL_LOST_SHIFT) - before > 500, "work of many periods");
	check(samples[2] + 2 >= samples[1] && samples[2] <= samples[1] + 2,
	      "as many samples with dithering as without");
	check(cycles[2] + 200 >= cycles[1] && cycles[2] <= cycles[1] + 200,
	      "and as many cycles, counted by them");
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
}

void test_main(void)
{
	plan(39);
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
