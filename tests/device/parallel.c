// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parallel.c - harts run at one time, by their own cycles; for -smp 4
 *
 * The unit of the first hart is in use throughout, so guest time is model time. The other harts
 * wait in wfi for work.
 */
#include "bare.h"

#define HARTS		4
#define STEPS		20000
#define STAMPS		1000
#define TICKS_PER_US	10		/* the virt board's 10 MHz */
#define MSIP		((volatile uint32_t *)0x2000000)	/* one per hart */
#define MTIMECMP	((volatile uint64_t *)0x2004000)	/* likewise */
#define NEVER		0x7fffffffffffffffULL
#define SOFTWARE_BIT	(1 << 3)
#define TIMER_BIT	(1 << 7)

static void (*volatile work)(unsigned int hart);
static volatile unsigned int done;
static volatile uint64_t began[HARTS], took[HARTS], late[HARTS];
static uint64_t stamp, back;

void test_second_hart(void)
{
	unsigned int hart = (unsigned int)csr_read(mhartid);

	csr_write(mie, SOFTWARE_BIT);
	for (;;) {
		while (!(csr_read(mip) & SOFTWARE_BIT))
			asm volatile("wfi");
		began[hart] = csr_read(time);
		MSIP[hart] = 0;
		work(hart);
		__sync_fetch_and_add(&done, 1);
	}
}

/* @function on all harts, from when it is told to all of them: ticks until all are done. */
static uint64_t run(void (*function)(unsigned int hart))
{
	uint64_t begin;

	work = function;
	done = 0;
	__sync_synchronize();
	begin = csr_read(time);
	for (unsigned int i = 1; i < HARTS; i++)
		MSIP[i] = 1;
	function(0);
	while (done < HARTS - 1)
		;
	return csr_read(time) - begin;
}

static void compute(unsigned int hart)
{
	uint64_t begin = csr_read(time);

	for (unsigned int i = 0; i < STEPS; i++)
		asm volatile("div t0, %0, %1; div t0, t0, %1"
			     : : "r"(INT64_MAX), "r"(3L) : "t0");
	took[hart] = csr_read(time) - begin;
}

static void compute_first(unsigned int hart)
{
	if (!hart)
		compute(hart);
}

/* No time that a hart reads is before one that another has shown it. */
static void compare_stamps(unsigned int hart)
{
	(void)hart;
	for (unsigned int i = 0; i < STAMPS; i++) {
		uint64_t seen = __atomic_load_n(&stamp, __ATOMIC_SEQ_CST), now = csr_read(time);

		if (now < seen)
			__sync_fetch_and_add(&back, 1);
		while (seen < now && !__atomic_compare_exchange_n(&stamp, &seen, now, false,
								  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			;
	}
}

/* The last hart sleeps, and the others work. */
static void sleep_beside(unsigned int hart)
{
	if (hart < HARTS - 1) {
		compute(hart);
		return;
	}
	MTIMECMP[hart] = csr_read(time) + 50 * TICKS_PER_US;
	csr_write(mie, TIMER_BIT);
	while (!(csr_read(mip) & TIMER_BIT))
		asm volatile("wfi");
	late[hart] = csr_read(time) - MTIMECMP[hart];
	MTIMECMP[hart] = NEVER;
	csr_write(mie, SOFTWARE_BIT);
}

static bool within(uint64_t found, uint64_t expected, uint64_t most)
{
	return found + most >= expected && found <= expected + most;
}

static void check_parallel(void)
{
	uint64_t alone, all, ticks;

	compute(0);			/* warm */
	compute(0);
	alone = took[0];
	check(alone > 100 * TICKS_PER_US, "work that takes a while");
	ticks = run(compute_first);
	check(within(ticks, alone, 2 * TICKS_PER_US), "takes no longer where others do nothing");
	all = run(compute);
	check(all * 39 <= alone * 40, "four harts do four times the work in that time");
	check(within(took[0], alone, alone / 50) && within(took[3], alone, alone / 50),
	      "each of them in its own");
}

static void check_wakes(void)
{
	uint64_t before = csr_read(time), most = 0;
	bool early = false;

	run(compute_first);
	for (unsigned int i = 1; i < HARTS; i++) {
		early |= began[i] < before;
		most = began[i] - before > most ? began[i] - before : most;
	}
	check(!early && most < 2 * TICKS_PER_US, "a hart that is woken begins when it is");
	run(sleep_beside);
	check(late[HARTS - 1] < TICKS_PER_US, "and one that slept when its timer is due");
}

void test_main(void)
{
	plan(7);
	for (unsigned int i = 0; i < HARTS; i++)
		MTIMECMP[i] = NEVER;
	unit_allow_m(true);
	/* so long a period that no sample comes */
	unit_write(TEA_REG_PERIOD, 1ULL << 62);
	unit_write(TEA_REG_LEFT, 1ULL << 62);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_M);
	check_parallel();
	check_wakes();
	run(compare_stamps);
	check_equal(back, 0, "time does not step back from hart to hart");
	unit_stop(0);
}
