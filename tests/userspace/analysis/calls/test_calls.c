// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_calls.c - chains as one tree, inclusive cycles, callers and callees
 *
 * CALLTREE_PLACES separates places without a function by address: calls and samples of "f" are 0x20
 * and 0x22.
 */
#include "tools/clitest.h"

#include <errno.h>
#include <string.h>

#include "analysis/calls/calls.h"
#include "tools/handmade.h"

static const struct rows_options everything = { .by = ROWS_BY_FUNCTION };

static void tree_shares_callers(void **state)
{
	struct calltree tree;
	struct made made;
	uint32_t path[4], hottest;

	(void)state;
	made_calls(&made);
	assert_int_equal(calltree_build(&tree, &made.recording, made.recording.shown, &everything,
					CALLTREE_FUNCTIONS),
			 0);
	/* main, main;f, main;g, main;f;g, g */
	assert_int_equal(tree.nodes.count, 5);
	assert_int_equal(tree.frames_count, 3);
	hottest = tree.nodes.pics.stacks[0].place;
	assert_int_equal(tree.nodes.pics.stacks[0].parts, 1000);
	assert_int_equal(callnodes_path(&tree.nodes, hottest, path, 4), 3);
	assert_int_equal(tree.nodes.items[path[2]].parent, CALLTREE_NONE);
	assert_int_equal(callnodes_path(&tree.nodes, hottest, path, 1), 3);
	calltree_deinit(&tree);
	/* By instruction, a call and its neighbour in the same function are two. */
	assert_int_equal(calltree_build(&tree, &made.recording, made.recording.shown, &everything,
					CALLTREE_INSTRUCTIONS), 0);
	assert_int_equal(tree.frames_count, 6);
	assert_int_equal(tree.functions.count, 3);
	calltree_deinit(&tree);
	recording_close(&made.recording);
}

static void leaves_are_where_samples_were(void **state)
{
	struct codefilter_name wanted = { .text = "g" };
	struct codefilter code = { .objects = { .items = &wanted, .count = 1 } };
	const struct rows_options only_g = { .code = &code };
	struct fault fault;
	struct calltree tree;
	struct made made;

	(void)state;
	made_calls(&made);
	assert_int_equal(codefilter_check(&code, &fault), -ENOENT);
	codefilter_look(&code, &made.recording, made.recording.shown);
	assert_int_equal(codefilter_check(&code, &fault), 0);
	assert_int_equal(calltree_build(&tree, &made.recording, made.recording.shown, &only_g,
					CALLTREE_FUNCTIONS),
			 0);
	for (size_t i = 0; i < made.recording.shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &made.recording.shown->pics.stacks[i];
		uint32_t object = made.recording.places[stack->place].object;

		if (object != 2) {
			assert_int_equal(tree.leaves[i], CALLTREE_NONE);
			continue;
		}
		assert_int_equal(tree.functions.items[calltree_function(&tree, tree.leaves[i])]
				 .object, object);
	}
	calltree_deinit(&tree);
	recording_close(&made.recording);
}

static const struct row *row_of(const struct rows *rows, const char *object, uint64_t address)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->rows[i].location.object->path, object) &&
		    rows->rows[i].location.address == address)
			return &rows->rows[i];
	fail_msg("no row %s+%#llx", object, (unsigned long long)address);
	return NULL;
}

/* Parts of @path below the row, its places innermost last; 0: there is no such path. */
static uint64_t parts_at(const struct calls *calls, const struct row *row,
			 enum calls_order order, const uint64_t *path, size_t count)
{
	struct callnodes tree;
	uint64_t parts = 0;
	uint32_t node = 0;
	size_t i, c;

	assert_int_equal(calls_tree_build(&tree, calls, row, order), 0);
	for (i = 0; tree.count && i < count; i++) {
		const struct callnode *at = &tree.items[node];

		for (c = 0; c < at->children_count; c++)
			if (calls_function(calls, &tree.items[at->children[c]])->location.address ==
			    path[i])
				break;
		if (c == at->children_count)
			break;
		node = at->children[c];
	}
	if (tree.count && i == count)
		parts = tree.items[node].stack->parts;
	callnodes_deinit(&tree);
	return parts;
}

static void callers_have_what_they_call(void **state)
{
	static const uint64_t f[] = { 0x20 }, f_g[] = { 0x20, 0x30 }, g[] = { 0x30 };
	static const uint64_t callers[] = { 0x20, 0x10 };
	struct calls calls;
	struct made made;
	struct rows rows;

	(void)state;
	made_calls(&made);
	assert_int_equal(rows_fold(&rows, &made.recording, made.recording.shown, &everything), 0);
	assert_int_equal(calls_init(&calls, &made.recording, &rows, &everything), 0);
	assert_int_equal(calls_include(&calls), 0);
	assert_int_equal(row_of(&rows, "main", 0x12)->inclusive->parts, 5 + 20 + 100 + 1000);
	assert_int_equal(row_of(&rows, "main", 0x12)->stack->parts, 5);
	assert_int_equal(row_of(&rows, "f", 0x22)->inclusive->parts, 20 + 1000);
	assert_int_equal(row_of(&rows, "g", 0x30)->inclusive->parts, 100 + 1000 + 3);
	assert_ptr_equal(row_of(&rows, "main", 0x12), &rows.rows[0]);

	assert_int_equal(parts_at(&calls, &rows.rows[0], CALLS_CALLER, NULL, 0), 1125);
	assert_int_equal(parts_at(&calls, &rows.rows[0], CALLS_CALLER, f, 1), 20 + 1000);
	assert_int_equal(parts_at(&calls, &rows.rows[0], CALLS_CALLER, f_g, 2), 1000);
	assert_int_equal(parts_at(&calls, &rows.rows[0], CALLS_CALLER, g, 1), 100);
	assert_int_equal(parts_at(&calls, row_of(&rows, "g", 0x30), CALLS_CALLEE, callers, 2),
			 1000);
	/* main has no caller: its own cycles are all. */
	assert_int_equal(parts_at(&calls, &rows.rows[0], CALLS_CALLEE, NULL, 0), 5);
	calls_deinit(&calls);
	rows_deinit(&rows);
	recording_close(&made.recording);
}

/* A function that calls itself counts once, from its outermost call on. */
static void recursion_counts_once(void **state)
{
	static const char *const objects[] = { "main", "r", NULL };
	static const uint64_t again[] = { 0x20 }, twice[] = { 0x20, 0x20 };
	struct calls calls;
	struct made made;
	struct rows rows;
	uint32_t frame;

	(void)state;
	made_init(&made, objects);
	frame = made_frame(&made, RECORDING_NO_FRAME, 0, 0x10);
	frame = made_frame(&made, frame, 1, 0x20);
	frame = made_frame(&made, frame, 1, 0x20);
	made_hit(&made, 1, 0x20, frame, 7);
	assert_int_equal(rows_fold(&rows, &made.recording, made.recording.shown, &everything), 0);
	assert_int_equal(calls_init(&calls, &made.recording, &rows, &everything), 0);
	assert_int_equal(calls_include(&calls), 0);
	assert_int_equal(row_of(&rows, "r", 0x20)->inclusive->parts, 7);
	assert_int_equal(row_of(&rows, "main", 0x10)->inclusive->parts, 7);
	assert_int_equal(parts_at(&calls, row_of(&rows, "r", 0x20), CALLS_CALLER, NULL, 0), 7);
	assert_int_equal(parts_at(&calls, row_of(&rows, "r", 0x20), CALLS_CALLER, again, 1), 7);
	assert_int_equal(parts_at(&calls, row_of(&rows, "r", 0x20), CALLS_CALLER, twice, 2), 7);
	calls_deinit(&calls);
	rows_deinit(&rows);
	recording_close(&made.recording);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tree_shares_callers),
		cmocka_unit_test(leaves_are_where_samples_were),
		cmocka_unit_test(callers_have_what_they_call),
		cmocka_unit_test(recursion_counts_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
