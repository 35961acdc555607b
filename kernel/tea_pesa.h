/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tea_pesa.h - a TEA sample in the registers of Sspesa, the standard's door to it
 *
 * RISC-V Performance Event Sampling, the draft of 2025-10-27: as a delegated counter overflows,
 * shpmspc takes an address, and shpmsdata the counter's number and 59 bits of the
 * implementation's own. These are ours. docs/standard.md has the rules. For the driver, for the
 * device, and for programs on the bare machine.
 */
#ifndef TEA_PESA_H
#define TEA_PESA_H

/* Year, month and day of the draft: what a later one changes shows by it. */
#define TEA_PESA_DRAFT		20251027

/* The draft has no numbers yet; these are two of the supervisor's custom ones. */
#define TEA_CSR_SHPMSPC		0x5e0	/* RW address of slot 0 */
#define TEA_CSR_SHPMSDATA	0x5e1	/* RW the rest of it */

/* siselect of a delegated counter: sireg is itself, sireg2 its event (Smcdeleg). */
#define TEA_SELECT_COUNTER(n)	(0x40 + (n))

/* shpmsdata. Only CNTRID is the draft's. */
#define TEA_PESA_CNTRID(data)	((data) & 0x1f)		/* counter that overflowed */
#define TEA_PESA_STATE(data)	((data) >> 5 & 3)	/* TEA_STATE_* */
#define TEA_PESA_SLOTS(data)	((data) >> 7 & 0xf)	/* bit n: slot n has an instruction */
#define TEA_PESA_PRIV(data)	((data) >> 11 & 3)	/* privilege level */
#define TEA_PESA_PSV(data, slot) \
	(((data) >> (13 + 9 * (slot)) & 0x1ff) | ((data) >> (55 + (slot)) & 1) << 9)
#define TEA_PESA_NEXT(data, slot) ((data) >> (49 + 2 * (slot)) & 3)
#define TEA_PESA_BITS		59	/* bits 63:59 are 0 */

/* How the instruction in slot n + 1 follows that in slot n, of slots 0 to 2. */
enum tea_pesa_next {
	TEA_PESA_NEXT_2 = 0,		/* 2 bytes behind its address */
	TEA_PESA_NEXT_4 = 1,		/* 4 bytes behind it */
	TEA_PESA_NEXT_TAKEN = 2,	/* a transfer that is in the control transfer records */
	TEA_PESA_NEXT_ELSEWHERE = 3,	/* not told */
};

#define TEA_PESA_DATA(counter, state, slots, priv) \
	((__u64)(counter) | (__u64)(state) << 5 | (__u64)(slots) << 7 | (__u64)(priv) << 11)
#define TEA_PESA_DATA_PSV(psv, slot) \
	(((__u64)(psv) & 0x1ff) << (13 + 9 * (slot)) | ((__u64)(psv) >> 9 & 1) << (55 + (slot)))
#define TEA_PESA_DATA_NEXT(next, slot) ((__u64)(next) << (49 + 2 * (slot)))

#endif /* TEA_PESA_H */
