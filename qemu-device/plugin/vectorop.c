// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vectorop.c - executions of vector instructions: see vectorop.h
 */
#include <string.h>

#include "vectorop.h"

/* vtype, section 3.4 of the specification. */
#define VTYPE_VTA	(1U << 6)
#define VTYPE_VMA	(1U << 7)
#define VTYPE_VILL	(1ULL << 63)

void vectorop_configure(struct vectorop *vector, uint64_t vl, uint64_t vtype, uint64_t vstart)
{
	struct tea_vector_op *op = &vector->op;

	/* three bits with a sign */
	op->lmul_log2 = (int8_t)(((vtype & 7) ^ 4) - 4);
	op->sew_log2 = vtype >> 3 & 3;
	op->vta = vtype & VTYPE_VTA;
	op->vma = vtype & VTYPE_VMA;
	op->vill = vtype & VTYPE_VILL;
	vector->vl = (uint16_t)vl;
	vector->vstart = (uint16_t)vstart;
}

void vectorop_begin(struct vectorop *vector, const struct tea_vector_insn *insn)
{
	vector->op.insn = *insn;
	vector->op.vl = vector->vl;
	vector->op.vstart = vector->vstart;
	vector->op.stride = 0;
	vector->op.element_addrs = vector->element_addrs;
	vector->op.element_count = 0;
	vector->vstart = 0;
}

void vectorop_mask(struct vectorop *vector, const uint8_t *bytes, size_t size)
{
	size_t most = sizeof(vector->op.mask);

	memcpy(vector->op.mask, bytes, size < most ? size : most);
}

void vectorop_whole(struct vectorop *vector, unsigned int vlen_bytes)
{
	struct tea_vector_op *op = &vector->op;

	op->vl = (uint16_t)(op->insn.fields * vlen_bytes >> op->insn.eew_log2);
}

void vectorop_element(struct vectorop *vector, uint64_t addr)
{
	if (vector->op.element_count < VECTOROP_ELEMENTS)
		vector->element_addrs[vector->op.element_count++] = addr;
}

void vectorop_set_vl(struct vectorop *vector, uint64_t vl)
{
	vector->vl = (uint16_t)vl;
	vector->op.vl = (uint16_t)vl;
}

void vectorop_trap(struct vectorop *vector, uint64_t vstart)
{
	struct tea_vector_op *op = &vector->op;

	/* counts bytes of a mask, and vl its bits */
	if (op->insn.mode == TEA_VMODE_MASK)
		vstart *= 8;
	if (vstart < op->vl)
		op->vl = (uint16_t)vstart;
}

bool vectorop_accesses(const struct vectorop *vector)
{
	const struct tea_vector_op *op = &vector->op;

	if (op->insn.mode == TEA_VMODE_INDEXED)
		return op->element_count;
	if (op->insn.mode == TEA_VMODE_MASK)
		return op->vstart * 8 < op->vl;
	if (!(op->insn.flags & TEA_VECTOR_MASKED))
		return op->vstart < op->vl;
	for (unsigned int i = op->vstart; i < op->vl; i++) {
		if (op->mask[i / 64] >> i % 64 & 1)
			return true;
	}
	return false;
}
