/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_tagged.h - a tagged instruction's record (Sspdis), in perf's terms
 *
 * The record says what tea_raw.mem says of a memory access, so data source and level are those of
 * tea_memory.h: a file with samples of both units has one language.
 *
 * Pure, as tea_memory.h: tests/kernel/test_tea_tagged.c has it by table.
 */
#ifndef TEA_TAGGED_H
#define TEA_TAGGED_H

#include "tea_memory.h"
#include "uapi/tea_pdis.h"

/* An explicit access that was made: not by an instruction that was flushed. */
static inline bool tea_tagged_accesses(const u64 *words)
{
	const u64 header = words[TEA_PDIS_HEADER];

	return header & TEA_PDIS_LOAD_STORE && !(header & TEA_PDIS_FLUSHED);
}

/* Virtual and physical address of the data; 0: none. */
static inline u64 tea_tagged_addr(const u64 *words)
{
	return tea_tagged_accesses(words) ? words[TEA_PDIS_ADDRESS1] : 0;
}

static inline u64 tea_tagged_phys_addr(const u64 *words)
{
	return tea_tagged_accesses(words) ? words[TEA_PDIS_ADDRESS2] : 0;
}

static inline u64 tea_tagged_tlb(u64 header)
{
	if (header & TEA_PDIS_LLTLBMISS)
		return TEA_MEM_TLB_WALK;
	return header & TEA_PDIS_L1TLBMISS ? TEA_MEM_TLB_L2 : TEA_MEM_TLB_L1;
}

/* TYPE counts loads and stores as TEA_MEM_* do, and DSRC sources. Without an address, no TLB. */
static inline u64 tea_tagged_mem(const u64 *words)
{
	const u64 header = words[TEA_PDIS_HEADER];

	if (!tea_tagged_accesses(words))
		return 0;
	return (header & TEA_PDIS_LOAD_STORE) | TEA_PDIS_DSRC(header) << TEA_MEM_SOURCE_SHIFT |
	       (words[TEA_PDIS_ADDRESS1] ? tea_tagged_tlb(header) << TEA_MEM_TLB_SHIFT : 0);
}

static inline u64 tea_tagged_data_src(const u64 *words)
{
	return tea_data_src(tea_tagged_mem(words), 0, true);
}

/*
 * The three fields of PERF_SAMPLE_WEIGHT_STRUCT, in cycles: from issue to data, from decode to
 * retirement, and from the retirement before. perf names them local weight, instruction latency and
 * retire latency.
 */
struct tea_tagged_weight {
	u32 access;
	u16 total, oldest;
};

static inline struct tea_tagged_weight tea_tagged_weight(const u64 *words)
{
	const u64 latencies = words[TEA_PDIS_LATENCIES];

	return (struct tea_tagged_weight){
		.access = tea_pdis_latency(latencies, TEA_PDIS_EXECUTION),
		.total = tea_pdis_latency(latencies, TEA_PDIS_TOTAL),
		.oldest = tea_pdis_latency(latencies, TEA_PDIS_OLDEST),
	};
}

#endif /* TEA_TAGGED_H */
