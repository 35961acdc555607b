// SPDX-License-Identifier: GPL-2.0-or-later
/* vcracker.c - micro-operations of a vector operation: see vcracker.h */
#include "vcracker.h"

#include "time/cycles.h"

enum operand { VD, VS1, VS2, OPERANDS };

/* The register groups of an operation, by its vtype. */
struct groups {
	const struct tea_vector_op *vector;
	uint8_t first[OPERANDS];	/* register */
	unsigned int registers[OPERANDS]; /* of the operand, of a segment in each field; 0: none */
	unsigned int fields;		/* that each have micro-operations, 1.. */
	unsigned int blocks;		/* micro-operations in each field */
	unsigned int elements;		/* of a block */
	unsigned int element_bits;	/* of the widest operand, in a mask 1; 0: an element in all */
};

static unsigned int min_uint(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/* @value times 2 to the power of @log2, at least 1. */
static unsigned int scale(unsigned int value, int log2)
{
	unsigned int scaled = log2 < 0 ? value >> -log2 : value << log2;

	return scaled ? scaled : 1;
}

static bool is_whole(const struct tea_vector_op *vector)
{
	return vector->insn.mode == TEA_VMODE_WHOLE;
}

/* vl limits neither whole registers nor moves of element 0 to a scalar. */
static bool needs_vl(const struct tea_vector_op *vector)
{
	return !is_whole(vector) && vector->insn.shape[VS2] != TEA_SHAPE_ELEMENT;
}

static bool is_memory(const struct tea_op *op)
{
	return op->insn.class == TEA_CLASS_V_LOAD || op->insn.class == TEA_CLASS_V_STORE;
}

static bool is_reduction(const struct tea_op *op)
{
	return op->insn.class == TEA_CLASS_V_REDUCE || op->insn.class == TEA_CLASS_V_FP_REDUCE;
}

/* Its elements come from other places: any of the group. */
static bool moves_elements(const struct tea_op *op)
{
	return op->insn.class == TEA_CLASS_V_PERMUTE && !is_whole(op->vector);
}

/* vcompress: its mask decides what is written, and how much. */
static bool is_compress(const struct tea_vector_insn *insn)
{
	return insn->flags & TEA_VECTOR_GATHER && insn->shape[VS1] == TEA_SHAPE_ONE;
}

static unsigned int count_registers(const struct tea_vector_op *vector, int8_t shape)
{
	int emul = tea_vector_emul_log2(vector, shape);

	return scale(1, emul > 3 ? 3 : emul);
}

/* log2 of the bytes of an element of an operand of @shape. */
static unsigned int find_width(const struct tea_vector_op *vector, int8_t shape)
{
	int width = vector->sew_log2;

	if (shape == TEA_SHAPE_EEW || shape == TEA_SHAPE_WHOLE)
		width = vector->insn.eew_log2;
	else if (shape != TEA_SHAPE_ONE && shape != TEA_SHAPE_ELEMENT)
		width += shape;
	return width < 0 ? 0 : min_uint((unsigned int)width, 3);
}

/* Bits that an element of an operand of @shape adds to the work. */
static unsigned int find_bits(const struct tea_vector_op *vector, int8_t shape)
{
	switch (shape) {
	case TEA_SHAPE_ONE:
		return 1;
	case TEA_SHAPE_ELEMENT:
		return 0;
	default:
		return 8U << find_width(vector, shape);
	}
}

unsigned int tea_vcracker_body_end(const struct tea_cracker *cracker, const struct tea_op *op)
{
	const struct tea_vector_insn *insn = &op->vector->insn;

	if (is_whole(op->vector) && !is_memory(op))
		return (cracker->vlen_bytes >> insn->eew_log2) * insn->fields;
	if (insn->mode == TEA_VMODE_MASK)
		return (op->vector->vl + 7U) / 8;
	return op->vector->vl;
}

static void find_groups(const struct tea_cracker *cracker, const struct tea_op *op,
			struct groups *groups)
{
	const struct tea_vector_op *vector = op->vector;
	const struct tea_vector_insn *insn = &vector->insn;
	const uint8_t first[OPERANDS] = { insn->vd, insn->vs1, insn->vs2 };
	unsigned int elements = scale(cracker->vlen_bytes >> vector->sew_log2, vector->lmul_log2);

	*groups = (struct groups){ .vector = vector, .fields = 1, .blocks = 1 };
	for (unsigned int i = 0; i < OPERANDS; i++) {
		groups->first[i] = first[i];
		if (first[i] == TEA_REG_NONE)
			continue;
		groups->registers[i] = count_registers(vector, insn->shape[i]);
		if (groups->registers[i] > groups->blocks)
			groups->blocks = groups->registers[i];
		if (find_bits(vector, insn->shape[i]) > groups->element_bits)
			groups->element_bits = find_bits(vector, insn->shape[i]);
	}
	if (is_memory(op) && !is_whole(vector) && insn->fields > 1) {
		groups->blocks = groups->registers[VD];
		groups->fields = min_uint(insn->fields, TEA_VECTOR_UOPS_MAX / groups->blocks);
	}
	if (is_whole(vector))
		elements = (cracker->vlen_bytes >> insn->eew_log2) * insn->fields;
	if (insn->mode == TEA_VMODE_MASK)
		elements = cracker->vlen_bytes;
	groups->elements = (elements + groups->blocks - 1) / groups->blocks;
}

/* Of @count registers from @first on, those of block @block of @blocks. */
static uint32_t find_share(uint8_t first, unsigned int count, unsigned int block,
			   unsigned int blocks)
{
	unsigned int begin = block * count / blocks, end = (block + 1) * count / blocks;
	uint32_t set = 0;

	for (unsigned int i = begin; i < (end > begin ? end : begin + 1); i++)
		set |= 1U << (first + i) % TEA_REGS_FILE;
	return set;
}

static uint32_t find_group(const struct groups *groups, enum operand operand)
{
	return groups->registers[operand] ?
	       find_share(groups->first[operand], groups->registers[operand], 0, 1) : 0;
}

/* Nothing is written then, neither a tail nor a mask. */
static bool has_no_body(const struct tea_cracker *cracker, const struct tea_op *op)
{
	/* after an exception vl is the element, and does not decide that */
	return op->trap == TEA_TRAP_NONE &&
	       op->vector->vstart >= tea_vcracker_body_end(cracker, op);
}

/* Whether some of the old contents of register @number of vd's group stay. */
static bool keeps_old(const struct tea_cracker *cracker, const struct tea_op *op,
		      unsigned int number)
{
	const struct tea_vector_op *vector = op->vector;
	const struct tea_vector_insn *insn = &vector->insn;
	unsigned int held = cracker->vlen_bytes >> find_width(vector, insn->shape[VD]);

	if (insn->flags & TEA_VECTOR_READS_VD)
		return true;
	if (insn->flags & TEA_VECTOR_MASKED && !vector->vma)
		return true;
	if (vector->vstart > number * held || has_no_body(cracker, op))
		return true;
	if (is_whole(vector) || insn->mode == TEA_VMODE_MASK || insn->flags & TEA_VECTOR_TO_MASK)
		return false;
	/* one element; as many as the mask lets vcompress take */
	if (insn->shape[VD] == TEA_SHAPE_ELEMENT || is_compress(insn))
		return !vector->vta;
	return !vector->vta && vector->vl < (number + 1) * held;
}

/* vs1 and vs2 of @block, and v0. */
static void find_sources(const struct tea_op *op, const struct groups *groups, unsigned int block,
			 struct tea_uop *uop)
{
	const struct tea_vector_insn *insn = &op->vector->insn;

	for (enum operand i = VS1; i <= VS2; i++) {
		uint32_t share;

		if (!groups->registers[i] || (i == VS1 && is_reduction(op) && block))
			continue;
		share = find_share(groups->first[i], groups->registers[i], block, groups->blocks);
		if (i == VS2 && moves_elements(op))
			share = find_group(groups, VS2);
		uop->reads |= share;
		/* addresses, scalars, masks and elements from other places: at the beginning */
		if (is_memory(op) || insn->shape[i] == TEA_SHAPE_ONE ||
		    insn->shape[i] == TEA_SHAPE_ELEMENT || (i == VS2 && moves_elements(op)))
			uop->whole |= share;
	}
	if (insn->flags & (TEA_VECTOR_MASKED | TEA_VECTOR_READS_V0)) {
		uop->reads |= 1;
		uop->whole |= 1;
	}
}

/* The registers that it makes: all fields of a segment share each access. */
static void find_destination(const struct tea_cracker *cracker, const struct tea_op *op,
			     const struct groups *groups, unsigned int block, unsigned int field,
			     struct tea_uop *uop)
{
	const unsigned int count = groups->registers[VD];
	const unsigned int number = count ? block * count / groups->blocks : 0;
	const bool last = block + 1 == groups->blocks;
	uint32_t all = 0;

	if (!count)
		return;
	for (unsigned int i = 0; i < groups->fields; i++)
		all |= find_share((uint8_t)(groups->first[VD] + i * count), count, block,
				  groups->blocks);
	uop->insn.dst = TEA_REG_NONE;
	if (op->insn.class == TEA_CLASS_V_STORE) {
		uop->data = all;
		return;
	}
	uop->insn.dst = (uint8_t)TEA_REG_V((groups->first[VD] + field * count + number) %
					   TEA_REGS_FILE);
	uop->writes = is_reduction(op) && !last ? 0 : all;
	uop->renames = is_reduction(op) ? last : !block ||
		       (block - 1) * count / groups->blocks != number;
	if (keeps_old(cracker, op, number) && (!is_reduction(op) || last))
		uop->reads |= 1U << (uop->insn.dst - TEA_REG_V(0));
}

static unsigned int count_active(const struct tea_vector_op *vector, unsigned int begin,
				 unsigned int end)
{
	unsigned int count = 0;

	if (begin < end && !(vector->insn.flags & TEA_VECTOR_MASKED))
		return end - begin;
	for (unsigned int i = begin; i < end; i++)
		count += tea_vector_active(vector, i);
	return count;
}

/* How long its elements from @begin to @end, all of the body, keep a unit busy. */
static void find_work(const struct tea_cracker *cracker, const struct tea_op *op,
		      const struct groups *groups, unsigned int begin, unsigned int end,
		      struct tea_uop *uop)
{
	const uint32_t dlen = cracker->dlen_bytes < cracker->vlen_bytes ? cracker->dlen_bytes :
			      cracker->vlen_bytes;
	const unsigned int bits = end > begin ? (end - begin) * groups->element_bits : 0;

	uop->parts = bits ? (uint32_t)divide_up(bits, 8 * cracker->dlen_bytes) : 1;
	if (tea_class_flops(op->insn.class)) {
		uop->element_log2 = (uint8_t)log2_exact(groups->element_bits / 8);
		uop->lanes = count_active(op->vector, begin, end) << uop->element_log2;
	}
	if (moves_elements(op) && op->vector->insn.flags & TEA_VECTOR_GATHER)
		uop->parts *= groups->registers[VS2];
	if (!is_reduction(op))
		return;
	uop->follows = uop != cracker->uops;
	if (op->vector->insn.flags & TEA_VECTOR_ORDERED) {
		uop->serial = count_active(op->vector, begin, end);
		uop->serial = uop->serial ? uop->serial : 1;
		return;
	}
	uop->steps = uop->parts;
	if (uop == &cracker->uops[cracker->count - 1])
		uop->steps += log2_exact(dlen) - op->vector->sew_log2;
}

static void crack_uop(struct tea_cracker *cracker, const struct tea_op *op,
		      const struct groups *groups, unsigned int number)
{
	const unsigned int fields = groups->fields, all = groups->elements;
	const unsigned int block = number / fields, field = number % fields;
	const unsigned int body_end = tea_vcracker_body_end(cracker, op);
	struct tea_uop *uop = &cracker->uops[number];

	*uop = (struct tea_uop){
		.pc = op->pc, .insn = op->insn, .reads_vl = needs_vl(op->vector),
		/* each of them may shorten it */
		.writes_vl = op->vector->insn.flags & TEA_VECTOR_FAULT_FIRST,
		.begin = block * all + field * all / fields,
		.end = block * all + (field + 1) * all / fields,
	};
	find_sources(op, groups, block, uop);
	find_destination(cracker, op, groups, block, field, uop);
	find_work(cracker, op, groups,
		  uop->begin > op->vector->vstart ? uop->begin : op->vector->vstart,
		  min_uint(uop->end, body_end), uop);
}

void tea_vcracker_crack(struct tea_cracker *cracker, const struct tea_op *op)
{
	struct groups groups;

	if (op->insn.class == TEA_CLASS_VSET) {
		cracker->uops[0].parts = 1;
		cracker->uops[0].writes_vl = true;
		cracker->uops[0].renames = true;
		return;
	}
	find_groups(cracker, op, &groups);
	cracker->count = groups.blocks * groups.fields;
	for (unsigned int i = 0; i < cracker->count; i++)
		crack_uop(cracker, op, &groups, i);
	if (!groups.registers[VD])
		cracker->uops[cracker->count - 1].renames = true;
}
