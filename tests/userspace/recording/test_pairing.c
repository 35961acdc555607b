// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_pairing.c - words and their samples: neighbours of one ring, and nothing else
 */
#include "tools/clitest.h"

#include "recording/pairing.h"
#include "tools/perfwriter.h"

static const uint16_t psvs[TEA_SLOTS] = { 0x001, 0x040, 0x140, 0x008 };

/* A ring as perf names it: with CPU and stream id, or with the thread only. */
static struct perfdata_where on(uint32_t cpu, uint32_t tid, uint64_t time_ns)
{
	return (struct perfdata_where){
		.has = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
		.cpu = cpu, .pid = tid, .tid = tid, .time_ns = time_ns,
	};
}

static struct perfdata_where thread(uint32_t tid, uint64_t time_ns)
{
	struct perfdata_where where = on(0, tid, time_ns);

	where.has &= ~(uint64_t)PERF_SAMPLE_CPU;
	return where;
}

static void word(struct pairing *pairing, struct perfdata_where where, unsigned int valid)
{
	assert_int_equal(pairing_word(pairing, &where,
				      writer_make_word(valid, psvs, TEA_STATE_STALLED, 0, 0)), 0);
}

static void expect(struct pairing *pairing, struct perfdata_where where, int slot)
{
	struct pairing_slot found;

	pairing_sample(pairing, &where, &found);
	pairing_keep(pairing, &found);
	assert_int_equal(found.known, slot >= 0);
	if (slot >= 0) {
		assert_int_equal(found.psv, psvs[slot]);
		assert_int_equal(found.state, TEA_STATE_STALLED);
	}
}

static int setup(void **state)
{
	static struct pairing pairing;

	*state = &pairing;
	return pairing_init(&pairing);
}

static int teardown(void **state)
{
	pairing_deinit(*state);
	return 0;
}

static void takes_one_to_four_slots(void **state)
{
	struct pairing *pairing = *state;
	uint64_t time_ns = 0;

	for (unsigned int valid = 1; valid < 1U << TEA_SLOTS; valid++) {
		word(pairing, on(0, 1, ++time_ns), valid);
		for (int slot = 0; slot < TEA_SLOTS; slot++)
			if (valid >> slot & 1)
				expect(pairing, on(0, 1, time_ns), slot);
		expect(pairing, on(0, 1, time_ns), -1);
	}
	assert_int_equal(pairing->samples, 15 + 15);
	assert_int_equal(pairing->unknown, 15);
}

static void keeps_rings_apart(void **state)
{
	struct pairing *pairing = *state;

	word(pairing, on(0, 1, 10), 0x3);
	word(pairing, on(1, 1, 11), 0x4);
	word(pairing, on(2, 5, 12), 0x8);
	expect(pairing, on(1, 1, 11), 2);
	expect(pairing, on(0, 1, 10), 0);
	expect(pairing, on(2, 5, 13), 3);
	expect(pairing, on(0, 1, 10), 1);
	expect(pairing, on(3, 1, 14), -1);
	assert_int_equal(pairing->samples, 4);
	assert_int_equal(pairing->unknown, 1);
}

/* Without CPU and id the thread identifies the ring: it is on one CPU at a time. */
static void keeps_threads_apart(void **state)
{
	struct pairing *pairing = *state;

	word(pairing, thread(1, 10), 0x3);
	word(pairing, thread(2, 10), 0x8);
	expect(pairing, thread(1, 10), 0);
	expect(pairing, thread(2, 10), 3);
	expect(pairing, thread(1, 10), 1);
}

static void never_pairs_across_a_loss(void **state)
{
	struct pairing *pairing = *state;
	struct perfdata_where lost = on(0, 1, 11);

	word(pairing, on(0, 1, 10), 0x3);
	word(pairing, on(1, 2, 10), 0x3);
	expect(pairing, on(0, 1, 10), 0);
	pairing_lost(pairing, &lost, 7);
	expect(pairing, on(0, 1, 10), -1);
	expect(pairing, on(1, 2, 10), 0);
	assert_int_equal(pairing->lost_ring, 7);
	/* A loss that names no ring may have been in any. */
	lost = thread(9, 12);
	pairing_lost(pairing, &lost, 1);
	expect(pairing, on(1, 2, 10), -1);
}

static void knows_missing_words(void **state)
{
	struct pairing *pairing = *state;

	expect(pairing, on(0, 1, 5), -1);
	word(pairing, on(0, 1, 10), 0x1);
	expect(pairing, on(0, 1, 9), -1);	/* from before the word */
	expect(pairing, on(0, 1, 10), 0);
	expect(pairing, on(0, 1, 11), -1);
	assert_int_equal(pairing->samples, 4);
	assert_int_equal(pairing->kept, 4);
	assert_int_equal(pairing->unknown, 3);
}

static void adds_up_losses(void **state)
{
	struct pairing *pairing = *state;
	struct perfdata_where where = on(0, 1, 1);

	pairing_word(pairing, &where, writer_make_word(1, psvs, 0, 0, 300));
	/* A word without slots only reports losses. */
	pairing_word(pairing, &where, writer_make_word(0, psvs, 0, 0, TEA_WORD_LOST_MAX));
	assert_int_equal(pairing->lost_hardware, 300 + TEA_WORD_LOST_MAX);
	expect(pairing, where, -1);
	assert_int_equal(pairing->foreign, 0);
}

static void refuses_other_versions(void **state)
{
	struct pairing *pairing = *state;
	struct perfdata_where where = on(0, 1, 1);
	uint64_t other = writer_make_word(1, psvs, 0, 0, 0) ^ (2ULL << TEA_WORD_VERSION_SHIFT);

	pairing_word(pairing, &where, other);
	expect(pairing, where, -1);
	assert_int_equal(pairing->foreign, 1);
}

/* A word of version 2 has a record of one slot, and signatures of ten bits. */
static void reads_wide_words(void **state)
{
	static const uint16_t wide[4] = { TEA_PSV_MASK, TEA_PSV_ST_CO, TEA_PSV_ST_L1, TEA_PSV_ST_CO };
	struct pairing *pairing = *state;
	struct perfdata_where where = on(0, 1, 1);
	struct pairing_slot slot;

	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		pairing_word(pairing, &where, writer_make_word(1U << i, wide, TEA_STATE_STALLED,
							       TEA_PRIV_M, 300));
		pairing_sample(pairing, &where, &slot);
		assert_true(slot.known);
		assert_int_equal(slot.psv, wide[i]);
		assert_int_equal(slot.state, TEA_STATE_STALLED);
		assert_int_equal(slot.privilege, TEA_PRIV_M);
		assert_int_equal(slot.slots, 1);
		pairing_sample(pairing, &where, &slot);
		assert_false(slot.known);
	}
	assert_int_equal(pairing->foreign, 0);
	assert_int_equal(pairing->lost_hardware, 4 * 300);
}

static void grows(void **state)
{
	struct pairing *pairing = *state;

	for (uint32_t tid = 0; tid < 10000; tid++)
		word(pairing, on(tid % 3, tid, 1), 0x1 << tid % TEA_SLOTS);
	for (uint32_t tid = 0; tid < 10000; tid++)
		expect(pairing, on(tid % 3, tid, 1), tid % TEA_SLOTS);
	assert_int_equal(pairing->unknown, 0);
}

/* perf record -R: the same facts in each sample, for those that lost their word. */
static void falls_back_to_the_raw_record(void **state)
{
	struct pairing *pairing = *state;
	struct tea_raw_record raw = {
		.version = 1, .size = sizeof(raw),
		.meta = writer_make_word(0xf, psvs, TEA_STATE_COMPUTE, 1, 0),
		.pc = { 0x10, 0x14, 0x14, 0x18 },
	};
	struct perfdata_rest rest = { .raw = &raw, .raw_size = sizeof(raw) };
	struct perfdata_sample sample = { .ip = 0x18, .rest = &rest };
	struct pairing_slot slot = { 0 };

	pairing_raw(&sample, &slot);
	assert_true(slot.known);
	assert_int_equal(slot.psv, psvs[3]);
	assert_int_equal(slot.privilege, 1);
	pairing_keep(pairing, &slot);
	assert_int_equal(pairing->unknown, 0);
	/* Twice the same address with different events: not known which one it is. */
	slot = (struct pairing_slot){ 0 };
	sample.ip = 0x14;
	pairing_raw(&sample, &slot);
	assert_false(slot.known);
	sample.ip = 0x99;
	pairing_raw(&sample, &slot);
	assert_false(slot.known);
	sample.ip = 0x10;
	rest.raw_size -= 1;
	pairing_raw(&sample, &slot);
	assert_false(slot.known);
	pairing_keep(pairing, &slot);
	assert_int_equal(pairing->unknown, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(takes_one_to_four_slots),
		TEST(keeps_rings_apart),
		TEST(keeps_threads_apart),
		TEST(never_pairs_across_a_loss),
		TEST(knows_missing_words),
		TEST(adds_up_losses),
		TEST(refuses_other_versions),
		TEST(reads_wide_words),
		TEST(grows),
		TEST(falls_back_to_the_raw_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
