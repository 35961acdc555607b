// SPDX-License-Identifier: GPL-2.0-or-later
/* test_storage.c - the TEA unit's storage: the paper's figures, and their dependences */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "storage.h"
#include "tea_abi.h"

/* Section 3, "Overheads". */
static void test_paper(void **state)
{
	struct tea_storage_part parts[TEA_STORAGE_PARTS];
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TEA), 249);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TIP), 57);
	tea_storage_list(&params, TEA_PSV_PAPER, parts);
	for (unsigned int i = 0; i < TEA_STORAGE_PARTS; i++) {
		if (strstr(parts[i].name, "fetch buffer"))
			assert_int_equal(parts[i].bytes, 12);
		if (strstr(parts[i].name, "reorder buffer: PSV"))
			assert_int_equal(parts[i].bytes, 216);
		if (!strcmp(parts[i].name, "PSV of the instruction committed last"))
			assert_int_equal(parts[i].bytes, 2);
	}
}

static void test_mega(void **state)
{
	struct tea_params params;

	(void)state;
	assert_int_equal(tea_params_select(&params, "boom-mega"), 0);
	/* 32 * 2 + 23 + 128 * 9 + 64 + 9 bits, each rounded up to bytes */
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TEA),
			 8 + 3 + 144 + 8 + 2);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TIP), 57);
}

/* (3 * 19 + 7) * 3 counters of 64 bits; 3 * 8, 192 * 3 and 384 * 8 bits. */
static void test_counters(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_COUNTERS),
			 192 * 8 + 3 + 72 + 384);
	params.rob = 128;	/* seven bits are enough for the number of an entry */
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_COUNTERS),
			 192 * 8 + 3 + 48 + 336);
	params.rob = 129;
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_COUNTERS),
			 192 * 8 + 3 + 49 + 384);
	/* 96 vector registers more, of 8 bits each */
	assert_int_equal(tea_params_select(&params, "boom-vector"), 0);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_COUNTERS),
			 192 * 8 + 3 + 72 + 384 + 96);
}

/* 64 entries of 38 bits, 64 of 2, and 4 slots of 105. */
static void test_memory(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_MEMORY),
			 304 + 16 + 53);
	params.load_queue += 4;
	params.store_queue += 4;
	params.commit_width = 1;
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_MEMORY),
			 304 + 19 + 16 + 1 + 14);
}

static void test_knobs(void **state)
{
	struct tea_params params;
	uint32_t bytes;

	(void)state;
	tea_params_init(&params);
	bytes = tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TEA);
	params.rob += 8;
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TEA), bytes + 9);
	params.load_queue += 16;
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TEA), bytes + 9 + 2);
	params.commit_width = 2;
	assert_int_equal(tea_storage_bytes(&params, TEA_PSV_PAPER, TEA_STORAGE_TIP), 57 - 16);
}

/* Other events than the nine: storage for them alone goes, and comes with others. */
static void test_events(void **state)
{
	static const struct {
		uint32_t events;
		uint32_t bytes;
	} expected[] = {
		/* PSVs of the 192 entries, and of the last one */
		{ TEA_PSV_ST_L1, 24 + 1 },
		{ TEA_PSV_ST_L1 | TEA_PSV_ST_LLC, 48 + 1 },
		/* and a bit of 128 in the queues; of 48 and 11 from fetch on; one at dispatch */
		{ TEA_PSV_ST_L1 | TEA_PSV_ST_TLB, 48 + 1 + 16 },
		{ TEA_PSV_ST_L1 | TEA_PSV_DR_L1, 48 + 1 + 6 + 2 },
		{ TEA_PSV_ST_L1 | TEA_PSV_DR_SQ, 48 + 1 + 1 },
		{ TEA_PSV_PAPER | 1U << TEA_PAPER_EVENTS_COUNT, 249 + 24 },
		{ 0, 0 },
	};
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_int_equal(tea_storage_bytes(&params, expected[i].events, TEA_STORAGE_TEA),
				 expected[i].bytes);
		assert_int_equal(tea_storage_bytes(&params, expected[i].events, TEA_STORAGE_TIP),
				 57);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paper),
		cmocka_unit_test(test_mega),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_knobs),
		cmocka_unit_test(test_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
