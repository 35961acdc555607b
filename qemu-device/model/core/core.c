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

#include "tea_abi.h"
#include "time/cycles.h"

static const struct tea_kind *find_kind(const struct tea_model *model, const struct tea_op *op)
{
	return &model->kinds[op->insn.class][(op->insn.flags & TEA_INSN_SINGLE) != 0];
}

/* The pool that the destination is renamed to, or NULL. */
static struct tea_ring *find_pool(struct tea_backend *backend, const struct tea_op *op)
{
	if (op->insn.dst >= TEA_REGS)
		return NULL;
	return &backend->registers[op->insn.dst / TEA_REG_FP(0)];
}

tea_inline void dispatch(struct tea_model *model, const struct tea_kind *kind,
		     const struct tea_ring *pool, cycle_t decode, struct tea_retired *record,
		     const bool rare)
{
	const struct tea_history *history = &model->history;
	struct tea_backend *backend = &model->backend;
	struct tea_wait wait = tea_wait_begin(decode + backend->rename_latency, TEA_LIMIT_NONE);
	cycle_t last_commit = tea_history_last(history)->commit, store = 0;

	tea_wait_for(&wait, tea_history_last(history)->dispatch, TEA_LIMIT_WIDTH);
	tea_wait_for(&wait, tea_history_back(history, backend->rob)->commit + 1, TEA_LIMIT_ROB);
	if (pool)
		tea_wait_for(&wait, tea_ring_ready(pool), TEA_LIMIT_REGISTERS);
	if (!rare || kind->queue < TEA_QUEUES_COUNT)
		tea_wait_for(&wait, tea_issuequeue_ready(&backend->queues[kind->queue], wait.at),
			     TEA_LIMIT_QUEUE);
	if (kind->flags & TEA_KIND_LDQ)
		tea_wait_for(&wait, tea_ring_ready(&model->lsu.loads), TEA_LIMIT_LDQ);
	if (rare && kind->flags & TEA_KIND_SERIAL) {
		tea_wait_for(&wait, last_commit + 1, TEA_LIMIT_SERIAL);
		tea_wait_for(&wait, model->lsu.drained + 1, TEA_LIMIT_ORDER);
	}
	if (kind->flags & TEA_KIND_STQ) {
		store = tea_ring_ready(&model->lsu.stores);
		store = store > wait.at ? store : 0;
		tea_wait_for(&wait, store, TEA_LIMIT_STQ);
	}
	tea_wait_for(&wait, tea_history_back(history, backend->width)->dispatch + 1,
		     TEA_LIMIT_WIDTH);

	/*
	 * DR-SQ: in the cycle before this one the store was the oldest uop, since
	 * all older ones had left, and nothing but the full queue held it back.
	 */
	if (__builtin_expect(wait.at == store, false) && wait.at > last_commit + 1)
		record->psv |= TEA_PSV_DR_SQ;
	history->now->dispatch = wait.at;
	tea_wait_end(&wait, TEA_STAGE_DISPATCH, record, rare);
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

tea_inline cycle_t book_port(struct tea_backend *backend, const struct tea_kind *kind, cycle_t now)
{
	struct tea_portbook *port = &backend->ports[kind->queue];

	if (__builtin_expect(kind->unit == TEA_UNIT_NONE, true))
		return tea_portbook_book(port, now);
	return book_unit(port, &backend->units[kind->unit],
			 kind->unit == TEA_UNIT_MUL ? 1 : kind->latency, now);
}

/* A store's data leaves the queue apart from its address if it comes later. */
tea_inline cycle_t issue_store_data(struct tea_backend *backend, const struct tea_op *op,
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
tea_inline void issue(struct tea_backend *backend, const struct tea_op *op,
		  const struct tea_kind *kind, cycle_t *data_issue, struct tea_retired *record,
		  const bool rare)
{
	bool store = op->insn.class == TEA_CLASS_STORE;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_DISPATCH] + 1, TEA_LIMIT_NONE);

	if (rare && kind->queue == TEA_QUEUE_NONE) {
		tea_wait_end(&wait, TEA_STAGE_ISSUE, record, rare);
		return;
	}
	tea_wait_for(&wait, backend->ready[op->insn.src[0]], TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, backend->ready[store ? TEA_REG_NONE : op->insn.src[1]],
		     TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, backend->ready[op->insn.src[2]], TEA_LIMIT_OPERAND);
	tea_wait_for(&wait, book_port(backend, kind, wait.at), TEA_LIMIT_PORT);
	*data_issue = store ? issue_store_data(backend, op, wait.at) : wait.at;
	tea_issuequeue_push(&backend->queues[kind->queue], *data_issue + 1);
	tea_wait_end(&wait, TEA_STAGE_ISSUE, record, rare);
}

/* What is neither a load nor a store, or faults. */
static void access_rare(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
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

tea_inline void access_memory(struct tea_lsu *lsu, const struct tea_op *op, cycle_t now,
				 struct tea_lsu_access *access, const bool rare)
{
	if (rare)
		access_rare(lsu, op, now, access);
	else if (op->insn.class == TEA_CLASS_LOAD)
		tea_lsu_load(lsu, op, now, access);
	else if (op->insn.class == TEA_CLASS_STORE)
		tea_lsu_translate(lsu, op, now, access);
	else
		tea_lsu_prefetch(lsu, op, now, access);
}

tea_inline cycle_t complete(struct tea_model *model, const struct tea_op *op,
			const struct tea_kind *kind, cycle_t data_issue,
			struct tea_lsu_access *access, struct tea_retired *record,
			const bool rare)
{
	struct tea_backend *backend = &model->backend;
	cycle_t issued = record->at[TEA_STAGE_ISSUE];
	cycle_t begin = issued + backend->issue_latency;
	struct tea_wait wait = tea_wait_begin(begin + kind->latency, TEA_LIMIT_LATENCY);

	if (rare && kind->queue == TEA_QUEUE_NONE) {
		wait = tea_wait_begin(issued, TEA_LIMIT_NONE);
		return tea_wait_end(&wait, TEA_STAGE_COMPLETE, record, rare);
	}
	if (kind->flags & TEA_KIND_MEMORY) {
		access_memory(&model->lsu, op, begin, access, rare);
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
	return tea_wait_end(&wait, TEA_STAGE_COMPLETE, record, rare);
}

/*
 * What leaves the ROB by a flush of its own, alone in its cycle, does not commit.
 * A load that violated memory order need not wait for data that nobody is going
 * to use, so ST-L1 and ST-LLC are not known then.
 */
static void leave_by_exception(struct tea_model *model, const struct tea_lsu_access *access,
			       struct tea_wait *wait, struct tea_retired *record)
{
	cycle_t alone = tea_history_last(&model->history)->commit + 1;

	record->flags |= TEA_RETIRED_EXCEPTION;
	record->psv |= access->violation ? TEA_PSV_FL_MO : TEA_PSV_FL_EX;
	if (access->violation && wait->at > cycle_max(access->addr_at + 1, alone)) {
		wait->at = cycle_max(access->addr_at + 1, alone);
		record->at[TEA_STAGE_COMPLETE] = wait->at;
		record->psv &= (uint16_t)~(TEA_PSV_ST_L1 | TEA_PSV_ST_LLC);
	}
	tea_wait_for(wait, alone, TEA_LIMIT_WIDTH);
}

tea_inline cycle_t commit(struct tea_model *model, const struct tea_op *op,
		      const struct tea_kind *kind, const struct tea_lsu_access *access,
		      struct tea_retired *record, const bool rare)
{
	const struct tea_history *history = &model->history;
	struct tea_wait wait = tea_wait_begin(record->at[TEA_STAGE_COMPLETE] + 1, TEA_LIMIT_NONE);
	bool leaves = (rare && op->trap != TEA_TRAP_NONE) || access->violation;
	bool flushes = leaves || (rare && kind->flags & TEA_KIND_SERIAL);

	if (__builtin_expect(leaves, false))
		leave_by_exception(model, access, &wait, record);
	tea_wait_for(&wait, tea_history_last(history)->commit, TEA_LIMIT_WIDTH);
	tea_wait_for(&wait, tea_history_back(history, model->backend.commit_width)->commit + 1,
		     TEA_LIMIT_WIDTH);
	if (__builtin_expect(flushes, false)) {
		record->flags |= TEA_RETIRED_FLUSH;
		tea_frontend_restart(&model->frontend, wait.at + model->backend.flush_latency,
				     TEA_LIMIT_REDIRECT);
	}
	history->now->commit = wait.at;
	model->now = wait.at;
	return tea_wait_end(&wait, TEA_STAGE_COMMIT, record, rare);
}

/* Give back queue entries in @left, the cycle of the exit; drain a store. */
tea_inline void release_memory(struct tea_model *model, const struct tea_op *op,
			   const struct tea_kind *kind, const struct tea_lsu_access *access,
			   cycle_t data_issue, cycle_t left, const bool rare)
{
	if (kind->flags & TEA_KIND_LDQ)
		tea_ring_push(&model->lsu.loads, left + 1);
	else if (!rare || (op->insn.class == TEA_CLASS_STORE && op->trap == TEA_TRAP_NONE))
		tea_lsu_drain(&model->lsu, op, access, data_issue + model->backend.issue_latency, left);
	else
		tea_ring_push(&model->lsu.stores, left + 1);
}

/*
 * One passage through the pipeline. Returns whether it has to be made again. What is
 * not @rare neither traps nor serialises, executes something, and is not explained:
 * the compiler makes it a path of its own.
 */
tea_inline bool pass(struct tea_model *model,
						       const struct tea_op *op,
						       const struct tea_kind *kind,
						       struct tea_retired *record,
						       const bool rare)
{
	bool executes = !rare || op->trap != TEA_TRAP_INTERRUPT;
	struct tea_ring *pool = executes ? find_pool(&model->backend, op) : NULL;
	struct tea_lsu_access access;
	cycle_t fetched, decoded, data_issue = 0, completed, left;

	tea_history_advance(&model->history);
	record->pc = op->pc;
	record->site = op->site;
	record->psv = 0;
	record->flags = 0;
	record->privilege = op->privilege & TEA_PRIV_M;
	record->insn = op->insn;
	access.violation = false;

	fetched = tea_frontend_fetch(&model->frontend, op, record, rare);
	decoded = tea_frontend_decode(&model->frontend, op, fetched, record, rare);
	dispatch(model, kind, pool, decoded, record, rare);
	issue(&model->backend, op, kind, &data_issue, record, rare);
	completed = complete(model, op, kind, data_issue, &access, record, rare);
	if (kind->flags & TEA_KIND_CONTROL && (!rare || op->trap == TEA_TRAP_NONE))
		tea_frontend_resolve(&model->frontend, op, completed, record);
	left = commit(model, op, kind, &access, record, rare);

	if (pool)
		tea_ring_push(pool, left + 1);
	if (kind->flags & TEA_KIND_MEMORY)
		release_memory(model, op, kind, &access, data_issue, left, rare);
	tea_frontend_release(&model->frontend, op, record);
	return access.violation;
}

static __attribute__((noinline)) bool pass_rare(struct tea_model *model, const struct tea_op *op,
						struct tea_retired *record)
{
	bool interrupt = op->trap == TEA_TRAP_INTERRUPT;
	bool again = pass(model, op, interrupt ? &model->interrupt : find_kind(model, op), record,
			  true);

	assert(record->at[TEA_STAGE_DISPATCH] <= record->at[TEA_STAGE_COMPLETE] &&
	       record->at[TEA_STAGE_COMPLETE] <= record->at[TEA_STAGE_COMMIT]);
	if (op->insn.class == TEA_CLASS_FENCE_I && op->trap == TEA_TRAP_NONE)
		tea_memory_flush_icache(model->memory);
	return again;
}

static unsigned int pass_again(struct tea_model *model, const struct tea_op *op)
{
	/* once again is enough: every older store has left by now */
	if (pass_rare(model, op, &model->records[1]))
		assert(!"memory order violated twice");
	return 2;
}

/* With short forward branches as predicates: what they skip leaves no record. */
static unsigned int step_predicated(struct tea_model *model, const struct tea_op *op)
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

static __attribute__((noinline)) unsigned int step_rare(struct tea_model *model,
							const struct tea_op *op)
{
	if (model->sfb)
		return step_predicated(model, op);
	return pass_rare(model, op, &model->records[0]) ? pass_again(model, op) : 1;
}

unsigned int tea_model_step(struct tea_model *model, const struct tea_op *op,
			    const struct tea_retired **records)
{
	const struct tea_kind *kind = find_kind(model, op);

	*records = model->records;
	if (__builtin_expect(kind->flags & model->rare || op->trap != TEA_TRAP_NONE, false))
		return step_rare(model, op);
	if (__builtin_expect(!pass(model, op, kind, &model->records[0], false), true))
		return 1;
	return pass_again(model, op);
}

void tea_model_explain(struct tea_model *model)
{
	model->rare = TEA_KIND_ANY | TEA_KIND_RARE;
}

cycle_t tea_model_now(const struct tea_model *model)
{
	return model->now;
}

void tea_model_flush_tlb(struct tea_model *model)
{
	tea_memory_flush_tlb(model->memory);
}

void tea_model_set_asid(struct tea_model *model, uint16_t asid)
{
	tea_memory_set_asid(model->memory, asid);
}
