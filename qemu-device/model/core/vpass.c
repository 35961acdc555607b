// SPDX-License-Identifier: GPL-2.0-or-later
/* vpass.c - the pass of a vector operation: see vpass.h */
#include "vpass.h"

#include <assert.h>

#include "pass.h"
#include "vcracker.h"

/* Its part of the body, with the element that raised the exception. */
static void list_accesses(struct tea_model *model, const struct tea_op *op,
			  const struct tea_uop *uop, bool trapped)
{
	const unsigned int vstart = op->vector->vstart;
	const unsigned int end = tea_vcracker_body_end(&model->cracker, op) + trapped;

	tea_vaccesses_list(&model->vaccesses, op, uop->begin > vstart ? uop->begin : vstart,
			   uop->end < end ? uop->end : end);
}

/* vsetvl: decode has to know the type before it goes on. */
static struct tea_kind find_vector_kind(const struct tea_model *model, const struct tea_uop *uop)
{
	struct tea_kind kind = model->kinds[uop->insn.class];

	if (uop->insn.class == TEA_CLASS_VSET && uop->insn.flags & TEA_INSN_VTYPE)
		kind.flags |= TEA_KIND_SERIAL;
	return kind;
}

/* One pass of @op as @uop. Returns whether the operation has to be made again. */
static bool pass_uop(struct tea_model *model, const struct tea_op *op, const struct tea_uop *uop,
		     struct tea_vector_made *made, struct tea_retired *record)
{
	const struct tea_kind kind = find_vector_kind(model, uop);
	struct tea_lsu_access access = { .why = TEA_LIMIT_LATENCY };
	struct tea_vector_inflight vector = {
		.uop = uop, .op = op, .kind = &kind, .record = record, .access = &access, .made = made,
	};
	struct inflight flight = {
		.variant = TEA_VARIANT_GENERIC, .explain = true, .vector = &vector, .op = op,
		.insn = &op->insn, .kind = &kind, .now = tea_history_advance(&model->history), .record = record,
		.access = &access,
	};

	if (kind.flags & TEA_KIND_MEMORY)
		list_accesses(model, op, uop, is_trapped(&flight));
	return pass(model, op, &flight);
}

/*
 * Keep the first active element's address in @joined, and take @micro's source if it came @later.
 */
static void join_memory(struct tea_retired *joined, const struct tea_retired *micro, bool later)
{
	if (!(micro->mem & TEA_MEM_ADDR))
		return;
	if (!(joined->mem & TEA_MEM_ADDR))
		joined->addr = micro->addr;
	else if (!later)
		return;
	joined->mem = micro->mem;
}

/* The record of the operation, of its @count micro-operations'. */
static void join_records(struct tea_retired *joined, const struct tea_op *op,
			 const struct tea_retired *micro, unsigned int count)
{
	*joined = micro[0];
	joined->insn = op->insn;
	for (unsigned int i = 1; i < count; i++) {
		joined->psv |= micro[i].psv;
		joined->flags |= micro[i].flags;
		joined->writes |= micro[i].writes;
		joined->data_issue = cycle_max(joined->data_issue, micro[i].data_issue);
		join_memory(joined, &micro[i], micro[i].at[TEA_STAGE_COMPLETE] >
						joined->at[TEA_STAGE_COMPLETE]);
		if (micro[i].at[TEA_STAGE_COMPLETE] > joined->at[TEA_STAGE_COMPLETE]) {
			joined->at[TEA_STAGE_COMPLETE] = micro[i].at[TEA_STAGE_COMPLETE];
			joined->limiter[TEA_STAGE_COMPLETE] = micro[i].limiter[TEA_STAGE_COMPLETE];
		}
		joined->at[TEA_STAGE_COMMIT] = micro[i].at[TEA_STAGE_COMMIT];
		joined->limiter[TEA_STAGE_COMMIT] = micro[i].limiter[TEA_STAGE_COMMIT];
	}
	if (count > 1)	/* they follow one another */
		joined->edges_count = (uint32_t)(micro[count - 1].edges - micro[0].edges) +
				     micro[count - 1].edges_count;
	joined->micro = count > 1 ? micro : NULL;
	joined->micro_count = count > 1 ? (uint8_t)count : 0;
	if (joined->flags & TEA_RETIRED_EXCEPTION)
		joined->mem &= (uint16_t)~TEA_MEM_SOURCE_MASK;
}

/* All passes of @op, with record @number. Returns whether it has to be made again. */
static bool pass_all(struct tea_model *model, const struct tea_op *op, unsigned int number)
{
	const struct tea_cracker *cracker = &model->cracker;
	struct tea_retired *micro = model->vmicro[number];
	struct tea_op done = *op;
	struct tea_vector_made made;
	unsigned int count = 0;
	bool again = false, over = false;

	/* not all of it, which is as dear as a register's pass */
	made.written = 0;
	made.vl = made.accumulated = 0;
	model->vaccesses.indices = 0;
	done.trap = TEA_TRAP_NONE;
	while (count < cracker->count && !again && !over) {
		const struct tea_uop *uop = &cracker->uops[count];

		/* those before it complete */
		over = op->trap != TEA_TRAP_NONE &&
		       (uop->end > tea_vcracker_body_end(cracker, op) || count + 1 == cracker->count);
		again = pass_uop(model, over ? op : &done, uop, &made, &micro[count++]);
	}
	if (!again)
		tea_vector_publish(model, &made);
	TEA_TRACE(model->edges, end, model, &micro[count - 1]);
	join_records(&model->vrecords[number], op, micro, count);
	return again;
}

unsigned int tea_vpass_step(struct tea_model *model, const struct tea_op *op)
{
	if (!pass_all(model, op, 0))
		return 1;
	/* once again is enough: every older store has left by now */
	if (pass_all(model, op, 1))
		assert(!"memory order violated twice");
	return 2;
}
