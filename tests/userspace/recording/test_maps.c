// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_maps.c - mappings and names over time: forks, execs, reuse
 */
#include "tools/clitest.h"

#include <string.h>

#include "recording/maps.h"

static void map(struct maps *maps, uint32_t pid, uint64_t time, uint64_t start, uint32_t object)
{
	struct maps_entry entry = {
		.since.time = time, .start = start, .end = start + 0x1000, .object = object,
	};

	assert_int_equal(maps_add(maps, pid, &entry), 0);
}

static void expect(struct maps *maps, uint32_t pid, uint64_t address, uint64_t time,
		   int object)
{
	const struct maps_entry *entry = maps_find(maps, pid, address, time);

	if (object < 0) {
		assert_null(entry);
		return;
	}
	assert_non_null(entry);
	assert_int_equal(entry->object, object);
}

static void newer_hides_older(void **state)
{
	struct maps maps = { 0 };

	(void)state;
	map(&maps, 1, 20, 0x1800, 2);	/* files are not sorted by time */
	map(&maps, 1, 10, 0x1000, 1);
	maps_seal(&maps);
	expect(&maps, 1, 0x1900, 9, -1);
	expect(&maps, 1, 0x1900, 10, 1);
	expect(&maps, 1, 0x1900, 20, 2);
	expect(&maps, 1, 0x17ff, 20, 1);
	expect(&maps, 1, 0x2800, 20, -1);
	expect(&maps, 2, 0x1900, 20, -1);
	maps_deinit(&maps);
}

static void fork_inherits_and_exec_forgets(void **state)
{
	struct maps maps = { 0 };
	struct maps_task child = { .pid = 2, .tid = 2, .parent_pid = 1, .parent_tid = 1 };

	(void)state;
	map(&maps, 1, 10, 0x1000, 1);
	maps_fork(&maps, &child, 15);
	map(&maps, 1, 20, 0x5000, 2);	/* after the fork: not the child's */
	maps_exec(&maps, 2, 30);
	map(&maps, 2, 31, 0x1000, 3);
	maps_seal(&maps);
	expect(&maps, 2, 0x1000, 14, -1);
	expect(&maps, 2, 0x1000, 16, 1);
	expect(&maps, 2, 0x5000, 25, -1);
	expect(&maps, 2, 0x1000, 30, -1);
	expect(&maps, 2, 0x1000, 31, 3);
	expect(&maps, 1, 0x5000, 25, 2);
	maps_deinit(&maps);
}

static void pids_come_back(void **state)
{
	struct maps maps = { 0 };
	struct maps_task again = { .pid = 2, .tid = 2, .parent_pid = 1, .parent_tid = 1 };

	(void)state;
	map(&maps, 1, 10, 0x1000, 1);
	map(&maps, 2, 10, 0x1000, 2);
	maps_fork(&maps, &again, 50);
	maps_seal(&maps);
	expect(&maps, 2, 0x1000, 49, 2);
	expect(&maps, 2, 0x1000, 50, 1);
	maps_deinit(&maps);
}

/* A file may say that a process is its own ancestor. */
static void circles_end(void **state)
{
	struct maps maps = { 0 };
	struct maps_task one = { .pid = 2, .tid = 2, .parent_pid = 1, .parent_tid = 1 };
	struct maps_task two = { .pid = 1, .tid = 1, .parent_pid = 2, .parent_tid = 2 };

	(void)state;
	maps_fork(&maps, &one, 5);
	maps_fork(&maps, &two, 5);
	maps_seal(&maps);
	expect(&maps, 1, 0x1000, 9, -1);
	assert_null(maps_comm(&maps, 1, 9));
	maps_deinit(&maps);
}

static void threads_have_names(void **state)
{
	struct maps maps = { 0 };
	struct maps_task thread = { .pid = 1, .tid = 3, .parent_pid = 1, .parent_tid = 1 };

	(void)state;
	maps_rename(&maps, 1, "shell", 1);
	maps_fork(&maps, &thread, 10);
	maps_rename(&maps, 1, "prog", 20);
	maps_rename(&maps, 3, "worker", 30);
	maps_seal(&maps);
	assert_null(maps_comm(&maps, 3, 9));
	assert_string_equal(maps_comm(&maps, 3, 25), "shell");
	assert_string_equal(maps_comm(&maps, 3, 30), "worker");
	assert_string_equal(maps_comm(&maps, 1, 25), "prog");
	assert_null(maps_comm(&maps, 9, 25));
	maps_deinit(&maps);
}

static void map_code(struct maps *maps, uint32_t pid, uint64_t time, uint64_t start, uint32_t object)
{
	struct maps_entry entry = {
		.since.time = time, .start = start, .end = start + 0x1000, .object = object,
		.code = true,
	};

	assert_int_equal(maps_add(maps, pid, &entry), 0);
}

static void expect_code(struct maps *maps, uint32_t pid, uint64_t address, uint64_t time,
			uint32_t object, uint64_t start)
{
	const struct maps_entry *entry = maps_code(maps, pid, address, time, object);

	if (!start) {
		assert_null(entry);
		return;
	}
	assert_non_null(entry);
	assert_int_equal(entry->start, start);
}

/* Of any object it is below the address; of one that is named, above it, if not below. */
static void code_near_data(void **state)
{
	struct maps maps = { 0 };

	(void)state;
	map_code(&maps, 1, 10, 0x2000, 1);
	map(&maps, 1, 10, 0x4000, 9);		/* no code */
	map_code(&maps, 1, 10, 0x6000, 2);
	map_code(&maps, 1, 50, 0x3000, 3);
	maps_seal(&maps);
	expect_code(&maps, 1, 0x4800, 20, MAPS_ANY, 0x2000);
	expect_code(&maps, 1, 0x4800, 50, MAPS_ANY, 0x3000);
	expect_code(&maps, 1, 0x6000, 20, MAPS_ANY, 0x6000);
	expect_code(&maps, 1, 0x1fff, 20, MAPS_ANY, 0);
	expect_code(&maps, 1, 0x4800, 20, 2, 0x6000);
	expect_code(&maps, 1, 0x9000, 50, 1, 0x2000);
	expect_code(&maps, 1, 0x9000, 50, 9, 0);
	expect_code(&maps, 7, 0x4800, 20, MAPS_ANY, 0);
	maps_deinit(&maps);
}

/* A child has its parent's code from before it was forked, until it executes another program. */
static void code_of_ancestors(void **state)
{
	struct maps maps = { 0 };
	struct maps_task child = { .pid = 2, .tid = 2, .parent_pid = 1, .parent_tid = 1 };

	(void)state;
	map_code(&maps, 1, 10, 0x2000, 1);
	maps_fork(&maps, &child, 15);
	map_code(&maps, 1, 20, 0x3000, 2);
	map_code(&maps, 2, 20, 0x1000, 3);
	maps_exec(&maps, 2, 30);
	maps_seal(&maps);
	expect_code(&maps, 2, 0x5000, 25, MAPS_ANY, 0x2000);
	expect_code(&maps, 2, 0x1800, 25, MAPS_ANY, 0x1000);
	expect_code(&maps, 1, 0x5000, 25, MAPS_ANY, 0x3000);
	expect_code(&maps, 2, 0x5000, 30, MAPS_ANY, 0);
	maps_deinit(&maps);
}

static void behind_all_mappings(void **state)
{
	struct maps maps = { 0 };
	struct maps_task child = { .pid = 2, .tid = 2, .parent_pid = 1, .parent_tid = 1 };

	(void)state;
	for (uint64_t i = 1; i < 8; i++)
		map(&maps, 1, i, i << 12, 1);
	maps_fork(&maps, &child, 10);
	map(&maps, 2, 11, 0x1000, 1);
	maps_seal(&maps);
	for (uint32_t pid = 1; pid <= 2; pid++) {
		assert_false(maps_ends_before(&maps, pid, 0x7fff, 20));
		assert_true(maps_ends_before(&maps, pid, 0x8000, 20));
	}
	assert_true(maps_ends_before(&maps, 9, 0, 20));
	maps_deinit(&maps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(newer_hides_older),
		cmocka_unit_test(fork_inherits_and_exec_forgets),
		cmocka_unit_test(pids_come_back),
		cmocka_unit_test(circles_end),
		cmocka_unit_test(threads_have_names),
		cmocka_unit_test(code_near_data),
		cmocka_unit_test(code_of_ancestors),
		cmocka_unit_test(behind_all_mappings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
