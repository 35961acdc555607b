// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_sources.c - the table of event sources: each event has one row at most
 */
#include "tools/clitest.h"

#include "recording/perf_sources.h"

/* No row hides another, and each can be shown. */
static void rows_are_apart(void **state)
{
	(void)state;
	assert_true(perf_sources_count > 0);
	for (size_t i = 0; i < perf_sources_count; i++) {
		const struct perf_source *source = &perf_sources[i];

		assert_ptr_equal(perf_source_find(source->pmu, source->config), source);
		assert_non_null(source->event);
		assert_non_null(source->kind);
		assert_non_null(source->handlers->sample);
		assert_non_null(source->handlers->word);
		assert_non_null(source->handlers->lost);
		assert_non_null(source->handlers->finish);
		assert_non_null(source->handlers->counts);
	}
}

static void pmu_and_number_tell(void **state)
{
	const struct perf_source *tea = perf_source_find("tea", 0);

	(void)state;
	assert_non_null(tea);
	assert_string_equal(tea->event, "tea//");
	assert_ptr_equal(tea->kind, &category_signatures);
	assert_null(perf_source_find("tea", 0xff));
	assert_null(perf_source_find("tea2", 0));
	assert_null(perf_source_find("software", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_apart),
		cmocka_unit_test(pmu_and_number_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
