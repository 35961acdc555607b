// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_pieces.c - Base by commit state: all of it, in order, and no other category
 */
#include "tools/clitest.h"

#include <string.h>

#include "analysis/places/pieces.h"

static const struct category_kind *const kind = &category_signatures;

static struct pics stack_of_base(void)
{
	static const struct pics_share shares[] = {
		{ .category = 0, .parts = 100, .states = { [TEA_STATE_COMPUTE] = 20,
							  [TEA_STATE_STALLED] = 60 } },
		{ .category = TEA_PSV_ST_L1, .parts = 50, .states = { [TEA_STATE_STALLED] = 50 } },
	};
	struct pics pics = { 0 };

	for (size_t i = 0; i < 2; i++)
		assert_int_equal(pics_add(&pics, 0, &shares[i]), 0);
	return pics;
}

static void base_is_told_by_state(void **state)
{
	static const struct {
		const char *name;
		uint64_t parts;
	} expected[] = {
		{ "Base-waits", 60 }, { "ST-L1", 50 }, { "Base-commits", 20 }, { "Base", 20 },
	};
	struct pics pics = stack_of_base();
	struct piece pieces[PIECES_MOST];
	char name[CATEGORY_TEXT];

	(void)state;
	/* of two that are as large that with a state comes first */
	assert_int_equal(pieces_of(kind, true, &pics.stacks[0], pieces), 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(pieces_name(kind, &pieces[i], name), expected[i].name);
		assert_int_equal(pieces[i].parts, expected[i].parts);
		assert_string_equal(pieces_item(kind, &pieces[i])->name, expected[i].name);
	}
	assert_int_equal(pieces_parts(&pics.stacks[0], &pieces[0]), 60);
	assert_int_equal(pieces_parts(&pics.stacks[0], &pieces[1]), 50);
	pics_deinit(&pics);
}

static void elsewhere_it_is_one(void **state)
{
	struct pics pics = stack_of_base();
	struct piece pieces[PIECES_MOST];

	(void)state;
	assert_int_equal(pieces_of(kind, false, &pics.stacks[0], pieces), 2);
	assert_int_equal(pieces[0].parts, 100);
	assert_int_equal(pieces[0].state, PICS_NO_STATE);
	assert_int_equal(pieces_of(&category_causes, true, &pics.stacks[0], pieces), 2);
	pics_deinit(&pics);
}

/* A piece's weight is its part of its category's. */
static void weights_add_up(void **state)
{
	struct pics_share share = {
		.parts = 90, .states = { [TEA_STATE_COMPUTE] = 30, [TEA_STATE_STALLED] = 60 },
		.weight = { .samples = 3 * PICS_SAMPLE, .squares = 2700 },
	};
	struct piece pieces[PIECES_MOST];
	struct pics pics = { 0 };

	(void)state;
	assert_int_equal(pics_add(&pics, 0, &share), 0);
	assert_int_equal(pieces_of(kind, true, &pics.stacks[0], pieces), 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(pieces[i].weight.samples, (2 - i) * PICS_SAMPLE);
		assert_true(pieces[i].weight.squares == (double)(2 - i) * 900);
	}
	assert_int_equal(pieces_of(kind, false, &pics.stacks[0], pieces), 1);
	assert_int_equal(pieces[0].weight.samples, 3 * PICS_SAMPLE);
	assert_true(pieces[0].weight.squares == 2700);
	pics_deinit(&pics);
}

static void numbers_differ(void **state)
{
	bool used[PIECES_MOST] = { false };

	(void)state;
	for (unsigned int s = 0; s <= PICS_STATES; s++) {
		const struct piece piece = { .category = 0, .state = (uint8_t)s };

		assert_true(pieces_number(&piece) < PIECES_MOST);
		assert_false(used[pieces_number(&piece)]);
		used[pieces_number(&piece)] = true;
	}
	assert_true(pieces_number(&(struct piece){
		.category = SIGNATURE_UNKNOWN, .state = PICS_NO_STATE,
	}) < CATEGORY_MOST);
}

/* States at dispatch are not those of commit. */
static void only_at_commit(void **state)
{
	struct recording_measure measure = { .kind = kind, .stage = TEA_STACK_COMMIT };

	(void)state;
	assert_true(pieces_split(&measure));
	measure.stage = TEA_STACK_DISPATCH;
	assert_false(pieces_split(&measure));
	measure.stage = TEA_STACK_COMMIT;
	measure.kind = &category_stages;
	assert_false(pieces_split(&measure));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base_is_told_by_state),
		cmocka_unit_test(elsewhere_it_is_one),
		cmocka_unit_test(weights_add_up),
		cmocka_unit_test(numbers_differ),
		cmocka_unit_test(only_at_commit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
