/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - TLBs and caches of one core, and what is below them
 *
 * Two steps, as in the core: tea_memory_translate() gives the physical address
 * and when it is known, then an access gives when the data is there and which
 * level served it. State changes in call order (program order); the cycle in
 * "now" may go back and forth between calls, as out-of-order accesses do, so
 * shared resources are booked by interval, never by "busy until" alone.
 * A line carries the cycle at which it arrives, so a second miss to it merges.
 */
#ifndef TEA_MEMORY_H
#define TEA_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "env.h"
#include "params.h"
#include "time/cycles.h"
#include "time/pathedges.h"

struct tea_translation {
	uint64_t paddr;
	cycle_t ready;		/* cycle in which the address is known */
	bool l1_miss;		/* missed in the L1 TLB */
	uint8_t tlb;		/* enum tea_mem_tlb: its source */
};

/*
 * From fast to slow. PEER: the LLC, and before it the L1D of another core, which owned the line.
 * TAKEN: DRAM, since another core's line took the place that the line had in the LLC.
 */
enum tea_level {
	TEA_LEVEL_L1, TEA_LEVEL_LLC, TEA_LEVEL_PEER_CLEAN, TEA_LEVEL_PEER_MODIFIED, TEA_LEVEL_DRAM,
	TEA_LEVEL_TAKEN
};

/* Whether a lookup hits at once. */
enum tea_hit {
	TEA_HIT_NONE,
	TEA_HIT_UNTRANSLATED,	/* it is, and nothing is translated */
	TEA_HIT_TRANSLATED,	/* it is, by the L1 TLB */
};

/*
 * The latency of an L1 hit is l1d_latency for data, loads and stores alike; for
 * fetches it is 0, since the front-end's own latency has it.
 */
struct tea_access {
	cycle_t accepted;	/* cycle in which the L1 took the request (hit, or MSHR) */
	cycle_t ready;		/* cycle in which the data is there */
	enum tea_level level;	/* that served it; of a merged miss, the line's own */
	bool merged;		/* the line was on its way, or not copied yet */
};

enum tea_side { TEA_SIDE_INSN, TEA_SIDE_DATA };

struct tea_memory;

struct tea_memory *tea_memory_create(const struct tea_params *params, const struct tea_env *env);
void tea_memory_destroy(struct tea_memory *memory);

void tea_memory_translate(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			  uint8_t privilege, cycle_t now, struct tea_translation *result);

/*
 * The same, and then the access, of at most one line, where both hit and are found at once.
 * Return false, or TEA_HIT_NONE, otherwise, and have changed nothing: the translation and the access are still to
 * be made. @ready: cycle in which the data is there.
 */
bool tea_memory_fetch_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege, cycle_t now);
enum tea_hit tea_memory_load_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				 cycle_t now, cycle_t *ready);

/* The same for a store, already translated: in the L1, which takes it in @now. */
bool tea_memory_store_hit(struct tea_memory *memory, uint64_t paddr, cycle_t now);

/* The same of the translation of data alone, which is known in @now. */
enum tea_hit tea_memory_translate_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				      cycle_t now, uint64_t *paddr);

/* An access of a block: see isa/block.h. */
struct tea_listed {
	uint8_t word;		/* of a run: its address, TEA_NO_ADDRESS if there is none */
	uint8_t bytes;
	bool write;
	uint8_t at;		/* number of its operation */
};

/*
 * Accesses of a @list of @count, one after the other, as long as each hits at once. Returns how many
 * did; the next one has changed nothing.
 */
unsigned int tea_memory_hits(struct tea_memory *memory, const struct tea_listed *list,
			     unsigned int count, const uint64_t *words, uint8_t privilege,
			     cycle_t now);

/*
 * An access of any kind that is over at once: contents change, and lines are there for all that comes
 * later. Returns when that can come: in @now, or @ahead before a miss of it is accepted; of a core that
 * is not alone, whose accesses take time, when it is over.
 */
cycle_t tea_memory_warm(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			uint8_t bytes, bool write, uint8_t privilege, cycle_t now,
			cycle_t ahead);
/* Lines of code that the L1 has lost to others' accesses, so far; wraps. */
uint32_t tea_memory_code_lost(const struct tea_memory *memory);

/* Accesses of at most one line; the core splits those that cross. */
void tea_memory_fetch(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result);
void tea_memory_load(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		     struct tea_access *result);
/* A load that is given up where the L1 does not take it until @latest. Whether it did; else nothing changes. */
bool tea_memory_load_until(struct tea_memory *memory, uint64_t paddr, cycle_t now, cycle_t latest,
			   struct tea_access *result);
void tea_memory_store(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result);
/* A load behind which the core owns the line: no other core has it. */
void tea_memory_own(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		    struct tea_access *result);
/* A load without a destination: waits for an MSHR. @side is the L1, @write for ownership. */
void tea_memory_prefetch(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			 bool write, cycle_t now);

/*
 * The page is in the L1 TLB from @now on, the line in the L1 or, if that is @level, in the LLC, if
 * they are not there sooner. By no request: nothing else waits for it.
 */
void tea_memory_spare_page(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			   uint8_t privilege, cycle_t now);
void tea_memory_spare_line(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			   enum tea_level level, cycle_t now);
/* A store in @now, to a line that is in the L1 then. It stays as clean as it was: nothing of it goes below. */
void tea_memory_spare_store(struct tea_memory *memory, uint64_t paddr, cycle_t now);

/*
 * Write the edges of misses to @edges from now on, with places from @place on. If the last access was
 * accepted later than it was made, the cycle in which it was accepted is at @place. Returns the
 * first place behind.
 */
uint32_t tea_memory_trace(struct tea_memory *memory, struct tea_edges *edges, uint32_t place);

/*
 * The uncore's clock is @ahead of the core's from now on, so that the core's cycle 0 is its @ahead.
 * Never less than before. No matter for a core alone.
 */
void tea_memory_wake(struct tea_memory *memory, cycle_t ahead);

/* fence.i: the instruction cache forgets its lines. */
void tea_memory_flush_icache(struct tea_memory *memory);
/* All TLBs and the walker's cache, of all address spaces. */
void tea_memory_flush_tlb(struct tea_memory *memory);
/* Translations of other address spaces stay, tagged; those of global pages count in all. */
void tea_memory_set_asid(struct tea_memory *memory, uint16_t asid);

#endif /* TEA_MEMORY_H */
