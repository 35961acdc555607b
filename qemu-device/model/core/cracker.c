// SPDX-License-Identifier: GPL-2.0-or-later
/* cracker.c - an operation becomes micro-operations: see cracker.h */
#include "cracker.h"

#include <errno.h>

#include "vcracker.h"

int tea_cracker_init(struct tea_cracker *cracker, const struct tea_params *params)
{
	cracker->vlen_bytes = params->vlen / 8;
	cracker->dlen_bytes = params->dlen / 8;
	if (params->short_forward)
		cracker->sfb = tea_sfb_create(params);
	return params->short_forward && !cracker->sfb ? -ENOMEM : 0;
}

void tea_cracker_deinit(struct tea_cracker *cracker)
{
	tea_sfb_destroy(cracker->sfb);
}

bool tea_cracker_takes(const struct tea_cracker *cracker, uint8_t class)
{
	/* of any class an operation may end a shadow that is being learnt */
	return cracker->sfb ||
	       (cracker->vlen_bytes && (tea_class_is_vector(class) || class == TEA_CLASS_VSET));
}

/*
 * An operation that raised an exception and is no access is one micro-operation, as a scalar
 * one.
 */
bool tea_cracker_vectors(const struct tea_cracker *cracker, const struct tea_op *op)
{
	const uint8_t class = op->insn.class;

	if (!cracker->vlen_bytes)
		return false;
	if (op->trap != TEA_TRAP_NONE &&
	    (op->trap != TEA_TRAP_EXCEPTION ||
	     (class != TEA_CLASS_V_LOAD && class != TEA_CLASS_V_STORE)))
		return false;
	return class == TEA_CLASS_VSET || (tea_class_is_vector(class) && op->vector);
}

/* With short forward branches as predicates. */
static void crack_predicated(struct tea_cracker *cracker, const struct tea_op *op)
{
	struct tea_sfb_step step;
	uint64_t pc;

	tea_sfb_step(cracker->sfb, op, &step);
	cracker->uops[0].insn = step.op.insn;
	pc = step.skipped_pc;
	for (unsigned int i = 0; i < step.skipped_count; i++) {
		cracker->uops[cracker->count++] = (struct tea_uop){
			.pc = pc, .insn = tea_sfb_predicate(&step.skipped[i]),
		};
		pc += step.skipped[i].length_bytes;
	}
}

void tea_cracker_crack(struct tea_cracker *cracker, const struct tea_op *op)
{
	cracker->count = 1;
	cracker->uops[0] = (struct tea_uop){ .pc = op->pc, .insn = op->insn };
	if (cracker->sfb)
		crack_predicated(cracker, op);
	if (tea_cracker_vectors(cracker, op))
		tea_vcracker_crack(cracker, op);
}
