// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vector.c - vector instructions: by hand, and properties of all of them
 *
 * vector-objdump checks each encoding in full; this has one of each kind, encodings that objdump
 * has no name for, and the groups that shapes become.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa/vector.h"

#define NONE	TEA_REG_NONE
#define V(n)	TEA_REG_V(n)
#define C(class) TEA_CLASS_V_##class
#define M(mode)	TEA_VMODE_##mode
#define ONE	TEA_SHAPE_ONE
#define ELEMENT	TEA_SHAPE_ELEMENT
#define EEW	TEA_SHAPE_EEW
#define WHOLE	TEA_SHAPE_WHOLE
#define MASKED	TEA_VECTOR_MASKED

static const struct {
	uint32_t bits;
	const char *text;
	uint8_t class, dst, src[2];
	struct tea_vector_insn insn;
} cases[] = {
	/* .vv, .vx, .vi, masked */
	{ 0x02b60557, "vadd.vv v10, v11, v12", C(INT), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { 0, 0, 0 }, 0 } },
	{ 0x00b64557, "vadd.vx v10, v11, a2, v0.t", C(INT), V(10), { 12, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, MASKED } },
	{ 0x02b04557, "vadd.vx v10, v11, x0", C(INT), V(10), { NONE, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, 0 } },
	{ 0x02b2b557, "vadd.vi v10, v11, 5", C(INT), V(10), { NONE, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, 0 } },
	/* v0 is an operand, not a mask */
	{ 0x40b60557, "vadc.vvm v10, v11, v12, v0", C(INT), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { 0, 0, 0 }, TEA_VECTOR_READS_V0 } },
	{ 0x46b60557, "vmadc.vv v10, v11, v12", C(INT), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { ONE, 0, 0 }, TEA_VECTOR_TO_MASK } },
	{ 0x5cb65557, "vfmerge.vfm v10, v11, fa2, v0", C(FP_MISC), V(10), { TEA_REG_FP(12), NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, TEA_VECTOR_READS_V0 } },
	{ 0x5e003557, "vmv.v.i v10, 0", C(INT), V(10), { NONE, NONE },
	  { 10, NONE, NONE, M(NONE), 1, 0, { 0, 0, 0 }, 0 } },
	/* widening, narrowing, fused */
	{ 0xd6b62557, "vwadd.wv v10, v11, v12", C(INT), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { 1, 0, 1 }, 0 } },
	{ 0xb2b64557, "vnsrl.wx v10, v11, a2", C(INT), V(10), { 12, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 1 }, 0 } },
	{ 0x4ab22557, "vzext.vf4 v10, v11", C(INT), V(10), { NONE, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, -2 }, 0 } },
	{ 0xb2c5d557, "vfmacc.vf v10, fa1, v12", C(FP_FMA), V(10), { TEA_REG_FP(11), NONE },
	  { 10, NONE, 12, M(NONE), 1, 0, { 0, 0, 0 }, TEA_VECTOR_READS_VD } },
	{ 0xf0c59557, "vfwmacc.vv v10, v11, v12, v0.t", C(FP_FMA), V(10), { NONE, NONE },
	  { 10, 11, 12, M(NONE), 1, 0, { 1, 0, 0 }, MASKED | TEA_VECTOR_READS_VD } },
	/* reductions: minima add nothing */
	{ 0x0eb61557, "vfredosum.vs v10, v11, v12", C(FP_REDUCE), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { ELEMENT, ELEMENT, 0 }, TEA_VECTOR_ORDERED } },
	{ 0x16b61557, "vfredmin.vs v10, v11, v12", C(REDUCE), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { ELEMENT, ELEMENT, 0 }, 0 } },
	/* permutations, masks, scalars */
	{ 0x3ab60557, "vrgatherei16.vv v10, v11, v12", C(PERMUTE), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 1, { 0, EEW, 0 }, TEA_VECTOR_GATHER } },
	{ 0x5eb62557, "vcompress.vm v10, v11, v12", C(PERMUTE), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { 0, ONE, 0 }, TEA_VECTOR_GATHER } },
	{ 0x3ab64557, "vslideup.vx v10, v11, a2", C(PERMUTE), V(10), { 12, NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, TEA_VECTOR_READS_VD } },
	{ 0x3eb65557, "vfslide1down.vf v10, v11, fa2", C(PERMUTE), V(10), { TEA_REG_FP(12), NONE },
	  { 10, NONE, 11, M(NONE), 1, 0, { 0, 0, 0 }, 0 } },
	{ 0x5008a557, "vid.v v10, v0.t", C(MASK), V(10), { NONE, NONE },
	  { 10, NONE, NONE, M(NONE), 1, 0, { 0, 0, 0 }, MASKED } },
	{ 0x66b62557, "vmand.mm v10, v11, v12", C(MASK), V(10), { NONE, NONE },
	  { 10, 12, 11, M(NONE), 1, 0, { ONE, ONE, ONE }, TEA_VECTOR_TO_MASK } },
	{ 0x40b82557, "vcpop.m a0, v11, v0.t", C(TO_INT), 10, { NONE, NONE },
	  { NONE, NONE, 11, M(NONE), 1, 0, { 0, 0, ONE }, MASKED } },
	{ 0x42b02057, "vmv.x.s x0, v11", C(TO_INT), NONE, { NONE, NONE },
	  { NONE, NONE, 11, M(NONE), 1, 0, { 0, 0, ELEMENT }, 0 } },
	{ 0x42b01557, "vfmv.f.s fa0, v11", C(TO_FP), TEA_REG_FP(10), { NONE, NONE },
	  { NONE, NONE, 11, M(NONE), 1, 0, { 0, 0, ELEMENT }, 0 } },
	{ 0x42056557, "vmv.s.x v10, a0", C(INT), V(10), { 10, NONE },
	  { 10, NONE, NONE, M(NONE), 1, 0, { ELEMENT, 0, 0 }, 0 } },
	{ 0x9ec1b457, "vmv4r.v v8, v12", C(INT), V(8), { NONE, NONE },
	  { 8, NONE, 12, M(WHOLE), 4, 0, { WHOLE, 0, WHOLE }, 0 } },
	/* memory */
	{ 0x02056507, "vle32.v v10, (a0)", C(LOAD), V(10), { 10, NONE },
	  { 10, NONE, NONE, M(UNIT), 1, 2, { EEW, 0, 0 }, 0 } },
	{ 0x41055507, "vlseg3e16ff.v v10, (a0), v0.t", C(LOAD), V(10), { 10, NONE },
	  { 10, NONE, NONE, M(UNIT), 3, 1, { EEW, 0, 0 }, MASKED | TEA_VECTOR_FAULT_FIRST } },
	{ 0x0ab57527, "vsse64.v v10, (a0), a1", C(STORE), NONE, { 10, 11 },
	  { 10, NONE, NONE, M(STRIDED), 1, 3, { EEW, 0, 0 }, 0 } },
	{ 0x26c50527, "vsuxseg2ei8.v v10, (a0), v12", C(STORE), NONE, { 10, NONE },
	  { 10, NONE, 12, M(INDEXED), 2, 0, { 0, 0, EEW }, 0 } },
	{ 0x0ec56507, "vloxei32.v v10, (a0), v12", C(LOAD), V(10), { 10, NONE },
	  { 10, NONE, 12, M(INDEXED), 1, 2, { 0, 0, EEW }, TEA_VECTOR_INDEX_ORDERED } },
	{ 0xe2857407, "vl8re64.v v8, (a0)", C(LOAD), V(8), { 10, NONE },
	  { 8, NONE, NONE, M(WHOLE), 8, 3, { WHOLE, 0, 0 }, 0 } },
	{ 0x02b50507, "vlm.v v10, (a0)", C(LOAD), V(10), { 10, NONE },
	  { 10, NONE, NONE, M(MASK), 1, 0, { ONE, 0, 0 }, TEA_VECTOR_TO_MASK } },
	{ 0x02b50527, "vsm.v v10, (a0)", C(STORE), NONE, { 10, NONE },
	  { 10, NONE, NONE, M(MASK), 1, 0, { ONE, 0, 0 }, 0 } },
	/* reserved, and a cipher that is not decoded */
	{ 0x42b60557, "vadc that is not masked", TEA_CLASS_UNKNOWN, NONE, { NONE, NONE },
	  { .fields = 0 } },
	{ 0x42857407, "whole load of three registers", TEA_CLASS_UNKNOWN, NONE, { NONE, NONE },
	  { .fields = 0 } },
	{ 0x12056507, "vle32.v with mew", TEA_CLASS_UNKNOWN, NONE, { NONE, NONE },
	  { .fields = 0 } },
	{ 0xa2b1a577, "vaesef.vv v10, v11", TEA_CLASS_UNKNOWN, NONE, { NONE, NONE },
	  { .fields = 0 } },
};

static bool is_same(const struct tea_vector_insn *insn, const struct tea_vector_insn *other)
{
	return insn->vd == other->vd && insn->vs1 == other->vs1 && insn->vs2 == other->vs2 &&
	       insn->mode == other->mode && insn->fields == other->fields &&
	       insn->eew_log2 == other->eew_log2 && insn->flags == other->flags &&
	       !memcmp(insn->shape, other->shape, sizeof(insn->shape));
}

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_vector_insn vector;
		struct tea_insn insn;

		tea_insn_decode(&insn, cases[i].bits);
		tea_vector_decode(&vector, cases[i].bits);
		if (insn.class != cases[i].class || insn.dst != cases[i].dst ||
		    memcmp(insn.src, cases[i].src, sizeof(cases[i].src)) ||
		    insn.src[2] != NONE || insn.access_bytes || insn.flags)
			fail_msg("%08x %s: class %u dst %u src %u %u", cases[i].bits, cases[i].text,
				 insn.class, insn.dst, insn.src[0], insn.src[1]);
		if (!is_same(&vector, &cases[i].insn))
			fail_msg("%08x %s: vd %u vs1 %u vs2 %u mode %u fields %u eew %u shape %d %d %d "
				 "flags %#x", cases[i].bits, cases[i].text, vector.vd, vector.vs1,
				 vector.vs2, vector.mode, vector.fields, vector.eew_log2,
				 vector.shape[0], vector.shape[1], vector.shape[2], vector.flags);
	}
}

/* Both decoders agree on @bits, and their results are consistent. */
static void check_bits(uint32_t bits)
{
	static const struct tea_vector_insn zeros;
	struct tea_vector_insn vector;
	struct tea_insn insn;
	bool memory;

	tea_insn_decode(&insn, bits);
	tea_vector_decode(&vector, bits);
	assert_int_equal(!is_same(&vector, &zeros), tea_class_is_vector(insn.class));
	if (!tea_class_is_vector(insn.class))
		return;
	memory = insn.class == TEA_CLASS_V_LOAD || insn.class == TEA_CLASS_V_STORE;
	if (memory)
		assert_int_not_equal(vector.mode, TEA_VMODE_NONE);
	else
		assert_true(vector.mode == TEA_VMODE_NONE || vector.mode == TEA_VMODE_WHOLE);
	if (insn.class != TEA_CLASS_V_STORE && vector.vd != NONE)
		assert_int_equal(insn.dst, V(vector.vd));
	else
		assert_true(insn.dst < V(0) || insn.dst == NONE);
	assert_true(insn.src[0] < V(0) || insn.src[0] == NONE);
	assert_true(insn.src[1] == NONE || vector.mode == TEA_VMODE_STRIDED);
	assert_in_range(vector.fields, 1, 8);
	assert_true(!(vector.flags & MASKED) || !(vector.flags & TEA_VECTOR_READS_V0));
	assert_int_equal(!(vector.flags & (MASKED | TEA_VECTOR_READS_V0)), bits >> 25 & 1);
}

/* All of the fields but vd, and of vs1 two values, of vectors' major opcodes and of others. */
static void test_all(void **state)
{
	static const uint32_t opcodes[] = { 0x07, 0x27, 0x57, 0x77, 0x53, 0x33 };

	(void)state;
	for (size_t i = 0; i < sizeof(opcodes) / sizeof(opcodes[0]); i++) {
		for (uint32_t upper = 0; upper < 1 << 12; upper++) {
			for (uint32_t funct3 = 0; funct3 < 8; funct3++) {
				check_bits(upper << 20 | funct3 << 12 | 9 << 7 | opcodes[i]);
				check_bits(upper << 20 | 17 << 15 | funct3 << 12 | opcodes[i]);
			}
		}
	}
}

/* Groups of an operation with LMUL = 1/2 and SEW = 32. */
static void test_groups(void **state)
{
	struct tea_vector_op op = { .insn = { .fields = 4, .eew_log2 = 0 }, .sew_log2 = 2,
				    .lmul_log2 = -1 };

	(void)state;
	assert_int_equal(tea_vector_emul_log2(&op, 0), -1);
	assert_int_equal(tea_vector_emul_log2(&op, 1), 0);
	assert_int_equal(tea_vector_emul_log2(&op, -2), -3);
	assert_int_equal(tea_vector_emul_log2(&op, TEA_SHAPE_ONE), 0);
	assert_int_equal(tea_vector_emul_log2(&op, TEA_SHAPE_ELEMENT), 0);
	assert_int_equal(tea_vector_emul_log2(&op, TEA_SHAPE_WHOLE), 2);
	assert_int_equal(tea_vector_emul_log2(&op, TEA_SHAPE_EEW), -3);	/* 8 / 32 * 1/2 */
	op.insn.eew_log2 = 3;
	assert_int_equal(tea_vector_emul_log2(&op, TEA_SHAPE_EEW), 0);	/* 64 / 32 * 1/2 */
}

/* The worth of an element is that of the scalar operation. */
static void test_flops(void **state)
{
	static const uint8_t pairs[][2] = {
		{ TEA_CLASS_FP_ADD, C(FP_ADD) }, { TEA_CLASS_FP_MUL, C(FP_MUL) },
		{ TEA_CLASS_FP_FMA, C(FP_FMA) }, { TEA_CLASS_FP_DIV, C(FP_DIV) },
		{ TEA_CLASS_FP_SQRT, C(FP_SQRT) }, { TEA_CLASS_FP_ADD, C(FP_REDUCE) },
	};
	unsigned int sum = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		assert_int_equal(tea_class_flops(pairs[i][0]), pairs[i][0] == TEA_CLASS_FP_FMA ? 2 : 1);
		assert_int_equal(tea_class_flops(pairs[i][1]), tea_class_flops(pairs[i][0]));
	}
	for (unsigned int class = 0; class <= UINT8_MAX; class++)
		sum += tea_class_flops((uint8_t)class);
	assert_int_equal(sum, 6 + 7);	/* and nothing else is work */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_flops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
