/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage_dispatch.h - private to the core: dispatch, into ROB, queues and registers
 *
 * Of all that an operation takes an entry of here, in order, the last one to be free is waited for.
 * An entry of any structure given back in cycle c can be taken in c + 1.
 */
#ifndef TEA_STAGE_DISPATCH_H
#define TEA_STAGE_DISPATCH_H

#include "inflight.h"

/*
 * For an operation that has a ROB entry in @now: the first cycle in which its issue queues have
 * entries, and the store queue, as far as stores that are still in the ROB fill it.
 */
tea_inline cycle_t find_window(struct tea_model *model, const struct inflight *flight, cycle_t now)
{
	struct tea_issuequeue *queues = model->backend.queues;

	if (executes(flight))
		now = cycle_max(now, tea_issuequeue_ready(flight->kind->entries, now));
	if (has(flight, TEA_KIND_STQ) && tea_insn_stores_fp(flight->insn))
		now = cycle_max(now, tea_issuequeue_ready(&queues[TEA_QUEUE_FP], now));
	if (has(flight, TEA_KIND_STQ))
		now = cycle_max(now, tea_ring_ready(&model->lsu.stores.leaving));
	return now;
}

/* A decode group takes the next row: all of the last one have left by now[-1].commit. When it is free. */
tea_inline cycle_t take_row(struct tea_backend *backend, const struct inflight *flight)
{
	tea_ring_push(&backend->rows, flight->now[-1].commit + 1);
	return tea_ring_ready(&backend->rows);
}

/*
 * The waits of dispatch for an operation that has free entries everywhere: sanitizers check that it
 * has.
 */
tea_inline void take_room(struct tea_model *model, const struct inflight *flight,
			  const struct tea_wait *wait)
{
	const struct tea_issuequeue *queues = model->backend.queues;

	if (is_first(flight))
		tea_wait_spared(wait, take_row(&model->backend, flight));
	tea_wait_spared(wait, flight->now[-1].dispatch);
	if (flight->pool)
		tea_wait_spared(wait, tea_ring_ready(flight->pool));
	tea_wait_spared(wait, flight->kind->entries->ready);
	if (has(flight, TEA_KIND_LDQ))
		tea_wait_spared(wait, tea_ring_ready(&model->lsu.loads));
	if (has(flight, TEA_KIND_STQ)) {
		tea_wait_spared(wait, tea_ring_ready(&model->lsu.stores.entries));
		if (tea_insn_stores_fp(flight->insn))
			tea_wait_spared(wait, queues[TEA_QUEUE_FP].ready);
	}
}

/* Where entries are free. That dispatch keeps its width follows from that of decode. */
tea_inline void dispatch_unstalled(struct tea_model *model, const struct inflight *flight,
			       cycle_t decode)
{
	const struct tea_wait wait = tea_wait_begin(decode + model->backend.rename_latency,
						    TEA_LIMIT_NONE);

	take_room(model, flight, &wait);
	flight->now->dispatch = wait.at;
	tea_wait_end(&wait, TEA_STAGE_DISPATCH, flight->record, false);
}

tea_inline void dispatch_checked(struct tea_model *model, const struct inflight *flight,
				 cycle_t decode)
{
	struct tea_backend *backend = &model->backend;
	struct tea_wait wait = tea_wait_begin(decode + backend->rename_latency, TEA_LIMIT_NONE);
	cycle_t last_commit = flight->now[-1].commit, store = 0;

	tea_wait_for(&wait, flight->now[-1].dispatch, TEA_LIMIT_WIDTH);
	if (is_first(flight))
		tea_wait_for_entry(&wait, take_row(backend, flight), TEA_LIMIT_ROB, flight->explain);
	if (flight->explain)
		flight->record->window = find_window(model, flight, wait.at);
	if (flight->pool)
		tea_wait_for_entry(&wait, tea_ring_ready(flight->pool), TEA_LIMIT_REGISTERS,
				   flight->explain);
	if (executes(flight))
		tea_wait_for_entry(&wait, tea_issuequeue_ready(flight->kind->entries, wait.at),
				   TEA_LIMIT_QUEUE, flight->explain);
	if (has(flight, TEA_KIND_LDQ))
		tea_wait_for_entry(&wait, tea_ring_ready(&model->lsu.loads), TEA_LIMIT_LDQ,
				   flight->explain);
	if (is_serial(flight)) {
		tea_wait_for(&wait, last_commit + 1, TEA_LIMIT_SERIAL);
		tea_wait_for(&wait, model->lsu.stores.drained + 1, TEA_LIMIT_ORDER);
	}
	if (has(flight, TEA_KIND_STQ)) {
		if (tea_insn_stores_fp(flight->insn))
			tea_wait_for(&wait, tea_issuequeue_ready(&backend->queues[TEA_QUEUE_FP],
								 wait.at), TEA_LIMIT_QUEUE);
		store = tea_ring_ready(&model->lsu.stores.entries);
		store = store > wait.at ? store : 0;
		if (!is_simple(flight) && model->lsu.spared & TEA_PSV_DR_SQ)
			store = 0;
		tea_wait_for(&wait, store, TEA_LIMIT_STQ);
	}

	/*
	 * DR-SQ: in the cycle before this one the store was the oldest uop, since
	 * all older ones had left, and nothing but the full queue held it back.
	 */
	if (has(flight, TEA_KIND_STQ) && __builtin_expect(wait.at == store, false) &&
	    wait.at > last_commit + 1)
		flight->record->psv |= TEA_PSV_DR_SQ;
	flight->now->dispatch = wait.at;
	tea_wait_end(&wait, TEA_STAGE_DISPATCH, flight->record, flight->explain);
	TEA_TRACE(is_traced(model, flight), dispatch, model, flight->kind, flight->pool,
		  flight->record);
}

/* It was decoded in @decode. */
tea_inline void dispatch(struct tea_model *model, const struct inflight *flight, cycle_t decode)
{
	if (flight->unstalled)
		dispatch_unstalled(model, flight, decode);
	else
		dispatch_checked(model, flight, decode);
}

#endif /* TEA_STAGE_DISPATCH_H */
