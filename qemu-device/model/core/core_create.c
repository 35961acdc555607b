// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * core_create.c - the out-of-order core: from knobs to a core at rest
 *
 * All allocation happens here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "time/cycles.h"
#include "vlsu.h"

/* The port of the unit number @n where a queue has @width of them, as a set. */
static uint16_t nth(uint32_t width, uint32_t n)
{
	return (uint16_t)(1U << n % width);
}

/* Those of @count units, from number @n on. */
static uint16_t several(uint32_t width, uint32_t n, uint32_t count)
{
	uint16_t ports = 0;

	while (count--)
		ports |= nth(width, n++);
	return ports;
}

/*
 * Single-cycle arithmetic: whatever is not memory's and does not serialise takes what an
 * ALU's operation takes. Its ports stay.
 */
static void make_perfect(struct tea_kind *kind, int8_t bypass)
{
	if (kind->flags & TEA_KIND_SERIAL ||
	    (kind->queue != TEA_QUEUE_INT && kind->queue != TEA_QUEUE_FP &&
	     kind->queue != TEA_QUEUE_VEC))
		return;
	kind->unit = TEA_UNIT_NONE;
	kind->ahead = bypass;
	kind->latency = kind->occupancy = 1;
}

/*
 * Queue, ports, unit, flags, bypass, latency and occupancy of each class. Where there are no
 * vectors their instructions raise an exception: they are UNKNOWN. How long a vector's unit is
 * occupied follows from its elements.
 *
 * Each integer port has an ALU; what there is one of stands at the ports in turn: jumps (with
 * AUIPC), CSRs, multiplier, divider, conversion from integer. More multipliers stand at the
 * ports behind the first one's. Each floating-point port has an FMA, the first one the rest
 * (BOOM: exu/execution-units).
 *
 * BOOM bypasses what its ALUs make, and loads wake their readers ahead of the data; all else is
 * read from the register file, in the cycle behind its write-back. The integer divider takes
 * the next operation once it has given its result away; the floating-point one has a queue of
 * its own in front.
 */
static void init_kinds(struct tea_model *model, const struct tea_params *p)
{
	const uint32_t written = p->issue_latency + 1;
	const uint32_t alu = p->alu_latency, mul = p->mul_latency, div = p->div_latency,
		fma = p->fma_latency, misc = p->fpmisc_latency, i2f = p->int_to_fp_latency,
		fdiv = p->fdiv_latency, fsqrt = p->fsqrt_latency, vint = p->vint_latency,
		vmul = p->vmul_latency, vfma = p->vfma_latency, vmisc = p->vfmisc_latency,
		vdiv = p->vdiv_latency, vfdiv = p->vfdiv_latency, vfsqrt = p->vfsqrt_latency,
		vperm = p->vpermute_latency;
	const int8_t bypass = (int8_t)p->issue_latency, file = -1;
	const uint8_t serial = TEA_KIND_SERIAL, ldq = TEA_KIND_LDQ, stq = TEA_KIND_STQ,
		control = TEA_KIND_CONTROL,
		tagged = TEA_KIND_CONTROL | TEA_KIND_TAG, none = 0;
	const uint16_t any = UINT16_MAX, first = TEA_PORT_FP_FIRST, jump = nth(p->int_issue, 0),
		csr = nth(p->int_issue, 1), mul_ports = several(p->int_issue, 2, p->mul_units),
		div_port = nth(p->int_issue, 3), i2f_port = nth(p->int_issue, 4);
	const unsigned int classes = p->vlen ? TEA_CLASSES_COUNT : TEA_CLASS_VSET;
	const uint32_t widths[] = {
		[TEA_QUEUE_INT] = p->int_issue, [TEA_QUEUE_MEM] = p->mem_issue,
		[TEA_QUEUE_FP] = p->fp_issue, [TEA_QUEUE_VEC] = p->vec_issue,
		[TEA_QUEUE_NONE] = 0,
	};
	const struct tea_kind table[TEA_CLASSES_COUNT] = {
#define KIND(id, queue, ports, unit, flags, ahead, latency, occupancy) \
	[TEA_CLASS_##id] = { TEA_QUEUE_##queue, TEA_UNIT_##unit, flags, ahead, ports, 0, 0, \
			     latency, occupancy, NULL, NULL }
		KIND(UNKNOWN, INT, any, NONE, none, bypass, alu, 1),
		KIND(INT_ALU, INT, any, NONE, none, bypass, alu, 1),
		KIND(AUIPC, INT, jump, NONE, none, bypass, alu, 1),
		KIND(INT_MUL, INT, mul_ports, NONE, none, file, mul, 1),
		KIND(INT_DIV, INT, div_port, DIV, none, file, div, div + written),
		KIND(BRANCH, INT, any, NONE, tagged, bypass, alu, 1),
		KIND(JUMP, INT, jump, NONE, control, bypass, alu, 1),
		KIND(JUMP_REG, INT, jump, NONE, tagged, bypass, alu, 1),
		KIND(LOAD, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(STORE, MEM, any, NONE, stq, bypass, alu, 1),
		KIND(LOAD_RESERVED, MEM, any, NONE, serial | ldq, bypass, alu, 1),
		KIND(STORE_CONDITIONAL, MEM, any, NONE, serial | stq, bypass, alu, 1),
		KIND(AMO, MEM, any, NONE, serial | stq, bypass, alu, 1),
		KIND(FP_ADD, FP, any, NONE, none, file, fma, 1),
		KIND(FP_MUL, FP, any, NONE, none, file, fma, 1),
		KIND(FP_FMA, FP, any, NONE, none, file, fma, 1),
		KIND(FP_MISC, FP, any, NONE, none, file, misc, 1),
		KIND(FP_DIV, FP, first, FDIV, none, file, fdiv, fdiv),
		KIND(FP_SQRT, FP, first, FDIV, none, file, fsqrt, fsqrt),
		KIND(INT_TO_FP, INT, i2f_port, NONE, none, file, i2f, 1),
		KIND(FP_TO_INT, FP, first, NONE, none, file, misc, 1),
		KIND(CSR, INT, csr, NONE, serial, bypass, alu, 1),
		KIND(FENCE, NONE, any, NONE, serial, bypass, alu, 1),
		KIND(FENCE_I, NONE, any, NONE, serial, bypass, alu, 1),
		KIND(SFENCE, MEM, any, NONE, serial, bypass, alu, 1),
		KIND(SYSTEM, INT, any, NONE, serial, bypass, alu, 1),
		KIND(TRAP_RETURN, INT, any, NONE, serial, bypass, alu, 1),
		KIND(PREFETCH_R, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(PREFETCH_W, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(PREFETCH_I, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(VSET, INT, any, NONE, none, bypass, alu, 1),
		KIND(V_INT, VEC, any, NONE, none, file, vint, 1),
		KIND(V_INT_MUL, VEC, any, NONE, none, file, vmul, 1),
		KIND(V_INT_DIV, VEC, first, VDIV, none, file, vdiv, 1),
		KIND(V_FP_ADD, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_MUL, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_FMA, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_MISC, VEC, any, NONE, none, file, vmisc, 1),
		KIND(V_FP_DIV, VEC, first, VDIV, none, file, vfdiv, 1),
		KIND(V_FP_SQRT, VEC, first, VDIV, none, file, vfsqrt, 1),
		KIND(V_REDUCE, VEC, any, NONE, none, file, vint, 1),
		KIND(V_FP_REDUCE, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_PERMUTE, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_MASK, VEC, first, NONE, none, file, vint, 1),
		KIND(V_TO_INT, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_TO_FP, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_LOAD, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(V_STORE, MEM, any, NONE, stq, bypass, alu, 1),
#undef KIND
	};

	for (unsigned int i = 0; i <= UINT8_MAX; i++) {
		struct tea_kind *kind = &model->kinds[i];

		*kind = table[i < classes ? i : TEA_CLASS_UNKNOWN];
		kind->steps = (uint8_t)p->div_bits;
		kind->ports &= (uint16_t)((1U << widths[kind->queue]) - 1);
		if (kind->queue != TEA_QUEUE_NONE) {
			kind->entries = &model->backend.queues[kind->queue];
			kind->book = &model->backend.ports[kind->queue];
		}
		if (p->arithmetic_perfect)
			make_perfect(kind, bypass);
	}
}

/* The path of a kind that is plain and is not explained. */
static enum tea_path find_path(const struct tea_kind *kind, uint8_t class)
{
	if (class == TEA_CLASS_LOAD)
		return TEA_PATH_LOAD;
	if (class == TEA_CLASS_STORE)
		return TEA_PATH_STORE;
	if (kind->flags & TEA_KIND_CONTROL)
		return TEA_PATH_CONTROL;
	return kind->flags || kind->unit != TEA_UNIT_NONE ? TEA_PATH_PLAIN : TEA_PATH_COMPUTES;
}

void tea_model_explain(struct tea_model *model, bool on)
{
	for (unsigned int i = 0; i <= UINT8_MAX; i++) {
		struct tea_kind *kind = &model->kinds[i];

		if (kind->flags & TEA_KIND_SERIAL || tea_cracker_takes(&model->cracker, (uint8_t)i))
			kind->path = TEA_PATH_ANY;
		else if (on)
			kind->path = TEA_PATH_EXPLAINED;
		else
			kind->path = (uint8_t)find_path(kind, (uint8_t)i);
	}
}

#define RINGS_COUNT	8

struct ring_size {
	struct tea_ring *ring;
	uint32_t size;
};

static void list_rings(struct tea_model *model, const struct tea_params *params,
		       struct ring_size rings[RINGS_COUNT])
{
	const struct ring_size list[RINGS_COUNT] = {
		{ &model->frontend.targets, params->fetch_targets },
		{ &model->frontend.branches, params->branches },
		/* as many as are not the architectural state */
		{ &model->backend.registers[0], params->int_registers - TEA_REGS_FILE },
		{ &model->backend.registers[1], params->fp_registers - TEA_REGS_FILE },
		{ &model->backend.registers[2], params->vec_registers - TEA_REGS_FILE },
		{ &model->lsu.loads, params->load_queue },
		{ &model->lsu.stores, params->store_queue },
		{ &model->lsu.leaving, params->store_queue },
	};

	memcpy(rings, list, sizeof(list));
}

/* The farthest that anything looks back. */
static uint32_t find_distance(const struct tea_params *params)
{
	const uint32_t distances[] = {
		params->rob, params->fetch_buffer, params->decode_width * params->rename_latency,
	};
	uint32_t farthest = 0;

	for (size_t i = 0; i < sizeof(distances) / sizeof(distances[0]); i++)
		farthest = distances[i] > farthest ? distances[i] : farthest;
	return farthest;
}

/* Rings share one array. Returns 0, or -ENOMEM. */
static int init_slots(struct tea_model *model, const struct tea_params *params)
{
	const uint32_t queues[TEA_QUEUES_COUNT] = {
		[TEA_QUEUE_INT] = params->int_queue,
		[TEA_QUEUE_MEM] = params->mem_queue,
		[TEA_QUEUE_FP] = params->fp_queue,
		[TEA_QUEUE_VEC] = params->vec_queue,
	};
	struct ring_size rings[RINGS_COUNT];
	uint32_t farthest = find_distance(params);
	size_t count = 0;
	cycle_t *slots;

	list_rings(model, params, rings);
	for (unsigned int i = 0; i < RINGS_COUNT; i++)
		count += rings[i].size;
	model->passages = calloc(tea_history_slots(farthest), sizeof(*model->passages));
	model->slots = slots = calloc(count, sizeof(*slots));
	if (!model->passages || !slots)
		return -ENOMEM;
	tea_history_init(&model->history, model->passages, farthest);
	for (unsigned int i = 0; i < RINGS_COUNT; i++) {
		tea_ring_init(rings[i].ring, slots, rings[i].size);
		slots += rings[i].size;
	}
	for (unsigned int i = 0; i < TEA_QUEUES_COUNT; i++)
		tea_issuequeue_init(&model->backend.queues[i], queues[i]);
	return 0;
}

static void init_backend(struct tea_backend *backend, const struct tea_params *params)
{
	for (unsigned int i = 0; i < TEA_REG_V(0); i++)
		backend->pools[i] = &backend->registers[i / TEA_REGS_FILE];
	tea_pace_init(&backend->dispatch, params->decode_width);
	backend->rob = tea_history_distance(params->rob);
	tea_pace_init(&backend->commit, params->commit_width);
	backend->rename_latency = params->rename_latency;
	backend->issue_latency = params->issue_latency;
	backend->flush_latency = params->flush_latency;
	backend->misaligned_trap = params->misaligned_trap;
	backend->chaining = params->vchaining;
	backend->refill = params->frontend_latency + params->rename_latency;
	backend->rob_rows = (params->rob + params->decode_width - 1) / params->decode_width;
}

static void init_frontend(struct tea_model *model, const struct tea_params *params)
{
	struct tea_frontend *frontend = &model->frontend;

	frontend->fetch_bytes = 2 * params->fetch_width;
	frontend->bank_bytes = 2 * (params->fetch_bank < params->fetch_width ? params->fetch_bank :
				    params->fetch_width);
	frontend->pipeline = params->frontend_latency - 1;
	frontend->buffer = tea_history_distance(params->fetch_buffer);
	tea_pace_init(&frontend->decode, params->decode_width);
	frontend->latches = tea_history_distance(params->decode_width * params->rename_latency);
	frontend->bubbles[TEA_FETCH_F1] = 0;
	frontend->bubbles[TEA_FETCH_F2] = params->taken_bubble;
	frontend->bubbles[TEA_FETCH_F3] = params->decode_redirect;
	frontend->redirect_latency = params->redirect_latency;
	frontend->forgiven = params->predictor_perfect;
	frontend->memory = model->memory;
	frontend->history = &model->history;
}

static int init_model(struct tea_model *model, const struct tea_params *params,
		      const struct tea_env *env)
{
	const uint32_t stores = tea_vlsu_store_slots(params);
	struct tea_store *store = calloc(stores, sizeof(*store));
	uint64_t *entries = calloc(stores, sizeof(*entries));

	model->lsu.store = store;
	model->lsu.entries = entries;
	model->memory = tea_memory_create(params, env);
	if (params->predictor)
		model->frontend.predictor = tea_predictor_create(params);
	if (!store || !entries || !model->memory ||
	    (params->predictor && !model->frontend.predictor) ||
	    tea_cracker_init(&model->cracker, params) || init_slots(model, params))
		return -ENOMEM;
	init_kinds(model, params);
	tea_model_explain(model, false);
	init_backend(&model->backend, params);
	init_frontend(model, params);
	tea_lsu_init(&model->lsu, params, model->memory, store);
	if (params->vlen)
		tea_vlsu_init(&model->lsu, params);
	model->vaccesses.block_bytes = params->vmem_bytes;
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
	tea_cracker_deinit(&model->cracker);
	free(model->lsu.entries);
	free(model->lsu.store);
	free(model->slots);
	free(model->passages);
	free(model);
}
