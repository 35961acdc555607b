/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * misshops.h - private to the memory: what its accesses tell who follows the critical path
 *
 * Hops (time/hops.h) of what does not simply hit: who waited for whom at MSHRs, banks and bus, and how
 * long each level took. Out of line, and only asked for where an access misses. Each structure has
 * places for the points at which what it is made of became free, or was there.
 *
 * Not told of, so that an access is said to take the time itself: waits for entries of RPQ and
 * SDQ, for the write-back of victims, and what writes to memory take of it but the bus.
 */
#ifndef TEA_MISSHOPS_H
#define TEA_MISSHOPS_H

#include "dram.h"
#include "time/hops.h"

#define TEA_FOLLOW_SLOTS	64	/* of a bank of the LLC that are known */
#define TEA_FOLLOW_BUS		256	/* likewise, of the bus of memory */
#define TEA_FOLLOW_ROWS		8	/* of a bank of memory, by number */
#define TEA_FOLLOW_PAGES	256	/* of each side, by number */

/* Where the places of each structure begin. */
struct tea_follow_l1 {
	uint32_t mshrs, data, lines;
};

struct tea_follow {
	struct tea_hops *hops;
	struct tea_follow_l1 l1[2];	/* by enum tea_side */
	uint32_t accepted;		/* the last access that did not hit */
	uint32_t ready;			/* of an access, while its prefetch is told of */
	uint32_t written;		/* the same, while a victim is */
	uint32_t llc_mshrs, llc_lines, banks;
	uint32_t outstanding, queue, rows, bus;
	uint32_t pages, dtlb, walker;
};

/* Whether the hops of an access are told. */
static inline bool tea_follows(const struct tea_follow *follow)
{
	return __builtin_expect(follow != NULL, false) && tea_hops_details(follow->hops);
}

/* Of the places from @first on, that of the interval that @unit of @booking takes next. */
static inline uint32_t tea_follow_next(const struct tea_booking *booking, uint32_t first,
				       unsigned int unit)
{
	return first + booking->units[unit].earliest;
}

/* What wanted @unit in @now gets it in @begin. */
void tea_follow_booking(const struct tea_follow *follow, const struct tea_booking *booking,
			uint32_t first, unsigned int unit, enum tea_hops_cause cause, cycle_t now,
			cycle_t begin);
/* The service of @calendar, whose @slots places from @first on are known, begins in @begin. */
void tea_follow_calendar(const struct tea_follow *follow, const struct tea_calendar *calendar,
			 uint32_t first, uint32_t slots, enum tea_hops_cause cause, cycle_t now,
			 cycle_t begin);
/* A read wants @row of bank @number of memory in @now; it finds it open, or about to be. */
void tea_follow_row(const struct tea_follow *follow, uint64_t number, const struct tea_dram_row *row,
		    cycle_t now, cycle_t column);
/* ... or has it opened, @next, behind @previous or nothing. */
void tea_follow_opening(const struct tea_follow *follow, const struct tea_dram *dram, uint64_t number,
			const struct tea_dram_row *previous, const struct tea_dram_row *next,
			cycle_t now);

#endif /* TEA_MISSHOPS_H */
