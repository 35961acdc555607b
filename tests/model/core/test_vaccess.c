// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vaccess.c - which bytes vector instructions access, by hand
 *
 * Real encodings under a vtype, blocks of 32 bytes. Expected is for a range of elements each
 * access, in order: its address, and the bytes of its line as a bit each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/vaccess.h"

#define ADDRESSES	8

static const struct {
	const char *text;
	uint32_t bits;
	unsigned int sew_log2;		/* of bytes */
	unsigned int begin, end;
	uint64_t addr, mask;
	int64_t stride;
	uint64_t addrs[ADDRESSES];	/* of an indexed one; 0: the end */
	const char *accesses;
} cases[] = {
	/* neighbours: by blocks, of which those without a byte are left out */
	{ "vle32.v v8, (a0)", 0x02056407, 2, 0, 8, 0x8000, 0, 0, { 0 }, "8000:ffffffff" },
	{ "vle32.v, the second register", 0x02056407, 2, 8, 12, 0x8000, 0, 0, { 0 },
	  "8020:ffff00000000" },
	{ "vle32.v, not aligned", 0x02056407, 2, 0, 8, 0x803a, 0, 0, { 0 },
	  "803a:fc00000000000000 8040:3ffffff" },
	{ "vle32.v of a line and more", 0x02056407, 2, 0, 18, 0x8010, 0, 0, { 0 },
	  "8010:ffff0000 8020:ffffffff00000000 8040:ffffff" },
	{ "vle32.v masked", 0x00056407, 2, 0, 20, 0x8000, 0x80014, 0, { 0 },
	  "8008:f0f00 804c:f000" },
	{ "vle32.v masked, of the second register", 0x00056407, 2, 8, 16, 0x8000, 0x300, 0, { 0 },
	  "8020:ff00000000" },
	{ "vle32.v, all masked off", 0x00056407, 2, 0, 8, 0x8000, 0x100, 0, { 0 }, "" },
	{ "vle8.v with SEW 32", 0x02050407, 2, 0, 8, 0x8001, 0, 0, { 0 }, "8001:1fe" },
	{ "vl2re64.v v8, (a0)", 0x22857407, 0, 4, 8, 0x8000, 0, 0, { 0 }, "8020:ffffffff00000000" },
	{ "vlm.v v8, (a0)", 0x02b50407, 2, 0, 3, 0x801f, 0, 0, { 0 }, "801f:80000000 8020:300000000" },
	{ "vle32.v that faulted at once", 0x02056407, 2, 0, 8, 0, 0, 0, { 0 }, "" },
	{ "vle32.v, no elements", 0x02056407, 2, 8, 8, 0x8000, 0, 0, { 0 }, "" },
	{ "vle32.v, vstart behind them", 0x02056407, 2, 9, 8, 0x8000, 0, 0, { 0 }, "" },
	/* apart: each element, each segment; two accesses if it crosses a line */
	{ "vlse64.v v8, (a0), a1", 0x0ab57407, 3, 1, 4, 0x8000, 0, 60, { 0 },
	  "803c:f000000000000000 8040:f 8078:ff00000000000000 80b4:ff0000000000000" },
	{ "vlse64.v backwards", 0x0ab57407, 3, 0, 2, 0x8000, 0, -8, { 0 },
	  "8000:ff 7ff8:ff00000000000000" },
	{ "vlse64.v, all from one place", 0x0ab57407, 3, 0, 2, 0x8008, 0, 0, { 0 },
	  "8008:ff00 8008:ff00" },
	{ "vlse16.v masked, with SEW 32", 0x08b55407, 2, 0, 4, 0x8000, 0xa, 4, { 0 },
	  "8004:30 800c:3000" },
	{ "vlseg3e16.v v8, (a0)", 0x42055407, 1, 2, 4, 0x8034, 0, 0, { 0 },
	  "8040:3f 8046:fc0" },
	{ "vlseg3e16.v across a line", 0x42055407, 1, 0, 1, 0x803c, 0, 0, { 0 },
	  "803c:f000000000000000 8040:3" },
	{ "vlsseg2e32.v v8, (a0), a1", 0x2ab56407, 2, 0, 2, 0x8000, 0, 16, { 0 },
	  "8000:ff 8010:ff0000" },
	/* at indices: SEW is that of the data; of each active element an address for each field */
	{ "vluxei64.v of bytes", 0x07057407, 0, 0, 2, 0, 0, 0, { 0x8003, 0x7001 }, "8003:8 7001:2" },
	{ "vluxei64.v of doubles, masked", 0x05057407, 3, 0, 4, 0, 0xa, 0, { 0x8000, 0x7008 },
	  "8000:ff 7008:ff00" },
	{ "vluxseg2ei8.v v8, (a0), v16", 0x27050407, 2, 0, 2, 0, 0, 0,
	  { 0x8000, 0x8004, 0x7010, 0x7014 }, "8000:ff 7010:ff0000" },
	{ "vluxei64.v that faulted at the third", 0x07057407, 3, 0, 3, 0, 0, 0, { 0x8000, 0x7000 },
	  "8000:ff 7000:ff" },
};

static struct tea_vaccesses accesses = { .block_bytes = 32 };

static void list(uint32_t bits, struct tea_vector_op *vector, uint64_t addr, unsigned int begin,
		 unsigned int end)
{
	struct tea_op op = { .vector = vector, .addr = addr, .has_addr = addr };

	tea_insn_decode(&op.insn, bits);
	tea_vector_decode(&vector->insn, bits);
	tea_vaccesses_list(&accesses, &op, begin, end);
}

static void by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_vector_op vector = {
			.sew_log2 = (uint8_t)cases[i].sew_log2, .mask = { cases[i].mask },
			.stride = cases[i].stride, .element_addrs = cases[i].addrs,
		};
		char text[256] = "";

		while (cases[i].addrs[vector.element_count])
			vector.element_count++;
		accesses.indices = 0;
		list(cases[i].bits, &vector, cases[i].addr, cases[i].begin, cases[i].end);
		for (unsigned int k = 0; k < accesses.count; k++) {
			const struct tea_vaccess *access = &accesses.list[k];

			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%llx:%llx",
				 k ? " " : "", (unsigned long long)access->addr,
				 (unsigned long long)access->bytes);
		}
		if (strcmp(text, cases[i].accesses))
			fail_msg("%s: expected\n\t%s\nbut it is\n\t%s", cases[i].text,
				 cases[i].accesses, text);
	}
}

/* The indices of a group go on from register to register, up to all elements that there can be. */
static void longest(void **state)
{
	static uint64_t addrs[TEA_VLEN_MAX];
	struct tea_vector_op vector = {
		.element_addrs = addrs, .element_count = TEA_VLEN_MAX, .stride = 64,
	};
	const unsigned int held = TEA_VLEN_MAX / 8;

	(void)state;
	for (unsigned int i = 0; i < TEA_VLEN_MAX; i++)
		addrs[i] = 0x10000 + 3 * i;
	accesses.indices = 0;
	for (unsigned int block = 0; block < 8; block++) {
		list(0x07055407 /* vluxei16.v */, &vector, 0, block * held, (block + 1) * held);
		assert_int_equal(accesses.count, TEA_VACCESSES_MAX);
		for (unsigned int i = 0; i < held; i++)
			assert_int_equal(accesses.list[i].addr, addrs[block * held + i]);
		list(0x0ab50407 /* vlse8.v */, &vector, 0x8000, block * held, (block + 1) * held);
		assert_int_equal(accesses.count, TEA_VACCESSES_MAX);
		assert_int_equal(accesses.list[held - 1].addr, 0x8000 + 64 * ((block + 1) * held - 1));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(longest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
