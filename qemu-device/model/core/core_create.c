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

static void init_kinds(struct tea_model *model, const struct tea_params *params)
{
	for (unsigned int i = 0; i <= UINT8_MAX; i++) {
		struct tea_kind *kind = &model->kinds[i];

		tea_kind_init(kind, params, (uint8_t)i);
		model->kind_of[i] = kind;
		if (kind->queue != TEA_QUEUE_NONE) {
			kind->entries = &model->backend.queues[kind->queue];
			kind->book = &model->backend.ports[kind->queue];
		}
	}
}

/* The variant of a kind that is simple and is not explained. */
static enum tea_pass_variant find_variant(const struct tea_kind *kind, uint8_t class)
{
	if (class == TEA_CLASS_LOAD)
		return TEA_VARIANT_LOAD;
	if (class == TEA_CLASS_STORE)
		return TEA_VARIANT_STORE;
	if (kind->flags & TEA_KIND_CONTROL)
		return TEA_VARIANT_CONTROL;
	return kind->flags || kind->unit != TEA_UNIT_NONE ? TEA_VARIANT_SIMPLE : TEA_VARIANT_COMPUTES;
}

void tea_model_explain(struct tea_model *model, bool on)
{
	for (unsigned int i = 0; i <= UINT8_MAX; i++) {
		struct tea_kind *kind = &model->kinds[i];

		kind->unexplained = (uint8_t)find_variant(kind, (uint8_t)i);
		if (kind->flags & TEA_KIND_SERIAL || tea_cracker_takes(&model->cracker, (uint8_t)i))
			kind->variant = TEA_VARIANT_GENERIC;
		else
			kind->variant = on ? TEA_VARIANT_EXPLAINED : kind->unexplained;
	}
}

int tea_model_trace(struct tea_model *model, const struct tea_params *params)
{
	tea_model_explain(model, true);
	return tea_trace_init(model, params);
}

/* Rows of the reorder buffer: a decode group takes one. */
static uint32_t count_rows(const struct tea_params *params)
{
	return tea_params_rob(params) / params->decode_width;
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
		{ &model->frontend.branches, params->branches },
		/* as many as are not the architectural state */
		{ &model->backend.registers[0], params->int_registers - TEA_REGS_FILE },
		{ &model->backend.registers[1], params->fp_registers - TEA_REGS_FILE },
		{ &model->backend.registers[2], params->vec_registers - TEA_REGS_FILE },
		{ &model->lsu.loads, params->load_queue },
		{ &model->lsu.stores.entries, params->store_queue },
		{ &model->lsu.stores.leaving, params->store_queue },
		{ &model->backend.rows, count_rows(params) },
	};

	memcpy(rings, list, sizeof(list));
}

/* Entries of the smallest structure that operations take an entry of at dispatch. */
static uint32_t find_least(const struct tea_params *params)
{
	const uint32_t entries[] = {
		count_rows(params), params->int_registers - TEA_REGS_FILE,
		params->fp_registers - TEA_REGS_FILE, params->int_queue, params->mem_queue,
		params->fp_queue, params->load_queue,
	};
	uint32_t least = entries[0];

	for (size_t i = 1; i < sizeof(entries) / sizeof(entries[0]); i++)
		least = entries[i] < least ? entries[i] : least;
	return least;
}

/* The farthest that anything looks back. */
static uint32_t find_distance(const struct tea_params *params)
{
	const uint32_t distances[] = {
		tea_params_rob(params), params->fetch_buffer,
		TEA_BLOCK_MAX,		/* timings of a run are made room for at once */
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
	model->timings = calloc(tea_history_slots(farthest), sizeof(*model->timings));
	model->slots = slots = calloc(count, sizeof(*slots));
	if (!model->timings || !slots)
		return -ENOMEM;
	tea_history_init(&model->history, model->timings, farthest);
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
	tea_meter_init(&backend->commit, params->commit_width);
	backend->narrow = params->commit_width < params->decode_width;
	backend->rename_latency = params->rename_latency;
	backend->issue_latency = params->issue_latency;
	backend->flush_latency = params->flush_latency;
	backend->misaligned_trap = params->misaligned_trap;
	backend->chaining = params->vchaining;
	backend->hit_latency = params->issue_latency + params->l1d_latency;
	backend->refill = params->frontend_latency + params->rename_latency;
	backend->least = tea_history_distance(find_least(params));
	backend->rob_rows = count_rows(params);
}

/*
 * A block needs space for as many instructions as a block can have, or the buffer has. Entries are
 * freed by rows, once a whole row has left: so a block waits for the last entry of a row.
 */
static void init_buffer(struct tea_frontend *frontend, const struct tea_params *params)
{
	const uint32_t block = params->fetch_width < params->fetch_buffer ? params->fetch_width :
									    params->fetch_buffer;
	const uint32_t kept = params->fetch_buffer - block, slots = params->decode_width;

	for (uint32_t slot = 0; slot < slots; slot++) {
		const uint32_t there = (slot + slots * (kept + 1) - kept - 1) % slots;
		const uint32_t behind = slots - 1 - there;

		frontend->buffer[slot] = tea_history_distance(kept + 1 > behind ? kept + 1 - behind : 1);
	}
}

static void init_frontend(struct tea_model *model, const struct tea_params *params)
{
	struct tea_frontend *frontend = &model->frontend;

	frontend->fetch_bytes = 2 * params->fetch_width;
	frontend->bank_bytes = 2 * (params->fetch_bank < params->fetch_width ? params->fetch_bank :
				    params->fetch_width);
	frontend->pipeline = params->frontend_latency - 1;
	frontend->slots = params->decode_width;
	init_buffer(frontend, params);
	frontend->latches = params->rename_latency - 1;
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

	model->lsu.stores.store = store;
	model->lsu.stores.first_piece = entries;
	model->memory = tea_memory_create(params, env);
	model->frontend.predictor = tea_predictor_create(params);
	if (!store || !entries || !model->memory || !model->frontend.predictor ||
	    tea_cracker_init(&model->cracker, params) ||
	    tea_wrongpath_init(&model->wrongpath, params) ||
	    tea_warmlists_init(&model->warmlists) || init_slots(model, params) ||
	    tea_lsu_init(&model->lsu, params, model->memory, store))
		return -ENOMEM;
	init_kinds(model, params);
	tea_model_explain(model, false);
	init_backend(&model->backend, params);
	init_frontend(model, params);
	if (params->vlen)
		tea_vlsu_init(&model->lsu, params);
	model->vaccesses.block_bytes = params->vmem_bytes;
	model->pace.cycles = TEA_PACE_OPS;
	model->pace.rob = tea_params_rob(params);
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
	tea_warmlists_deinit(&model->warmlists);
	tea_wrongpath_deinit(&model->wrongpath);
	tea_trace_deinit(model);
	tea_lsu_deinit(&model->lsu);
	free(model->lsu.stores.first_piece);
	free(model->lsu.stores.store);
	free(model->slots);
	free(model->timings);
	free(model);
}
