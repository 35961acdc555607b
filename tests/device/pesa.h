/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pesa.h - Sspesa and delegated counters on the bare machine
 */
#ifndef PESA_H
#define PESA_H

#include "bare.h"
#include "tea_pesa.h"

#define MSTATEEN0	0x30c
#define STATEEN_C	BIT_ULL(0)
#define STATEEN_CTR	BIT_ULL(54)
#define STATEEN_CSRIND	BIT_ULL(60)
#define MENVCFG		0x30a
#define MENVCFG_CDE	BIT_ULL(60)
#define MCOUNTEREN	0x306
#define MCOUNTINHIBIT	0x320
#define SCOUNTINHIBIT	0x120
#define SCOUNTOVF	0xda0
#define SCTRCTL		0x14e
#define SCTRSTATUS	0x14f
#define SCTRDEPTH	0x15f
#define CTR_U		BIT_ULL(0)
#define CTR_LCOFIFRZ	BIT_ULL(12)
#define CTR_RECORDS	16
#define SELECT_RECORD	0x200

/* Counter 5 counts cycles, counter 6 retired instructions. */
#define MHPMCOUNTER5	0xb05
#define MHPMCOUNTER6	0xb06
#define MHPMEVENT5	0x325
#define MHPMEVENT6	0x326
#define OF		BIT_ULL(63)
#define NOT_M		BIT_ULL(62)
#define NOT_S		BIT_ULL(61)
#define NOT_U		BIT_ULL(60)
#define CYCLES		1
#define INSTRUCTIONS	2
#define COUNTER(n)	BIT_ULL(n)

#define LCOFI		13
#define LCOFI_BIT	BIT_ULL(LCOFI)
#define CAUSE_VIRTUAL	22
#define VS		(BARE_VIRTUAL | S)

#endif /* PESA_H */
