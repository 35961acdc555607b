// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * storage.c - the storage of the TEA unit: see storage.h
 *
 * The parts of TEA are those of section 3, "Overheads". For TIP the paper gives only the
 * sum; the parts are the contents of TIP's sample: six registers of 64 bits for four
 * slots, and the instruction committed last with its flags. The counters
 * (docs/tea-interface.md, section 8) have what the rules of docs/stage-stacks.md need. Memory
 * accesses (section 13) have the remaining registers of a sample: the address of an access is
 * in the load or store queue until it commits, with or without the unit.
 */
#include "storage.h"

#include <string.h>

#include "tea_abi.h"

#define FETCH_EVENTS	(TEA_PSV_DR_L1 | TEA_PSV_DR_TLB)	/* known before dispatch */
#define FETCH_PACKETS	3	/* on their way through fetch */
#define ADDRESS_BITS	64
#define FLAG_BITS	8
#define COUNTER_BITS	64
#define LEVELS		3	/* of privilege, with counters of their own */
#define WAIT_BITS	3	/* arithmetic, load, older store, alone, or none of them */
#define SOURCE_BITS	4	/* where data came from */
#define TLB_BITS	2	/* which level of TLB had the page */
#define LATENCY_BITS	32	/* from the issue to the data: the time of issue until then */
#define KIND_BITS	3	/* load, store, atomic or none, and whether there is an address */

/* Bits of a number that selects one of @count entries. */
static uint32_t bits_of(uint32_t count)
{
	return count > 1 ? 32 - (uint32_t)__builtin_clz(count - 1) : 0;
}

static uint32_t count_of(uint32_t events)
{
	return (uint32_t)__builtin_popcount(events);
}

void tea_storage_list(const struct tea_params *params, uint32_t events,
		      struct tea_storage_part parts[TEA_STORAGE_PARTS])
{
	const uint32_t psv = count_of(events), fetched = count_of(events & FETCH_EVENTS);
	const struct tea_storage_part list[TEA_STORAGE_PARTS] = {
		{ "fetch buffer: DR-L1 and DR-TLB of each entry", TEA_STORAGE_TEA,
		  params->fetch_buffer, fetched, 0, 0 },
		{ "registers in fetch, decode and dispatch: DR-L1 and DR-TLB; DR-SQ", TEA_STORAGE_TEA,
		  FETCH_PACKETS + 2 * params->decode_width, fetched,
		  count_of(events & TEA_PSV_DR_SQ), 0 },
		{ "reorder buffer: PSV of each entry", TEA_STORAGE_TEA, params->rob, psv, 0, 0 },
		{ "load and store queue: ST-TLB of each entry", TEA_STORAGE_TEA,
		  params->load_queue + params->store_queue, count_of(events & TEA_PSV_ST_TLB),
		  0, 0 },
		{ "PSV of the instruction committed last", TEA_STORAGE_TEA, 1, psv, 0, 0 },
		{ "sample: address of each slot", TEA_STORAGE_TIP, params->commit_width,
		  ADDRESS_BITS, 0, 0 },
		{ "sample: cycle, metadata (with TEA, the PSVs too)", TEA_STORAGE_TIP, 2,
		  ADDRESS_BITS, 0, 0 },
		{ "address and flags of the instruction committed last", TEA_STORAGE_TIP, 1,
		  ADDRESS_BITS + FLAG_BITS, 0, 0 },
		{ "counters of the stage stacks: each component at each privilege level",
		  TEA_STORAGE_COUNTERS, TEA_STACKS_COUNT * TEA_COMPONENTS_COUNT * LEVELS,
		  COUNTER_BITS, 0, 0 },
		{ "counters of the FLOPS stack", TEA_STORAGE_COUNTERS, TEA_FLOPS_COUNT * LEVELS,
		  COUNTER_BITS, 0, 0 },
		{ "carry of each stage stack", TEA_STORAGE_COUNTERS,
		  TEA_STACKS_COUNT, bits_of(params->rob), 0, 0 },
		{ "reorder buffer: what each entry waits for, where its PSV does not say",
		  TEA_STORAGE_COUNTERS, params->rob, WAIT_BITS, 0, 0 },
		{ "physical registers: reorder buffer entry of what writes each",
		  TEA_STORAGE_COUNTERS, params->int_registers + params->fp_registers +
		  (params->vlen ? params->vec_registers : 0),
		  bits_of(params->rob), 0, 0 },
		{ "load queue: source, TLB and cycles of each entry", TEA_STORAGE_MEMORY,
		  params->load_queue, SOURCE_BITS + TLB_BITS + LATENCY_BITS, 0, 0 },
		{ "store queue: TLB of each entry", TEA_STORAGE_MEMORY, params->store_queue,
		  TLB_BITS, 0, 0 },
		{ "sample: address, kind, source, TLB and cycles of each slot", TEA_STORAGE_MEMORY,
		  params->commit_width,
		  ADDRESS_BITS + KIND_BITS + SOURCE_BITS + TLB_BITS + LATENCY_BITS, 0, 0 },
	};

	memcpy(parts, list, sizeof(list));
	for (unsigned int i = 0; i < TEA_STORAGE_PARTS; i++)
		parts[i].bytes = (parts[i].entries * parts[i].bits + parts[i].extra_bits + 7) / 8;
}

uint32_t tea_storage_bytes(const struct tea_params *params, uint32_t events,
			   enum tea_storage_unit unit)
{
	struct tea_storage_part parts[TEA_STORAGE_PARTS];
	uint32_t bytes = 0;

	tea_storage_list(params, events, parts);
	for (unsigned int i = 0; i < TEA_STORAGE_PARTS; i++)
		bytes += parts[i].unit == unit ? parts[i].bytes : 0;
	return bytes;
}
