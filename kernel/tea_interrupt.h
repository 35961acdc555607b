/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_interrupt.h - a local interrupt of the harts, which several doors may have
 *
 * A per-CPU interrupt has one handler, and the standard's doors have one interrupt, LCOFI. So an
 * interrupt is requested once, and on a hart asks each PMU whose door has it.
 */
#ifndef TEA_INTERRUPT_H
#define TEA_INTERRUPT_H

#include <linux/bits.h>
#include <linux/types.h>

#include <asm/csr.h>

struct tea_pmu;
struct tea_interrupt_hart;

#define TEA_INTERRUPT_USERS	2

/**
 * struct tea_interrupt - one number, on all harts
 * @users: the PMUs
 * @harts: for each CPU
 */
struct tea_interrupt {
	struct tea_pmu *users[TEA_INTERRUPT_USERS];
	struct tea_interrupt_hart __percpu *harts;
};

/* In process context. The PMU is asked from then on, and no longer: no handler runs. */
int tea_interrupt_request(struct tea_pmu *tea);
void tea_interrupt_free(struct tea_pmu *tea);

/* On a hart with interrupts off: a PMU begins to need it there, and no longer does. */
void tea_interrupt_enable(struct tea_pmu *tea);
void tea_interrupt_disable(struct tea_pmu *tea);

/* LCOFI, the interrupt of counters */
#define TEA_LCOFI		13
#define TEA_CSR_SCOUNTINHIBIT	0x120
#define TEA_CSR_SCOUNTOVF	0xda0

/* Bits of scountovf that are the doors' here. Set before the interrupt is requested. */
extern u64 tea_lcofi_bits;

/* On the hart: it no longer pends for @bit of scountovf, but for the other door's. */
static inline void tea_lcofi_clear(u64 bit)
{
	csr_clear(CSR_SIP, BIT(TEA_LCOFI));
	if (tea_lcofi_bits & ~bit && csr_read(TEA_CSR_SCOUNTOVF) & tea_lcofi_bits & ~bit)
		csr_set(CSR_SIP, BIT(TEA_LCOFI));
}

#endif /* TEA_INTERRUPT_H */
