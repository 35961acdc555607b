// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vcracker.c - micro-operations of vector instructions, by hand
 *
 * Real encodings under a vtype, on registers of 256 bits and a data path of 128. Expected is
 * for each micro-operation, behind the registers written "=" those read, "!" where the whole
 * register is needed at the beginning, "->" the registers that a store writes; then:
 *
 *	0-8	its elements, of the body or not
 *	x2	parts, if several; s4 elements one after the other; +3 additions
 *	same	writes a register that an earlier one has renamed
 *	more	adds to the result of the one before it
 *	vl=	makes vl; novl does not need it
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/cracker.h"

#define VLEN	256
#define DLEN	128

/* Tail or mask undisturbed, not agnostic. */
#define TU	1
#define MU	2

static const struct {
	const char *text;
	uint32_t bits;
	unsigned int sew_log2;		/* of bytes */
	int lmul_log2;
	unsigned int vl, vstart, kept;
	uint64_t mask;
	const char *uops;
} cases[] = {
	/* groups, bodies, tails */
	{ "vadd.vv v8, v16, v24", 0x030c0457, 2, 1, 12, 0, 0, 0,
	  "v8=v16,v24 0-8 x2; v9=v17,v25 8-16" },
	{ "vadd.vv, tail kept", 0x030c0457, 2, 1, 12, 0, TU, 0,
	  "v8=v16,v24 0-8 x2; v9=v9,v17,v25 8-16" },
	{ "vadd.vv, no tail", 0x030c0457, 2, 1, 16, 0, TU, 0,
	  "v8=v16,v24 0-8 x2; v9=v17,v25 8-16 x2" },
	{ "vadd.vv, all of the second register tail", 0x030c0457, 2, 1, 8, 0, TU, 0,
	  "v8=v16,v24 0-8 x2; v9=v9,v17,v25 8-16" },
	{ "vadd.vv, vstart in the second register", 0x030c0457, 2, 1, 16, 9, 0, 0,
	  "v8=v8,v16,v24 0-8; v9=v9,v17,v25 8-16 x2" },
	{ "vadd.vv, vstart at its beginning", 0x030c0457, 2, 1, 12, 8, 0, 0,
	  "v8=v8,v16,v24 0-8; v9=v17,v25 8-16" },
	{ "vadd.vv, vl 0", 0x030c0457, 2, 1, 0, 0, 0, 0,
	  "v8=v8,v16,v24 0-8; v9=v9,v17,v25 8-16" },
	{ "vadd.vv, vstart at vl", 0x030c0457, 2, 1, 3, 3, 0, 0,
	  "v8=v8,v16,v24 0-8; v9=v9,v17,v25 8-16" },
	{ "vadd.vv with half a register", 0x030c0457, 2, -1, 4, 0, TU, 0, "v8=v8,v16,v24 0-4" },
	{ "vadd.vv with an eighth", 0x030c0457, 0, -3, 4, 0, 0, 0, "v8=v16,v24 0-4" },
	/* masks of elements, and masks as operands */
	{ "vadd.vv v8, v16, v24, v0.t", 0x010c0457, 2, 0, 8, 0, TU, 0xff, "v8=v0!,v16,v24 0-8 x2" },
	{ "vadd.vv masked, inactive kept", 0x010c0457, 2, 0, 8, 0, MU, 0xff,
	  "v8=v0!,v8,v16,v24 0-8 x2" },
	{ "vmerge.vvm v8, v16, v4, v0", 0x5d020457, 2, 0, 8, 0, MU, 0, "v8=v0!,v4,v16 0-8 x2" },
	{ "vmadc.vvm v3, v8, v16, v0", 0x448801d7, 2, 0, 8, 0, 0, 0, "v3=v0!,v8,v16 0-8 x2" },
	/* to twice the width, from it, from a quarter */
	{ "vfwmacc.vv v8, v4, v6", 0xf2621457, 2, 0, 8, 0, 0, 0,
	  "v8=v4,v6,v8 0-4 x2; v9=v4,v6,v9 4-8 x2" },
	{ "vwadd.wv v8, v12, v4", 0xd6c22457, 2, 1, 16, 0, 0, 0,
	  "v8=v4,v12 0-4 x2; v9=v4,v13 4-8 x2; v10=v5,v14 8-12 x2; v11=v5,v15 12-16 x2" },
	{ "vwadd.wv from half a register", 0xd6c22457, 2, -1, 4, 0, TU, 0, "v8=v4,v12 0-4 x2" },
	{ "vnsrl.wv v8, v12, v4", 0xb2c20457, 2, 0, 8, 0, 0, 0,
	  "v8=v4,v12 0-4 x2; v8=v4,v13 4-8 x2 same" },
	{ "vnsrl.wv, tail kept", 0xb2c20457, 2, 0, 5, 0, TU, 0,
	  "v8=v4,v8,v12 0-4 x2; v8=v4,v8,v13 4-8 same" },
	{ "vnsrl.wv to half a register", 0xb2c20457, 2, -1, 4, 0, 0, 0, "v8=v4,v12 0-4 x2" },
	{ "vzext.vf4 v8, v4", 0x4a422457, 2, 1, 16, 0, 0, 0, "v8=v4 0-8 x2; v9=v4 8-16 x2" },
	/* to a mask, whose tail is agnostic, and from one */
	{ "vmseq.vv v3, v8, v16", 0x628801d7, 2, 1, 9, 0, TU | MU, 0,
	  "v3=v8,v16 0-8 x2; v3=v9,v17 8-16 same" },
	{ "vmseq.vv masked, inactive kept", 0x608801d7, 2, 1, 16, 0, MU, 0xffff,
	  "v3=v0!,v3,v8,v16 0-8 x2; v3=v0!,v3,v9,v17 8-16 x2 same" },
	{ "vmseq.vv, vl 0", 0x628801d7, 2, 0, 0, 0, 0, 0, "v3=v3,v8,v16 0-8" },
	{ "vmand.mm v3, v4, v5", 0x6642a1d7, 0, 3, 256, 0, TU, 0, "v3=v4!,v5! 0-256 x2" },
	{ "vmand.mm of 128 elements", 0x6642a1d7, 0, 3, 128, 0, TU, 0, "v3=v4!,v5! 0-256" },
	{ "viota.m v8, v4", 0x52482457, 1, 1, 32, 0, 0, 0, "v8=v4! 0-16 x2; v9=v4! 16-32 x2" },
	{ "vid.v v8", 0x5208a457, 1, 1, 32, 0, 0, 0, "v8= 0-16 x2; v9= 16-32 x2" },
	{ "vcpop.m a0, v4", 0x42482557, 0, 3, 129, 0, 0, 0, "x10=v4! 0-256 x2" },
	/* one element */
	{ "vmv.x.s a0, v4", 0x42402557, 0, 3, 256, 0, 0, 0, "x10=v4! 0-256 novl" },
	{ "vfmv.f.s fa0, v4", 0x42401557, 2, 0, 0, 0, 0, 0, "f10=v4! 0-8 novl" },
	{ "vfmv.s.f v4, fa0", 0x42055257, 2, 3, 64, 0, 0, 0, "v4= 0-64" },
	{ "vfmv.s.f, tail kept", 0x42055257, 2, 0, 8, 0, TU, 0, "v4=v4 0-8" },
	{ "vmv.v.x v8, a0", 0x5e054457, 2, 1, 16, 0, 0, 0, "v8= 0-8 x2; v9= 8-16 x2" },
	/* reductions: the scalar comes in with the first, the result with the last */
	{ "vredsum.vs v8, v16, v4", 0x03022457, 2, 1, 16, 0, 0, 0,
	  "=v4!,v16 0-8 x2 +2; v8=v17 8-16 x2 +4 more" },
	{ "vredsum.vs, tail kept", 0x03022457, 2, 1, 9, 0, TU, 0,
	  "=v4!,v16 0-8 x2 +2; v8=v8,v17 8-16 +3 more" },
	{ "vredsum.vs, vl 0", 0x03022457, 2, 0, 0, 0, 0, 0, "v8=v4!,v8,v16 0-8 +3" },
	{ "vfredosum.vs v8, v16, v4, v0.t", 0x0d021457, 2, 1, 16, 0, 0, 0x0107,
	  "=v0!,v4!,v16 0-8 x2 s3; v8=v0!,v17 8-16 x2 s1 more" },
	{ "vfredosum.vs, none in the second register", 0x0d021457, 2, 1, 12, 0, 0, 0x0007,
	  "=v0!,v4!,v16 0-8 x2 s3; v8=v0!,v17 8-16 s1 more" },
	/* elements to other places */
	{ "vslideup.vx v8, v16, a0", 0x3b054457, 2, 1, 16, 0, 0, 0,
	  "v8=v8,v16!,v17! 0-8 x2; v9=v9,v16!,v17! 8-16 x2" },
	{ "vslide1down.vx v8, v16, a0", 0x3f056457, 2, 1, 16, 0, 0, 0,
	  "v8=v16!,v17! 0-8 x2; v9=v16!,v17! 8-16 x2" },
	{ "vrgather.vv v8, v16, v4", 0x33020457, 2, 1, 12, 0, 0, 0,
	  "v8=v4,v16!,v17! 0-8 x4; v9=v5,v16!,v17! 8-16 x2" },
	{ "vrgather.vx v8, v16, a0", 0x33054457, 2, 1, 16, 0, 0, 0,
	  "v8=v16!,v17! 0-8 x2; v9=v16!,v17! 8-16 x2" },
	{ "vrgatherei16.vv v8, v16, v4 of bytes", 0x3b020457, 0, 0, 32, 0, 0, 0,
	  "v8=v4,v16! 0-16 x2; v8=v5,v16! 16-32 x2 same" },
	{ "vrgatherei16.vv of doubles", 0x3b020457, 3, 2, 16, 0, 0, 0,
	  "v8=v4,v16!,v17!,v18!,v19! 0-4 x8; v9=v4,v16!,v17!,v18!,v19! 4-8 x8; "
	  "v10=v4,v16!,v17!,v18!,v19! 8-12 x8; v11=v4,v16!,v17!,v18!,v19! 12-16 x8" },
	{ "vcompress.vm v8, v16, v4", 0x5f022457, 2, 1, 16, 0, 0, 0,
	  "v8=v4!,v16!,v17! 0-8 x4; v9=v4!,v16!,v17! 8-16 x4" },
	{ "vcompress.vm, tail kept", 0x5f022457, 2, 0, 8, 0, TU, 0, "v8=v4!,v8,v16! 0-8 x2" },
	{ "vmv2r.v v8, v16", 0x9f00b457, 2, 0, 0, 0, TU, 0,
	  "v8=v16 0-32 x2 novl; v9=v17 32-64 x2 novl" },
	/* loads and stores: EMUL follows from the EEW; parts say nothing */
	{ "vle32.v v8, (a0)", 0x02056407, 2, 1, 12, 0, TU, 0, "v8= 0-8 x2; v9=v9 8-16" },
	{ "vle8.v with SEW 32", 0x02050407, 2, 0, 8, 0, TU, 0, "v8=v8 0-8" },
	{ "vle64.v with SEW 32", 0x02057407, 2, 0, 7, 0, TU, 0, "v8= 0-4 x2; v9=v9 4-8 x2" },
	{ "vle64.v of half a register with SEW 32", 0x02057407, 2, -1, 4, 0, TU, 0, "v8= 0-4 x2" },
	{ "vle32ff.v v8, (a0)", 0x03056407, 2, 1, 16, 0, 0, 0, "v8= 0-8 x2 vl=; v9= 8-16 x2 vl=" },
	{ "vlseg3e32.v v8, (a0)", 0x42056407, 2, 1, 16, 0, 0, 0,
	  "v8:v8,v10,v12= 0-2; v10:v8,v10,v12= 2-5; v12:v8,v10,v12= 5-8; "
	  "v9:v9,v11,v13= 8-10; v11:v9,v11,v13= 10-13; v13:v9,v11,v13= 13-16" },
	{ "vlseg3e32.v, tail kept", 0x42056407, 2, 0, 7, 0, TU, 0,
	  "v8:v8,v9,v10=v8 0-2; v9:v8,v9,v10=v9 2-5; v10:v8,v9,v10=v10 5-8" },
	{ "vsseg2e32.v v8, (a0)", 0x22056427, 2, 0, 8, 0, 0, 0,
	  "->v8,v9= 0-4; ->v8,v9= 4-8" },
	{ "vluxei64.v v8, (a0), v16", 0x07057407, 2, 0, 8, 0, 0, 0,
	  "v8=v16! 0-4 x2; v8=v17! 4-8 x2 same" },
	{ "vluxei64.v to a group of two", 0x07057407, 3, 1, 8, 0, 0, 0,
	  "v8=v16! 0-4 x2; v9=v17! 4-8 x2" },
	{ "vsuxei8.v v8, (a0), v16", 0x07050427, 2, 1, 16, 0, 0, 0,
	  "->v8=v16! 0-8 x2; ->v9=v16! 8-16 x2" },
	{ "vluxseg2ei64.v v8, (a0), v16", 0x27057407, 2, 0, 8, 0, 0, 0,
	  "v8:v8,v9=v16!,v17! 0-4 x2; v9:v8,v9=v16!,v17! 4-8 x2" },
	{ "vl2re64.v v8, (a0)", 0x22857407, 0, 0, 8, 0, TU, 0, "v8= 0-4 x2 novl; v9= 4-8 x2 novl" },
	{ "vlm.v v8, (a0)", 0x02b50407, 2, 1, 9, 0, TU, 0, "v8= 0-32" },
	{ "vlm.v, vl 0", 0x02b50407, 2, 1, 0, 0, 0, 0, "v8=v8 0-32" },
	{ "vsm.v v8, (a0)", 0x02b50427, 2, 1, 9, 0, 0, 0, "->v8= 0-32" },
	{ "vsetvli a0, a1, e32", 0x0105f557, 0, 0, 0, 0, 0, 0, "x10= 0-0 vl= novl" },
};

/* Append, as printf() does. */
static __attribute__((format(printf, 2, 3))) void say(char *text, const char *format, ...)
{
	size_t length = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + length, 1024 - length, format, args);
	va_end(args);
}

static void say_set(char *text, uint32_t set, uint32_t whole)
{
	const uint32_t first = set & -set;

	for (; set; set &= set - 1)
		say(text, "%sv%d%s", (set & -set) == first ? "" : ",", __builtin_ctz(set),
		    set & -set & whole ? "!" : "");
}

static void say_uop(char *text, const struct tea_uop *uop)
{
	const uint8_t dst = uop->insn.dst;

	if (uop->data)
		say(text, "->");
	if (uop->writes & (uop->writes - 1))
		say(text, "v%u:", dst - TEA_REG_V(0));
	say_set(text, uop->writes | uop->data, 0);
	if (dst < TEA_REG_V(0))
		say(text, "%c%u", "xf"[dst / TEA_REGS_FILE], dst % TEA_REGS_FILE);
	say(text, "=");
	say_set(text, uop->reads, uop->whole);
	say(text, " %u-%u", uop->begin, uop->end);
	if (uop->parts > 1)
		say(text, " x%u", uop->parts);
	if (uop->serial)
		say(text, " s%u", uop->serial);
	if (uop->steps)
		say(text, " +%u", uop->steps);
	say(text, "%s%s%s%s", (uop->writes || dst < TEA_REG_V(0)) && !uop->renames ? " same" : "",
	    uop->follows ? " more" : "", uop->writes_vl ? " vl=" : "", uop->reads_vl ? "" : " novl");
}

static void crack(struct tea_cracker *cracker, uint32_t bits, struct tea_vector_op *vector,
		  enum tea_trap trap)
{
	struct tea_op op = { .vector = vector, .trap = (uint8_t)trap };

	tea_insn_decode(&op.insn, bits);
	tea_vector_decode(&vector->insn, bits);
	assert_true(tea_cracker_takes(cracker, op.insn.class));
	assert_true(tea_cracker_vectors(cracker, &op));
	tea_cracker_crack(cracker, &op);
}

static void by_hand(void **state)
{
	static struct tea_cracker cracker = { .vlen_bytes = VLEN / 8, .dlen_bytes = DLEN / 8 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tea_vector_op vector = {
			.vl = (uint16_t)cases[i].vl, .vstart = (uint16_t)cases[i].vstart,
			.sew_log2 = (uint8_t)cases[i].sew_log2,
			.lmul_log2 = (int8_t)cases[i].lmul_log2, .mask = { cases[i].mask },
			.vta = !(cases[i].kept & TU), .vma = !(cases[i].kept & MU),
		};
		char text[1024] = "";

		crack(&cracker, cases[i].bits, &vector, TEA_TRAP_NONE);
		for (unsigned int k = 0; k < cracker.count; k++) {
			say(text, k ? "; " : "");
			say_uop(text, &cracker.uops[k]);
		}
		if (strcmp(text, cases[i].uops))
			fail_msg("%s: expected\n\t%s\nbut it is\n\t%s", cases[i].text, cases[i].uops, text);
	}
}

/* An instruction that raises an exception can have any vtype, and impossible groups. */
static void illegal_groups_stay_within(void **state)
{
	static const uint32_t accesses[] = {
		0x02057407,	/* vle64.v */
		0xe2057407,	/* vlseg8e64.v */
		0x27057407,	/* vluxseg2ei64.v */
		0x07057407,	/* vluxei64.v */
	};
	static struct tea_cracker cracker = { .vlen_bytes = VLEN / 8, .dlen_bytes = DLEN / 8 };

	(void)state;
	for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
		for (int lmul = -4; lmul < 4; lmul++) {
			for (uint8_t sew = 0; sew < 4; sew++) {
				struct tea_vector_op vector = {
					.sew_log2 = sew, .lmul_log2 = (int8_t)lmul, .vta = true,
					.vma = true,
				};

				crack(&cracker, accesses[i], &vector, TEA_TRAP_EXCEPTION);
				assert_in_range(cracker.count, 1, TEA_VECTOR_UOPS_MAX);
				for (unsigned int k = 0; k < cracker.count; k++)
					assert_int_equal(cracker.uops[k].reads & cracker.uops[k].writes, 0);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(illegal_groups_stay_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
