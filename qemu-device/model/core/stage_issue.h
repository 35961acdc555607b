/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage_issue.h - private to the core: issue, when operands, a port and the unit are there
 *
 * A port is booked for a cycle, in program order: an older operation that comes later finds those
 * that younger ones left.
 */
#ifndef TEA_STAGE_ISSUE_H
#define TEA_STAGE_ISSUE_H

#include "inflight.h"
#include "stage_rare.h"

tea_inline cycle_t book_port(struct tea_backend *backend, struct inflight *flight, cycle_t now)
{
	const struct tea_kind *kind = flight->kind;
	uint32_t port = 0;
	cycle_t at;

	if (has_unit(flight))
		at = tea_issue_book_unit(kind->book, kind->ports, &backend->units[kind->unit],
			       kind->occupancy + find_steps(flight), now);
	else
		at = tea_portbook_book_one(kind->book, kind->ports, now, &port);
	flight->port = port;	/* a copy: taking its address would keep all of @flight in memory */
	return at;
}

/* It has the entry of @queue from dispatch to @issued. */
tea_inline void leave_queue(const struct inflight *flight, struct tea_issuequeue *queue,
			    cycle_t issued)
{
	if (flight->unstalled)
		tea_issuequeue_enter(queue, flight->record->at[TEA_STAGE_DISPATCH], issued + 1);
	else
		tea_issuequeue_push(queue, issued + 1);
}

/*
 * Data from a floating-point register are an operation of their own, that waits in the
 * queue of that side and takes the port that leads to the integer side.
 */
tea_inline cycle_t issue_fp_data(struct tea_backend *backend, const struct inflight *flight,
				 uint8_t data, cycle_t now)
{
	cycle_t at = tea_portbook_book(&backend->ports[TEA_QUEUE_FP], TEA_PORT_FP_FIRST,
				       cycle_max(now, backend->ready[data]));

	leave_queue(flight, &backend->queues[TEA_QUEUE_FP], at);
	return at;
}

/*
 * Book ports for a store whose address is there in @now; returns when that issues. The queue gives
 * it a port as soon as address or data are there, and issues both if both are by then. Otherwise
 * the other one issues later, on its own.
 */
tea_inline cycle_t issue_store(struct tea_backend *backend, struct inflight *flight, cycle_t now)
{
	struct tea_portbook *book = &backend->ports[TEA_QUEUE_MEM];
	const uint32_t ports = flight->kind->ports;
	const uint8_t source = flight->insn->src[1];
	const cycle_t entered = flight->record->at[TEA_STAGE_DISPATCH] + 1;
	cycle_t data = cycle_max(entered, backend->ready[source]), first;

	if (__builtin_expect(tea_insn_stores_fp(flight->insn), false)) {
		flight->data_issue = issue_fp_data(backend, flight, source, entered);
		return flight->last_issue = tea_portbook_book(book, ports, now);
	}
	if (data < now) {
		flight->data_issue = first = tea_portbook_book(book, ports, data);
		flight->last_issue = first < now ? tea_portbook_book(book, ports, now) : first;
		return flight->last_issue;
	}
	first = tea_portbook_book(book, ports, now);
	flight->data_issue = first < data ? tea_portbook_book(book, ports, data) : first;
	flight->last_issue = flight->data_issue;
	return first;
}

/* Wait for all operands; the data of a store issue for themselves. */
tea_inline void wait_for_operands(const struct tea_backend *backend, const struct inflight *flight,
				  struct tea_wait *wait)
{
	const struct tea_insn *insn = flight->insn;
	const uint8_t second = is_store(flight) ? TEA_REG_NONE : insn->src[1];

	/* until then its reason is a register */
	wait->why = TEA_REG_NONE;
	if (executes(flight)) {
		tea_wait_for(wait, backend->ready[insn->src[0]], insn->src[0]);
		tea_wait_for(wait, backend->ready[second], second);
		tea_wait_for(wait, backend->ready[insn->src[2]], insn->src[2]);
	}
	if (flight->explain) {
		flight->record->late = (uint8_t)wait->why;
		flight->record->ready = wait->at;
	}
	wait->why = wait->why == TEA_REG_NONE ? TEA_LIMIT_NONE : TEA_LIMIT_OPERAND;
}

/* When a unit that is not pipelined, and taken in @at, can be taken again; else 0. */
tea_inline cycle_t find_unit_free(const struct inflight *flight, cycle_t at)
{
	return has_unit(flight) ? at + flight->kind->occupancy + find_steps(flight) : 0;
}

/* Wait for operands and a port. */
tea_inline void issue(struct tea_model *model, struct inflight *flight)
{
	struct tea_backend *backend = &model->backend;
	struct tea_retired *record = flight->record;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);

	wait_for_operands(backend, flight, &wait);
	if (executes(flight)) {
		TEA_TRACE(is_traced(model, flight), port, model, flight->kind, wait.at);
		if (is_store(flight)) {
			tea_wait_for(&wait, issue_store(backend, flight, wait.at), TEA_LIMIT_PORT);
			if (flight->explain)
				record->data_issue = flight->data_issue;
		} else {
			tea_wait_for(&wait, book_port(backend, flight, wait.at), TEA_LIMIT_PORT);
			flight->last_issue = wait.at;
		}
		leave_queue(flight, flight->kind->entries, flight->last_issue);
	}
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record, flight->explain);
	TEA_TRACE(is_traced(model, flight), issue, model, flight->kind,
		  find_unit_free(flight, wait.at), record);
	TEA_TRACE(is_traced(model, flight) && is_store(flight), data, model, flight->kind,
		  tea_insn_stores_fp(flight->insn), flight->insn->src[1], flight->data_issue, record);
}

#endif /* TEA_STAGE_ISSUE_H */
