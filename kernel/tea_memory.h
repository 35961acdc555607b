/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_memory.h - a sampled instruction's memory access, in perf's terms
 *
 * perf's terms are those of PERF_SAMPLE_DATA_SRC: an operation, a level both as a bit of the
 * old form and as a number, a snoop, a TLB. The last-level cache is the second level; another
 * hart's line, which it fetches, is of the third: perf c2c looks for HITM there alone.
 *
 * Pure, as tea_sample.h: tests/kernel/test_tea_memory.c has it by table.
 */
#ifndef TEA_MEMORY_H
#define TEA_MEMORY_H

#include <linux/perf_event.h>

#include "tea_sample.h"

#define TEA_MEM_LVL(level, number) \
	(PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, level) | PERF_MEM_S(LVLNUM, number))

static inline u64 tea_data_src_op(u64 mem)
{
	switch (tea_mem_kind(mem)) {
	case TEA_MEM_LOAD:
		return PERF_MEM_S(OP, LOAD);
	case TEA_MEM_STORE:
		return PERF_MEM_S(OP, STORE);
	case TEA_MEM_ATOMIC:
		return PERF_MEM_S(OP, LOAD) | PERF_MEM_S(OP, STORE) | PERF_MEM_S(LOCK, LOCKED);
	default:
		return PERF_MEM_S(OP, NA);
	}
}

static inline u64 tea_data_src_level(u64 mem)
{
	switch (tea_mem_source(mem)) {
	case TEA_MEM_SOURCE_FORWARDED:
	case TEA_MEM_SOURCE_L1:
		return TEA_MEM_LVL(L1, L1) | PERF_MEM_S(SNOOP, NONE);
	case TEA_MEM_SOURCE_FILL:
		return TEA_MEM_LVL(LFB, LFB) | PERF_MEM_S(SNOOP, NONE);
	case TEA_MEM_SOURCE_LLC:
		return TEA_MEM_LVL(L2, L2) | PERF_MEM_S(SNOOP, NONE);
	case TEA_MEM_SOURCE_CLEAN:
		return TEA_MEM_LVL(L3, L3) | PERF_MEM_S(SNOOP, HIT);
	case TEA_MEM_SOURCE_MODIFIED:
		return TEA_MEM_LVL(L3, L3) | PERF_MEM_S(SNOOP, HITM);
	case TEA_MEM_SOURCE_MEMORY:
	case TEA_MEM_SOURCE_TAKEN:
		return TEA_MEM_LVL(LOC_RAM, RAM) | PERF_MEM_S(SNOOP, MISS);
	case TEA_MEM_SOURCE_DEVICE:
		return PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, UNC) | PERF_MEM_S(LVLNUM, NA) |
		       PERF_MEM_S(SNOOP, NA);
	default:
		return PERF_MEM_S(LVL, NA) | PERF_MEM_S(LVLNUM, NA) | PERF_MEM_S(SNOOP, NA);
	}
}

static inline u64 tea_data_src_tlb(u64 mem)
{
	switch (tea_mem_tlb(mem)) {
	case TEA_MEM_TLB_L1:
		return PERF_MEM_S(TLB, HIT) | PERF_MEM_S(TLB, L1);
	case TEA_MEM_TLB_L2:
		return PERF_MEM_S(TLB, HIT) | PERF_MEM_S(TLB, L2);
	case TEA_MEM_TLB_WALK:
		return PERF_MEM_S(TLB, MISS) | PERF_MEM_S(TLB, WK);
	default:
		return PERF_MEM_S(TLB, NA);
	}
}

/* For a unit that does not report memory accesses: the data source that the signature implies. */
static inline u64 tea_data_src_psv(unsigned int psv)
{
	u64 level = PERF_MEM_S(LVL, NA), tlb = PERF_MEM_S(TLB, NA);

	if (psv & TEA_PSV_ST_LLC)
		level = PERF_MEM_S(LVL, MISS) | PERF_MEM_S(LVL, L2);
	else if (psv & TEA_PSV_ST_L1)
		level = PERF_MEM_S(LVL, MISS) | PERF_MEM_S(LVL, L1);
	if (psv & TEA_PSV_ST_TLB)
		tlb = PERF_MEM_S(TLB, MISS) | PERF_MEM_S(TLB, L1);
	return PERF_MEM_S(OP, NA) | level | PERF_MEM_S(LVLNUM, NA) | PERF_MEM_S(SNOOP, NA) | tlb;
}

/* @known: the unit reports memory accesses. */
static inline u64 tea_data_src(u64 mem, unsigned int psv, bool known)
{
	if (!known)
		return tea_data_src_psv(psv);
	return tea_data_src_op(mem) | tea_data_src_level(mem) | tea_data_src_tlb(mem);
}

/*
 * The three fields of PERF_SAMPLE_WEIGHT_STRUCT: cycles from issue to data; the signature;
 * how many instructions share the cycle. The signature has the events of table 1 in bits 8:0, the
 * commit state above them, and the other events above that.
 */
struct tea_weight {
	u32 latency;
	u16 signature;
	u16 slots;
};

#define TEA_WEIGHT_STATE_SHIFT	TEA_PAPER_EVENTS_COUNT
#define TEA_WEIGHT_STATE_BITS	2

static inline u16 tea_weight_signature(u16 psv, unsigned int state)
{
	return (psv & TEA_PSV_PAPER) | state << TEA_WEIGHT_STATE_SHIFT |
	       (psv & ~TEA_PSV_PAPER) << TEA_WEIGHT_STATE_BITS;
}

static inline struct tea_weight tea_weight(const struct tea_unit_sample *sample, unsigned int slot,
					   unsigned int visible)
{
	return (struct tea_weight){
		.latency = tea_mem_latency(sample->memory[slot].mem),
		.signature = tea_weight_signature(tea_psv(sample->psvs, slot),
						  TEA_SAMPLE_STATE(sample->meta)),
		.slots = tea_slots_count(visible),
	};
}

#endif /* TEA_MEMORY_H */
