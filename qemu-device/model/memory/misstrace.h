/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * misstrace.h - private to the memory: what its accesses record for the critical path
 *
 * Edges (time/pathedges.h) of misses: waits for MSHRs, banks and bus, with the access that had them, and
 * the time in each level. Each event of an access is one TEA_MISSTRACE(); all behind it is out of
 * line, and only for misses. Each structure has places for the points at which its entries became
 * free, or were there.
 *
 * Not recorded, so that these times are the access's own: waits for entries of RPQ and SDQ, for the
 * write-back of victims, and effects of writes to memory except on the bus.
 */
#ifndef TEA_MISSTRACE_H
#define TEA_MISSTRACE_H

#include "memory.h"
#include "time/pathedges.h"

struct tea_booking;
struct tea_dram;
struct tea_dram_row;
struct tea_fill;
struct tea_fills;
struct tea_l1;
struct tea_line;
struct tea_llc;

/* Where the places of each structure begin. */
struct tea_misstrace_l1 {
	uint32_t mshrs, data, lines;
};

struct tea_misstrace {
	struct tea_edges *edges;
	struct tea_misstrace_l1 l1[2];	/* by enum tea_side */
	uint32_t accepted;		/* the last access that did not hit */
	uint32_t ready;			/* of an access, while its prefetch is recorded */
	uint32_t written;		/* the same, while a victim is */
	uint32_t llc_mshrs, llc_lines, banks;
	uint32_t outstanding, queue, rows, bus;
	uint32_t pages, dtlb, walker;
};

/* The structures that record. */
struct tea_misstrace_parts {
	struct tea_l1 *l1;		/* two, by enum tea_side */
	struct tea_llc *llc;
	const struct tea_booking *dtlb, *walker;
};

/*
 * Of all @parts, from now on, to @edges. Places begin with @place; returns the first one behind.
 */
uint32_t tea_misstrace_init(struct tea_misstrace *trace, const struct tea_misstrace_parts *parts,
			    struct tea_edges *edges, uint32_t place);

/* Whether an access is recorded; @trace NULL: none is. */
static inline bool tea_misstrace_on(const struct tea_misstrace *trace)
{
	return __builtin_expect(trace != NULL, false) && tea_edges_details(trace->edges);
}

/* An event of an access, one of the functions below with their arguments behind @trace. */
#define TEA_MISSTRACE(trace, event, ...) \
	do { \
		if (tea_misstrace_on(trace)) \
			tea_misstrace_##event((trace), __VA_ARGS__); \
	} while (0)

/* ---- TLBs and walker ---- */

/*
 * A translation begins, and ends in @ready: between the two, all causes are that of @side. @under is
 * what the first returned.
 */
static inline enum tea_edges_cause tea_misstrace_translate(const struct tea_misstrace *trace,
							  enum tea_side side)
{
	enum tea_edges_cause under = TEA_EDGES_CAUSES_COUNT;

	if (__builtin_expect(trace != NULL, false)) {
		under = trace->edges->under;
		trace->edges->under = side == TEA_SIDE_INSN ? TEA_EDGES_ITLB : TEA_EDGES_DTLB;
	}
	return under;
}

/* For tea_misstrace_translated(). */
void tea_misstrace_there(const struct tea_misstrace *trace, enum tea_side side, uint64_t vaddr,
			 enum tea_edges_cause under, cycle_t ready);

static inline void tea_misstrace_translated(const struct tea_misstrace *trace, enum tea_side side,
					    uint64_t vaddr, enum tea_edges_cause under, cycle_t ready)
{
	if (__builtin_expect(trace != NULL, false))
		tea_misstrace_there(trace, side, vaddr, under, ready);
}

/* It waits until @ready for the page of @vaddr, which is on its way; @anew: requested for this one. */
void tea_misstrace_page(const struct tea_misstrace *trace, enum tea_side side, uint64_t vaddr,
			bool anew, cycle_t ready);
/* A place of the L1 data TLB, wanted in @now, is taken in @begin; the page is there in @ready. */
void tea_misstrace_miss(const struct tea_misstrace *trace, const struct tea_booking *dtlb,
			unsigned int place, cycle_t now, cycle_t begin);
void tea_misstrace_refill(const struct tea_misstrace *trace, const struct tea_booking *dtlb,
			  unsigned int place, cycle_t ready, cycle_t refilled);
/* The L2 TLB has been looked up in @at. */
void tea_misstrace_looked_up(const struct tea_misstrace *trace, cycle_t at);
/* A walk, wanted in @now, begins in @begin; reads a PTE in @at; ends in @at. */
void tea_misstrace_walk(const struct tea_misstrace *trace, const struct tea_booking *walkers,
			unsigned int walker, cycle_t now, cycle_t begin);
void tea_misstrace_walk_read(const struct tea_misstrace *trace, cycle_t at);
void tea_misstrace_walked(const struct tea_misstrace *trace, const struct tea_booking *walkers,
			  unsigned int walker, cycle_t at);

/* ---- L1 ---- */

/* A request that came in @now, and wanted @mshr in @wanted, is accepted in @accepted. */
void tea_misstrace_accepted(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			    unsigned int mshr, cycle_t now, cycle_t wanted, cycle_t accepted);
/* @mshr brings a line that could be there in @data, and is as @fill says; it is free in @end. */
void tea_misstrace_fill(const struct tea_misstrace *trace, const struct tea_fills *fills,
			const struct tea_fill *fill, unsigned int mshr, cycle_t data, cycle_t end);
/* @line is on its way from here on. */
void tea_misstrace_line(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			const struct tea_line *line);
/* @line, on its way, answers in @ready an access accepted in @accepted. */
void tea_misstrace_merged(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			  const struct tea_line *line, cycle_t accepted, cycle_t ready);
/* The same of one that was accepted before the line's own request; that is there in @at for it. */
void tea_misstrace_earlier(const struct tea_misstrace *trace, const struct tea_line *line, cycle_t at);
void tea_misstrace_arrived(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			   const struct tea_line *line, cycle_t accepted, cycle_t ready);
/* The L1 answers in @ready, after its latency. */
void tea_misstrace_answered(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			    cycle_t ready);
/* An access prefetches, and goes on for itself. Returns whether it is recorded: for the second. */
static inline bool tea_misstrace_prefetch(const struct tea_misstrace *trace)
{
	if (!tea_misstrace_on(trace))
		return false;
	tea_edges_hold(trace->edges, trace->ready);
	tea_edges_from(trace->edges, trace->accepted);
	return true;
}

static inline void tea_misstrace_prefetched(const struct tea_misstrace *trace, bool recorded)
{
	if (recorded)
		tea_edges_from(trace->edges, trace->ready);
}

/* ---- last-level cache; @address: of a line ---- */

/* A request that came to the bank in @now is served from @begin on. */
void tea_misstrace_bank(const struct tea_misstrace *trace, const struct tea_llc *llc,
			uint64_t address, cycle_t now, cycle_t begin);
/* @mshr, wanted in @now, is taken in @begin. */
void tea_misstrace_llc_mshr(const struct tea_misstrace *trace, const struct tea_llc *llc,
			    unsigned int mshr, cycle_t now, cycle_t begin);
/* @line is there from memory, by @mshr; its bank has it in @written. */
void tea_misstrace_filled(const struct tea_misstrace *trace, const struct tea_llc *llc,
			  unsigned int mshr, const struct tea_line *line, cycle_t filled,
			  cycle_t written);
/* @line is there, or will be in @begin: the access waits for it, or (@anew) it is read for this one. */
void tea_misstrace_found(const struct tea_misstrace *trace, const struct tea_llc *llc,
			 const struct tea_line *line, bool anew, cycle_t begin);
/* A line is written in @begin: nothing waits for that, but others wait for the bank. */
void tea_misstrace_written(const struct tea_misstrace *trace, const struct tea_llc *llc,
			   uint64_t address, cycle_t now, cycle_t begin);

/* ---- DRAM ---- */

/* A read that came in @now waits for its @entry until @held, and a @place in the queue until @queued. */
void tea_misstrace_dram_queued(const struct tea_misstrace *trace, const struct tea_dram *dram,
			       cycle_t now, unsigned int entry, cycle_t held, unsigned int place,
			       cycle_t queued);
/* It wants @row of bank @number in @now, and finds it open, or about to be. */
void tea_misstrace_row(const struct tea_misstrace *trace, uint64_t number,
		       const struct tea_dram_row *row, cycle_t now, cycle_t column);
/* ... or has it opened, @next, behind @previous or nothing. */
void tea_misstrace_opening(const struct tea_misstrace *trace, const struct tea_dram *dram,
			   uint64_t number, const struct tea_dram_row *previous,
			   const struct tea_dram_row *next, cycle_t now);
/* Its column command is in @column, and @done the last beat. */
void tea_misstrace_dram_data(const struct tea_misstrace *trace, const struct tea_dram *dram,
			     unsigned int entry, unsigned int place, cycle_t column, cycle_t done);
/* The same of a write, which nothing waits for. */
void tea_misstrace_dram_written(const struct tea_misstrace *trace, const struct tea_dram *dram,
				cycle_t done);

#endif /* TEA_MISSTRACE_H */
