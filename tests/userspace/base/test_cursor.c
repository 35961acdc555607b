// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_cursor.c - the bounds-checked cursor
 */
#include "tools/clitest.h"

#include "base/cursor.h"

static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 'a', 'b', 0, 'c' };

static struct cursor all_bytes(void)
{
	struct cursor cursor;

	cursor_init(&cursor, bytes, sizeof(bytes));
	return cursor;
}

static void reads_little_endian(void **state)
{
	struct cursor cursor = all_bytes();

	(void)state;
	assert_int_equal(cursor_u8(&cursor), 1);
	assert_int_equal(cursor_u16(&cursor), 0x0302);
	assert_int_equal(cursor_u32(&cursor), 0x07060504);
	cursor = all_bytes();
	assert_true(cursor_u64(&cursor) == 0x0807060504030201ULL);
	assert_false(cursor.failed);
}

/* A read that does not fit gives zero, moves nothing, and the failure stays. */
static void stays_failed(void **state)
{
	struct cursor cursor = all_bytes();

	(void)state;
	cursor_skip(&cursor, 9);
	assert_int_equal(cursor_u32(&cursor), 0);
	assert_true(cursor.failed);
	assert_int_equal(cursor_left(&cursor), 3);
	assert_int_equal(cursor_u8(&cursor), 0);
	assert_null(cursor_bytes(&cursor, 0));
}

static void refuses_huge_sizes(void **state)
{
	static const uint64_t sizes[] = { 13, 1ULL << 32, UINT64_MAX, UINT64_MAX - 3 };

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct cursor cursor = all_bytes(), window;

		assert_null(cursor_bytes(&cursor, sizes[i]));
		cursor = all_bytes();
		window = cursor_window(&cursor, 4, sizes[i]);
		assert_true(window.failed);
		window = cursor_window(&cursor, sizes[i], 1);
		assert_true(window.failed);
		assert_false(cursor.failed);
	}
}

static void text_needs_its_nul(void **state)
{
	struct cursor cursor = all_bytes();

	(void)state;
	cursor_skip(&cursor, 8);
	assert_string_equal(cursor_text(&cursor, 3), "ab");
	assert_int_equal(cursor_left(&cursor), 1);
	assert_null(cursor_text(&cursor, 1));
	cursor = all_bytes();
	assert_null(cursor_text(&cursor, 0));
}

static void parts_are_bounded(void **state)
{
	struct cursor cursor = all_bytes();
	struct cursor part = cursor_take(&cursor, 2);

	(void)state;
	assert_int_equal(cursor_left(&part), 2);
	assert_int_equal(cursor_left(&cursor), sizeof(bytes) - 2);
	cursor_u32(&part);
	assert_true(part.failed);
	assert_false(cursor.failed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_little_endian),
		cmocka_unit_test(stays_failed),
		cmocka_unit_test(refuses_huge_sizes),
		cmocka_unit_test(text_needs_its_nul),
		cmocka_unit_test(parts_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
