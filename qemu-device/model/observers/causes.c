// SPDX-License-Identifier: GPL-2.0-or-later
/* causes.c - components of stage stacks that one operation is the cause of: see causes.h */
#include "causes.h"

#include <string.h>

void tea_causes_init(struct tea_causes *causes, const struct tea_params *params)
{
	const struct {
		uint8_t class;
		uint32_t latency;	/* of the arithmetic unit */
	} units[] = {
		{ TEA_CLASS_UNKNOWN, params->alu_latency },
		{ TEA_CLASS_INT_ALU, params->alu_latency },
		{ TEA_CLASS_AUIPC, params->alu_latency },
		{ TEA_CLASS_BRANCH, params->alu_latency },
		{ TEA_CLASS_JUMP, params->alu_latency },
		{ TEA_CLASS_JUMP_REG, params->alu_latency },
		{ TEA_CLASS_INT_MUL, params->mul_latency },
		{ TEA_CLASS_INT_DIV, params->div_latency + 1 },	/* a step at least */
		{ TEA_CLASS_FP_ADD, params->fma_latency },
		{ TEA_CLASS_FP_MUL, params->fma_latency },
		{ TEA_CLASS_FP_FMA, params->fma_latency },
		{ TEA_CLASS_FP_MISC, params->fpmisc_latency },
		{ TEA_CLASS_FP_DIV, params->fdiv_latency },
		{ TEA_CLASS_FP_SQRT, params->fsqrt_latency },
		{ TEA_CLASS_INT_TO_FP, params->int_to_fp_latency },
		{ TEA_CLASS_FP_TO_INT, params->fpmisc_latency },
		{ TEA_CLASS_VSET, params->alu_latency },
		{ TEA_CLASS_V_INT, params->vint_latency },
		{ TEA_CLASS_V_INT_MUL, params->vmul_latency },
		{ TEA_CLASS_V_INT_DIV, params->vdiv_latency },
		{ TEA_CLASS_V_FP_ADD, params->vfma_latency },
		{ TEA_CLASS_V_FP_MUL, params->vfma_latency },
		{ TEA_CLASS_V_FP_FMA, params->vfma_latency },
		{ TEA_CLASS_V_FP_MISC, params->vfmisc_latency },
		{ TEA_CLASS_V_FP_DIV, params->vfdiv_latency },
		{ TEA_CLASS_V_FP_SQRT, params->vfsqrt_latency },
		{ TEA_CLASS_V_REDUCE, params->vint_latency + 1 },	/* a step across at least */
		{ TEA_CLASS_V_FP_REDUCE, params->vfma_latency + 1 },
		{ TEA_CLASS_V_PERMUTE, params->vpermute_latency },
		{ TEA_CLASS_V_MASK, params->vint_latency },
		{ TEA_CLASS_V_TO_INT, params->vpermute_latency },
		{ TEA_CLASS_V_TO_FP, params->vpermute_latency },
	};
	static const uint8_t alone[] = {
		TEA_CLASS_CSR, TEA_CLASS_FENCE, TEA_CLASS_FENCE_I, TEA_CLASS_SFENCE,
		TEA_CLASS_SYSTEM, TEA_CLASS_TRAP_RETURN,
	};
	static const uint8_t reads[] = {
		TEA_CLASS_LOAD, TEA_CLASS_LOAD_RESERVED, TEA_CLASS_STORE_CONDITIONAL, TEA_CLASS_AMO,
		TEA_CLASS_V_LOAD,
	};

	causes->forwarded = params->forward_latency - 1;
	causes->hit = params->l1d_latency;
	memset(causes->of_class, TEA_COMPONENT_DEPEND, sizeof(causes->of_class));
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (units[i].latency > 1 && !params->arithmetic_perfect)
			causes->of_class[units[i].class] = TEA_COMPONENT_ALU;
	}
	for (size_t i = 0; i < sizeof(alone); i++)
		causes->of_class[alone[i]] = TEA_COMPONENT_SERIAL;
	for (size_t i = 0; i < sizeof(reads); i++)
		causes->of_class[reads[i]] = TEA_COMPONENT_L1D;
}

enum tea_component tea_causes_of_event(const struct tea_retired *record)
{
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return TEA_COMPONENT_FLUSH;
	if (record->psv & TEA_PSV_ST_LLC)
		return TEA_COMPONENT_MEMORY;
	if (record->psv & TEA_PSV_ST_L1)
		return TEA_COMPONENT_LLC;
	return TEA_COMPONENT_DTLB;
}

enum tea_component tea_causes_of_vector(const struct tea_causes *causes,
					const struct tea_retired *record)
{
	const uint8_t why = record->limiter[TEA_STAGE_COMPLETE];
	const cycle_t last = record->data_issue, completed = record->at[TEA_STAGE_COMPLETE];

	if (record->insn.class != TEA_CLASS_V_LOAD)
		return (enum tea_component)causes->of_class[record->insn.class];
	if (why == TEA_LIMIT_ORDER ||
	    (why == TEA_LIMIT_FORWARD && completed > last + causes->forwarded))
		return TEA_COMPONENT_ORDER;
	return last - record->at[TEA_STAGE_ISSUE] > completed - last ? TEA_COMPONENT_PORTS :
	       TEA_COMPONENT_L1D;
}

enum tea_component tea_causes_held(const struct tea_retired *record)
{
	switch (record->limiter[TEA_STAGE_DISPATCH]) {
	case TEA_LIMIT_STQ:
		return TEA_COMPONENT_STQ;
	case TEA_LIMIT_REGISTERS:
		return TEA_COMPONENT_REGISTERS;
	case TEA_LIMIT_LDQ:
		return TEA_COMPONENT_LDQ;
	case TEA_LIMIT_SERIAL:
	case TEA_LIMIT_ORDER:
		return TEA_COMPONENT_SERIAL;
	default:
		return TEA_COMPONENT_FRONTEND;
	}
}
