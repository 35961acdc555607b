// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_sensitivity.c - s by hand, and ranks by the weights that there are
 */
#include "tools/clitest.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/sensitivity.h"

#define WEIGHTS	2

static const struct row {
	const char *name;
	uint64_t cycles[WEIGHTS];	/* 0: the weight changes nothing */
} rows[] = {
	{ "rob", { 1000, 500 } }, { "decode", { 800, 790 } }, { "l1d", { 990, 200 } },
	{ "dtlb", { 0, 400 } }, { "commit", { 1100, 1000 } }, { "fetch", { 0, 850 } },
};

static void fill(struct sensitivity *sensitivity, uint32_t first)
{
	assert_int_equal(sensitivity_init(sensitivity, COUNT(rows), WEIGHTS), 0);
	sensitivity->cycles = 1000;
	sensitivity->weights[0] = first;
	sensitivity->weights[1] = TEA_WEIGHT_IDEAL;
	for (size_t i = 0; i < COUNT(rows); i++) {
		sensitivity->resources[i].resource = tea_resource_find(rows[i].name);
		assert_non_null(sensitivity->resources[i].resource);
		for (size_t w = 0; w < WEIGHTS; w++)
			sensitivity->resources[i].cells[w] = (struct sensitivity_cell){
				.exists = rows[i].cycles[w], .cycles = rows[i].cycles[w],
			};
	}
}

static void is_order(const struct sensitivity *sensitivity, const char *const *names)
{
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(sensitivity->resources[i].resource->name, names[i]);
}

static void ranks_are_by_weight(void **state)
{
	static const char *const more[] = { "decode", "fetch", "rob", "commit", "l1d", "dtlb" };
	struct sensitivity sensitivity;

	(void)state;
	fill(&sensitivity, 2000);
	sensitivity_rank(&sensitivity);
	is_order(&sensitivity, more);
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(sensitivity.resources[i].rank, i < 4 ? 1 + i : 1 + i - 4);
	assert_int_equal(sensitivity.resources[1].weight, 1);
	assert_int_equal(sensitivity.resources[4].weight, 1);
	sensitivity_deinit(&sensitivity);
	/* with less of each resource, the costliest is first */
	fill(&sensitivity, 500);
	sensitivity_rank(&sensitivity);
	assert_string_equal(sensitivity.resources[0].resource->name, "fetch");
	assert_string_equal(sensitivity.resources[1].resource->name, "commit");
	sensitivity_deinit(&sensitivity);
}

static void value_is_by_hand(void **state)
{
	struct sensitivity sensitivity;
	struct sensitivity_resource *decode;
	double value = 7;

	(void)state;
	fill(&sensitivity, 2000);
	decode = &sensitivity.resources[1];
	assert_true(sensitivity_of(&sensitivity, &decode->cells[0], &value));
	assert_true(fabs(value - 0.25) < 1e-9);
	assert_true(fabs(sensitivity_largest(&sensitivity, decode) - (1000. / 790 - 1)) < 1e-9);
	value = 7;
	assert_false(sensitivity_of(&sensitivity, &sensitivity.resources[3].cells[0], &value));
	decode->cells[1].failure = strdup("lost");
	assert_false(sensitivity_of(&sensitivity, &decode->cells[1], &value));
	assert_true(value == 7);
	assert_true(fabs(sensitivity_rated(&sensitivity, decode) - 0.25) < 1e-9);
	sensitivity_deinit(&sensitivity);
}

static void weights_have_names(void **state)
{
	char text[SENSITIVITY_WEIGHT_TEXT];

	(void)state;
	assert_string_equal(sensitivity_weight(2000, text), "2");
	assert_string_equal(sensitivity_weight(1150, text), "1.15");
	assert_string_equal(sensitivity_weight(1, text), "0.001");
	assert_string_equal(sensitivity_weight(TEA_WEIGHT_MOST, text), "1000");
	assert_string_equal(sensitivity_weight(TEA_WEIGHT_IDEAL, text), "ideal");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_by_weight),
		cmocka_unit_test(value_is_by_hand),
		cmocka_unit_test(weights_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
