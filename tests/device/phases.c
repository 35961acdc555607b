// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * phases.c - work of three kinds on each hart, with samples of cycles: for tests/device/warming
 *
 * One phase misses, one divides and one mispredicts, and each is thousands of cycles long and many
 * periods. Printed are, of each hart, the phases' samples, the periods that passed, and the time that
 * it all took, by which sampled=on can be compared with all cycles modelled.
 */
#include "bare.h"

#define PERIOD	200000
#define HARTS	2
#define PHASES	3
#define LINES	(1U << 16)	/* 4 MiB, twice the last-level cache */

static volatile struct {
	uint64_t samples[PHASES + 1];	/* by phase; elsewhere */
	uint64_t back, last, lost;
	uint64_t periods, time;
} harts[HARTS];
/* Not cleared by hart 0 as it starts: the other one may have come further. */
static volatile unsigned int ready __attribute__((section(".data")));
static volatile unsigned int go, done;
static volatile uint64_t sink;
static struct { uint64_t next, pad[7]; } memory[HARTS][LINES];

/* Phases are told apart by address. */
extern char phase0[], phase1[], phase2[], phases_end[];
asm(".text\n.balign 64\n"
    /* a0: rounds, a1: the first line, a2: all lines: a chase */
    "phase0: slli a3, a1, 6\nadd a3, a3, a2\nld a1, 0(a3)\naddi a0, a0, -1\nbnez a0, phase0\nmv a0, a1\nret\n"
    ".balign 64\n"
    "phase1: divu a2, a1, a0\nadd a1, a1, a2\naddi a0, a0, -1\nbnez a0, phase1\nmv a0, a1\nret\n"
    ".balign 64\n"
    "phase2: li a4, 1103515245\nmul a1, a1, a4\naddi a1, a1, 1013\nsrli a2, a1, 17\nandi a2, a2, 1\n"
    "beqz a2, 1f\naddi a3, a3, 3\n1: addi a0, a0, -1\nbnez a0, phase2\nmv a0, a1\nret\nphases_end:\n");

typedef uint64_t (*phase)(uint64_t rounds, uint64_t seed, const void *lines);
static char *const phases[] = { phase0, phase1, phase2, phases_end };

extern char stacks[];		/* of 16 KiB, one a hart: S-mode cannot read mhartid */

static unsigned int hart_number(void)
{
	return (unsigned int)(((char *)__builtin_frame_address(0) - stacks) >> 14);
}

static unsigned int phase_of(uint64_t pc)
{
	unsigned int i = 0;

	while (i < PHASES && (pc < (uint64_t)phases[i] || pc >= (uint64_t)phases[i + 1]))
		i++;
	return i;
}

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	const unsigned int hart = hart_number();
	const uint64_t time = unit_read(TEA_REG_TIME);

	(void)cause, (void)pc, (void)mode;
	harts[hart].samples[phase_of(unit_read(TEA_REG_PC(0)))]++;
	harts[hart].back += time < harts[hart].last;
	harts[hart].last = time;
	unit_write(TEA_REG_VALID, 0);
}

/* A cycle through all lines, far from each other. */
static void link_lines(unsigned int hart)
{
	uint64_t at = 0;

	for (unsigned int i = 0; i < LINES; i++) {
		const uint64_t next = (at + 40503) % LINES;

		memory[hart][at].next = next;
		at = next;
	}
}

static void work(void *unused)
{
	const unsigned int hart = (unsigned int)(uintptr_t)unused;
	uint64_t at = hart + 1;

	for (unsigned int i = 0; i < 4; i++) {
		sink = ((phase)phase0)(20000, 0, memory[hart]);
		sink = ((phase)phase1)(100000, -1UL, memory[hart]);
		at = ((phase)phase2)(200000, at, memory[hart]);
	}
}

static void measure(unsigned int hart)
{
	uint64_t before;

	link_lines(hart);
	unit_prepare(0, PERIOD);
	unit_write(TEA_REG_DITHER, TEA_DITHER_RESET(hart));
	unit_write(TEA_REG_COUNT, 0);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_U);
	csr_write(mie, TEA_IRQ_BIT);
	before = csr_read(time);
	bare_run_at(U, work, (void *)(uintptr_t)hart);
	harts[hart].time = csr_read(time) - before;
	csr_write(mie, 0);
	harts[hart].periods = unit_read(TEA_REG_COUNT) / PERIOD;
	harts[hart].lost = unit_read(TEA_REG_LOST);
	unit_stop(0);
}

void test_second_hart(void)
{
	ready = 1;
	while (!go)
		;
	measure(1);
	__sync_synchronize();
	done = 1;
}

static void show(const char *name, uint64_t number)
{
	put_text(" ");
	put_text(name);
	put_text(" ");
	put_number(number);
}

static void report(unsigned int hart)
{
	uint64_t samples = 0;

	put_text("# hart");
	for (unsigned int i = 0; i <= PHASES; i++)
		samples += harts[hart].samples[i];
	show("of", hart);
	show("misses", harts[hart].samples[0]);
	show("divides", harts[hart].samples[1]);
	show("guesses", harts[hart].samples[2]);
	show("others", harts[hart].samples[3]);
	show("time", harts[hart].time);
	put_text("\n");
	check(samples >= harts[hart].periods && samples <= harts[hart].periods + 1,
	      "a sample in each period");
	check_equal(harts[hart].lost, 0, "none is lost");
	check_equal(harts[hart].back, 0, "time does not step back");
	check(harts[hart].samples[PHASES] * 20 <= samples, "they are of the work");
}

void test_main(void)
{
	bool both;

	spin(1000000);			/* the other hart's turn, if there is one */
	both = ready;
	plan(both ? 8 : 4);
	go = 1;
	measure(0);
	while (both && !done)
		;
	report(0);
	if (both)
		report(1);
}
