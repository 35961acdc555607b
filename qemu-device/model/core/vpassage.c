// SPDX-License-Identifier: GPL-2.0-or-later
/* vpassage.c - the passage of a vector operation: see vpassage.h */
#include "vpassage.h"

#include <assert.h>

#include "passage.h"
#include "vcracker.h"
#include "vlsu.h"

/* What a vector operation's passage makes, for later ones. */
struct made {
	cycle_t vl;			/* 0: it stays */
	cycle_t accumulated;		/* a micro-operation that follows can issue then */
	uint32_t written;		/* vector registers, a bit each, and of these: */
	cycle_t begun[TEA_REGS_FILE], ready[TEA_REGS_FILE];
};

/* One micro-operation in flight. */
struct uflight {
	struct flight flight;
	const struct tea_uop *uop;
	cycle_t begun, ready;		/* what it makes can be read: the first part, the last */
};

/*
 * Cycles in which it takes its unit, or its pipe. A sum in order goes element by element, but reads
 * each part all the same, though all of its elements be masked off.
 */
static uint32_t find_busy(const struct tea_kind *kind, const struct tea_uop *uop)
{
	const uint32_t added = kind->latency * uop->serial;

	if (uop->serial)
		return added > uop->parts ? added : uop->parts;
	return kind->unit == TEA_UNIT_VDIV ? kind->latency * uop->parts : uop->parts;
}

/* Wait for register @number, of which @parts cycles' worth are read. */
static void wait_for_vector(const struct tea_backend *backend, const struct tea_uop *uop,
			    unsigned int number, struct tea_wait *wait)
{
	cycle_t last = backend->ready[TEA_REG_V(number)], begun = backend->begun[number];
	bool chained = backend->chaining && !(uop->whole >> number & 1);

	/* each part as it comes: the last one is read in its last cycle */
	if (chained)
		last = cycle_max(begun, last >= uop->parts ? last - (uop->parts - 1) : 0);
	tea_wait_for(wait, last, TEA_REG_V(number));
}

static void wait_for_sources(const struct tea_backend *backend, const struct uflight *uflight,
			     const struct made *made, struct tea_wait *wait)
{
	const struct tea_uop *uop = uflight->uop;
	struct tea_retired *record = uflight->flight.record;

	wait->why = TEA_REG_NONE;
	for (unsigned int i = 0; i < 3; i++)
		tea_wait_for(wait, backend->ready[uop->insn.src[i]], uop->insn.src[i]);
	if (uop->reads_vl)
		tea_wait_for(wait, backend->ready[TEA_REG_VL], TEA_REG_VL);
	for (uint32_t left = uop->reads; left; left &= left - 1)
		wait_for_vector(backend, uop, (unsigned int)__builtin_ctz(left), wait);
	if (uop->follows)
		tea_wait_for(wait, made->accumulated, TEA_LATE_BEFORE);
	record->late = (uint8_t)wait->why;
	record->ready = wait->at;
	wait->why = wait->why == TEA_REG_NONE ? TEA_LIMIT_NONE : TEA_LIMIT_OPERAND;
}

/* First cycle from @now in which one of @ports is free for @cycles: booked. */
static cycle_t book_pipe(struct tea_portbook *book, uint32_t ports, uint32_t cycles, cycle_t now)
{
	cycle_t best = UINT64_MAX;
	uint32_t pipe = 0;

	if (cycles == 1)
		return tea_portbook_book(book, ports, now);
	for (uint32_t left = ports; left; left &= left - 1) {
		cycle_t at = tea_portbook_find(book, left & -left, now, cycles);

		if (at < best) {
			best = at;
			pipe = left & -left;
		}
	}
	tea_portbook_take(book, pipe, best, cycles);
	return best;
}

static void execute(struct tea_model *model, struct uflight *uflight, struct made *made)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_uop *uop = uflight->uop;
	const struct tea_kind *kind = uflight->flight.kind;
	struct tea_retired *record = uflight->flight.record;
	struct tea_portbook *ports = &backend->ports[kind->queue];
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);
	const uint32_t busy = find_busy(kind, uop);
	/* until the last part leaves the unit, and the first */
	uint32_t last = uop->steps ? kind->latency * uop->steps : kind->latency + uop->parts - 1;
	uint32_t first;
	cycle_t issued;

	if (uop->serial || kind->unit == TEA_UNIT_VDIV)
		last = busy;
	first = uop->serial || uop->steps ? last : kind->latency;
	wait_for_sources(backend, uflight, made, &wait);
	if (model->hops)
		tea_trace_port(model, kind, wait.at);
	issued = kind->unit == TEA_UNIT_NONE ?
		 book_pipe(ports, kind->ports, busy, wait.at) :
		 book_unit(ports, kind->ports, &backend->units[kind->unit], busy, wait.at);
	tea_wait_for(&wait, issued, TEA_LIMIT_PORT);
	tea_issuequeue_push(&backend->queues[kind->queue], issued + 1);
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record, true);
	if (model->hops)
		tea_trace_issue(model, kind, kind->unit == TEA_UNIT_NONE ? 0 : issued + busy, record);
	made->accumulated = issued + last;
	wait = tea_wait_begin(issued + backend->issue_latency + last, TEA_LIMIT_LATENCY);
	tea_wait_end(&wait, TEA_STAGE_COMPLETE, record, true);
	uflight->ready = wait.at - (cycle_t)kind->ahead;
	uflight->begun = uflight->ready - (last - first);
	if (model->hops)
		tea_trace_vector(model, kind, made->accumulated, uflight->begun, last / kind->latency,
				 record);
}

/* The longest wait of @access within what its micro-operation waits for. */
static void join_access(struct tea_lsu_access *joined, const struct tea_lsu_access *access)
{
	joined->addr_at = cycle_max(joined->addr_at, access->addr_at);
	joined->conflict_at = cycle_max(joined->conflict_at, access->conflict_at);
	joined->psv |= access->psv;
	joined->fault = access->fault ? access->fault : joined->fault;
	if (access->ready > joined->ready) {
		joined->ready = access->ready;
		joined->why = access->why;
		joined->mem = access->mem;
	}
}

/*
 * Make the accesses, each in the next cycle in which a memory port is free from @now on. One
 * that violates memory order is the last. Returns when the first one issued.
 */
static cycle_t access_all(struct tea_model *model, struct uflight *uflight, cycle_t now)
{
	struct flight *flight = &uflight->flight;
	struct tea_vaccesses *accesses = &model->vaccesses;
	struct tea_portbook *ports = &model->backend.ports[TEA_QUEUE_MEM];
	const uint8_t privilege = flight->op->privilege & TEA_PRIV_M;
	const bool loads = flight->op->insn.class == TEA_CLASS_V_LOAD && !is_trapped(flight);
	cycle_t first = tea_portbook_book(ports, flight->kind->ports, now), at = first;

	flight->record->at[TEA_STAGE_ISSUE] = first;
	if (model->hops) {
		tea_trace_port(model, flight->kind, now);
		tea_trace_issue(model, flight->kind, 0, flight->record);
	}
	/* of what accesses nothing, too: an exception is known from there on */
	flight->access->addr_at = first + model->backend.issue_latency;
	for (unsigned int i = 0; i < accesses->count && !flight->access->fault; i++) {
		struct tea_lsu_access access;
		cycle_t begin;

		if (i)
			at = tea_portbook_book(ports, flight->kind->ports, at);
		begin = at + model->backend.issue_latency;
		if (model->hops)
			tea_trace_access(model, !loads, first, at);
		if (loads)
			tea_vlsu_load(&model->lsu, &accesses->list[i], privilege, begin, &access);
		else
			tea_vlsu_translate(&model->lsu, &accesses->list[i], privilege, begin, &access);
		if (model->hops)
			tea_trace_accessed(model, !i, access.ready > flight->access->ready,
					   access.ready);
		join_access(flight->access, &access);
		if (!i)
			uflight->begun = access.ready;
	}
	flight->last_issue = at;
	return first;
}

/* When a store's data are there: they take no port. */
static cycle_t wait_for_data(const struct tea_backend *backend, const struct uflight *uflight)
{
	cycle_t at = uflight->flight.record->at[TEA_STAGE_DISPATCH] + 1;

	for (uint32_t left = uflight->uop->data; left; left &= left - 1)
		at = cycle_max(at, backend->ready[TEA_REG_V(__builtin_ctz(left))]);
	return at;
}

static void execute_memory(struct tea_model *model, struct uflight *uflight,
			   const struct made *made)
{
	struct tea_backend *backend = &model->backend;
	struct flight *flight = &uflight->flight;
	struct tea_retired *record = flight->record;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);
	cycle_t issued;

	wait_for_sources(backend, uflight, made, &wait);
	issued = access_all(model, uflight, wait.at);
	tea_wait_for(&wait, issued, TEA_LIMIT_PORT);
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record, true);
	wait = tea_wait_begin(issued + backend->issue_latency + flight->kind->latency,
			      TEA_LIMIT_LATENCY);
	record->psv |= flight->access->psv;
	record_access(record, find_mem_kind(flight->op->insn.class), model->vaccesses.count,
		      model->vaccesses.list[0].addr, flight->access->mem);
	if (flight->kind->flags & TEA_KIND_STQ) {
		flight->data_issue = record->data_issue = wait_for_data(backend, uflight);
		flight->last_issue = cycle_max(flight->last_issue, flight->data_issue);
		wait = tea_wait_begin(cycle_max(flight->access->addr_at + TEA_STORE_KNOWN, wait.at),
				      (enum tea_limiter)flight->access->why);
		tea_wait_for(&wait, flight->data_issue + backend->issue_latency + TEA_STORE_KNOWN,
			     TEA_LIMIT_OPERAND);
	} else {
		record->data_issue = flight->last_issue;
		tea_wait_for(&wait, flight->access->ready, (enum tea_limiter)flight->access->why);
	}
	tea_issuequeue_push(&backend->queues[flight->kind->queue], flight->last_issue + 1);
	uflight->ready = wait.at - (cycle_t)flight->kind->ahead;
	if (!(flight->kind->flags & TEA_KIND_STQ))
		wait.at = uflight->ready - 1;
	tea_wait_end(&wait, TEA_STAGE_COMPLETE, record, true);
	uflight->begun = flight->access->ready ? uflight->begun - (cycle_t)flight->kind->ahead :
			 uflight->ready;
	if (model->hops)
		tea_trace_vector_memory(model, flight->kind, uflight->uop->data,
					flight->access->ready, uflight->begun, uflight->ready,
					record);
}

static void drain_all(struct tea_model *model, const struct flight *flight, cycle_t left)
{
	if (model->hops)
		tea_trace_drain(model, left);
	tea_vlsu_drain(&model->lsu, &model->vaccesses, flight->access->addr_at,
		       flight->data_issue + model->backend.issue_latency, left);
	if (model->hops)
		tea_trace_drained(model);
}

static void release_all(struct tea_model *model, const struct uflight *uflight, cycle_t left)
{
	const struct flight *flight = &uflight->flight;
	struct tea_lsu *lsu = &model->lsu;

	if (model->hops)
		tea_trace_release(model, flight->kind, flight->pool);
	if (flight->pool)
		tea_ring_push(flight->pool, left + 1);
	if (flight->kind->flags & TEA_KIND_LDQ)
		tea_ring_push(&lsu->loads, left + 1);
	if (flight->kind->flags & TEA_KIND_STQ) {
		tea_ring_push(&lsu->leaving, left + 1 + !is_trapped(flight));
		if (is_trapped(flight))
			tea_ring_push(&lsu->stores, cycle_max(left, lsu->drained) + 1);
		else
			drain_all(model, flight, left);
	}
	tea_frontend_release(&model->frontend, false, 0, flight->record);
}

/* Note what a micro-operation makes, for who reads it behind the operation. */
static void note_made(struct tea_model *model, const struct uflight *uflight, struct made *made)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_uop *uop = uflight->uop;

	for (uint32_t left = uop->writes; left; left &= left - 1) {
		unsigned int number = (unsigned int)__builtin_ctz(left);
		bool again = made->written >> number & 1;

		if (model->hops)
			tea_trace_made(model, number, !again || uflight->begun > made->begun[number],
				       !again || uflight->ready > made->ready[number]);
		made->begun[number] = again ? cycle_max(made->begun[number], uflight->begun) :
				      uflight->begun;
		made->ready[number] = again ? cycle_max(made->ready[number], uflight->ready) :
				      uflight->ready;
		made->written |= 1U << number;
	}
	if (uop->writes_vl)
		made->vl = cycle_max(made->vl, uflight->ready);
	if (uop->insn.dst < TEA_REG_V(0))
		backend->ready[uop->insn.dst] = uflight->ready;
	if (model->hops)
		tea_trace_made_scalar(model, uop->insn.dst, uop->writes_vl);
}

static void publish(struct tea_backend *backend, const struct made *made)
{
	for (uint32_t left = made->written; left; left &= left - 1) {
		unsigned int number = (unsigned int)__builtin_ctz(left);

		backend->begun[number] = made->begun[number];
		backend->ready[TEA_REG_V(number)] = made->ready[number];
	}
	if (made->vl)
		backend->ready[TEA_REG_VL] = made->vl;
}

/* What it has of the body, and the element that raised the exception. */
static void list_accesses(struct tea_model *model, const struct tea_op *op,
			  const struct tea_uop *uop, bool trapped)
{
	const unsigned int vstart = op->vector->vstart;
	const unsigned int end = tea_vcracker_body_end(&model->cracker, op) + trapped;

	tea_vaccesses_list(&model->vaccesses, op, uop->begin > vstart ? uop->begin : vstart,
			   uop->end < end ? uop->end : end);
}

static struct tea_ring *find_vector_pool(struct tea_backend *backend, const struct tea_uop *uop)
{
	if (!uop->renames || uop->insn.dst >= TEA_REG_VL)
		return NULL;
	return &backend->registers[uop->insn.dst / TEA_REGS_FILE];
}

/* vsetvl: decode has to know the type before it goes on. */
static struct tea_kind find_vector_kind(const struct tea_model *model, const struct tea_uop *uop)
{
	struct tea_kind kind = model->kinds[uop->insn.class];

	if (uop->insn.class == TEA_CLASS_VSET && uop->insn.flags & TEA_INSN_VTYPE)
		kind.flags |= TEA_KIND_SERIAL;
	return kind;
}

/* One passage of @op as @uop. Returns whether the operation has to be made again. */
static bool pass_uop(struct tea_model *model, const struct tea_op *op, const struct tea_uop *uop,
		     struct made *made, struct tea_retired *record)
{
	const struct tea_kind kind = find_vector_kind(model, uop);
	struct tea_frontend *frontend = &model->frontend;
	struct tea_lsu_access access = { .why = TEA_LIMIT_LATENCY };
	struct uflight uflight = {
		.flight = {
			.explain = true, .op = op, .insn = &op->insn, .kind = &kind, .record = record,
			.access = &access, .pool = find_vector_pool(&model->backend, uop),
		},
		.uop = uop,
	};
	cycle_t fetched, decoded, left;

	uflight.flight.now = tea_history_advance(&model->history);
	record_begin(record, op, &op->insn, true);
	if (model->hops)
		tea_trace_begin(model, record);
	pass_wrongpath(model, op, &uop->insn, TEA_PATH_COMPUTES);
	record->flags = TEA_RETIRED_VECTOR | (uop->writes_vl ? TEA_RETIRED_VL : 0);
	record->insn = uop->insn;
	record->parts = uop->parts;
	record->writes = uop->writes;
	record->lanes = uop->lanes;
	record->element_log2 = uop->element_log2;
	fetched = tea_frontend_fetch(frontend, uflight.flight.now, op->pc, op->insn.length_bytes,
				     record, true);
	if (model->hops)
		tea_trace_fetch(model, record);
	decoded = tea_frontend_decode(frontend, uflight.flight.now, false, fetched, record, true);
	if (model->hops)
		tea_trace_decode(model, record);
	dispatch(model, &uflight.flight, decoded);
	if (kind.flags & TEA_KIND_MEMORY) {
		list_accesses(model, op, uop, is_trapped(&uflight.flight));
		execute_memory(model, &uflight, made);
	} else {
		execute(model, &uflight, made);
	}
	uflight.flight.fault = access.fault;
	left = commit(model, &uflight.flight);
	release_all(model, &uflight, left);
	note_made(model, &uflight, made);
	if (model->hops)
		tea_trace_end(model, record);
	return access.fault == TEA_LSU_FAULT_ORDER;
}

/* To the first active element of @joined, and what @micro behind it found, if that came @later. */
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
		joined->hops_count = (uint32_t)(micro[count - 1].hops - micro[0].hops) +
				     micro[count - 1].hops_count;
	joined->micro = count > 1 ? micro : NULL;
	joined->micro_count = count > 1 ? (uint8_t)count : 0;
	if (joined->flags & TEA_RETIRED_EXCEPTION)
		joined->mem &= (uint16_t)~TEA_MEM_SOURCE_MASK;
}

/* All passages of @op, with record @number. Returns whether it has to be made again. */
static bool pass_all(struct tea_model *model, const struct tea_op *op, unsigned int number)
{
	const struct tea_cracker *cracker = &model->cracker;
	struct tea_retired *micro = model->vmicro[number];
	struct tea_op done = *op;
	struct made made;
	unsigned int count = 0;
	bool again = false, over = false;

	/* not all of it, which is as dear as a register's passage */
	made.written = 0;
	made.vl = made.accumulated = 0;
	model->vaccesses.indices = 0;
	done.trap = TEA_TRAP_NONE;
	while (count < cracker->count && !again && !over) {
		const struct tea_uop *uop = &cracker->uops[count];

		/* those before it do what they have to */
		over = op->trap != TEA_TRAP_NONE &&
		       (uop->end > tea_vcracker_body_end(cracker, op) || count + 1 == cracker->count);
		again = pass_uop(model, over ? op : &done, uop, &made, &micro[count++]);
	}
	if (model->hops)
		tea_trace_publish(model, made.written);
	publish(&model->backend, &made);
	join_records(&model->vrecords[number], op, micro, count);
	return again;
}

unsigned int tea_vpassage_step(struct tea_model *model, const struct tea_op *op)
{
	if (!pass_all(model, op, 0))
		return 1;
	/* once again is enough: every older store has left by now */
	if (pass_all(model, op, 1))
		assert(!"memory order violated twice");
	return 2;
}
