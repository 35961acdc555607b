/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage_complete.h - private to the core: execution, with accesses to memory, until the write-back
 *
 * Times are those of TEA sections 2 and 3.
 */
#ifndef TEA_STAGE_COMPLETE_H
#define TEA_STAGE_COMPLETE_H

#include "inflight.h"
#include "stage_rare.h"

tea_inline void access_memory(struct tea_lsu *lsu, const struct inflight *flight, cycle_t now)
{
	const struct tea_op *op = flight->op;
	struct tea_lsu_access *access = flight->access;
	const uint16_t kind = tea_access_kind(flight->insn->class);

	if (!is_simple(flight) && __builtin_expect(lsu->spared, 0))
		tea_lsu_spare_pages(lsu, op, now);
	if (is_store(flight) || is_trapped(flight))
		tea_lsu_translate(lsu, op, now, access);
	else if (flight->insn->class == TEA_CLASS_LOAD)
		tea_lsu_load(lsu, op, now, access);
	else if (is_serial(flight))
		tea_lsu_atomic(lsu, op, now, access);
	else
		tea_lsu_prefetch(lsu, op, now, access);
	flight->record->psv |= access->psv;
	if (kind)
		tea_record_access(flight->record, kind, op->has_addr, op->addr, access->mem);
}

/* A load or a store of a run, at @now. Returns when its data, or address, is there. */
tea_inline cycle_t access_from_run(struct tea_model *model, struct inflight *flight, cycle_t now)
{
	const struct runcursor *cursor = flight->cursor;
	const uint64_t addr = tea_run_address(cursor->run, cursor->recipe);
	const uint8_t bytes = flight->insn->access_bytes;
	const uint8_t privilege = flight->record->privilege;
	struct tea_lsu_access *access = flight->access;
	enum tea_hit hit = TEA_HIT_NONE;
	cycle_t ready = now;

	if (addr != TEA_NO_ADDRESS && flight->variant == TEA_VARIANT_LOAD)
		hit = tea_lsu_load_hits(&model->lsu, addr, bytes, privilege, now, &ready);
	if (flight->explain)
		access->why = TEA_LIMIT_LATENCY;
	if (hit != TEA_HIT_NONE) {
		tea_record_access(flight->record, TEA_MEM_LOAD, true, addr,
			      tea_lsu_source(TEA_MEM_SOURCE_L1) | tea_lsu_tlb_hit(hit));
		return ready;
	}
	if (addr != TEA_NO_ADDRESS && flight->variant == TEA_VARIANT_STORE &&
	    tea_lsu_store_hits(&model->lsu, addr, bytes, privilege, now, access)) {
		tea_record_access(flight->record, TEA_MEM_STORE, true, addr, access->mem);
		return ready;
	}
	tea_complete_access_slow(model, *cursor, flight->variant, flight->record, access);
	flight->fault = access->fault;
	return flight->variant == TEA_VARIANT_LOAD ? access->ready : access->addr_at;
}

/* Access memory, and wait for the result, at least until @wait. */
tea_inline void wait_for_access(struct tea_model *model, struct inflight *flight,
				struct tea_wait *wait)
{
	struct tea_backend *backend = &model->backend;
	struct tea_lsu_access *access = flight->access;
	const cycle_t issued = flight->record->at[TEA_STAGE_ISSUE];
	const cycle_t now = issued + backend->issue_latency;
	cycle_t ready;

	if (flight->cursor) {
		ready = access_from_run(model, flight, now);
	} else {
		access->second_after = tea_lsu_crosses_line(flight->op) ?
				       tea_issue_second(backend, flight->kind->ports, issued) : 0;
		TEA_TRACE(is_traced(model, flight), access, model, is_store(flight), issued,
			  issued);
		access_memory(&model->lsu, flight, now);
		flight->fault = access->fault;
		ready = is_store(flight) ? access->addr_at : access->ready;
	}
	if (is_store(flight)) {
		/* nothing is written before it commits: address and data do */
		*wait = tea_wait_begin(ready + TEA_STORE_KNOWN, (enum tea_limiter)access->why);
		tea_wait_for(wait, flight->data_issue + backend->issue_latency + TEA_STORE_KNOWN,
			     TEA_LIMIT_OPERAND);
	} else {
		tea_wait_for(wait, ready, (enum tea_limiter)access->why);
	}
}

/*
 * When a load writes back, if its data can be executed on from @data on. Readers of an integer load
 * that hits the L1 issue in that very cycle, all others in the next one: @woken.
 */
tea_inline cycle_t write_back_load(const struct tea_backend *backend, const struct inflight *flight,
				   cycle_t data, cycle_t *woken)
{
	const cycle_t issued = flight->record->at[TEA_STAGE_ISSUE];
	const bool hits = data <= issued + backend->hit_latency;
	const bool fp = flight->insn->dst / TEA_REGS_FILE == 1;

	*woken = data - (cycle_t)flight->kind->ahead + (hits && fp);
	return data - (cycle_t)flight->kind->ahead - !hits;
}

/* Access memory. Returns when it is done, and in @woken when its readers issue, if it has any. */
tea_inline void complete_access(struct tea_model *model, struct inflight *flight,
				struct tea_wait *wait, cycle_t *woken)
{
	wait_for_access(model, flight, wait);
	*woken = wait->at - (cycle_t)flight->kind->ahead;
	if (is_store(flight) || is_trapped(flight))
		return;
	if (flight->insn->class == TEA_CLASS_LOAD || flight->insn->class == TEA_CLASS_LOAD_RESERVED)
		wait->at = write_back_load(&model->backend, flight, wait->at, woken);
	else if (!is_simple(flight) && is_serial(flight))
		wait->at--;	/* atomics access memory a cycle later, from the store queue */
}

/*
 * For an ALU that shares its port with a longer pipeline: results without a bypass are read as
 * late.
 */
tea_inline void write_back_late(const struct tea_kind *kind, struct tea_wait *wait, cycle_t *woken)
{
	wait->at += kind->deeper;
	if (kind->ahead < 0)
		*woken += kind->deeper;
}

/*
 * The cycle in which it writes its result back, and the ROB knows that it is done: from the next
 * one on it can leave. @woken, when its readers can issue, is separate. An operation that shares a
 * port with a longer pipeline writes back at the end of that.
 */
tea_inline void complete(struct tea_model *model, struct inflight *flight)
{
	const struct tea_kind *kind = flight->kind;
	const cycle_t issued = flight->record->at[TEA_STAGE_ISSUE];
	cycle_t *ready = model->backend.ready;
	struct tea_wait wait = tea_wait_begin(issued, TEA_LIMIT_NONE);
	cycle_t woken = issued;

	if (executes(flight)) {
		wait = tea_wait_begin(issued + kind->executed + find_steps(flight),
				      TEA_LIMIT_LATENCY);
		woken = issued + kind->bypassed + find_steps(flight);
		if (has(flight, TEA_KIND_MEMORY))
			complete_access(model, flight, &wait, &woken);
		else if (flight->port & kind->deep)
			write_back_late(kind, &wait, &woken);
		ready[flight->insn->dst] = woken;
		ready[TEA_REG_NONE] = 0;
	}
	tea_wait_end(&wait, TEA_STAGE_COMPLETE, flight->record, flight->explain);
	TEA_TRACE(is_traced(model, flight), complete, model, kind, woken, flight->record);
}

#endif /* TEA_STAGE_COMPLETE_H */
