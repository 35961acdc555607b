// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * harts.c - each hart has a unit of its own; for -smp 2
 */
#include "bare.h"

#define ROUNDS	50
#define MSIP	((volatile uint32_t *)0x2000000)	/* software interrupts, one per hart */

static volatile struct {
	unsigned int samples, own, foreign;
	uint64_t last_time, back;
	uint64_t dither;
	uint64_t slots;			/* passed at commit meanwhile */
} harts[2];
static volatile unsigned int ready, go, done;

/* The same loop for each hart, at addresses of its own. */
extern char loop0[], loop1[], loops_end[];

asm(".text\nloop0: addi a0, a0, -1\nbnez a0, loop0\nret\n"
    "loop1: addi a0, a0, -1\nbnez a0, loop1\nret\nloops_end:\n");

static char *const loops[] = { loop0, loop1, loops_end };

static bool in_loop(unsigned int hart, uint64_t pc)
{
	return pc >= (uint64_t)loops[hart] && pc < (uint64_t)loops[hart + 1];
}

static uint64_t read_base(void)
{
	return unit_read(TEA_REG_COUNTER(TEA_STACK_COMMIT, M, TEA_COMPONENT_BASE));
}

/* The first hart's counters count, the second's do not. */
static void sample_own_code(unsigned int hart, uint64_t period)
{
	uint64_t base, time, pc;

	unit_allow_m(true);
	base = read_base();
	harts[hart].dither = unit_read(TEA_REG_DITHER);
	unit_write(TEA_REG_PERIOD, period);
	unit_write(TEA_REG_LEFT, period);
	unit_write(TEA_REG_COUNTERS, !hart);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_M);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		((void (*)(uint64_t))loops[hart])(4 * period);
		time = unit_read(TEA_REG_TIME);
		pc = unit_read(TEA_REG_PC(0));
		harts[hart].samples += unit_read(TEA_REG_VALID);
		harts[hart].own += in_loop(hart, pc);
		harts[hart].foreign += in_loop(!hart, pc);
		harts[hart].back += time < harts[hart].last_time;
		harts[hart].last_time = time;
		unit_write(TEA_REG_VALID, 0);
	}
	unit_write(TEA_REG_COUNTERS, 0);
	unit_stop(0);
	harts[hart].slots = read_base() - base;
}

void test_second_hart(void)
{
	ready = 1;
	while (!go)
		;
	sample_own_code(1, 1009);
	__sync_synchronize();
	done = 1;
}

/* Only a unit that can wait for another hart's copy of a line has ST-CO, and says so. */
static void check_events(void)
{
	const uint64_t caps = unit_read(TEA_REG_CAPS);

	check_equal(TEA_CAPS_EVENTS(caps), TEA_PSV_MASK, "EVENTS has ST-CO");
	check_equal(TEA_CAPS_MINOR(caps), 1, "... and MINOR is the version that has it");
	unit_write(TEA_REG_PSVS, ~0ULL);
	check_equal(unit_read(TEA_REG_PSVS), TEA_PSV_MASK * 0x0001000100010001ULL,
		    "... and PSVS the bits");
}

void test_main(void)
{
	plan(12);
	check_events();
	while (!ready)
		;
	go = 1;
	sample_own_code(0, 997);
	while (!done)
		;
	check_equal(harts[0].samples, ROUNDS, "the first hart has a sample each round");
	check_equal(harts[1].samples, ROUNDS, "so has the second");
	check(harts[0].own > ROUNDS / 2 && harts[1].own > ROUNDS / 2, "each of its own code");
	check_equal(harts[0].foreign + harts[1].foreign, 0, "and none of the other's");
	check_equal(harts[0].back + harts[1].back, 0, "each hart's cycles go on");
	check_equal(unit_read(TEA_REG_PERIOD), 997, "the first hart's registers are its own");
	check(harts[0].slots >= 8 * 997 * ROUNDS && !harts[1].slots,
	      "the counters of the one that lets them count, and no other's");
	check_equal(csr_read(mhartid), 0, "on the first hart");
	check(harts[0].dither == TEA_DITHER_RESET(0) && harts[1].dither == TEA_DITHER_RESET(1),
	      "each starts with a dither of its own");
}
