/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lsu.h - load-store unit: load and store queue, forwarding, ordering, drain
 *
 * Stores wait in the store queue until they have committed and the L1 has taken
 * them, in order. A load looks for the youngest older store there that overlaps
 * it (storequeue.h); one that finds a store whose address was not known yet has
 * read too early: an ordering violation.
 * Addresses are compared as virtual ones: synonyms inside the queue are not seen.
 */
#ifndef TEA_LSU_H
#define TEA_LSU_H

#include "memory/memory.h"
#include "model.h"
#include "tea_abi.h"
#include "time/booking.h"
#include "time/hops.h"
#include "time/meter.h"
#include "time/ring.h"

#define TEA_LSU_CHAINS		256	/* power of two */
#define TEA_WORD_SHIFT		3	/* log2 of the bytes of a word */

struct tea_store {
	uint64_t addr;
	uint8_t bytes;
	cycle_t addr_at;	/* address known */
	cycle_t data_at;	/* data known */
	cycle_t gone_at;	/* left the queue: the L1 has taken it */
	uint64_t older[2];	/* next in the chains of its first and last word; 0: none */
};

/* Stores to words of one hash. */
struct tea_store_chain {
	uint64_t youngest;	/* number of it; 0: there has been none */
	cycle_t gone_at;	/* it leaves the queue, and no older one later */
};

struct tea_lsu {
	struct tea_memory *memory;
	struct tea_ring loads, stores;	/* entries of the queues */
	struct tea_ring leaving;	/* as stores, were each written as soon as it has committed; */
					/* of records that are explained */
	struct tea_store *store;	/* [number & store_mask] */
	uint64_t store_mask;
	uint64_t number;		/* of the youngest store, counted from 1 */
	uint64_t kept;			/* so many of the youngest can still be there */
	uint64_t *entries;		/* of each piece of a vector store, its first: vlsu.h */
	struct tea_store_chain chains[TEA_LSU_CHAINS];
	struct tea_meter drain;
	cycle_t drained;		/* the last store has left the queue */
	cycle_t forward_latency, forward_turn, hit_latency, load_retry;
	struct tea_booking turns;	/* of loads that wait for a store's data: they share a port */
	bool traps;			/* on what is misaligned */
	uint16_t spared;		/* TEA_PSV_* that the operation under way does not suffer */
	struct tea_hops *hops;		/* NULL: nobody follows the critical path; its places: */
	uint32_t data_places, gone_places;	/* of stores, by number: data are there, it is gone */
	uint32_t read_place;		/* of the access under way */
};

/*
 * What crosses a line is two accesses: two cycles of a port, of the TLB and of the L1,
 * and two writes when it is drained. Within a line any bytes are read at once. BOOM has
 * neither: it traps on what is misaligned (lsu.scala: ma_ld, ma_st), and what firmware
 * then takes is the knob misaligned_trap.
 */

enum tea_lsu_fault {
	TEA_LSU_FAULT_NONE,
	TEA_LSU_FAULT_ORDER,		/* ran ahead of an older store to the same bytes */
	TEA_LSU_FAULT_MISALIGNED,	/* firmware has to make the access */
};

/* What an access found: for the record of the operation, and for its drain. */
struct tea_lsu_access {
	cycle_t second_after;	/* given: cycles to its part in a second line; 0: it has none */
	cycle_t addr_at;	/* address translated */
	cycle_t conflict_at;	/* of a FAULT_ORDER: the store's address is there */
	cycle_t ready;		/* data is there */
	uint64_t paddr[2];	/* of its parts: two if it crosses a line */
	unsigned int parts;	/* 0: no access, or all is done */
	uint16_t psv;		/* ST-TLB, ST-L1, ST-LLC */
	uint8_t why;		/* enum tea_limiter: the longest wait within ready */
	uint8_t fault;		/* enum tea_lsu_fault */
	uint16_t mem;		/* TEA_MEM_*: source, of what came last, and TLB */
};

/* TEA_MEM_* of who serves an access, and of a translation by @tlb, enum tea_mem_tlb. */
static inline uint16_t tea_lsu_source(enum tea_mem_source source)
{
	return (uint16_t)(source << TEA_MEM_SOURCE_SHIFT);
}

static inline uint16_t tea_lsu_tlb(unsigned int tlb)
{
	return (uint16_t)(tlb << TEA_MEM_TLB_SHIFT);
}

/* Of a translation that is found at once. */
static inline uint16_t tea_lsu_tlb_hit(enum tea_hit hit)
{
	_Static_assert(TEA_HIT_UNTRANSLATED == TEA_MEM_TLB_UNKNOWN + 1, "none");
	_Static_assert(TEA_HIT_TRANSLATED == TEA_MEM_TLB_L1 + 1, "the L1 TLB");
	return tea_lsu_tlb((unsigned int)hit - 1);
}

static inline uint16_t tea_lsu_source_of(const struct tea_access *result)
{
	if (result->level == TEA_LEVEL_L1)
		return tea_lsu_source(TEA_MEM_SOURCE_L1);
	if (result->merged)
		return tea_lsu_source(TEA_MEM_SOURCE_FILL);
	return tea_lsu_source(result->level == TEA_LEVEL_LLC ? TEA_MEM_SOURCE_LLC :
			      TEA_MEM_SOURCE_MEMORY);
}

static inline bool tea_lsu_crosses_line(const struct tea_op *op)
{
	return __builtin_expect(op->insn.access_bytes > TEA_LINE_BYTES - op->addr % TEA_LINE_BYTES,
				false) && op->has_addr;
}

/* Elements of struct tea_store that a queue of @entries needs: a power of two. */
uint32_t tea_lsu_store_slots(uint32_t entries);
/* Returns 0, or -ENOMEM. */
int tea_lsu_init(struct tea_lsu *lsu, const struct tea_params *params,
		 struct tea_memory *memory, struct tea_store *store);
void tea_lsu_deinit(struct tea_lsu *lsu);

/* The pages of an access at @now, or the line that it reads, are there if they are spared. */
void tea_lsu_spare_pages(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now);
void tea_lsu_spare_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now);

/*
 * Translate @op's address at @now: all that a store does before it commits, or an
 * access that faults. Fills @access; the others below begin with this.
 */
void tea_lsu_translate(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		       struct tea_lsu_access *access);

/* The same of a store that tea_lsu_store_hits() does not translate. */
void tea_lsu_translate_other(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			     struct tea_lsu_access *access);

static inline uint64_t tea_hash_word(uint64_t word)
{
	return (word ^ word / TEA_LSU_CHAINS) % TEA_LSU_CHAINS;
}

/* The words that an access of @bytes at @addr has its first and its last byte in. */
static inline uint64_t tea_first_word(uint64_t addr)
{
	return addr >> TEA_WORD_SHIFT;
}

static inline uint64_t tea_last_word(uint64_t addr, uint64_t bytes)
{
	return (addr + bytes - 1) >> TEA_WORD_SHIFT;
}

/* Whether there is still a store in the chain of @word at @now. */
static inline bool tea_has_stores(const struct tea_lsu *lsu, uint64_t word, cycle_t now)
{
	return lsu->chains[tea_hash_word(word)].gone_at > now;
}

/*
 * Translate @addr of a store of @bytes at @now, where it is as most are: of one line, its page in
 * the L1 TLB. Returns whether it is, and then in @access what tea_lsu_drain() reads; if it is not,
 * nothing has changed.
 */
static inline bool tea_lsu_store_hits(struct tea_lsu *lsu, uint64_t addr, uint8_t bytes,
				      uint8_t privilege, cycle_t now,
				      struct tea_lsu_access *access)
{
	enum tea_hit hit;

	if (addr % TEA_LINE_BYTES + bytes > TEA_LINE_BYTES || lsu->traps)
		return false;
	hit = tea_memory_translate_hit(lsu->memory, addr, privilege, now, &access->paddr[0]);
	if (hit == TEA_HIT_NONE)
		return false;
	access->addr_at = now;
	access->parts = 1;
	access->mem = tea_lsu_tlb_hit(hit);
	return true;
}

/*
 * Load @bytes at @addr, at @now, where it is as most are: of one word, whose chain has no store,
 * from the L1. Returns how it is, and then in @ready when the data is there; if it is not,
 * nothing has changed.
 */
static inline enum tea_hit tea_lsu_load_hits(struct tea_lsu *lsu, uint64_t addr, uint8_t bytes,
					     uint8_t privilege, cycle_t now, cycle_t *ready)
{
	const uint64_t word = tea_first_word(addr);

	if (!bytes || word != tea_last_word(addr, bytes) || lsu->traps ||
	    tea_has_stores(lsu, word, now))
		return TEA_HIT_NONE;
	return tea_memory_load_hit(lsu->memory, addr, privilege, now, ready);
}

/* Any other load: from the store queue or the L1. */
void tea_lsu_load_other(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			struct tea_lsu_access *access);

/* At once, as @now and @hit tell, from @source: no event, no fault. */
static inline void tea_lsu_access_at_once(struct tea_lsu_access *access, cycle_t now,
					  enum tea_hit hit, enum tea_mem_source source,
					  enum tea_limiter why)
{
	access->addr_at = now;
	access->parts = 0;
	access->psv = 0;
	access->fault = TEA_LSU_FAULT_NONE;
	access->why = (uint8_t)why;
	access->mem = tea_lsu_source(source) | tea_lsu_tlb_hit(hit);
}

/* Load, whichever it is. */
static inline void tea_lsu_load(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
				struct tea_lsu_access *access)
{
	enum tea_hit hit = TEA_HIT_NONE;

	if (op->has_addr)
		hit = tea_lsu_load_hits(lsu, op->addr, op->insn.access_bytes,
					op->privilege & TEA_PRIV_M, now, &access->ready);
	if (hit != TEA_HIT_NONE)
		tea_lsu_access_at_once(access, now, hit, TEA_MEM_SOURCE_L1, TEA_LIMIT_LATENCY);
	else
		tea_lsu_load_other(lsu, op, now, access);
}

/* lr, sc and amo: they find the store queue empty, and write before they commit. */
void tea_lsu_atomic(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		    struct tea_lsu_access *access);
/* Ask for a line and wait for nothing but the look-up in the L1 TLB. */
void tea_lsu_prefetch(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		      struct tea_lsu_access *access);
/*
 * Drain a store of @bytes, eight at most, to @addr that commits in @commit, with its address and
 * data known in @access->addr_at and @data_at, and give back its queue entry when it is gone.
 */
void tea_lsu_drain(struct tea_lsu *lsu, uint64_t addr, uint8_t bytes,
		   const struct tea_lsu_access *access, cycle_t data_at, cycle_t commit);

#endif /* TEA_LSU_H */
