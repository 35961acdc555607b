// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * decode.c - RV64GCV, Zicbop and Zb* instructions to classes and operands
 *
 * One table of (mask, match) patterns, first match wins, grouped by major opcode.
 * A compressed instruction is first expanded to the 32-bit one that the ISA
 * manual defines it to be (compressed.c), so both decode alike by construction.
 * An instruction without a pattern may be a vector's (vector.c). Decoding happens once per
 * translated instruction and need not be fast.
 */
#include <stddef.h>
#include <string.h>

#include "compressed.h"
#include "operands.h"
#include "vector.h"

/*
 * Operands: a letter each for rd, rs1, rs2, rs3 (bits 11:7, 19:15, 24:20, 31:27).
 * 'x' integer, 'f' floating point, 'l' vl in the place of x0, 'i' an immediate, '-' not used.
 */
struct pattern {
	uint32_t mask, match;
	uint8_t class;
	uint8_t access_bytes;
	uint8_t flags;
	char operands[5];
};

#define OPCODE(op)		0x0000007f, (op)
#define FUNCT3(op, f3)		0x0000707f, ((f3) << 12 | (op))
#define FUNCT73(op, f7, f3)	0xfe00707f, ((uint32_t)(f7) << 25 | (f3) << 12 | (op))
#define ONE(op, all, f3)	0xfff0707f, ((uint32_t)(all) << 20 | (f3) << 12 | (op))
#define FP(f5)			0xfc00007f, ((uint32_t)(f5) << 27 | 0x53)
#define AMO(f5, f3)		0xf800707f, ((uint32_t)(f5) << 27 | (f3) << 12 | 0x2f)
#define PREFETCH(kind)		0x01f07fff, ((kind) << 20 | 6 << 12 | 0x13)
#define EXACT(bits)		0xffffffff, (bits)

#define C(class) TEA_CLASS_##class

static const struct pattern patterns[] = {
	/* LOAD, STORE */
	{ FUNCT3(0x03, 0), C(LOAD), 1, 0, "xxi-" },
	{ FUNCT3(0x03, 1), C(LOAD), 2, 0, "xxi-" },
	{ FUNCT3(0x03, 2), C(LOAD), 4, 0, "xxi-" },
	{ FUNCT3(0x03, 3), C(LOAD), 8, 0, "xxi-" },
	{ FUNCT3(0x03, 4), C(LOAD), 1, 0, "xxi-" },
	{ FUNCT3(0x03, 5), C(LOAD), 2, 0, "xxi-" },
	{ FUNCT3(0x03, 6), C(LOAD), 4, 0, "xxi-" },
	{ FUNCT3(0x23, 0), C(STORE), 1, 0, "-xxi" },
	{ FUNCT3(0x23, 1), C(STORE), 2, 0, "-xxi" },
	{ FUNCT3(0x23, 2), C(STORE), 4, 0, "-xxi" },
	{ FUNCT3(0x23, 3), C(STORE), 8, 0, "-xxi" },
	/* LOAD-FP, STORE-FP; the other widths are vectors' */
	{ FUNCT3(0x07, 2), C(LOAD), 4, TEA_INSN_SINGLE, "fxi-" },
	{ FUNCT3(0x07, 3), C(LOAD), 8, 0, "fxi-" },
	{ FUNCT3(0x27, 2), C(STORE), 4, TEA_INSN_SINGLE, "-xfi" },
	{ FUNCT3(0x27, 3), C(STORE), 8, 0, "-xfi" },
	/* OP-IMM: prefetches are hints in ORI; Zba, Zbb, Zbs are ALU operations */
	{ PREFETCH(0), C(PREFETCH_I), 0, 0, "-xi-" },
	{ PREFETCH(1), C(PREFETCH_R), 0, 0, "-xi-" },
	{ PREFETCH(3), C(PREFETCH_W), 0, 0, "-xi-" },
	{ FUNCT73(0x13, 0x30, 1), C(INT_ALU), 0, 0, "xx--" },	/* clz, ctz, cpop, sext.b, sext.h */
	{ ONE(0x13, 0x287, 5), C(INT_ALU), 0, 0, "xx--" },	/* orc.b */
	{ ONE(0x13, 0x6b8, 5), C(INT_ALU), 0, 0, "xx--" },	/* rev8 */
	{ OPCODE(0x13), C(INT_ALU), 0, 0, "xxi-" },
	{ FUNCT73(0x1b, 0x30, 1), C(INT_ALU), 0, TEA_INSN_SINGLE, "xx--" },	/* clzw, ctzw, cpopw */
	{ 0xfc00707f, 2U << 26 | 1 << 12 | 0x1b, C(INT_ALU), 0, 0, "xxi-" },	/* slli.uw */
	{ OPCODE(0x1b), C(INT_ALU), 0, TEA_INSN_SINGLE, "xxi-" },
	{ OPCODE(0x17), C(AUIPC), 0, 0, "xi--" },
	{ OPCODE(0x37), C(INT_ALU), 0, 0, "xi--" },	/* LUI */
	/* OP, OP-32: funct3 4..7 of M divide */
	{ 0xfe00407f, 1U << 25 | 0x33, C(INT_MUL), 0, 0, "xxx-" },
	{ 0xfe00407f, 1U << 25 | 0x4033, C(INT_DIV), 0, 0, "xxx-" },
	{ OPCODE(0x33), C(INT_ALU), 0, 0, "xxx-" },
	{ FUNCT73(0x3b, 1, 0), C(INT_MUL), 0, TEA_INSN_SINGLE, "xxx-" },
	{ 0xfe00407f, 1U << 25 | 0x403b, C(INT_DIV), 0, TEA_INSN_SINGLE, "xxx-" },
	{ ONE(0x3b, 0x080, 4), C(INT_ALU), 0, 0, "xx--" },	/* zext.h */
	{ FUNCT73(0x3b, 4, 0), C(INT_ALU), 0, 0, "xxx-" },	/* add.uw */
	{ 0xfe00107f, 0x10U << 25 | 0x3b, C(INT_ALU), 0, 0, "xxx-" },	/* sh1add.uw, sh2add.uw, .. */
	{ OPCODE(0x3b), C(INT_ALU), 0, TEA_INSN_SINGLE, "xxx-" },
	/* control flow; funct3 2 and 3 of BRANCH are reserved */
	{ 0x0000607f, 0x2063, C(UNKNOWN), 0, 0, "----" },
	{ OPCODE(0x63), C(BRANCH), 0, 0, "-xxi" },
	{ OPCODE(0x6f), C(JUMP), 0, 0, "xi--" },
	{ FUNCT3(0x67, 0), C(JUMP_REG), 0, 0, "xxi-" },
	/* AMO */
	{ AMO(2, 2), C(LOAD_RESERVED), 4, 0, "xx--" },
	{ AMO(2, 3), C(LOAD_RESERVED), 8, 0, "xx--" },
	{ AMO(3, 2), C(STORE_CONDITIONAL), 4, 0, "xxx-" },
	{ AMO(3, 3), C(STORE_CONDITIONAL), 8, 0, "xxx-" },
	{ FUNCT3(0x2f, 2), C(AMO), 4, 0, "xxx-" },
	{ FUNCT3(0x2f, 3), C(AMO), 8, 0, "xxx-" },
	/* floating point, single and double: bit 26 of the format is zero */
	{ 0x04000073, 0x43, C(FP_FMA), 0, 0, "ffff" },	/* the four fused ones */
	{ FP(0x00), C(FP_ADD), 0, 0, "fff-" },		/* fadd */
	{ FP(0x01), C(FP_ADD), 0, 0, "fff-" },		/* fsub */
	{ FP(0x02), C(FP_MUL), 0, 0, "fff-" },		/* fmul */
	{ FP(0x03), C(FP_DIV), 0, 0, "fff-" },
	{ FP(0x0b), C(FP_SQRT), 0, 0, "ff--" },
	{ FP(0x04), C(FP_MISC), 0, 0, "fff-" },		/* fsgnj, fsgnjn, fsgnjx */
	{ FP(0x05), C(FP_MISC), 0, 0, "fff-" },		/* fmin, fmax */
	{ FP(0x08), C(FP_MISC), 0, 0, "ff--" },		/* fcvt between formats */
	{ FP(0x14), C(FP_TO_INT), 0, 0, "xff-" },	/* feq, flt, fle */
	{ FP(0x18), C(FP_TO_INT), 0, 0, "xf--" },	/* fcvt to integer */
	{ FP(0x1c), C(FP_TO_INT), 0, 0, "xf--" },	/* fmv.x, fclass */
	{ FP(0x1a), C(INT_TO_FP), 0, 0, "fx--" },	/* fcvt from integer */
	{ FP(0x1e), C(INT_TO_FP), 0, 0, "fx--" },	/* fmv.w.x, fmv.d.x */
	/* MISC-MEM; a cbo.zero writes a line: a store without a width of its own */
	{ FUNCT3(0x0f, 0), C(FENCE), 0, 0, "----" },
	{ FUNCT3(0x0f, 1), C(FENCE_I), 0, 0, "----" },
	{ 0xfff07fff, 4U << 20 | 0x200f, C(STORE), 0, 0, "-x--" },
	{ FUNCT3(0x0f, 2), C(FENCE), 0, 0, "-x--" },	/* cbo.clean, .flush, .inval */
	/* SYSTEM */
	{ EXACT(0x00000073), C(SYSTEM), 0, 0, "----" },	/* ecall */
	{ EXACT(0x00100073), C(SYSTEM), 0, 0, "----" },	/* ebreak */
	{ EXACT(0x10200073), C(TRAP_RETURN), 0, 0, "----" },	/* sret */
	{ EXACT(0x30200073), C(TRAP_RETURN), 0, 0, "----" },	/* mret */
	{ EXACT(0x10500073), C(SYSTEM), 0, 0, "----" },	/* wfi */
	{ FUNCT73(0x73, 0x09, 0), C(SFENCE), 0, 0, "-xx-" },
	{ FUNCT73(0x73, 0x0b, 0), C(SFENCE), 0, 0, "-xx-" },	/* sinval.vma */
	{ FUNCT73(0x73, 0x0c, 0), C(SFENCE), 0, 0, "----" },	/* sfence.w.inval, .inval.ir */
	{ 0x0000307f, 0x0073, C(SYSTEM), 0, 0, "----" },	/* the other privileged ones */
	{ 0x0000407f, 0x4073, C(CSR), 0, 0, "xi--" },		/* csrr?i */
	/* csrr of vlenb, a constant of the core: addressing a spilled register must not flush */
	{ 0xfffff07f, 0xc2202073, C(INT_ALU), 0, 0, "x---" },
	{ OPCODE(0x73), C(CSR), 0, 0, "xx--" },
	/* vsetvli, vsetivli, vsetvl; x0, x0 leaves vl as it is */
	{ 0x800fffff, 0x7057, C(VSET), 0, 0, "xli-" },
	{ 0x8000707f, 0x7057, C(VSET), 0, 0, "xxi-" },
	{ 0xc000707f, 0xc0007057, C(VSET), 0, 0, "xii-" },
	{ 0xfe0fffff, 0x80007057, C(VSET), 0, TEA_INSN_VTYPE, "xlx-" },
	{ 0xfe00707f, 0x80007057, C(VSET), 0, TEA_INSN_VTYPE, "xxx-" },
};

#undef C

static uint8_t decode_register(char kind, unsigned int number)
{
	if (kind == 'f')
		return (uint8_t)TEA_REG_FP(number);
	if (kind == 'l')
		return TEA_REG_VL;
	return kind == 'x' && number ? (uint8_t)number : TEA_REG_NONE;
}

/* x1 and x5 are the link registers of the calling convention. */
static bool is_link(uint8_t reg)
{
	return reg == 1 || reg == 5;
}

/* Return-address stack hints: ISA manual, "Unconditional Jumps". */
static uint8_t decode_hints(const struct tea_insn *insn)
{
	bool jump_reg = insn->class == TEA_CLASS_JUMP_REG;
	uint8_t hints = 0;

	if ((jump_reg || insn->class == TEA_CLASS_JUMP) && is_link(insn->dst))
		hints |= TEA_INSN_CALL;
	if (jump_reg && is_link(insn->src[0]) && insn->src[0] != insn->dst)
		hints |= TEA_INSN_RETURN;
	return hints;
}

/* Flags that are bits of the instruction rather than of its pattern. */
static uint8_t decode_flags(uint32_t bits)
{
	uint32_t opcode = bits & 0x7f;
	uint8_t flags = 0;

	if (opcode == 0x2f) {
		flags |= bits & 1U << 26 ? TEA_INSN_ACQUIRE : 0;
		flags |= bits & 1U << 25 ? TEA_INSN_RELEASE : 0;
	}
	if (opcode == 0x53 || (opcode & 0x73) == 0x43)
		flags |= bits & 1U << 25 ? 0 : TEA_INSN_SINGLE;
	return flags;
}

static const struct pattern *find_pattern(uint32_t bits)
{
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((bits & patterns[i].mask) == patterns[i].match)
			return &patterns[i];
	}
	return NULL;
}

const char *tea_scalar_operands(uint32_t bits)
{
	const struct pattern *pattern = find_pattern(bits);

	return pattern ? pattern->operands : NULL;
}

void tea_insn_decode(struct tea_insn *insn, uint32_t bits)
{
	static const unsigned int shifts[] = { 7, 15, 20, 27 };
	const struct pattern *pattern;
	uint8_t regs[4];

	*insn = (struct tea_insn){
		.class = TEA_CLASS_UNKNOWN, .dst = TEA_REG_NONE,
		.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE },
	};
	insn->length_bytes = tea_insn_length(bits);
	if (insn->length_bytes == 2)
		bits = tea_compressed_expand((uint16_t)bits);
	pattern = find_pattern(bits);
	if (!pattern) {
		tea_vector_describe(insn, bits);
		return;
	}
	for (unsigned int i = 0; i < 4; i++)
		regs[i] = decode_register(pattern->operands[i], bits >> shifts[i] & 31);
	insn->class = pattern->class;
	insn->access_bytes = pattern->access_bytes;
	insn->dst = regs[0];
	memcpy(insn->src, regs + 1, sizeof(insn->src));
	insn->flags = pattern->flags | decode_flags(bits) | decode_hints(insn);
}
