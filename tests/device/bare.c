// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bare.c - bare-metal tests of the TEA unit: see bare.h
 */
#include "bare.h"

#define UART		((volatile uint8_t *)0x10000000)
#define UART_READY	0x01		/* line status: a byte came */
#define FINISHER	((volatile uint32_t *)0x100000)
#define FINISH_PASS	0x5555
#define FINISH_FAIL	0x13333		/* status 1 */
#define FINISH_RESET	0x7777

extern char bare_run_done[];
uint64_t bare_trap(uint64_t cause, uint64_t pc, unsigned int mode, uint64_t *registers);
void bare_start(void);
void bare_second(void);

volatile uint64_t trap_cause, trap_pc;
static volatile unsigned int trap_count;
static volatile bool traps_expected;
static unsigned int planned, done, failed;

void put_text(const char *text)
{
	while (*text)
		UART[0] = (uint8_t)*text++;
}

void put_number(uint64_t number)
{
	char digits[19] = "0x0000000000000000";

	for (int i = 17; i > 1; i--, number >>= 4)
		digits[i] = "0123456789abcdef"[number & 15];
	put_text(digits);
}

char get_char(void)
{
	while (!(UART[5] & UART_READY))
		;
	return (char)UART[0];
}

static void put_decimal(unsigned int number)
{
	char digits[] = { (char)('0' + number / 100 % 10), (char)('0' + number / 10 % 10),
			  (char)('0' + number % 10), 0 };

	put_text(number < 10 ? digits + 2 : number < 100 ? digits + 1 : digits);
}

void plan(unsigned int tests)
{
	planned = tests;
	put_text("1..");
	put_decimal(tests);
	put_text("\n");
}

void check(bool passed, const char *name)
{
	failed += !passed;
	put_text(passed ? "ok " : "not ok ");
	put_decimal(++done);
	put_text(" - ");
	put_text(name);
	put_text("\n");
}

void check_equal(uint64_t found, uint64_t expected, const char *name)
{
	check(found == expected, name);
	if (found == expected)
		return;
	put_text("# found ");
	put_number(found);
	put_text(", expected ");
	put_number(expected);
	put_text("\n");
}

void finish(void)
{
	*FINISHER = failed || done != planned ? FINISH_FAIL : FINISH_PASS;
	for (;;)
		;
}

void reset_board(void)
{
	*FINISHER = FINISH_RESET;
	for (;;)
		;
}

void unit_allow_m(bool allowed)
{
	csr_write(TEA_CSR_MISELECT, TEA_SELECT_BASE + TEA_REG_GROUP(TEA_REG_ALLOW));
	csr_write_number(TEA_CSR_MIREG(TEA_REG_PLACE(TEA_REG_ALLOW)), allowed ? TEA_ALLOW_M : 0);
}

void unit_stop(unsigned int countdown)
{
	unit_write_of(TEA_REG_CTL, countdown, 0);
	unit_write_of(TEA_REG_VALID, countdown, 0);
}

void unit_prepare(unsigned int countdown, uint64_t period)
{
	unit_stop(countdown);
	unit_write_of(TEA_REG_PERIOD, countdown, period);
	unit_write_of(TEA_REG_DITHER, countdown, 0);
	unit_write_of(TEA_REG_LEFT, countdown, period);
}

void traps_begin(void)
{
	trap_count = 0;
	trap_cause = 0;
	traps_expected = true;
}

unsigned int traps_end(void)
{
	traps_expected = false;
	return trap_count;
}

__attribute__((weak)) void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)pc;
	(void)mode;
	put_text("Bail out! unexpected interrupt ");
	put_number(cause);
	put_text("\n");
	failed++;
	finish();
}

__attribute__((weak)) void test_second_hart(void)
{
}

static uint64_t skip(uint64_t pc)
{
	return pc + ((*(uint16_t *)pc & 3) == 3 ? 4 : 2);
}

/* Returns where to go on. */
uint64_t bare_trap(uint64_t cause, uint64_t pc, unsigned int mode, uint64_t *registers)
{
	if (cause & CAUSE_INTERRUPT) {
		test_interrupt(cause & ~CAUSE_INTERRUPT, pc, mode);
		return pc;
	}
	if (mode == M && registers[17] == (uint64_t)-1 && cause >= CAUSE_ECALL_U && cause <= CAUSE_ECALL_VS) {
		csr_set(mstatus, 3 << 11);
		return (uint64_t)bare_run_done;
	}
	if (!traps_expected) {
		put_text("Bail out! unexpected exception ");
		put_number(cause);
		put_text(" at ");
		put_number(pc);
		put_text("\n");
		failed++;
		finish();
	}
	trap_count++;
	trap_cause = cause;
	trap_pc = pc;
	return skip(pc);
}

void spin(uint64_t steps)
{
	asm volatile("1: addi %0, %0, -1; bnez %0, 1b" : "+r"(steps));
}

void bare_start(void)
{
	test_main();
	finish();
}

void bare_second(void)
{
	test_second_hart();
	for (;;)
		asm volatile("wfi");
}
