// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_jumps.c - arrows: short jumps next to the code, none through another, long ones left out
 */
#include "tools/clitest.h"

#include <stdlib.h>

#include "analysis/places/jumps.h"

/* @count rows of 2 bytes each at 0x1000; targets are rows, -1 for none. */
static struct rows make(const int targets[], size_t count)
{
	struct rows rows = { .rows = calloc(count, sizeof(*rows.rows)), .count = count };

	for (size_t i = 0; i < count; i++) {
		rows.rows[i].location.address = 0x1000 + 2 * i;
		rows.rows[i].flow = (struct flow){ .kind = FLOW_NEXT, .length = 2 };
		if (targets[i] < 0)
			continue;
		rows.rows[i].flow.kind = FLOW_BRANCH;
		rows.rows[i].flow.target = 0x1000 + 2 * (uint64_t)targets[i];
	}
	return rows;
}

static void loops_nest(void **state)
{
	/* 0 <- 5, 2 <- 4: the inner loop is next to the code. */
	const int targets[] = { -1, -1, -1, -1, 2, 0 };
	struct rows rows = make(targets, 6);
	struct jumps jumps;

	(void)state;
	assert_int_equal(jumps_init(&jumps, &rows), 0);
	assert_int_equal(jumps.lanes, 2);
	assert_int_equal(jumps.rows[2].cells[0], JUMPS_DOWN | JUMPS_RIGHT);
	assert_int_equal(jumps.rows[3].cells[0], JUMPS_UP | JUMPS_DOWN);
	assert_int_equal(jumps.rows[4].cells[0], JUMPS_UP | JUMPS_RIGHT);
	assert_int_equal(jumps.rows[3].cells[1], JUMPS_UP | JUMPS_DOWN);
	/* The outer one's ends reach the code through lane 0. */
	assert_int_equal(jumps.rows[0].cells[0], JUMPS_LEFT | JUMPS_RIGHT);
	assert_int_equal(jumps.rows[5].cells[1], JUMPS_UP | JUMPS_RIGHT);
	assert_true(jumps.rows[0].to && jumps.rows[2].to && !jumps.rows[4].to);
	assert_true(jumps.rows[4].from && jumps.rows[5].from && !jumps.rows[2].from);
	jumps_deinit(&jumps);
	free(rows.rows);
}

static void neighbours_share_a_lane(void **state)
{
	const int targets[] = { -1, 0, -1, 2, 6, -1, -1 };
	struct rows rows = make(targets, 7);
	struct jumps jumps;

	(void)state;
	assert_int_equal(jumps_init(&jumps, &rows), 0);
	assert_int_equal(jumps.lanes, 1);
	jumps_deinit(&jumps);
	free(rows.rows);
}

/* Random jumps: each lane's lines are whole, and as many end as begin. */
static void lines_are_whole(void **state)
{
	enum { COUNT = 300 };
	int targets[COUNT];

	(void)state;
	srand(1);
	for (int i = 0; i < COUNT; i++)
		targets[i] = rand() % 3 ? -1 : rand() % COUNT;
	struct rows rows = make(targets, COUNT);
	struct jumps jumps;

	assert_int_equal(jumps_init(&jumps, &rows), 0);
	assert_int_equal(jumps.lanes, JUMPS_LANES);
	for (unsigned int lane = 0; lane < JUMPS_LANES; lane++) {
		bool open = false;

		for (int i = 0; i < COUNT; i++) {
			uint8_t cell = jumps.rows[i].cells[lane];

			assert_int_equal(open, (cell & JUMPS_UP) != 0);
			open = cell & JUMPS_DOWN;
		}
		assert_false(open);
	}
	jumps_deinit(&jumps);
	free(rows.rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_nest),
		cmocka_unit_test(neighbours_share_a_lane),
		cmocka_unit_test(lines_are_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
