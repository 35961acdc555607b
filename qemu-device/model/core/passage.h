/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * passage.h - private to the core: the passage of an operation, from dispatch to commit
 *
 * Cost: O(1) amortised per operation, from a few primitives: look-back at the
 * history, rings, port books and issue queues.
 *
 * An entry of any structure given back in cycle c can be taken in c + 1. Times
 * are those of TEA sections 2 and 3. Who includes this makes some variants: run.c those that
 * are most used.
 */
#ifndef TEA_PASSAGE_H
#define TEA_PASSAGE_H

#include "departure.h"

/* From a store's address, or data, in its queue to the ROB's knowledge of it: see BOOM's lsu.scala. */
#define TEA_STORE_KNOWN		2

/*
 * Of what finds room in the ROB in @now: the first cycle in which its issue queues have some, and
 * the store queue, as far as that is full of what is still in the ROB.
 */
tea_inline cycle_t find_window(struct tea_model *model, const struct flight *flight, cycle_t now)
{
	struct tea_issuequeue *queues = model->backend.queues;

	if (executes(flight))
		now = cycle_max(now, tea_issuequeue_ready(flight->kind->entries, now));
	if (has(flight, TEA_KIND_STQ) && tea_insn_stores_fp(flight->insn))
		now = cycle_max(now, tea_issuequeue_ready(&queues[TEA_QUEUE_FP], now));
	if (has(flight, TEA_KIND_STQ))
		now = cycle_max(now, tea_ring_ready(&model->lsu.leaving));
	return now;
}

/* A decode group takes the next row: all of the last one have left by now[-1].commit. When it is free. */
tea_inline cycle_t take_row(struct tea_backend *backend, const struct flight *flight)
{
	tea_ring_push(&backend->rows, flight->now[-1].commit + 1);
	return tea_ring_ready(&backend->rows);
}

/* What dispatch would wait for, were there no room: with sanitizers, look whether there is. */
tea_inline void take_room(struct tea_model *model, const struct flight *flight,
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
		tea_wait_spared(wait, tea_ring_ready(&model->lsu.stores));
		if (tea_insn_stores_fp(flight->insn))
			tea_wait_spared(wait, queues[TEA_QUEUE_FP].ready);
	}
}

/* Where there is room. That dispatch keeps its width follows from that of decode. */
tea_inline void dispatch_roomy(struct tea_model *model, const struct flight *flight,
			       cycle_t decode)
{
	const struct tea_wait wait = tea_wait_begin(decode + model->backend.rename_latency,
						    TEA_LIMIT_NONE);

	take_room(model, flight, &wait);
	flight->now->dispatch = wait.at;
	tea_wait_end(&wait, TEA_STAGE_DISPATCH, flight->record, false);
}

tea_inline void dispatch(struct tea_model *model, const struct flight *flight, cycle_t decode)
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
		tea_wait_for(&wait, model->lsu.drained + 1, TEA_LIMIT_ORDER);
	}
	if (has(flight, TEA_KIND_STQ)) {
		if (tea_insn_stores_fp(flight->insn))
			tea_wait_for(&wait, tea_issuequeue_ready(&backend->queues[TEA_QUEUE_FP],
								 wait.at), TEA_LIMIT_QUEUE);
		store = tea_ring_ready(&model->lsu.stores);
		store = store > wait.at ? store : 0;
		if (!is_plain(flight) && model->lsu.spared & TEA_PSV_DR_SQ)
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
	if (is_followed(model, flight))
		tea_trace_dispatch(model, flight->kind, flight->pool, flight->record);
}

/* First cycle from @now in which one of @ports and @unit, for @cycles, are free: booked. */
static __attribute__((noinline)) cycle_t book_unit(struct tea_portbook *book, uint32_t ports,
						   struct tea_unitbook *unit, uint32_t cycles,
						   cycle_t now)
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

tea_inline cycle_t book_port(struct tea_backend *backend, struct flight *flight, cycle_t now)
{
	const struct tea_kind *kind = flight->kind;
	uint32_t port = 0;
	cycle_t at;

	if (has_unit(flight))
		at = book_unit(kind->book, kind->ports, &backend->units[kind->unit],
			       kind->occupancy + find_steps(flight), now);
	else
		at = tea_portbook_book_one(kind->book, kind->ports, now, &port);
	flight->port = port;	/* a copy: who takes its address would keep all of @flight in memory */
	return at;
}

/* It has the entry of @queue from dispatch to @issued. */
tea_inline void leave_queue(const struct flight *flight, struct tea_issuequeue *queue,
			    cycle_t issued)
{
	if (flight->roomy)
		tea_issuequeue_enter(queue, flight->record->at[TEA_STAGE_DISPATCH], issued + 1);
	else
		tea_issuequeue_push(queue, issued + 1);
}

/*
 * Data from a floating-point register are an operation of their own, that waits in the
 * queue of that side and takes the port that leads to the integer side.
 */
tea_inline cycle_t issue_fp_data(struct tea_backend *backend, const struct flight *flight,
				 uint8_t data, cycle_t now)
{
	cycle_t at = tea_portbook_book(&backend->ports[TEA_QUEUE_FP], TEA_PORT_FP_FIRST,
				       cycle_max(now, backend->ready[data]));

	leave_queue(flight, &backend->queues[TEA_QUEUE_FP], at);
	return at;
}

/*
 * Book ports for a store whose address is there in @now; returns when that issues. The queue
 * gives it a port as soon as address or data are there, and issues both if both are by then.
 * Else the other one issues by itself, later.
 */
tea_inline cycle_t issue_store(struct tea_backend *backend, struct flight *flight, cycle_t now)
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
tea_inline void wait_for_operands(const struct tea_backend *backend, const struct flight *flight,
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

/* When the unit that is not pipelined can be taken again, of what issues in @at; else 0. */
tea_inline cycle_t find_unit_free(const struct flight *flight, cycle_t at)
{
	return has_unit(flight) ? at + flight->kind->occupancy + find_steps(flight) : 0;
}

/* Wait for operands and a port. */
tea_inline void issue(struct tea_model *model, struct flight *flight)
{
	struct tea_backend *backend = &model->backend;
	struct tea_retired *record = flight->record;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);

	wait_for_operands(backend, flight, &wait);
	if (executes(flight)) {
		if (is_followed(model, flight))
			tea_trace_port(model, flight->kind, wait.at);
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
	if (is_followed(model, flight)) {
		tea_trace_issue(model, flight->kind, find_unit_free(flight, wait.at), record);
		if (is_store(flight))
			tea_trace_data(model, flight->kind, tea_insn_stores_fp(flight->insn),
				       flight->insn->src[1], flight->data_issue, record);
	}
}

/* What crosses a line takes a memory port once more. Returns how many cycles later. */
static __attribute__((noinline)) cycle_t issue_second(struct tea_backend *backend, uint32_t ports,
						      cycle_t issued)
{
	return tea_portbook_book(&backend->ports[TEA_QUEUE_MEM], ports, issued + 1) - issued;
}

/* What an operation of @class does with memory: TEA_MEM_LOAD and so on, or 0. */
tea_inline uint16_t find_mem_kind(uint8_t class)
{
	switch (class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_V_LOAD:
		return TEA_MEM_LOAD;
	case TEA_CLASS_STORE:
	case TEA_CLASS_V_STORE:
		return TEA_MEM_STORE;
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
		return TEA_MEM_ATOMIC;
	default:
		return 0;
	}
}

/* The record tells of an access to @addr, if @known, for which @found has source and TLB. */
tea_inline void record_access(struct tea_retired *record, uint16_t kind, bool known, uint64_t addr,
			      uint16_t found)
{
	record->addr = addr;
	record->mem = known ? (uint16_t)(kind | TEA_MEM_ADDR | found) : kind;
}

tea_inline void access_memory(struct tea_lsu *lsu, const struct flight *flight, cycle_t now)
{
	const struct tea_op *op = flight->op;
	struct tea_lsu_access *access = flight->access;
	const uint16_t kind = find_mem_kind(flight->insn->class);

	if (!is_plain(flight) && __builtin_expect(lsu->spared, 0))
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
		record_access(flight->record, kind, op->has_addr, op->addr, access->mem);
}

/* Of a load or a store of a run, on its @path, that is not as most are: what it finds. */
static __attribute__((noinline)) void access_other(struct tea_model *model, struct course course,
						   const enum tea_specialization path,
						   struct tea_retired *record,
						   struct tea_lsu_access *access)
{
	const struct tea_kind *kind = model->kind_of[course.recipe->insn.class];
	const cycle_t issued = record->at[TEA_STAGE_ISSUE];
	const cycle_t now = issued + model->backend.issue_latency;
	struct tea_op op = tea_run_insn(course.run, course.recipe);

	tea_run_access(course.run, course.recipe, &op);
	access->second_after = tea_lsu_crosses_line(&op) ?
			       issue_second(&model->backend, kind->ports, issued) : 0;
	if (path == TEA_PATH_LOAD)
		tea_lsu_load_other(&model->lsu, &op, now, access);
	else
		tea_lsu_translate_other(&model->lsu, &op, now, access);
	record->psv |= access->psv;
	record_access(record, path == TEA_PATH_LOAD ? TEA_MEM_LOAD : TEA_MEM_STORE, op.has_addr,
		      op.addr, access->mem);
}

/* A load or a store of a run, on its path, at @now. Returns when its data, or address, is there. */
tea_inline cycle_t access_from_run(struct tea_model *model, struct flight *flight, cycle_t now)
{
	const struct course *course = flight->course;
	const uint64_t addr = tea_run_address(course->run, course->recipe);
	const uint8_t bytes = flight->insn->access_bytes;
	const uint8_t privilege = flight->record->privilege;
	struct tea_lsu_access *access = flight->access;
	enum tea_hit hit = TEA_HIT_NONE;
	cycle_t ready = now;

	if (addr != TEA_NO_ADDRESS && flight->path == TEA_PATH_LOAD)
		hit = tea_lsu_load_hits(&model->lsu, addr, bytes, privilege, now, &ready);
	if (hit != TEA_HIT_NONE) {
		record_access(flight->record, TEA_MEM_LOAD, true, addr,
			      tea_lsu_source(TEA_MEM_SOURCE_L1) | tea_lsu_tlb_hit(hit));
		return ready;
	}
	if (addr != TEA_NO_ADDRESS && flight->path == TEA_PATH_STORE &&
	    tea_lsu_store_hits(&model->lsu, addr, bytes, privilege, now, access)) {
		record_access(flight->record, TEA_MEM_STORE, true, addr, access->mem);
		return ready;
	}
	access_other(model, *course, flight->path, flight->record, access);
	flight->fault = access->fault;
	return flight->path == TEA_PATH_LOAD ? access->ready : access->addr_at;
}

/* An access: what it finds, and when that is there, which is not before @wait. */
tea_inline void wait_for_access(struct tea_model *model, struct flight *flight,
				struct tea_wait *wait)
{
	struct tea_backend *backend = &model->backend;
	struct tea_lsu_access *access = flight->access;
	const cycle_t issued = flight->record->at[TEA_STAGE_ISSUE];
	const cycle_t now = issued + backend->issue_latency;
	cycle_t ready;

	if (flight->course) {
		ready = access_from_run(model, flight, now);
	} else {
		access->second_after = tea_lsu_crosses_line(flight->op) ?
				       issue_second(backend, flight->kind->ports, issued) : 0;
		if (is_followed(model, flight))
			tea_trace_access(model, is_store(flight), issued, issued);
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
 * Of a load whose data can be executed on from @data on: when it writes them back. Readers of an integer
 * load that hits the L1 issue in that very cycle, all others in the next one: @woken.
 */
tea_inline cycle_t write_back_load(const struct tea_backend *backend, const struct flight *flight,
				   cycle_t data, cycle_t *woken)
{
	const cycle_t issued = flight->record->at[TEA_STAGE_ISSUE];
	const bool hits = data <= issued + backend->hit_latency;
	const bool fp = flight->insn->dst / TEA_REGS_FILE == 1;

	*woken = data - (cycle_t)flight->kind->ahead + (hits && fp);
	return data - (cycle_t)flight->kind->ahead - !hits;
}

/* Access memory. Returns when it is done, and in @woken when its readers issue, if it has any. */
tea_inline void complete_access(struct tea_model *model, struct flight *flight,
				struct tea_wait *wait, cycle_t *woken)
{
	wait_for_access(model, flight, wait);
	*woken = wait->at - (cycle_t)flight->kind->ahead;
	if (is_store(flight) || is_trapped(flight))
		return;
	if (flight->insn->class == TEA_CLASS_LOAD || flight->insn->class == TEA_CLASS_LOAD_RESERVED)
		wait->at = write_back_load(&model->backend, flight, wait->at, woken);
	else if (!is_plain(flight) && is_serial(flight))
		wait->at--;	/* atomics access memory a cycle later, from the store queue */
}

/* Of an ALU's that shares its port with a longer pipeline: what is not bypassed is read as late. */
tea_inline void write_back_late(const struct tea_kind *kind, struct tea_wait *wait, cycle_t *woken)
{
	wait->at += kind->deeper;
	if (kind->ahead < 0)
		*woken += kind->deeper;
}

/*
 * The cycle in which it writes its result back, and the ROB knows that it is done: from the next
 * one on it can leave. When its readers can issue is another matter. Who shares a port with a longer
 * pipeline writes back at the end of that.
 */
tea_inline void complete(struct tea_model *model, struct flight *flight)
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
	if (is_followed(model, flight))
		tea_trace_complete(model, kind, woken, flight->record);
}

tea_inline void record_begin(struct tea_retired *record, const struct tea_op *op,
			     const struct tea_insn *insn, const bool explain)
{
	record->pc = op->pc;
	record->site = op->site;
	record->psv = 0;
	record->mem = 0;
	record->flags = 0;
	record->privilege = op->privilege & TEA_PRIV_M;
	record->insn = *insn;
	if (explain)
		record->itlb_wait = record->line_wait = 0;
}

/* From dispatch on, of what is @decoded then. Whether the whole passage has to be made again. */
tea_inline bool pass_rest(struct tea_model *model, struct flight *flight, cycle_t decoded)
{
	cycle_t left;

	flight->fault = TEA_LSU_FAULT_NONE;
	flight->pool = find_pool(&model->backend, flight);
	if (flight->roomy)
		dispatch_roomy(model, flight, decoded);
	else
		dispatch(model, flight, decoded);
	issue(model, flight);
	complete(model, flight);
	if (has(flight, TEA_KIND_CONTROL) && !is_trapped(flight)) {
		const bool misled = tea_frontend_resolve(&model->frontend, flight->op->next_pc,
							 find_resolved(flight), flight->record);

		if (is_followed(model, flight))
			tea_trace_resolve(model, flight->record);
		if (__builtin_expect(misled, false) && model->wrongpath.modelled)
			tea_wrongpath_begin(model, flight->record, find_resolved(flight));
	}
	left = commit(model, flight);
	release(model, flight, left);
	if (is_followed(model, flight))
		tea_trace_end(model, flight->record);
	return has(flight, TEA_KIND_MEMORY) && flight->fault == TEA_LSU_FAULT_ORDER;
}

/* For pass(): it is compared with the wrong path. */
tea_inline void pass_wrongpath(struct tea_model *model, const struct tea_op *op,
			       const struct tea_insn *insn, const enum tea_specialization path)
{
	const bool accesses = path != TEA_PATH_COMPUTES && path != TEA_PATH_CONTROL;

	if (__builtin_expect(model->wrongpath.active, false))
		tea_wrongpath_step(model, op->pc, insn,
				   accesses && op->has_addr ? op->addr : TEA_NO_ADDRESS,
				   op->privilege & TEA_PRIV_M);
}

/*
 * One passage through the pipeline, on a @path, a constant. Whether it has to be made again. What
 * is_from_run() takes of @op what goes to the record, and has the rest from @course.
 */
tea_inline bool pass(struct tea_model *model, const struct tea_op *op, const struct course *course,
		     const struct tea_insn *insn, const struct tea_kind *kind,
		     struct tea_retired *record, const enum tea_specialization path)
{
	const bool explain = path == TEA_PATH_ANY || path == TEA_PATH_EXPLAINED;
	struct tea_frontend *frontend = &model->frontend;
	struct tea_lsu_access access;
	struct flight flight = {
		.path = path, .explain = explain, .op = is_from_run(path) ? NULL : op,
		.course = is_from_run(path) ? course : NULL, .insn = insn, .kind = kind,
		.now = tea_history_advance(&model->history), .record = record, .access = &access,
	};
	cycle_t fetched, decoded;

	record_begin(record, op, insn, explain);
	if (is_followed(model, &flight))
		tea_trace_begin(model, record);
	pass_wrongpath(model, op, insn, path);
	fetched = tea_frontend_fetch(frontend, flight.now, op->pc, insn->length_bytes, record,
				     explain);
	if (is_followed(model, &flight))
		tea_trace_fetch(model, record);
	decoded = tea_frontend_decode(frontend, flight.now, has(&flight, TEA_KIND_TAG), fetched,
				      record, explain);
	if (is_followed(model, &flight))
		tea_trace_decode(model, record);
	return pass_rest(model, &flight, decoded);
}

#endif /* TEA_PASSAGE_H */
