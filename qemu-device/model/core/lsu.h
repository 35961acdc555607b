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
#include "storequeue.h"
#include "tea_abi.h"
#include "time/booking.h"
#include "time/ring.h"

struct tea_trace;

struct tea_lsu {
	struct tea_memory *memory;
	struct tea_ring loads;		/* entries of the load queue */
	struct tea_storequeue stores;
	cycle_t forward_latency, forward_turn, hit_latency, load_retry;
	struct tea_booking turns;	/* of loads that wait for a store's data: they share a port */
	bool traps;			/* on misaligned accesses */
	uint16_t spared;		/* TEA_PSV_* that the operation under way does not suffer */
	struct tea_trace *trace;	/* NULL: the critical path is not recorded */
};

/*
 * An access that crosses a line is two accesses: two cycles of a port, of the TLB and of the L1,
 * and two writes when it is drained. Within a line any bytes are read at once. BOOM has neither: it
 * traps on misaligned accesses (lsu.scala: ma_ld, ma_st), and the knob misaligned_trap is the time
 * of the firmware.
 */

enum tea_lsu_fault {
	TEA_LSU_FAULT_NONE,
	TEA_LSU_FAULT_ORDER,		/* ran ahead of an older store to the same bytes */
	TEA_LSU_FAULT_MISALIGNED,	/* firmware has to make the access */
};

/* Result of an access: for the record of the operation, and for its drain. */
struct tea_lsu_access {
	cycle_t second_after;	/* given: cycles to its part in a second line; 0: it has none */
	cycle_t addr_at;	/* address translated */
	cycle_t conflict_at;	/* of a FAULT_ORDER: the store's address is there */
	cycle_t ready;		/* data is there */
	uint64_t paddr[2];	/* of its parts: two if it crosses a line */
	unsigned int parts;	/* 0: no access, or all is done */
	uint16_t psv;		/* ST-TLB, ST-L1, ST-LLC, ST-CO */
	uint8_t why;		/* enum tea_limiter: the longest wait within ready */
	uint8_t fault;		/* enum tea_lsu_fault */
	uint16_t mem;		/* TEA_MEM_*: source of the last part, and TLB */
};

/* TEA_MEM_* of the source of an access, and of a translation by @tlb, enum tea_mem_tlb. */
static inline uint16_t tea_lsu_source(enum tea_mem_source source)
{
	return (uint16_t)(source << TEA_MEM_SOURCE_SHIFT);
}

static inline uint16_t tea_lsu_tlb(unsigned int tlb)
{
	return (uint16_t)(tlb << TEA_MEM_TLB_SHIFT);
}

/* The same for a translation that hits. */
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
	switch (result->level) {
	case TEA_LEVEL_LLC:
		return tea_lsu_source(TEA_MEM_SOURCE_LLC);
	case TEA_LEVEL_PEER_CLEAN:
		return tea_lsu_source(TEA_MEM_SOURCE_CLEAN);
	case TEA_LEVEL_PEER_MODIFIED:
		return tea_lsu_source(TEA_MEM_SOURCE_MODIFIED);
	case TEA_LEVEL_TAKEN:
		return tea_lsu_source(TEA_MEM_SOURCE_TAKEN);
	default:
		return tea_lsu_source(TEA_MEM_SOURCE_MEMORY);
	}
}

/* The events of a load that @level, the slowest of its parts, served. */
static inline uint16_t tea_lsu_events(enum tea_level level)
{
	if (level == TEA_LEVEL_L1)
		return 0;
	if (level >= TEA_LEVEL_DRAM)
		return TEA_PSV_ST_L1 | TEA_PSV_ST_LLC;
	return level == TEA_LEVEL_LLC ? TEA_PSV_ST_L1 : TEA_PSV_ST_L1 | TEA_PSV_ST_CO;
}

static inline bool tea_lsu_crosses_line(const struct tea_op *op)
{
	return __builtin_expect(op->insn.access_bytes > TEA_LINE_BYTES - op->addr % TEA_LINE_BYTES,
				false) && op->has_addr;
}

/* Returns 0, or -ENOMEM. */
int tea_lsu_init(struct tea_lsu *lsu, const struct tea_params *params,
		 struct tea_memory *memory, struct tea_store *store);
void tea_lsu_deinit(struct tea_lsu *lsu);

/*
 * A store from the queue, or a part of one, writes to the line at @paddr. Returns the cycle, @now or
 * later, in which the L1 takes it. One that is never to fill the queue is taken at once.
 */
cycle_t tea_lsu_drain_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now);

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
void tea_lsu_translate_slow(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			    struct tea_lsu_access *access);

/*
 * Translate @addr of a store of @bytes at @now in the usual case: within a line, its page in the L1
 * TLB. Returns whether this is the case, and then in @access the fields that tea_lsu_drain() reads;
 * if not, nothing has changed.
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
 * Load @bytes at @addr, at @now, in the usual case: within a word, whose chain has no store, from
 * the L1. Returns how it hits, and then in @ready when the data is there; if it does not, nothing
 * has changed.
 */
static inline enum tea_hit tea_lsu_load_hits(struct tea_lsu *lsu, uint64_t addr, uint8_t bytes,
					     uint8_t privilege, cycle_t now, cycle_t *ready)
{
	const uint64_t word = tea_first_word(addr);

	if (!bytes || word != tea_last_word(addr, bytes) || lsu->traps ||
	    tea_storequeue_has(&lsu->stores, word, now))
		return TEA_HIT_NONE;
	return tea_memory_load_hit(lsu->memory, addr, privilege, now, ready);
}

/* Any other load: from the store queue or the L1. */
void tea_lsu_load_slow(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
		       struct tea_lsu_access *access);

/* A hit at @now in @source, translated by @hit: no event, no fault. */
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
		tea_lsu_load_slow(lsu, op, now, access);
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
