// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vector.c - vector instructions to classes, operands and shapes
 *
 * RVV 1.0, with Zvfh (no encodings of its own), Zvfbfmin, Zvfbfwma, Zvbb (so Zvkb) and Zvbc. Not
 * decoded are the ciphers and hashes of major opcode OP-VE: Zvkg, Zvkned, Zvknha, Zvknhb, Zvksed,
 * Zvksh. They stay UNKNOWN.
 *
 * One table of (mask, match) patterns as in decode.c, first match wins. A row is an operation in
 * all its forms: .vv, .vx and .vi differ in funct3 and in what the field vs1 is.
 */
#include "vector.h"

/* Values of funct3, as a set: of what one group of operations can have for its last operand. */
#define IV	0x01	/* integer: vector, immediate, scalar register */
#define II	0x08
#define IX	0x10
#define MV	0x04	/* multiplications and much else */
#define MX	0x40
#define FV	0x02	/* floating point */
#define FX	0x20
#define WIDTHS	0xe1	/* of memory: 8, 16, 32, 64 bits */
#define WIDTH_8	0x01

/*
 * Operands as an assembler has them, a letter each for vd, vs2 and vs1: 'v' a group of LMUL, 'w'
 * of twice as much, 'h', 'q', 'e' of a half, a quarter, an eighth; 'i' one whose EEW the encoding
 * gives, 'r' whole registers, 'm' a mask, 's' one element, '-' none. The first can be 'x' or 'f', a
 * scalar register; the last one is one, or an immediate, where funct3 says so.
 */
struct pattern {
	uint32_t mask, match;
	uint8_t functs;
	uint8_t class;
	char operands[4];
	uint8_t flags;		/* MASKED follows from the bit vm */
	uint8_t mode;
};

#define OP_V	0x57
#define LOAD	0x07
#define STORE	0x27
#define VM	(1U << 25)
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

static const struct pattern patterns[] = {
	/* integer */
	{ V(0x00), IV | IX | II, C(INT), "vvv", 0, 0 },		/* vadd */
	{ V(0x01), IV | IX, C(INT), "vvv", 0, 0 },		/* vandn */
	{ V(0x02), IV | IX, C(INT), "vvv", 0, 0 },		/* vsub */
	{ V(0x03), IX | II, C(INT), "vvv", 0, 0 },		/* vrsub */
	{ V_SET(0x04, 3), IV | IX, C(INT), "vvv", 0, 0 },	/* vminu, vmin, vmaxu, vmax */
	{ V(0x09), IV | IX | II, C(INT), "vvv", 0, 0 },		/* vand */
	{ V_SET(0x0a, 1), IV | IX | II, C(INT), "vvv", 0, 0 },	/* vor, vxor */
	{ V(0x0c), IV, C(PERMUTE), "vvv", GATHER, 0 },		/* vrgather */
	{ V(0x0c), IX | II, C(PERMUTE), "vvv", 0, 0 },		/* one element to all places */
	{ V(0x0e), IV, C(PERMUTE), "vvi", GATHER, 0 },		/* vrgatherei16 */
	{ V(0x0e), IX | II, C(PERMUTE), "vvv", VD, 0 },		/* vslideup */
	{ V(0x0f), IX | II, C(PERMUTE), "vvv", 0, 0 },		/* vslidedown */
	{ CARRY(0x10), IV | IX | II, C(INT), "vvv", V0, 0 },	/* vadc */
	{ V(0x11), IV | IX | II, C(INT), "mvv", V0, 0 },	/* vmadc */
	{ CARRY(0x12), IV | IX, C(INT), "vvv", V0, 0 },		/* vsbc */
	{ V(0x13), IV | IX, C(INT), "mvv", V0, 0 },		/* vmsbc */
	{ V(0x14), IV | IX, C(INT), "vvv", 0, 0 },		/* vror */
	{ V(0x15), IV | IX, C(INT), "vvv", 0, 0 },		/* vrol */
	{ V_SET(0x14, 1), II, C(INT), "vvv", 0, 0 },		/* vror, six bits of immediate */
	{ CARRY(0x17), IV | IX | II, C(INT), "vvv", V0, 0 },	/* vmerge */
	{ BARE_VS2(0x17, 0), IV | IX | II, C(INT), "v-v", 0, 0 }, /* vmv.v */
	{ V_SET(0x18, 1), IV | IX | II, C(INT), "mvv", 0, 0 },	/* vmseq, vmsne */
	{ V_SET(0x1a, 1), IV | IX, C(INT), "mvv", 0, 0 },	/* vmsltu, vmslt */
	{ V_SET(0x1c, 1), IV | IX | II, C(INT), "mvv", 0, 0 },	/* vmsleu, vmsle */
	{ V_SET(0x1e, 1), IX | II, C(INT), "mvv", 0, 0 },	/* vmsgtu, vmsgt */
	{ V_SET(0x20, 1), IV | IX | II, C(INT), "vvv", 0, 0 },	/* vsaddu, vsadd */
	{ V_SET(0x22, 1), IV | IX, C(INT), "vvv", 0, 0 },	/* vssubu, vssub */
	{ V(0x25), IV | IX | II, C(INT), "vvv", 0, 0 },		/* vsll */
	{ V(0x27), IV | IX, C(INT_MUL), "vvv", 0, 0 },		/* vsmul */
	{ BARE_VS1(0x27, 0), II, C(INT), "rr-", 0, M(WHOLE) },	/* vmv1r, 2, 4, 8 */
	{ BARE_VS1(0x27, 1), II, C(INT), "rr-", 0, M(WHOLE) },
	{ BARE_VS1(0x27, 3), II, C(INT), "rr-", 0, M(WHOLE) },
	{ BARE_VS1(0x27, 7), II, C(INT), "rr-", 0, M(WHOLE) },
	{ V_SET(0x28, 3), IV | IX | II, C(INT), "vvv", 0, 0 },	/* vsrl, vsra, vssrl, vssra */
	{ V_SET(0x2c, 3), IV | IX | II, C(INT), "vwv", 0, 0 },	/* vnsrl, vnsra, vnclipu, vnclip */
	{ V_SET(0x30, 1), IV, C(REDUCE), "svs", 0, 0 },		/* vwredsumu, vwredsum */
	{ V(0x35), IV | IX | II, C(INT), "wvv", 0, 0 },		/* vwsll */
	/* more of integer; masks, permutations */
	{ V_SET(0x00, 7), MV, C(REDUCE), "svs", 0, 0 },		/* vredsum to vredmax */
	{ V_SET(0x08, 3), MV | MX, C(INT), "vvv", 0, 0 },	/* vaaddu, vaadd, vasubu, vasub */
	{ V_SET(0x0c, 1), MV | MX, C(INT_MUL), "vvv", 0, 0 },	/* vclmul, vclmulh */
	{ V_SET(0x0e, 1), MX, C(PERMUTE), "vvv", 0, 0 },	/* vslide1up, vslide1down */
	{ BARE_VS1(0x10, 0), MV, C(TO_INT), "xs-", 0, 0 },	/* vmv.x.s */
	{ V_VS1(0x10, 16, 1), MV, C(TO_INT), "xm-", 0, 0 },	/* vcpop.m, vfirst.m */
	{ BARE_VS2(0x10, 0), MX, C(INT), "s-v", 0, 0 },		/* vmv.s.x */
	{ V_VS1(0x12, 2, 1), MV, C(INT), "ve-", 0, 0 },		/* vzext.vf8, vsext.vf8 */
	{ V_VS1(0x12, 4, 1), MV, C(INT), "vq-", 0, 0 },		/* .vf4 */
	{ V_VS1(0x12, 6, 1), MV, C(INT), "vh-", 0, 0 },		/* .vf2 */
	{ V_VS1(0x12, 8, 1), MV, C(INT), "vv-", 0, 0 },		/* vbrev8, vrev8 */
	{ V_VS1(0x12, 10, 0), MV, C(INT), "vv-", 0, 0 },	/* vbrev */
	{ V_VS1(0x12, 12, 1), MV, C(INT), "vv-", 0, 0 },	/* vclz, vctz */
	{ V_VS1(0x12, 14, 0), MV, C(INT), "vv-", 0, 0 },	/* vcpop.v */
	{ V_VS1(0x14, 1, 0), MV, C(MASK), "mm-", 0, 0 },	/* vmsbf */
	{ V_VS1(0x14, 2, 1), MV, C(MASK), "mm-", 0, 0 },	/* vmsof, vmsif */
	{ V_VS1(0x14, 16, 0), MV, C(MASK), "vm-", 0, 0 },		/* viota */
	{ 0xfdff807f, 0x14U << 26 | 17 << 15 | OP_V, MV, C(MASK), "v--", 0, 0 }, /* vid */
	{ BARE(0x17), MV, C(PERMUTE), "vvm", GATHER, 0 },	/* vcompress */
	{ 0xe200007f, 0x18U << 26 | VM | OP_V, MV, C(MASK), "mmm", 0, 0 }, /* vmandn to vmxnor */
	{ V_SET(0x20, 3), MV | MX, C(INT_DIV), "vvv", 0, 0 },	/* vdivu, vdiv, vremu, vrem */
	{ V_SET(0x24, 3), MV | MX, C(INT_MUL), "vvv", 0, 0 },	/* vmul, vmulh, vmulhu, vmulhsu */
	{ V_SET(0x29, 6), MV | MX, C(INT_MUL), "vvv", VD, 0 },	/* vmadd, vnmsub, vmacc, vnmsac */
	{ V_SET(0x30, 3), MV | MX, C(INT), "wvv", 0, 0 },	/* vwaddu, vwadd, vwsubu, vwsub */
	{ V_SET(0x34, 3), MV | MX, C(INT), "wwv", 0, 0 },	/* .w of these */
	{ V(0x38), MV | MX, C(INT_MUL), "wvv", 0, 0 },		/* vwmulu */
	{ V_SET(0x3a, 1), MV | MX, C(INT_MUL), "wvv", 0, 0 },	/* vwmulsu, vwmul */
	{ V(0x3e), MX, C(INT_MUL), "wvv", VD, 0 },		/* vwmaccus */
	{ V_SET(0x3c, 1), MV | MX, C(INT_MUL), "wvv", VD, 0 },	/* vwmaccu, vwmacc */
	{ V(0x3f), MV | MX, C(INT_MUL), "wvv", VD, 0 },		/* vwmaccsu */
	/* floating point */
	{ V(0x00), FV | FX, C(FP_ADD), "vvv", 0, 0 },		/* vfadd */
	{ V(0x01), FV, C(FP_REDUCE), "svs", 0, 0 },		/* vfredusum */
	{ V(0x02), FV | FX, C(FP_ADD), "vvv", 0, 0 },		/* vfsub */
	{ V(0x03), FV, C(FP_REDUCE), "svs", ORDERED, 0 },	/* vfredosum */
	{ V_SET(0x04, 2), FV | FX, C(FP_MISC), "vvv", 0, 0 },	/* vfmin, vfmax */
	{ V_SET(0x05, 2), FV, C(REDUCE), "svs", 0, 0 },		/* vfredmin, vfredmax */
	{ V_SET(0x08, 1), FV | FX, C(FP_MISC), "vvv", 0, 0 },	/* vfsgnj, vfsgnjn */
	{ V(0x0a), FV | FX, C(FP_MISC), "vvv", 0, 0 },		/* vfsgnjx */
	{ V_SET(0x0e, 1), FX, C(PERMUTE), "vvv", 0, 0 },	/* vfslide1up, vfslide1down */
	{ BARE_VS1(0x10, 0), FV, C(TO_FP), "fs-", 0, 0 },	/* vfmv.f.s */
	{ BARE_VS2(0x10, 0), FX, C(FP_MISC), "s-v", 0, 0 },	/* vfmv.s.f */
	{ V_VS1(0x12, 0, 3), FV, C(FP_MISC), "vv-", 0, 0 },	/* vfcvt */
	{ V_VS1(0x12, 6, 1), FV, C(FP_MISC), "vv-", 0, 0 },	/* vfcvt.rtz */
	{ V_VS1(0x12, 8, 7), FV, C(FP_MISC), "wv-", 0, 0 },	/* vfwcvt, vfwcvtbf16 */
	{ V_VS1(0x12, 16, 7), FV, C(FP_MISC), "vw-", 0, 0 },	/* vfncvt */
	{ V_VS1(0x12, 29, 0), FV, C(FP_MISC), "vw-", 0, 0 },	/* vfncvtbf16 */
	{ V_VS1(0x13, 0, 0), FV, C(FP_SQRT), "vv-", 0, 0 },	/* vfsqrt */
	{ V_VS1(0x13, 4, 1), FV, C(FP_MISC), "vv-", 0, 0 },	/* vfrsqrt7, vfrec7 */
	{ V_VS1(0x13, 16, 0), FV, C(FP_MISC), "vv-", 0, 0 },	/* vfclass */
	{ CARRY(0x17), FX, C(FP_MISC), "vvv", V0, 0 },		/* vfmerge */
	{ BARE_VS2(0x17, 0), FX, C(FP_MISC), "v-v", 0, 0 },	/* vfmv.v */
	{ V_SET(0x18, 1), FV | FX, C(FP_MISC), "mvv", 0, 0 },	/* vmfeq, vmfle */
	{ V(0x1b), FV | FX, C(FP_MISC), "mvv", 0, 0 },		/* vmflt */
	{ V(0x1c), FV | FX, C(FP_MISC), "mvv", 0, 0 },		/* vmfne */
	{ V_SET(0x1d, 2), FX, C(FP_MISC), "mvv", 0, 0 },	/* vmfgt, vmfge */
	{ V(0x20), FV | FX, C(FP_DIV), "vvv", 0, 0 },		/* vfdiv */
	{ V(0x21), FX, C(FP_DIV), "vvv", 0, 0 },		/* vfrdiv */
	{ V(0x24), FV | FX, C(FP_MUL), "vvv", 0, 0 },		/* vfmul */
	{ V(0x27), FX, C(FP_ADD), "vvv", 0, 0 },		/* vfrsub */
	{ V_SET(0x28, 7), FV | FX, C(FP_FMA), "vvv", VD, 0 },	/* vfmadd to vfnmsac */
	{ V_SET(0x30, 2), FV | FX, C(FP_ADD), "wvv", 0, 0 },	/* vfwadd, vfwsub */
	{ V(0x31), FV, C(FP_REDUCE), "svs", 0, 0 },		/* vfwredusum */
	{ V(0x33), FV, C(FP_REDUCE), "svs", ORDERED, 0 },	/* vfwredosum */
	{ V_SET(0x34, 2), FV | FX, C(FP_ADD), "wwv", 0, 0 },	/* .w of vfwadd, vfwsub */
	{ V(0x38), FV | FX, C(FP_MUL), "wvv", 0, 0 },		/* vfwmul */
	{ V(0x3b), FV | FX, C(FP_FMA), "wvv", VD, 0 },		/* vfwmaccbf16 */
	{ V_SET(0x3c, 3), FV | FX, C(FP_FMA), "wvv", VD, 0 },	/* vfwmacc to vfwnmsac */
	/* memory; a mew that is set is reserved */
	{ UNIT(LOAD, 0), WIDTHS, C(LOAD), "i--", 0, M(UNIT) },
	{ UNIT(LOAD, 16), WIDTHS, C(LOAD), "i--", FIRST, M(UNIT) },
	{ MEMORY(LOAD, 1), WIDTHS, C(LOAD), "vi-", 0, M(INDEXED) },
	{ MEMORY(LOAD, 2), WIDTHS, C(LOAD), "i--", 0, M(STRIDED) },
	{ MEMORY(LOAD, 3), WIDTHS, C(LOAD), "vi-", BY_INDEX, M(INDEXED) },
	{ BITS_OF(LOAD), WIDTH_8, C(LOAD), "m--", 0, M(MASK) },
	{ WHOLE(LOAD, 0), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ WHOLE(LOAD, 1), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ WHOLE(LOAD, 3), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ WHOLE(LOAD, 7), WIDTHS, C(LOAD), "r--", 0, M(WHOLE) },
	{ UNIT(STORE, 0), WIDTHS, C(STORE), "i--", 0, M(UNIT) },
	{ MEMORY(STORE, 1), WIDTHS, C(STORE), "vi-", 0, M(INDEXED) },
	{ MEMORY(STORE, 2), WIDTHS, C(STORE), "i--", 0, M(STRIDED) },
	{ MEMORY(STORE, 3), WIDTHS, C(STORE), "vi-", BY_INDEX, M(INDEXED) },
	{ BITS_OF(STORE), WIDTH_8, C(STORE), "m--", 0, M(MASK) },
	{ WHOLE(STORE, 0), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ WHOLE(STORE, 1), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ WHOLE(STORE, 3), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
	{ WHOLE(STORE, 7), WIDTH_8, C(STORE), "r--", 0, M(WHOLE) },
};

#undef C
#undef M
#undef VD
#undef V0
#undef FIRST
#undef BY_INDEX
#undef ORDERED
#undef GATHER

static const struct pattern *find_pattern(uint32_t bits)
{
	const unsigned int funct = 1U << (bits >> 12 & 7);

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((bits & patterns[i].mask) == patterns[i].match && patterns[i].functs & funct)
			return &patterns[i];
	}
	return NULL;
}

static bool is_memory(const struct pattern *pattern)
{
	return pattern->class == TEA_CLASS_V_LOAD || pattern->class == TEA_CLASS_V_STORE;
}

/* Whether the last operand is in the field vs1, and funct3 one of @functs. */
static bool has_vs1(const struct pattern *pattern, uint32_t bits, unsigned int functs)
{
	return pattern->operands[2] != '-' && 1U << (bits >> 12 & 7) & functs;
}

/* ---- what the vector unit needs ---- */

/* Of a letter; TEA_REG_NONE, with a shape of 0, if it is no vector. */
static uint8_t decode_operand(char letter, unsigned int number, int8_t *shape)
{
	static const struct {
		char letter;
		int8_t shape;
	} shapes[] = {
		{ 'v', 0 }, { 'w', 1 }, { 'h', -1 }, { 'q', -2 }, { 'e', -3 },
		{ 'm', TEA_SHAPE_ONE }, { 's', TEA_SHAPE_ONE }, { 'i', TEA_SHAPE_EEW },
		{ 'r', TEA_SHAPE_WHOLE },
	};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (shapes[i].letter == letter) {
			*shape = shapes[i].shape;
			return (uint8_t)number;
		}
	}
	return TEA_REG_NONE;
}

static uint8_t decode_flags(const struct pattern *pattern, uint32_t bits)
{
	const bool unmasked = bits & VM;
	uint8_t flags = pattern->flags;

	if (pattern->operands[0] == 'm' && pattern->class != TEA_CLASS_V_STORE)
		flags |= TEA_VECTOR_TO_MASK;
	if (unmasked)
		flags &= (uint8_t)~TEA_VECTOR_READS_V0;
	else if (!(flags & TEA_VECTOR_READS_V0))
		flags |= TEA_VECTOR_MASKED;
	return flags;
}

static uint8_t decode_eew(const struct pattern *pattern, uint32_t bits)
{
	static const uint8_t widths[] = { [0] = 0, [5] = 1, [6] = 2, [7] = 3 };

	if (is_memory(pattern))
		return widths[bits >> 12 & 7];
	return pattern->operands[2] == 'i' ? 1 : 0;
}

void tea_vector_decode(struct tea_vector_insn *insn, uint32_t bits)
{
	const struct pattern *pattern = find_pattern(bits);

	*insn = (struct tea_vector_insn){ .fields = 0 };
	if (!pattern)
		return;
	insn->vd = decode_operand(pattern->operands[0], bits >> 7 & 31, &insn->shape[0]);
	insn->vs1 = TEA_REG_NONE;
	if (has_vs1(pattern, bits, IV | MV | FV))
		insn->vs1 = decode_operand(pattern->operands[2], bits >> 15 & 31, &insn->shape[1]);
	insn->vs2 = decode_operand(pattern->operands[1], bits >> 20 & 31, &insn->shape[2]);
	insn->flags = decode_flags(pattern, bits);
	insn->mode = pattern->mode;
	insn->fields = 1;
	if (is_memory(pattern))
		insn->fields = (uint8_t)((bits >> 29) + 1);
	else if (pattern->mode == TEA_VMODE_WHOLE)
		insn->fields = (uint8_t)((bits >> 15 & 7) + 1);
	insn->eew_log2 = decode_eew(pattern, bits);
}

/* ---- what a scalar reader needs ---- */

static uint8_t integer_register(uint32_t number)
{
	return number & 31 ? (uint8_t)(number & 31) : TEA_REG_NONE;
}

static uint8_t decode_result(const struct pattern *pattern, uint32_t number)
{
	if (pattern->class == TEA_CLASS_V_STORE)
		return TEA_REG_NONE;
	if (pattern->operands[0] == 'x')
		return integer_register(number);
	return (uint8_t)(pattern->operands[0] == 'f' ? TEA_REG_FP(number) : TEA_REG_V(number));
}

bool tea_vector_describe(struct tea_insn *insn, uint32_t bits)
{
	const struct pattern *pattern = find_pattern(bits);

	if (!pattern)
		return false;
	insn->class = pattern->class;
	insn->dst = decode_result(pattern, bits >> 7 & 31);
	if (is_memory(pattern) || has_vs1(pattern, bits, IX | MX))
		insn->src[0] = integer_register(bits >> 15);
	else if (has_vs1(pattern, bits, FX))
		insn->src[0] = (uint8_t)TEA_REG_FP(bits >> 15 & 31);
	if (pattern->mode == TEA_VMODE_STRIDED)
		insn->src[1] = integer_register(bits >> 20);
	return true;
}
