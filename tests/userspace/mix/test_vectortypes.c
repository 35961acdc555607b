// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vectortypes.c - vector types along the branches of functions: by hand, and on random walks
 *
 * A walk executes random code with a vtype of its own. Each type reported as known is the one that
 * each walk has there.
 */
#include "tools/clitest.h"

#include <stdlib.h>
#include <string.h>

#include "mix/vectortypes.h"

#define NOP		0x00000013
#define RET		0x00008067
#define CALL		0x000000e7		/* jalr ra, zero */
#define BY_TABLE	0x00050067		/* jr a0 */
#define ECALL		0x00000073
#define VADD		0x02b60557
#define SET_REGISTER	0x80c5f557		/* vsetvl */
#define SET(sew, lmul)	(0x0005f057U | (uint32_t)((sew) << 3 | (lmul)) << 20)

#define LENGTH		30		/* instructions of random code, each a word */
#define PROGRAMS	3000
#define WALKS		20
#define STEPS		100

/* beq and j by @words. */
static uint32_t branch(int words)
{
	const uint32_t bytes = (uint32_t)(words * 4);

	return 0x63 | (bytes >> 12 & 1) << 31 | (bytes >> 5 & 63) << 25 | (bytes >> 1 & 15) << 8 |
	       (bytes >> 11 & 1) << 7;
}

static uint32_t jump(int words)
{
	const uint32_t bytes = (uint32_t)(words * 4);

	return 0x6f | (bytes >> 20 & 1) << 31 | (bytes >> 1 & 1023) << 21 | (bytes >> 11 & 1) << 20 |
	       (bytes >> 12 & 255) << 12;
}

/* Types of @count instructions, by instruction. */
static void find(int types[], const uint32_t words[], size_t count)
{
	struct codeblocks code = {
		.begin = 0x1000, .end = 0x1000 + 4 * count, .bytes = (const uint8_t *)words,
	};
	int16_t *found;

	assert_int_equal(codeblocks_mark(&code), 0);
	found = vectortypes_find(&code);
	assert_non_null(found);
	for (size_t i = 0; i < count; i++)
		types[i] = found[2 * i];
	free(found);
	codeblocks_deinit(&code);
}

#define HAND_MOST	8
#define E32_M1		0x10
#define E8_M2		0x01
#define NO		VECTORTYPES_UNKNOWN

static void tells_types_of_functions_by_hand(void **state)
{
	const struct {
		const char *what;
		uint32_t words[HAND_MOST];
		int types[HAND_MOST];
	} cases[] = {
		{ "what the caller left", { VADD, RET }, { NO, NO } },
		{ "set before a loop", { SET(2, 0), VADD, branch(-1), RET },
		  { E32_M1, E32_M1, E32_M1, E32_M1 } },
		{ "set behind it in the loop", { SET(2, 0), VADD, SET(0, 1), branch(-2), RET },
		  { E32_M1, NO, E8_M2, E8_M2, E8_M2 } },
		{ "two ways", { branch(3), SET(2, 0), jump(2), SET(0, 1), VADD, RET },
		  { NO, E32_M1, E32_M1, E8_M2, NO, NO } },
		{ "two ways that agree", { branch(3), SET(2, 0), jump(2), SET(2, 0), VADD, RET },
		  { NO, E32_M1, E32_M1, E32_M1, E32_M1, E32_M1 } },
		{ "from a register", { SET(2, 0), SET_REGISTER, VADD, RET }, { E32_M1, NO, NO, NO } },
		{ "a call", { SET(2, 0), CALL, VADD, RET }, { E32_M1, NO, NO, NO } },
		{ "a system call", { SET(2, 0), ECALL, VADD, RET }, { E32_M1, NO, NO, NO } },
		{ "a table's jump", { SET(2, 0), BY_TABLE, VADD, RET }, { E32_M1, E32_M1, NO, NO } },
		{ "a block that nothing leads to", { SET(2, 0), branch(3), RET, VADD, VADD, RET },
		  { E32_M1, E32_M1, E32_M1, NO, NO, NO } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int types[HAND_MOST];
		size_t count = HAND_MOST;

		while (!cases[i].words[count - 1])
			count--;
		find(types, cases[i].words, count);
		for (size_t at = 0; at < count; at++)
			if (types[at] != cases[i].types[at])
				fail_msg("%s: instruction %zu has type %d", cases[i].what, at, types[at]);
	}
}

static int below(int limit)
{
	return rand() % limit;
}

static uint32_t random_word(int at)
{
	switch (below(10)) {
	case 0:
	case 1:
		return SET(below(2), below(2));
	case 2:
	case 3:
		return branch(below(LENGTH) - at);
	case 4:
		return below(3) ? VADD : jump(below(LENGTH) - at);
	case 5:
		return below(3) ? VADD : below(2) ? SET_REGISTER : ECALL;
	case 6:
		return below(6) ? VADD : below(2) ? CALL : RET;
	default:
		return below(20) ? VADD : NOP;
	}
}

/* One step of a walk from @at, which had @type there; returns where it goes, or -1. */
static int step(const uint32_t words[], int at, int *type)
{
	struct flow flow = flow_decode((const uint8_t *)&words[at], 4, (uint64_t)at * 4);

	if (words[at] == ECALL || words[at] == CALL || words[at] == SET_REGISTER)
		*type = below(0x20);
	else if (flow.class == TEA_CLASS_VSET)
		*type = (int)(words[at] >> 20 & 0xff);
	if (flow.kind == FLOW_RETURN)
		return -1;
	if (flow.kind == FLOW_JUMP || (flow.kind == FLOW_BRANCH && below(2)))
		return (int)(flow.target / 4);
	return at + 1;
}

static void walks_have_the_types_that_are_told(void **state)
{
	uint32_t words[LENGTH];
	int types[LENGTH], known = 0, walked = 0;

	(void)state;
	srand(1);
	for (int program = 0; program < PROGRAMS; program++) {
		for (int i = 0; i < LENGTH; i++)
			words[i] = random_word(i);
		find(types, words, LENGTH);
		for (int walk = 0; walk < WALKS; walk++) {
			int type = below(0x20), at = 0;

			for (int i = 0; i < STEPS && at >= 0 && at < LENGTH; i++) {
				const int was = at;

				at = step(words, at, &type);
				walked++;
				known += types[was] >= 0;
				if (types[was] >= 0 && types[was] != type)
					fail_msg("program %d: instruction %d has %d, not %d", program, was,
						 type, types[was]);
			}
		}
	}
	/* Enough types are known: none would be right, too. */
	assert_true(known > walked / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_types_of_functions_by_hand),
		cmocka_unit_test(walks_have_the_types_that_are_told),
	};

	return cmocka_run_group_tests_name("test_vectortypes", tests, NULL, NULL);
}
