// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * core.c - the out-of-order core: the step
 *
 * tea_model_step() passes an operation through all stages; a load that violates memory order,
 * twice. The order of the stages is in pass.h.
 */
#include "anypass.h"
#include "explained.h"
#include "pass.h"
#include "vpass.h"

static const struct tea_kind *find_kind(const struct tea_model *model, const struct tea_op *op)
{
	return &model->kinds[op->insn.class];
}

static unsigned int pass_once_or_again(struct tea_model *model, const struct tea_op *op)
{
	return tea_generic_pass(model, op, &model->records[0]) ?
	       tea_generic_again(model, op, &model->records[1]) : 1;
}

/* As micro-operations: skipped ones leave no record. */
static unsigned int step_cracked(struct tea_model *model, const struct tea_op *op,
				 const struct tea_retired **records)
{
	struct tea_cracker *cracker = &model->cracker;
	struct tea_op micro = *op;
	struct tea_retired skipped;
	unsigned int count;

	tea_cracker_crack(cracker, op);
	if (tea_cracker_vectors(cracker, op)) {
		*records = model->vrecords;
		return tea_vpass_step(model, op);
	}
	micro.insn = cracker->uops[0].insn;
	count = pass_once_or_again(model, &micro);
	for (unsigned int i = 0; i < count; i++)
		model->records[i].insn = op->insn;
	for (unsigned int i = 1; i < cracker->count; i++) {
		micro.pc = cracker->uops[i].pc;
		micro.insn = cracker->uops[i].insn;
		tea_generic_pass(model, &micro, &skipped);
	}
	/* skipped ones have their branch's record */
	TEA_TRACE(model->edges, end, model, &model->records[count - 1]);
	return count;
}

static __attribute__((noinline)) unsigned int step_generic(struct tea_model *model,
							   const struct tea_op *op,
							   const struct tea_retired **records)
{
	return tea_cracker_takes(&model->cracker, op->insn.class) ?
	       step_cracked(model, op, records) : pass_once_or_again(model, op);
}

static __attribute__((noinline)) unsigned int step_rare(struct tea_model *model,
							const struct tea_op *op,
							const struct tea_retired **records)
{
	*records = model->records;
	TEA_TRACE(model->edges && !model->edges->run, clear, &model->trace);
	if (find_kind(model, op)->variant == TEA_VARIANT_EXPLAINED && op->trap == TEA_TRAP_NONE)
		return tea_explained_step(model, op, model->records);
	return step_generic(model, op, records);
}

unsigned int tea_model_step(struct tea_model *model, const struct tea_op *op,
			    const struct tea_retired **records)
{
	const struct tea_kind *kind = find_kind(model, op);

	model->pace.ops++;
	if (model->wrongpath.modelled)
		tea_codemap_note(&model->wrongpath.map, op->pc, &op->insn);
	if (__builtin_expect(kind->variant <= TEA_VARIANT_EXPLAINED || op->trap != TEA_TRAP_NONE,
			     false))
		return step_rare(model, op, records);
	*records = model->records;
	if (kind->variant == TEA_VARIANT_COMPUTES) {
		pass_op(model, op, kind, &model->records[0], TEA_VARIANT_COMPUTES);
		return 1;
	}
	if (__builtin_expect(pass_op(model, op, kind, &model->records[0], TEA_VARIANT_SIMPLE), false))
		return tea_generic_again(model, op, &model->records[1]);
	return 1;
}

unsigned int tea_model_step_spared(struct tea_model *model, const struct tea_op *op,
				   uint16_t spared, const struct tea_retired **records)
{
	struct tea_op executed = *op;
	unsigned int count;

	if (spared & TEA_PSV_FL_EX && op->trap == TEA_TRAP_EXCEPTION)
		executed.trap = TEA_TRAP_NONE;
	else if (!op->insn.access_bytes)
		spared &= (uint16_t)~TEA_PSV_FL_EX;	/* serial ones flush without it */
	model->lsu.spared = model->frontend.spared = spared;
	if (model->wrongpath.modelled)
		tea_codemap_note(&model->wrongpath.map, op->pc, &op->insn);
	TEA_TRACE(model->edges, clear, &model->trace);
	*records = model->records;
	count = step_generic(model, &executed, records);
	model->lsu.spared = model->frontend.spared = 0;
	return count;
}

cycle_t tea_model_now(const struct tea_model *model)
{
	return model->history.now->commit;
}

void tea_model_wake(struct tea_model *model, cycle_t ahead)
{
	tea_memory_wake(model->memory, ahead);
}

void tea_model_flush_tlb(struct tea_model *model)
{
	tea_memory_flush_tlb(model->memory);
}

void tea_model_set_asid(struct tea_model *model, uint16_t asid)
{
	tea_memory_set_asid(model->memory, asid);
}
