// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_params.c - knobs: defaults, every documented refusal, table 2 of the paper
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

#include "params.h"
#include "tea_abi.h"

#define FAST_PAGE	"docs/fast-engine.md"

static void test_defaults(void **state)
{
	struct tea_params params;
	const char *why = NULL;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(params.rob, 192);
	assert_int_equal(params.fetch_width, 8);
	assert_int_equal(params.fetch_buffer, 48);
	assert_int_equal(params.fetch_targets, 60);
	assert_int_equal(params.branches, 30);
	assert_int_equal(params.llc_kib, 2048);
	assert_int_equal(params.core_mhz, 3200);
	assert_int_equal(tea_params_check(&params, &why), 0);
	assert_null(why);
}

/* Every knob: default inside the range, both ends taken, one beyond refused. */
static void test_ranges(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		char text[32];

		assert_in_range(info->value, info->min, info->max);
		assert_int_equal(tea_params_get(&params, info), info->value);
		assert_true(*info->text);
		snprintf(text, sizeof(text), "%u", info->max);
		assert_int_equal(tea_params_set(&params, info->name, text), 0);
		assert_int_equal(tea_params_get(&params, info), info->max);
		snprintf(text, sizeof(text), "%llu", info->max + 1ULL);
		assert_int_equal(tea_params_set(&params, info->name, text), -ERANGE);
		snprintf(text, sizeof(text), "%u", info->min);
		assert_int_equal(tea_params_set(&params, info->name, text), 0);
		if (info->min) {
			snprintf(text, sizeof(text), "%u", info->min - 1);
			assert_int_equal(tea_params_set(&params, info->name, text), -ERANGE);
		}
		assert_int_equal(tea_params_get(&params, info), info->min);
	}
}

static bool is_power(const struct tea_param_info *info)
{
	return info->number == TEA_NUMBER_POWER || info->number == TEA_NUMBER_POWER_OR_0 ||
	       info->number == TEA_NUMBER_POWER_PARTS;
}

/* A core with @value; NULL, or why there is none. */
static const char *try_value(const struct tea_param_info *info, uint32_t value)
{
	const char *why = NULL;
	struct tea_params params;
	char text[32];

	tea_params_init(&params);
	snprintf(text, sizeof(text), "%u", value);
	assert_int_equal(tea_params_set(&params, info->name, text), 0);
	return tea_params_check(&params, &why) ? why : NULL;
}

/* Every knob's columns go together, and hold. */
static void test_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const bool parts = info->number >= TEA_NUMBER_PARTS;

		assert_int_equal(tea_params_has_parts(info), parts);
		assert_true(!parts || info->fast == TEA_FAST_LANE);
		assert_true(!info->slope || !strcmp(info->unit, "cycles") ||
			    !strcmp(info->unit, "DRAM clocks"));
		assert_int_equal(info->components & ~TEA_COMPONENTS_MASK, 0);
		assert_null(try_value(info, info->value));
		if (is_power(info)) {
			const uint32_t value = info->max > 3 * info->min ? 3 : info->max - 1;
			const char *why = try_value(info, value > info->min ? value : 3 * info->min);

			assert_non_null(why);
			assert_memory_equal(why, info->name, strlen(info->name));
		}
	}
}

/* The page of the fast engine says of each knob that changes nothing there that it does not. */
static void test_left_out(void **state)
{
	static const char begin[] = "Knobs of what is left out change nothing: ";
	FILE *page = fopen(FAST_PAGE, "re");
	char *line = NULL, name[64];
	size_t size = 0;

	(void)state;
	assert_non_null(page);
	while (!line || strncmp(line, begin, strlen(begin)))
		assert_true(getline(&line, &size, page) > 0);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		snprintf(name, sizeof(name), "`%s`", info->name);
		if (!strstr(line, name) != (info->fast != TEA_FAST_LEFT_OUT))
			fail_msg("%s: %s", FAST_PAGE, info->name);
	}
	free(line);
	fclose(page);
}

/* Every core with a name: inside all ranges, and nothing of another one stays. */
static void test_cores(void **state)
{
	struct tea_params params, defaults;
	const char *why;

	(void)state;
	tea_params_init(&defaults);
	assert_string_equal(defaults.core, "boom-4w");
	for (size_t i = 0; i < tea_cores_count; i++) {
		assert_int_equal(tea_params_select(&params, tea_cores[i].name), 0);
		assert_string_equal(params.core, tea_cores[i].name);
		assert_int_equal(tea_params_check(&params, &why), 0);
		for (size_t j = 0; j < tea_param_infos_count; j++)
			assert_in_range(tea_params_get(&params, &tea_param_infos[j]),
					tea_param_infos[j].min, tea_param_infos[j].max);
	}
	assert_int_equal(tea_params_select(&params, "boom-4w"), 0);
	for (size_t j = 0; j < tea_param_infos_count; j++)
		assert_int_equal(tea_params_get(&params, &tea_param_infos[j]),
				 tea_param_infos[j].value);
	assert_int_equal(tea_params_select(&params, "boom"), -ENOENT);
	assert_int_equal(tea_params_select(&params, ""), -ENOENT);
}

/* The sizes that are published with MegaBoom's figures. */
static void test_mega(void **state)
{
	struct tea_params params;

	(void)state;
	assert_int_equal(tea_params_select(&params, "boom-mega"), 0);
	assert_int_equal(params.fetch_width, 8);
	assert_int_equal(params.decode_width, 4);
	assert_int_equal(params.rob, 128);
	assert_int_equal(params.int_queue, 40);
	assert_int_equal(params.mem_queue, 24);
	assert_int_equal(params.fp_queue, 32);
	assert_int_equal(params.int_registers, 128);
	assert_int_equal(params.fp_registers, 128);
	assert_int_equal(params.load_queue, 32);
	assert_int_equal(params.store_queue, 32);
	assert_int_equal(params.branches, 20);
	assert_int_equal(params.l1i_kib, 32);
	assert_int_equal(params.l1d_kib, 32);
	assert_int_equal(params.l1d_mshrs, 8);
}

/* LargeBoom's and MediumBoom's own sizes, and the values that they share with boom-mega. */
static void test_based_on_mega(void **state)
{
	struct tea_params large, medium;

	(void)state;
	assert_int_equal(tea_params_select(&large, "boom-large"), 0);
	assert_int_equal(large.fetch_width, 8);
	assert_int_equal(large.decode_width, 3);
	assert_int_equal(large.rob, 96);
	assert_int_equal(large.int_registers, 100);
	assert_int_equal(large.l1d_kib, 32);
	assert_int_equal(tea_params_select(&medium, "boom-medium"), 0);
	assert_int_equal(medium.fetch_width, 4);
	assert_int_equal(medium.decode_width, 2);
	assert_int_equal(medium.rob, 64);
	assert_int_equal(medium.int_registers, 80);
	assert_int_equal(medium.l1d_kib, 16);
	assert_int_equal(large.llc_kib, 512);
	assert_int_equal(medium.llc_kib, 512);
	assert_int_equal(medium.dram_mbps, 8000);
}

/* Half as wide as boom-4w, with the core of MediumBoom and the memory of table 2. */
static void test_half_width(void **state)
{
	static const char *const core[] = {
		"fetch_width", "fetch_buffer", "fetch_targets", "decode_width", "branches",
		"predictor_kib", "btb_sets", "commit_width", "rob", "int_registers",
		"fp_registers", "int_queue", "int_issue", "mem_queue", "mem_issue", "fp_queue",
		"fp_issue", "load_queue", "store_queue",
	};
	struct tea_params half, medium, whole;

	(void)state;
	tea_params_init(&whole);
	assert_int_equal(tea_params_select(&half, "boom-2w"), 0);
	assert_int_equal(tea_params_select(&medium, "boom-medium"), 0);
	assert_int_equal(2 * half.fetch_width, whole.fetch_width);
	assert_int_equal(2 * half.decode_width, whole.decode_width);
	assert_int_equal(2 * half.commit_width, whole.commit_width);
	assert_int_equal(2 * half.mem_issue, whole.mem_issue);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		bool of_core = false;

		for (size_t j = 0; j < sizeof(core) / sizeof(core[0]); j++)
			of_core = of_core || !strcmp(info->name, core[j]);
		assert_int_equal(tea_params_get(&half, info),
				 tea_params_get(of_core ? &medium : &whole, info));
	}
}

static void test_names_are_unique(void **state)
{
	(void)state;
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(tea_param_infos[i].name, tea_param_infos[j].name);
	}
}

static void test_refusals(void **state)
{
	static const struct {
		const char *name, *value;
		int err;
	} cases[] = {
		{ "robb", "10", -ENOENT },
		{ "", "10", -ENOENT },
		{ "ROB", "10", -ENOENT },
		{ "rob", "", -EINVAL },
		{ "rob", "ten", -EINVAL },
		{ "rob", "10x", -EINVAL },
		{ "rob", " 10", -EINVAL },
		{ "rob", "+10", -EINVAL },
		{ "rob", "-1", -EINVAL },
		{ "rob", "0x10", -EINVAL },
		{ "rob", "1.5", -EINVAL },
		{ "rob", "0", -ERANGE },
		{ "rob", "4294967296", -ERANGE },
		{ "rob", "4294967488", -ERANGE },	/* 2^32 + 192 */
		{ "rob", "18446744073709551808", -ERANGE },	/* 2^64 + 192 */
		{ "rob", "99999999999999999999999999", -ERANGE },
		{ "rob", "99999999999999999999999999x", -EINVAL },
	};
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(tea_params_set(&params, cases[i].name, cases[i].value),
				 cases[i].err);
	assert_int_equal(params.rob, 192);
	assert_int_equal(tea_params_set(&params, "rob", "00032"), 0);
	assert_int_equal(params.rob, 32);
}

/* Decimals where the abstract model takes them, and the text that says so. */
static void test_parts(void **state)
{
	static const struct {
		const char *name, *text;
		int err;
		uint64_t value;		/* thousandths */
		const char *back;
	} cases[] = {
		{ "decode_width", "4.6", 0, 4600, "4.6" }, { "decode_width", "4", 0, 4000, "4" },
		{ "decode_width", "4.000", 0, 4000, "4" }, { "decode_width", "8", 0, 8000, "8" },
		{ "decode_width", "7.999", 0, 7999, "7.999" }, { "dram_cas", "12.05", 0, 12050, "12.05" },
		{ "l1d_row_bytes", "18.4", 0, 18400, "18.4" }, { "l1d_row_bytes", "63.5", 0, 63500, "63.5" },
		{ "rob", "192", 0, 192000, "192" }, { "dram_mbps", "1000000", 0, 1000000000, "1000000" },
		{ "decode_width", "8.001", -ERANGE, 0, NULL }, { "decode_width", "0.999", -ERANGE, 0, NULL },
		{ "decode_width", "4294967296", -ERANGE, 0, NULL },
		{ "decode_width", "99999999999999999999999999.5", -ERANGE, 0, NULL },
		{ "decode_width", "4.6001", -EINVAL, 0, NULL }, { "decode_width", "4.", -EINVAL, 0, NULL },
		{ "decode_width", ".5", -EINVAL, 0, NULL }, { "decode_width", "4.6.1", -EINVAL, 0, NULL },
		{ "decode_width", "", -EINVAL, 0, NULL }, { "rob", "192.5", -EINVAL, 0, NULL },
		{ "robb", "1.5", -ENOENT, 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct tea_param_info *info = tea_param_infos;
		char text[TEA_PARAM_TEXT];
		struct tea_params params;

		tea_params_init(&params);
		assert_int_equal(tea_params_set_parts(&params, cases[i].name, cases[i].text),
				 cases[i].err);
		if (cases[i].err)
			continue;
		while (strcmp(info->name, cases[i].name))
			info++;
		assert_int_equal(tea_params_get_parts(&params, info), cases[i].value);
		assert_string_equal(tea_params_text(&params, info, text), cases[i].back);
	}
}

static void test_check(void **state)
{
	static const struct {
		const char *name, *value;
	} cases[] = {
		{ "fetch_width", "6" }, { "fetch_bank", "6" }, { "ubtb_ways", "12" },
		{ "btb_sets", "100" }, { "llc_banks", "3" },
		{ "tlb_sector", "3" }, { "l1i_tlb", "30" }, { "l1_tlb", "2" }, { "l2_tlb", "1000" }, { "dram_ranks", "3" }, { "dram_banks", "6" },
		{ "dram_row_bytes", "8000" }, { "l1d_row_bytes", "24" },
		{ "l1i_kib", "24" }, { "l1d_ways", "7" },
		{ "llc_ways", "12" }, { "l1d_kib", "33" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_params params;
		const char *why = NULL;

		tea_params_init(&params);
		assert_int_equal(tea_params_set(&params, cases[i].name, cases[i].value), 0);
		assert_int_equal(tea_params_check(&params, &why), -EINVAL);
		assert_non_null(strstr(why, cases[i].name));
	}
}

/* boom-4w and a vector unit, of which the default core has nothing. */
static void test_vectors(void **state)
{
	static const struct {
		const char *core;
		uint32_t vlen, dlen, pipes;
	} cores[] = {
		{ "boom-4w", 0, 256, 2 }, { "boom-vector", 256, 256, 2 },
		{ "boom-saturn", 512, 256, 1 },
	};
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof(cores) / sizeof(cores[0]); i++) {
		struct tea_params params;

		assert_int_equal(tea_params_select(&params, cores[i].core), 0);
		assert_int_equal(tea_params_check(&params, &why), 0);
		assert_int_equal(params.vlen, cores[i].vlen);
		assert_int_equal(params.dlen, cores[i].dlen);
		assert_int_equal(params.vec_issue, cores[i].pipes);
		assert_int_equal(params.decode_width, 4);
		assert_int_equal(params.rob, 192);
		params.vlen = 192;
		assert_int_equal(tea_params_check(&params, &why), -EINVAL);
		assert_string_equal(why, "vlen must be a power of two from 64 on, or 0");
		params.vlen = 32;
		assert_int_equal(tea_params_check(&params, &why), -EINVAL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_left_out),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_mega),
		cmocka_unit_test(test_based_on_mega),
		cmocka_unit_test(test_half_width),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_names_are_unique),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_parts), cmocka_unit_test(test_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
