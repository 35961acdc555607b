// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * random_vector.c - vector operations in a random program: see random_vector.h
 */
#include <stdbool.h>

#include "random_vector.h"

static uint32_t emul(const struct tea_vector_op *vector, unsigned int operand)
{
	int log2 = tea_vector_emul_log2(vector, vector->insn.shape[operand]);

	return log2 > 0 ? 1U << log2 : 1;
}

static void random_mask(struct random_source *source, struct tea_vector_op *vector)
{
	vector->insn.flags |= TEA_VECTOR_MASKED;
	for (unsigned int i = 0; i < TEA_VECTOR_MASK_WORDS; i++)
		vector->mask[i] = (uint64_t)random_below(source, UINT32_MAX) << 32 |
				  random_below(source, UINT32_MAX);
}

/* A register that a group of @registers can begin with. */
static uint8_t random_group(struct random_source *source, uint32_t registers)
{
	return (uint8_t)(random_below(source, 32) / registers * registers);
}

/* Whole registers, or a mask. */
static void random_registers(struct random_source *source, const struct tea_params *params,
			     const struct tea_op *op, struct tea_vector_op *vector)
{
	struct tea_vector_insn *insn = &vector->insn;

	insn->flags = 0;
	if (insn->mode == TEA_VMODE_MASK) {
		insn->shape[0] = TEA_SHAPE_ONE;
		insn->eew_log2 = 0;
		insn->flags = op->insn.class == TEA_CLASS_V_LOAD ? TEA_VECTOR_TO_MASK : 0;
		vector->vstart /= 8;
		return;
	}
	insn->shape[0] = TEA_SHAPE_WHOLE;
	insn->fields = (uint8_t)(1 << random_below(source, 4));
	vector->vl = (uint16_t)(insn->fields * (params->vlen / 8) >> insn->eew_log2);
	vector->vstart = 0;
}

/* Elements, or segments, of which data or indices have another width than SEW. */
static void random_elements(struct random_source *source, const struct tea_op *op,
			    struct tea_vector_op *vector, const uint64_t *addresses)
{
	struct tea_vector_insn *insn = &vector->insn;
	const bool indexed = insn->mode == TEA_VMODE_INDEXED;

	insn->shape[0] = indexed ? 0 : TEA_SHAPE_EEW;
	insn->fields = (uint8_t)(random_below(source, 3) ? 1 :
				 1 + random_below(source, 8 / emul(vector, 0)));
	vector->stride = (int64_t)random_below(source, 400) - 200;
	if (indexed) {
		insn->shape[2] = TEA_SHAPE_EEW;
		insn->vs2 = random_group(source, emul(vector, 2));
		vector->element_addrs = addresses;
		vector->element_count = RANDOM_ADDRESSES;
	} else if (!random_below(source, 8)) {
		insn->flags |= op->insn.class == TEA_CLASS_V_LOAD ? TEA_VECTOR_FAULT_FIRST : 0;
	}
}

static void random_memory(struct random_source *source, const struct tea_params *params,
			  struct tea_op *op, struct tea_vector_op *vector,
			  const uint64_t *addresses)
{
	struct tea_vector_insn *insn = &vector->insn;
	int log2;

	insn->mode = (uint8_t)(TEA_VMODE_UNIT + random_below(source, 5));
	insn->eew_log2 = (uint8_t)random_below(source, 4);
	log2 = tea_vector_emul_log2(vector, TEA_SHAPE_EEW);
	if (log2 < -3 || log2 > 3)
		insn->eew_log2 = vector->sew_log2;
	insn->vs1 = insn->vs2 = TEA_REG_NONE;
	if (insn->mode == TEA_VMODE_WHOLE || insn->mode == TEA_VMODE_MASK)
		random_registers(source, params, op, vector);
	else
		random_elements(source, op, vector, addresses);
	insn->vd = random_group(source, emul(vector, 0));
	op->has_addr = true;
	op->addr = 0x100000 + random_below(source, 4096);
}

static void random_arithmetic(struct random_source *source, const struct tea_op *op,
			      struct tea_vector_op *vector)
{
	struct tea_vector_insn *insn = &vector->insn;
	bool reduction = op->insn.class == TEA_CLASS_V_REDUCE ||
			 op->insn.class == TEA_CLASS_V_FP_REDUCE;
	bool scalar = op->insn.class == TEA_CLASS_V_TO_INT || op->insn.class == TEA_CLASS_V_TO_FP;

	if (reduction) {
		insn->shape[0] = insn->shape[1] = TEA_SHAPE_ELEMENT;
		/* of floating-point numbers */
		if (op->insn.class == TEA_CLASS_V_FP_REDUCE && vector->sew_log2 >= 2)
			insn->flags |= random_below(source, 2) ? TEA_VECTOR_ORDERED : 0;
	} else if (scalar) {
		insn->shape[2] = random_below(source, 2) ? TEA_SHAPE_ONE : TEA_SHAPE_ELEMENT;
	} else if (random_below(source, 6) == 0) {
		insn->shape[0] = TEA_SHAPE_ONE;
		insn->flags |= TEA_VECTOR_TO_MASK;
	} else if (random_below(source, 6) == 0 && vector->lmul_log2 < 3 && vector->sew_log2 < 3) {
		insn->shape[0] = 1;
	}
	if (random_below(source, 4) == 0)
		insn->flags |= TEA_VECTOR_READS_VD;
	if (op->insn.class == TEA_CLASS_V_PERMUTE && random_below(source, 2))
		insn->flags |= TEA_VECTOR_GATHER;
	insn->vd = scalar ? TEA_REG_NONE : random_group(source, emul(vector, 0));
	insn->vs1 = scalar || random_below(source, 4) == 0 ? TEA_REG_NONE :
		    random_group(source, emul(vector, 1));
	insn->vs2 = random_group(source, emul(vector, 2));
}

/* In place of @op. */
static void random_vector(struct random_source *source, const struct tea_params *params,
			  struct tea_op *op, struct tea_vector_op *vector,
			  const uint64_t *addresses)
{
	uint8_t class = (uint8_t)(TEA_CLASS_VSET +
				  random_below(source, TEA_CLASSES_COUNT - TEA_CLASS_VSET));
	uint32_t elements;

	*vector = (struct tea_vector_op){
		.insn.fields = 1, .sew_log2 = (uint8_t)random_below(source, 4),
		.vta = random_below(source, 2), .vma = random_below(source, 2),
	};
	/* an element of 64 bits in a register of them: VLMAX is 1 at least */
	vector->lmul_log2 = (int8_t)(3 - (int)random_below(source, 7U - vector->sew_log2));
	op->insn = (struct tea_insn){
		.class = class, .length_bytes = op->insn.length_bytes, .dst = TEA_REG_NONE,
		.src = { (uint8_t)random_below(source, 32), TEA_REG_NONE, TEA_REG_NONE },
	};
	op->vector = class == TEA_CLASS_VSET ? NULL : vector;
	op->has_addr = false;
	elements = params->vlen / 8 >> vector->sew_log2;
	elements = vector->lmul_log2 < 0 ? elements >> -vector->lmul_log2 :
		   elements << vector->lmul_log2;
	vector->vl = (uint16_t)(random_below(source, 2) ? elements :
				random_below(source, elements + 1));
	vector->vstart = (uint16_t)(random_below(source, 20) ? 0 : random_below(source, vector->vl + 1U));
	if (random_below(source, 4) == 0)
		random_mask(source, vector);
	if (class == TEA_CLASS_VSET || class == TEA_CLASS_V_TO_INT)
		op->insn.dst = (uint8_t)(1 + random_below(source, 31));
	else if (class == TEA_CLASS_V_TO_FP)
		op->insn.dst = (uint8_t)TEA_REG_FP(random_below(source, 32));
	if (class == TEA_CLASS_VSET && random_below(source, 4) == 0)
		op->insn.flags = TEA_INSN_VTYPE;
	if (class == TEA_CLASS_V_LOAD || class == TEA_CLASS_V_STORE)
		random_memory(source, params, op, vector, addresses);
	else if (class != TEA_CLASS_VSET)
		random_arithmetic(source, op, vector);
	if (op->vector && vector->insn.vd != TEA_REG_NONE && class != TEA_CLASS_V_STORE)
		op->insn.dst = (uint8_t)TEA_REG_V(vector->insn.vd);
	if (class >= TEA_CLASS_V_LOAD && random_below(source, 100) == 0)
		op->trap = TEA_TRAP_EXCEPTION;
}

static bool is_plain(const struct tea_op *op)
{
	return op->trap == TEA_TRAP_NONE && op->insn.class != TEA_CLASS_BRANCH &&
	       op->insn.class != TEA_CLASS_JUMP && op->insn.class != TEA_CLASS_JUMP_REG;
}

void random_vectors(struct random_source *source, const struct tea_params *params,
		    struct tea_op *ops, struct tea_vector_op *vectors, unsigned int count,
		    uint64_t addresses[RANDOM_ADDRESSES])
{
	for (unsigned int i = 0; i < RANDOM_ADDRESSES; i++)
		addresses[i] = 0x100000 + random_below(source, 1 << 14);
	for (unsigned int i = 0; i < count; i++) {
		if (is_plain(&ops[i]) && random_below(source, 2))
			random_vector(source, params, &ops[i], &vectors[i], addresses);
	}
}

void random_vector_params(struct random_source *source, struct tea_params *params)
{
	params->vlen = 64U << random_below(source, 5);
	params->dlen = 64U << random_below(source, 5);
	params->vec_registers = 40 + random_below(source, 100);
	params->vec_queue = 1 + random_below(source, 48);
	params->vec_issue = 1 + random_below(source, 4);
	params->vchaining = random_below(source, 2);
	params->vmem_bytes = 8U << random_below(source, 4);
	params->vfma_latency = 1 + random_below(source, 16);
	params->vdiv_latency = 1 + random_below(source, 64);
}

void random_vectors_or_none(struct random_source *source, struct tea_params *params,
			    struct tea_op *ops, struct tea_vector_op *vectors, unsigned int count,
			    uint64_t addresses[RANDOM_ADDRESSES])
{
	if (!random_below(source, 2))
		return;
	random_vector_params(source, params);
	random_vectors(source, params, ops, vectors, count, addresses);
}
