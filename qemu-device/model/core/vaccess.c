// SPDX-License-Identifier: GPL-2.0-or-later
/* vaccess.c - the accesses to memory of a vector's micro-operation: see vaccess.h */
#include "vaccess.h"

#include "vcracker.h"

/* @count bits from @first on, both within a line. */
static uint64_t make_bits(uint64_t first, uint64_t count)
{
	return (count < TEA_LINE_BYTES ? (UINT64_C(1) << count) - 1 : UINT64_MAX) << first;
}

/*
 * Add @bytes at @addr, cut at blocks of @block_bytes; to the last access, as far as that is to
 * the same block, if @joined.
 */
static void add(struct tea_vaccesses *accesses, uint64_t addr, uint64_t bytes,
		uint64_t block_bytes, bool joined)
{
	while (bytes) {
		uint64_t left = block_bytes - addr % block_bytes;
		uint64_t part = bytes < left ? bytes : left;
		uint64_t bits = make_bits(addr % TEA_LINE_BYTES, part);
		struct tea_vaccess *last = accesses->count ? &accesses->list[accesses->count - 1] :
					   NULL;

		if (joined && last && last->addr / block_bytes == addr / block_bytes)
			last->bytes |= bits;
		else if (accesses->count < TEA_VACCESSES_MAX)
			accesses->list[accesses->count++] = (struct tea_vaccess){
				.addr = addr, .bytes = bits,
			};
		addr += part;
		bytes -= part;
	}
}

/* One behind the other, with one field. */
static void list_unit(struct tea_vaccesses *accesses, const struct tea_op *op, unsigned int begin,
		      unsigned int end)
{
	const struct tea_vector_op *vector = op->vector;
	const unsigned int log2 = vector->insn.eew_log2;

	if (!(vector->insn.flags & TEA_VECTOR_MASKED)) {
		add(accesses, op->addr + ((uint64_t)begin << log2), (uint64_t)(end - begin) << log2,
		    accesses->block_bytes, true);
		return;
	}
	for (unsigned int i = begin; i < end; i++) {
		if (tea_vector_active(vector, i))
			add(accesses, op->addr + ((uint64_t)i << log2), UINT64_C(1) << log2,
			    accesses->block_bytes, true);
	}
}

/* Address of element @i's segment. Returns false if it is not known. */
static bool find_segment(struct tea_vaccesses *accesses, const struct tea_op *op, unsigned int i,
			 uint64_t bytes, uint64_t *addr)
{
	const struct tea_vector_op *vector = op->vector;

	if (vector->insn.mode == TEA_VMODE_INDEXED) {
		if (accesses->indices >= vector->element_count)
			return false;
		*addr = vector->element_addrs[accesses->indices];
		accesses->indices += vector->insn.fields;
	} else if (vector->insn.mode == TEA_VMODE_STRIDED) {
		*addr = op->addr + (uint64_t)vector->stride * i;
	} else {
		*addr = op->addr + bytes * i;
	}
	return true;
}

void tea_vaccesses_list(struct tea_vaccesses *accesses, const struct tea_op *op,
			unsigned int begin, unsigned int end)
{
	const struct tea_vector_op *vector = op->vector;
	const struct tea_vector_insn *insn = &vector->insn;
	const bool indexed = insn->mode == TEA_VMODE_INDEXED;
	const bool unit = insn->mode == TEA_VMODE_UNIT && insn->fields <= 1;
	const uint64_t bytes = (uint64_t)insn->fields <<
			       (indexed ? vector->sew_log2 : insn->eew_log2);
	uint64_t addr;

	accesses->count = 0;
	if (begin >= end || (!indexed && !op->has_addr))
		return;
	if (unit || insn->mode == TEA_VMODE_WHOLE || insn->mode == TEA_VMODE_MASK) {
		list_unit(accesses, op, begin, end);
		return;
	}
	for (unsigned int i = begin; i < end; i++) {
		if (tea_vector_active(vector, i) && find_segment(accesses, op, i, bytes, &addr))
			add(accesses, addr, bytes, TEA_LINE_BYTES, false);
	}
}
