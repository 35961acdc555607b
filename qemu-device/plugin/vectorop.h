/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectorop.h - executions of vector instructions, from registers as QEMU shows them
 *
 *   configure   vl, vtype and vstart, in force until they change
 *   begin       an instruction, then its mask, stride and element addresses, as it has them
 *   set_vl, trap   its outcome
 *
 * QEMU can report each element that an instruction accesses, but then takes the slow way to
 * memory. So only indexed accesses use that; the addresses of others follow from registers.
 * Independent of QEMU.
 */
#ifndef TEA_VECTOROP_H
#define TEA_VECTOROP_H

#include "isa/vector.h"

/* Accesses of one instruction at most: elements of 8 bits, in a group of 8 registers. */
#define VECTOROP_ELEMENTS	TEA_VLEN_MAX

struct vectorop {
	struct tea_vector_op op;	/* as the model takes it */
	uint16_t vl, vstart;		/* in force */
	uint64_t element_addrs[VECTOROP_ELEMENTS];
};

/* The CSRs have changed, or may have. */
void vectorop_configure(struct vectorop *vector, uint64_t vl, uint64_t vtype, uint64_t vstart);

/* An instruction begins. The one before it ended with vstart at 0. */
void vectorop_begin(struct vectorop *vector, const struct tea_vector_insn *insn);

/* v0, where that masks it. */
void vectorop_mask(struct vectorop *vector, const uint8_t *bytes, size_t size);

/* It accesses whole registers of @vlen_bytes: as many elements as they have. */
void vectorop_whole(struct vectorop *vector, unsigned int vlen_bytes);

/* It accesses an element at @addr. */
void vectorop_element(struct vectorop *vector, uint64_t addr);

/* It has set vl, and accessed no more. */
void vectorop_set_vl(struct vectorop *vector, uint64_t vl);

/* An access of the element of @vstart raised an exception. */
void vectorop_trap(struct vectorop *vector, uint64_t vstart);

/* Whether it accesses memory, as a load or store. */
bool vectorop_accesses(const struct vectorop *vector);

#endif /* TEA_VECTOROP_H */
