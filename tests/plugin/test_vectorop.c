// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vectorop.c - executions of vector instructions, from registers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "vectorop.h"

#define VLEN_BYTES	32

/* vtype, by the fields of the specification. */
#define VTYPE(vma, vta, sew, lmul) ((vma) << 7 | (vta) << 6 | (sew) << 3 | ((lmul) & 7))

static struct vectorop vector;

static int clear(void **state)
{
	(void)state;
	memset(&vector, 0, sizeof(vector));
	return 0;
}

static void begin(enum tea_vmode mode, unsigned int fields, unsigned int eew_log2,
		  unsigned int flags)
{
	const struct tea_vector_insn insn = {
		.mode = (uint8_t)mode, .fields = (uint8_t)fields, .eew_log2 = (uint8_t)eew_log2,
		.flags = (uint16_t)flags,
	};

	vectorop_begin(&vector, &insn);
}

static void test_type(void **state)
{
	(void)state;
	for (int sew = 0; sew < 4; sew++) {
		for (int lmul = -3; lmul < 4; lmul++) {
			vectorop_configure(&vector, 17, VTYPE(1, 0, sew, lmul), 3);
			begin(TEA_VMODE_NONE, 1, 0, 0);
			assert_int_equal(vector.op.vl, 17);
			assert_int_equal(vector.op.vstart, 3);
			assert_int_equal(vector.op.sew_log2, sew);
			assert_int_equal(vector.op.lmul_log2, lmul);
			assert_true(vector.op.vma && !vector.op.vta && !vector.op.vill);
		}
	}
	vectorop_configure(&vector, 0, VTYPE(0, 1, 0, 0), 0);
	assert_true(!vector.op.vma && vector.op.vta);
	vectorop_configure(&vector, 0, 1ULL << 63, 0);
	assert_true(vector.op.vill);
	vectorop_configure(&vector, TEA_VLEN_MAX, VTYPE(0, 0, 0, 3), TEA_VLEN_MAX - 1);
	begin(TEA_VMODE_NONE, 1, 0, 0);
	assert_int_equal(vector.op.vl, TEA_VLEN_MAX);
	assert_int_equal(vector.op.vstart, TEA_VLEN_MAX - 1);
}

/* vl and the type stay, vstart is that of one instruction. */
static void test_next(void **state)
{
	(void)state;
	vectorop_configure(&vector, 9, VTYPE(0, 0, 2, 1), 4);
	begin(TEA_VMODE_STRIDED, 2, 2, 0);
	vector.op.stride = -64;
	begin(TEA_VMODE_UNIT, 1, 2, 0);
	assert_int_equal(vector.op.vstart, 0);
	assert_int_equal(vector.op.vl, 9);
	assert_int_equal(vector.op.lmul_log2, 1);
	assert_int_equal(vector.op.stride, 0);
	assert_int_equal(vector.op.insn.fields, 1);
}

/* Does such an operation access memory, with these values of the registers? */
static bool accesses(uint64_t vl, uint64_t type, uint64_t vstart, enum tea_vmode mode,
		     unsigned int fields, unsigned int eew_log2)
{
	vectorop_configure(&vector, vl, type, vstart);
	begin(mode, fields, eew_log2, 0);
	if (mode == TEA_VMODE_WHOLE)
		vectorop_whole(&vector, VLEN_BYTES);
	return vectorop_accesses(&vector);
}

static void test_accesses(void **state)
{
	const uint64_t illegal = 1ULL << 63, words = VTYPE(0, 0, 2, 0), bytes = VTYPE(0, 0, 0, 0);

	(void)state;
	assert_true(accesses(5, words, 4, TEA_VMODE_UNIT, 1, 2));
	assert_false(accesses(5, words, 5, TEA_VMODE_UNIT, 1, 2));
	assert_false(accesses(0, words, 0, TEA_VMODE_STRIDED, 1, 2));
	/* whole registers, whatever vl and type are: 2 of 32 bytes are 16 elements of 4 */
	assert_true(accesses(0, illegal, 15, TEA_VMODE_WHOLE, 2, 2));
	assert_false(accesses(0, illegal, 16, TEA_VMODE_WHOLE, 2, 2));
	/* a byte for eight elements */
	assert_true(accesses(17, bytes, 2, TEA_VMODE_MASK, 1, 0));
	assert_false(accesses(16, bytes, 2, TEA_VMODE_MASK, 1, 0));
}

/* Does it, of bytes masked by @bits? */
static bool accesses_masked(uint64_t vl, uint64_t vstart, const uint8_t bits[VLEN_BYTES])
{
	vectorop_configure(&vector, vl, VTYPE(0, 0, 0, 3), vstart);
	begin(TEA_VMODE_UNIT, 1, 0, TEA_VECTOR_MASKED);
	vectorop_mask(&vector, bits, VLEN_BYTES);
	return vectorop_accesses(&vector);
}

static void test_mask(void **state)
{
	uint8_t bytes[VLEN_BYTES] = { 0 };

	(void)state;
	bytes[0] = 0x05;
	bytes[9] = 0x80;
	/* elements 0, 2 and 79 */
	assert_true(accesses_masked(79, 0, bytes));
	assert_true(vector.op.mask[0] == 5 && vector.op.mask[1] == 0x8000);
	assert_true(vector.op.mask[2] == 0 && vector.op.mask[3] == 0);
	assert_false(accesses_masked(79, 3, bytes));
	assert_true(accesses_masked(80, 3, bytes));
	/* nothing is read if it is not masked */
	begin(TEA_VMODE_UNIT, 1, 0, 0);
	memset(bytes, 0, sizeof(bytes));
	vectorop_mask(&vector, bytes, sizeof(bytes));
	assert_true(vectorop_accesses(&vector));
}

static void test_elements(void **state)
{
	(void)state;
	vectorop_configure(&vector, TEA_VLEN_MAX, VTYPE(0, 0, 0, 3), 0);
	begin(TEA_VMODE_INDEXED, 1, 0, 0);
	assert_false(vectorop_accesses(&vector));
	for (uint64_t i = 0; i < VECTOROP_ELEMENTS; i++)
		vectorop_element(&vector, 0x1000 + 3 * i);
	assert_true(vectorop_accesses(&vector));
	assert_int_equal(vector.op.element_count, VECTOROP_ELEMENTS);
	for (uint64_t i = 0; i < VECTOROP_ELEMENTS; i++)
		assert_int_equal(vector.op.element_addrs[i], 0x1000 + 3 * i);
	/* begun again */
	begin(TEA_VMODE_INDEXED, 1, 0, 0);
	vectorop_element(&vector, 7);
	assert_int_equal(vector.op.element_count, 1);
	assert_int_equal(vector.op.element_addrs[0], 7);
}

/* A fault-only-first load leaves vl for those behind it. */
static void test_set_vl(void **state)
{
	(void)state;
	vectorop_configure(&vector, 20, VTYPE(0, 0, 2, 3), 0);
	begin(TEA_VMODE_UNIT, 2, 2, TEA_VECTOR_FAULT_FIRST);
	vectorop_set_vl(&vector, 7);
	assert_int_equal(vector.op.vl, 7);
	begin(TEA_VMODE_UNIT, 1, 2, 0);
	assert_int_equal(vector.op.vl, 7);
}

/* A trap does not. */
static void test_trap(void **state)
{
	(void)state;
	vectorop_configure(&vector, 20, VTYPE(0, 0, 2, 3), 0);
	begin(TEA_VMODE_UNIT, 2, 2, 0);
	vectorop_trap(&vector, 21);
	assert_int_equal(vector.op.vl, 20);
	vectorop_trap(&vector, 7);
	assert_int_equal(vector.op.vl, 7);
	assert_true(vectorop_accesses(&vector));
	vectorop_trap(&vector, 0);
	assert_false(vectorop_accesses(&vector));
	begin(TEA_VMODE_UNIT, 2, 2, 0);
	assert_int_equal(vector.op.vl, 20);
	/* vstart is in bytes: 2 bytes are 16 bits */
	begin(TEA_VMODE_MASK, 1, 0, 0);
	vectorop_trap(&vector, 3);
	assert_int_equal(vector.op.vl, 20);
	vectorop_trap(&vector, 2);
	assert_int_equal(vector.op.vl, 16);
	/* elements of whole registers, before the one that trapped */
	begin(TEA_VMODE_WHOLE, 4, 3, 0);
	vectorop_whole(&vector, VLEN_BYTES);
	assert_int_equal(vector.op.vl, 16);
	vectorop_trap(&vector, 9);
	assert_int_equal(vector.op.vl, 9);
	assert_true(vectorop_accesses(&vector));
	vectorop_trap(&vector, 0);
	assert_false(vectorop_accesses(&vector));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_type, clear),
		cmocka_unit_test_setup(test_next, clear),
		cmocka_unit_test_setup(test_accesses, clear),
		cmocka_unit_test_setup(test_mask, clear),
		cmocka_unit_test_setup(test_elements, clear),
		cmocka_unit_test_setup(test_set_vl, clear),
		cmocka_unit_test_setup(test_trap, clear),
	};

	return cmocka_run_group_tests_name("vectorop", tests, NULL, NULL);
}
