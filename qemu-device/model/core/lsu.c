// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lsu.c - load-store unit: see lsu.h
 */
#include <string.h>

#include "lsu.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "trace.h"

#define ACCESS_MAX	8	/* bytes */
#define TURNS_DEPTH	16	/* loads that waited for data, of which the turn is remembered */
#define PAGE_BYTES	4096	/* smallest page: an access that crosses one is translated twice */

int tea_lsu_init(struct tea_lsu *lsu, const struct tea_params *params,
		 struct tea_memory *memory, struct tea_store *store)
{
	lsu->memory = memory;
	lsu->stores.store = store;
	lsu->stores.mask = tea_storequeue_slots(params->store_queue) - 1;
	lsu->stores.kept = params->store_queue;
	lsu->forward_latency = params->forward_latency;
	lsu->forward_turn = params->forward_turn;
	lsu->hit_latency = params->l1d_latency;
	lsu->load_retry = params->load_retry;
	lsu->traps = params->misaligned_trap;
	tea_meter_init(&lsu->stores.drain, params->store_drain);
	return tea_booking_init(&lsu->turns, 1, TURNS_DEPTH);
}

void tea_lsu_deinit(struct tea_lsu *lsu)
{
	tea_booking_deinit(&lsu->turns);
}

static uint64_t access_bytes(const struct tea_op *op)
{
	return op->insn.access_bytes < ACCESS_MAX ? op->insn.access_bytes : ACCESS_MAX;
}

static void translate_part(struct tea_lsu *lsu, const struct tea_op *op, uint64_t vaddr,
			   cycle_t now, struct tea_lsu_access *access)
{
	struct tea_translation translation;

	tea_memory_translate(lsu->memory, TEA_SIDE_DATA, vaddr, op->privilege & TEA_PRIV_M,
			     now, &translation);
	if (!access->parts || translation.ready > access->addr_at)
		access->mem = tea_lsu_tlb(translation.tlb);
	access->paddr[access->parts++] = translation.paddr;
	access->addr_at = cycle_max(access->addr_at, translation.ready);
	access->psv |= translation.l1_miss ? TEA_PSV_ST_TLB : 0;
}

/* The part of an access in its second line, which may be in a second page. */
static void translate_crossing(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			       struct tea_lsu_access *access)
{
	uint64_t line_left = TEA_LINE_BYTES - op->addr % TEA_LINE_BYTES;

	now += access->second_after;
	access->addr_at = cycle_max(access->addr_at, now);
	if ((op->addr + line_left) % PAGE_BYTES == 0)
		translate_part(lsu, op, op->addr + line_left, now, access);
	else
		access->paddr[access->parts++] = access->paddr[0] + line_left;
}

static bool is_misaligned(const struct tea_op *op)
{
	return op->insn.access_bytes && op->addr % op->insn.access_bytes;
}

/* It has an address, all of it is in one line, and it does not trap. */
static bool is_simple(const struct tea_lsu *lsu, const struct tea_op *op,
		      const struct tea_lsu_access *access)
{
	return op->has_addr && !access->second_after && !lsu->traps;
}

void tea_lsu_spare_pages(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now)
{
	const uint64_t last = op->addr + (op->insn.access_bytes ? op->insn.access_bytes - 1U : 0);
	const uint8_t privilege = op->privilege & TEA_PRIV_M;

	if (!op->has_addr || !(lsu->spared & TEA_PSV_ST_TLB))
		return;
	tea_memory_spare_page(lsu->memory, TEA_SIDE_DATA, op->addr, privilege, now);
	if (last / PAGE_BYTES != op->addr / PAGE_BYTES)
		tea_memory_spare_page(lsu->memory, TEA_SIDE_DATA, last, privilege, now);
}

void tea_lsu_spare_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now)
{
	if (lsu->spared & (TEA_PSV_ST_L1 | TEA_PSV_ST_LLC))
		tea_memory_spare_line(lsu->memory, TEA_SIDE_DATA, paddr,
				      lsu->spared & TEA_PSV_ST_L1 ? TEA_LEVEL_L1 : TEA_LEVEL_LLC, now);
}

void tea_lsu_translate_slow(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			    struct tea_lsu_access *access)
{
	access->addr_at = now;
	access->parts = 0;
	access->psv = access->mem = 0;
	access->fault = TEA_LSU_FAULT_NONE;
	if (op->has_addr) {
		if (__builtin_expect(lsu->traps, false) && is_misaligned(op) &&
		    !(lsu->spared & TEA_PSV_FL_EX))
			access->fault = TEA_LSU_FAULT_MISALIGNED;
		translate_part(lsu, op, op->addr, now, access);
		if (__builtin_expect(access->second_after != 0, false))
			translate_crossing(lsu, op, now, access);
	}
	access->ready = access->addr_at;
	access->why = access->psv ? TEA_LIMIT_DTLB : TEA_LIMIT_LATENCY;
}

static inline __attribute__((always_inline)) void translate(struct tea_lsu *lsu,
							    const struct tea_op *op, cycle_t now,
							    struct tea_lsu_access *access)
{
	enum tea_hit hit = TEA_HIT_NONE;

	/* of one line, in the L1 TLB */
	if (is_simple(lsu, op, access))
		hit = tea_memory_translate_hit(lsu->memory, op->addr, op->privilege & TEA_PRIV_M,
					       now, &access->paddr[0]);
	if (hit == TEA_HIT_NONE) {
		tea_lsu_translate_slow(lsu, op, now, access);
		return;
	}
	access->addr_at = now;
	access->ready = now;
	access->parts = 1;
	access->psv = 0;
	access->mem = tea_lsu_tlb_hit(hit);
	access->why = TEA_LIMIT_LATENCY;
	access->fault = TEA_LSU_FAULT_NONE;
}

void tea_lsu_translate(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		       struct tea_lsu_access *access)
{
	translate(lsu, op, now, access);
}

/* Read all parts from the L1 at @now, and @own their lines or not. Returns the slowest level. */
static enum tea_level read_lines(struct tea_lsu *lsu, bool own, cycle_t now,
				 struct tea_lsu_access *access)
{
	enum tea_level level = TEA_LEVEL_L1;
	uint16_t source = 0;
	cycle_t last = 0;

	for (unsigned int i = 0; i < access->parts; i++) {
		struct tea_access result;

		if (lsu->spared)
			tea_lsu_spare_line(lsu, access->paddr[i], now);
		if (own)
			tea_memory_own(lsu->memory, access->paddr[i], now, &result);
		else
			tea_memory_load(lsu->memory, access->paddr[i], now, &result);
		access->ready = cycle_max(access->ready, result.ready);
		if (result.level > level)
			level = result.level;
		if (result.ready > last) {
			last = result.ready;
			source = tea_lsu_source_of(&result);
		}
	}
	access->mem |= source;
	access->psv |= tea_lsu_events(level);
	return level;
}

/*
 * Returns when a load that looks in @read_at has an older store's data, which are there in
 * @data_at. It takes no longer than a hit if they are there before the L1 would answer, in the
 * second cycle behind. Otherwise the load retries, and all loads that wait for data take turns:
 * they share the port.
 */
static cycle_t find_forwarded(struct tea_lsu *lsu, cycle_t read_at, cycle_t data_at)
{
	unsigned int port;
	cycle_t turn;

	if (data_at <= read_at + 1)
		return read_at + (lsu->hit_latency < lsu->forward_latency ? lsu->hit_latency :
									    lsu->forward_latency);
	turn = tea_booking_find(&lsu->turns, data_at, lsu->forward_turn, &port);
	tea_booking_take(&lsu->turns, port, turn, turn + lsu->forward_turn);
	return turn + lsu->forward_latency;
}

/* Whatever it finds: out of line, most loads pass by it. */
static __attribute__((noinline)) void load_generic(struct tea_lsu *lsu, const struct tea_op *op,
						   cycle_t now, struct tea_lsu_access *access)
{
	const struct tea_store *store = NULL;
	uint64_t bytes = access_bytes(op), number;
	cycle_t read_at, longest;
	enum tea_level level;

	translate(lsu, op, now, access);
	if (!access->parts || !bytes)
		return;
	read_at = access->addr_at;
	longest = access->addr_at - now;
	number = tea_storequeue_find(&lsu->stores, op->addr, bytes, read_at);
	if (number)
		store = tea_storequeue_get(&lsu->stores, number);
	if (store && store->addr_at > read_at && lsu->spared & TEA_PSV_FL_MO) {
		/* it waits for the address */
		read_at = store->addr_at;
		longest = read_at - now;
		access->why = TEA_LIMIT_ORDER;
	}
	if (store && store->addr_at > read_at) {
		access->fault = TEA_LSU_FAULT_ORDER;
		access->conflict_at = store->addr_at;
	} else if (store && tea_store_covers(store, op->addr, bytes)) {
		access->ready = find_forwarded(lsu, read_at, store->data_at);
		access->why = TEA_LIMIT_FORWARD;
		access->mem |= tea_lsu_source(TEA_MEM_SOURCE_FORWARDED);
		TEA_TRACE(lsu->trace, forward, lsu->trace, lsu, number, read_at, store->data_at,
			  access->ready);
		return;
	} else if (store) {
		/* only a part of the bytes: the L1 has all of them once it is gone */
		cycle_t retry = store->gone_at + lsu->load_retry;

		if (retry - read_at > longest) {
			longest = retry - read_at;
			access->why = TEA_LIMIT_ORDER;
		}
		TEA_TRACE(lsu->trace, retry, lsu->trace, lsu, number, store->gone_at);
		read_at = retry;
	}
	level = read_lines(lsu, false, read_at, access);
	if (level != TEA_LEVEL_L1 && access->ready - read_at > longest)
		access->why = TEA_LIMIT_DCACHE;
}

/*
 * Forward from @store, if its address is known. Returns false if it is not, or if that is not
 * enough.
 */
static inline bool load_forwarded(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
				  const struct tea_store *store, struct tea_lsu_access *access)
{
	enum tea_hit hit;

	if (store->addr_at > now || !tea_store_covers(store, op->addr, op->insn.access_bytes))
		return false;
	hit = tea_memory_translate_hit(lsu->memory, op->addr, op->privilege & TEA_PRIV_M, now,
				       &access->paddr[0]);
	if (hit == TEA_HIT_NONE)
		return false;
	access->ready = find_forwarded(lsu, now, store->data_at);
	tea_lsu_access_at_once(access, now, hit, TEA_MEM_SOURCE_FORWARDED, TEA_LIMIT_FORWARD);
	TEA_TRACE(lsu->trace, forward, lsu->trace, lsu, (uint64_t)(store - lsu->stores.store), now,
		  store->data_at, access->ready);
	return true;
}

/* There are stores in the chains of its words, or it is in two of them. */
static __attribute__((noinline)) void load_near(struct tea_lsu *lsu, const struct tea_op *op,
						cycle_t now, struct tea_lsu_access *access)
{
	uint64_t number = tea_storequeue_find(&lsu->stores, op->addr, access_bytes(op), now);
	const struct tea_store *store = tea_storequeue_get(&lsu->stores, number);
	enum tea_hit hit;

	if (number) {
		if (!load_forwarded(lsu, op, now, store, access))
			load_generic(lsu, op, now, access);
		return;
	}
	hit = tea_memory_load_hit(lsu->memory, op->addr, op->privilege & TEA_PRIV_M, now,
				  &access->ready);
	if (hit != TEA_HIT_NONE)
		tea_lsu_access_at_once(access, now, hit, TEA_MEM_SOURCE_L1, TEA_LIMIT_LATENCY);
	else
		load_generic(lsu, op, now, access);
}

void tea_lsu_load_slow(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		       struct tea_lsu_access *access)
{
	const uint64_t bytes = op->insn.access_bytes, first = tea_first_word(op->addr);

	if (is_simple(lsu, op, access) && bytes &&
	    (tea_storequeue_has(&lsu->stores, first, now) || tea_last_word(op->addr, bytes) != first))
		load_near(lsu, op, now, access);
	else
		load_generic(lsu, op, now, access);
}

/* Write to the line at @paddr. Returns the cycle, @now or later, in which the L1 takes it. */
static cycle_t write_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now)
{
	struct tea_access result;

	tea_memory_store(lsu->memory, paddr, now, &result);
	return result.accepted;
}

cycle_t tea_lsu_drain_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now)
{
	if (__builtin_expect(!(lsu->spared & TEA_PSV_DR_SQ), true))
		return write_line(lsu, paddr, now);
	tea_memory_spare_store(lsu->memory, paddr, now);
	return now;
}

void tea_lsu_atomic(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		    struct tea_lsu_access *access)
{
	bool reads = op->insn.class != TEA_CLASS_STORE_CONDITIONAL;
	enum tea_level level;
	cycle_t write_at;

	tea_lsu_translate(lsu, op, now, access);
	if (!access->parts)
		return;
	level = read_lines(lsu, true, access->addr_at, access);
	if (!reads)
		access->psv &= (uint16_t)~TEA_PSV_ST_LLC;
	if (level != TEA_LEVEL_L1 && access->ready - access->addr_at > access->addr_at - now)
		access->why = TEA_LIMIT_DCACHE;
	if (op->insn.class == TEA_CLASS_LOAD_RESERVED)
		return;
	write_at = access->ready;
	TEA_TRACE(lsu->trace, aside_atomic, lsu->trace, access->ready);
	for (unsigned int i = 0; i < access->parts; i++)
		write_at = write_line(lsu, access->paddr[i], write_at);
	TEA_TRACE(lsu->trace, back, lsu->trace);
	tea_storequeue_note_drain(&lsu->stores, write_at);
}

void tea_lsu_prefetch(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		      struct tea_lsu_access *access)
{
	bool insn = op->insn.class == TEA_CLASS_PREFETCH_I;
	bool write = op->insn.class == TEA_CLASS_PREFETCH_W;

	TEA_TRACE(lsu->trace, aside, lsu->trace);
	tea_lsu_translate(lsu, op, now, access);
	if (access->parts)
		tea_memory_prefetch(lsu->memory, insn ? TEA_SIDE_INSN : TEA_SIDE_DATA,
				    access->paddr[0], write, access->addr_at);
	TEA_TRACE(lsu->trace, back, lsu->trace);
	access->addr_at = access->ready = now;
	access->why = TEA_LIMIT_LATENCY;
}

/* Write the lines of a store, from @now on. Returns when the L1 has taken all. */
static __attribute__((noinline)) cycle_t write_lines(struct tea_lsu *lsu,
						     const struct tea_lsu_access *access,
						     cycle_t now)
{
	cycle_t gone_at = now;

	for (unsigned int i = 0; i < access->parts; i++) {
		if (i)
			gone_at = tea_meter_take(&lsu->stores.drain, gone_at);
		gone_at = tea_lsu_drain_line(lsu, access->paddr[i], gone_at);
	}
	if (gone_at > now)
		tea_storequeue_note_drain(&lsu->stores, gone_at);
	return gone_at;
}

void tea_lsu_drain(struct tea_lsu *lsu, uint64_t addr, uint8_t bytes,
		   const struct tea_lsu_access *access, cycle_t data_at, cycle_t commit)
{
	struct tea_store *store = tea_storequeue_next(&lsu->stores);
	cycle_t gone_at = tea_meter_take(&lsu->stores.drain, commit + 1);

	if (access->parts != 1 || __builtin_expect(lsu->spared & TEA_PSV_DR_SQ, 0) ||
	    !tea_memory_store_hit(lsu->memory, access->paddr[0], gone_at))
		gone_at = write_lines(lsu, access, gone_at);
	lsu->stores.drained = gone_at;
	tea_ring_push(&lsu->stores.entries, gone_at + 1);

	store->addr = addr;
	store->bytes = access->parts ? bytes : 0;
	store->addr_at = access->addr_at;
	store->data_at = data_at;
	store->gone_at = gone_at;
	if (store->bytes)
		tea_storequeue_link(&lsu->stores, store);
}
