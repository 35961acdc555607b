// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vlsu.c - scalar and vector stores in one queue, against a look at every byte
 *
 * Random loads and stores, scalar ones of all sizes and vector ones of any bytes of a line,
 * in a few lines, with addresses, data and drains at random times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/vlsu.h"
#include "fake_memory.h"
#include "random_program.h"
#include "tea_abi.h"

#define OPS		6000
#define LOOK_BACK	200	/* entries: more than any queue here holds */
#define ACCESSES	4	/* of a vector store */
#define LINES		6
#define VLEN		512
#define BASE		0x4000
#define AREA		(LINES * TEA_LINE_BYTES + TEA_LINE_BYTES)

/* An entry: which bytes it writes, and when each of them has left the queue. */
struct reference_store {
	bool bytes[AREA];
	cycle_t gone_at[AREA];
	cycle_t addr_at, data_at;
};

static struct reference_store stores[OPS];
static unsigned int stores_count;
static struct random_source source = { .state = 1 };

/* The expected result of a load of the bytes in @wanted at @now. */
static void check_load(const bool wanted[AREA], cycle_t now, const struct tea_lsu_access *access,
		       const struct tea_params *params)
{
	const struct reference_store *only = NULL;
	unsigned int entries = 0, missing = 0;
	cycle_t known = 0, gone = 0;
	unsigned int youngest = 0;
	bool split = false;

	for (unsigned int byte = 0; byte < AREA; byte++) {
		bool found = false;

		if (!wanted[byte])
			continue;
		for (unsigned int i = stores_count; i-- && i + LOOK_BACK > stores_count;) {
			const struct reference_store *store = &stores[i];

			if (!store->bytes[byte] || store->gone_at[byte] <= now)
				continue;
			found = true;
			split = split || (only && only != store);
			only = store;
			entries++;
			if (i >= youngest)
				known = store->addr_at;
			if (i > youngest || !gone) {
				youngest = i;
				gone = store->gone_at[byte];
			} else if (i == youngest && store->gone_at[byte] > gone) {
				gone = store->gone_at[byte];
			}
			break;
		}
		missing += !found;
	}
	assert_int_equal(access->fault == TEA_LSU_FAULT_ORDER, known > now);
	if (!entries || known > now) {
		assert_int_equal(access->ready, now + params->l1d_latency);
	} else if (!missing && !split) {
		assert_int_equal(access->ready, (only->data_at > now ? only->data_at : now) +
				 params->forward_latency);
		assert_int_equal(access->why, TEA_LIMIT_FORWARD);
	} else {
		assert_int_equal(access->ready, gone + params->load_retry + params->l1d_latency);
		assert_int_equal(access->why, TEA_LIMIT_ORDER);
	}
}

static void want(bool wanted[AREA], const struct tea_vaccess *vaccess)
{
	uint64_t line = vaccess->addr / TEA_LINE_BYTES * TEA_LINE_BYTES - BASE;

	for (unsigned int i = 0; i < TEA_LINE_BYTES; i++)
		wanted[line + i] = wanted[line + i] || vaccess->bytes >> i & 1;
}

/* Some bytes of a line: a block, a few words, every second element, anything. */
static struct tea_vaccess random_access(void)
{
	static const uint64_t masks[] = {
		0xffffffff, 0xff, 0xffff00, 0x0f0f0f0f, 0x33, UINT64_MAX, 0xf00f,
	};
	uint64_t bytes = masks[random_below(&source, sizeof(masks) / sizeof(masks[0]))];

	bytes <<= random_below(&source, 5) * 8;
	if (!random_below(&source, 8))
		bytes &= source.state | 1;
	bytes = bytes ? bytes : 1;
	return (struct tea_vaccess){
		.addr = BASE + random_below(&source, LINES) * TEA_LINE_BYTES +
			(unsigned int)__builtin_ctzll(bytes),
		.bytes = bytes,
	};
}

static void load_vector(struct tea_lsu *lsu, cycle_t now, const struct tea_params *params)
{
	struct tea_vaccess vaccess = random_access();
	struct tea_lsu_access access;
	bool wanted[AREA] = { false };

	want(wanted, &vaccess);
	tea_vlsu_load(lsu, &vaccess, TEA_PRIV_U, now, &access);
	check_load(wanted, now, &access, params);
}

/* As many accesses as there are bytes for in a register, up to @most. */
static void random_accesses(struct tea_vaccesses *accesses, unsigned int most)
{
	int left = VLEN / 8;

	accesses->count = 0;
	while (accesses->count < most) {
		struct tea_vaccess vaccess = random_access();

		left -= __builtin_popcountll(vaccess.bytes);
		if (left < 0)
			return;
		accesses->list[accesses->count++] = vaccess;
	}
}

static cycle_t store_vector(struct tea_lsu *lsu, struct reference_store *store, cycle_t addr_at,
			    cycle_t commit)
{
	static struct tea_vaccesses accesses;
	struct tea_lsu_access access;

	random_accesses(&accesses, random_below(&source, ACCESSES + 1));
	for (unsigned int i = 0; i < accesses.count; i++)
		tea_vlsu_translate(lsu, &accesses.list[i], TEA_PRIV_U, addr_at, &access);
	tea_vlsu_drain(lsu, &accesses, addr_at, store->data_at, commit);
	/* one in a cycle, in order: the last one in that of lsu->stores.drained */
	for (unsigned int i = 0; i < accesses.count; i++) {
		bool bytes[AREA] = { false };

		want(bytes, &accesses.list[i]);
		for (unsigned int k = 0; k < AREA; k++) {
			if (!bytes[k])
				continue;
			store->bytes[k] = true;
			store->gone_at[k] = lsu->stores.drained - (accesses.count - 1 - i);
		}
	}
	return addr_at;
}

static cycle_t store_scalar(struct tea_lsu *lsu, struct reference_store *store, cycle_t addr_at,
			    cycle_t commit)
{
	const struct tea_op op = {
		.insn.access_bytes = (uint8_t)(1 << random_below(&source, 4)), .has_addr = true,
		.addr = BASE + random_below(&source, LINES) * TEA_LINE_BYTES +
			random_below(&source, 56),
	};
	struct tea_lsu_access access = { .second_after = 0 };

	tea_lsu_translate(lsu, &op, addr_at, &access);
	tea_lsu_drain(lsu, op.addr, op.insn.access_bytes, &access, store->data_at, commit);
	for (unsigned int k = 0; k < op.insn.access_bytes; k++) {
		store->bytes[op.addr - BASE + k] = true;
		store->gone_at[op.addr - BASE + k] = lsu->stores.drained;
	}
	return access.addr_at;
}

static void run(const struct tea_params *params)
{
	struct fake_memory fake = { .count = 0 };
	struct tea_env env = { .opaque = &fake };
	struct tea_memory *memory = tea_memory_create(params, &env);
	uint32_t slots = tea_vlsu_store_slots(params);
	struct tea_store *queue = calloc(slots, sizeof(*queue));
	uint64_t *entries = calloc(slots, sizeof(*entries));
	cycle_t *frees = calloc(params->store_queue, sizeof(*frees)), now = 100;
	struct tea_lsu lsu = { .stores.first_piece = entries };

	assert_true(memory && queue && entries && frees);
	memset(stores, 0, sizeof(stores));
	stores_count = 0;
	tea_ring_init(&lsu.stores.entries, frees, params->store_queue);
	assert_int_equal(tea_lsu_init(&lsu, params, memory, queue), 0);
	tea_vlsu_init(&lsu, params);
	for (unsigned int i = 0; i < OPS; i++) {
		if (random_below(&source, 3)) {
			load_vector(&lsu, now + random_below(&source, 12), params);
		} else {
			struct reference_store *store = &stores[stores_count++];
			cycle_t commit = now + 12 + random_below(&source, 8), addr_at;

			/* dispatch waits for an entry; later operations are younger */
			if (tea_ring_ready(&lsu.stores.entries) > now)
				now = tea_ring_ready(&lsu.stores.entries);
			addr_at = now + random_below(&source, 10);
			store->data_at = now + random_below(&source, 10);
			commit = commit > now + 12 ? commit : now + 12;
			store->addr_at = random_below(&source, 2) ?
					 store_vector(&lsu, store, addr_at, commit) :
					 store_scalar(&lsu, store, addr_at, commit);
		}
		now += random_below(&source, 3) == 0;
	}
	tea_lsu_deinit(&lsu);
	tea_memory_destroy(memory);
	free(queue);
	free(entries);
	free(frees);
}

static void bytes_are_compared_exactly(void **state)
{
	static const uint32_t sizes[] = { 1, 2, 5, 8, 64 };
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	params.vlen = VLEN;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		params.store_queue = sizes[i];
		run(&params);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_compared_exactly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
