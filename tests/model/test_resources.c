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

static unsigned int count_knobs(const struct tea_resource *resource)
{
	unsigned int count = 0;

	for (size_t i = 0; i < tea_param_infos_count; i++)
		count += tea_resource_has(resource, &tea_param_infos[i]);
	return count;
}

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++) {
		const struct tea_resource *resource = &tea_resources[i];

		assert_ptr_equal(tea_resource_find(resource->name), resource);
		assert_true(*resource->text);
		assert_true(count_knobs(resource));
	}
	assert_null(tea_resource_find("robb"));
	assert_null(tea_resource_find(""));
}

/* No two resources are the same: a knob is of one, but the predictor's size, which keeps to fetch's. */
static void test_apart(void **state)
{
	const struct tea_param_info *const along = find_knob("predictor_kib");

	(void)state;
	for (const struct tea_param_info *info = tea_param_infos;
	     info < tea_param_infos + tea_param_infos_count; info++) {
		unsigned int owners = 0;

		for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++)
			owners += tea_resource_has(&tea_resources[i], info);
		if (info == along)
			assert_int_equal(owners, 2);
		else
			assert_in_range(owners, 0, 1);
	}
	assert_true(tea_resource_has(&tea_resources[TEA_RESOURCE_FETCH], along));
	assert_true(tea_resource_has(&tea_resources[TEA_RESOURCE_PREDICTOR], along));
}

/* The fast engine has none of the knobs of these; vectors it refuses. */
static void test_fast(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < TEA_RESOURCES_COUNT; i++) {
		const char *name = tea_resources[i].name;

		assert_int_equal(tea_resource_is_fast(&tea_resources[i]),
				 strcmp(name, "queues") && strcmp(name, "l1i_mshrs") &&
				 strncmp(name, "vec_", strlen("vec_")));
	}
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
static void check_cores(bool parts)
{
	static const uint32_t weights[] = {
		1, 500, 900, 1000, 1150, 1500, 2000, 3000, 64000, TEA_WEIGHT_MOST, TEA_WEIGHT_IDEAL,
	};

	for (size_t i = 0; i < tea_cores_count; i++) {
		for (size_t j = 0; j < sizeof(weights) / sizeof(weights[0]); j++) {
			struct tea_params all;

			assert_int_equal(tea_params_select(&all, tea_cores[i].name), 0);
			for (size_t k = 0; k < TEA_RESOURCES_COUNT; k++) {
				struct tea_params one, before;
				bool changed;

				assert_int_equal(tea_params_select(&one, tea_cores[i].name), 0);
				before = one;
				changed = tea_resource_weigh(&tea_resources[k], weights[j], parts, &one);
				assert_int_equal(changed, !!memcmp(&one, &before, sizeof(one)));
				assert_false(changed && weights[j] == TEA_WEIGHT_ONE);
				assert_false(changed &&
					     !tea_resource_exists(&tea_resources[k], &before));
				check(&one);
				tea_resource_weigh(&tea_resources[k], weights[j], parts, &all);
			}
			check(&all);
		}
	}
}

static void test_cores(void **state)
{
	(void)state;
	check_cores(false);
	check_cores(true);
}

struct expected {
	const char *resource, *knob;
	uint32_t weight, value;		/* of boom-4w; in thousandths with parts */
};

static void check_value(const struct expected *row, bool parts)
{
	const struct tea_param_info *info = find_knob(row->knob);
	struct tea_params params;
	uint64_t value;

	tea_params_init(&params);
	tea_resource_weigh(tea_resource_find(row->resource), row->weight, parts, &params);
	value = parts ? tea_params_get_parts(&params, info) : tea_params_get(&params, info);
	if (value != row->value)
		fail_msg("%s x %u: %s is %u, not %u", row->resource, row->weight, row->knob,
			 (unsigned int)value, row->value);
}

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
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		check_value(&table[i], false);
}

/* Rates and latencies by the weight itself, sizes rounded, all within their ranges. */
static void test_parts(void **state)
{
	static const struct expected table[] = {
		{ "decode", "decode_width", 1150, 4600 }, { "decode", "decode_width", 1001, 4004 },
		{ "decode", "decode_width", 4000, 8000 },
		{ "decode", "decode_width", TEA_WEIGHT_IDEAL, 8000 },
		{ "rob", "rob", 1150, 221000 }, { "fetch", "fetch_width", 1150, 8000 },
		{ "fp_latency", "fma_latency", 1150, 3478 },
		{ "bubbles", "taken_bubble", 2000, 500 }, { "bubbles", "decode_redirect", 2000, 1000 },
		{ "int_latency", "alu_latency", 2000, 1000 }, { "int_latency", "mul_latency", 2000, 1500 },
		{ "dram_latency", "dram_cas", 1150, 12174 }, { "dram_latency", "dram_ras", 1150, 29000 },
		{ "dram_bandwidth", "dram_mbps", 1150, 18400000 },
		{ "l1d_fill", "l1d_row_bytes", 1150, 18400 }, { "l1d_fill", "l1d_row_bytes", 8000, 64000 },
		{ "llc_banks", "llc_banks", 1900, 3800 }, { "llc_banks", "llc_banks", 500, 1000 },
		{ "llc_banks", "llc_banks", TEA_WEIGHT_IDEAL, 16000 },
		{ "walks", "dtlb_misses", 1150, 1150 }, { "l1d", "l1d_kib", 1500, 64000 },
	};
	struct tea_params params;

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		check_value(&table[i], true);
	tea_params_init(&params);
	tea_resource_weigh(tea_resource_find("l1d_fill"), 1150, true, &params);
	assert_int_equal(params.l1d_row_bytes, 16);
	assert_int_equal(params.parts.l1d_row_bytes, 2400);
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
	assert_true(tea_resource_weigh(path, 2000, false, &params));
	assert_int_equal(params.dlen, 512);
	assert_true(tea_resource_weigh(tea_resource_find("vec_divider"), 2000, false, &params));
	assert_int_equal(params.vfsqrt_latency, 14);
	/* no register has more */
	tea_resource_weigh(path, TEA_WEIGHT_IDEAL, false, &params);
	assert_int_equal(params.dlen, 512);
	assert_false(tea_resource_weigh(path, TEA_WEIGHT_IDEAL, false, &params));
	assert_true(tea_resource_weigh(tea_resource_find("vec_issue"), TEA_WEIGHT_IDEAL, false, &params));
	assert_int_equal(params.vec_issue, 7);
}

/* Two that share a knob give a core with both. */
static void test_together(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	tea_resource_weigh(&tea_resources[TEA_RESOURCE_FETCH], 2000, false, &params);
	tea_resource_weigh(&tea_resources[TEA_RESOURCE_PREDICTOR], 2000, false, &params);
	assert_int_equal(params.fetch_width, 16);
	assert_int_equal(params.predictor_kib, 72);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_apart),
		cmocka_unit_test(test_fast),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
