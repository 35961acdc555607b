// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_spares.c - rules of places: refusals, and each byte of code against all rules
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spares.h"
#include "tea_abi.h"

#define LANES	3
#define BYTES	400
#define RULES	12

static const char *const paths[] = { "/bin/a", "/lib/b+c@d.so" };

static void spares_free(struct spares *spares)
{
	for (size_t i = 0; i < spares->rules_count; i++)
		free(spares->rules[i].ranges);
	free(spares->rules);
	free(spares->places);
}

static void test_bad_rules_are_refused(void **state)
{
	static const struct {
		const char *text;
		bool time;
	} bad[] = {
		{ "", false }, { "FL-MB", false }, { "FL-MB@", false }, { "FL-MB@10-20", false },
		{ "FL-MB@10-20@", false }, { "FL-MB@10-20@a", false }, { "FL-MB@20-10@/a", false },
		{ "FL-MB@10@/a", false }, { "FL-MB+@10-20@/a", false }, { "FL-X@10-20@/a", false },
		{ "@10-20@/a", false }, { "FL-MB@10-20+@/a", false }, { "10-20@/a", false },
		{ "FL-MB@10-20@/a", true }, { "10-20", true }, { "10-10@/a", true },
	};
	struct spares spares = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(spares_add(&spares, 0, bad[i].text, bad[i].time), -1);
	assert_int_equal(spares.rules_count, 0);
	assert_int_equal(spares_add(&spares, 0, "10-20@/a", true), 0);
	assert_int_equal(spares_add(&spares, 0, "ST-L1+ST-LLC@10-20+1f-30@/lib/b+c@d", false), 0);
	assert_int_equal(spares.rules[1].spare.events, TEA_PSV_ST_L1 | TEA_PSV_ST_LLC);
	assert_string_equal(spares.rules[1].path, "/lib/b+c@d");
	assert_int_equal(spares.rules[1].count, 2);
	spares_free(&spares);
}

/* The suppressed events and costs of @lane at a byte, by all rules. */
static struct spare look(const struct spares *spares, unsigned int lane, const char *path,
			 uint64_t offset)
{
	struct spare spare = { 0 };

	for (size_t i = 0; i < spares->rules_count; i++) {
		const struct spares_rule *rule = &spares->rules[i];

		for (size_t k = 0; k < rule->count; k++) {
			if (rule->lane != lane || strcmp(rule->path, path) ||
			    offset < rule->ranges[k].begin || offset >= rule->ranges[k].end)
				continue;
			spare.events |= rule->spare.events;
			spare.time |= rule->spare.time;
		}
	}
	return spare;
}

static void check_bytes(const struct spares *spares)
{
	for (unsigned int lane = 0; lane < LANES; lane++) {
		const struct spare *table;

		assert_int_equal(spares_of(spares, lane, &table), 0);
		for (unsigned int p = 0; p < 2; p++) {
			for (uint64_t offset = 0; offset < BYTES; offset++) {
				struct spare wanted = look(spares, lane, paths[p], offset), found = { 0 };
				uint16_t place = spares_find(spares, paths[p], offset);

				if (place && table)
					found = table[place];
				assert_int_equal(found.events, wanted.events);
				assert_int_equal(found.time, wanted.time);
			}
		}
		assert_int_equal(spares_find(spares, "/bin", 10), 0);
		free((void *)table);
	}
}

static void test_places_are_as_the_rules_say(void **state)
{
	(void)state;
	srand(1);
	for (unsigned int round = 0; round < 100; round++) {
		char texts[RULES][128];
		struct spares spares = { 0 };

		for (unsigned int i = 0; i < round % RULES; i++) {
			bool time = rand() % 4 == 0;
			unsigned int a = (unsigned int)rand() % 300, b = (unsigned int)rand() % 300;

			snprintf(texts[i], sizeof(texts[i]), "%s%x-%x+%x-%x@%s", time ? "" : rand() % 2 ?
				 "FL-MB@" : "ST-L1@", a, a + 1 + (unsigned int)rand() % 90, b,
				 b + 1 + (unsigned int)rand() % 90, paths[rand() % 2]);
			assert_int_equal(spares_add(&spares, (unsigned int)rand() % LANES, texts[i],
						    time), 0);
		}
		assert_int_equal(spares_seal(&spares), 0);
		check_bytes(&spares);
		spares_free(&spares);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_rules_are_refused),
		cmocka_unit_test(test_places_are_as_the_rules_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
