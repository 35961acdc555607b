/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare.h - bare-metal tests of the TEA unit, on QEMU's virt board without firmware
 *
 * A test prints TAP on the UART and ends QEMU through the test finisher. Unexpected traps
 * fail it.
 */
#ifndef TEA_BARE_H
#define TEA_BARE_H

#include <stdbool.h>
#include <stdint.h>

#include "tea_abi.h"
#include "tea_regs.h"

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

/* CSRs by a constant that is computed. */
#define csr_read_number(csr) ({ \
	uint64_t value_; \
	asm volatile("csrr %0, %1" : "=r"(value_) : "i"(csr) : "memory"); \
	value_; })
#define csr_write_number(csr, value) \
	asm volatile("csrw %1, %0" : : "r"((uint64_t)(value)), "i"(csr) : "memory")

/* The unit's registers, TEA_REG_*, by siselect and sireg. */
#define unit_select(reg) csr_write(TEA_CSR_SISELECT, TEA_SELECT_BASE + TEA_REG_GROUP(reg))

static inline __attribute__((always_inline)) uint64_t unit_read(unsigned int reg)
{
	unit_select(reg);
	switch (TEA_REG_PLACE(reg)) {
	case 1: return csr_read_number(TEA_CSR_SIREG(1));
	case 2: return csr_read_number(TEA_CSR_SIREG(2));
	case 3: return csr_read_number(TEA_CSR_SIREG(3));
	case 4: return csr_read_number(TEA_CSR_SIREG(4));
	case 5: return csr_read_number(TEA_CSR_SIREG(5));
	default: return csr_read_number(TEA_CSR_SIREG(6));
	}
}

static inline __attribute__((always_inline)) void unit_write(unsigned int reg, uint64_t value)
{
	unit_select(reg);
	switch (TEA_REG_PLACE(reg)) {
	case 1: csr_write_number(TEA_CSR_SIREG(1), value); break;
	case 2: csr_write_number(TEA_CSR_SIREG(2), value); break;
	case 3: csr_write_number(TEA_CSR_SIREG(3), value); break;
	case 4: csr_write_number(TEA_CSR_SIREG(4), value); break;
	case 5: csr_write_number(TEA_CSR_SIREG(5), value); break;
	default: csr_write_number(TEA_CSR_SIREG(6), value); break;
	}
}

/* Reads a countdown's register; registers that the unit lacks read 0. */
static inline __attribute__((always_inline)) uint64_t unit_read_of(unsigned int reg,
								   unsigned int countdown)
{
	return unit_read(TEA_REG_OF(reg, countdown));
}

static inline __attribute__((always_inline)) void unit_write_of(unsigned int reg,
								unsigned int countdown,
								uint64_t value)
{
	unit_write(TEA_REG_OF(reg, countdown), value);
}

/* M-mode lets its own level be selected, or no longer. */
void unit_allow_m(bool allowed);
/* A countdown off, its sample released; COUNT and LOST stay. */
void unit_stop(unsigned int countdown);
/* The same, with @period and the rest of it set, without dither. */
void unit_prepare(unsigned int countdown, uint64_t period);

#define TEA_IRQ		24
#define TEA_IRQ_BIT	(1ULL << TEA_IRQ)
#define CAUSE_INTERRUPT	(1ULL << 63)
#define CAUSE_ILLEGAL	2
#define CAUSE_ECALL_U	8
#define CAUSE_ECALL_VS	10
#define STATUS_SIE	(1ULL << 1)
#define STATUS_MIE	(1ULL << 3)

/* Defined by each test program. */
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
