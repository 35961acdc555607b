/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_branch.h - branch records as the hart has them and as perf wants them
 *
 * The hart's are control transfer records (Ssctr). perf asks with branch_sample_type, here
 * called wanted, and gets struct perf_branch_entry. An address of a privilege level that is
 * not wanted is 0, as hardware has it that records one side alone.
 *
 * Pure, as tea_sample.h: tests/kernel/test_tea_branch.c has it by table.
 */
#ifndef TEA_BRANCH_H
#define TEA_BRANCH_H

#include <linux/perf_event.h>

#include "tea_sample.h"

/* Records that a sample takes along: the least that a hart can have. */
#define TEA_RECORDS		16
#define TEA_CTR_DEPTH		0	/* sctrdepth for that many */

/* Registers of the privileged architecture that the kernel's headers lack. */
#define TEA_CSR_SCTRCTL		0x14e
#define TEA_CSR_SCTRSTATUS	0x14f
#define TEA_CSR_CTRSOURCE	0x151	/* sireg, with siselect at a record */
#define TEA_CSR_CTRTARGET	0x152	/* sireg2 */
#define TEA_CSR_CTRDATA		0x153	/* sireg3 */
#define TEA_CSR_SCTRDEPTH	0x15f
#define TEA_CTR_SELECT		0x200	/* siselect of the newest record */

#define TEA_CTR_U		0x1ULL
#define TEA_CTR_S		0x2ULL
#define TEA_CTR_LEVELS		(TEA_CTR_U | TEA_CTR_S)
#define TEA_CTR_FROZEN		0x80000000ULL	/* of sctrstatus */
#define TEA_CTR_SOURCE_VALID	1ULL
#define TEA_CTR_TARGET_MISP	1ULL
#define TEA_CTR_DATA_CCV	0x8000ULL

#define TEA_CTR_TYPES_MAX	16

struct tea_record {
	u64 source;			/* ctrsource, with V */
	u64 target;			/* ctrtarget, with MISP */
	u64 data;			/* ctrdata */
};

struct tea_ctr_type {
	u64 wanted;			/* by one of these, 0: no such type */
	unsigned int type;		/* PERF_BR_* */
};

/*
 * Types of records: perf's name for each, and the flags of which an event needs one to get it.
 * All types are recorded unless they are inhibited. System calls and other exceptions have the
 * same type: perf has no name for either.
 */
static inline const struct tea_ctr_type *tea_ctr_type(unsigned int type)
{
	enum {
		any = PERF_SAMPLE_BRANCH_ANY,
		call = any | PERF_SAMPLE_BRANCH_ANY_CALL,
		back = any | PERF_SAMPLE_BRANCH_ANY_RETURN,
		indirect = any | PERF_SAMPLE_BRANCH_IND_JUMP,
	};
	static const struct tea_ctr_type types[TEA_CTR_TYPES_MAX] = {
		[1] = { call, PERF_BR_UNKNOWN },				/* exception */
		[2] = { any, PERF_BR_IRQ },
		[3] = { back, PERF_BR_ERET },
		[5] = { any | PERF_SAMPLE_BRANCH_COND, PERF_BR_COND },		/* taken */
		[8] = { call | PERF_SAMPLE_BRANCH_IND_CALL, PERF_BR_IND_CALL },
		[9] = { call | PERF_SAMPLE_BRANCH_CALL, PERF_BR_CALL },
		[10] = { indirect, PERF_BR_IND },
		[11] = { any, PERF_BR_UNCOND },
		[12] = { call | PERF_SAMPLE_BRANCH_IND_CALL, PERF_BR_IND_CALL },	/* swap */
		[13] = { back, PERF_BR_RET },
		[14] = { indirect, PERF_BR_IND },	/* other links, as 15 */
		[15] = { any, PERF_BR_UNCOND },
	};

	return &types[type % TEA_CTR_TYPES_MAX];
}

/* All flags that perf may ask for here, except privilege levels and output options. */
#define TEA_BRANCH_KINDS \
	(PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_ANY_RETURN | \
	 PERF_SAMPLE_BRANCH_IND_CALL | PERF_SAMPLE_BRANCH_COND | PERF_SAMPLE_BRANCH_IND_JUMP | \
	 PERF_SAMPLE_BRANCH_CALL)
#define TEA_BRANCH_KNOWN \
	(TEA_BRANCH_KINDS | PERF_SAMPLE_BRANCH_PLM_ALL | PERF_SAMPLE_BRANCH_NO_FLAGS | \
	 PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_TYPE_SAVE | \
	 PERF_SAMPLE_BRANCH_HW_INDEX | PERF_SAMPLE_BRANCH_PRIV_SAVE)

static inline bool tea_branch_known(u64 wanted)
{
	return wanted & TEA_BRANCH_KINDS && !(wanted & ~(u64)TEA_BRANCH_KNOWN) &&
	       wanted & (PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_KERNEL);
}

/* The bits of sctrctl that inhibit a type; of no other one. */
static inline u64 tea_ctr_inhibit(unsigned int type)
{
	return 1ULL << (32 + type);
}

/* sctrctl for the flags that perf wants. */
static inline u64 tea_ctr_control(u64 wanted)
{
	u64 control = (wanted & PERF_SAMPLE_BRANCH_USER ? TEA_CTR_U : 0) |
		      (wanted & PERF_SAMPLE_BRANCH_KERNEL ? TEA_CTR_S : 0);
	unsigned int type;

	for (type = 0; type < TEA_CTR_TYPES_MAX; type++) {
		if (tea_ctr_type(type)->wanted && !(tea_ctr_type(type)->wanted & wanted))
			control |= tea_ctr_inhibit(type);
	}
	return control;
}

/* For two at once: all that either records. 0 records nothing. */
static inline u64 tea_ctr_join(u64 one, u64 other)
{
	if (!one || !other)
		return one | other;
	return ((one | other) & TEA_CTR_LEVELS) | (one & other & ~TEA_CTR_LEVELS);
}

/* Cycles since the record before, 0: not known. The field of perf's has 16 bits. */
static inline u64 tea_record_cycles(u64 data)
{
	const unsigned int exponent = data >> 28 & 0xf;
	u64 cycles = data >> 16 & 0xfff;

	if (!(data & TEA_CTR_DATA_CCV))
		return 0;
	if (exponent)
		cycles = (0x1000 + cycles) << (exponent - 1);
	return cycles < 0xffff ? cycles : 0xffff;
}

/* Hides addresses of the kernel's half from events that exclude the kernel. */
static inline u64 tea_branch_address(u64 wanted, u64 address)
{
	return wanted & (address >> 63 ? PERF_SAMPLE_BRANCH_KERNEL : PERF_SAMPLE_BRANCH_USER) ?
	       address : 0;
}

/*
 * Converts a record to perf's entry. Returns false if the event does not want the record. A
 * transfer between levels counts for the side that the hart attributes it to: an event with the
 * kernel alone gets traps into the kernel and returns from it; an event without the kernel gets
 * neither.
 */
static inline bool tea_branch_entry(u64 wanted, const struct tea_record *record,
				    struct perf_branch_entry *entry)
{
	const struct tea_ctr_type *type = tea_ctr_type(record->data & 0xf);
	const u64 from = record->source & ~TEA_CTR_SOURCE_VALID;
	const u64 to = record->target & ~TEA_CTR_TARGET_MISP;
	const bool mispredicted = record->target & TEA_CTR_TARGET_MISP;

	if (!(type->wanted & wanted))
		return false;
	*entry = (struct perf_branch_entry) {
		.from = tea_branch_address(wanted, from), .to = tea_branch_address(wanted, to),
	};
	if (!entry->from && !entry->to)
		return false;
	if (!(wanted & PERF_SAMPLE_BRANCH_KERNEL) && (!entry->from || !entry->to))
		return false;
	if (!(wanted & PERF_SAMPLE_BRANCH_NO_FLAGS)) {
		entry->mispred = mispredicted;
		entry->predicted = !mispredicted;
	}
	if (!(wanted & PERF_SAMPLE_BRANCH_NO_CYCLES))
		entry->cycles = tea_record_cycles(record->data);
	if (wanted & PERF_SAMPLE_BRANCH_TYPE_SAVE)
		entry->type = type->type;
	if (wanted & PERF_SAMPLE_BRANCH_PRIV_SAVE && entry->to)
		entry->priv = to >> 63 ? PERF_BR_PRIV_KERNEL : PERF_BR_PRIV_USER;
	return true;
}

#endif /* TEA_BRANCH_H */
