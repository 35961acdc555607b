// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_addressing.c - loops of a few instructions, and how they make the address of a load
 */
#include "tools/clitest.h"

#include "analysis/places/addressing.h"

#define INSNS	8

/* Codes are riscv64-linux-gnu-as's for the text; the loops end without their jump. */
static const struct {
	const char *text;
	uint32_t codes[INSNS];		/* 0: no more */
	size_t load;
	enum addressing_kind kind;
	int64_t stride;
	size_t from;			/* of a gather or a chase */
} cases[] = {
	{ "ld a5, 0(a1); addi a1, a1, 8", { 0x619c, 0x05a1 }, 0, ADDRESSING_STRIDE, 8, 0 },
	{ "addi a1, a1, 8; ld a5, 0(a1)", { 0x05a1, 0x619c }, 1, ADDRESSING_STRIDE, 8, 0 },
	{ "lbu a5, 0(a1); sb a5, 0(a0); addi a0, a0, 1; addi a1, a1, 1",
	  { 0x0005c783, 0x00f50023, 0x0505, 0x0585 }, 0, ADDRESSING_STRIDE, 1, 0 },
	{ "addi a1, a1, -8; ld a5, 0(a1)", { 0x15e1, 0x619c }, 1, ADDRESSING_STRIDE, -8, 0 },
	{ "slli a4, a5, 3; add a4, a4, a1; ld a3, 0(a4); addiw a5, a5, 1",
	  { 0x00379713, 0x972e, 0x6314, 0x2785 }, 2, ADDRESSING_STRIDE, 8, 0 },
	{ "add a1, a1, a2; ld a5, 0(a1)", { 0x95b2, 0x619c }, 1, ADDRESSING_STRIDE, 0, 0 },
	{ "sh3add a4, a5, a1; ld a3, 0(a4); addi a5, a5, 1", { 0x20b7e733, 0x6314, 0x0785 }, 1,
	  ADDRESSING_STRIDE, 0, 0 },
	{ "ld a5, 0(a1)", { 0x619c }, 0, ADDRESSING_FIXED, 0, 0 },
	{ "ld a5, 0(a1); add a0, a0, a5", { 0x619c, 0x953e }, 0, ADDRESSING_FIXED, 0, 0 },
	/* a list: the load itself, and one of the node's other fields */
	{ "ld a5, 8(a5)", { 0x679c }, 0, ADDRESSING_CHASE, 0, 0 },
	{ "ld a3, 0(a5); ld a5, 8(a5)", { 0x6394, 0x679c }, 0, ADDRESSING_CHASE, 0, 1 },
	{ "mv a4, a5; ld a5, 0(a4)", { 0x873e, 0x631c }, 1, ADDRESSING_CHASE, 0, 1 },
	/* links as indices: bzip2's tPos = tt[tPos] */
	{ "slli a5, a5, 2; add a5, a5, a1; lw a5, 0(a5)", { 0x078a, 0x97ae, 0x439c }, 2,
	  ADDRESSING_CHASE, 0, 2 },
	/* an element of a list has the index: the list's nodes may be near */
	{ "lwu a5, 8(a4); ld a4, 0(a4); slli a5, a5, 2; add a5, a5, a1; lw a3, 0(a5)",
	  { 0x00876783, 0x00073703, 0x00279793, 0x00b787b3, 0x0007a683 }, 4, ADDRESSING_LISTED, 0, 0 },
	{ "ld a3, 8(a4); ld a5, 16(a3); ld a4, 0(a4)", { 0x00873683, 0x0106b783, 0x00073703 }, 1,
	  ADDRESSING_LISTED, 0, 0 },
	/* sum += data[index[i]] */
	{ "lw a5, 0(a1); slli a5, a5, 3; add a5, a5, a2; ld a4, 0(a5); addi a1, a1, 4",
	  { 0x419c, 0x078e, 0x97b2, 0x6398, 0x0591 }, 3, ADDRESSING_GATHER, 0, 0 },
	{ "lw a5, 0(a1); slli a5, a5, 3; add a5, a5, a2; ld a4, 0(a5); addi a1, a1, 4",
	  { 0x419c, 0x078e, 0x97b2, 0x6398, 0x0591 }, 0, ADDRESSING_STRIDE, 4, 0 },
	/* random numbers */
	{ "mul a5, a5, a2; and a4, a5, a6; ld a3, 0(a4)", { 0x02c787b3, 0x0107f733, 0x6314 }, 2,
	  ADDRESSING_COMPUTED, 0, 0 },
	/* hashes of an even count: mixed with itself, the upper bits of a product */
	{ "mul a5, a4, a2; srli a3, a5, 29; xor a5, a5, a3; srli a5, a5, 44; slli a5, a5, 3; "
	  "add a5, a5, a1; ld a3, 0(a5); addi a4, a4, 1",
	  { 0x02c707b3, 0x01d7d693, 0x8fb5, 0x93b1, 0x078e, 0x97ae, 0x6394, 0x0705 }, 6,
	  ADDRESSING_COMPUTED, 0, 0 },
	{ "mul a5, a4, a2; srli a5, a5, 44; add a5, a5, a1; lbu a3, 0(a5); addi a4, a4, 1",
	  { 0x02c707b3, 0x93b1, 0x97ae, 0x0007c683, 0x0705 }, 3, ADDRESSING_COMPUTED, 0, 0 },
	/* but a product that is an unsigned index of 32 bits */
	{ "mulw a5, a4, a2; slli a5, a5, 32; srli a5, a5, 29; add a5, a5, a1; ld a3, 0(a5); "
	  "addi a4, a4, 1",
	  { 0x02c707bb, 0x1782, 0x83f5, 0x97ae, 0x6394, 0x0705 }, 4, ADDRESSING_STRIDE, 0, 0 },
	/* words[i & mask], and an unsigned index of 32 bits */
	{ "and a5, a4, a6; slli a5, a5, 3; add a5, a5, a1; ld a3, 0(a5); addi a4, a4, 1",
	  { 0x010777b3, 0x078e, 0x97ae, 0x6394, 0x0705 }, 3, ADDRESSING_STRIDE, 0, 0 },
	{ "slli a5, a4, 32; srli a5, a5, 29; add a5, a5, a1; ld a3, 0(a5); addi a4, a4, 1",
	  { 0x02071793, 0x83f5, 0x97ae, 0x6394, 0x0705 }, 3, ADDRESSING_STRIDE, 0, 0 },
	/* without optimisation: i is in memory */
	{ "lw a5, -20(s0); slli a4, a5, 3; add a4, a4, a1; ld a3, 0(a4); lw a5, -20(s0); "
	  "addiw a5, a5, 1; sw a5, -20(s0)",
	  { 0xfec42783, 0x00379713, 0x972e, 0x6314, 0xfec42783, 0x2785, 0xfef42623 }, 3,
	  ADDRESSING_STRIDE, 8, 0 },
	{ "ldsp a5, 24(sp); ld a5, 8(a5); sdsp a5, 24(sp)", { 0x67e2, 0x679c, 0xec3e }, 1,
	  ADDRESSING_CHASE, 0, 1 },
	/* a variable that the loop does not change, beside one that it does */
	{ "lwsp a5, 12(sp); swsp a5, 16(sp); add a5, a5, a2; ld a4, 0(a5)",
	  { 0x47b2, 0xc83e, 0x97b2, 0x6398 }, 3, ADDRESSING_FIXED, 0, 0 },
	/* the result of a call is unknown */
	{ "jalr a3; ld a4, 0(a0)", { 0x9682, 0x6118 }, 1, ADDRESSING_UNKNOWN, 0, 0 },
	{ "jalr a3; ld a4, 0(s1)", { 0x9682, 0x6098 }, 1, ADDRESSING_FIXED, 0, 0 },
	/* no load */
	{ "add a0, a0, a5", { 0x953e }, 0, ADDRESSING_UNKNOWN, 0, 0 },
	{ "sb a5, 0(a0)", { 0x00f50023 }, 0, ADDRESSING_UNKNOWN, 0, 0 },
};

static void loops_tell(void **state)
{
	static struct addressing_loop loop;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct addressing addressing;

		loop.count = 0;
		for (size_t j = 0; j < INSNS && cases[i].codes[j]; j++)
			assert_true(addressing_add(&loop, cases[i].codes[j]));
		addressing = addressing_find(&loop, cases[i].load);
		if (addressing.kind != cases[i].kind || addressing.stride != cases[i].stride)
			fail_msg("%s: %s of %lld", cases[i].text, addressing_names[addressing.kind],
				 (long long)addressing.stride);
		if ((addressing.kind == ADDRESSING_GATHER || addressing.kind == ADDRESSING_CHASE) &&
		    addressing.from != cases[i].from)
			fail_msg("%s: from %zu", cases[i].text, addressing.from);
	}
}

/* Stores to the loaded bytes, and the load that an instruction waits for. */
static const struct {
	const char *text;
	uint32_t codes[INSNS];
	size_t at, awaited;		/* count: none */
	bool stored, partly;		/* of the load that is awaited */
	size_t store;
} stores[] = {
	{ "ld a5, -24(s0); addi a4, a5, 1; sd a4, -24(s0)", { 0xfe843783, 0x00178713, 0xfee43423 },
	  1, 0, true, false, 2 },
	{ "sw a2, 0(a5); sw a3, 4(a5); ld a4, 0(a5); srli a3, a4, 3; addi a5, a5, 8",
	  { 0x00c7a023, 0x00d7a223, 0x0007b703, 0x00375693, 0x00878793 }, 3, 2, true, true, 1 },
	/* another address by then */
	{ "sw a2, 0(a5); addi a5, a5, 8; ld a4, 0(a5); srli a3, a4, 3",
	  { 0x00c7a023, 0x00878793, 0x0007b703, 0x00375693 }, 3, 2, false, false, 0 },
	/* bytes beside it */
	{ "sw a3, 4(a5); lw a3, 0(a5)", { 0x00d7a223, 0x0007a683 }, 1, 1, false, false, 0 },
	{ "addi a5, a5, 8", { 0x00878793 }, 0, 1, false, false, 0 },
};

static void stores_are_found(void **state)
{
	static struct addressing_loop loop;

	(void)state;
	for (size_t i = 0; i < sizeof(stores) / sizeof(stores[0]); i++) {
		struct addressing addressing;
		size_t awaited;

		loop.count = 0;
		for (size_t j = 0; j < INSNS && stores[i].codes[j]; j++)
			assert_true(addressing_add(&loop, stores[i].codes[j]));
		awaited = addressing_awaited(&loop, stores[i].at);
		if (awaited != stores[i].awaited)
			fail_msg("%s: waits for %zu", stores[i].text, awaited);
		if (awaited == loop.count)
			continue;
		addressing = addressing_find(&loop, awaited);
		if (addressing.stored != stores[i].stored || addressing.partly != stores[i].partly ||
		    (addressing.stored && addressing.store != stores[i].store))
			fail_msg("%s: store %zu", stores[i].text, addressing.store);
	}
}

/* Loads of bytes that a store in between may have changed. */
static const struct {
	const char *text;
	uint32_t codes[INSNS];
	uint8_t frame;
	size_t count, first;
} reloads[] = {
	/* this->target[0] = ..; this->target[1] = ..; */
	{ "ld a3, 0(s1); sb a5, 0(a4); ld a3, 0(s1); sb a5, 1(a4)",
	  { 0x6094, 0x00f70023, 0x6094, 0x00f700a3 }, TEA_REG_NONE, 2, 0 },
	/* in each iteration; with no store; of an element that comes later; behind its own store */
	{ "sb a5, 0(a4); ld a3, 0(s1)", { 0x00f70023, 0x6094 }, TEA_REG_NONE, 1, 1 },
	{ "ld a3, 0(s1); ld a3, 0(s1)", { 0x6094, 0x6094 }, TEA_REG_NONE, 0, 0 },
	{ "ld a3, 0(s1); sb a5, 0(a4); addi s1, s1, 8", { 0x6094, 0x00f70023, 0x04a1 },
	  TEA_REG_NONE, 0, 0 },
	{ "ld a3, 0(s1); sd a5, 0(s1)", { 0x6094, 0xe09c }, TEA_REG_NONE, 0, 0 },
	/* no other store reaches the stack */
	{ "ld a3, 8(sp); sb a5, 1(a4)", { 0x66a2, 0x00f700a3 }, TEA_REG_NONE, 0, 0 },
	{ "ld a3, 0(s0); sb a5, 1(a4)", { 0x6014, 0x00f700a3 }, TEA_REG_NONE, 1, 0 },
	{ "ld a3, 0(s0); sb a5, 1(a4)", { 0x6014, 0x00f700a3 }, ADDRESSING_FRAME, 0, 0 },
	{ "ld a3, 0(s1); sd a5, 0(s0)", { 0x6094, 0xe01c }, ADDRESSING_FRAME, 0, 0 },
	/* a callee may do anything */
	{ "ld a3, 0(s1); sb a5, 0(a4); jalr a3", { 0x6094, 0x00f70023, 0x9682 }, TEA_REG_NONE, 0, 0 },
};

static void reloads_are_found(void **state)
{
	static struct addressing_loop loop;

	(void)state;
	for (size_t i = 0; i < sizeof(reloads) / sizeof(reloads[0]); i++) {
		size_t first = 0, count;

		loop.count = 0;
		for (size_t j = 0; j < INSNS && reloads[i].codes[j]; j++)
			assert_true(addressing_add(&loop, reloads[i].codes[j]));
		count = addressing_reloads(&loop, reloads[i].frame, &first);
		if (count != reloads[i].count || first != reloads[i].first)
			fail_msg("%s: %zu, first %zu", reloads[i].text, count, first);
	}
	/* fld fa4, 0(a5); add a5, a5, s0 */
	loop.count = 0;
	assert_true(addressing_add(&loop, 0x2398));
	assert_true(addressing_add(&loop, 0x97a2));
	assert_int_equal(addressing_find(&loop, 0).kind, ADDRESSING_STRIDE);
	assert_int_equal(addressing_find(&loop, 0).by, 8);
	assert_true(addressing_makes_frame(0x1000));	/* addi s0, sp, 32 */
	assert_true(addressing_makes_frame(0x0800));	/* addi s0, sp, 16 */
	assert_false(addressing_makes_frame(0x04a1));	/* addi s1, s1, 8 */
}

static void constants_are_found(void **state)
{
	int64_t value = 7;

	(void)state;
	assert_true(addressing_constant(0x6405, &value));	/* c.lui s0, 1 */
	assert_int_equal(value, 4096);
	assert_true(addressing_constant(0x80040413, &value));	/* addi s0, s0, -2048 */
	assert_int_equal(value, 2048);
	assert_true(addressing_constant(0x00002437, &value));	/* lui s0, 2 */
	assert_int_equal(value, 8192);
	assert_true(addressing_constant(0x577d, &value));	/* c.li a4, -1 */
	assert_int_equal(value, -1);
	assert_true(addressing_constant(0x20000793, &value));	/* li a5, 512 */
	assert_int_equal(value, 512);
	assert_false(addressing_constant(0x97a2, &value));	/* add a5, a5, s0 */
	assert_false(addressing_constant(0x619c, &value));	/* ld a5, 0(a1) */
}

/* A chain as long as a loop can be has an end, too. */
static void longest_loop(void **state)
{
	static struct addressing_loop loop;

	(void)state;
	loop.count = 0;
	while (loop.count < ADDRESSING_INSNS - 1)
		assert_true(addressing_add(&loop, 0x0585));	/* addi a1, a1, 1 */
	assert_true(addressing_add(&loop, 0x619c));		/* ld a5, 0(a1) */
	assert_false(addressing_add(&loop, 0x619c));
	assert_int_equal(addressing_find(&loop, ADDRESSING_INSNS - 1).kind, ADDRESSING_STRIDE);
	assert_int_equal(addressing_find(&loop, ADDRESSING_INSNS).kind, ADDRESSING_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_tell),
		cmocka_unit_test(reloads_are_found),
		cmocka_unit_test(constants_are_found),
		cmocka_unit_test(longest_loop),
		cmocka_unit_test(stores_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
