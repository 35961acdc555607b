// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_loops.c - loops of all of a program's code, asked for one by one and of functions read once
 */
#include "tools/clitest.h"

#include "analysis/places/loops.h"

#define SUBJECT		"build/tests/userspace/subjects/root/bin/sharing"

/* Of each address of the function. Returns how many are in a loop. */
static size_t check(const struct symbols *symbols, struct loops *loops, uint32_t object,
		    const struct symtab_symbol *symbol)
{
	size_t inside = 0;

	for (uint64_t at = symbol->start; at < symbol->end; at += 2) {
		const struct symbols_location location = {
			.object = &symbols->objects[object], .address = at, .function = symbol->name,
			.function_start = symbol->start, .function_end = symbol->end,
		};
		const struct loop loop = loop_find(&location);
		uint64_t begin, end;

		assert_int_equal(loops_find(loops, object, &location, &begin, &end), 0);
		assert_int_equal(begin, loop.begin);
		assert_int_equal(end, loop.end);
		inside += loop.end != 0;
	}
	return inside;
}

static void of_functions_are_those_of_locations(void **state)
{
	struct loops loops = { .count = 0 };
	struct symbols_location location;
	const struct symtab *functions;
	struct symbols symbols;
	size_t inside = 0;
	uint32_t object;

	(void)state;
	symbols_init(&symbols);
	object = symbols_object(&symbols, SUBJECT, SYMBOLS_FILE);
	symbols_locate(&symbols, object, 0, &location);
	functions = symbols_functions(&symbols, &symbols.objects[object]);
	/* twice: of functions that are known, too */
	for (unsigned int round = 0; round < 2; round++)
		for (size_t i = 0; i < functions->count; i++)
			if (functions->symbols[i].end > functions->symbols[i].start)
				inside += check(&symbols, &loops, object, &functions->symbols[i]);
	assert_true(inside > 0);
	loops_deinit(&loops);
	symbols_deinit(&symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_functions_are_those_of_locations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
