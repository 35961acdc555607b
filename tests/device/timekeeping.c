// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * timekeeping.c - guest time is model time while the unit is in use
 */
#include "bare.h"

#define TICKS_PER_US	10		/* the virt board's 10 MHz */
#define CYCLES_PER_TICK	320		/* of a 3.2 GHz core */
#define MTIMECMP	((volatile uint64_t *)0x2004000)
#define NEVER		0x7fffffffffffffffULL
#define TIMER_BIT	(1 << 7)
#define SPINS		200000

static volatile unsigned int timer_interrupts;
static volatile uint64_t timer_late;

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)pc;
	(void)mode;
	if (cause != 7)
		return;
	timer_late = csr_read(time) - *MTIMECMP;
	timer_interrupts++;
	*MTIMECMP = NEVER;
}

/* Period so long that no sample comes: LEFT counts cycles. */
static void enable(void)
{
	unit_write(TEA_REG_PERIOD, 1ULL << 62);
	unit_write(TEA_REG_LEFT, 1ULL << 62);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_U | TEA_CTL_S | TEA_CTL_M);
}

static void disable(void)
{
	unit_write(TEA_REG_CTL, 0);
}

static void check_rate(void)
{
	uint64_t ticks, cycles;

	enable();
	cycles = unit_read(TEA_REG_LEFT);
	ticks = csr_read(time);
	for (unsigned int i = 0; i < SPINS; i++)
		asm volatile("div t0, %0, %1; div t0, t0, %1"
			     : : "r"(INT64_MAX), "r"(3L) : "t0");
	ticks = csr_read(time) - ticks;
	cycles -= unit_read(TEA_REG_LEFT);
	disable();
	check(cycles > 60 * SPINS, "divides take their cycles");
	check(cycles / CYCLES_PER_TICK >= ticks - 2 && cycles / CYCLES_PER_TICK <= ticks + 2,
	      "time and LEFT tell the same of the same work");
}

static void check_monotonic(void)
{
	uint64_t last = csr_read(time), now;
	unsigned int back = 0;

	for (unsigned int i = 0; i < 20000; i++) {
		if (i % 1000 == 0)
			enable();
		if (i % 1000 == 500)
			disable();
		/* long enough for the unit to be given up in between */
		if (i % 10000 == 9999)
			spin(40000000);
		now = csr_read(time);
		back += now < last;
		last = now;
	}
	disable();
	check_equal(back, 0, "time never steps back, whatever it is taken from");
}

static void check_timer(void)
{
	csr_write(mie, TIMER_BIT);
	csr_set(mstatus, STATUS_MIE);
	enable();
	*MTIMECMP = csr_read(time) + 100 * TICKS_PER_US;
	while (!timer_interrupts)
		asm volatile("div t0, t1, t2" : : : "t0");
	disable();
	csr_clear(mstatus, STATUS_MIE);
	csr_write(mie, 0);
	check(timer_late < 100 * TICKS_PER_US, "a timer is late by less than it is long");
}

static void check_sleep(void)
{
	uint64_t left, ticks;

	csr_write(mie, TIMER_BIT);
	enable();
	*MTIMECMP = csr_read(time) + 1000 * TICKS_PER_US;
	left = unit_read(TEA_REG_LEFT);
	ticks = csr_read(time);
	asm volatile("wfi");
	ticks = csr_read(time) - ticks;
	left -= unit_read(TEA_REG_LEFT);
	disable();
	*MTIMECMP = NEVER;
	csr_write(mie, 0);
	check(ticks >= 990 * TICKS_PER_US, "time goes on in wfi");
	check(left < 10000, "core cycles do not");
}

void test_main(void)
{
	plan(6);
	unit_allow_m(true);
	*MTIMECMP = NEVER;
	check_rate();
	check_monotonic();
	check_timer();
	check_sleep();
}
