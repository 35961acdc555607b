/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare.h - bare-metal tests of the TEA unit, on QEMU's virt board without firmware
 *
 * A test prints TAP on the UART and ends QEMU through the test finisher. Traps
 * that nobody expects fail it.
 */
#ifndef TEA_BARE_H
#define TEA_BARE_H

#include <stdbool.h>
#include <stdint.h>

#include "tea_abi.h"

#define M 3
#define S 1
#define U 0

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
#define csr_read(csr) ({ \
	uint64_t value_; \
	asm volatile("csrr %0, " TEXT(csr) : "=r"(value_) : : "memory"); \
	value_; })
#define csr_write(csr, value) \
	asm volatile("csrw " TEXT(csr) ", %0" : : "r"((uint64_t)(value)) : "memory")
#define csr_set(csr, value) \
	asm volatile("csrs " TEXT(csr) ", %0" : : "r"((uint64_t)(value)) : "memory")
#define csr_clear(csr, value) \
	asm volatile("csrc " TEXT(csr) ", %0" : : "r"((uint64_t)(value)) : "memory")

#define TEA_IRQ		24
#define TEA_IRQ_BIT	(1ULL << TEA_IRQ)
#define CAUSE_INTERRUPT	(1ULL << 63)
#define CAUSE_ILLEGAL	2
#define CAUSE_ECALL_U	8
#define CAUSE_ECALL_VS	10
#define STATUS_SIE	(1ULL << 1)
#define STATUS_MIE	(1ULL << 3)

/* What a test program defines. */
void test_main(void);
void test_second_hart(void);		/* weak: waits for ever */
/* An interrupt, in the mode it was taken in; weak: fails. */
void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode);

void put_text(const char *text);
void put_number(uint64_t number);	/* as 0x... */
char get_char(void);			/* waits for the UART */

void plan(unsigned int tests);
void check(bool passed, const char *name);
/* As check(), with both numbers shown where they differ. */
void check_equal(uint64_t found, uint64_t expected, const char *name);

/* Call function(argument) at privilege @mode, S or U, with BARE_VIRTUAL as VS or VU. */
#define BARE_VIRTUAL 4
void bare_run_at(unsigned long mode, void (*function)(void *), void *argument);
/* Let exceptions be skipped over; and how many there were, of the last one the cause. */
void traps_begin(void);
unsigned int traps_end(void);
extern volatile uint64_t trap_cause, trap_pc;

/* End QEMU: all tests passed or not. Returns never. */
void finish(void) __attribute__((noreturn));
void reset_board(void) __attribute__((noreturn));

/* Some work without memory: at least @steps cycles. */
void spin(uint64_t steps);

#endif /* TEA_BARE_H */
