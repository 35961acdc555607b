// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_primitives.c - ring, history, meter, port book, issue queue by brute force
 *
 * Each is compared with its definition, cycle by cycle, over all short sequences at the sizes
 * where off-by-ones live, and over windows that wrap.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "time/history.h"
#include "time/issuequeue.h"
#include "time/meter.h"
#include "time/portbook.h"
#include "time/ring.h"

#define LENGTH	8	/* operations in a sequence */
#define CHOICES	4	/* values each can take */
#define CYCLES	256

/* Next sequence in counting order; false after the last. */
static bool next_sequence(unsigned int sequence[LENGTH])
{
	for (unsigned int i = 0; i < LENGTH; i++) {
		if (++sequence[i] < CHOICES)
			return true;
		sequence[i] = 0;
	}
	return false;
}

/* Entries held in cycle @cycle by the first @count of [begin[i], end[i]). */
static unsigned int count_held(const cycle_t *begin, const cycle_t *end, unsigned int count,
			       cycle_t cycle)
{
	unsigned int held = 0;

	for (unsigned int i = 0; i < count; i++)
		held += begin[i] <= cycle && cycle < end[i];
	return held;
}

/* In-order structure: entry i begins at the first cycle, from that of i - 1, with room. */
static void check_ring(unsigned int size, const unsigned int holds[LENGTH])
{
	cycle_t slots[LENGTH], begin[LENGTH], end[LENGTH], last_end = 0;
	struct tea_ring ring;

	tea_ring_init(&ring, slots, size);
	for (unsigned int i = 0; i < LENGTH; i++) {
		cycle_t at = i ? begin[i - 1] : 0, ready = tea_ring_ready(&ring);

		/* released in order, as the reorder buffer does */
		while (count_held(begin, end, i, at) >= size)
			at++;
		begin[i] = ready > (i ? begin[i - 1] : 0) ? ready : (i ? begin[i - 1] : 0);
		assert_int_equal(begin[i], at);
		end[i] = begin[i] + 1 + holds[i];
		if (end[i] < last_end)
			end[i] = last_end;
		last_end = end[i];
		tea_ring_push(&ring, end[i]);
	}
}

static void test_ring(void **state)
{
	(void)state;
	for (unsigned int size = 1; size <= 5; size++) {
		unsigned int holds[LENGTH] = { 0 };

		do
			check_ring(size, holds);
		while (next_sequence(holds));
	}
}

static void test_ring_amend(void **state)
{
	cycle_t slots[3];
	struct tea_ring ring;

	(void)state;
	tea_ring_init(&ring, slots, 3);
	for (cycle_t i = 1; i <= 7; i++) {
		tea_ring_push(&ring, 0);
		tea_ring_push(&ring, 0);
		tea_ring_push(&ring, 0);
		tea_ring_amend(&ring, 2, 100 * i);
		tea_ring_amend(&ring, 0, 300 * i);
		tea_ring_amend(&ring, 1, 200 * i);
		assert_int_equal(tea_ring_ready(&ring), 100 * i);
		tea_ring_push(&ring, 7);
		assert_int_equal(tea_ring_ready(&ring), 200 * i);
		tea_ring_push(&ring, 8);
		assert_int_equal(tea_ring_ready(&ring), 300 * i);
	}
}

static void check_meter(unsigned int width, const unsigned int steps[LENGTH])
{
	unsigned int passed[CYCLES] = { 0 };
	struct tea_meter meter;
	cycle_t offered = 0, last = 0;

	tea_meter_init(&meter, width);
	for (unsigned int i = 0; i < LENGTH; i++) {
		cycle_t at;

		/* offered times go back by one, too: an early operation behind a late one */
		offered = offered + steps[i] > 0 ? offered + steps[i] - 1 : 0;
		at = offered > last ? offered : last;
		while (passed[at] == width)
			at++;
		assert_int_equal(tea_meter_take(&meter, offered), at);
		passed[at]++;
		last = at;
	}
}

static void test_meter(void **state)
{
	(void)state;
	for (unsigned int width = 1; width <= 5; width++) {
		unsigned int steps[LENGTH] = { 0 };

		do
			check_meter(width, steps);
		while (next_sequence(steps));
	}
}

/* Looking back gives the entries of a structure, a meter the stage's width. */
static void check_history(unsigned int width, unsigned int size,
			  const unsigned int steps[LENGTH])
{
	struct tea_timing timings[4 * LENGTH] = { 0 };
	cycle_t begin[LENGTH], end[LENGTH], offered = 2;
	unsigned int passed[CYCLES] = { 0 };
	struct tea_history history;
	struct tea_meter meter;

	tea_history_init(&history, timings, size);
	tea_meter_init(&meter, width);
	for (unsigned int i = 0; i < LENGTH; i++) {
		cycle_t at = i ? begin[i - 1] : 0, expected;
		struct tea_timing *now = tea_history_advance(&history);
		cycle_t left = tea_history_back(now, tea_history_distance(size))->commit + 1;

		offered += steps[i];
		expected = at > offered ? at : offered;
		while (passed[expected] == width || count_held(begin, end, i, expected) >= size)
			expected++;
		at = tea_meter_take(&meter, offered > left ? offered : left);
		assert_int_equal(at, expected);
		passed[at]++;
		begin[i] = at;
		end[i] = at + 1 + steps[LENGTH - 1 - i];
		if (i && end[i] < end[i - 1])	/* they leave in order */
			end[i] = end[i - 1];
		now->commit = end[i] - 1;
	}
}

static void test_history(void **state)
{
	(void)state;
	for (unsigned int size = 1; size <= 5; size++) {
		for (unsigned int width = 1; width <= 4; width++) {
			unsigned int steps[LENGTH] = { 0 };

			do
				check_history(width, size, steps);
			while (next_sequence(steps));
		}
	}
}

static struct tea_issuequeue queue;

static void check_queue(unsigned int size, const unsigned int waits[LENGTH])
{
	cycle_t begin[4 * LENGTH], end[4 * LENGTH];

	memset(&queue, 0, sizeof(queue));
	tea_issuequeue_init(&queue, size);
	for (unsigned int i = 0; i < 4 * LENGTH; i++) {
		cycle_t last = i ? begin[i - 1] : 0, at = last;
		cycle_t ready = tea_issuequeue_ready(&queue, last);

		while (count_held(begin, end, i, at) >= size)
			at++;
		begin[i] = ready > last ? ready : last;
		assert_int_equal(begin[i], at);
		end[i] = begin[i] + 1 + 3 * waits[i % LENGTH];
		tea_issuequeue_push(&queue, end[i]);
	}
}

static void test_issue_queue(void **state)
{
	(void)state;
	for (unsigned int size = 1; size <= 5; size++) {
		unsigned int waits[LENGTH] = { 0 };

		do
			if (waits[0] + waits[1] == 3)	/* a quarter: each resets 32 KiB */
				check_queue(size, waits);
		while (next_sequence(waits));
	}
}

/* How many entries free in @end still wait in @at. */
static unsigned int count_waiting(const cycle_t *end, unsigned int count, cycle_t at)
{
	unsigned int waiting = 0;

	for (unsigned int i = 0; i < count; i++)
		waiting += end[i] > at;
	return waiting;
}

/* Waits as long as the window, and times without an operation that are longer: exact. */
static void test_issue_queue_window(void **state)
{
	static cycle_t end[2000];
	uint32_t seed = 1;
	cycle_t now = 0;

	(void)state;
	for (unsigned int size = 1; size <= 9; size += 4) {
		memset(&queue, 0, sizeof(queue));
		tea_issuequeue_init(&queue, size);
		for (unsigned int i = 0; i < 2000; i++) {
			cycle_t ready = tea_issuequeue_ready(&queue, now), first = UINT64_MAX;

			if (count_waiting(end, i, now) < size)
				first = now;
			for (unsigned int k = 0; first != now && k < i; k++)
				if (end[k] < first && end[k] > now &&
				    count_waiting(end, i, end[k]) < size)
					first = end[k];
			assert_int_equal(ready > now ? ready : now, first);
			seed = seed * 1664525 + 1013904223;
			end[i] = first + 1 +
				 (seed >> 8) % (seed >> 31 ? TEA_ISSUEQUEUE_CYCLES : 12);
			tea_issuequeue_push(&queue, end[i]);
			now = first + (seed % 16 ? seed >> 4 & 1 : (seed >> 4) % 50000);
		}
		now = 0;
	}
}

/* A wait longer than the window ends with the window. */
static void test_issue_queue_far(void **state)
{
	(void)state;
	memset(&queue, 0, sizeof(queue));
	tea_issuequeue_init(&queue, 1);
	assert_true(tea_issuequeue_ready(&queue, 1000) <= 1000);
	tea_issuequeue_push(&queue, 1000 + TEA_ISSUEQUEUE_CYCLES + 5);
	assert_int_equal(tea_issuequeue_ready(&queue, 1001), 1000 + TEA_ISSUEQUEUE_CYCLES);
}

struct book_reference {
	uint32_t busy[4 * TEA_BOOK_CYCLES];	/* units, a bit each */
};

static cycle_t find_by_hand(const struct book_reference *reference, uint32_t units, cycle_t now,
			    unsigned int cycles)
{
	for (cycle_t begin = now;; begin++) {
		unsigned int run = 0;

		while (run < cycles && units & ~reference->busy[begin + run])
			run++;
		if (run == cycles)
			return begin;
	}
}

static void take_by_hand(struct book_reference *reference, uint32_t units, cycle_t begin,
			 unsigned int cycles)
{
	for (unsigned int unit = 0; unit < TEA_BOOK_UNITS; unit++) {
		if (!(units & ~reference->busy[begin] & 1U << unit))
			continue;
		for (unsigned int k = 0; k < cycles; k++)
			reference->busy[begin + k] |= 1U << unit;
		return;
	}
	fail_msg("no unit of %#x is free in %lu", units, begin);
}

static struct tea_portbook book;
static struct book_reference reference;

/*
 * Bookings within one window of each other: exact. Any of @width units for a cycle, one
 * of them for a cycle, or that one for several.
 */
static void check_book(unsigned int width, const unsigned int sequence[LENGTH], cycle_t origin)
{
	memset(&book, 0, sizeof(book));
	memset(&reference, 0, sizeof(reference));
	for (unsigned int round = 0; round < 3; round++) {
		for (unsigned int i = 0; i < LENGTH; i++) {
			cycle_t now = origin + sequence[(i + round) % LENGTH], at;
			unsigned int cycles = 1 + (sequence[i] ^ round) % 3;
			uint32_t units = 1U << (i + round) % width;

			if (cycles == 1 && sequence[i] % 2)
				units = (1U << width) - 1;
			at = find_by_hand(&reference, units, now, cycles);
			if (cycles > 1 || i % 2) {
				assert_int_equal(tea_portbook_find(&book, units, now, cycles), at);
				tea_portbook_take(&book, units, at, cycles);
			} else {
				assert_int_equal(tea_portbook_book(&book, units, now), at);
			}
			take_by_hand(&reference, units, at, cycles);
			for (unsigned int k = 0; k < 3; k++)
				assert_int_equal(tea_portbook_free(&book, UINT16_MAX, at + k),
						 UINT16_MAX & ~reference.busy[at + k]);
		}
	}
}

static void test_port_book(void **state)
{
	/* the second window begins in the middle of the bookings */
	static const cycle_t origins[] = { 0, TEA_BOOK_CYCLES - 3 };

	(void)state;
	for (unsigned int width = 1; width <= 3; width++) {
		unsigned int sequence[LENGTH] = { 0 };

		do {
			if (sequence[0] + sequence[1] == 3)	/* a quarter: each resets 16 KiB */
				check_book(width, sequence, origins[sequence[2] & 1]);
		} while (next_sequence(sequence));
	}
}

/* Bookings further apart than the window: no unit twice, none early. */
static void test_port_book_window(void **state)
{
	uint32_t seed = 1;

	(void)state;
	memset(&book, 0, sizeof(book));
	memset(&reference, 0, sizeof(reference));
	for (unsigned int i = 0; i < 4000; i++) {
		uint32_t units = 1 + i % 3;
		cycle_t now, at;

		seed = seed * 1664525 + 1013904223;
		now = (seed >> 8) % (3 * TEA_BOOK_CYCLES);
		at = tea_portbook_find(&book, units, now, 1);
		assert_true(at >= find_by_hand(&reference, units, now, 1));
		tea_portbook_take(&book, units, at, 1);
		take_by_hand(&reference, units, at, 1);
	}
}

/* A saturated book must not be searched from the start each time. */
static void test_port_book_saturated(void **state)
{
	(void)state;
	memset(&book, 0, sizeof(book));
	for (cycle_t i = 0; i < 40; i++) {
		assert_int_equal(tea_portbook_find(&book, 1, 5, 34), 5 + 34 * i);
		tea_portbook_take(&book, 1, 5 + 34 * i, 34);
		assert_int_equal(book.full[1].end, i ? 5 + 34 * i : 0);
	}
	for (cycle_t i = 0; i < 40; i++) {
		assert_int_equal(tea_portbook_book(&book, 2, 5), 5 + i);
		assert_int_equal(book.full[2].end, i ? 5 + i : 0);
	}
}

/* A single unit books as a book of one unit does, within its window and beyond. */
static void test_unit_book(void **state)
{
	static struct tea_unitbook unit;
	uint32_t seed = 1;
	cycle_t base = 0;

	(void)state;
	memset(&book, 0, sizeof(book));
	for (unsigned int i = 0; i < 20000; i++) {
		uint32_t cycles;
		cycle_t now, at;

		seed = seed * 1664525 + 1013904223;
		cycles = 1 + (seed >> 8) % (i % 8 ? 40 : TEA_BOOK_CYCLES / 2);
		now = base + (seed >> 16) % (i % 512 ? 600 : 3 * TEA_BOOK_CYCLES);
		base += cycles;
		at = tea_portbook_find(&book, 1, now, cycles);
		assert_int_equal(tea_unitbook_find(&unit, now, cycles), at);
		tea_portbook_take(&book, 1, at, cycles);
		tea_unitbook_take(&unit, at, cycles);
		assert_memory_equal(unit.book.slot, book.slot, sizeof(book.slot));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ring),
		cmocka_unit_test(test_ring_amend),
		cmocka_unit_test(test_meter),
		cmocka_unit_test(test_history),
		cmocka_unit_test(test_issue_queue),
		cmocka_unit_test(test_issue_queue_window),
		cmocka_unit_test(test_issue_queue_far),
		cmocka_unit_test(test_port_book),
		cmocka_unit_test(test_port_book_window),
		cmocka_unit_test(test_port_book_saturated),
		cmocka_unit_test(test_unit_book),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
