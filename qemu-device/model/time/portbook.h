/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * portbook.h - units, booked by cycle and out of order: issue ports, dividers
 *
 * Operations book in program order, each the first cycle after it is ready in which a unit that can
 * take it is free, and the lowest such unit. Older ones book first, so this is oldest-first issue;
 * a younger one that is ready earlier takes the remaining units of earlier cycles. A unit that is
 * not pipelined is booked for several cycles. Sets of units are bits: unit 0 is the lowest.
 *
 *    cycle    100 101 102 103         slot of cycle c: c mod TEA_BOOK_CYCLES,
 *    busy      11  11  01  00         its tag says which cycle it counts
 *                      ^ the next one that is ready in 100 and can take either unit
 *                        books 102, one that needs unit 0 103
 *
 * The book is a window. A slot is handed to a later cycle when one is booked that
 * far ahead; the earlier cycle then counts as full. So no unit is booked twice, and
 * a booking can come late only in a cycle TEA_BOOK_CYCLES or more behind another
 * booking. O(1) amortised: a search skips a run of full cycles that one for the same units
 * found. A book of zeros is empty.
 */
#ifndef TEA_PORTBOOK_H
#define TEA_PORTBOOK_H

#include <stdbool.h>

#include "cycles.h"

#define TEA_BOOK_CYCLES		2048
#define TEA_BOOK_UNITS		16	/* at most; cycles up to 2^48 */
#define TEA_BOOK_FULL		4	/* runs of full cycles that are remembered */

struct tea_portbook_full {
	cycle_t begin, end;		/* no booking can begin in [begin, end) ... */
	uint32_t cycles;		/* ... that takes this long or longer ... */
	uint32_t units;			/* ... of these */
};

struct tea_portbook {
	struct tea_portbook_full full[TEA_BOOK_FULL];	/* found last, by units modulo */
	uint64_t slot[TEA_BOOK_CYCLES];		/* cycle << TEA_BOOK_UNITS | units busy in it */
};

static inline uint64_t tea_portbook_lowest(uint64_t units)
{
	return units & (0 - units);
}

/* Those of @units that are free in @cycle: an earlier cycle's slot is, a later one's is not. */
static inline uint32_t tea_portbook_free(const struct tea_portbook *book, uint32_t units,
					 cycle_t cycle)
{
	uint64_t slot = book->slot[cycle % TEA_BOOK_CYCLES], idle = cycle << TEA_BOOK_UNITS;

	if (slot <= idle)
		return units;
	return slot - idle < 1 << TEA_BOOK_UNITS ? units & ~(uint32_t)slot : 0;
}

/*
 * First cycle from @now in which one of @units is free for @cycles (1..TEA_BOOK_CYCLES / 2). For
 * more than a cycle @units is one unit.
 */
static inline cycle_t tea_portbook_find(struct tea_portbook *book, uint32_t units, cycle_t now,
					uint32_t cycles)
{
	struct tea_portbook_full *full = &book->full[units % TEA_BOOK_FULL];
	bool known = now >= full->begin && now <= full->end && units == full->units &&
		     cycles >= full->cycles;
	cycle_t begin = known ? full->end : now;
	uint32_t left;

	/*
	 * from the last cycle back: an interval that does not fit begins behind the last busy cycle
	 */
	for (;; begin += left) {
		for (left = cycles; left && tea_portbook_free(book, units, begin + left - 1);)
			left--;
		if (!left)
			break;
	}
	if (begin > now) {
		full->begin = known ? full->begin : now;
		full->end = begin;
		full->cycles = cycles;
		full->units = units;
	}
	return begin;
}

/* Book the lowest of @units for @cycles from @begin, as tea_portbook_find() has just given it. */
static inline void tea_portbook_take(struct tea_portbook *book, uint32_t units, cycle_t begin,
				     uint32_t cycles)
{
	uint64_t unit = tea_portbook_lowest(tea_portbook_free(book, units, begin));

	for (cycle_t cycle = begin; cycle < begin + cycles; cycle++) {
		uint64_t *slot = &book->slot[cycle % TEA_BOOK_CYCLES];
		uint64_t idle = cycle << TEA_BOOK_UNITS;

		*slot = (*slot < idle ? idle : *slot) | unit;
	}
}

/* For tea_portbook_book_one(): none of @units is free in @now. */
static __attribute__((noinline, unused)) cycle_t
tea_portbook_wait(struct tea_portbook *book, uint32_t units, cycle_t now, uint32_t *unit)
{
	const uint64_t all = (1 << TEA_BOOK_UNITS) - 1, others = all ^ units;
	struct tea_portbook_full *full = &book->full[units % TEA_BOOK_FULL];
	cycle_t at = now + 1;
	uint64_t taken, *slot;

	if (now - full->begin <= full->end - full->begin && units == full->units &&
	    full->cycles == 1) {
		at = full->end;
	} else {
		full->begin = now;
		full->cycles = 1;
		full->units = units;
	}
	/* on while the slot is that of this cycle with all of them busy, or a later one's */
	for (taken = at << TEA_BOOK_UNITS | all;
	     (book->slot[at % TEA_BOOK_CYCLES] | others) >= taken; at++)
		taken += 1 << TEA_BOOK_UNITS;
	full->end = at;
	slot = &book->slot[at % TEA_BOOK_CYCLES];
	taken = *slot < (taken ^ all) ? taken ^ all : *slot;
	*unit = (uint32_t)tea_portbook_lowest(units & ~taken);
	*slot = taken | *unit;
	return at;
}

/* Find and take one of @units for one cycle: most often, one is free in the first. @unit: which one. */
static inline cycle_t tea_portbook_book_one(struct tea_portbook *book, uint32_t units, cycle_t now,
					    uint32_t *unit)
{
	uint64_t *slot = &book->slot[now % TEA_BOOK_CYCLES];
	uint64_t idle = now << TEA_BOOK_UNITS;
	uint64_t busy = *slot < idle ? idle : *slot;
	uint64_t left = units & ~busy;

	if (__builtin_expect(left && busy - idle < 1 << TEA_BOOK_UNITS, true)) {
		*unit = (uint32_t)tea_portbook_lowest(left);
		*slot = busy | *unit;
		return now;
	}
	return tea_portbook_wait(book, units, now, unit);
}

/* The same, whichever it is. */
static inline cycle_t tea_portbook_book(struct tea_portbook *book, uint32_t units, cycle_t now)
{
	uint32_t unit;

	return tea_portbook_book_one(book, units, now, &unit);
}

/* A single unit that is not pipelined: its book, and the end of its last booking. */
struct tea_unitbook {
	cycle_t end;
	struct tea_portbook book;
};

/* First cycle from @now in which it is free for @cycles (1..TEA_BOOK_CYCLES / 2). */
static inline cycle_t tea_unitbook_find(struct tea_unitbook *unit, cycle_t now, uint32_t cycles)
{
	return now >= unit->end ? now : tea_portbook_find(&unit->book, 1, now, cycles);
}

/* Book it for @cycles from @begin, as tea_unitbook_find() has just given it. */
static inline void tea_unitbook_take(struct tea_unitbook *unit, cycle_t begin, uint32_t cycles)
{
	const uint64_t first = begin % TEA_BOOK_CYCLES, left = TEA_BOOK_CYCLES - first;
	const uint64_t ahead = cycles < left ? cycles : left;
	uint64_t booked = begin << TEA_BOOK_UNITS | 1;

	for (uint64_t i = 0; i < ahead; i++, booked += 1 << TEA_BOOK_UNITS)
		unit->book.slot[first + i] = booked;
	for (uint64_t i = ahead; i < cycles; i++, booked += 1 << TEA_BOOK_UNITS)
		unit->book.slot[i - ahead] = booked;
	if (begin + cycles > unit->end)
		unit->end = begin + cycles;
}

#endif /* TEA_PORTBOOK_H */
