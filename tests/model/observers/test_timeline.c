// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_timeline.c - claims and timelines against a search of all of them each time
 *
 * The seed is printed; TEA_SEED=N repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "observers/claims.h"
#include "observers/timeline.h"

#define CYCLES	1000
#define MARGIN	4100		/* beyond, that notes reach into */
#define RUNS	200

static struct random_source source;

static int begin(void **state)
{
	(void)state;
	random_begin(&source);
	return 0;
}

/* Few cycles most often, and now and then about as many as a ring has. */
static cycle_t random_distance(void)
{
	if (random_below(&source, 20))
		return random_below(&source, 20);
	return (2U << random_below(&source, 12)) - random_below(&source, 3);
}

/* Notes of any cycle from the present one on, and of some that are over, come out in order. */
static void check_timeline(void)
{
	static uint16_t noted[CYCLES + MARGIN];
	struct tea_timeline timeline;
	cycle_t now = random_below(&source, 300);

	memset(noted, 0, sizeof(noted));
	assert_int_equal(tea_timeline_init(&timeline, sizeof(*noted), now), 0);
	while (now < CYCLES) {
		cycle_t end = now + random_distance() % 300, next;

		for (uint32_t notes = random_below(&source, 6); notes; notes--) {
			cycle_t at = now + random_distance();
			uint16_t *entry;

			at -= random_below(&source, 8) ? 0 : now / 2;
			entry = tea_timeline_note(&timeline, at);
			assert_non_null(entry);
			assert_int_equal(*entry, noted[at > now ? at : now]++);
			++*entry;
		}
		for (; now < end; now = next + 1) {
			next = tea_timeline_next(&timeline, end);
			assert_in_range(next, now, end);
			for (; now < next; now++)
				assert_int_equal(noted[now], 0);
			if (next == end)
				break;
			assert_int_equal(*(uint16_t *)tea_timeline_entry(&timeline, next), noted[next]);
			assert_true(noted[next]);
			memset(tea_timeline_entry(&timeline, next), 0, sizeof(*noted));
			tea_timeline_leave(&timeline, next);
		}
		tea_timeline_pass(&timeline, now);
	}
	tea_timeline_deinit(&timeline);
}

static void test_timeline(void **state)
{
	(void)state;
	for (unsigned int run = 0; run < RUNS; run++)
		check_timeline();
}

struct waiter {
	cycle_t begin, end;
};

/* The number of the first one that waits in @cycle, or @count. */
static uint32_t find_oldest(const struct waiter *waiters, uint32_t count, cycle_t cycle)
{
	uint32_t oldest = 0;

	while (oldest < count &&
	       !(waiters[oldest].begin <= cycle && cycle < waiters[oldest].end))
		oldest++;
	return oldest;
}

/* Each cycle belongs to the oldest of those that wait in it. */
static void test_claims(void **state)
{
	enum { WAITERS = 3000 };
	static struct waiter waiters[WAITERS];
	struct tea_claims claims;
	cycle_t begins = 1, cycle = 0, last = 0;

	(void)state;
	assert_int_equal(tea_claims_init(&claims, WAITERS), 0);
	for (uint32_t i = 0; i < WAITERS; i++) {
		struct tea_blame blame = tea_blame_of(i, 0);

		begins += random_below(&source, 3) ? 0 : random_below(&source, 12);
		waiters[i] = (struct waiter){
			begins, begins + random_below(&source, random_below(&source, 10) ? 12 : 200),
		};
		last = waiters[i].end > last ? waiters[i].end : last;
		/* all that comes begins here or later */
		for (; cycle < begins; cycle++) {
			const struct tea_claim *claim = tea_claims_find(&claims, cycle);
			uint32_t oldest = find_oldest(waiters, i, cycle);

			assert_int_equal(claim && claim->begin <= cycle, oldest < i);
			assert_true(oldest == i || tea_blame_row(claim->blame) == oldest);
		}
		tea_claims_add(&claims, waiters[i].begin, waiters[i].end, blame);
	}
	assert_null(tea_claims_find(&claims, last));
	tea_claims_deinit(&claims);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_timeline),
		cmocka_unit_test(test_claims),
	};

	return cmocka_run_group_tests_name("timeline", tests, begin, NULL);
}
