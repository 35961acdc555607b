/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * departure.h - private to the core: how an operation leaves, in order, and what it gives back
 *
 * It commits, or leaves by an exception; behind it the pipeline may be flushed, and stores drain.
 * Instructions that serialise and flush are BOOM's is_unique and flush_on_commit ones
 * (exu/decode.scala), all the same set.
 */
#ifndef TEA_DEPARTURE_H
#define TEA_DEPARTURE_H

#include "flight.h"

/* From an access's address to the ROB's knowledge of its exception; see roll_back(). */
#define ROLLBACK_KNOWN		3
/* From the exit to the next dispatch, besides a cycle for each row: BOOM's rob.scala. */
#define ROLLBACK_LATENCY	4

/*
 * What leaves the ROB by a flush of its own, alone in its cycle, does not commit.
 * A load that violated memory order need not wait for data that nobody is going
 * to use, so ST-L1 and ST-LLC are not known then, nor where its data came from.
 */
tea_inline void leave_by_exception(const struct flight *flight, struct tea_wait *wait)
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
 * From the exit of an access by an exception, @found in that cycle, to the next fetch. BOOM's
 * ROB gives up what is behind it a row in a cycle, and nothing is dispatched before it is empty;
 * the front-end refills meanwhile. It has a row for each cycle from the access's dispatch until
 * the ROB knows of the exception, at most. What raises an exception without an access does so
 * at decode, and nothing gets behind it; of what misaligned_trap costs this is a part.
 */
static __attribute__((noinline)) cycle_t roll_back(const struct tea_backend *backend,
						   const struct tea_retired *record, cycle_t found)
{
	cycle_t rows = found + ROLLBACK_KNOWN - record->at[TEA_STAGE_DISPATCH];
	cycle_t empty = ROLLBACK_LATENCY + (rows < backend->rob_rows ? rows : backend->rob_rows);

	return cycle_max(backend->flush_latency,
			 empty > backend->refill ? empty - backend->refill : 0);
}

/*
 * Flush the pipeline behind what commits, or leaves, in @now. Of a misaligned access that
 * firmware makes there is one record, as if it were an instruction: the firmware's own
 * instructions are not known, and all of their time is the flush's.
 */
tea_inline void flush_behind(struct tea_model *model, const struct flight *flight, cycle_t now)
{
	const struct tea_lsu_access *access = flight->access;
	cycle_t restart = model->backend.flush_latency;

	flight->record->flags |= TEA_RETIRED_FLUSH;
	model->wrongpath.active = false;
	if (flight->fault == TEA_LSU_FAULT_ORDER)
		restart = roll_back(&model->backend, flight->record, access->conflict_at);
	else if (is_trapped(flight) && flight->kind->flags & TEA_KIND_MEMORY)
		restart = roll_back(&model->backend, flight->record, access->addr_at);
	if (flight->fault == TEA_LSU_FAULT_MISALIGNED && !is_trapped(flight)) {
		flight->record->psv |= TEA_PSV_FL_EX;
		now += model->backend.misaligned_trap;
	}
	tea_frontend_restart(&model->frontend, now + restart, TEA_LIMIT_REDIRECT);
	if (flight->insn->class == TEA_CLASS_FENCE_I && !is_trapped(flight))
		tea_memory_flush_icache(model->memory);
}

tea_inline cycle_t commit(struct tea_model *model, const struct flight *flight)
{
	/* what executes nothing is done as it enters the ROB */
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
	if (is_followed(model, flight))
		tea_trace_commit(model, flushed, flight->record);
	return wait.at;
}

tea_inline void drain(struct tea_model *model, const struct flight *flight, cycle_t left)
{
	const struct course *course = flight->course;

	if (is_followed(model, flight))
		tea_trace_drain(model, left);
	tea_lsu_drain(&model->lsu, course ? tea_run_address(course->run, course->recipe) :
		      flight->op->addr, flight->insn->access_bytes, flight->access,
		      flight->data_issue + model->backend.issue_latency, left);
	if (is_followed(model, flight))
		tea_trace_drained(model);
}

/* Give back a queue entry in @left, the cycle of the exit; drain a store. */
tea_inline void release_memory(struct tea_model *model, const struct flight *flight, cycle_t left)
{
	const bool drains = is_store(flight) && !is_trapped(flight);

	if (flight->explain && has(flight, TEA_KIND_STQ))
		tea_ring_push(&model->lsu.leaving, left + 1 + drains);
	if (has(flight, TEA_KIND_LDQ))
		tea_ring_push(&model->lsu.loads, left + 1);
	else if (drains)
		drain(model, flight, left);
	else	/* also of what trapped: who takes its entry has waited for those before it */
		tea_ring_push(&model->lsu.stores, cycle_max(left, model->lsu.drained) + 1);
}

/* Give back all that is held until @left. */
tea_inline void release(struct tea_model *model, const struct flight *flight, cycle_t left)
{
	if (is_followed(model, flight))
		tea_trace_release(model, flight->kind, flight->pool);
	if (flight->pool)
		tea_ring_push(flight->pool, left + 1);
	if (has(flight, TEA_KIND_MEMORY))
		release_memory(model, flight, left);
	tea_frontend_release(&model->frontend, has(flight, TEA_KIND_TAG), find_resolved(flight),
			     flight->record);
}

#endif /* TEA_DEPARTURE_H */
