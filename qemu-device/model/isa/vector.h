/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vector.h - vector instructions (RVV 1.0), and their executions
 *
 * struct tea_vector_insn is the static part that struct tea_insn lacks: registers, shapes, how
 * memory is accessed. struct tea_vector_op is one execution: length, type, mask. Terms are the
 * specification's: SEW, LMUL, EEW and EMUL (width and group of one operand), VLMAX, body (elements
 * vstart..vl-1), tail (those behind), active (body, and not masked off).
 *
 * The number of an operand's registers depends on vtype, which is known only at execution; so the
 * instruction has a shape for each of its operands, from which vtype makes an EMUL. vtype and
 * registers are not checked: the emulator raises the exception.
 */
#ifndef TEA_VECTOR_H
#define TEA_VECTOR_H

#include "op.h"

/* Bits of a vector register: 64 to so many, a power of two. */
#define TEA_VLEN_MAX		1024
/* A bit for each element that there can be: of 8 bits, in a group of 8 registers. */
#define TEA_VECTOR_MASK_WORDS	(TEA_VLEN_MAX / 64)

/* tea_vector_insn.flags */
#define TEA_VECTOR_MASKED	0x01	/* elements whose bit in v0 is clear are not active */
#define TEA_VECTOR_READS_V0	0x02	/* v0 is an operand, and masks nothing: vmerge, vadc, .. */
#define TEA_VECTOR_READS_VD	0x04	/* vd is an operand: vmacc, vslideup, .. */
#define TEA_VECTOR_TO_MASK	0x08	/* vd becomes a mask, whose tail is always agnostic */
#define TEA_VECTOR_ORDERED	0x10	/* a sum in the order of the elements: vfredosum, .. */
#define TEA_VECTOR_GATHER	0x20	/* any element to any place: vrgather.vv, vcompress. The
					 * elements that vcompress does not write are tail */
#define TEA_VECTOR_FAULT_FIRST	0x40	/* traps for element 0 only, else shortens vl */
#define TEA_VECTOR_INDEX_ORDERED 0x80	/* vloxei, vsoxei */

/* tea_vector_insn.mode: the memory access of V_LOAD and V_STORE. */
enum tea_vmode {
	TEA_VMODE_NONE,		/* no memory */
	TEA_VMODE_UNIT,		/* elements, or segments, one behind the other */
	TEA_VMODE_STRIDED,	/* a number of bytes apart */
	TEA_VMODE_INDEXED,	/* at offsets from a vector register */
	TEA_VMODE_WHOLE,	/* whole registers, whatever vl and vtype are; of vmv<nr>r, too */
	TEA_VMODE_MASK,		/* ceil(vl / 8) bytes: vlm, vsm */
};

/* tea_vector_insn.shape: log2 of EMUL / LMUL (-3..1), or one of these. */
#define TEA_SHAPE_ONE	64	/* a mask: one register, whatever LMUL is */
#define TEA_SHAPE_EEW	65	/* EMUL = EEW / SEW * LMUL, with the EEW of eew_log2 */
#define TEA_SHAPE_WHOLE	66	/* as many registers as `fields` says */
#define TEA_SHAPE_ELEMENT 67	/* element 0 of one register: a scalar, whatever LMUL is */

/* Decoded once; all zeros for other instructions. */
struct tea_vector_insn {
	uint8_t vd, vs1, vs2;	/* first register of the group, 0..31; TEA_REG_NONE: no such
				 * operand. vd of a store is the data, which it reads */
	uint8_t mode;		/* enum tea_vmode */
	uint8_t fields;		/* of a segment (1..8), each a group of its own, one behind the
				 * other; registers of a WHOLE (1, 2, 4, 8); else 1 */
	uint8_t eew_log2;	/* log2 of the bytes of an element in memory (UNIT, STRIDED, WHOLE,
				 * MASK) or of an index (INDEXED, vrgatherei16) */
	int8_t shape[3];	/* of vd, vs1, vs2 */
	uint8_t flags;
};

/*
 * One execution. The body is the part that was done: vl is the old one; a fault-only-first load
 * has its new one, an access of whole registers all of their elements, and an access that raised
 * an exception has the element that did.
 */
struct tea_vector_op {
	struct tea_vector_insn insn;
	uint16_t vl, vstart;	/* elements; vstart of a MASK in bytes */
	uint8_t sew_log2;	/* of bytes: 0..3 */
	int8_t lmul_log2;	/* -3..3 */
	bool vta, vma, vill;
	uint64_t mask[TEA_VECTOR_MASK_WORDS]; /* v0 where MASKED, element 0 in the lowest bit */
	int64_t stride;		/* STRIDED: bytes */
	const uint64_t *element_addrs; /* INDEXED: virtual addresses in the order of the accesses:
					* of active elements, of each all fields */
	uint32_t element_count;	/* of element_addrs */
};

/* Decode the vector instruction in @bits. */
void tea_vector_decode(struct tea_vector_insn *insn, uint32_t bits);

/*
 * For tea_insn_decode(): fills in @insn for a vector instruction, its class included. Returns
 * false, and leaves @insn alone, for other instructions.
 */
bool tea_vector_describe(struct tea_insn *insn, uint32_t bits);

/*
 * log2 of the EMUL of an operand of @shape, one of the operation's; of each field, for a segment.
 * -3..3; only instructions that raise an exception exceed that.
 */
static inline int tea_vector_emul_log2(const struct tea_vector_op *op, int8_t shape)
{
	switch (shape) {
	case TEA_SHAPE_ONE:
	case TEA_SHAPE_ELEMENT:
		return 0;
	case TEA_SHAPE_EEW:
		return op->insn.eew_log2 - op->sew_log2 + op->lmul_log2;
	case TEA_SHAPE_WHOLE:
		return __builtin_ctz(op->insn.fields);
	default:
		return op->lmul_log2 + shape;
	}
}

#endif /* TEA_VECTOR_H */
