// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vectorpattern.c - all vector instructions: encodings, classes, operands, names
 *
 * RVV 1.0, with Zvfh (no encodings of its own), Zvfbfmin, Zvfbfwma, Zvbb (so Zvkb) and Zvbc. Not
 * there are the ciphers and hashes of major opcode OP-VE: Zvkg, Zvkned, Zvknha, Zvknhb, Zvksed,
 * Zvksh. They stay UNKNOWN.
 *
 * (mask, match) patterns as in decode.c, first match wins.
 */
#include "vector.h"
#include "vectorpattern.h"

#define OP_V	0x57
#define LOAD	0x07
#define STORE	0x27
#define VM	TEA_VECTOR_VM
#define V(f6)			V_SET(f6, 0)
#define V_SET(f6, any)		0xfc00007f & ~((uint32_t)(any) << 26), \
				((uint32_t)(f6) << 26 | OP_V)
#define V_VS1(f6, vs1, any)	0xfc0f807f & ~((uint32_t)(any) << 15), \
				((uint32_t)(f6) << 26 | (vs1) << 15 | OP_V)
#define CARRY(f6)		0xfe00007f, ((uint32_t)(f6) << 26 | OP_V)
/* These are never masked. */
#define BARE(f6)		0xfe00007f, ((uint32_t)(f6) << 26 | VM | OP_V)
#define BARE_VS1(f6, vs1)	0xfe0f807f, ((uint32_t)(f6) << 26 | VM | (vs1) << 15 | OP_V)
#define BARE_VS2(f6, vs2)	0xfff0007f, ((uint32_t)(f6) << 26 | VM | (vs2) << 20 | OP_V)
#define MEMORY(op, mop)		0x1c00007f, ((mop) << 26 | (op))
#define UNIT(op, kind)		0x1df0007f, ((kind) << 20 | (op))
#define WHOLE(op, nf)		0xfff0007f, ((uint32_t)(nf) << 29 | VM | 8 << 20 | (op))
#define BITS_OF(op)		0xfff0007f, (VM | 11 << 20 | (op))

#define C(class) TEA_CLASS_V_##class
#define M(mode) TEA_VMODE_##mode
#define VD TEA_VECTOR_READS_VD
#define V0 TEA_VECTOR_READS_V0
#define FIRST TEA_VECTOR_FAULT_FIRST
#define BY_INDEX TEA_VECTOR_INDEX_ORDERED
#define ORDERED TEA_VECTOR_ORDERED
#define GATHER TEA_VECTOR_GATHER

static const struct tea_vector_pattern patterns[] = {
	/* integer */
	{ "vadd", V(0x00), IV | IX | II, C(INT), "vvv", 0, 0 },
	{ "vandn", V(0x01), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vsub", V(0x02), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vrsub", V(0x03), IX | II, C(INT), "vvv", 0, 0 },
	{ "vminu vmin vmaxu vmax", V_SET(0x04, 3), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vand", V(0x09), IV | IX | II, C(INT), "vvv", 0, 0 },
	{ "vor vxor", V_SET(0x0a, 1), IV | IX | II, C(INT), "vvv", 0, 0 },
	{ "vrgather", V(0x0c), IV, C(PERMUTE), "vvv", GATHER, 0 },
	{ "vrgather", V(0x0c), IX | II, C(PERMUTE), "vvu", 0, 0 },
	{ "vrgatherei16", V(0x0e), IV, C(PERMUTE), "vvi", GATHER, 0 },
	{ "vslideup", V(0x0e), IX | II, C(PERMUTE), "vvu", VD, 0 },
	{ "vslidedown", V(0x0f), IX | II, C(PERMUTE), "vvu", 0, 0 },
	{ "vadc", CARRY(0x10), IV | IX | II, C(INT), "vvv", V0, 0 },
	{ "vmadc", V(0x11), IV | IX | II, C(INT), "mvv", V0, 0 },
	{ "vsbc", CARRY(0x12), IV | IX, C(INT), "vvv", V0, 0 },
	{ "vmsbc", V(0x13), IV | IX, C(INT), "mvv", V0, 0 },
	{ "vror", V(0x14), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vrol", V(0x15), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vror", V_SET(0x14, 1), II, C(INT), "vvu", 0, 0 },
	{ "vmerge", CARRY(0x17), IV | IX | II, C(INT), "vvv", V0, 0 },
	{ "vmv.v", BARE_VS2(0x17, 0), IV | IX | II, C(INT), "v-v", 0, 0 },
	{ "vmseq vmsne", V_SET(0x18, 1), IV | IX | II, C(INT), "mvv", 0, 0 },
	{ "vmsltu vmslt", V_SET(0x1a, 1), IV | IX, C(INT), "mvv", 0, 0 },
	{ "vmsleu vmsle", V_SET(0x1c, 1), IV | IX | II, C(INT), "mvv", 0, 0 },
	{ "vmsgtu vmsgt", V_SET(0x1e, 1), IX | II, C(INT), "mvv", 0, 0 },
	{ "vsaddu vsadd", V_SET(0x20, 1), IV | IX | II, C(INT), "vvv", 0, 0 },
	{ "vssubu vssub", V_SET(0x22, 1), IV | IX, C(INT), "vvv", 0, 0 },
	{ "vsll", V(0x25), IV | IX | II, C(INT), "vvu", 0, 0 },
	{ "vsmul", V(0x27), IV | IX, C(INT_MUL), "vvv", 0, 0 },
	{ "vmv1r.v", BARE_VS1(0x27, 0), II, C(INT), "rr-", 0, M(WHOLE) },
	{ "vmv2r.v", BARE_VS1(0x27, 1), II, C(INT), "rr-", 0, M(WHOLE) },
	{ "vmv4r.v", BARE_VS1(0x27, 3), II, C(INT), "rr-", 0, M(WHOLE) },
	{ "vmv8r.v", BARE_VS1(0x27, 7), II, C(INT), "rr-", 0, M(WHOLE) },
	{ "vsrl vsra vssrl vssra", V_SET(0x28, 3), IV | IX | II, C(INT), "vvu", 0, 0 },
	{ "vnsrl vnsra vnclipu vnclip", V_SET(0x2c, 3), IV | IX | II, C(INT), "vwu", 0, 0 },
	{ "vwredsumu vwredsum", V_SET(0x30, 1), IV, C(REDUCE), "svs", 0, 0 },
	{ "vwsll", V(0x35), IV | IX | II, C(INT), "wvu", 0, 0 },
	/* more of integer; masks, permutations */
	{ "vredsum vredand vredor vredxor vredminu vredmin vredmaxu vredmax",
	  V_SET(0x00, 7), MV, C(REDUCE), "svs", 0, 0 },
	{ "vaaddu vaadd vasubu vasub", V_SET(0x08, 3), MV | MX, C(INT), "vvv", 0, 0 },
	{ "vclmul vclmulh", V_SET(0x0c, 1), MV | MX, C(INT_MUL), "vvv", 0, 0 },
	{ "vslide1up vslide1down", V_SET(0x0e, 1), MX, C(PERMUTE), "vvv", 0, 0 },
	{ "vmv.x.s", BARE_VS1(0x10, 0), MV, C(TO_INT), "xs-", 0, 0 },
	{ "vcpop.m vfirst.m", V_VS1(0x10, 16, 1), MV, C(TO_INT), "xm-", 0, 0 },
	{ "vmv.s", BARE_VS2(0x10, 0), MX, C(INT), "s-v", 0, 0 },
	{ "vzext.vf8 vsext.vf8", V_VS1(0x12, 2, 1), MV, C(INT), "ve-", 0, 0 },
	{ "vzext.vf4 vsext.vf4", V_VS1(0x12, 4, 1), MV, C(INT), "vq-", 0, 0 },
	{ "vzext.vf2 vsext.vf2", V_VS1(0x12, 6, 1), MV, C(INT), "vh-", 0, 0 },
	{ "vbrev8.v vrev8.v", V_VS1(0x12, 8, 1), MV, C(INT), "vv-", 0, 0 },
	{ "vbrev.v", V_VS1(0x12, 10, 0), MV, C(INT), "vv-", 0, 0 },
	{ "vclz.v vctz.v", V_VS1(0x12, 12, 1), MV, C(INT), "vv-", 0, 0 },
	{ "vcpop.v", V_VS1(0x12, 14, 0), MV, C(INT), "vv-", 0, 0 },
	{ "vmsbf.m", V_VS1(0x14, 1, 0), MV, C(MASK), "mm-", 0, 0 },
	{ "vmsof.m vmsif.m", V_VS1(0x14, 2, 1), MV, C(MASK), "mm-", 0, 0 },
	{ "viota.m", V_VS1(0x14, 16, 0), MV, C(MASK), "vm-", 0, 0 },
	{ "vid.v", 0xfdff807f, 0x14U << 26 | 17 << 15 | OP_V, MV, C(MASK), "v--", 0, 0 },
	{ "vcompress", BARE(0x17), MV, C(PERMUTE), "vvm", GATHER, 0 },
	{ "vmandn vmand vmor vmxor vmorn vmnand vmnor vmxnor",
	  0xe200007f, 0x18U << 26 | VM | OP_V, MV, C(MASK), "mmm", 0, 0 },
	{ "vdivu vdiv vremu vrem", V_SET(0x20, 3), MV | MX, C(INT_DIV), "vvv", 0, 0 },
	{ "vmulhu vmul vmulhsu vmulh", V_SET(0x24, 3), MV | MX, C(INT_MUL), "vvv", 0, 0 },
	{ "vmadd vnmsub vmacc vnmsac", V_SET(0x29, 6), MV | MX, C(INT_MUL), "vvv", VD, 0 },
	{ "vwaddu vwadd vwsubu vwsub", V_SET(0x30, 3), MV | MX, C(INT), "wvv", 0, 0 },
	{ "vwaddu vwadd vwsubu vwsub", V_SET(0x34, 3), MV | MX, C(INT), "wwv", 0, 0 },
	{ "vwmulu", V(0x38), MV | MX, C(INT_MUL), "wvv", 0, 0 },
	{ "vwmulsu vwmul", V_SET(0x3a, 1), MV | MX, C(INT_MUL), "wvv", 0, 0 },
	{ "vwmaccus", V(0x3e), MX, C(INT_MUL), "wvv", VD, 0 },
	{ "vwmaccu vwmacc", V_SET(0x3c, 1), MV | MX, C(INT_MUL), "wvv", VD, 0 },
	{ "vwmaccsu", V(0x3f), MV | MX, C(INT_MUL), "wvv", VD, 0 },
	/* floating point */
	{ "vfadd", V(0x00), FV | FX, C(FP_ADD), "vvv", 0, 0 },
	{ "vfredusum", V(0x01), FV, C(FP_REDUCE), "svs", 0, 0 },
	{ "vfsub", V(0x02), FV | FX, C(FP_ADD), "vvv", 0, 0 },
	{ "vfredosum", V(0x03), FV, C(FP_REDUCE), "svs", ORDERED, 0 },
	{ "vfmin vfmax", V_SET(0x04, 2), FV | FX, C(FP_MISC), "vvv", 0, 0 },
	{ "vfredmin vfredmax", V_SET(0x05, 2), FV, C(REDUCE), "svs", 0, 0 },
	{ "vfsgnj vfsgnjn", V_SET(0x08, 1), FV | FX, C(FP_MISC), "vvv", 0, 0 },
	{ "vfsgnjx", V(0x0a), FV | FX, C(FP_MISC), "vvv", 0, 0 },
	{ "vfslide1up vfslide1down", V_SET(0x0e, 1), FX, C(PERMUTE), "vvv", 0, 0 },
	{ "vfmv.f.s", BARE_VS1(0x10, 0), FV, C(TO_FP), "fs-", 0, 0 },
	{ "vfmv.s", BARE_VS2(0x10, 0), FX, C(FP_MISC), "s-v", 0, 0 },
	{ "vfcvt.xu.f.v vfcvt.x.f.v vfcvt.f.xu.v vfcvt.f.x.v",
	  V_VS1(0x12, 0, 3), FV, C(FP_MISC), "vv-", 0, 0 },
	{ "vfcvt.rtz.xu.f.v vfcvt.rtz.x.f.v", V_VS1(0x12, 6, 1), FV, C(FP_MISC), "vv-", 0, 0 },
	{ "vfwcvt.xu.f.v vfwcvt.x.f.v vfwcvt.f.xu.v vfwcvt.f.x.v vfwcvt.f.f.v "
	  "vfwcvtbf16.f.f.v vfwcvt.rtz.xu.f.v vfwcvt.rtz.x.f.v",
	  V_VS1(0x12, 8, 7), FV, C(FP_MISC), "wv-", 0, 0 },
	{ "vfncvt.xu.f.w vfncvt.x.f.w vfncvt.f.xu.w vfncvt.f.x.w vfncvt.f.f.w "
	  "vfncvt.rod.f.f.w vfncvt.rtz.xu.f.w vfncvt.rtz.x.f.w",
	  V_VS1(0x12, 16, 7), FV, C(FP_MISC), "vw-", 0, 0 },
	{ "vfncvtbf16.f.f.w", V_VS1(0x12, 29, 0), FV, C(FP_MISC), "vw-", 0, 0 },
	{ "vfsqrt.v", V_VS1(0x13, 0, 0), FV, C(FP_SQRT), "vv-", 0, 0 },
	{ "vfrsqrt7.v vfrec7.v", V_VS1(0x13, 4, 1), FV, C(FP_MISC), "vv-", 0, 0 },
	{ "vfclass.v", V_VS1(0x13, 16, 0), FV, C(FP_MISC), "vv-", 0, 0 },
	{ "vfmerge", CARRY(0x17), FX, C(FP_MISC), "vvv", V0, 0 },
	{ "vfmv.v", BARE_VS2(0x17, 0), FX, C(FP_MISC), "v-v", 0, 0 },
	{ "vmfeq vmfle", V_SET(0x18, 1), FV | FX, C(FP_MISC), "mvv", 0, 0 },
	{ "vmflt", V(0x1b), FV | FX, C(FP_MISC), "mvv", 0, 0 },
	{ "vmfne", V(0x1c), FV | FX, C(FP_MISC), "mvv", 0, 0 },
	{ "vmfgt vmfge", V_SET(0x1d, 2), FX, C(FP_MISC), "mvv", 0, 0 },
	{ "vfdiv", V(0x20), FV | FX, C(FP_DIV), "vvv", 0, 0 },
	{ "vfrdiv", V(0x21), FX, C(FP_DIV), "vvv", 0, 0 },
	{ "vfmul", V(0x24), FV | FX, C(FP_MUL), "vvv", 0, 0 },
	{ "vfrsub", V(0x27), FX, C(FP_ADD), "vvv", 0, 0 },
	{ "vfmadd vfnmadd vfmsub vfnmsub vfmacc vfnmacc vfmsac vfnmsac",
	  V_SET(0x28, 7), FV | FX, C(FP_FMA), "vvv", VD, 0 },
	{ "vfwadd vfwsub", V_SET(0x30, 2), FV | FX, C(FP_ADD), "wvv", 0, 0 },
	{ "vfwredusum", V(0x31), FV, C(FP_REDUCE), "svs", 0, 0 },
	{ "vfwredosum", V(0x33), FV, C(FP_REDUCE), "svs", ORDERED, 0 },
	{ "vfwadd vfwsub", V_SET(0x34, 2), FV | FX, C(FP_ADD), "wwv", 0, 0 },
	{ "vfwmul", V(0x38), FV | FX, C(FP_MUL), "wvv", 0, 0 },
	{ "vfwmaccbf16", V(0x3b), FV | FX, C(FP_FMA), "wvv", VD, 0 },
	{ "vfwmacc vfwnmacc vfwmsac vfwnmsac", V_SET(0x3c, 3), FV | FX, C(FP_FMA), "wvv", VD, 0 },
	/* memory; a mew that is set is reserved */
	{ "vl", UNIT(LOAD, 0), WIDTHS, C(LOAD), "i--", 0, M(UNIT) },
	{ "vl", UNIT(LOAD, 16), WIDTHS, C(LOAD), "i--", FIRST, M(UNIT) },
	{ "vlux", MEMORY(LOAD, 1), WIDTHS, C(LOAD), "vi-", 0, M(INDEXED) },
	{ "vls", MEMORY(LOAD, 2), WIDTHS, C(LOAD), "i--", 0, M(STRIDED) },
	{ "vlox", MEMORY(LOAD, 3), WIDTHS, C(LOAD), "vi-", BY_INDEX, M(INDEXED) },
	{ "vlm", BITS_OF(LOAD), WIDTH_8, C(LOAD), "m--", 0, M(MASK) },
	{ "vl", WHOLE(LOAD, 0), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ "vl", WHOLE(LOAD, 1), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ "vl", WHOLE(LOAD, 3), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ "vl", WHOLE(LOAD, 7), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ "vs", UNIT(STORE, 0), WIDTHS, C(STORE), "i--", 0, M(UNIT) },
	{ "vsux", MEMORY(STORE, 1), WIDTHS, C(STORE), "vi-", 0, M(INDEXED) },
	{ "vss", MEMORY(STORE, 2), WIDTHS, C(STORE), "i--", 0, M(STRIDED) },
	{ "vsox", MEMORY(STORE, 3), WIDTHS, C(STORE), "vi-", BY_INDEX, M(INDEXED) },
	{ "vsm", BITS_OF(STORE), WIDTH_8, C(STORE), "m--", 0, M(MASK) },
	{ "vs", WHOLE(STORE, 0), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ "vs", WHOLE(STORE, 1), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ "vs", WHOLE(STORE, 3), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ "vs", WHOLE(STORE, 7), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
};

#undef C
#undef M
#undef VD
#undef V0
#undef FIRST
#undef BY_INDEX
#undef ORDERED
#undef GATHER

const struct tea_vector_pattern *tea_vector_pattern(uint32_t bits)
{
	const unsigned int funct = 1U << (bits >> 12 & 7);

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((bits & patterns[i].mask) == patterns[i].match && patterns[i].functs & funct)
			return &patterns[i];
	}
	return NULL;
}
