/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * op.h - instructions as the timing model sees them
 *
 * struct tea_insn is the static part, decoded once per translated instruction:
 * class, operands, access size. struct tea_op is one execution of it: where it
 * ran, where control went next, what it accessed, whether it trapped. Registers
 * are numbered 0..31 (integer) and 32..63 (floating point); x0 and absent
 * operands are TEA_REG_NONE.
 */
#ifndef TEA_OP_H
#define TEA_OP_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_REGS	64
#define TEA_REG_FP(n)	(32 + (n))
#define TEA_REG_NONE	255

/* X(identifier, name). RV64GC and Zicbop; what is none of these is UNKNOWN. */
#define TEA_CLASSES(X) \
	X(UNKNOWN, "unknown") \
	X(INT_ALU, "int") \
	X(INT_MUL, "mul") \
	X(INT_DIV, "div") \
	X(BRANCH, "branch") \
	X(JUMP, "jal") \
	X(JUMP_REG, "jalr") \
	X(LOAD, "load") \
	X(STORE, "store") \
	X(LOAD_RESERVED, "lr") \
	X(STORE_CONDITIONAL, "sc") \
	X(AMO, "amo") \
	X(FP_FMA, "fp") \
	X(FP_MISC, "fpmisc") \
	X(FP_DIV, "fdiv") \
	X(FP_SQRT, "fsqrt") \
	X(INT_TO_FP, "i2f") \
	X(FP_TO_INT, "f2i") \
	X(CSR, "csr") \
	X(FENCE, "fence") \
	X(FENCE_I, "fence.i") \
	X(SFENCE, "sfence") \
	X(SYSTEM, "system") \
	X(PREFETCH_R, "prefetch.r") \
	X(PREFETCH_W, "prefetch.w") \
	X(PREFETCH_I, "prefetch.i")

enum tea_class {
#define TEA_X(id, name) TEA_CLASS_##id,
	TEA_CLASSES(TEA_X)
#undef TEA_X
	TEA_CLASSES_COUNT
};

/* tea_insn.flags: hints of the return-address stack, as the ISA manual gives them. */
#define TEA_INSN_CALL	0x01	/* pushes: jal/jalr with rd = x1 or x5 */
#define TEA_INSN_RETURN	0x02	/* pops: jalr with rs1 = x1 or x5, rd another */
#define TEA_INSN_ACQUIRE 0x04	/* .aq of an atomic */
#define TEA_INSN_RELEASE 0x08	/* .rl of an atomic */
#define TEA_INSN_SINGLE	0x10	/* single precision, or a 32-bit multiply or divide */

struct tea_insn {
	uint8_t class;		/* enum tea_class */
	uint8_t length_bytes;	/* 2 or 4 */
	uint8_t dst;		/* register written, or TEA_REG_NONE */
	uint8_t src[3];		/* registers read; of a store, src[1] is the data, of an
				 * access, src[0] is the base */
	uint8_t access_bytes;	/* 0, 1, 2, 4 or 8 */
	uint8_t flags;
};

/* Decode the instruction in @bits (the low half alone if it is compressed). */
void tea_insn_decode(struct tea_insn *insn, uint32_t bits);

/* How an operation ended. */
enum tea_trap {
	TEA_TRAP_NONE,
	TEA_TRAP_EXCEPTION,	/* it raised an exception and did not retire */
	TEA_TRAP_INTERRUPT,	/* an interrupt was taken in its place: not executed */
};

struct tea_op {
	struct tea_insn insn;
	uint64_t pc;
	uint64_t next_pc;	/* of the operation that follows in program order */
	uint64_t addr;		/* virtual address accessed, prefetched or zeroed (cbo.zero) */
	uint8_t privilege;	/* TEA_PRIV_* it ran in; the low two bits count */
	uint8_t trap;		/* enum tea_trap */
	bool has_addr;		/* addr is valid (false if it faulted before the access) */
	uint32_t site;		/* number of the static instruction at pc, dense, stable; 0: none */
};

#endif /* TEA_OP_H */
