// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_palette.c - colours of categories: fixed for events, apart for sets, the same on pages
 */
#include "tools/clitest.h"

#include "output/palette.h"

/* Sets of two events or more, in the order of their numbers. */
static size_t fill_sets(struct piece *pieces, size_t most)
{
	size_t count = 0;

	for (uint16_t set = 1; set < 1U << TEA_EVENTS_COUNT && count < most; set++)
		if (set & (set - 1))
			pieces[count++] = (struct piece){ .category = set, .state = PICS_NO_STATE };
	return count;
}

static void sets_are_told_apart(void **state)
{
	struct piece pieces[10];
	int colors[COUNT(pieces)];

	(void)state;
	assert_int_equal(fill_sets(pieces, COUNT(pieces)), COUNT(pieces));
	palette_fill(colors, &category_signatures, pieces, COUNT(pieces));
	for (size_t i = 0; i < COUNT(pieces); i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(colors[i], colors[j]);
}

/* Wherever it stands among others: alone a set has the colour that it has as the largest. */
static void colors_are_kept(void **state)
{
	const struct piece pieces[] = {
		{ .category = 0x140, .state = PICS_NO_STATE, .parts = 4 },
		{ .state = PICS_NO_STATE, .parts = 3 },
		{ .category = 0x100, .state = PICS_NO_STATE, .parts = 2 },
		{ .state = TEA_STATE_STALLED, .parts = 1 },
	};
	int colors[COUNT(pieces)], again[1];

	(void)state;
	palette_fill(colors, &category_signatures, pieces, COUNT(pieces));
	assert_int_equal(colors[1], category_signatures.empty->color);
	assert_int_equal(colors[2], category_signatures.items[8].color);
	assert_int_equal(colors[3], category_signatures.pieces[TEA_STATE_STALLED].color);
	palette_fill(again, &category_signatures, pieces, 1);
	assert_int_equal(again[0], colors[0]);
}

static void pages_have_the_terminals_colors(void **state)
{
	static const struct {
		int color;
		const char *text;
	} known[] = {
		{ 16, "#000000" }, { 32, "#0087d7" }, { 67, "#5f87af" }, { 160, "#d70000" },
		{ 231, "#ffffff" }, { 232, "#080808" }, { 245, "#8a8a8a" }, { 255, "#eeeeee" },
	};
	char text[PALETTE_TEXT];

	(void)state;
	for (size_t i = 0; i < COUNT(known); i++)
		assert_string_equal(palette_text(known[i].color, text), known[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_told_apart),
		cmocka_unit_test(colors_are_kept),
		cmocka_unit_test(pages_have_the_terminals_colors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
