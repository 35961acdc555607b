/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage_commit.h - private to the core: how an operation leaves, in order, and releases resources
 *
 * It commits, or leaves by an exception; behind it the pipeline may be flushed, and stores drain.
 * Instructions that serialise and flush are BOOM's is_unique and flush_on_commit ones
 * (exu/decode.scala), all the same set.
 */
#ifndef TEA_STAGE_COMMIT_H
#define TEA_STAGE_COMMIT_H

#include "inflight.h"
#include "stage_rare.h"
#include "vstages.h"

/*
 * An operation that leaves the ROB by its own flush, alone in its cycle, does not commit. A load
 * that violated memory order need not wait for data that will not be used, so ST-L1 and ST-LLC are
 * not known then, nor the source of its data.
 */
tea_inline void leave_by_exception(const struct inflight *flight, struct tea_wait *wait)
{
	const struct tea_lsu_access *access = flight->access;
	struct tea_retired *record = flight->record;
	bool violation = flight->fault == TEA_LSU_FAULT_ORDER;
	cycle_t alone = flight->now[-1].commit + 1;

	record->flags |= TEA_RETIRED_EXCEPTION;
	record->mem &= (uint16_t)~TEA_MEM_SOURCE_MASK;
	record->psv |= violation ? TEA_PSV_FL_MO : TEA_PSV_FL_EX;
	if (violation && wait->at > cycle_max(access->addr_at + 1, alone)) {
		wait->at = cycle_max(access->addr_at + 1, alone);
		record->at[TEA_STAGE_COMPLETE] = wait->at;
		record->psv &= (uint16_t)~(TEA_PSV_ST_L1 | TEA_PSV_ST_LLC);
	}
	tea_wait_for(wait, alone, TEA_LIMIT_WIDTH);
}

/*
 * Flush the pipeline behind an operation that commits, or leaves, in @now. A misaligned access that
 * firmware makes has one record, as if it were an instruction: the firmware's own instructions are
 * not known, and all of their time is the flush's.
 */
tea_inline void flush_behind(struct tea_model *model, const struct inflight *flight, cycle_t now)
{
	const struct tea_lsu_access *access = flight->access;
	cycle_t restart = model->backend.flush_latency;

	flight->record->flags |= TEA_RETIRED_FLUSH;
	model->wrongpath.active = false;
	if (flight->fault == TEA_LSU_FAULT_ORDER) {
		restart = tea_commit_roll_back(&model->backend, flight->record, access->conflict_at);
		/* it wrote nothing: what its register had before is of an older one, and there */
		model->backend.ready[flight->insn->dst] = 0;
	} else if (is_trapped(flight) && flight->kind->flags & TEA_KIND_MEMORY) {
		restart = tea_commit_roll_back(&model->backend, flight->record, access->addr_at);
	}
	if (flight->fault == TEA_LSU_FAULT_MISALIGNED && !is_trapped(flight)) {
		flight->record->psv |= TEA_PSV_FL_EX;
		now += model->backend.misaligned_trap;
	}
	tea_frontend_restart(&model->frontend, now + restart, TEA_LIMIT_REDIRECT);
	if (flight->insn->class == TEA_CLASS_FENCE_I && !is_trapped(flight))
		tea_memory_flush_icache(model->memory);
}

tea_inline cycle_t commit(struct tea_model *model, const struct inflight *flight)
{
	/* an operation without execution is done as it enters the ROB */
	struct tea_wait wait = tea_wait_begin(flight->record->at[TEA_STAGE_COMPLETE] +
					      executes(flight), TEA_LIMIT_NONE);
	bool flushed = false;

	tea_wait_for(&wait, flight->now[-1].commit + is_first(flight), TEA_LIMIT_WIDTH);

	if (is_trapped(flight) || is_serial(flight) || __builtin_expect(flight->fault, false)) {
		if (is_trapped(flight) || flight->fault == TEA_LSU_FAULT_ORDER)
			leave_by_exception(flight, &wait);
		flushed = true;
	}
	if (__builtin_expect(model->backend.narrow, false))
		tea_wait_for(&wait, tea_meter_take(&model->backend.commit, wait.at), TEA_LIMIT_WIDTH);
	if (flushed)
		flush_behind(model, flight, wait.at);
	flight->now->commit = wait.at;
	tea_wait_end(&wait, TEA_STAGE_COMMIT, flight->record, flight->explain);
	TEA_TRACE(is_traced(model, flight), commit, model, flushed, flight->record);
	return wait.at;
}

tea_inline void drain(struct tea_model *model, const struct inflight *flight, cycle_t left)
{
	const struct runcursor *cursor = flight->cursor;

	TEA_TRACE(is_traced(model, flight), drain, model, left);
	if (flight->vector)
		tea_vector_drain(model, flight->vector, left);
	else
		tea_lsu_drain(&model->lsu, cursor ? tea_run_address(cursor->run, cursor->recipe) :
			      flight->op->addr, flight->insn->access_bytes, flight->access,
			      flight->data_issue + model->backend.issue_latency, left);
	TEA_TRACE(is_traced(model, flight), drained, model);
}

/* Give back a queue entry in @left, the cycle of the exit; drain a store. */
tea_inline void release_memory(struct tea_model *model, const struct inflight *flight, cycle_t left)
{
	const bool drains = is_store(flight) && !is_trapped(flight);

	if (flight->explain && has(flight, TEA_KIND_STQ))
		tea_ring_push(&model->lsu.stores.leaving, left + 1 + drains);
	if (has(flight, TEA_KIND_LDQ))
		tea_ring_push(&model->lsu.loads, left + 1);
	else if (drains)
		drain(model, flight, left);
	else	/* also of traps: the next owner of the entry has waited for older ones */
		tea_ring_push(&model->lsu.stores.entries,
			      cycle_max(left, model->lsu.stores.drained) + 1);
}

/* Give back all that is held until @left. */
tea_inline void release(struct tea_model *model, const struct inflight *flight, cycle_t left)
{
	TEA_TRACE(is_traced(model, flight), release, model, flight->kind, flight->pool);
	if (flight->pool)
		tea_ring_push(flight->pool, left + 1);
	if (has(flight, TEA_KIND_MEMORY))
		release_memory(model, flight, left);
	tea_frontend_release(&model->frontend, has(flight, TEA_KIND_TAG), find_resolved(flight),
			     flight->record);
}

#endif /* TEA_STAGE_COMMIT_H */
