// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_resources.c - resources: every weight of each gives a core, and the one that it has to
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "resources.h"

static const struct tea_param_info *find_knob(const char *name)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (!strcmp(tea_param_infos[i].name, name))
			return &tea_param_infos[i];
	return NULL;
}

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++) {
		const struct tea_resource *resource = &tea_resources[i];

		assert_ptr_equal(tea_resource_find(resource->name), resource);
		assert_true(*resource->text);
		assert_true(resource->knobs_count);
		for (size_t j = 0; j < resource->knobs_count; j++) {
			assert_non_null(find_knob(resource->knobs[j].name));
			if (resource->knobs[j].within)
				assert_non_null(find_knob(resource->knobs[j].within));
		}
	}
	assert_null(tea_resource_find("robb"));
	assert_null(tea_resource_find(""));
}

/* No two resources are the same: a knob is of one, but where it keeps to another's size. */
static void test_apart(void **state)
{
	unsigned int owners[256] = { 0 };

	(void)state;
	assert_true(tea_param_infos_count <= 256);
	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++)
		for (size_t j = 0; j < tea_resources[i].knobs_count; j++)
			if (tea_resources[i].knobs[j].scaling != TEA_SCALING_ALONG)
				owners[find_knob(tea_resources[i].knobs[j].name) - tea_param_infos]++;
	for (size_t i = 0; i < tea_param_infos_count; i++)
		assert_in_range(owners[i], 0, 1);
}

static void check(const struct tea_params *params)
{
	const char *why = NULL;

	if (tea_params_check(params, &why))
		fail_msg("%s: %s", params->core, why);
	for (size_t i = 0; i < tea_param_infos_count; i++)
		assert_in_range(tea_params_get(params, &tea_param_infos[i]), tea_param_infos[i].min,
				tea_param_infos[i].max);
}

/* Each alone, and all together, of every core. */
static void test_cores(void **state)
{
	static const uint32_t weights[] = {
		1, 500, 900, 1000, 1150, 1500, 2000, 3000, 64000, TEA_WEIGHT_MOST, TEA_WEIGHT_IDEAL,
	};

	(void)state;
	for (size_t i = 0; i < tea_cores_count; i++) {
		for (size_t j = 0; j < sizeof(weights) / sizeof(weights[0]); j++) {
			struct tea_params all;

			assert_int_equal(tea_params_select(&all, tea_cores[i].name), 0);
			for (size_t k = 0; k < TEA_RESOURCES_COUNT; k++) {
				struct tea_params one, before;
				bool changed;

				assert_int_equal(tea_params_select(&one, tea_cores[i].name), 0);
				before = one;
				changed = tea_resource_weigh(&tea_resources[k], weights[j], &one);
				assert_int_equal(changed, !!memcmp(&one, &before, sizeof(one)));
				assert_false(changed && weights[j] == TEA_WEIGHT_ONE);
				assert_false(changed &&
					     !tea_resource_exists(&tea_resources[k], &before));
				check(&one);
				tea_resource_weigh(&tea_resources[k], weights[j], &all);
			}
			check(&all);
		}
	}
}

struct expected {
	const char *resource, *knob;
	uint32_t weight, value;		/* of boom-4w */
};

static void test_values(void **state)
{
	static const struct expected table[] = {
		{ "rob", "rob", 2000, 384 }, { "rob", "rob", 1150, 221 },
		{ "rob", "rob", 500, 96 }, { "rob", "rob", TEA_WEIGHT_IDEAL, 2048 },
		{ "decode", "decode_width", 1150, 5 }, { "decode", "decode_width", 1100, 4 },
		{ "decode", "decode_width", 4000, 8 },
		{ "registers", "int_registers", 100, 40 },
		{ "registers", "vec_registers", 2000, 96 },	/* it has no vectors */
		{ "fetch", "fetch_width", 2000, 16 }, { "fetch", "predictor_kib", 2000, 36 },
		{ "fetch", "fetch_width", 1400, 8 }, { "fetch", "predictor_kib", 1400, 18 },
		{ "fetch", "fetch_width", 1500, 16 }, { "fetch", "fetch_width", 500, 4 },
		{ "fetch", "predictor_kib", 500, 9 },
		{ "l1d", "l1d_kib", 2000, 64 }, { "l1d", "l1d_perfect", 2000, 0 },
		{ "l1d", "l1d_kib", TEA_WEIGHT_IDEAL, 32 },
		{ "l1d", "l1d_perfect", TEA_WEIGHT_IDEAL, 1 },
		{ "dtlb", "dtlb_perfect", 2000, 0 }, { "dtlb", "dtlb_perfect", TEA_WEIGHT_IDEAL, 1 },
		{ "llc", "llc_kib", 8000, 16384 },
		{ "fp_divider", "fdiv_latency", 2000, 10 }, { "fp_divider", "fdiv_latency", 3000, 7 },
		{ "fp_divider", "fsqrt_latency", 500, 56 },
		{ "fp_divider", "fsqrt_latency", TEA_WEIGHT_IDEAL, 1 },
		{ "int_divider", "div_latency", 2000, 1 }, { "int_divider", "div_bits", 2000, 2 },
		{ "multiplier", "mul_units", TEA_WEIGHT_IDEAL, 16 },
		{ "dram_latency", "dram_controller", TEA_WEIGHT_IDEAL, 0 },
		{ "walks", "dtlb_misses", 2000, 2 }, { "walks", "dtlb_refill", 2000, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct expected *row = &table[i];
		struct tea_params params;

		tea_params_init(&params);
		tea_resource_weigh(tea_resource_find(row->resource), row->weight, &params);
		if (tea_params_get(&params, find_knob(row->knob)) != row->value)
			fail_msg("%s x %u: %s is %u, not %u", row->resource, row->weight, row->knob,
				 tea_params_get(&params, find_knob(row->knob)), row->value);
	}
}

static void test_vectors(void **state)
{
	const struct tea_resource *path = tea_resource_find("vec_path");
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_false(tea_resource_exists(path, &params));
	assert_true(tea_resource_exists(tea_resource_find("rob"), &params));
	assert_int_equal(tea_params_select(&params, "boom-saturn"), 0);
	assert_true(tea_resource_exists(path, &params));
	assert_true(tea_resource_weigh(path, 2000, &params));
	assert_int_equal(params.dlen, 512);
	assert_true(tea_resource_weigh(tea_resource_find("vec_divider"), 2000, &params));
	assert_int_equal(params.vfsqrt_latency, 14);
	/* no register has more */
	tea_resource_weigh(path, TEA_WEIGHT_IDEAL, &params);
	assert_int_equal(params.dlen, 512);
	assert_false(tea_resource_weigh(path, TEA_WEIGHT_IDEAL, &params));
	assert_true(tea_resource_weigh(tea_resource_find("vec_issue"), TEA_WEIGHT_IDEAL, &params));
	assert_int_equal(params.vec_issue, 7);
}

/* Two that share a knob give a core with both. */
static void test_together(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	tea_resource_weigh(&tea_resources[TEA_RESOURCE_FETCH], 2000, &params);
	tea_resource_weigh(&tea_resources[TEA_RESOURCE_PREDICTOR], 2000, &params);
	assert_int_equal(params.fetch_width, 16);
	assert_int_equal(params.predictor_kib, 72);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_apart),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
