// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_decoded.c - samples of decoded instructions, on records made by hand
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "observers/decoded.h"
#include "tea_abi.h"

#define COUNT(table)	(sizeof(table) / sizeof((table)[0]))
#define MOST		16
#define USER		(1 << TEA_PRIV_U)

#define LOAD		{ .class = TEA_CLASS_LOAD, .length_bytes = 4, .dst = 10 }
#define STORE		{ .class = TEA_CLASS_STORE, .length_bytes = 4, .dst = TEA_REG_NONE }
#define AMO		{ .class = TEA_CLASS_AMO, .length_bytes = 4, .dst = 10 }
#define ALU		{ .class = TEA_CLASS_INT_ALU, .length_bytes = 2, .dst = 10 }
#define BRANCH		{ .class = TEA_CLASS_BRANCH, .length_bytes = 2, .dst = TEA_REG_NONE }

#define MEM(kind, source, tlb) \
	(TEA_MEM_##kind | TEA_MEM_ADDR | TEA_MEM_SOURCE_##source << TEA_MEM_SOURCE_SHIFT | \
	 TEA_MEM_TLB_##tlb << TEA_MEM_TLB_SHIFT)

static struct {
	struct tea_decoded_sample samples[MOST];
	unsigned int count;
} seen;

static void take(void *opaque, const struct tea_decoded_sample *sample)
{
	(void)opaque;
	assert_true(seen.count < MOST);
	seen.samples[seen.count++] = *sample;
}

static struct tea_decoded begin(const struct tea_decoded_setting *setting)
{
	struct tea_decoded decoded = { .sink = take };

	seen.count = 0;
	tea_decoded_load(&decoded, setting, 0);
	return decoded;
}

/* Each one decoded overflows. */
static const struct tea_decoded_setting all = {
	.count = UINT32_MAX, .initial = UINT32_MAX, .privileges = USER, .enabled = true,
};

/* The record's words, of an instruction alone. */

struct words_case {
	struct tea_retired record;
	uint64_t next_pc, header, address;
};

static const struct words_case accesses[] = {
	{ { .insn = LOAD, .psv = TEA_PSV_ST_L1 | TEA_PSV_ST_LLC | TEA_PSV_ST_TLB, .addr = 0x1238,
	    .mem = MEM(LOAD, MEMORY, WALK) }, 0,
	  1 | 1ULL << 39 | 1ULL << 40 | 7ULL << 41 | 1ULL << 45 | 1ULL << 46, 0x1238 },
	{ { .insn = LOAD, .psv = TEA_PSV_DR_L1 | TEA_PSV_ST_TLB, .addr = -8ULL,
	    .mem = MEM(LOAD, FORWARDED, L2) }, 0,
	  1 | 1ULL << 38 | 1ULL << 41 | 1ULL << 45, -8ULL },
	{ { .insn = STORE, .psv = TEA_PSV_DR_TLB | TEA_PSV_DR_SQ, .addr = 0x40,
	    .mem = MEM(STORE, UNKNOWN, L1) }, 0,
	  2 | 1ULL << 37, 0x40 },
	{ { .insn = AMO, .addr = 0x40, .mem = MEM(ATOMIC, TAKEN, L1) }, 0, 3 | 9ULL << 41, 0x40 },
	/* it faults: there is no address */
	{ { .insn = LOAD, .psv = TEA_PSV_FL_EX | TEA_PSV_ST_TLB,
	    .flags = TEA_RETIRED_EXCEPTION | TEA_RETIRED_FLUSH, .addr = 99 }, 0, 1 | 1ULL << 45, 0 },
	/* and is flushed: the address is its own */
	{ { .pc = 0x500, .insn = LOAD, .psv = TEA_PSV_FL_MO,
	    .flags = TEA_RETIRED_EXCEPTION | TEA_RETIRED_FLUSH, .addr = 0x40,
	    .mem = MEM(LOAD, UNKNOWN, L1) }, 0, 1 | 1ULL << 32 | 2ULL << 33, 0x500 },
	/* of a vector's accesses one is told */
	{ { .insn = { .class = TEA_CLASS_V_LOAD, .length_bytes = 4 }, .addr = 0x80,
	    .mem = MEM(LOAD, L1, L1) }, 0, 1 | 1ULL << 35 | 2ULL << 41, 0x80 },
	{ { .insn = { .class = TEA_CLASS_V_STORE, .length_bytes = 4 }, .addr = 0x80,
	    .mem = MEM(STORE, UNKNOWN, UNKNOWN) }, 0, 2 | 1ULL << 35, 0x80 },
	{ { .insn = { .class = TEA_CLASS_LOAD_RESERVED, .length_bytes = 4 } }, 0, 1, 0 },
	{ { .insn = { .class = TEA_CLASS_STORE_CONDITIONAL, .length_bytes = 4 } }, 0, 2, 0 },
	/* hints make no access */
	{ { .insn = { .class = TEA_CLASS_PREFETCH_R, .length_bytes = 4 }, .psv = TEA_PSV_DR_L1 }, 0,
	  1ULL << 38, 0 },
	/* events of the signature that the header does not have, of its type */
	{ { .insn = ALU, .psv = TEA_PSV_ST_L1 | TEA_PSV_FL_MB | TEA_PSV_ST_CO }, 0, 0, 0 },
};

#define JUMP_OF(class_, dst_, flags_) \
	{ .pc = 0x100, .insn = { .class = TEA_CLASS_##class_, .length_bytes = 4, .dst = dst_, \
				 .flags = flags_ } }

static const struct words_case transfers[] = {
	{ { .pc = 0x100, .insn = BRANCH }, 0x102, 4 | 1ULL << 40, 0 },
	{ { .pc = 0x100, .insn = BRANCH, .psv = TEA_PSV_FL_MB, .flags = TEA_RETIRED_FLUSH }, 0x80,
	  4 | 1ULL << 41 | 1ULL << 52, 0x80 },
	{ JUMP_OF(JUMP, 1, TEA_INSN_CALL), 0x900, 4 | 1ULL << 45, 0x900 },
	{ JUMP_OF(JUMP, TEA_REG_NONE, 0), 0x900, 4 | 1ULL << 47, 0x900 },
	{ JUMP_OF(JUMP, 7, 0), 0x104, 4 | 1ULL << 51, 0x104 },
	{ JUMP_OF(JUMP_REG, 1, TEA_INSN_CALL), 0x900, 4 | 1ULL << 44, 0x900 },
	{ JUMP_OF(JUMP_REG, TEA_REG_NONE, 0), 0x900, 4 | 1ULL << 46, 0x900 },
	{ JUMP_OF(JUMP_REG, 5, TEA_INSN_CALL | TEA_INSN_RETURN), 0x900, 4 | 1ULL << 48, 0x900 },
	{ JUMP_OF(JUMP_REG, TEA_REG_NONE, TEA_INSN_RETURN), 0x900, 4 | 1ULL << 49, 0x900 },
	{ JUMP_OF(JUMP_REG, 7, 0), 0x900, 4 | 1ULL << 50, 0x900 },
	{ JUMP_OF(TRAP_RETURN, TEA_REG_NONE, 0), 0x900, 4 | 1ULL << 39, 0x900 },
	/* it traps: no transfer of its own */
	{ { .pc = 0x100, .insn = { .class = TEA_CLASS_TRAP_RETURN, .length_bytes = 4 },
	    .psv = TEA_PSV_FL_EX, .flags = TEA_RETIRED_EXCEPTION }, 0x900, 4, 0 },
};

static void check_words(const struct words_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct tea_decoded decoded = begin(&all);

		tea_decoded_record(&decoded, &cases[i].record, cases[i].next_pc);
		assert_int_equal(seen.count, 1);
		assert_int_equal(seen.samples[0].words[0], cases[i].header);
		assert_int_equal(seen.samples[0].words[1], cases[i].record.pc);
		assert_int_equal(seen.samples[0].words[2], 0);
		assert_int_equal(seen.samples[0].words[4], cases[i].address);
		for (unsigned int word = 5; word < TEA_PDIS_WORDS; word++)
			assert_int_equal(seen.samples[0].words[word], 0);
	}
}

static void test_words(void **state)
{
	(void)state;
	check_words(accesses, COUNT(accesses));
	check_words(transfers, COUNT(transfers));
}

/*
 * A program of a load that misses, and what waits for it: fetch, decode, dispatch, issue, complete,
 * commit. B commits beside A; C is mispredicted, so D to F are fetched behind it.
 */
static const struct tea_retired stream[] = {
	{ .pc = 0xa, .at = { 0, 1, 3, 6, 16, 17 }, .insn = LOAD },
	{ .pc = 0xb, .at = { 0, 1, 3, 4, 5, 17 }, .insn = ALU },
	{ .pc = 0xc, .at = { 0, 2, 4, 17, 18, 19 }, .insn = BRANCH, .flags = TEA_RETIRED_FLUSH },
	{ .pc = 0xd, .at = { 22, 23, 24, 25, 26, 28 }, .insn = STORE },
	{ .pc = 0xe, .at = { 22, 23, 24, 25, 26, 28 }, .insn = AMO },
	{ .pc = 0xf, .at = { 23, 24, 25, 30, 5030, 5031 }, .insn = LOAD, .privilege = TEA_PRIV_S },
};

static struct tea_decoded run_stream(const struct tea_decoded_setting *setting)
{
	struct tea_decoded decoded = begin(setting);

	for (size_t i = 0; i < COUNT(stream); i++)
		tea_decoded_record(&decoded, &stream[i], 0);
	return decoded;
}

/* Each alone: no tag before it collides. */
static void test_latencies(void **state)
{
	static const unsigned int expected[][TEA_PDIS_LATENCIES_COUNT] = {
		/* TOTAL, DISPATCH, ISSUE, EXECUTION, OLDEST */
		{ 16, 2, 3, 10, 16 },
		{ 16, 2, 1, 1, 0 },
		{ 17, 2, 13, 1, 2 },
		{ 5, 1, 1, 1, 5 },		/* decoded behind the exit of the one before */
		{ 5, 1, 1, 1, 0 },
		{ 4095, 1, 5, 4095, 4095 },	/* 5007, 5000 and 5003 cycles */
	};

	(void)state;
	for (uint32_t i = 0; i < COUNT(stream); i++) {
		const struct tea_decoded_setting setting = {
			.count = UINT32_MAX - i, .privileges = USER | 1 << TEA_PRIV_S, .enabled = true,
		};
		uint64_t latencies;

		run_stream(&setting);
		assert_int_equal(seen.count, 1);
		assert_int_equal(seen.samples[0].words[TEA_PDIS_PC], stream[i].pc);
		assert_int_equal(seen.samples[0].time, stream[i].at[TEA_STAGE_COMMIT]);
		assert_int_equal(seen.samples[0].privilege, stream[i].privilege);
		latencies = seen.samples[0].words[TEA_PDIS_LATENCIES];
		assert_int_equal(latencies >> 60, 0xf);
		for (unsigned int which = 0; which < TEA_PDIS_LATENCIES_COUNT; which++)
			assert_int_equal(tea_pdis_latency(latencies, which), expected[i][which]);
	}
}

/* Which are sampled, in order, 0 behind the last one; and what was counted. */
struct selected_case {
	struct tea_decoded_setting setting;
	uint64_t pcs[7];
	struct tea_decoded_counts counts;
	uint32_t left;			/* of the counter */
};

#define EVERY(n)	.count = -(uint32_t)(n), .initial = -(uint32_t)(n), .enabled = true
#define BOTH		.privileges = USER | 1 << TEA_PRIV_S
#define FROM(latency_, cycles) \
	.filter = { .latency = TEA_PDIS_##latency_, .threshold = cycles }
#define BELOW(latency_, cycles) \
	.filter = { .latency = TEA_PDIS_##latency_, .threshold = cycles, .inverted = true }
#define MATCH(mask_, match_)	.filter = { .mask = mask_, .match = match_ }

static const struct selected_case selections[] = {
	/* B and C come while A is tagged, E and F while D is */
	{ { EVERY(1), BOTH }, { 0xa, 0xd }, { 6, 4, 0, 2 }, -1U },
	{ { EVERY(2), BOTH }, { 0xb, 0xd }, { 3, 1, 0, 2 }, -2U },
	{ { EVERY(3), BOTH }, { 0xc, 0xf }, { 2, 0, 0, 2 }, -3U },
	{ { EVERY(4), BOTH }, { 0xd }, { 1, 0, 0, 1 }, -2U },
	/* the first distance is its own, and 0 is 2^32 */
	{ { .count = -2U, .initial = -3U, .enabled = true, BOTH }, { 0xb, 0xe }, { 2, 0, 0, 2 }, -2U },
	{ { .count = -1U, .enabled = true, BOTH }, { 0xa }, { 1, 0, 0, 1 }, 5 },
	/* levels, types; off */
	{ { EVERY(1), .privileges = 1 << TEA_PRIV_S }, { 0xf }, { 1, 0, 0, 1 }, -1U },
	{ { EVERY(2), BOTH, .select = TEA_PDIS_SELECT_LOADS }, { 0xe }, { 1, 0, 0, 1 }, -1U },
	{ { EVERY(2), BOTH, .select = TEA_PDIS_SELECT_STORES }, { 0xe }, { 1, 0, 0, 1 }, -2U },
	{ { EVERY(3), BOTH, .select = TEA_PDIS_SELECT_ACCESSES }, { 0xe }, { 1, 0, 0, 1 }, -2U },
	{ { EVERY(1), BOTH, .select = TEA_PDIS_SELECT_TRANSFERS }, { 0xc }, { 1, 0, 0, 1 }, -1U },
	{ { .count = -1U, .initial = -1U, BOTH }, { 0 }, { 0 }, -1U },
	/* the filter: discarded ones are tagged, too */
	{ { EVERY(1), BOTH, FROM(TOTAL, 16) }, { 0xa }, { 6, 4, 1, 1 }, -1U },
	{ { EVERY(1), BOTH, FROM(TOTAL, 17) }, { 0 }, { 6, 4, 2, 0 }, -1U },
	{ { EVERY(1), BOTH, BELOW(TOTAL, 16) }, { 0xd }, { 6, 4, 1, 1 }, -1U },
	{ { EVERY(3), BOTH, FROM(ISSUE, 13) }, { 0xc }, { 2, 0, 1, 1 }, -3U },
	{ { EVERY(3), BOTH, FROM(OLDEST, 4095) }, { 0xf }, { 2, 0, 1, 1 }, -3U },
	{ { EVERY(3), BOTH, FROM(EXECUTION, 2) }, { 0xf }, { 2, 0, 1, 1 }, -3U },
	{ { EVERY(1), BOTH, BELOW(DISPATCH, 2) }, { 0xd }, { 6, 4, 1, 1 }, -1U },
	{ { EVERY(1), BOTH, MATCH(7, TEA_PDIS_STORE) }, { 0xd }, { 6, 4, 1, 1 }, -1U },
	{ { EVERY(1), BOTH, MATCH(1, TEA_PDIS_LOAD) }, { 0xa }, { 6, 4, 1, 1 }, -1U },
	/* bits outside the mask do not count */
	{ { EVERY(1), BOTH, MATCH(2, -1ULL) }, { 0xd }, { 6, 4, 1, 1 }, -1U },
	/* ACC: A is discarded in 17, so D is the next that is decoded; and C's overflow collides */
	{ { EVERY(1000), .accelerate = true, BOTH, FROM(TOTAL, 17) }, { 0 }, { 0 }, -994U },
	{ { .count = -1U, .initial = -99U, .enabled = true, .accelerate = true, BOTH,
	    BELOW(TOTAL, 16) }, { 0xd }, { 1, 0, 1, 1 }, -94U },
	{ { .count = -1U, .initial = -2U, .enabled = true, .accelerate = true, BOTH,
	    BELOW(TOTAL, 16) }, { 0xd }, { 3, 2, 1, 1 }, -1U },
	/* of the selected types alone */
	{ { .count = -1U, .initial = -99U, .enabled = true, .accelerate = true, BOTH,
	    .select = TEA_PDIS_SELECT_LOADS, BELOW(TOTAL, 16) }, { 0xe }, { 1, 0, 1, 1 }, -97U },
};

static void test_selection(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(selections); i++) {
		const struct selected_case *expected = &selections[i];
		const struct tea_decoded decoded = run_stream(&expected->setting);

		for (unsigned int j = 0; j < seen.count; j++)
			assert_int_equal(seen.samples[j].words[TEA_PDIS_PC], expected->pcs[j]);
		assert_int_equal(expected->pcs[seen.count], 0);
		assert_memory_equal(&decoded.counts, &expected->counts, sizeof(decoded.counts));
		assert_int_equal(decoded.setting.count, expected->left);
	}
}

/* The registers are written on the way: the tag of before stays, what ACC armed goes. */
static void test_load(void **state)
{
	const struct tea_decoded_setting armed = {
		EVERY(99), BOTH, .accelerate = true, FROM(TOTAL, 4095),
	}, first = {
		.count = -1U, .initial = -99U, .enabled = true, BOTH, .accelerate = true,
		FROM(TOTAL, 4095),
	}, off = { 0 };
	struct tea_decoded decoded = begin(&first);

	(void)state;
	tea_decoded_record(&decoded, &stream[0], 0);
	assert_true(decoded.armed);
	tea_decoded_load(&decoded, &all, 17);
	assert_false(decoded.armed);
	tea_decoded_record(&decoded, &stream[1], 0);
	assert_int_equal(decoded.counts.collisions, 1);
	tea_decoded_load(&decoded, &armed, 17);
	tea_decoded_record(&decoded, &stream[3], 0);
	assert_int_equal(seen.count, 0);
	tea_decoded_load(&decoded, &off, 28);
	tea_decoded_record(&decoded, &stream[4], 0);
	/* an interrupt's place is not counted, but left */
	tea_decoded_load(&decoded, &all, 28);
	tea_decoded_pass(&decoded, &(struct tea_retired){ .at = { [TEA_STAGE_COMMIT] = 4000 } });
	assert_int_equal(decoded.setting.count, UINT32_MAX);
	decoded.setting.privileges = 1 << TEA_PRIV_S;
	tea_decoded_record(&decoded, &stream[5], 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(tea_pdis_latency(seen.samples[0].words[TEA_PDIS_LATENCIES],
					  TEA_PDIS_OLDEST), 1031);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_latencies),
		cmocka_unit_test(test_selection),
		cmocka_unit_test(test_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
