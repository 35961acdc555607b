// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_flow.c - branches, jumps and calls as the assembler encodes them, and no others
 */
#include "tools/clitest.h"

#include <string.h>

#include "analysis/places/flow.h"

#define AT 0x10000

/* Codes are riscv64-linux-gnu-as's for the text, at address AT. */
static const struct {
	const char *text;
	uint32_t code;
	uint8_t length;
	enum flow_kind kind;
	uint64_t target;
} cases[] = {
	{ "beq a0, a1, . + 8", 0x00b50463, 4, FLOW_BRANCH, AT + 8 },
	{ "bne a0, a1, . - 4", 0xfeb51ee3, 4, FLOW_BRANCH, AT - 4 },
	{ "bgeu a0, a1, . + 4094", 0x7eb57fe3, 4, FLOW_BRANCH, AT + 4094 },
	{ "blt a0, a1, . - 4096", 0x80b54063, 4, FLOW_BRANCH, AT - 4096 },
	{ "jal zero, . + 0x12344", 0x3441206f, 4, FLOW_JUMP, AT + 0x12344 },
	{ "jal ra, . - 0x100000", 0x800000ef, 4, FLOW_CALL, AT - 0x100000 },
	{ "jal t0, . + 2", 0x002002ef, 4, FLOW_CALL, AT + 2 },
	{ "jalr ra, 0(a0)", 0x000500e7, 4, FLOW_INDIRECT_CALL, 0 },
	{ "jalr zero, 0(a0)", 0x00050067, 4, FLOW_INDIRECT, 0 },
	{ "jalr zero, 0(ra)", 0x00008067, 4, FLOW_RETURN, 0 },
	{ "jal zero, .", 0x0000006f, 4, FLOW_JUMP, AT },
	{ "jalr ra, 0(t0)", 0x000280e7, 4, FLOW_INDIRECT_CALL, 0 },
	{ "c.j .", 0xa001, 2, FLOW_JUMP, AT },
	{ "c.j . + 2046", 0xaffd, 2, FLOW_JUMP, AT + 2046 },
	{ "c.j . - 2048", 0xb001, 2, FLOW_JUMP, AT - 2048 },
	{ "c.beqz a0, . + 254", 0xcd7d, 2, FLOW_BRANCH, AT + 254 },
	{ "c.bnez s1, . - 256", 0xf081, 2, FLOW_BRANCH, AT - 256 },
	{ "c.jr a5", 0x8782, 2, FLOW_INDIRECT, 0 },
	{ "ret", 0x8082, 2, FLOW_RETURN, 0 },
	{ "c.jalr a5", 0x9782, 2, FLOW_INDIRECT_CALL, 0 },
	{ "c.mv a0, a5", 0x853e, 2, FLOW_NEXT, 0 },
	{ "c.add a0, a5", 0x953e, 2, FLOW_NEXT, 0 },
	{ "c.ebreak", 0x9002, 2, FLOW_NEXT, 0 },
	{ "mret", 0x30200073, 4, FLOW_RETURN, 0 },
	{ "sret", 0x10200073, 4, FLOW_RETURN, 0 },
	{ "ecall", 0x00000073, 4, FLOW_NEXT, 0 },
	{ "ld a1, 0(a2)", 0x00063583, 4, FLOW_NEXT, 0 },
	{ "c.ld a1, 0(a2)", 0x620c, 2, FLOW_NEXT, 0 },
};

static void decodes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t bytes[4];
		struct flow flow;

		memcpy(bytes, &cases[i].code, sizeof(bytes));
		flow = flow_decode(bytes, cases[i].length, AT);
		if (flow.kind != cases[i].kind || flow.target != cases[i].target ||
		    flow.length != cases[i].length)
			fail_msg("%s: kind %d, target 0x%lx, length %d", cases[i].text, flow.kind,
				 (unsigned long)flow.target, flow.length);
	}
}

static void needs_all_bytes(void **state)
{
	const uint8_t bytes[] = { 0x63, 0x04, 0xb5, 0x00 };

	(void)state;
	assert_int_equal(flow_decode(bytes, 0, AT).length, 0);
	assert_int_equal(flow_decode(bytes, 1, AT).length, 0);
	assert_int_equal(flow_decode(bytes, 2, AT).length, 0);
	assert_int_equal(flow_decode(bytes, 3, AT).length, 0);
	assert_int_equal(flow_decode(bytes, 4, AT).length, 4);
}

/* Only these always raise exceptions. */
static void calls_of_the_system(void **state)
{
	static const struct {
		uint32_t code;
		bool raises;
	} codes[] = {
		{ 0x00000073, true }, { 0x00100073, true }, { 0x9002, true },	/* ecall, ebreak, c.ebreak */
		{ 0x10500073, false }, { 0x10200073, false }, { 0x9082, false },	/* wfi, sret, c.jalr ra */
		{ 0x00200073, false }, { 0x0001, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		uint8_t bytes[4];

		memcpy(bytes, &codes[i].code, sizeof(bytes));
		assert_int_equal(flow_decode(bytes, sizeof(bytes), AT).raises, codes[i].raises);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decodes),
		cmocka_unit_test(calls_of_the_system),
		cmocka_unit_test(needs_all_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
