/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_tagged.h - tagged instructions (Sspdis) in perf's terms: what an event requests, and a record
 *
 * The record says what tea_raw.mem says of a memory access, so data source and level are those of
 * tea_memory.h: a file with samples of both units has one language.
 *
 * Pure, as tea_memory.h: tests/kernel/test_tea_tagged.c has it by table.
 */
#ifndef TEA_TAGGED_H
#define TEA_TAGGED_H

#include "tea_config.h"
#include "tea_memory.h"
#include "tea_pdis_regs.h"
#include "uapi/tea_pdis.h"

/* The fields of an event, by their names in TEA_PDIS_FIELDS. */
struct tea_tagged_request {
	u64 load, store, transfer;
	u64 latency, latsel, inv;
	u64 mask, match;
};

static inline struct tea_tagged_request tea_tagged_request(const struct perf_event_attr *attr)
{
	const u64 config = attr->config, config1 = attr->config1, config2 = attr->config2;

	return (struct tea_tagged_request) {
#define TEA_X(word, field, low, high) .field = tea_field(word, low, high),
		TEA_PDIS_FIELDS(TEA_X)
#undef TEA_X
	};
}

/* True if the fields mean something together. */
static inline bool tea_tagged_known(const struct perf_event_attr *attr)
{
	const struct tea_tagged_request request = tea_tagged_request(attr);

	return !(attr->config >> TEA_PDIS_CONFIG_BITS) &&
	       !((attr->config1 | attr->config2) & ~TEA_PDIS_EVENTS) &&
	       request.latsel <= TEA_PDIS_OLDEST &&
	       !(request.transfer && (request.load || request.store)) &&
	       !(request.match & ~request.mask) && (request.latency || !request.inv);
}

/* True if it lets only some samples pass. */
static inline bool tea_tagged_filters(const struct tea_tagged_request *request)
{
	return request->mask || request->latency;
}

/* SEL */
static inline u64 tea_tagged_select(const struct tea_tagged_request *request)
{
	return request->transfer ? TEA_PDIS_SELECT_TRANSFERS : request->load | request->store << 1;
}

/* spdisfilter */
static inline u64 tea_tagged_filter(const struct tea_tagged_request *request)
{
	return request->latency | (request->inv ? TEA_PDISFILTER_INV : 0) |
	       request->latsel << TEA_PDISFILTER_LATSEL_SHIFT;
}

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

/* The record as the event may show it: without the kernel, no address of its half. */
static inline void tea_tagged_fill(struct tea_pdis_raw *raw, const u64 *words, u64 levels)
{
	raw->draft = TEA_PDIS_DRAFT;
	memcpy(raw->words, words, sizeof(raw->words));
	if (words[TEA_PDIS_ADDRESS1] >> 63 && !(levels & TEA_CTL_S)) {
		raw->words[TEA_PDIS_ADDRESS1] = 0;
		raw->words[TEA_PDIS_ADDRESS2] = 0;
	}
}

#endif /* TEA_TAGGED_H */
