/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tea_pdis_regs.h - the registers of Sspdis, which select the instructions that are tagged
 *
 * The draft of TEA_PDIS_DRAFT, for which see uapi/tea_pdis.h: its fields, in our numbers, since it
 * has none yet. docs/standard.md has the rules. For the driver, for the device, and for programs on
 * the bare machine.
 */
#ifndef TEA_PDIS_REGS_H
#define TEA_PDIS_REGS_H

#ifndef BIT_ULL
#define BIT_ULL(n)		(1ULL << (n))
#endif

/* Custom ones of the supervisor, and one of M-mode. */
#define TEA_CSR_SPDISCTL	0x5e2	/* RW TEA_PDISCTL_*, without M */
#define TEA_CSR_SPDISCOUNTER	0x5e3	/* RW COUNT, and INITVAL above it, 32 bits each */
#define TEA_CSR_SPDISEVMASK	0x5e4	/* RW bits of pdishdrev that are compared ... */
#define TEA_CSR_SPDISEVMATCH	0x5e5	/* RW ... with these */
#define TEA_CSR_SPDISFILTER	0x5e6	/* RW TEA_PDISFILTER_* */
#define TEA_CSR_MPDISCTL	0x7e2	/* RW TEA_PDISCTL_* */

/* spdisctl and mpdisctl. HPM, MEM, EPT and Custom are read-only 0. */
#define TEA_PDISCTL_SEL(ctl)	((ctl) & 7)	/* enum tea_pdis_select; a reserved one is 0 */
#define TEA_PDISCTL_ACC		BIT_ULL(33)	/* the next one in a discarded one's place */
#define TEA_PDISCTL_TS		BIT_ULL(34)	/* records have `time` */
#define TEA_PDISCTL_PA		BIT_ULL(35)	/* and the physical address of the data */
#define TEA_PDISCTL_U		BIT_ULL(60)
#define TEA_PDISCTL_S		BIT_ULL(61)
#define TEA_PDISCTL_M		BIT_ULL(62)
#define TEA_PDISCTL_OF		BIT_ULL(63)	/* a sample was recorded */
#define TEA_PDISCTL_LEVELS	(TEA_PDISCTL_U | TEA_PDISCTL_S | TEA_PDISCTL_M)

#define TEA_PDISCOUNTER(count, initial) ((__u64)(initial) << 32 | (count))

/* spdisevmask and spdisevmatch: the header without its formats. */
#define TEA_PDIS_EVENTS		(BIT_ULL(56) - 1)

/* spdisfilter: the latency of LATSEL is THRESH cycles or more, with INV less. */
#define TEA_PDISFILTER_THRESH(filter) ((filter) & 0xfff)
#define TEA_PDISFILTER_INV	BIT_ULL(12)
#define TEA_PDISFILTER_LATSEL_SHIFT 13		/* enum tea_pdis_latency; a reserved one is 0 */
#define TEA_PDISFILTER_LATSEL(filter) ((filter) >> TEA_PDISFILTER_LATSEL_SHIFT & 7)

/* Its bit in mcountinhibit, scountinhibit and scountovf. */
#define TEA_PDIS_INHIBIT	BIT_ULL(1)

/* siselect of the record: sireg to sireg6 are its first six words, those of the next are 0. */
#define TEA_SELECT_PDIS		0x60
#define TEA_SELECT_PDIS_LAST	0x61

#endif /* TEA_PDIS_REGS_H */
