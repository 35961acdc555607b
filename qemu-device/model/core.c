// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * core.c - the out-of-order core: dispatch to commit, and the step
 *
 * Cost: O(1) amortised per operation, from a few primitives: look-back at the
 * history, rings, port books and issue queues. tea_model_step() passes an
 * operation through all stages; a load that violates memory order, twice.
 *
 * An entry of any structure given back in cycle c can be taken in c + 1. Times
 * are those of TEA sections 2 and 3; instructions that serialise and flush are
 * BOOM's is_unique and flush_on_commit ones (exu/decode.scala), all the same set.
 */
#include "core.h"

#include <assert.h>

#include "cycles.h"
#include "tea_abi.h"

static const struct tea_kind *find_kind(const struct tea_model *model, const struct tea_op *op)
{
	if (__builtin_expect(op->trap == TEA_TRAP_INTERRUPT, false))
		return &model->interrupt;
	return &model->kinds[op->insn.class][(op->insn.flags & TEA_INSN_SINGLE) != 0];
}

/* The pool that the destination is renamed to, or NULL. */
static struct tea_ring *find_pool(struct tea_backend *backend, const struct tea_op *op)
{
	if (op->insn.dst >= TEA_REGS || op->trap == TEA_TRAP_INTERRUPT)
		return NULL;
	return &backend->registers[op->insn.dst / TEA_REG_FP(0)];
}

static void dispatch(struct tea_model *model, const struct tea_kind *kind,
		     const struct tea_ring *pool, cycle_t decode, struct tea_retired *record)
{
	const struct tea_history *history = &model->history;
	struct tea_backend *backend = &model->backend;
	struct tea_wait wait = tea_wait_begin(decode + backend->rename_latency, TEA_LIMIT_NONE);
	cycle_t last_commit = tea_history_back(history, history->commit, 1);

	tea_wait_for(&wait, tea_history_back(history, history->dispatch, 1), TEA_LIMIT_WIDTH);
	tea_wait_for(&wait, tea_history_back(history, history->commit, backend->rob) + 1,
		     TEA_LIMIT_ROB);
	if (pool)
		tea_wait_for(&wait, tea_ring_ready(pool), TEA_LIMIT_REGISTERS);
	if (kind->queue < TEA_QUEUES_COUNT)
		tea_wait_for(&wait, tea_issuequeue_ready(&backend->queues[kind->queue]),
			     TEA_LIMIT_QUEUE);
	if (kind->flags & TEA_KIND_LDQ)
		tea_wait_for(&wait, tea_ring_ready(&model->lsu.loads), TEA_LIMIT_LDQ);
	if (kind->flags & TEA_KIND_SERIAL) {
		tea_wait_for(&wait, last_commit + 1, TEA_LIMIT_SERIAL);
		tea_wait_for(&wait, model->lsu.drained + 1, TEA_LIMIT_ORDER);
	}
	if (kind->flags & TEA_KIND_STQ)
		tea_wait_for(&wait, tea_ring_ready(&model->lsu.stores), TEA_LIMIT_STQ);
	tea_wait_for(&wait, tea_history_back(history, history->dispatch, backend->width) + 1,
		     TEA_LIMIT_WIDTH);

	/*
	 * DR-SQ: in the cycle before this one the store was the oldest uop, since
	 * all older ones had left, and nothing but the full queue held it back.
	 */
	if (wait.why == TEA_LIMIT_STQ && wait.at > last_commit + 1)
		record->psv |= TEA_PSV_DR_SQ;
	tea_history_note(history, history->dispatch, wait.at);
	tea_wait_end(&wait, TEA_STAGE_DISPATCH, record);
}

/* First cycle from @now in which a port and @unit, for @cycles, are free: booked. */
static cycle_t book_unit(struct tea_portbook *port, struct tea_portbook *unit, uint32_t cycles,
			 cycle_t now)
{
	cycle_t at = tea_portbook_find(port, now, 1);

	for (;;) {
		cycle_t free_at = tea_portbook_find(unit, at, cycles);

		if (free_at == at)
			break;
		at = tea_portbook_find(port, free_at, 1);
	}
	tea_portbook_take(unit, at, cycles);
	tea_portbook_take(port, at, 1);
	return at;
}

static cycle_t book_port(struct tea_backend *backend, const struct tea_kind *kind, cycle_t now)
{
	struct tea_portbook *port = &backend->ports[kind->queue];

	if (__builtin_expect(kind->unit == TEA_UNIT_NONE, true))
		return tea_portbook_book(port, now);
	return book_unit(port, &backend->units[kind->unit],
			 kind->unit == TEA_UNIT_MUL ? 1 : kind->latency, now);
}

/* A store's data leaves the queue apart from its address if it comes later. */
static cycle_t issue_store_data(struct tea_backend *backend, const struct tea_op *op,
				cycle_t issued)
{
	uint8_t data = op->insn.src[1];
	cycle_t at = backend->ready[data];

	if (at <= issued)
		return issued;
	/* floating-point data come through the floating-point unit */
	return data < TEA_REG_FP(0) ? tea_portbook_book(&backend->ports[TEA_QUEUE_MEM], at) : at;
}

/* Wait for operands and a port. @data_issue: when a store's data are read. */
static void issue(struct tea_backend *backend, const struct tea_op *op,
		  const struct tea_kind *kind, cycle_t *data_issue, struct tea_retired *record)
{
	bool store = op->insn.class == TEA_CLASS_STORE;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);

	if (__builtin_expect(kind->queue == TEA_QUEUE_NONE, false)) {
		tea_wait_end(&wait, TEA_STAGE_ISSUE, record);
		return;
	}
	tea_wait_for(&wait, backend->ready[op->insn.src[0]], TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, backend->ready[store ? TEA_REG_NONE : op->insn.src[1]],
		     TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, backend->ready[op->insn.src[2]], TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, book_port(backend, kind, wait.at), TEA_LIMIT_PORT);
	*data_issue = store ? issue_store_data(backend, op, wait.at) : wait.at;
	tea_issuequeue_push(&backend->queues[kind->queue], *data_issue + 1);
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record);
}

static void access_memory(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
			  struct tea_lsu_access *access)
{
	static void (*const functions[TEA_CLASSES_COUNT])(struct tea_lsu *, const struct tea_op *,
							  cycle_t, struct tea_lsu_access *) = {
		[TEA_CLASS_LOAD] = tea_lsu_load,
		[TEA_CLASS_STORE] = tea_lsu_translate,
		[TEA_CLASS_LOAD_RESERVED] = tea_lsu_atomic,
		[TEA_CLASS_STORE_CONDITIONAL] = tea_lsu_atomic,
		[TEA_CLASS_AMO] = tea_lsu_atomic,
		[TEA_CLASS_PREFETCH_R] = tea_lsu_prefetch,
		[TEA_CLASS_PREFETCH_W] = tea_lsu_prefetch,
		[TEA_CLASS_PREFETCH_I] = tea_lsu_prefetch,
	};

	if (op->trap == TEA_TRAP_NONE)
		functions[op->insn.class](lsu, op, now, access);
	else
		tea_lsu_translate(lsu, op, now, access);
}

static cycle_t complete(struct tea_model *model, const struct tea_op *op,
			const struct tea_kind *kind, cycle_t data_issue,
			struct tea_lsu_access *access, struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;
	cycle_t issued = record->at[TEA_STAGE_ISSUE];
	cycle_t begin = issued + backend->issue_latency;
	struct tea_wait wait = tea_wait_begin(begin + kind->latency, TEA_LIMIT_LATENCY);

	if (__builtin_expect(kind->queue == TEA_QUEUE_NONE, false)) {
		wait = tea_wait_begin(issued, TEA_LIMIT_NONE);
		return tea_wait_end(&wait, TEA_STAGE_COMPLETE, record);
	}
	if (kind->flags & TEA_KIND_MEMORY) {
		access_memory(&model->lsu, op, begin, access);
		record->psv |= access->psv;
		if (op->insn.class == TEA_CLASS_STORE) {
			/* nothing is written before it commits: address and data do */
			wait = tea_wait_begin(access->addr_at + 1, (enum tea_limiter)access->why);
			tea_wait_for(&wait, data_issue + backend->issue_latency + 1,
				     TEA_LIMIT_OPERAND);
		} else {
			tea_wait_for(&wait, access->ready, (enum tea_limiter)access->why);
		}
	}
	backend->ready[op->insn.dst] = wait.at - backend->issue_latency;
	backend->ready[TEA_REG_NONE] = 0;
	return tea_wait_end(&wait, TEA_STAGE_COMPLETE, record);
}

/*
 * What leaves the ROB by a flush of its own, alone in its cycle, does not commit.
 * A load that violated memory order need not wait for data that nobody is going
 * to use, so ST-L1 and ST-LLC are not known then.
 */
static void leave_by_exception(struct tea_model *model, const struct tea_lsu_access *access,
			       struct tea_wait *wait, struct tea_retired *record)
{
	cycle_t alone = tea_history_back(&model->history, model->history.commit, 1) + 1;

	record->flags |= TEA_RETIRED_EXCEPTION;
	record->psv |= access->violation ? TEA_PSV_FL_MO : TEA_PSV_FL_EX;
	if (access->violation && wait->at > cycle_max(access->addr_at + 1, alone)) {
		wait->at = cycle_max(access->addr_at + 1, alone);
		record->at[TEA_STAGE_COMPLETE] = wait->at;
		record->psv &= (uint16_t)~(TEA_PSV_ST_L1 | TEA_PSV_ST_LLC);
	}
	tea_wait_for(wait, alone, TEA_LIMIT_WIDTH);
}

static cycle_t commit(struct tea_model *model, const struct tea_op *op,
		      const struct tea_kind *kind, const struct tea_lsu_access *access,
		      struct tea_retired *record)
{
	const struct tea_history *history = &model->history;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_COMPLETE] + 1, TEA_LIMIT_NONE);
	bool leaves = op->trap != TEA_TRAP_NONE || access->violation;
	bool flushes = leaves || kind->flags & TEA_KIND_SERIAL;

	if (__builtin_expect(leaves, false))
		leave_by_exception(model, access, &wait, record);
	tea_wait_for(&wait, tea_history_back(history, history->commit, 1), TEA_LIMIT_WIDTH);
	tea_wait_for(&wait,
		     tea_history_back(history, history->commit, model->backend.commit_width) + 1,
		     TEA_LIMIT_WIDTH);
	if (__builtin_expect(flushes, false)) {
		record->flags |= TEA_RETIRED_FLUSH;
		tea_frontend_restart(&model->frontend, wait.at + model->backend.flush_latency,
				     TEA_LIMIT_REDIRECT);
	}
	tea_history_note(history, history->commit, wait.at);
	model->now = wait.at;
	return tea_wait_end(&wait, TEA_STAGE_COMMIT, record);
}

/* Give back queue entries in @left, the cycle of the exit; drain a store. */
static void release_memory(struct tea_model *model, const struct tea_op *op,
			   const struct tea_kind *kind, const struct tea_lsu_access *access,
			   cycle_t data_issue, cycle_t left)
{
	if (kind->flags & TEA_KIND_LDQ)
		tea_ring_push(&model->lsu.loads, left + 1);
	else if (op->insn.class == TEA_CLASS_STORE && op->trap == TEA_TRAP_NONE)
		tea_lsu_drain(&model->lsu, op, access, data_issue + model->backend.issue_latency, left);
	else
		tea_ring_push(&model->lsu.stores, left + 1);
}

/* One passage through the pipeline. Returns whether it has to be made again. */
static inline bool pass(struct tea_model *model, const struct tea_op *op,
			struct tea_retired *record)
{
	const struct tea_kind *kind = find_kind(model, op);
	struct tea_ring *pool = find_pool(&model->backend, op);
	struct tea_lsu_access access;
	cycle_t fetched, decoded, data_issue = 0, completed, left;

	model->history.number++;
	record->pc = op->pc;
	record->site = op->site;
	record->psv = 0;
	record->flags = 0;
	record->privilege = op->privilege & TEA_PRIV_M;
	record->insn = op->insn;
	access.violation = false;

	fetched = tea_frontend_fetch(&model->frontend, op, record);
	decoded = tea_frontend_decode(&model->frontend, op, fetched, record);
	dispatch(model, kind, pool, decoded, record);
	issue(&model->backend, op, kind, &data_issue, record);
	completed = complete(model, op, kind, data_issue, &access, record);
	if (kind->flags & TEA_KIND_CONTROL && op->trap == TEA_TRAP_NONE)
		tea_frontend_resolve(&model->frontend, op, completed, record);
	left = commit(model, op, kind, &access, record);

	if (pool)
		tea_ring_push(pool, left + 1);
	if (kind->flags & TEA_KIND_MEMORY)
		release_memory(model, op, kind, &access, data_issue, left);
	tea_frontend_release(&model->frontend, op, record);
	if (op->insn.class == TEA_CLASS_FENCE_I && op->trap == TEA_TRAP_NONE)
		tea_memory_flush_icache(model->memory);

	assert(record->at[TEA_STAGE_DISPATCH] <= record->at[TEA_STAGE_COMPLETE]);
	assert(record->at[TEA_STAGE_COMPLETE] <= left);
	return access.violation;
}

/* As pass(), for what is rare: one copy of it all is enough for the usual. */
static __attribute__((noinline)) bool pass_rare(struct tea_model *model, const struct tea_op *op,
						struct tea_retired *record)
{
	return pass(model, op, record);
}

static unsigned int pass_again(struct tea_model *model, const struct tea_op *op)
{
	/* once again is enough: every older store has left by now */
	if (pass_rare(model, op, &model->records[1]))
		assert(!"memory order violated twice");
	return 2;
}

/* With short forward branches as predicates: what they skip leaves no record. */
static __attribute__((noinline)) unsigned int step_predicated(struct tea_model *model,
							      const struct tea_op *op)
{
	struct tea_sfb_step steps;
	struct tea_retired skipped;
	unsigned int count;

	tea_sfb_step(model->sfb, op, &steps);
	count = pass_rare(model, &steps.op, &model->records[0]) ? pass_again(model, &steps.op) : 1;
	for (unsigned int i = 0; i < count; i++)
		model->records[i].insn = op->insn;
	steps.op.pc = steps.skipped_pc;
	for (unsigned int i = 0; i < steps.skipped_count; i++) {
		steps.op.insn = tea_sfb_predicate(&steps.skipped[i]);
		pass_rare(model, &steps.op, &skipped);
		steps.op.pc += steps.op.insn.length_bytes;
	}
	return count;
}

unsigned int tea_model_step(struct tea_model *model, const struct tea_op *op,
			    const struct tea_retired **records)
{
	*records = model->records;
	if (__builtin_expect(model->sfb != NULL, false))
		return step_predicated(model, op);
	if (__builtin_expect(!pass(model, op, &model->records[0]), true))
		return 1;
	return pass_again(model, op);
}

cycle_t tea_model_now(const struct tea_model *model)
{
	return model->now;
}

void tea_model_idle_until(struct tea_model *model, cycle_t now)
{
	if (now <= model->now)
		return;
	model->now = now;
	tea_frontend_restart(&model->frontend, now + 1, TEA_LIMIT_IDLE);
}

void tea_model_flush_tlb(struct tea_model *model)
{
	tea_memory_flush_tlb(model->memory);
}

void tea_model_set_asid(struct tea_model *model, uint16_t asid)
{
	tea_memory_set_asid(model->memory, asid);
}
