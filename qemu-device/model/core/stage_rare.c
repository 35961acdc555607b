// SPDX-License-Identifier: GPL-2.0-or-later
/* stage_rare.c - what is rare in the stages of an operation: see stage_rare.h */
#include "stage_rare.h"

/* From an access's address to the ROB's knowledge of its exception; see tea_commit_roll_back(). */
#define ROLLBACK_KNOWN		3
/* From the exit to the next dispatch, besides a cycle for each row: BOOM's rob.scala. */
#define ROLLBACK_LATENCY	4

cycle_t tea_issue_book_unit(struct tea_portbook *book, uint32_t ports, struct tea_unitbook *unit,
			    uint32_t cycles, cycle_t now)
{
	cycle_t at = tea_portbook_find(book, ports, now, 1);

	for (;;) {
		cycle_t free_at = tea_unitbook_find(unit, at, cycles);

		if (free_at == at)
			break;
		at = tea_portbook_find(book, ports, free_at, 1);
	}
	tea_unitbook_take(unit, at, cycles);
	tea_portbook_take(book, ports, at, 1);
	return at;
}

cycle_t tea_issue_second(struct tea_backend *backend, uint32_t ports, cycle_t issued)
{
	return tea_portbook_book(&backend->ports[TEA_QUEUE_MEM], ports, issued + 1) - issued;
}

void tea_complete_access_slow(struct tea_model *model, struct runcursor cursor,
			      const enum tea_pass_variant variant, struct tea_retired *record,
			      struct tea_lsu_access *access)
{
	const struct tea_kind *kind = model->kind_of[cursor.recipe->insn.class];
	const cycle_t issued = record->at[TEA_STAGE_ISSUE];
	const cycle_t now = issued + model->backend.issue_latency;
	struct tea_op op = tea_run_insn(cursor.run, cursor.recipe);

	tea_run_access(cursor.run, cursor.recipe, &op);
	access->second_after = tea_lsu_crosses_line(&op) ?
			       tea_issue_second(&model->backend, kind->ports, issued) : 0;
	if (variant == TEA_VARIANT_LOAD)
		tea_lsu_load_slow(&model->lsu, &op, now, access);
	else
		tea_lsu_translate_slow(&model->lsu, &op, now, access);
	record->psv |= access->psv;
	tea_record_access(record, variant == TEA_VARIANT_LOAD ? TEA_MEM_LOAD : TEA_MEM_STORE,
			  op.has_addr, op.addr, access->mem);
}

cycle_t tea_commit_roll_back(const struct tea_backend *backend, const struct tea_retired *record,
			     cycle_t found)
{
	cycle_t rows = found + ROLLBACK_KNOWN - record->at[TEA_STAGE_DISPATCH];
	cycle_t empty = ROLLBACK_LATENCY + (rows < backend->rob_rows ? rows : backend->rob_rows);

	return cycle_max(backend->flush_latency,
			 empty > backend->refill ? empty - backend->refill : 0);
}
