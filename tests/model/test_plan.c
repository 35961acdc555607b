// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_plan.c - the experiment file: written words are read again, and unknown words are refused
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan.h"

#define WORDS_MOST	64

struct read {
	char *text, *words[WORDS_MOST];
	size_t count;
	struct tea_plan plan;
	struct tea_plan_fault fault;
	int error;
};

/* The plan of @text. */
static void begin_read(struct read *read, const char *text, bool machine)
{
	char *rest;

	*read = (struct read){ .text = strdup(text) };
	rest = *text ? read->text : NULL;
	while (rest)
		read->words[read->count++] = tea_plan_cut(&rest);
	read->error = tea_plan_parse(&read->plan, machine, read->words, read->count, &read->fault);
}

static void end_read(struct read *read)
{
	tea_plan_deinit(&read->plan);
	free(read->text);
}

static char *write_plan(const struct tea_plan *plan)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	tea_plan_put(plan, file);
	assert_int_equal(fclose(file), 0);
	return text;
}

static void test_nothing_is_the_default_core(void **state)
{
	struct read read;

	(void)state;
	begin_read(&read, "", false);
	assert_int_equal(read.error, 0);
	assert_int_equal(read.plan.count, 1);
	assert_null(read.plan.cores[0].name);
	assert_null(read.plan.profile);
	assert_string_equal(read.plan.cores[0].variant.params.core, tea_cores[0].name);
	end_read(&read);
}

static void test_lanes_have_what_all_have_and_their_own(void **state)
{
	struct read read;

	(void)state;
	begin_read(&read, "rob=64,profile=/p,observers=tea,core=boom-2w,lane=a,lane=b,rob=32,core=boom-mega,"
		   "observers=golden+stages,fix=FL-MB@0-4@/x,,y,free=8-c@/z", false);
	assert_int_equal(read.error, 0);
	assert_int_equal(read.plan.count, 2);
	assert_string_equal(read.plan.profile, "/p");
	assert_string_equal(read.plan.observers, "tea");
	assert_string_equal(read.plan.cores[0].name, "a");
	assert_null(read.plan.cores[0].observers);
	assert_string_equal(read.plan.cores[0].variant.params.core, "boom-2w");
	assert_int_equal(read.plan.cores[0].variant.params.rob, 64);
	assert_int_equal(read.plan.cores[0].variant.spares_count, 0);
	assert_string_equal(read.plan.cores[1].observers, "golden+stages");
	assert_string_equal(read.plan.cores[1].variant.params.core, "boom-mega");
	assert_int_equal(read.plan.cores[1].variant.params.rob, 32);
	assert_int_equal(read.plan.cores[1].variant.spares_count, 2);
	assert_string_equal(read.plan.cores[1].variant.spares[0], "fix=FL-MB@0-4@/x,y");
	assert_string_equal(read.plan.cores[1].variant.spares[1], "free=8-c@/z");
	end_read(&read);
}

/* Suppressed events before all lanes apply to each, as to a core alone. */
static void test_spares_of_all(void **state)
{
	struct read read;

	(void)state;
	begin_read(&read, "free=0-4@/x,lane=a,lane=b,free=8-c@/x", false);
	assert_int_equal(read.error, 0);
	assert_int_equal(read.plan.cores[0].variant.spares_count, 1);
	assert_int_equal(read.plan.cores[1].variant.spares_count, 2);
	end_read(&read);
	begin_read(&read, "free=0-4@/x", false);
	assert_int_equal(read.error, 0);
	assert_int_equal(read.plan.cores[0].variant.spares_count, 1);
	end_read(&read);
}

static void assert_same(const struct tea_variant *one, const struct tea_variant *other)
{
	assert_string_equal(one->params.core, other->params.core);
	for (size_t i = 0; i < tea_param_infos_count; i++)
		assert_true(tea_params_get_parts(&one->params, &tea_param_infos[i]) ==
			    tea_params_get_parts(&other->params, &tea_param_infos[i]));
	assert_int_equal(one->spares_count, other->spares_count);
	for (size_t i = 0; i < one->spares_count; i++)
		assert_string_equal(one->spares[i], other->spares[i]);
}

static void assert_same_text(const char *one, const char *other)
{
	assert_true(!one == !other);
	if (one)
		assert_string_equal(one, other);
}

/* To the same cores, and from there to the same words. */
static void check_round(const struct tea_plan *plan)
{
	char *text = write_plan(plan), *again;
	struct read read;

	begin_read(&read, text, false);
	assert_int_equal(read.error, 0);
	assert_int_equal(read.plan.count, plan->count);
#define TEA_X(name, program, machine) assert_same_text(read.plan.name, plan->name);
	TEA_PLAN_TEXTS(TEA_X)
#undef TEA_X
	for (size_t i = 0; i < plan->count; i++) {
		assert_same_text(read.plan.cores[i].name, plan->cores[i].name);
		assert_same_text(read.plan.cores[i].observers, plan->cores[i].observers);
		assert_same(&read.plan.cores[i].variant, &plan->cores[i].variant);
	}
	again = write_plan(&read.plan);
	assert_string_equal(again, text);
	free(again);
	free(text);
	end_read(&read);
}

static void test_what_is_written_is_read(void **state)
{
	const char *spares[] = { "fix=ST-L1+ST-LLC@10-20+30-34@/a, b,", "free=0-2@/c" };
	struct tea_plan_core cores[3] = {
		{ .name = "base", .observers = "golden+stages" },
		{ .name = "1+3", .observers = TEA_PLAN_UNOBSERVED,
		  .variant = { .spares = spares, .spares_count = 2 } },
		{ .name = "x" },
	};
	struct tea_plan plan = {
		.profile = "/tmp/a,b/run", .cycles = "/tmp/,", .period = "997", .observers = "tea",
		.expect = "12", .from = "0-4@/p", .skip = "3", .limit = "4", .to = "8-c@/p",
		.region = "--from a,b --skip 3", .cores = cores, .count = 3,
	};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		tea_params_init(&cores[i].variant.params);
	cores[1].variant.params.rob = 48;
	cores[1].variant.params.l1d_perfect = 1;
	check_round(&plan);
	/* cores of several names; one alone; parts */
	tea_params_select(&cores[2].variant.params, "boom-mega");
	check_round(&plan);
	plan.count = 1;
	cores[0].name = cores[0].observers = NULL;
	check_round(&plan);
	plan.engine = "fast";
	assert_int_equal(tea_params_set_parts(&cores[0].variant.params, "decode_width", "3.3"), 0);
	check_round(&plan);
}

static void test_a_core_that_all_have_stands_once(void **state)
{
	struct tea_plan_core cores[2] = { { .name = "a" }, { .name = "b" } };
	const struct tea_plan plan = { .profile = "/p", .cores = cores, .count = 2 };
	char *text;

	(void)state;
	tea_params_select(&cores[0].variant.params, "boom-2w");
	tea_params_select(&cores[1].variant.params, "boom-2w");
	cores[1].variant.params.rob = 8;
	text = write_plan(&plan);
	assert_string_equal(text, "profile=/p,core=boom-2w,lane=a,lane=b,rob=8");
	free(text);
}

static void test_refusals(void **state)
{
	static const struct {
		const char *words;
		bool machine;
		int error;
		const char *text;
	} cases[] = {
		{ "rob", false, -ENOENT, "option 'rob' is not of the form name=value" },
		{ "robb=3", false, -ENOENT, "unknown option 'robb'" },
		{ "=3", false, -ENOENT, "unknown option ''" },
		{ "", true, 0, "" },
		{ "rob=3", false, -EINVAL, "knob 'rob' cannot be '3': give a number from 4 to" },
		{ "rob=", false, -EINVAL, "knob 'rob' cannot be ''" },
		{ "decode_width=3.3", false, -EINVAL, "knob 'decode_width' cannot be '3.3'" },
		{ "core=bom", false, -EINVAL, "unknown core 'bom': give one of boom-4w" },
		{ "l1d_kib=3", false, -EINVAL, "knobs do not fit together: l1d_kib" },
		{ "lane=", false, -EINVAL, "option 'lane' is empty" },
		{ "lane=a,lane=a", false, -EINVAL, "two lanes are named 'a'" },
		{ "lane=a,period=3", false, -EINVAL, "option 'period' is for all lanes" },
		{ "lane=a,lane=b,core=boom-vector", false, -EINVAL, "lane 'a' has vlen 0, lane 'b'" },
		{ "fix=FL-MB@0-4@/x", true, -ENOENT, "unknown option 'fix'" },
		{ "follow=on", true, -ENOENT, "unknown option 'follow'" },
		{ "golden=/d", false, -ENOENT, "unknown option 'golden'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct read read;

		begin_read(&read, cases[i].words, cases[i].machine);
		assert_int_equal(read.error, cases[i].error);
		if (cases[i].error && strncmp(read.fault.text, cases[i].text, strlen(cases[i].text)))
			fail_msg("%s: %s", cases[i].words, read.fault.text);
		end_read(&read);
	}
}

static void test_words_are_known_by_number(void **state)
{
	size_t programs = 0, machines = 0;

	(void)state;
	while (tea_plan_word(programs, false))
		programs++;
	while (tea_plan_word(machines, true))
		machines++;
	assert_int_equal(programs, 17);
	assert_int_equal(machines, 6);
}

static void test_results(void **state)
{
	const struct tea_plan_result results[] = {
		{ "base", 123456789012, 42, { 0 } }, { "1+3", 1, 0, { 16, { -5, 3, [15] = INT64_MIN } } },
		{ "", 7, 8, { 1, { 2 } } }, { "2", 9, 1, { 0 } },
	};
	struct tea_plan_result read;
	FILE *file = tmpfile();

	(void)state;
	for (size_t i = 0; i < 4; i++)
		tea_plan_put_result(file, &results[i]);
	rewind(file);
	for (size_t i = 0; i < 4; i++) {
		assert_true(tea_plan_get_result(file, &read));
		assert_int_equal(read.deviations.groups, results[i].deviations.groups);
		assert_memory_equal(read.deviations.of, results[i].deviations.of, sizeof(read.deviations.of));
		assert_string_equal(read.name, results[i].name);
		assert_true(read.cycles == results[i].cycles);
		assert_true(read.instructions == results[i].instructions);
	}
	assert_false(tea_plan_get_result(file, &read));
	rewind(file);
	fputs("no number\n", file);
	rewind(file);
	assert_false(tea_plan_get_result(file, &read));
	fclose(file);
}

static void test_results_of_all_of_a_run_are_a_line(void **state)
{
	const struct tea_plan_result result = { "1+3", 12, 34, { 0 } };
	char line[32] = "";
	FILE *file = tmpfile();

	(void)state;
	tea_plan_put_result(file, &result);
	rewind(file);
	assert_int_equal(fread(line, 1, sizeof(line) - 1, file), 10);
	assert_string_equal(line, "12 34 1+3\n");
	fclose(file);
}

static void test_damaged_deviations(void **state)
{
	static const char *const texts[] = { "~ 17 1\n", "~ 2 1\n", "~ x\n", "~ 1 2 3\n", "~ -1\n" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct tea_plan_result read;
		FILE *file = tmpfile();

		fprintf(file, "12 34 base\n%s", texts[i]);
		rewind(file);
		assert_false(tea_plan_get_result(file, &read));
		fclose(file);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_is_the_default_core),
		cmocka_unit_test(test_lanes_have_what_all_have_and_their_own),
		cmocka_unit_test(test_spares_of_all),
		cmocka_unit_test(test_what_is_written_is_read),
		cmocka_unit_test(test_a_core_that_all_have_stands_once),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_words_are_known_by_number),
		cmocka_unit_test(test_results),
		cmocka_unit_test(test_results_of_all_of_a_run_are_a_line),
		cmocka_unit_test(test_damaged_deviations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
