// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_decode.c - the decoder: by hand where decode-objdump cannot see
 *
 * Prefetches, cache-block operations, hints of the return stack, flags, reserved
 * encodings, and the lengths of all 65536 first half-words. Vectors: test_vector.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa/op.h"

#define NONE	TEA_REG_NONE
#define C(class) TEA_CLASS_##class
#define S	TEA_INSN_SINGLE
#define AQ	TEA_INSN_ACQUIRE
#define RL	TEA_INSN_RELEASE
#define CALL	TEA_INSN_CALL
#define RETURN	TEA_INSN_RETURN
#define VTYPE	TEA_INSN_VTYPE
#define VL	TEA_REG_VL

static const struct {
	uint32_t bits;
	struct tea_insn insn;
	const char *text;
} cases[] = {
	/* Zicbop, Zicbom, Zicboz */
	{ 0x00056013, { C(PREFETCH_I), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "prefetch.i 0(a0)" },
	{ 0x7e156013, { C(PREFETCH_R), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "prefetch.r 2016(a0)" },
	{ 0xfe35e013, { C(PREFETCH_W), 4, NONE, { 11, NONE, NONE }, 0, 0 }, "prefetch.w -32(a1)" },
	{ 0x00256013, { C(INT_ALU), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "ori x0, a0, 2" },
	{ 0x00156093, { C(INT_ALU), 4, 1, { 10, NONE, NONE }, 0, 0 }, "ori ra, a0, 1" },
	{ 0x0045200f, { C(STORE), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "cbo.zero (a0)" },
	{ 0x0015200f, { C(FENCE), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "cbo.clean (a0)" },
	{ 0x0025200f, { C(FENCE), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "cbo.flush (a0)" },
	{ 0x0005200f, { C(FENCE), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "cbo.inval (a0)" },
	/* fences and privileged */
	{ 0x0ff0000f, { C(FENCE), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "fence" },
	{ 0x0100000f, { C(FENCE), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "pause" },
	{ 0x0000100f, { C(FENCE_I), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "fence.i" },
	{ 0x12b50073, { C(SFENCE), 4, NONE, { 10, 11, NONE }, 0, 0 }, "sfence.vma a0, a1" },
	{ 0x12000073, { C(SFENCE), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "sfence.vma" },
	{ 0x10200073, { C(TRAP_RETURN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "sret" },
	{ 0x30200073, { C(TRAP_RETURN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "mret" },
	{ 0x10500073, { C(SYSTEM), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "wfi" },
	{ 0x001027f3, { C(CSR), 4, 15, { NONE, NONE, NONE }, 0, 0 }, "frflags a5" },
	{ 0x00179073, { C(CSR), 4, NONE, { 15, NONE, NONE }, 0, 0 }, "fsflags a5" },
	{ 0x5c1797f3, { C(CSR), 4, 15, { 15, NONE, NONE }, 0, 0 }, "csrrw a5, 0x5c1, a5" },
	{ 0x5c02d073, { C(CSR), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "csrwi 0x5c0, 5" },
	{ 0xc22022f3, { C(INT_ALU), 4, 5, { NONE, NONE, NONE }, 0, 0 }, "csrr t0, vlenb" },
	{ 0xc220a2f3, { C(CSR), 4, 5, { 1, NONE, NONE }, 0, 0 }, "csrrs t0, vlenb, ra" },
	{ 0xc20022f3, { C(CSR), 4, 5, { NONE, NONE, NONE }, 0, 0 }, "csrr t0, vl" },
	/* return stack: ISA manual's table for jalr, and jal */
	{ 0x008000ef, { C(JUMP), 4, 1, { NONE, NONE, NONE }, 0, CALL }, "jal ra" },
	{ 0x008002ef, { C(JUMP), 4, 5, { NONE, NONE, NONE }, 0, CALL }, "jal t0" },
	{ 0x0080006f, { C(JUMP), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "j" },
	{ 0x0080036f, { C(JUMP), 4, 6, { NONE, NONE, NONE }, 0, 0 }, "jal t1" },
	{ 0x00008067, { C(JUMP_REG), 4, NONE, { 1, NONE, NONE }, 0, RETURN }, "ret" },
	{ 0x00028067, { C(JUMP_REG), 4, NONE, { 5, NONE, NONE }, 0, RETURN }, "jr t0" },
	{ 0x00050067, { C(JUMP_REG), 4, NONE, { 10, NONE, NONE }, 0, 0 }, "jr a0" },
	{ 0x000500e7, { C(JUMP_REG), 4, 1, { 10, NONE, NONE }, 0, CALL }, "jalr a0" },
	{ 0x000280e7, { C(JUMP_REG), 4, 1, { 5, NONE, NONE }, 0, CALL | RETURN }, "jalr ra, t0" },
	{ 0x000080e7, { C(JUMP_REG), 4, 1, { 1, NONE, NONE }, 0, CALL }, "jalr ra, ra" },
	{ 0x8082, { C(JUMP_REG), 2, NONE, { 1, NONE, NONE }, 0, RETURN }, "c.jr ra" },
	{ 0x9502, { C(JUMP_REG), 2, 1, { 10, NONE, NONE }, 0, CALL }, "c.jalr a0" },
	{ 0x9282, { C(JUMP_REG), 2, 1, { 5, NONE, NONE }, 0, CALL | RETURN }, "c.jalr t0" },
	/* flags */
	{ 0x02b54533, { C(INT_DIV), 4, 10, { 10, 11, NONE }, 0, 0 }, "div a0, a0, a1" },
	{ 0x02b5453b, { C(INT_DIV), 4, 10, { 10, 11, NONE }, 0, S }, "divw a0, a0, a1" },
	{ 0x18b57553, { C(FP_DIV), 4, 42, { 42, 43, NONE }, 0, S }, "fdiv.s fa0, fa0, fa1" },
	{ 0x1ab57553, { C(FP_DIV), 4, 42, { 42, 43, NONE }, 0, 0 }, "fdiv.d fa0, fa0, fa1" },
	{ 0x58057553, { C(FP_SQRT), 4, 42, { 42, NONE, NONE }, 0, S }, "fsqrt.s fa0, fa0" },
	{ 0x00c5f553, { C(FP_ADD), 4, 42, { 43, 44, NONE }, 0, S }, "fadd.s fa0, fa1, fa2" },
	{ 0x0ac5f553, { C(FP_ADD), 4, 42, { 43, 44, NONE }, 0, 0 }, "fsub.d fa0, fa1, fa2" },
	{ 0x10c5f553, { C(FP_MUL), 4, 42, { 43, 44, NONE }, 0, S }, "fmul.s fa0, fa1, fa2" },
	{ 0x12c5f553, { C(FP_MUL), 4, 42, { 43, 44, NONE }, 0, 0 }, "fmul.d fa0, fa1, fa2" },
	{ 0x68c5f543, { C(FP_FMA), 4, 42, { 43, 44, 45 }, 0, S }, "fmadd.s fa0, fa1, fa2, fa3" },
	{ 0x6ac5f543, { C(FP_FMA), 4, 42, { 43, 44, 45 }, 0, 0 }, "fmadd.d fa0, fa1, fa2, fa3" },
	{ 0x00052507, { C(LOAD), 4, 42, { 10, NONE, NONE }, 4, S }, "flw fa0, 0(a0)" },
	{ 0x00a53027, { C(STORE), 4, NONE, { 10, 42, NONE }, 8, 0 }, "fsd fa0, 0(a0)" },
	{ 0x00b6252f, { C(AMO), 4, 10, { 12, 11, NONE }, 4, 0 }, "amoadd.w a0, a1, (a2)" },
	{ 0x04b6252f, { C(AMO), 4, 10, { 12, 11, NONE }, 4, AQ }, "amoadd.w.aq a0, a1, (a2)" },
	{ 0x02b6352f, { C(AMO), 4, 10, { 12, 11, NONE }, 8, RL }, "amoadd.d.rl a0, a1, (a2)" },
	{ 0x1406252f, { C(LOAD_RESERVED), 4, 10, { 12, NONE, NONE }, 4, AQ }, "lr.w.aq a0, (a2)" },
	{ 0x1ab6352f, { C(STORE_CONDITIONAL), 4, 10, { 12, 11, NONE }, 8, RL },
	  "sc.d.rl a0, a1, (a2)" },
	/* Zba, Zbb, Zbs */
	{ 0x20b54533, { C(INT_ALU), 4, 10, { 10, 11, NONE }, 0, 0 }, "sh2add a0, a0, a1" },
	{ 0x60051513, { C(INT_ALU), 4, 10, { 10, NONE, NONE }, 0, 0 }, "clz a0, a0" },
	{ 0x28b51533, { C(INT_ALU), 4, 10, { 10, 11, NONE }, 0, 0 }, "bset a0, a0, a1" },
	/* vl and vtype: x0, x0 keeps vl, so it reads it */
	{ 0x0d05f557, { C(VSET), 4, 10, { 11, NONE, NONE }, 0, 0 }, "vsetvli a0, a1, e32, m1" },
	{ 0x0d05f057, { C(VSET), 4, NONE, { 11, NONE, NONE }, 0, 0 }, "vsetvli x0, a1, e32, m1" },
	{ 0x0d007557, { C(VSET), 4, 10, { NONE, NONE, NONE }, 0, 0 }, "vsetvli a0, x0, e32, m1" },
	{ 0x0d007057, { C(VSET), 4, NONE, { VL, NONE, NONE }, 0, 0 }, "vsetvli x0, x0, e32, m1" },
	{ 0xcd027557, { C(VSET), 4, 10, { NONE, NONE, NONE }, 0, 0 }, "vsetivli a0, 4, e32, m1" },
	{ 0x80c5f557, { C(VSET), 4, 10, { 11, 12, NONE }, 0, VTYPE }, "vsetvl a0, a1, a2" },
	{ 0x80c07057, { C(VSET), 4, NONE, { VL, 12, NONE }, 0, VTYPE }, "vsetvl x0, x0, a2" },
	{ 0x80007557, { C(VSET), 4, 10, { NONE, NONE, NONE }, 0, VTYPE }, "vsetvl a0, x0, x0" },
	{ 0x82c5f557, { C(UNKNOWN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "vsetvl, bit 25" },
	/* reserved and custom: nothing is known of them but the length */
	{ 0x0000, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "all zeros" },
	{ 0x6101, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "c.addi16sp 0" },
	{ 0x8002, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "c.jr x0" },
	{ 0x4002, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "c.lwsp x0" },
	{ 0x2001, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "c.addiw x0" },
	{ 0x8000, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "quadrant 0, 100" },
	{ 0x9c41, { C(UNKNOWN), 2, NONE, { NONE, NONE, NONE }, 0, 0 }, "quadrant 1, 100 11 10" },
	{ 0xffffffff, { C(UNKNOWN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "all ones" },
	{ 0x00007003, { C(UNKNOWN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "load, funct3 7" },
	{ 0x00051007, { C(UNKNOWN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "flh, of Zfh" },
	{ 0x0000000b, { C(UNKNOWN), 4, NONE, { NONE, NONE, NONE }, 0, 0 }, "custom-0" },
};

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_insn insn;

		tea_insn_decode(&insn, cases[i].bits);
		if (memcmp(&insn, &cases[i].insn, sizeof(insn)))
			fail_msg("%08x %s: class %u length %u dst %u src %u %u %u bytes %u "
				 "flags %#x", cases[i].bits, cases[i].text, insn.class,
				 insn.length_bytes, insn.dst, insn.src[0], insn.src[1],
				 insn.src[2], insn.access_bytes, insn.flags);
	}
}

/* Whatever follows in memory, a half-word gives the length and sane fields. */
static void test_all_halfwords(void **state)
{
	static const uint32_t uppers[] = { 0, 0x00010000, 0x5a5a0000, 0xffff0000 };

	(void)state;
	for (uint32_t half = 0; half < 0x10000; half++) {
		struct tea_insn first, insn;

		tea_insn_decode(&first, half);
		for (size_t i = 0; i < sizeof(uppers) / sizeof(uppers[0]); i++) {
			tea_insn_decode(&insn, uppers[i] | half);
			assert_int_equal(insn.length_bytes, (half & 3) == 3 ? 4 : 2);
			assert_true(insn.class < TEA_CLASSES_COUNT);
			assert_true(insn.dst && (insn.dst < TEA_REGS || insn.dst == NONE));
			for (unsigned int k = 0; k < 3; k++)
				assert_true(insn.src[k] &&
					    (insn.src[k] < TEA_REGS || insn.src[k] == NONE));
			if ((half & 3) != 3)
				assert_memory_equal(&insn, &first, sizeof(insn));
		}
	}
}

/* Every offset that each of the formats can hold, put together as the ISA manual has it. */
static void test_offsets(void **state)
{
	(void)state;
	for (int32_t to = -(1 << 20); to < 1 << 20; to += 2) {
		uint32_t at = (uint32_t)to;
		uint32_t jal = (at >> 20 & 1) << 31 | (at >> 1 & 0x3ff) << 21 |
			       (at >> 11 & 1) << 20 | (at >> 12 & 0xff) << 12;
		uint32_t branch = (at >> 12 & 1) << 31 | (at >> 5 & 0x3f) << 25 |
				  (at >> 1 & 0xf) << 8 | (at >> 11 & 1) << 7;
		uint32_t c_j = (at >> 11 & 1) << 12 | (at >> 4 & 1) << 11 | (at >> 8 & 3) << 9 |
			       (at >> 10 & 1) << 8 | (at >> 6 & 1) << 7 | (at >> 7 & 1) << 6 |
			       (at >> 1 & 7) << 3 | (at >> 5 & 1) << 2;
		uint32_t c_branch = (at >> 8 & 1) << 12 | (at >> 3 & 3) << 10 |
				    (at >> 6 & 3) << 5 | (at >> 1 & 3) << 3 | (at >> 5 & 1) << 2;

		assert_int_equal(tea_insn_offset(jal | 0x000000ef), to);	/* jal ra */
		if (to >= -4096 && to < 4096)
			assert_int_equal(tea_insn_offset(branch | 0x00b57063), to); /* bgeu */
		if (to >= -2048 && to < 2048)
			assert_int_equal(tea_insn_offset(c_j | 0xa001), to);
		if (to >= -256 && to < 256) {
			assert_int_equal(tea_insn_offset(c_branch | 0xc101), to); /* c.beqz */
			assert_int_equal(tea_insn_offset(c_branch | 0xe101), to); /* c.bnez */
		}
	}
	assert_int_equal(tea_insn_offset(0xfff50067), 0);	/* jalr zero, -1(a0) */
	assert_int_equal(tea_insn_offset(0xfe052ee3), 0);	/* branch, funct3 2: reserved */
	assert_int_equal(tea_insn_offset(0x9002), 0);		/* c.ebreak */
}

/* Code that ends within an instruction. */
static void test_fetch(void **state)
{
	const uint8_t wide[] = { 0x63, 0x04, 0xb5, 0x00 }, narrow[] = { 0x82, 0x80 };
	uint32_t bits;

	(void)state;
	for (size_t size = 0; size < sizeof(wide); size++)
		assert_false(tea_insn_fetch(wide, size, &bits));
	assert_true(tea_insn_fetch(wide, sizeof(wide), &bits));
	assert_int_equal(bits, 0x00b50463);
	assert_false(tea_insn_fetch(narrow, 1, &bits));
	assert_true(tea_insn_fetch(narrow, sizeof(narrow), &bits));
	assert_int_equal(bits, 0x8082);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_all_halfwords),
		cmocka_unit_test(test_offsets),
		cmocka_unit_test(test_fetch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
