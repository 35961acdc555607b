// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * core.c - the out-of-order core: dispatch to commit, and the step
 *
 * Cost: O(1) amortised per operation, from three primitives (ring, meter, port
 * book) and the issue queues. tea_model_step() passes an operation through all
 * stages; a load that violates memory order passes twice.
 *
 * An entry of any structure given back in cycle c can be taken in c + 1. Times
 * are those of TEA sections 2 and 3; instructions that serialise and flush are
 * BOOM's is_unique and flush_on_commit ones (exu/decode.scala), all the same set.
 */
#include "core.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"
#include "tea_abi.h"

#define SERIAL	0x01	/* is_unique and flush_on_commit */
#define LDQ	0x02	/* takes a load queue entry */
#define STQ	0x04	/* takes a store queue entry */
#define CONTROL	0x08	/* branch or jump */

static const struct class_info {
	uint8_t queue, unit, flags;
} class_infos[TEA_CLASSES_COUNT] = {
#define CLASS(id, queue, unit, flags) \
	[TEA_CLASS_##id] = { TEA_QUEUE_##queue, TEA_UNIT_##unit, flags }
	CLASS(UNKNOWN, INT, NONE, 0),
	CLASS(INT_ALU, INT, NONE, 0),
	CLASS(INT_MUL, INT, MUL, 0),
	CLASS(INT_DIV, INT, DIV, 0),
	CLASS(BRANCH, INT, NONE, CONTROL),
	CLASS(JUMP, INT, NONE, CONTROL),
	CLASS(JUMP_REG, INT, NONE, CONTROL),
	CLASS(LOAD, MEM, NONE, LDQ),
	CLASS(STORE, MEM, NONE, STQ),
	CLASS(LOAD_RESERVED, MEM, NONE, SERIAL | LDQ),
	CLASS(STORE_CONDITIONAL, MEM, NONE, SERIAL | STQ),
	CLASS(AMO, MEM, NONE, SERIAL | STQ),
	CLASS(FP_FMA, FP, NONE, 0),
	CLASS(FP_MISC, FP, NONE, 0),
	CLASS(FP_DIV, FP, FDIV, 0),
	CLASS(FP_SQRT, FP, FDIV, 0),
	CLASS(INT_TO_FP, INT, NONE, 0),
	CLASS(FP_TO_INT, FP, NONE, 0),
	CLASS(CSR, INT, NONE, SERIAL),
	CLASS(FENCE, MEM, NONE, SERIAL),
	CLASS(FENCE_I, NONE, NONE, SERIAL),
	CLASS(SFENCE, MEM, NONE, SERIAL),
	CLASS(SYSTEM, INT, NONE, SERIAL),
	CLASS(PREFETCH_R, MEM, NONE, LDQ),
	CLASS(PREFETCH_W, MEM, NONE, LDQ),
	CLASS(PREFETCH_I, MEM, NONE, LDQ),
#undef CLASS
};

/* An interrupt travels down the pipeline in the place of its instruction. */
static const struct class_info interrupt_info = { TEA_QUEUE_NONE, TEA_UNIT_NONE, 0 };

static const struct class_info *find_info(const struct tea_op *op)
{
	if (op->trap == TEA_TRAP_INTERRUPT)
		return &interrupt_info;
	return &class_infos[op->insn.class < TEA_CLASSES_COUNT ? op->insn.class : 0];
}

/* The pool that op's destination is renamed to, or NULL. */
static struct tea_ring *find_pool(struct tea_backend *backend, const struct tea_op *op)
{
	if (op->insn.dst >= TEA_REGS || op->trap == TEA_TRAP_INTERRUPT)
		return NULL;
	return &backend->registers[op->insn.dst >= TEA_REG_FP(0)];
}

static void dispatch(struct tea_model *model, const struct tea_op *op,
		     const struct class_info *info, struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;
	const struct tea_ring *pool = find_pool(backend, op);
	const enum tea_stage stage = TEA_STAGE_DISPATCH;
	cycle_t last_commit = backend->commit.cycle;

	tea_enter(record, stage, record->at[TEA_STAGE_DECODE] + model->params.rename_latency);
	tea_delay(record, stage, backend->dispatch.cycle, TEA_LIMIT_WIDTH);
	tea_delay(record, stage, tea_ring_ready(&backend->rob), TEA_LIMIT_ROB);
	if (pool)
		tea_delay(record, stage, tea_ring_ready(pool), TEA_LIMIT_REGISTERS);
	if (info->queue < TEA_QUEUES_COUNT)
		tea_delay(record, stage, tea_issuequeue_ready(&backend->queues[info->queue]),
			  TEA_LIMIT_QUEUE);
	if (info->flags & LDQ)
		tea_delay(record, stage, tea_ring_ready(&model->lsu.loads), TEA_LIMIT_LDQ);
	if (info->flags & SERIAL) {
		tea_delay(record, stage, last_commit + 1, TEA_LIMIT_SERIAL);
		tea_delay(record, stage, model->lsu.drained + 1, TEA_LIMIT_ORDER);
	}
	if (info->flags & STQ)
		tea_delay(record, stage, tea_ring_ready(&model->lsu.stores), TEA_LIMIT_STQ);
	tea_delay(record, stage, tea_meter_take(&backend->dispatch, record->at[stage]),
		  TEA_LIMIT_WIDTH);

	/*
	 * DR-SQ: in the cycle before this one the store was the oldest uop, since
	 * all older ones had left, and nothing but the full queue held it back.
	 */
	if (record->limiter[stage] == TEA_LIMIT_STQ && record->at[stage] > last_commit + 1)
		record->psv |= TEA_PSV_DR_SQ;
}

static uint32_t latency_of(const struct tea_backend *backend, const struct tea_insn *insn)
{
	return backend->latency[(insn->flags & TEA_INSN_SINGLE) != 0]
			       [insn->class < TEA_CLASSES_COUNT ? insn->class : 0];
}

/* First cycle from @now in which a port, and the unit if one is needed, are free. */
static cycle_t book_port(struct tea_backend *backend, const struct class_info *info,
			 uint32_t latency, cycle_t now)
{
	struct tea_portbook *port = &backend->ports[info->queue], *unit;
	cycle_t at = tea_portbook_find(port, now, 1);
	uint32_t cycles;

	if (info->unit != TEA_UNIT_NONE) {
		unit = &backend->units[info->unit];
		cycles = info->unit == TEA_UNIT_MUL ? 1 : latency;
		for (;;) {
			cycle_t free_at = tea_portbook_find(unit, at, cycles);

			if (free_at == at)
				break;
			at = tea_portbook_find(port, free_at, 1);
		}
		tea_portbook_take(unit, at, cycles);
	}
	tea_portbook_take(port, at, 1);
	return at;
}

/* A store's data leaves the queue apart from its address if it comes later. */
static cycle_t issue_store_data(struct tea_backend *backend, const struct tea_op *op,
				cycle_t issue)
{
	uint8_t data = op->insn.src[1];
	cycle_t at = backend->ready[data];

	if (at <= issue)
		return issue;
	if (data < TEA_REG_FP(0)) {
		at = tea_portbook_find(&backend->ports[TEA_QUEUE_MEM], at, 1);
		tea_portbook_take(&backend->ports[TEA_QUEUE_MEM], at, 1);
	}
	return at;
}

/* Returns the cycle in which a store's data is read; else that of the issue. */
static cycle_t issue(struct tea_model *model, const struct tea_op *op,
		     const struct class_info *info, struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;
	const enum tea_stage stage = TEA_STAGE_ISSUE;
	unsigned int operands = op->insn.class == TEA_CLASS_STORE ? 1 : 3;
	cycle_t at;

	tea_enter(record, stage, record->at[TEA_STAGE_DISPATCH] + 1);
	if (info->queue == TEA_QUEUE_NONE)
		return record->at[stage];
	for (unsigned int i = 0; i < operands; i++)
		tea_delay(record, stage, backend->ready[op->insn.src[i]], TEA_LIMIT_OPERAND);
	tea_delay(record, stage,
		  book_port(backend, info, latency_of(backend, &op->insn), record->at[stage]),
		  TEA_LIMIT_PORT);
	at = record->at[stage];
	if (op->insn.class == TEA_CLASS_STORE)
		at = issue_store_data(backend, op, at);
	tea_issuequeue_push(&backend->queues[info->queue], at + 1);
	return at;
}

/* A store completes when it has address and data: nothing is written before it commits. */
static void complete_store(struct tea_retired *record, const struct tea_lsu_access *access,
			   cycle_t data_at)
{
	tea_enter(record, TEA_STAGE_COMPLETE, access->addr_at + 1);
	record->limiter[TEA_STAGE_COMPLETE] = access->why;
	tea_delay(record, TEA_STAGE_COMPLETE, data_at + 1, TEA_LIMIT_OPERAND);
}

static void access_memory(struct tea_model *model, const struct tea_op *op, cycle_t now,
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
		functions[op->insn.class](&model->lsu, op, now, access);
	else
		tea_lsu_translate(&model->lsu, op, now, access);
}

static void complete(struct tea_model *model, const struct tea_op *op,
		     const struct class_info *info, cycle_t data_issue,
		     struct tea_lsu_access *access, struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;
	const enum tea_stage stage = TEA_STAGE_COMPLETE;
	cycle_t read = model->params.issue_latency;
	cycle_t exec = record->at[TEA_STAGE_ISSUE] + read;

	if (info->queue == TEA_QUEUE_NONE) {
		tea_enter(record, stage, record->at[TEA_STAGE_ISSUE]);
		return;
	}
	tea_enter(record, stage, exec + latency_of(backend, &op->insn));
	record->limiter[stage] = TEA_LIMIT_LATENCY;
	if (info->flags & (LDQ | STQ)) {
		access_memory(model, op, exec, access);
		record->psv |= access->psv;
		if (op->insn.class == TEA_CLASS_STORE)
			complete_store(record, access, data_issue + read);
		else
			tea_delay(record, stage, access->ready, access->why);
	}
	backend->ready[op->insn.dst] = record->at[stage] - read;
	backend->ready[TEA_REG_NONE] = 0;
}

/* What leaves the ROB by a flush of its own, alone in its cycle, does not commit. */
static void leave_by_exception(struct tea_model *model, const struct tea_lsu_access *access,
			       struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;

	record->flags |= TEA_RETIRED_EXCEPTION | TEA_RETIRED_FLUSH;
	if (access->violation) {
		/* it need not wait for data that are not going to be used */
		record->at[TEA_STAGE_COMMIT] = cycle_max(access->addr_at + 1,
							 backend->commit.cycle + 1);
		if (record->at[TEA_STAGE_COMPLETE] > record->at[TEA_STAGE_COMMIT]) {
			record->at[TEA_STAGE_COMPLETE] = record->at[TEA_STAGE_COMMIT];
			record->psv &= (uint16_t)~(TEA_PSV_ST_L1 | TEA_PSV_ST_LLC);
		}
	}
	tea_delay(record, TEA_STAGE_COMMIT, backend->commit.cycle + 1, TEA_LIMIT_WIDTH);
}

static void commit(struct tea_model *model, const struct tea_op *op,
		   const struct class_info *info, const struct tea_lsu_access *access,
		   struct tea_retired *record)
{
	struct tea_backend *backend = &model->backend;
	const enum tea_stage stage = TEA_STAGE_COMMIT;

	tea_enter(record, stage, record->at[TEA_STAGE_COMPLETE] + 1);
	if (op->trap != TEA_TRAP_NONE)
		record->psv |= TEA_PSV_FL_EX;
	if (access->violation)
		record->psv |= TEA_PSV_FL_MO;
	if (op->trap != TEA_TRAP_NONE || access->violation)
		leave_by_exception(model, access, record);
	else if (info->flags & SERIAL)
		record->flags |= TEA_RETIRED_FLUSH;
	tea_delay(record, stage, tea_meter_take(&backend->commit, record->at[stage]),
		  TEA_LIMIT_WIDTH);
	model->now = record->at[stage];
	if (record->flags & TEA_RETIRED_EXCEPTION || info->flags & SERIAL)
		tea_frontend_restart(&model->frontend, model->now + model->params.flush_latency,
				     TEA_LIMIT_REDIRECT);
}

/* Give back what was taken at dispatch; drain a store that has committed. */
static void release(struct tea_model *model, const struct tea_op *op,
		    const struct class_info *info, const struct tea_lsu_access *access,
		    cycle_t data_issue, const struct tea_retired *record)
{
	struct tea_ring *pool = find_pool(&model->backend, op);
	cycle_t left = record->at[TEA_STAGE_COMMIT];

	tea_ring_push(&model->backend.rob, left + 1);
	if (pool)
		tea_ring_push(pool, left + 1);
	if (info->flags & LDQ)
		tea_ring_push(&model->lsu.loads, left + 1);
	if (info->flags & STQ) {
		if (op->insn.class == TEA_CLASS_STORE && op->trap == TEA_TRAP_NONE)
			tea_lsu_drain(&model->lsu, op, access,
				      data_issue + model->params.issue_latency, left);
		else
			tea_ring_push(&model->lsu.stores, left + 1);
	}
	if (op->insn.class == TEA_CLASS_FENCE_I && op->trap == TEA_TRAP_NONE)
		tea_memory_flush_icache(model->memory);
}

static void check_record(const struct tea_retired *record, cycle_t last_commit)
{
	for (unsigned int i = 1; i < TEA_STAGES_COUNT; i++)
		assert(record->at[i] >= record->at[i - 1]);
	assert(record->at[TEA_STAGE_COMMIT] >= last_commit);
}

/* One passage through the pipeline. Returns whether it has to be made again. */
static bool pass(struct tea_model *model, const struct tea_op *op, struct tea_retired *record)
{
	const struct class_info *info = find_info(op);
	struct tea_lsu_access access = { .parts = 0 };
	cycle_t last_commit = model->backend.commit.cycle, data_issue;

	record->pc = op->pc;
	record->psv = 0;
	record->flags = 0;
	record->privilege = op->privilege & TEA_PRIV_M;
	record->insn = op->insn;

	tea_frontend_fetch(model, op, record);
	tea_frontend_decode(model, op, record);
	dispatch(model, op, info, record);
	data_issue = issue(model, op, info, record);
	complete(model, op, info, data_issue, &access, record);
	if (info->flags & CONTROL && op->trap == TEA_TRAP_NONE)
		tea_frontend_resolve(model, op, record);
	commit(model, op, info, &access, record);
	release(model, op, info, &access, data_issue, record);
	tea_frontend_release(model, op, record);

	check_record(record, last_commit);
	return access.violation;
}

unsigned int tea_model_step(struct tea_model *model, const struct tea_op *op,
			    const struct tea_retired **records)
{
	*records = model->records;
	if (!pass(model, op, &model->records[0]))
		return 1;
	/* every older store has left by now, so once is enough */
	if (pass(model, op, &model->records[1]))
		assert(!"load violates memory order twice");
	return 2;
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

/* Latencies by class; of single precision and 32-bit divides apart. */
static void init_latencies(struct tea_backend *backend, const struct tea_params *params)
{
	const struct {
		uint8_t class;
		uint32_t latency, single;
	} latencies[] = {
		{ TEA_CLASS_INT_MUL, params->mul_latency, params->mul_latency },
		{ TEA_CLASS_INT_DIV, params->div_latency, (params->div_latency + 1) / 2 },
		{ TEA_CLASS_FP_FMA, params->fma_latency, params->fma_latency },
		{ TEA_CLASS_FP_MISC, params->fpmisc_latency, params->fpmisc_latency },
		{ TEA_CLASS_FP_TO_INT, params->fpmisc_latency, params->fpmisc_latency },
		{ TEA_CLASS_INT_TO_FP, params->fpmisc_latency, params->fpmisc_latency },
		{ TEA_CLASS_FP_DIV, params->fdiv_latency, (params->fdiv_latency * 5 + 7) / 8 },
		{ TEA_CLASS_FP_SQRT, params->fsqrt_latency, (params->fsqrt_latency * 5 + 7) / 8 },
	};

	for (unsigned int i = 0; i < TEA_CLASSES_COUNT; i++)
		backend->latency[0][i] = backend->latency[1][i] = params->alu_latency;
	for (size_t i = 0; i < sizeof(latencies) / sizeof(latencies[0]); i++) {
		backend->latency[0][latencies[i].class] = latencies[i].latency;
		backend->latency[1][latencies[i].class] = latencies[i].single;
	}
}

#define RINGS_COUNT	9

struct ring_size {
	struct tea_ring *ring;
	uint32_t size;
};

static void list_rings(struct tea_model *model, const struct tea_params *params,
		       struct ring_size rings[RINGS_COUNT])
{
	const struct ring_size list[RINGS_COUNT] = {
		{ &model->frontend.targets, params->fetch_targets },
		{ &model->frontend.buffer, params->fetch_buffer },
		{ &model->frontend.latch, params->decode_width * params->rename_latency },
		{ &model->frontend.branches, params->branches },
		{ &model->backend.rob, params->rob },
		/* as many as are not the architectural state */
		{ &model->backend.registers[0], params->int_registers - TEA_REGS / 2 },
		{ &model->backend.registers[1], params->fp_registers - TEA_REGS / 2 },
		{ &model->lsu.loads, params->load_queue },
		{ &model->lsu.stores, params->store_queue },
	};

	memcpy(rings, list, sizeof(list));
}

/* Rings and queues share one array. Returns 0, or -ENOMEM. */
static int init_slots(struct tea_model *model, const struct tea_params *params)
{
	const uint32_t queues[TEA_QUEUES_COUNT] = {
		[TEA_QUEUE_INT] = params->int_queue,
		[TEA_QUEUE_MEM] = params->mem_queue,
		[TEA_QUEUE_FP] = params->fp_queue,
	};
	struct ring_size rings[RINGS_COUNT];
	size_t count = 0;
	cycle_t *slots;

	list_rings(model, params, rings);
	for (unsigned int i = 0; i < RINGS_COUNT; i++)
		count += rings[i].size;
	for (unsigned int i = 0; i < TEA_QUEUES_COUNT; i++)
		count += TEA_ISSUEQUEUE_SLOTS(queues[i]);
	slots = calloc(count, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	model->slots = slots;
	for (unsigned int i = 0; i < RINGS_COUNT; i++) {
		tea_ring_init(rings[i].ring, slots, rings[i].size);
		slots += rings[i].size;
	}
	for (unsigned int i = 0; i < TEA_QUEUES_COUNT; i++) {
		tea_issuequeue_init(&model->backend.queues[i], slots, queues[i]);
		slots += TEA_ISSUEQUEUE_SLOTS(queues[i]);
	}
	return 0;
}

static void init_ports(struct tea_backend *backend, const struct tea_params *params)
{
	tea_meter_init(&backend->dispatch, params->decode_width);
	tea_meter_init(&backend->commit, params->commit_width);
	tea_portbook_init(&backend->ports[TEA_QUEUE_INT], params->int_issue);
	tea_portbook_init(&backend->ports[TEA_QUEUE_MEM], params->mem_issue);
	tea_portbook_init(&backend->ports[TEA_QUEUE_FP], params->fp_issue);
	for (unsigned int i = 0; i < TEA_UNITS_COUNT; i++)
		tea_portbook_init(&backend->units[i], 1);
}

static int init_model(struct tea_model *model, const struct tea_params *params,
		      const struct tea_env *env)
{
	struct tea_store *store = calloc(tea_lsu_store_slots(params->store_queue), sizeof(*store));

	model->params = *params;
	model->lsu.store = store;
	model->memory = tea_memory_create(params, env);
	if (params->predictor)
		model->frontend.predictor = tea_predictor_create(params);
	if (!store || !model->memory || (params->predictor && !model->frontend.predictor) ||
	    init_slots(model, params))
		return -ENOMEM;
	init_ports(&model->backend, params);
	init_latencies(&model->backend, params);
	tea_meter_init(&model->frontend.decode, params->decode_width);
	model->frontend.block_shift = log2_exact(params->fetch_width * 2);
	model->frontend.block = UINT64_MAX;
	tea_lsu_init(&model->lsu, params, model->memory, store);
	return 0;
}

struct tea_model *tea_model_create(const struct tea_params *params, const struct tea_env *env)
{
	struct tea_model *model = calloc(1, sizeof(*model));

	if (model && init_model(model, params, env)) {
		tea_model_destroy(model);
		return NULL;
	}
	return model;
}

void tea_model_destroy(struct tea_model *model)
{
	if (!model)
		return;
	if (model->frontend.predictor)
		tea_predictor_destroy(model->frontend.predictor);
	if (model->memory)
		tea_memory_destroy(model->memory);
	free(model->lsu.store);
	free(model->slots);
	free(model);
}
