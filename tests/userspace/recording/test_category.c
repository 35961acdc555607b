// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_category.c - names of categories and back, of signatures and of a list of the test's own
 */
#include "tools/clitest.h"

#include <stdio.h>
#include <string.h>

#include "recording/category.h"

static const struct category colors[] = {
	{ "red", "a colour", 1, 0 }, { "green", NULL, 2, 0 }, { "dark-blue", NULL, 3, 0 },
};

static const struct category_kind list = {
	.name = "color", .names = "colors", .unit = "litres", .items = colors,
	.items_count = COUNT(colors),
};

static void signatures_are_sets(void **state)
{
	static const struct {
		uint16_t signature;
		const char *name;
	} names[] = {
		{ 0, "Base" }, { 1, "DR-L1" }, { 1 << 8, "ST-LLC" }, { 0xc0, "ST-L1+ST-TLB" },
		{ 0x140, "ST-L1+ST-LLC" }, { SIGNATURE_UNKNOWN, "unknown" },
		{ 0x200, "ST-CO" },
		{ 0x3ff, "DR-L1+DR-TLB+DR-SQ+FL-MB+FL-EX+FL-MO+ST-L1+ST-TLB+ST-LLC+ST-CO" },
	};
	char text[CATEGORY_TEXT];

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		assert_string_equal(category_name(&category_signatures, names[i].signature, text),
				    names[i].name);
	assert_int_equal(category_count(&category_signatures), 1025);
	assert_null(category_item(&category_signatures, 0xc0));
	assert_string_equal(category_item(&category_signatures, 0x40)->name, "ST-L1");
}

/* Every category of a kind has one name, which leads back to it. */
static void names_lead_back(const struct category_kind *kind)
{
	char text[CATEGORY_TEXT];
	uint16_t category;

	for (uint16_t i = 0; i < category_count(kind); i++) {
		category_name(kind, i, text);
		assert_in_range(strlen(text), 1, CATEGORY_TEXT - 1);
		assert_true(category_parse(kind, text, strlen(text), &category));
		assert_int_equal(category, i);
	}
}

static void every_kind_is_parsed(void **state)
{
	uint16_t category;

	(void)state;
	names_lead_back(&category_signatures);
	names_lead_back(&list);
	names_lead_back(&category_causes);
	names_lead_back(&category_components);
	names_lead_back(&category_stages);
	names_lead_back(&category_flops);
	assert_true(category_parse(&category_signatures, "st-llc+ST-L1", 12, &category));
	assert_int_equal(category, 0x140);
	assert_false(category_parse(&category_signatures, "ST-L1+", 6, &category));
	assert_false(category_parse(&category_signatures, "ST-L1+Base", 10, &category));
	assert_false(category_parse(&category_signatures, "red", 3, &category));
	assert_true(category_parse(&list, "Green,red", 5, &category));
	assert_int_equal(category, 1);
	assert_false(category_parse(&list, "red+green", 9, &category));
	assert_false(category_parse(&list, "dark", 4, &category));
}

/* A list has no items to be combined, and no commit states unless it says so. */
static void only_sets_have_events(void **state)
{
	unsigned int commit;
	uint16_t item;

	(void)state;
	assert_true(category_parse_item(&category_signatures, "FL-MB", 5, &item));
	assert_int_equal(item, 8);
	assert_false(category_parse_item(&list, "red", 3, &item));
	assert_true(category_parse_state(&category_signatures, "Flushed", 7, &commit));
	assert_int_equal(commit, 3);
	assert_false(category_parse_state(&category_signatures, "idle", 4, &commit));
	assert_false(category_parse_state(&list, "flushed", 7, &commit));
}

/* A component at a stage is named by both, and keeps its colour. */
static void stages_have_the_components(void **state)
{
	static const char *const stages[] = { "dispatch", "issue", "commit" };
	char text[CATEGORY_TEXT];

	(void)state;
	for (unsigned int stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++) {
			const struct category *one = &category_components.items[i];
			const struct category *there =
				&category_stages.items[CATEGORY_AT_STAGE(stage, i)];

			snprintf(text, sizeof(text), "%s-%s", stages[stage], one->name);
			assert_string_equal(there->name, text);
			assert_string_equal(there->text, one->text);
			assert_int_equal(there->color, one->color);
		}
	}
}

static void kinds_are_told_apart(void **state)
{
	struct category_kind other = list;
	char text[CATEGORY_TEXT];

	(void)state;
	assert_true(category_same(&list, &other));
	assert_false(category_same(&list, &category_signatures));
	other.unit = "gallons";
	assert_false(category_same(&list, &other));
	other = list;
	other.items = colors + 1;
	assert_false(category_same(&list, &other));
	assert_string_equal(category_title(list.unit, text), "Litres");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signatures_are_sets),
		cmocka_unit_test(every_kind_is_parsed),
		cmocka_unit_test(only_sets_have_events),
		cmocka_unit_test(stages_have_the_components),
		cmocka_unit_test(kinds_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
