// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_export.c - the parts of exporters: call edges, listings, whole cycles, texts, protocol
 * buffers
 *
 * An object without a file is one function, named like it in brackets.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/exportformats.h"
#include "export/callgrind.h"
#include "export/exporttext.h"
#include "export/listing.h"
#include "export/protobuf.h"
#include "export/texttable.h"
#include "tools/clitest.h"
#include "tools/handmade.h"

#define NONE	RECORDING_NO_FRAME

static const struct rows_options everything = { .by = ROWS_BY_OBJECT };

static struct export export_of(struct made *made, FILE *file)
{
	return (struct export){
		.recording = &made->recording, .measure = made->recording.shown,
		.wanted = &everything, .file = file,
	};
}

/* The document of a format; to be freed. */
static char *exported(struct made *made, enum export_format format)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	struct export export = export_of(made, file);

	assert_int_equal(export_put(&export, format, &made->fault), 0);
	fclose(file);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static void folded_has_callers(void **state)
{
	struct made made;
	char *text;

	(void)state;
	made_calls(&made);
	text = exported(&made, EXPORT_FOLDED);
	assert_string_equal(text, "prog;[main];[f];[g];ST-L1 1000\n"
			    "prog;[main];[g];ST-L1 100\n"
			    "prog;[main];[f];ST-L1 20\n"
			    "prog;[main];ST-L1 5\n"
			    "prog;[g];ST-L1 3\n");
	free(text);
	recording_close(&made.recording);
}

/* Calls within unknown code are not shown. */
static void unknown_code_is_one_frame(void **state)
{
	static const char *const objects[] = { "main", "lib", NULL };
	struct made made;
	uint32_t frame;
	char *text;

	(void)state;
	made_init(&made, objects);
	frame = made_frame(&made, NONE, 0, 0x10);
	frame = made_frame(&made, frame, 1, 0x10);
	frame = made_frame(&made, frame, 1, 0x20);
	made_hit(&made, 1, 0x30, frame, 7);
	text = exported(&made, EXPORT_FOLDED);
	assert_string_equal(text, "prog;[main];[lib];ST-L1 7\n");
	free(text);
	recording_close(&made.recording);
}

static uint64_t below(const struct callgrind *callgrind, const char *caller, const char *callee)
{
	uint64_t parts = 0;

	for (uint32_t i = 0; i < callgrind->edges_count; i++) {
		const struct calltree *tree = &callgrind->tree;
		const struct callgrind_edge *edge = &callgrind->edges[i];
		uint32_t from = tree->frames[edge->caller].function;

		if (!strcmp(tree->functions.items[from].location.object->path, caller) &&
		    !strcmp(tree->functions.items[edge->callee].location.object->path, callee))
			parts += pics_find(&callgrind->below, i)->parts;
	}
	return parts;
}

static void edges_are_inclusive(void **state)
{
	struct callgrind callgrind;
	struct export export;
	struct made made;

	(void)state;
	made_calls(&made);
	export = export_of(&made, NULL);
	assert_int_equal(callgrind_build(&callgrind, &export), 0);
	assert_int_equal(below(&callgrind, "main", "f"), 1020);
	assert_int_equal(below(&callgrind, "main", "g"), 100);
	assert_int_equal(below(&callgrind, "f", "g"), 1000);
	callgrind_deinit(&callgrind);
	recording_close(&made.recording);
}

/* f calls itself through g: f, g, f, g. Cycles below f's call count there once. */
static void recursion_counts_once(void **state)
{
	static const char *const objects[] = { "f", "g", NULL };
	struct callgrind callgrind;
	struct export export;
	struct made made;
	uint32_t frame;

	(void)state;
	made_init(&made, objects);
	frame = made_frame(&made, NONE, 0, 0x10);
	frame = made_frame(&made, frame, 1, 0x20);
	frame = made_frame(&made, frame, 0, 0x10);
	made_hit(&made, 1, 0x22, frame, 100);
	export = export_of(&made, NULL);
	assert_int_equal(callgrind_build(&callgrind, &export), 0);
	assert_int_equal(callgrind.edges_count, 2);
	assert_int_equal(below(&callgrind, "f", "g"), 100);
	assert_int_equal(below(&callgrind, "g", "f"), 100);
	callgrind_deinit(&callgrind);
	recording_close(&made.recording);
}

static void callgrind_names_calls(void **state)
{
	struct made made;
	char *text;

	(void)state;
	made_calls(&made);
	text = exported(&made, EXPORT_CALLGRIND);
	assert_has(text, "summary: 1128 1128\n");
	assert_has(text, "\n0x12 0 5 5\n");
	assert_has(text, "cfn=[f]\ncalls=1 0x0 0\n0x10 0 1020 1020\n");
	assert_has(text, "cfn=[g]\ncalls=1 0x0 0\n0x20 0 1000 1000\n");
	free(text);
	recording_close(&made.recording);
}

/* As deep as a record can have it, twice: no time and no stack is lost on it. */
static void deep_chains_are_no_trouble(void **state)
{
	static const char *const objects[] = { "f", "g", NULL };
	uint32_t frame = NONE;
	struct made made;

	(void)state;
	made_init(&made, objects);
	for (uint64_t i = 0; i < 16384; i++)
		frame = made_frame(&made, frame, i % 2, i);
	for (uint64_t i = 0; i < 64; i++)
		made_hit(&made, 0, i, frame, 1);
	for (unsigned int format = 0; format < EXPORT_COUNT; format++)
		if (!export_has_executions(format))
			free(exported(&made, format));
	recording_close(&made.recording);
}

/*
 * Functions that only call others stand behind those with cycles; both trees number functions
 * alike.
 */
static void listing_has_callers_last(void **state)
{
	static const char *const objects[] = { "main", "f", NULL };
	struct listing listing;
	struct export export;
	struct made made;

	(void)state;
	made_init(&made, objects);
	made_hit(&made, 1, 0x22, made_frame(&made, NONE, 0, 0x10), 9);
	made_hit(&made, 1, 0x20, NONE, 1);
	export = export_of(&made, NULL);
	assert_int_equal(listing_open(&listing, &export, &made.fault), 0);
	assert_int_equal(listing.count, 2);
	assert_int_equal(listing.functions[0].total->parts, 10);
	assert_null(listing.functions[1].total);
	assert_int_equal(listing.functions[1].function->object, 0);
	for (uint32_t i = 0; i < listing.count; i++) {
		const struct function *function = listing.functions[i].function;

		assert_int_equal(listing.ranks[functions_find(&listing.callgrind.tree.functions,
							      function->object,
							      &function->location)], i);
	}
	assert_int_equal(listing_read(&listing, 1), 0);
	assert_int_equal(listing.insns_count, 0);
	assert_int_equal(listing_read(&listing, 0), 0);
	assert_int_equal(listing.insns_count, 2);
	assert_int_equal(listing.insns[0].location.address, 0x20);
	assert_int_equal(listing.insns[1].stack->parts, 9);
	listing_close(&listing);
	recording_close(&made.recording);
}

static void whole_cycles_keep_the_sum(void **state)
{
	const struct recording_measure measure = { .parts_per_unit = 12 };
	struct export_rounding rounding = { 0 };
	uint64_t sum = 0, parts = 0;

	(void)state;
	for (uint64_t i = 1; i < 1000; i++) {
		parts += i * 7;
		sum += export_whole_cycles(&measure, &rounding, i * 7);
	}
	assert_int_equal(sum, parts / 12);
	rounding = (struct export_rounding){ 0 };
	assert_int_equal(export_whole_cycles(&measure, &rounding, UINT64_MAX), UINT64_MAX / 12);
}

static void texts_are_clean(void **state)
{
	struct texttable table = { 0 };
	char *copy = exporttext_copy("a\x1b[31m\xff" "b\xc3\xa9");

	(void)state;
	assert_string_equal(copy, "a\\x1b[31m\\xffb\xc3\xa9");
	free(copy);
	assert_int_equal(texttable_number(&table, ""), 0);
	assert_int_equal(texttable_number(&table, "x"), 1);
	assert_int_equal(texttable_number(&table, "\xff"), 2);
	assert_int_equal(texttable_number(&table, "x"), 1);
	assert_int_equal(texttable_number(&table, "\xff"), 2);
	assert_string_equal(table.texts[2], "\\xff");
	assert_false(table.failed);
	texttable_deinit(&table);
}

/* The encoding guide's own examples: 150 in field 1, "testing" in field 2. */
static void protobuf_is_as_in_the_guide(void **state)
{
	static const uint8_t number[] = { 0x08, 0x96, 0x01 };
	static const uint8_t text[] = { 0x12, 0x07, 't', 'e', 's', 't', 'i', 'n', 'g' };
	struct protobuf message = { 0 }, part = { 0 };

	(void)state;
	protobuf_number(&message, 1, 150);
	assert_int_equal(message.size, sizeof(number));
	assert_memory_equal(message.bytes, number, sizeof(number));
	message.size = 0;
	protobuf_bytes(&message, 2, "testing", 7);
	assert_int_equal(message.size, sizeof(text));
	assert_memory_equal(message.bytes, text, sizeof(text));
	message.size = 0;
	protobuf_number(&message, 1, 0);
	assert_int_equal(message.size, 0);
	protobuf_packed(&message, UINT64_MAX);
	assert_int_equal(message.size, 10);
	assert_int_equal(message.bytes[9], 1);
	protobuf_number(&part, 1, 1);
	protobuf_message(&message, 3, &part);
	assert_int_equal(message.size, 14);
	assert_int_equal(part.size, 0);
	assert_false(protobuf_failed(&message));
	protobuf_deinit(&message);
	protobuf_deinit(&part);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_has_callers),
		cmocka_unit_test(unknown_code_is_one_frame),
		cmocka_unit_test(edges_are_inclusive),
		cmocka_unit_test(recursion_counts_once),
		cmocka_unit_test(callgrind_names_calls),
		cmocka_unit_test(deep_chains_are_no_trouble),
		cmocka_unit_test(listing_has_callers_last),
		cmocka_unit_test(whole_cycles_keep_the_sum),
		cmocka_unit_test(texts_are_clean),
		cmocka_unit_test(protobuf_is_as_in_the_guide),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
