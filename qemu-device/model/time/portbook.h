/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * portbook.h - W units, booked by cycle and out of order: issue ports, dividers
 *
 * Operations book in program order, each at the first cycle from when it is
 * ready in which fewer than W units are busy. Older ones book first, so this is
 * oldest-first issue; a younger one that is ready earlier takes what is left of
 * earlier cycles. A unit that is not pipelined is booked for several cycles.
 *
 *    cycle    100 101 102 103         slot of cycle c: c mod TEA_BOOK_CYCLES,
 *    busy       2   2   1   0         its tag says which cycle it counts
 *                       ^ W = 2: the next one that is ready in 100 books 102
 *
 * The book is a window. A slot is handed to a later cycle when one is booked that
 * far ahead; the earlier cycle then counts as full. So width is never exceeded,
 * and a booking can come late only in a cycle TEA_BOOK_CYCLES or more behind
 * another booking. O(1) amortised: a search skips the last run of full cycles.
 */
#ifndef TEA_PORTBOOK_H
#define TEA_PORTBOOK_H

#include <string.h>

#include "cycles.h"

#define TEA_BOOK_CYCLES		2048
#define TEA_BOOK_BUSY_BITS	8	/* width up to 255, cycles up to 2^56 */

struct tea_portbook {
	cycle_t full_begin, full_end;	/* no booking can begin in [begin, end) ... */
	uint32_t full_cycles;		/* ... that takes this long or longer */
	uint32_t width;			/* 1..255 */
	uint64_t slot[TEA_BOOK_CYCLES];	/* cycle << TEA_BOOK_BUSY_BITS | units busy in it */
};

static inline void tea_portbook_init(struct tea_portbook *book, uint32_t width)
{
	memset(book, 0, sizeof(*book));
	book->width = width;
}

/* Whether a unit is free in @cycle: an earlier cycle's slot is, a later one's is not. */
static inline bool tea_portbook_free(const struct tea_portbook *book, cycle_t cycle)
{
	return book->slot[cycle % TEA_BOOK_CYCLES] <
	       (cycle << TEA_BOOK_BUSY_BITS) + book->width;
}

/* First cycle from @now in which a unit is free for @cycles (1..TEA_BOOK_CYCLES / 2). */
static inline cycle_t tea_portbook_find(struct tea_portbook *book, cycle_t now, uint32_t cycles)
{
	cycle_t begin = now, run = now;

	while (run < begin + cycles) {
		if (begin >= book->full_begin && begin < book->full_end &&
		    cycles >= book->full_cycles) {
			begin = run = book->full_end;
		} else if (tea_portbook_free(book, run)) {
			run++;
		} else {
			begin = ++run;
		}
	}
	if (begin > now) {
		bool joined = now >= book->full_begin && now < book->full_end &&
			      cycles >= book->full_cycles;

		if (!joined || cycles > book->full_cycles) {
			book->full_begin = now;
			book->full_cycles = cycles;
		}
		book->full_end = begin;
	}
	return begin;
}

/* Book a unit for @cycles from @begin, as tea_portbook_find() has just given it. */
static inline void tea_portbook_take(struct tea_portbook *book, cycle_t begin, uint32_t cycles)
{
	for (cycle_t cycle = begin; cycle < begin + cycles; cycle++) {
		uint64_t *slot = &book->slot[cycle % TEA_BOOK_CYCLES];
		uint64_t idle = cycle << TEA_BOOK_BUSY_BITS;

		*slot = (*slot < idle ? idle : *slot) + 1;
	}
}

/* Find and take a unit for one cycle: most often, the first is free. */
static inline cycle_t tea_portbook_book(struct tea_portbook *book, cycle_t now)
{
	uint64_t *slot = &book->slot[now % TEA_BOOK_CYCLES];
	uint64_t idle = now << TEA_BOOK_BUSY_BITS;
	uint64_t busy = *slot < idle ? idle : *slot;

	if (__builtin_expect(busy < idle + book->width, true)) {
		*slot = busy + 1;
		return now;
	}
	now = tea_portbook_find(book, now, 1);
	tea_portbook_take(book, now, 1);
	return now;
}

#endif /* TEA_PORTBOOK_H */
