// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_lsu.c - the store queue's search against a look at every store
 *
 * Random loads and stores of all sizes in a few words and in words that share a
 * chain, with addresses, data and drains at random times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/lsu.h"
#include "fake_memory.h"
#include "random_program.h"
#include "tea_abi.h"

#define OPS		30000
#define LOOK_BACK	200	/* stores: more than any queue here holds */

struct reference_store {
	uint64_t addr, bytes;
	cycle_t addr_at, data_at, gone_at;
};

static struct reference_store stores[OPS];
static unsigned int stores_count;
static cycle_t turns[OPS];	/* of loads that waited for data */
static unsigned int turns_count;
static struct random_source source = { .state = 1 };

static bool holds(const struct reference_store *store, uint64_t byte)
{
	return byte >= store->addr && byte < store->addr + store->bytes;
}

/* When a load at @now has data that are there in @data_at: the first turn that no other load has. */
static cycle_t forwarded(cycle_t data_at, cycle_t now, const struct tea_params *params)
{
	cycle_t turn = data_at;

	if (data_at < now + 2)
		return now + params->l1d_latency;
	for (unsigned int i = 0; i < turns_count; i++) {
		if (turns[i] >= turn + params->forward_turn || turn >= turns[i] + params->forward_turn)
			continue;
		turn = turns[i] + params->forward_turn;
		i = -1U;
	}
	turns[turns_count++] = turn;
	return turn + params->forward_latency;
}

/* The expected result of a load of @bytes at @addr at @now, byte by byte. */
static void check_load(const struct tea_op *op, cycle_t now, const struct tea_lsu_access *access,
		       const struct tea_params *params)
{
	const struct reference_store *found = NULL;
	unsigned int have = 0;

	for (unsigned int i = stores_count; i-- && i + LOOK_BACK > stores_count && !found;) {
		for (uint64_t k = 0; k < op->insn.access_bytes; k++)
			have += holds(&stores[i], op->addr + k);
		if (have && stores[i].gone_at > now)
			found = &stores[i];
		else
			have = 0;
	}
	assert_int_equal((access->fault == TEA_LSU_FAULT_ORDER), found && found->addr_at > now);
	if (!found || (access->fault == TEA_LSU_FAULT_ORDER)) {
		assert_int_equal(access->ready, now + params->l1d_latency);
	} else if (have == op->insn.access_bytes) {
		assert_int_equal(access->ready, forwarded(found->data_at, now, params));
		assert_int_equal(access->why, TEA_LIMIT_FORWARD);
	} else {
		assert_int_equal(access->ready, found->gone_at + params->load_retry +
				 params->l1d_latency);
		assert_int_equal(access->why, TEA_LIMIT_ORDER);
	}
}

static void run(const struct tea_params *params, uint64_t stride)
{
	struct fake_memory fake = { .count = 0 };
	struct tea_env env = { .opaque = &fake };
	struct tea_memory *memory = tea_memory_create(params, &env);
	struct tea_store *queue = calloc(tea_storequeue_slots(params->store_queue), sizeof(*queue));
	cycle_t *slots = calloc(params->store_queue, sizeof(*slots)), now = 100;
	struct tea_lsu lsu = { .traps = false };

	assert_true(memory && queue && slots);
	stores_count = 0;
	turns_count = 0;
	tea_ring_init(&lsu.stores.entries, slots, params->store_queue);
	assert_int_equal(tea_lsu_init(&lsu, params, memory, queue), 0);
	for (unsigned int i = 0; i < OPS; i++) {
		struct tea_op op = {
			.insn.access_bytes = (uint8_t)(1 << random_below(&source, 4)), .has_addr = true,
			.addr = 0x4000 + random_below(&source, 6) * stride + random_below(&source, 12),
		};
		struct tea_lsu_access access = { .second_after = 0 };

		if (random_below(&source, 3)) {
			cycle_t load = now + random_below(&source, 12);

			tea_lsu_load(&lsu, &op, load, &access);
			check_load(&op, load, &access, params);
		} else {
			struct reference_store *store = &stores[stores_count++];
			cycle_t commit = now + 12 + random_below(&source, 8), data;

			/* dispatch waits for an entry; later operations are younger */
			if (tea_ring_ready(&lsu.stores.entries) > now)
				now = tea_ring_ready(&lsu.stores.entries);
			tea_lsu_translate(&lsu, &op, now + random_below(&source, 10), &access);
			data = now + random_below(&source, 10);
			tea_lsu_drain(&lsu, op.addr, op.insn.access_bytes, &access, data,
				      commit > now ? commit : now + 12);
			*store = (struct reference_store){
				op.addr, op.insn.access_bytes, access.addr_at, data, lsu.stores.drained,
			};
		}
		now += random_below(&source, 3) == 0;
	}
	tea_lsu_deinit(&lsu);
	tea_memory_destroy(memory);
	free(queue);
	free(slots);
}

static void test_search(void **state)
{
	/* neighbouring words; lines; words that fall into few chains */
	static const uint64_t strides[] = { 4, 8, 64, 4096, 1 << 20 };
	static const uint32_t sizes[] = { 1, 2, 5, 8, 64 };
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	for (size_t i = 0; i < sizeof(strides) / sizeof(strides[0]); i++) {
		params.store_queue = sizes[i];
		run(&params, strides[i]);
		params.store_queue = 64;
		run(&params, strides[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
