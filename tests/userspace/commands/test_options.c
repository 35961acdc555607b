// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_options.c - command lines, and their parsing by the table of options
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

#include "commands/options.h"

static const struct command command = { .name = "test", .operands = "", .summary = "" };

struct values {
	const char *text, *maybe;
	bool flag, other;
	unsigned int choice;
};

#define WORDS_MAX 8

/* The words of @line, parsed; returns options_parse()'s result, operands at argv[that]. */
static int parse(const char *line, struct values *values, char *argv[WORDS_MAX + 1], int *argc,
		 bool stop, struct fault *fault)
{
	static const char *const choices[] = { "one", "two", NULL };
	static char copy[256];
	const struct option table[] = {
		{ "text", 't', OPTION_TEXT, "TEXT", "", NULL, &values->text },
		{ "text-more", 0, OPTION_TEXT, "TEXT", "", NULL, &values->text },
		{ "maybe", 'm', OPTION_MAYBE, "TEXT", "", NULL, &values->maybe },
		{ "flag", 'f', OPTION_FLAG, NULL, "", NULL, &values->flag },
		{ "", 'g', OPTION_FLAG, NULL, "", NULL, &values->other },
		{ "choice", 0, OPTION_CHOICE, "CHOICE", "", choices, &values->choice },
		{ "either", 'e', OPTION_CHOICE_MAYBE, "CHOICE", "", choices, &values->choice },
		{ 0 },
	};
	char *rest = strcpy(copy, line);

	*values = (struct values){ 0 };
	*argc = 1;
	argv[0] = (char *)"tea";
	while ((argv[*argc] = strsep(&rest, " ")))
		(*argc)++;
	return options_parse(&command, table, *argc, argv, stop, fault);
}

#define NO_VALUES { NULL, NULL, false, false, 0 }

static void test_values(void **state)
{
	static const struct {
		const char *line;
		struct values values;
		const char *operands;	/* joined by a blank */
	} rows[] = {
		{ "-t x", { "x", NULL, false, false, 0 }, "" },
		{ "-tx", { "x", NULL, false, false, 0 }, "" },
		{ "--text x", { "x", NULL, false, false, 0 }, "" },
		{ "--text=x=y", { "x=y", NULL, false, false, 0 }, "" },
		{ "--text=", { "", NULL, false, false, 0 }, "" },
		{ "--text-more -f", { "-f", NULL, false, false, 0 }, "" },
		{ "-fg", { NULL, NULL, true, true, 0 }, "" },
		{ "-gft x", { "x", NULL, true, true, 0 }, "" },
		{ "-gftx", { "x", NULL, true, true, 0 }, "" },
		{ "-m x", { NULL, "", false, false, 0 }, "x" },
		{ "-m9", { NULL, "9", false, false, 0 }, "" },
		{ "-gm9", { NULL, "9", false, true, 0 }, "" },
		{ "-gm", { NULL, "", false, true, 0 }, "" },
		{ "--maybe x", { NULL, "", false, false, 0 }, "x" },
		{ "--maybe=1s x", { NULL, "1s", false, false, 0 }, "x" },
		{ "--choice two", { NULL, NULL, false, false, 1 }, "" },
		{ "--choice two -e", { NULL, NULL, false, false, 0 }, "" },
		{ "--choice two -e -f", { NULL, NULL, true, false, 0 }, "" },
		{ "-e two a", { NULL, NULL, false, false, 1 }, "a" },
		{ "-etwo a", { NULL, NULL, false, false, 1 }, "a" },
		{ "--either=two a", { NULL, NULL, false, false, 1 }, "a" },
		{ "--fl --ch two", { NULL, NULL, true, false, 1 }, "" },
		{ "--text-m=x", { "x", NULL, false, false, 0 }, "" },
		{ "--mayb=1", { NULL, "1", false, false, 0 }, "" },
		{ "a -f b", { NULL, NULL, true, false, 0 }, "a b" },
		{ "a -- -f", { NULL, NULL, false, false, 0 }, "a -f" },
		{ "-", NO_VALUES, "-" },
	};
	(void)state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *argv[WORDS_MAX + 1], operands[256] = "";
		struct values values;
		struct fault fault;
		int argc, first = parse(rows[i].line, &values, argv, &argc, false, &fault);

		assert_true(first > 0);
		for (int j = first; j < argc; j++)
			sprintf(operands + strlen(operands), "%s%s", j > first ? " " : "", argv[j]);
		assert_string_equal(operands, rows[i].operands);
		assert_string_equal(values.text ? values.text : "none",
				    rows[i].values.text ? rows[i].values.text : "none");
		assert_string_equal(values.maybe ? values.maybe : "none",
				    rows[i].values.maybe ? rows[i].values.maybe : "none");
		assert_int_equal(values.flag, rows[i].values.flag);
		assert_int_equal(values.other, rows[i].values.other);
		assert_int_equal(values.choice, rows[i].values.choice);
	}
}

static void test_refusals(void **state)
{
	static const struct {
		const char *line, *words;
	} rows[] = {
		{ "-t", "--text needs a value" },
		{ "-ft", "--text needs a value" },
		{ "--text", "--text needs a value" },
		{ "--flag=1", "--flag takes no value" },
		{ "--choice three", "give one of one, two" },
		{ "-x", "unknown option '-x'" },
		{ "-fx", "unknown option '-fx'" },
		{ "--", NULL },
		{ "--texx x", "did you mean '--text'" },
		{ "--tex x", "'--tex' is short for --text and --text-more" },
		{ "--choice two -e three", "--either cannot be 'three': give one of one, two" },
		{ "--=x", "unknown option '--'" },
	};
	(void)state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *argv[WORDS_MAX + 1];
		struct values values;
		struct fault fault = { .text = "" };
		int argc, first = parse(rows[i].line, &values, argv, &argc, false, &fault);

		if (!rows[i].words) {
			assert_int_equal(first, argc);
			continue;
		}
		assert_true(first < 0);
		assert_non_null(strstr(fault.text, rows[i].words));
	}
}

/* A program to run ends the options: the words behind it are the program's. */
static void test_stop(void **state)
{
	char *argv[WORDS_MAX + 1];
	struct values values;
	struct fault fault;
	int argc, first = parse("-f prog -g --text", &values, argv, &argc, true, &fault);

	(void)state;
	assert_int_equal(first, 2);
	assert_string_equal(argv[first], "prog");
	assert_true(values.flag && !values.other && !values.text);
	assert_int_equal(parse("-f --help", &values, argv, &argc, true, &fault), 0);
	assert_int_equal(parse("-f prog --help", &values, argv, &argc, true, &fault), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values), cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
