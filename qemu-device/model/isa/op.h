/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * op.h - RV64GCV instructions, and their executions
 *
 * A library of its own, libteaisa: the model takes its operations, and `tea` prints with it.
 *
 * struct tea_insn is the static part, decoded once per translated instruction: class, operands,
 * access size. struct tea_op is one execution: where it ran, where control went next, which address
 * it accessed, whether it trapped. Registers are numbered 0..31 (integer), 32..63 (floating point),
 * 64..95 (vector) and 96 (vl); x0 and absent operands are TEA_REG_NONE.
 *
 * For a vector instruction struct tea_insn has the fields that readers of scalar ones need: the
 * register written (the first of a group), base address, scalar operand or vl wanted in src[0],
 * stride or type wanted in src[1]. vector.h has the rest: vector registers read, the size of each
 * group, masks, and how memory is accessed.
 */
#ifndef TEA_OP_H
#define TEA_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "classes.h"

#define TEA_REGS_FILE	32	/* in each register file */
#define TEA_REG_FP(n)	(TEA_REGS_FILE + (n))
#define TEA_REG_V(n)	(2 * TEA_REGS_FILE + (n))
#define TEA_REG_VL	96	/* VSET and fault-only-first loads write it, vectors read it */
#define TEA_REGS	97
#define TEA_REG_NONE	255

enum tea_class {
#define TEA_X(id, ...) TEA_CLASS_##id,
	TEA_CLASSES(TEA_X)
#undef TEA_X
	TEA_CLASSES_COUNT
};

/* It does its work by element: VSET does not. */
static inline bool tea_class_is_vector(uint8_t class)
{
	return class > TEA_CLASS_VSET && class < TEA_CLASSES_COUNT;
}

/* How many floating-point operations an instruction of the class does, a vector one by element. */
static inline unsigned int tea_class_flops(uint8_t class)
{
	switch (class) {
#define TEA_X(id, name, extension, queue, single, flags, result, latency, cause, component, flops, ...) \
	case TEA_CLASS_##id: \
		return flops;
	TEA_CLASSES(TEA_X)
#undef TEA_X
	default:
		return 0;
	}
}

/* tea_insn.flags: hints of the return-address stack, as the ISA manual gives them. */
#define TEA_INSN_CALL	0x01	/* pushes: jal/jalr with rd = x1 or x5 */
#define TEA_INSN_RETURN	0x02	/* pops: jalr with rs1 = x1 or x5, rd another */
#define TEA_INSN_ACQUIRE 0x04	/* .aq of an atomic */
#define TEA_INSN_RELEASE 0x08	/* .rl of an atomic */
#define TEA_INSN_SINGLE	0x10	/* single precision, or integer arithmetic on 32 bits */
#define TEA_INSN_VTYPE	0x20	/* vsetvl: the type comes from a register, src[1] */

struct tea_insn {
	uint8_t class;		/* enum tea_class */
	uint8_t length_bytes;	/* 2 or 4 */
	uint8_t dst;		/* register written, or TEA_REG_NONE */
	uint8_t src[3];		/* registers read; of a store, src[1] is the data, of an
				 * access, src[0] is the base */
	uint8_t access_bytes;	/* 0, 1, 2, 4 or 8; of vectors 0 */
	uint8_t flags;
};

/* Bytes of the instruction that begins with the byte or half-word @low. */
static inline uint8_t tea_insn_length(uint32_t low)
{
	return (low & 3) == 3 ? 4 : 2;
}

/* Its bits, from code of which @size bytes are there. Returns false if it is not whole. */
static inline bool tea_insn_fetch(const uint8_t *code, size_t size, uint32_t *bits)
{
	unsigned int length = size ? tea_insn_length(code[0]) : 1;

	*bits = 0;
	for (unsigned int i = 0; i < length && length <= size; i++)
		*bits |= (uint32_t)code[i] << 8 * i;
	return length <= size;
}

/* Decode the instruction in @bits (the low half alone if it is compressed). */
void tea_insn_decode(struct tea_insn *insn, uint32_t bits);
/* How far a branch or a direct jump leads, in bytes from where it stands; 0: neither. */
int32_t tea_insn_offset(uint32_t bits);

/* A store whose data come from a floating-point register. */
static inline bool tea_insn_stores_fp(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_STORE && insn->src[1] >= TEA_REG_FP(0) &&
	       insn->src[1] < TEA_REG_V(0);
}

/* How an operation ended. */
enum tea_trap {
	TEA_TRAP_NONE,
	TEA_TRAP_EXCEPTION,	/* it raised an exception and did not retire */
	TEA_TRAP_INTERRUPT,	/* an interrupt was taken in its place: not executed */
};

struct tea_vector_op;

struct tea_op {
	struct tea_insn insn;
	uint64_t pc;
	uint64_t next_pc;	/* of the operation that follows in program order */
	uint64_t addr;		/* virtual address accessed, prefetched or zeroed (cbo.zero), base
				 * of a vector's access */
	uint8_t privilege;	/* TEA_PRIV_* it ran in; the low two bits count */
	uint8_t trap;		/* enum tea_trap */
	bool has_addr;		/* addr is valid (false if it faulted before the access) */
	uint8_t steps;		/* of an integer divide, see divide.h; 0: not known */
	uint32_t site;		/* number of the static instruction at pc, dense, stable; 0: none */
	const struct tea_vector_op *vector; /* see vector.h; NULL: not a vector's. Valid until the
					     * step returns */
};

#endif /* TEA_OP_H */
