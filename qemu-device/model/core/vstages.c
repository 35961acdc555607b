// SPDX-License-Identifier: GPL-2.0-or-later
/* vstages.c - the stages of a vector's micro-operations: see vstages.h */
#include "vstages.h"

#include "stage_rare.h"
#include "vcracker.h"
#include "vlsu.h"

void tea_vector_record(const struct tea_vector_inflight *vector)
{
	const struct tea_uop *uop = vector->uop;
	struct tea_retired *record = vector->record;

	record->flags = TEA_RETIRED_VECTOR | (uop->writes_vl ? TEA_RETIRED_VL : 0);
	record->insn = uop->insn;
	record->parts = uop->parts;
	record->writes = uop->writes;
	record->lanes = uop->lanes;
	record->element_log2 = uop->element_log2;
}

struct tea_ring *tea_vector_pool(struct tea_backend *backend,
				 const struct tea_vector_inflight *vector)
{
	const struct tea_uop *uop = vector->uop;

	if (!uop->renames || uop->insn.dst >= TEA_REG_VL)
		return NULL;
	return &backend->registers[uop->insn.dst / TEA_REGS_FILE];
}

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

static void wait_for_sources(const struct tea_backend *backend,
			     const struct tea_vector_inflight *vector, struct tea_wait *wait)
{
	const struct tea_uop *uop = vector->uop;
	struct tea_retired *record = vector->record;

	wait->why = TEA_REG_NONE;
	for (unsigned int i = 0; i < 3; i++)
		tea_wait_for(wait, backend->ready[uop->insn.src[i]], uop->insn.src[i]);
	if (uop->reads_vl)
		tea_wait_for(wait, backend->ready[TEA_REG_VL], TEA_REG_VL);
	for (uint32_t left = uop->reads; left; left &= left - 1)
		wait_for_vector(backend, uop, (unsigned int)__builtin_ctz(left), wait);
	if (uop->follows)
		tea_wait_for(wait, vector->made->accumulated, TEA_LATE_BEFORE);
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

/* Cycles until the last part leaves the unit, and the first. */
static uint32_t find_last(const struct tea_kind *kind, const struct tea_uop *uop)
{
	if (uop->serial || kind->unit == TEA_UNIT_VDIV)
		return find_busy(kind, uop);
	return uop->steps ? kind->latency * uop->steps : kind->latency + uop->parts - 1;
}

static uint32_t find_first(const struct tea_kind *kind, const struct tea_uop *uop)
{
	return uop->serial || uop->steps ? find_last(kind, uop) : kind->latency;
}

/* A pipe or a unit, from @now on: returns when it has it. */
static cycle_t issue_arithmetic(struct tea_model *model, const struct tea_vector_inflight *vector,
				cycle_t now)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_kind *kind = vector->kind;
	const uint32_t busy = find_busy(kind, vector->uop);
	struct tea_portbook *ports = &backend->ports[kind->queue];

	if (kind->unit == TEA_UNIT_NONE)
		return book_pipe(ports, kind->ports, busy, now);
	return tea_issue_book_unit(ports, kind->ports, &backend->units[kind->unit], busy, now);
}

void tea_vector_issue(struct tea_model *model, const struct tea_vector_inflight *vector)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_kind *kind = vector->kind;
	struct tea_retired *record = vector->record;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);
	cycle_t issued, free_at = 0;

	wait_for_sources(backend, vector, &wait);
	TEA_TRACE(model->edges, port, model, kind, wait.at);
	if (kind->flags & TEA_KIND_MEMORY) {
		issued = tea_portbook_book(&backend->ports[kind->queue], kind->ports, wait.at);
	} else {
		issued = issue_arithmetic(model, vector, wait.at);
		tea_issuequeue_push(&backend->queues[kind->queue], issued + 1);
		if (kind->unit != TEA_UNIT_NONE)
			free_at = issued + find_busy(kind, vector->uop);
	}
	tea_wait_for(&wait, issued, TEA_LIMIT_PORT);
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record, true);
	TEA_TRACE(model->edges, issue, model, kind, free_at, record);
}

static void complete_arithmetic(struct tea_model *model, struct tea_vector_inflight *vector)
{
	const struct tea_kind *kind = vector->kind;
	const uint32_t last = find_last(kind, vector->uop), first = find_first(kind, vector->uop);
	const cycle_t issued = vector->record->at[TEA_STAGE_ISSUE];
	const struct tea_wait wait = tea_wait_begin(issued + model->backend.issue_latency + last,
						    TEA_LIMIT_LATENCY);

	vector->made->accumulated = issued + last;
	tea_wait_end(&wait, TEA_STAGE_COMPLETE, vector->record, true);
	vector->ready = wait.at - (cycle_t)kind->ahead;
	vector->begun = vector->ready - (last - first);
	TEA_TRACE(model->edges, vector, model, kind, vector->made->accumulated, vector->begun,
		  last / kind->latency, vector->record);
}

/* Join @access with those before it of its micro-operation: the longest wait counts. */
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
 * Make the accesses, each after the first in the next cycle in which a memory port is free. One that
 * violates memory order is the last.
 */
static void access_all(struct tea_model *model, struct tea_vector_inflight *vector)
{
	struct tea_vaccesses *accesses = &model->vaccesses;
	struct tea_portbook *ports = &model->backend.ports[TEA_QUEUE_MEM];
	const uint8_t privilege = vector->op->privilege & TEA_PRIV_M;
	const bool loads = vector->op->insn.class == TEA_CLASS_V_LOAD &&
			   vector->op->trap == TEA_TRAP_NONE;
	const cycle_t first = vector->record->at[TEA_STAGE_ISSUE];
	cycle_t at = first;

	/* also without an access: an exception is known from there on */
	vector->access->addr_at = first + model->backend.issue_latency;
	for (unsigned int i = 0; i < accesses->count && !vector->access->fault; i++) {
		struct tea_lsu_access access;
		cycle_t begin;

		if (i)
			at = tea_portbook_book(ports, vector->kind->ports, at);
		begin = at + model->backend.issue_latency;
		TEA_TRACE(model->edges, access, model, !loads, first, at);
		if (loads)
			tea_vlsu_load(&model->lsu, &accesses->list[i], privilege, begin, &access);
		else
			tea_vlsu_translate(&model->lsu, &accesses->list[i], privilege, begin, &access);
		TEA_TRACE(model->edges, accessed, model, !i, access.ready > vector->access->ready,
			  access.ready);
		join_access(vector->access, &access);
		if (!i)
			vector->begun = access.ready;
	}
	vector->last_issue = at;
}

/* When a store's data are there: they take no port. */
static cycle_t wait_for_data(const struct tea_backend *backend,
			     const struct tea_vector_inflight *vector)
{
	cycle_t at = vector->record->at[TEA_STAGE_DISPATCH] + 1;

	for (uint32_t left = vector->uop->data; left; left &= left - 1)
		at = cycle_max(at, backend->ready[TEA_REG_V(__builtin_ctz(left))]);
	return at;
}

/* Behind its accesses: the cycle in which all that it waits for is there. */
static struct tea_wait wait_for_accesses(struct tea_model *model,
					 struct tea_vector_inflight *vector)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_lsu_access *access = vector->access;
	struct tea_retired *record = vector->record;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_ISSUE] + backend->issue_latency +
					      vector->kind->latency, TEA_LIMIT_LATENCY);

	if (vector->kind->flags & TEA_KIND_STQ) {
		vector->data_issue = record->data_issue = wait_for_data(backend, vector);
		vector->last_issue = cycle_max(vector->last_issue, vector->data_issue);
		wait = tea_wait_begin(cycle_max(access->addr_at + TEA_STORE_KNOWN, wait.at),
				      (enum tea_limiter)access->why);
		tea_wait_for(&wait, vector->data_issue + backend->issue_latency + TEA_STORE_KNOWN,
			     TEA_LIMIT_OPERAND);
	} else {
		record->data_issue = vector->last_issue;
		tea_wait_for(&wait, access->ready, (enum tea_limiter)access->why);
	}
	return wait;
}

static void complete_memory(struct tea_model *model, struct tea_vector_inflight *vector)
{
	const struct tea_kind *kind = vector->kind;
	struct tea_retired *record = vector->record;
	struct tea_wait wait;

	access_all(model, vector);
	record->psv |= vector->access->psv;
	tea_record_access(record, tea_access_kind(vector->op->insn.class), model->vaccesses.count,
			  model->vaccesses.list[0].addr, vector->access->mem);
	wait = wait_for_accesses(model, vector);
	tea_issuequeue_push(&model->backend.queues[kind->queue], vector->last_issue + 1);
	vector->ready = wait.at - (cycle_t)kind->ahead;
	if (!(vector->kind->flags & TEA_KIND_STQ))
		wait.at = vector->ready - 1;
	tea_wait_end(&wait, TEA_STAGE_COMPLETE, record, true);
	vector->begun = vector->access->ready ? vector->begun - (cycle_t)kind->ahead : vector->ready;
	TEA_TRACE(model->edges, vector_memory, model, kind, vector->uop->data, vector->access->ready,
		  vector->begun, vector->ready, record);
}

uint8_t tea_vector_complete(struct tea_model *model, struct tea_vector_inflight *vector)
{
	if (vector->kind->flags & TEA_KIND_MEMORY)
		complete_memory(model, vector);
	else
		complete_arithmetic(model, vector);
	return vector->access->fault;
}

void tea_vector_drain(struct tea_model *model, const struct tea_vector_inflight *vector,
		      cycle_t left)
{
	tea_vlsu_drain(&model->lsu, &model->vaccesses, vector->access->addr_at,
		       vector->data_issue + model->backend.issue_latency, left);
}

void tea_vector_made(struct tea_model *model, const struct tea_vector_inflight *vector)
{
	struct tea_vector_made *made = vector->made;
	struct tea_backend *backend = &model->backend;
	const struct tea_uop *uop = vector->uop;

	for (uint32_t left = uop->writes; left; left &= left - 1) {
		unsigned int number = (unsigned int)__builtin_ctz(left);
		bool again = made->written >> number & 1;

		TEA_TRACE(model->edges, made, model, number,
			  !again || vector->begun > made->begun[number],
			  !again || vector->ready > made->ready[number]);
		made->begun[number] = again ? cycle_max(made->begun[number], vector->begun) :
				      vector->begun;
		made->ready[number] = again ? cycle_max(made->ready[number], vector->ready) :
				      vector->ready;
		made->written |= 1U << number;
	}
	if (uop->writes_vl)
		made->vl = cycle_max(made->vl, vector->ready);
	if (uop->insn.dst < TEA_REG_V(0))
		backend->ready[uop->insn.dst] = vector->ready;
	TEA_TRACE(model->edges, made_scalar, model, uop->insn.dst, uop->writes_vl);
}

void tea_vector_publish(struct tea_model *model, const struct tea_vector_made *made)
{
	struct tea_backend *backend = &model->backend;

	TEA_TRACE(model->edges, publish, model, made->written);
	for (uint32_t left = made->written; left; left &= left - 1) {
		unsigned int number = (unsigned int)__builtin_ctz(left);

		backend->begun[number] = made->begun[number];
		backend->ready[TEA_REG_V(number)] = made->ready[number];
	}
	if (made->vl)
		backend->ready[TEA_REG_VL] = made->vl;
}
