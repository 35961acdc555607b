/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uncore.h - what cores share: the last-level cache with its directory, and DRAM
 *
 *	tile 0: core, L1I, L1D --+
 *	tile 1: core, L1I, L1D --+-- LLC banks, directory -- DRAM
 *	...
 *
 * A core alone has an uncore of its own and no tile: its L1s read the LLC themselves. With several
 * cores each L1 goes by its tile, which knows the core's number and clock. Cores are simulated in
 * turns, so requests come a little out of order; the uncore books by interval, as all of memory.
 *
 * Coherence is that of chipyard's inclusive cache and TileLink: for each line the directory knows
 * which L1Ds have it, and whether one of them may write it:
 *
 *	request		others have it		what happens
 *	read		nobody			the core owns it: it may write without asking
 *	read		read only		one reader more
 *	read		one owns it		it is probed, writes back what it has modified, and keeps a copy
 *	write, upgrade	any			all of them are probed and lose it; the core owns it
 *
 * L1Ds drop clean lines silently, so the directory may probe in vain, as the real one does. Fetches
 * are not tracked, and see no modified line of an L1D: code is written before fence.i.
 *
 * A line that one core used and that another's pushes out of the LLC is remembered (evictions.h): a
 * miss on it is told from others, and costs the same.
 *
 * One request for a line is handled at a time: another that comes before the line has arrived
 * waits for that. One that comes later in the order of simulation, but is earlier by the clock than the
 * one before it, does not: stores are written long after they have been simulated.
 *
 * By the knobs llc_private and dram_private each core has one of its own. There is no directory
 * where there is no LLC in common: no line is another's.
 */
#ifndef TEA_UNCORE_H
#define TEA_UNCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "cache.h"
#include "evictions.h"
#include "llc.h"
#include "params.h"
#include "time/cycles.h"

#define TEA_TILES_MAX	64
#define TEA_TO_AND_FRO_CYCLES	10000	/* a line that moves again by then goes to and fro */

/* What is known of a line of the LLC above it. */
struct tea_owners {
	uint64_t sharers;	/* tiles that may have it in their L1D, a bit each */
	uint64_t users;		/* tiles that have had it since it came from memory */
	cycle_t moves, moved;	/* it was last asked for, and changed hands, in these cycles of the uncore */
	bool owned;		/* by the one sharer */
};

struct tea_uncore;

/* A core's place in the uncore. */
struct tea_tile {
	struct tea_uncore *uncore;
	struct tea_llc *llc;
	struct tea_dram *dram;
	struct tea_cache *data;	/* the L1D; NULL: there is no core yet */
	unsigned int number;
	cycle_t ahead;		/* the uncore's cycle, less the core's at the same time */
};

struct tea_uncore {
	struct tea_llc *llcs;		/* one, or one a core */
	struct tea_dram *drams;		/* the same */
	unsigned int llcs_count, drams_count;
	struct tea_owners *owners;	/* [line of the LLC]; NULL: no line is ever another's */
	struct tea_evictions evictions;	/* where there are owners */
	struct tea_tile *tiles;		/* NULL: one core */
	unsigned int tiles_count;
	cycle_t probe_latency;
	void (*on_move)(void *opaque);	/* NULL: nobody minds */
	void *opaque;
};

/* What a core asks for a line for. */
enum tea_intent {
	TEA_INTENT_READ,
	TEA_INTENT_OWN,		/* to read it, and write it next: lr, sc and amo */
	TEA_INTENT_WRITE,
};

/**
 * tea_uncore_create() - an uncore of @cores cores, at most TEA_TILES_MAX
 *
 * To be given to each of them by struct tea_env, and destroyed after them. Returns NULL when
 * memory runs out.
 */
struct tea_uncore *tea_uncore_create(const struct tea_params *params, unsigned int cores);
void tea_uncore_destroy(struct tea_uncore *uncore);

/*
 * Call @on_move whenever an access takes a line from another core, or the right to write it, so soon
 * after it moved last.
 */
void tea_uncore_watch(struct tea_uncore *uncore, void (*on_move)(void *opaque), void *opaque);

/* The LLC that core @number reads. */
struct tea_llc *tea_uncore_llc(const struct tea_uncore *uncore, unsigned int number);

/* The L1s of core @number, NULL: they are gone. Returns its tile; NULL: it is alone. */
struct tea_tile *tea_uncore_attach(struct tea_uncore *uncore, unsigned int number,
				   struct tea_cache *insn, struct tea_cache *data);

/*
 * The functions below are a tile's tea_llc_read() and tea_llc_write(), in the core's cycles.
 * @tracked: the line goes into the L1D.
 */
struct tea_llc_read tea_tile_read(struct tea_tile *tile, uint64_t address, struct tea_line *line,
				  bool tracked, enum tea_intent intent, cycle_t now);
/* The core has the line, and wants to own it. ->arrival: it does from then on. */
struct tea_llc_read tea_tile_upgrade(struct tea_tile *tile, uint64_t address, cycle_t now);
void tea_tile_write(struct tea_tile *tile, uint64_t address, cycle_t now);

#endif /* TEA_UNCORE_H */
