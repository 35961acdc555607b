// SPDX-License-Identifier: GPL-2.0-or-later
/* test_booking.c - units over intervals and the calendar, against naive ones */
#include "memory/hierarchy.h"

#include <string.h>

#include "time/booking.h"
#include "time/calendar.h"

#define NAIVE_MAX	20000
#define DEPTH		8

struct naive {
	cycle_t begin[NAIVE_MAX], end[NAIVE_MAX];
	unsigned int count;
};

/* How many of the intervals hold @at. */
static unsigned int naive_busy(const struct naive *naive, cycle_t at)
{
	unsigned int busy = 0;

	for (unsigned int i = 0; i < naive->count; i++)
		busy += naive->begin[i] <= at && at < naive->end[i];
	return busy;
}

static void naive_add(struct naive *naive, cycle_t begin, cycle_t end)
{
	assert_true(naive->count < NAIVE_MAX);
	naive->begin[naive->count] = begin;
	naive->end[naive->count++] = end;
}

static cycle_t book(struct tea_booking *booking, cycle_t now, cycle_t duration)
{
	unsigned int unit = UINT32_MAX;
	cycle_t begin = tea_booking_find(booking, now, duration, &unit);

	assert_true(unit < booking->count);
	tea_booking_take(booking, unit, begin, begin + duration);
	return begin;
}

static void units_wait(void **state)
{
	struct tea_booking booking;

	(void)state;
	assert_int_equal(tea_booking_init(&booking, 3, 2), 0);
	for (unsigned int i = 0; i < 30; i++)
		assert_int_equal(book(&booking, 100, 10), 100 + i / 3 * 10);
	tea_booking_deinit(&booking);
}

static void gaps_are_used(void **state)
{
	struct tea_booking booking;

	(void)state;
	assert_int_equal(tea_booking_init(&booking, 1, DEPTH), 0);
	assert_int_equal(book(&booking, 1000, 100), 1000);
	assert_int_equal(book(&booking, 10, 100), 10);		/* long before */
	assert_int_equal(book(&booking, 950, 100), 1100);	/* would run into it */
	assert_int_equal(book(&booking, 950, 50), 950);		/* just fits */
	assert_int_equal(book(&booking, 0, 10), 0);
	assert_int_equal(book(&booking, 0, 1), 110);
	tea_booking_deinit(&booking);
}

static void forgotten_time_is_closed(void **state)
{
	struct tea_booking booking;

	(void)state;
	assert_int_equal(tea_booking_init(&booking, 1, DEPTH), 0);
	for (unsigned int i = 0; i <= DEPTH; i++)
		assert_int_equal(book(&booking, 100 * i, 10), 100 * i);
	assert_int_equal(book(&booking, 0, 10), 10);
	tea_booking_deinit(&booking);
}

/* Never more than there are, in whatever order requests come; nor a needless wait. */
static void random_bookings_never_exceed(void **state)
{
	static struct naive naive;
	struct tea_booking booking;
	uint64_t seed = random_seed();
	cycle_t time = 1000;

	(void)state;
	for (unsigned int units = 1; units <= 16; units *= 2) {
		naive.count = 0;
		assert_int_equal(tea_booking_init(&booking, units, DEPTH), 0);
		for (unsigned int i = 0; i < 1000; i++) {
			cycle_t now = time + random_below(&seed, 400) - 200;
			cycle_t duration = 1 + random_below(&seed, 60);
			cycle_t begin = book(&booking, now, duration);

			for (cycle_t at = begin; at < begin + duration; at++)
				assert_true(naive_busy(&naive, at) < units);
			naive_add(&naive, begin, begin + duration);
			time += 30 / units;
		}
		tea_booking_deinit(&booking);
	}
}

/* A unit as the header describes it: intervals by begin, and the floor. */
struct naive_unit {
	struct tea_interval held[DEPTH];
	unsigned int count;
	cycle_t floor;
};

static cycle_t naive_fit(const struct naive_unit *unit, cycle_t now, cycle_t duration)
{
	cycle_t at = now > unit->floor ? now : unit->floor;

	for (unsigned int i = 0; i < unit->count && at + duration > unit->held[i].begin; i++)
		at = at > unit->held[i].end ? at : unit->held[i].end;
	return at;
}

static void naive_take(struct naive_unit *unit, cycle_t begin, cycle_t end)
{
	unsigned int at;

	if (unit->count == DEPTH) {
		unit->floor = unit->held[0].end > unit->floor ? unit->held[0].end : unit->floor;
		memmove(&unit->held[0], &unit->held[1], --unit->count * sizeof(unit->held[0]));
	}
	for (at = unit->count++; at && unit->held[at - 1].begin > begin; at--)
		unit->held[at] = unit->held[at - 1];
	unit->held[at] = (struct tea_interval){ .begin = begin, .end = end };
}

/* The first unit, from the one behind that taken last on, of those free the earliest. */
static void random_bookings_take_the_earliest_unit(void **state)
{
	static const unsigned int counts[] = { 1, 3, 8, 12, 29, 64 };
	uint64_t seed = random_seed();

	(void)state;
	for (unsigned int k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
		struct naive_unit naive[64] = { 0 };
		unsigned int count = counts[k], next = 0;
		struct tea_booking booking;
		cycle_t time = 1000;

		assert_int_equal(tea_booking_init(&booking, count, DEPTH), 0);
		for (unsigned int i = 0; i < 20000; i++) {
			cycle_t now = time + random_below(&seed, 400) - 200;
			cycle_t duration = 1 + random_below(&seed, 60), best = UINT64_MAX, begin;
			unsigned int unit = UINT32_MAX, expected = 0;

			for (unsigned int j = 0; j < count; j++) {
				cycle_t at = naive_fit(&naive[(next + j) % count], now, duration);

				expected = at < best ? (next + j) % count : expected;
				best = at < best ? at : best;
			}
			begin = tea_booking_find(&booking, now, duration, &unit);
			assert_int_equal(begin, best);
			assert_int_equal(unit, expected);
			tea_booking_take(&booking, unit, begin, begin + duration);
			naive_take(&naive[unit], begin, begin + duration);
			next = (unit + 1) % count;
			/* at times more than there is room for, at times all are free */
			time += random_below(&seed, i / 2000 % 2 ? 120 / count + 1 : 20 / count + 1);
		}
		tea_booking_deinit(&booking);
	}
}

static void calendar_is_exact_over_time(void **state)
{
	static struct tea_calendar calendar;
	cycle_t last = 0;

	(void)state;
	tea_calendar_init(&calendar, 16000, 64 * 3200);	/* 12.8 cycles */
	for (unsigned int i = 0; i < 10000; i++)
		last = tea_calendar_take(&calendar, 0);
	assert_int_equal(last, (9999 * 128 + 9) / 10);
}

static void calendar_idle_starts_at_once(void **state)
{
	static struct tea_calendar calendar;

	(void)state;
	tea_calendar_init(&calendar, 1, 10);
	assert_int_equal(tea_calendar_take(&calendar, 1005), 1005);
	assert_int_equal(tea_calendar_take(&calendar, 1006), 1010);
	assert_int_equal(tea_calendar_take(&calendar, 17), 17);		/* back in time */
	assert_int_equal(tea_calendar_take(&calendar, 10), 20);
	assert_int_equal(tea_calendar_take(&calendar, 10000000), 10000000);
	/* Further back than the window: served as if it came at its edge. */
	assert_int_equal(tea_calendar_take(&calendar, 17),
			 (10000000 / 10 / 64 + 1 - TEA_CALENDAR_WORDS) * 640);
}

static void calendar_sells_a_slot_once(void **state)
{
	enum { SLOTS = 4000, CYCLES = 5 };
	static unsigned char sold[2 * SLOTS];
	static struct tea_calendar calendar;
	uint64_t seed = random_seed();

	(void)state;
	tea_calendar_init(&calendar, 1, CYCLES);
	for (unsigned int i = 0; i < SLOTS; i++) {
		cycle_t now = random_below(&seed, SLOTS * CYCLES);
		uint64_t slot = tea_calendar_take(&calendar, now) / CYCLES;

		assert_true(slot >= now / CYCLES && slot < 2 * SLOTS);
		for (uint64_t j = now / CYCLES; j < slot; j++)
			assert_true(sold[j]);
		assert_false(sold[slot]);
		sold[slot] = 1;
	}
}

/* The second of two at a time has the next slot: when it begins, rounded up. */
static void calendar_divides_exactly(void **state)
{
	static struct tea_calendar calendar;
	uint64_t seed = random_seed();

	(void)state;
	for (unsigned int i = 0; i < 20000; i++) {
		uint64_t slots = 1 + random_below(&seed, 1ULL << random_below(&seed, 21));
		uint64_t cycles = 1 + random_below(&seed, 1ULL << random_below(&seed, 21));
		cycle_t now = random_below(&seed, 1ULL << (1 + random_below(&seed, 40)));
		uint64_t slot = now * slots / cycles + 1;
		cycle_t next = (slot * cycles + slots - 1) / slots;

		tea_calendar_init(&calendar, slots, cycles);
		assert_int_equal(tea_calendar_take(&calendar, now), now);
		assert_int_equal(tea_calendar_take(&calendar, now), next > now ? next : now);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_wait),
		cmocka_unit_test(gaps_are_used),
		cmocka_unit_test(forgotten_time_is_closed),
		cmocka_unit_test(random_bookings_never_exceed),
		cmocka_unit_test(random_bookings_take_the_earliest_unit),
		cmocka_unit_test(calendar_is_exact_over_time),
		cmocka_unit_test(calendar_idle_starts_at_once),
		cmocka_unit_test(calendar_sells_a_slot_once),
		cmocka_unit_test(calendar_divides_exactly),
	};

	return cmocka_run_group_tests_name("booking", tests, NULL, NULL);
}
