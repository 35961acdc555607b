// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_operands.c - kinds of operands, widths, memory, masks and vector types: by hand, one of each kind
 *
 * Kinds of all instructions are compared with objdump's by decode-objdump and vector-objdump.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa/operands.h"

#define R	TEA_MEMORY_READ
#define W	TEA_MEMORY_WRITE
#define SEW	TEA_WIDTH_SEW
#define BIT	TEA_WIDTH_BIT
#define SCALAR	false, false
#define VECTOR	false, true
#define MASKED	true, true
#define WHOLE	false, false

static const struct {
	uint32_t bits;
	struct tea_operands operands;
	const char *text;
} cases[] = {
	/* integer */
	{ 0x00c58533, { "xxx", 0, 8, SCALAR }, "add a0, a1, a2" },
	{ 0x00c5853b, { "xxx", 0, 4, SCALAR }, "addw a0, a1, a2" },
	{ 0x06400513, { "xxi", 0, 8, SCALAR }, "li a0, 100" },
	{ 0x0015051b, { "xxi", 0, 4, SCALAR }, "addiw a0, a0, 1" },
	{ 0x00001537, { "xi", 0, 8, SCALAR }, "lui a0, 1" },
	{ 0x00001517, { "xi", 0, 8, SCALAR }, "auipc a0, 1" },
	{ 0x02c58533, { "xxx", 0, 8, SCALAR }, "mul a0, a1, a2" },
	{ 0x02c5c53b, { "xxx", 0, 4, SCALAR }, "divw a0, a1, a2" },
	{ 0x20b54533, { "xxx", 0, 8, SCALAR }, "sh2add a0, a0, a1" },
	{ 0x20b5453b, { "xxx", 0, 8, SCALAR }, "sh2add.uw a0, a0, a1" },
	{ 0x08b5053b, { "xxx", 0, 8, SCALAR }, "add.uw a0, a0, a1" },
	{ 0x0835951b, { "xxi", 0, 8, SCALAR }, "slli.uw a0, a1, 3" },
	{ 0x60059513, { "xx", 0, 8, SCALAR }, "clz a0, a1" },
	{ 0x6005951b, { "xx", 0, 4, SCALAR }, "clzw a0, a1" },
	{ 0x2875d513, { "xx", 0, 8, SCALAR }, "orc.b a0, a1" },
	{ 0x6b85d513, { "xx", 0, 8, SCALAR }, "rev8 a0, a1" },
	{ 0x0805c53b, { "xx", 0, 8, SCALAR }, "zext.h a0, a1" },
	{ 0x60c5953b, { "xxx", 0, 4, SCALAR }, "rolw a0, a1, a2" },
	{ 0x28359513, { "xxi", 0, 8, SCALAR }, "bseti a0, a1, 3" },
	/* control, system */
	{ 0x00b50463, { "xxi", 0, 8, SCALAR }, "beq a0, a1" },
	{ 0x0080006f, { "xi", 0, 0, SCALAR }, "j" },
	{ 0x00008067, { "xxi", 0, 0, SCALAR }, "ret" },
	{ 0x00000073, { "", 0, 0, SCALAR }, "ecall" },
	{ 0x0ff0000f, { "", 0, 0, SCALAR }, "fence" },
	{ 0x5c1797f3, { "xx", 0, 8, SCALAR }, "csrrw a5, 0x5c1, a5" },
	{ 0x5c02d073, { "xi", 0, 8, SCALAR }, "csrwi 0x5c0, 5" },
	{ 0x12b50073, { "xx", 0, 0, SCALAR }, "sfence.vma a0, a1" },
	/* memory: an offset stands behind its base */
	{ 0x00058503, { "xxi", R, 1, SCALAR }, "lb a0, 0(a1)" },
	{ 0x0005d503, { "xxi", R, 2, SCALAR }, "lhu a0, 0(a1)" },
	{ 0x0005a503, { "xxi", R, 4, SCALAR }, "lw a0, 0(a1)" },
	{ 0x0005b503, { "xxi", R, 8, SCALAR }, "ld a0, 0(a1)" },
	{ 0x00052507, { "fxi", R, 4, SCALAR }, "flw fa0, 0(a0)" },
	{ 0x00a50023, { "xxi", W, 1, SCALAR }, "sb a0, 0(a0)" },
	{ 0x00a53027, { "fxi", W, 8, SCALAR }, "fsd fa0, 0(a0)" },
	{ 0x1406252f, { "xx", R, 4, SCALAR }, "lr.w.aq a0, (a2)" },
	{ 0x1ab6352f, { "xxx", W, 8, SCALAR }, "sc.d.rl a0, a1, (a2)" },
	{ 0x00b6252f, { "xxx", R | W, 4, SCALAR }, "amoadd.w a0, a1, (a2)" },
	{ 0x02b6352f, { "xxx", R | W, 8, SCALAR }, "amoadd.d.rl a0, a1, (a2)" },
	{ 0x7e156013, { "xi", 0, 0, SCALAR }, "prefetch.r 2016(a0)" },
	{ 0x0045200f, { "x", W, 0, SCALAR }, "cbo.zero (a0)" },
	{ 0x0015200f, { "x", 0, 0, SCALAR }, "cbo.clean (a0)" },
	/* floating point */
	{ 0x00c5f553, { "fff", 0, 4, SCALAR }, "fadd.s fa0, fa1, fa2" },
	{ 0x12c5f553, { "fff", 0, 8, SCALAR }, "fmul.d fa0, fa1, fa2" },
	{ 0x6ac5f543, { "ffff", 0, 8, SCALAR }, "fmadd.d fa0, fa1, fa2, fa3" },
	{ 0x5a057553, { "ff", 0, 8, SCALAR }, "fsqrt.d fa0, fa0" },
	{ 0x42058553, { "ff", 0, 8, SCALAR }, "fcvt.d.s fa0, fa1" },
	{ 0x4015f553, { "ff", 0, 4, SCALAR }, "fcvt.s.d fa0, fa1" },
	{ 0xd2058553, { "fx", 0, 8, SCALAR }, "fcvt.d.w fa0, a1" },
	{ 0xc2059553, { "xf", 0, 8, SCALAR }, "fcvt.w.d a0, fa1" },
	{ 0xa2c5a553, { "xff", 0, 8, SCALAR }, "feq.d a0, fa1, fa2" },
	{ 0xe0058553, { "xf", 0, 4, SCALAR }, "fmv.x.w a0, fa1" },
	/* vectors: vl and vtype */
	{ 0x0d05f557, { "xxi", 0, 0, SCALAR }, "vsetvli a0, a1, e32, m1" },
	{ 0x0d007057, { "xxi", 0, 0, SCALAR }, "vsetvli x0, x0, e32, m1" },
	{ 0xcd027557, { "xii", 0, 0, SCALAR }, "vsetivli a0, 4, e32, m1" },
	{ 0x80c5f557, { "xxx", 0, 0, SCALAR }, "vsetvl a0, a1, a2" },
	/* ... arithmetic */
	{ 0x02b60557, { "vvv", 0, SEW, VECTOR }, "vadd.vv v10, v11, v12" },
	{ 0x00b64557, { "vvx", 0, SEW, MASKED }, "vadd.vx v10, v11, a2, v0.t" },
	{ 0x02b2b557, { "vvi", 0, SEW, VECTOR }, "vadd.vi v10, v11, 5" },
	{ 0x40b60557, { "vvvv", 0, SEW, VECTOR }, "vadc.vvm v10, v11, v12, v0" },
	{ 0x46b60557, { "vvv", 0, SEW, VECTOR }, "vmadc.vv v10, v11, v12" },
	{ 0x5e003557, { "vi", 0, SEW, VECTOR }, "vmv.v.i v10, 0" },
	{ 0xb2c5d557, { "vfv", 0, SEW, VECTOR }, "vfmacc.vf v10, fa1, v12" },
	{ 0x3ab64557, { "vvx", 0, SEW, VECTOR }, "vslideup.vx v10, v11, a2" },
	{ 0x42b02557, { "xv", 0, SEW, VECTOR }, "vmv.x.s a0, v11" },
	{ 0x42b01557, { "fv", 0, SEW, VECTOR }, "vfmv.f.s fa0, v11" },
	{ 0x40b82557, { "xv", 0, BIT, MASKED }, "vcpop.m a0, v11, v0.t" },
	{ 0x66b62557, { "vvv", 0, BIT, VECTOR }, "vmand.mm v10, v11, v12" },
	{ 0x5208a557, { "v", 0, SEW, VECTOR }, "vid.v v10" },
	{ 0x9eb03557, { "vv", 0, SEW, WHOLE }, "vmv1r.v v10, v11" },
	/* ... memory */
	{ 0x02056507, { "vx", R, 4, VECTOR }, "vle32.v v10, (a0)" },
	{ 0x00057507, { "vx", R, 8, MASKED }, "vle64.v v10, (a0), v0.t" },
	{ 0x02050527, { "vx", W, 1, VECTOR }, "vse8.v v10, (a0)" },
	{ 0x0ab55507, { "vxx", R, 2, VECTOR }, "vlse16.v v10, (a0), a1" },
	{ 0x06c56507, { "vxv", R, SEW, VECTOR }, "vluxei32.v v10, (a0), v12" },
	{ 0x02b50507, { "vx", R, 1, VECTOR }, "vlm.v v10, (a0)" },
	{ 0x02855507, { "vx", R, 2, WHOLE }, "vl1re16.v v10, (a0)" },
	/* unknown instructions */
	{ 0x0000000b, { "", 0, 0, SCALAR }, "custom-0" },
	{ 0x00000000, { "", 0, 0, SCALAR }, "all zeros" },
};

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_operands operands;

		tea_operands_decode(&operands, cases[i].bits);
		if (memcmp(&operands, &cases[i].operands, sizeof(operands)))
			fail_msg("%08x %s: kinds '%s' memory %u width %u masked %d typed %d", cases[i].bits,
				 cases[i].text, operands.kinds, operands.memory, operands.width,
				 operands.masked, operands.typed);
	}
}

/* A compressed instruction has the operands of its expansion. */
static void test_compressed(void **state)
{
	static const struct {
		uint32_t compressed, expansion;
	} pairs[] = {
		{ 0x852e, 0x00b00533 },		/* mv a0, a1 */
		{ 0x4515, 0x00500513 },		/* li a0, 5 */
		{ 0x6582, 0x00013583 },		/* ld a1, 0(sp) */
		{ 0xb502, 0x02013427 },		/* fsd: any fsd from sp */
		{ 0x2505, 0x0015051b },		/* addiw a0, a0, 1 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct tea_operands a, b;

		tea_operands_decode(&a, pairs[i].compressed);
		tea_operands_decode(&b, pairs[i].expansion);
		assert_memory_equal(&a, &b, sizeof(a));
	}
}

static void test_vtype(void **state)
{
	static const struct {
		uint32_t bits;
		const char *sew, *lmul;		/* NULL: not in the encoding */
	} types[] = {
		{ 0x0d05f557, "e32", "m1" },	/* vsetvli a0, a1, e32, m1, ta, ma */
		{ 0x0075f557, "e8", "mf2" },	/* vsetvli a0, a1, e8, mf2, tu, mu */
		{ 0x01b5f557, "e64", "m8" },	/* vsetvli a0, a1, e64, m8 */
		{ 0xcd027557, "e32", "m1" },	/* vsetivli a0, 4, e32, m1 */
		{ 0xcc82f557, "e16", "m1" },	/* vsetivli a0, 5, e16, m1 */
		{ 0x80c5f557, NULL, NULL },	/* vsetvl a0, a1, a2 */
		{ 0x0045f557, NULL, NULL },	/* vlmul that is reserved */
		{ 0x0205f557, NULL, NULL },	/* vsew that is reserved */
		{ 0x4005f557, NULL, NULL },	/* bits above vma */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		int vtype = tea_operands_vtype(types[i].bits);

		assert_true(tea_operands_set_vtype(types[i].bits));
		assert_int_equal(vtype >= 0, types[i].sew != NULL);
		if (vtype < 0)
			continue;
		assert_string_equal(tea_vtype_sew(vtype), types[i].sew);
		assert_string_equal(tea_vtype_lmul(vtype), types[i].lmul);
	}
	assert_false(tea_operands_set_vtype(0x02b60557));	/* vadd.vv */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_compressed),
		cmocka_unit_test(test_vtype),
	};

	return cmocka_run_group_tests_name("operands", tests, NULL, NULL);
}
