// SPDX-License-Identifier: GPL-2.0-or-later
/* trace.c - the edges that the core's stages record for the critical path: see trace.h */
#include "trace.h"

#include <errno.h>
#include <stdlib.h>

#include "core.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "traceplaces.h"

#define UNIT_CYCLES	256	/* of the ends of a unit's bookings, by cycle */
#define PASSES_MOST	(2 * TEA_BLOCK_MAX * TEA_UOPS_MAX)	/* of a run */

static uint32_t take(uint32_t *place, uint32_t count)
{
	const uint32_t first = *place;

	*place += count;
	return first;
}

static void take_queues(struct tea_trace *trace, const struct tea_params *params, uint32_t *place)
{
	const uint32_t widths[] = { params->int_issue, 1, params->fp_issue, params->vec_issue };

	static_assert(sizeof(widths) / sizeof(widths[0]) == TEA_QUEUES_COUNT, "one for each queue");
	for (unsigned int i = 0; i < TEA_QUEUES_COUNT; i++) {
		trace->queues[i] = take(place, TEA_ISSUEQUEUE_CYCLES);
		trace->ports[i] = take(place, widths[i] * TEA_BOOK_CYCLES);
	}
	for (unsigned int i = 0; i < TEA_UNITS_COUNT; i++)
		trace->units[i] = take(place, UNIT_CYCLES);
}

static void take_rings(struct tea_trace *trace, const struct tea_model *model, uint32_t *place)
{
	trace->targets = take(place, model->frontend.targets.size);
	trace->branches = take(place, model->frontend.branches.size);
	for (unsigned int i = 0; i < 3; i++)
		trace->registers[i] = take(place, model->backend.registers[i].size);
	trace->loads = take(place, model->lsu.loads.size);
	trace->stores = take(place, model->lsu.stores.entries.size);
	trace->rows = take(place, model->backend.rows.size);
	trace->store_data = take(place, (uint32_t)model->lsu.stores.mask + 1);
	trace->store_gone = take(place, (uint32_t)model->lsu.stores.mask + 1);
}

int tea_trace_init(struct tea_model *model, const struct tea_params *params)
{
	struct tea_trace *trace = &model->trace;
	uint32_t place = PLACE_MEMORY, kept = 16;

	while (kept <= model->history.kept)
		kept *= 2;
	trace->history_mask = kept - 1;
	trace->edges.size = PASSES_MOST * TEA_EDGES_PASS;
	trace->edges.under = TEA_EDGES_CAUSES_COUNT;
	trace->edges.list = malloc(trace->edges.size * sizeof(*trace->edges.list));
	if (!trace->edges.list)
		return -ENOMEM;
	model->edges = &trace->edges;
	model->frontend.trace = model->lsu.trace = trace;
	place = tea_memory_trace(model->memory, &trace->edges, PLACE_MEMORY);
	trace->history = take(&place, kept * HISTORY_STAGES);
	take_rings(trace, model, &place);
	take_queues(trace, params, &place);
	trace->ready = take(&place, TEA_REG_NONE + 1);
	trace->begun = take(&place, TEA_REGS_FILE);
	trace->parts = take(&place, 2);
	trace->made = take(&place, 2 * TEA_REGS_FILE);
	return 0;
}

void tea_trace_deinit(struct tea_model *model)
{
	free(model->trace.edges.list);
}

void tea_trace_clear(struct tea_trace *trace)
{
	trace->edges.count = 0;
}

void tea_trace_run(struct tea_trace *trace, bool first)
{
	if (first)
		tea_trace_clear(trace);
	trace->edges.run = true;
}

void tea_trace_run_on(struct tea_trace *trace)
{
	trace->edges.run = false;
}

void tea_trace_begin(struct tea_model *model, struct tea_retired *record)
{
	struct tea_trace *trace = &model->trace;

	trace->number++;
	trace->edges.details = trace->edges.count + TEA_EDGES_DETAILS;
	record->edges = trace->edges.list + trace->edges.count;
}

void tea_trace_end(struct tea_model *model, struct tea_retired *record)
{
	const struct tea_edges *edges = &model->trace.edges;

	record->edges_count = (uint32_t)(edges->list + edges->count - record->edges);
}

/* As tea_history_distance() made it. */
static uint32_t count_back(tea_distance distance)
{
	return (uint32_t)(-distance / (tea_distance)sizeof(struct tea_timing));
}

/* In order: behind the operation before it. */
static void note_order(struct tea_trace *trace, unsigned int stage, enum tea_edges_cause cause,
		       cycle_t at)
{
	tea_edges_after(&trace->edges, find_history(trace, 1, stage), cause, at);
}

/* Whether the operation under way begins a decode group. */
static bool is_first(const struct tea_model *model)
{
	return model->history.now->decode != model->history.now[-1].decode;
}

void tea_trace_block(struct tea_trace *trace, const struct tea_frontend *frontend, uint32_t slot,
		     const struct tea_wait *wait)
{
	const cycle_t at = wait->at + frontend->pipeline;
	struct tea_edges *edges = &trace->edges;

	tea_edges_from(edges, find_history(trace, 1, COMMITTED));
	tea_edges_hold(edges, trace->targets + slot);
	switch (wait->why) {
	case TEA_LIMIT_FTQ:
		tea_edges_after(edges, trace->targets + frontend->targets.head, TEA_EDGES_FTQ, wait->at);
		tea_edges_step_by(edges, TEA_EDGES_FRONTEND, at, TEA_EDGES_KNOB_frontend_latency, 1);
		break;
	case TEA_LIMIT_WIDTH:
		tea_edges_after(edges, PLACE_BLOCK, TEA_EDGES_FETCH, at);
		break;
	default:
		tea_edges_after(edges, frontend->restart && frontend->restart_at == wait->at ?
			       PLACE_RESTART : PLACE_REDIRECTED, TEA_EDGES_TAKEN, at);
	}
	tea_edges_hold(edges, PLACE_BLOCK);
}

void tea_trace_look(struct tea_trace *trace, cycle_t at)
{
	tea_edges_step_by(&trace->edges, TEA_EDGES_FRONTEND, at, TEA_EDGES_KNOB_frontend_latency, -1);
	trace->edges.under = TEA_EDGES_L1I;
}

void tea_trace_line(struct tea_trace *trace, uint32_t pipeline, cycle_t at)
{
	struct tea_edges *edges = &trace->edges;

	edges->under = TEA_EDGES_CAUSES_COUNT;
	tea_edges_step(edges, TEA_EDGES_L1I, at);
	tea_edges_step_by(edges, TEA_EDGES_FRONTEND, at + pipeline,
			 TEA_EDGES_KNOB_frontend_latency, 1);
	tea_edges_hold(edges, PLACE_BLOCK);
}

void tea_trace_fetch(struct tea_model *model, cycle_t buffered, const struct tea_retired *record)
{
	const struct tea_frontend *frontend = &model->frontend;
	const cycle_t at = record->at[TEA_STAGE_FETCH] + frontend->pipeline;
	struct tea_edges *edges = model->edges;

	tea_edges_from(edges, PLACE_BLOCK);
	if (record->limiter[TEA_STAGE_FETCH] != TEA_LIMIT_FETCH_BUFFER || buffered != at)
		return;
	tea_edges_after(edges, find_history(&model->trace, count_back(frontend->buffer[frontend->slot]), DECODED),
		       TEA_EDGES_BUFFER, at);
	tea_edges_hold(edges, PLACE_BLOCK);
}

void tea_trace_decode(struct tea_model *model, const struct tea_retired *record)
{
	const struct tea_frontend *frontend = &model->frontend;
	const cycle_t at = record->at[TEA_STAGE_DECODE];
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;

	switch (record->limiter[TEA_STAGE_DECODE]) {
	case TEA_LIMIT_DISPATCH:
		/* the longer rename, the more operations there are in it */
		tea_edges_after_by(edges, find_history(trace, 1, DISPATCHED), TEA_EDGES_DISPATCH, at,
				  TEA_EDGES_KNOB_rename_latency, -1);
		break;
	case TEA_LIMIT_BRANCHES:
		tea_edges_after(edges, trace->branches + frontend->branches.head, TEA_EDGES_TAGS, at);
		break;
	case TEA_LIMIT_WIDTH:
		note_order(trace, DECODED, TEA_EDGES_DECODE, at);
		break;
	default:
		tea_edges_step(edges, TEA_EDGES_FRONTEND, at);
	}
	tea_edges_hold(edges, find_history(trace, 0, DECODED));
}

/* An entry of an issue queue that became free in @at: of @kind's, or of data of a store. */
static uint32_t find_entry(const struct tea_model *model, const struct tea_kind *kind, cycle_t at)
{
	const bool own = kind->queue != TEA_QUEUE_NONE && kind->entries->ready == at;

	return model->trace.queues[own ? kind->queue : TEA_QUEUE_FP] + at % TEA_ISSUEQUEUE_CYCLES;
}

static uint32_t find_pool(const struct tea_model *model, const struct tea_ring *pool)
{
	return model->trace.registers[pool - model->backend.registers] + pool->head;
}

void tea_trace_dispatch(struct tea_model *model, const struct tea_kind *kind,
			const struct tea_ring *pool, const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_DISPATCH];
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;

	switch (record->limiter[TEA_STAGE_DISPATCH]) {
	case TEA_LIMIT_WIDTH:
		note_order(trace, DISPATCHED, TEA_EDGES_DISPATCH, at);
		break;
	case TEA_LIMIT_ROB:
		tea_edges_after(edges, trace->rows + model->backend.rows.head, TEA_EDGES_ROB, at);
		break;
	case TEA_LIMIT_REGISTERS:
		tea_edges_after(edges, find_pool(model, pool), TEA_EDGES_REGISTERS, at);
		break;
	case TEA_LIMIT_QUEUE:
		tea_edges_after(edges, find_entry(model, kind, at), TEA_EDGES_QUEUE, at);
		break;
	case TEA_LIMIT_LDQ:
		tea_edges_after(edges, trace->loads + model->lsu.loads.head, TEA_EDGES_LDQ, at);
		break;
	case TEA_LIMIT_STQ:
		tea_edges_after(edges, trace->stores + model->lsu.stores.entries.head, TEA_EDGES_STQ, at);
		break;
	case TEA_LIMIT_SERIAL:
		tea_edges_after(edges, find_history(trace, 1, COMMITTED), TEA_EDGES_SERIAL, at);
		break;
	case TEA_LIMIT_ORDER:
		tea_edges_after(edges, PLACE_DRAINED, TEA_EDGES_SERIAL, at);
		break;
	default:
		tea_edges_step_by(edges, TEA_EDGES_RENAME, at, TEA_EDGES_KNOB_rename_latency, 1);
	}
	tea_edges_hold(edges, find_history(trace, 0, DISPATCHED));
}

/* @port of a queue in cycle @at. */
static uint32_t find_port(const struct tea_trace *trace, unsigned int queue, uint32_t port,
			  cycle_t at)
{
	return trace->ports[queue] + port * TEA_BOOK_CYCLES + (uint32_t)(at % TEA_BOOK_CYCLES);
}

void tea_trace_port(struct tea_model *model, const struct tea_kind *kind, cycle_t now)
{
	struct tea_trace *trace = &model->trace;

	trace->port = 0;
	trace->port_at = now;
	if (kind->queue == TEA_QUEUE_MEM)
		return;
	trace->port_at = tea_portbook_find(kind->book, kind->ports, now, 1);
	trace->port = (uint32_t)__builtin_ctz(tea_portbook_free(kind->book, kind->ports,
								trace->port_at));
}

/* An operation ready in @ready issues in @at, at @port's place. */
static void note_port(struct tea_trace *trace, unsigned int queue, uint32_t port, cycle_t ready,
		      cycle_t at)
{
	struct tea_edges *edges = &trace->edges;

	if (at > ready)
		tea_edges_after(edges, find_port(trace, queue, port, at - 1), TEA_EDGES_PORTS, at);
	tea_edges_hold(edges, find_port(trace, queue, port, at));
	tea_edges_hold(edges, trace->queues[queue] + (uint32_t)((at + 1) % TEA_ISSUEQUEUE_CYCLES));
}

struct tea_trace_latency tea_trace_latency(uint8_t class)
{
	static const struct tea_trace_latency latencies[TEA_CLASSES_COUNT] = {
#define TEA_X(id, name, extension, queue, single, flags, result, latency, cause, ...) \
	[TEA_CLASS_##id] = { TEA_EDGES_##cause, TEA_EDGES_KNOB_##latency##_latency },
		TEA_CLASSES(TEA_X)
#undef TEA_X
	};

	return latencies[class < TEA_CLASSES_COUNT ? class : TEA_CLASS_UNKNOWN];
}

/*
 * From its issue on it takes its unit until @free_at. The integer divider has given its result away
 * by then: read and written are registers, too.
 */
static void note_unit(struct tea_model *model, const struct tea_kind *kind, uint8_t class,
		      cycle_t free_at)
{
	const struct tea_trace_latency latency = tea_trace_latency(class);
	const uint32_t written = kind->unit == TEA_UNIT_DIV ? model->backend.issue_latency + 1 : 0;
	struct tea_trace *trace = &model->trace;

	tea_edges_hold(&trace->edges, PLACE_ISSUED);
	tea_edges_step_by(&trace->edges, latency.cause, free_at - written, latency.knob, 1);
	if (written)
		tea_edges_step_by(&trace->edges, TEA_EDGES_READ, free_at, TEA_EDGES_KNOB_issue_latency,
				 1);
	tea_edges_hold(&trace->edges, trace->units[kind->unit] + free_at % UNIT_CYCLES);
	tea_edges_from(&trace->edges, PLACE_ISSUED);
}

/* The register that came last; of a vector's each part as it comes, or the last one in time. */
static void note_operand(struct tea_model *model, const struct tea_retired *record)
{
	const unsigned int number = (unsigned int)record->late - TEA_REG_V(0);
	const struct tea_backend *backend = &model->backend;
	const struct tea_trace *trace = &model->trace;

	if (number < TEA_REGS_FILE && backend->ready[record->late] > record->ready) {
		const bool first = backend->begun[number] == record->ready;

		tea_edges_from(model->edges, first ? trace->begun + number : trace->ready + record->late);
		tea_edges_step(model->edges, TEA_EDGES_VECTOR, record->ready);
	} else {
		tea_edges_after(model->edges, trace->ready + record->late, TEA_EDGES_ISSUE,
			       record->ready);
	}
}

void tea_trace_issue(struct tea_model *model, const struct tea_kind *kind, cycle_t free_at,
		     const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_ISSUE];
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;

	if (record->late == TEA_REG_NONE)
		tea_edges_step(edges, TEA_EDGES_ISSUE, record->ready);
	else if (record->late == TEA_LATE_BEFORE)
		tea_edges_after(edges, PLACE_SUM, TEA_EDGES_ISSUE, record->ready);
	else
		note_operand(model, record);
	if (kind->queue != TEA_QUEUE_NONE) {
		if (free_at && at > trace->port_at)
			tea_edges_after(edges, trace->units[kind->unit] + at % UNIT_CYCLES,
				       TEA_EDGES_UNIT, at);
		note_port(trace, kind->queue, trace->port,
			  free_at && at > trace->port_at ? at : record->ready, at);
		if (free_at)
			note_unit(model, kind, record->insn.class, free_at);
	}
	tea_edges_hold(edges, PLACE_ISSUED);
}

void tea_trace_data(struct tea_model *model, const struct tea_kind *kind, bool fp, uint8_t source,
		    cycle_t at, const struct tea_retired *record)
{
	const cycle_t entered = record->at[TEA_STAGE_DISPATCH] + 1;
	const cycle_t ready = cycle_max(entered, model->backend.ready[source]);
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;

	tea_edges_from(edges, find_history(trace, 0, DISPATCHED));
	if (ready > entered)
		tea_edges_from(edges, trace->ready + source);
	tea_edges_step(edges, TEA_EDGES_ISSUE, ready);
	note_port(trace, fp ? TEA_QUEUE_FP : kind->queue, 0, ready, at);
	tea_edges_hold(edges, PLACE_DATA);
}

void tea_trace_access(struct tea_model *model, bool store, cycle_t issued, cycle_t at)
{
	const enum tea_edges_cause cause = store ? TEA_EDGES_READ : TEA_EDGES_L1D;

	tea_edges_from(model->edges, PLACE_ISSUED);
	if (at > issued)
		tea_edges_step(model->edges, TEA_EDGES_PORTS, at);
	tea_edges_step_by(model->edges, cause, at + model->backend.issue_latency,
			 TEA_EDGES_KNOB_issue_latency, 1);
}

void tea_trace_forward(struct tea_trace *trace, const struct tea_lsu *lsu, uint64_t number,
		       cycle_t read_at, cycle_t data_at, cycle_t ready)
{
	const cycle_t tried = cycle_max(read_at, data_at) + lsu->forward_latency;
	struct tea_edges *edges = &trace->edges;

	if (ready < tried) {
		tea_edges_step_by(edges, TEA_EDGES_FORWARD, ready, TEA_EDGES_KNOB_l1d_latency, 1);
		return;
	}
	if (data_at > read_at)
		tea_edges_after(edges, trace->store_data + (uint32_t)(number & lsu->stores.mask),
			       TEA_EDGES_FORWARD, data_at);
	tea_edges_step_by(edges, TEA_EDGES_FORWARD, tried, TEA_EDGES_KNOB_forward_latency, 1);
	if (ready > tried)
		tea_edges_step(edges, TEA_EDGES_FORWARD, ready);
}

void tea_trace_retry(struct tea_trace *trace, const struct tea_lsu *lsu, uint64_t number,
		     cycle_t gone_at)
{
	tea_edges_after(&trace->edges, trace->store_gone + (uint32_t)(number & lsu->stores.mask),
		       TEA_EDGES_ORDER, gone_at);
	tea_edges_step_by(&trace->edges, TEA_EDGES_ORDER, gone_at + lsu->load_retry,
			 TEA_EDGES_KNOB_load_retry, 1);
}

void tea_trace_aside(struct tea_trace *trace)
{
	tea_edges_hold(&trace->edges, PLACE_READ);
}

void tea_trace_aside_atomic(struct tea_trace *trace, cycle_t ready)
{
	tea_edges_step(&trace->edges, TEA_EDGES_L1D, ready);
	tea_trace_aside(trace);
}

void tea_trace_back(struct tea_trace *trace)
{
	tea_edges_from(&trace->edges, PLACE_READ);
}

/* A hit ends with the latency of the L1; the memory has recorded all others. */
static void note_data(struct tea_model *model, const struct tea_retired *record, cycle_t at)
{
	const bool hit = record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_LATENCY &&
			 !(record->psv & TEA_PSV_ST_L1);

	tea_edges_step_by(model->edges, TEA_EDGES_L1D, at, TEA_EDGES_KNOB_l1d_latency, hit);
}

void tea_trace_accessed(struct tea_model *model, bool first, bool last, cycle_t ready)
{
	tea_edges_step_by(model->edges, TEA_EDGES_L1D, ready, TEA_EDGES_KNOB_l1d_latency, 1);
	if (first)
		tea_edges_hold(model->edges, PLACE_FIRST_ACCESS);
	if (last)
		tea_edges_hold(model->edges, PLACE_LAST_ACCESS);
}

/* The result of the operation now at @complete can be used in @ready, by @cause. */
static void note_result(struct tea_model *model, enum tea_edges_cause cause, uint8_t dst,
			cycle_t ready)
{
	tea_edges_hold(model->edges, PLACE_COMPLETED);
	if (dst == TEA_REG_NONE)
		return;
	tea_edges_step_by(model->edges, cause, ready, TEA_EDGES_KNOB_issue_latency,
			 cause == TEA_EDGES_READ ? 0 : -1);
	tea_edges_hold(model->edges, model->trace.ready + dst);
	tea_edges_from(model->edges, PLACE_COMPLETED);
}

/*
 * A bypassed result can be used when its unit has it; it is written to the register file all the
 * same.
 */
static void note_bypass(struct tea_model *model, const struct tea_trace_latency *latency, uint8_t dst,
			cycle_t ready)
{
	if (dst == TEA_REG_NONE)
		return;
	tea_edges_step_by(model->edges, latency->cause, ready, latency->knob, 1);
	tea_edges_hold(model->edges, model->trace.ready + dst);
	tea_edges_from(model->edges, PLACE_ISSUED);
}

/* It writes back at @at, by the latency of its unit, or of one that its port has to be as deep as. */
static void note_unit_to(struct tea_model *model, const struct tea_kind *kind,
			 const struct tea_trace_latency *latency, const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_COMPLETE], issued = record->at[TEA_STAGE_ISSUE];
	const bool deep = kind->deeper && at == issued + kind->executed + kind->deeper;

	tea_edges_step_by(model->edges, TEA_EDGES_READ, issued + model->backend.issue_latency,
			 TEA_EDGES_KNOB_issue_latency, 1);
	tea_edges_hold(model->edges, PLACE_READ);
	tea_edges_step_by(model->edges, latency->cause, deep ? issued + kind->executed : at,
			 latency->knob, 1);
	tea_edges_hold(model->edges, PLACE_RESOLVED);
	if (deep) {
		tea_edges_from(model->edges, PLACE_READ);
		tea_edges_step_by(model->edges, latency->cause, at, TEA_EDGES_KNOB_mul_latency, 1);
	}
}

static void complete_unit(struct tea_model *model, const struct tea_kind *kind, cycle_t ready,
			  const struct tea_retired *record)
{
	const struct tea_trace_latency latency = tea_trace_latency(record->insn.class);

	if (kind->ahead >= 0)
		note_bypass(model, &latency, record->insn.dst, ready);
	note_unit_to(model, kind, &latency, record);
	note_result(model, TEA_EDGES_READ, kind->ahead >= 0 ? TEA_REG_NONE : record->insn.dst,
		    ready);
}

/*
 * A load's readers are woken ahead of the data, by as much as they take to read registers; and the ROB
 * knows of them by then, or a cycle earlier.
 */
static void complete_load(struct tea_model *model, cycle_t ready, const struct tea_retired *record)
{
	const bool forwarded = record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_FORWARD;
	const enum tea_edges_cause cause = forwarded ? TEA_EDGES_FORWARD : TEA_EDGES_L1D;
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];

	note_data(model, record, ready + model->backend.issue_latency);
	tea_edges_step_by(model->edges, cause, at, TEA_EDGES_KNOB_issue_latency, -1);
	tea_edges_hold(model->edges, PLACE_COMPLETED);
	if (record->insn.dst == TEA_REG_NONE)
		return;
	tea_edges_step(model->edges, cause, ready);
	tea_edges_hold(model->edges, model->trace.ready + record->insn.dst);
	tea_edges_from(model->edges, PLACE_COMPLETED);
}

void tea_trace_complete(struct tea_model *model, const struct tea_kind *kind, cycle_t ready,
			const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];
	const uint8_t why = record->limiter[TEA_STAGE_COMPLETE];

	if (kind->queue == TEA_QUEUE_NONE) {
		tea_edges_step(model->edges, TEA_EDGES_READ, at);
		tea_edges_hold(model->edges, PLACE_COMPLETED);
		tea_edges_hold(model->edges, PLACE_RESOLVED);
	} else if (!(kind->flags & TEA_KIND_MEMORY)) {
		complete_unit(model, kind, ready, record);
	} else if (record->insn.class == TEA_CLASS_STORE) {
		if (why == TEA_LIMIT_OPERAND)
			tea_edges_from(model->edges, PLACE_DATA);
		tea_edges_step_by(model->edges, TEA_EDGES_READ, at, TEA_EDGES_KNOB_issue_latency,
				 why == TEA_LIMIT_OPERAND);
		tea_edges_hold(model->edges, PLACE_COMPLETED);
	} else if (record->insn.class == TEA_CLASS_LOAD ||
		   record->insn.class == TEA_CLASS_LOAD_RESERVED) {
		complete_load(model, ready, record);
	} else {
		note_data(model, record, at);
		note_result(model, TEA_EDGES_L1D, record->insn.dst, ready);
	}
}

void tea_trace_resolve(struct tea_model *model, const struct tea_retired *record)
{
	const struct tea_frontend *frontend = &model->frontend;
	const cycle_t fetched = record->at[TEA_STAGE_FETCH] + 1;
	const bool mispredicted = record->flags & TEA_RETIRED_FLUSH;
	cycle_t at = frontend->restart ? frontend->restart_at : frontend->redirected_at;
	struct tea_edges *edges = model->edges;

	if (mispredicted) {
		tea_edges_from(edges, PLACE_RESOLVED);
		tea_edges_step_by(edges, TEA_EDGES_BPRED, at, TEA_EDGES_KNOB_redirect_latency, 1);
		tea_edges_step_by(edges, TEA_EDGES_FRONTEND, at + frontend->pipeline,
				 TEA_EDGES_KNOB_frontend_latency, 1);
	} else if (at >= fetched) {
		const bool late = at - fetched == frontend->bubbles[TEA_FETCH_F3];

		tea_edges_from(edges, PLACE_BLOCK);
		tea_edges_step(edges, TEA_EDGES_TAKEN, fetched + frontend->pipeline);
		tea_edges_step_by(edges, TEA_EDGES_TAKEN, at + frontend->pipeline, late ?
				 TEA_EDGES_KNOB_decode_redirect : TEA_EDGES_KNOB_taken_bubble,
				 at > fetched);
	}
	if (mispredicted || at >= fetched)
		tea_edges_hold(edges, frontend->restart ? PLACE_RESTART : PLACE_REDIRECTED);
	tea_edges_from(edges, PLACE_COMPLETED);
}

void tea_trace_wrong_begin(struct tea_model *model)
{
	tea_edges_from(model->edges, find_history(&model->trace, 0, DISPATCHED));
	tea_edges_hold(model->edges, PLACE_WRONG);
}

void tea_trace_wrong_fetch(struct tea_trace *trace, cycle_t at)
{
	tea_edges_from(&trace->edges, PLACE_BLOCK);
	tea_edges_step_by(&trace->edges, TEA_EDGES_FRONTEND, at, TEA_EDGES_KNOB_frontend_latency, -1);
	trace->edges.under = TEA_EDGES_L1I;
}

void tea_trace_wrong_end(struct tea_trace *trace)
{
	trace->edges.under = TEA_EDGES_CAUSES_COUNT;
}

void tea_trace_wrong_load(struct tea_trace *trace, cycle_t at)
{
	tea_edges_from(&trace->edges, PLACE_WRONG);
	tea_edges_step(&trace->edges, TEA_EDGES_ISSUE, at);
}

void tea_trace_wrong_return(struct tea_trace *trace)
{
	tea_edges_from(&trace->edges, PLACE_COMPLETED);
}

static void note_flush(struct tea_model *model, cycle_t now)
{
	const struct tea_frontend *frontend = &model->frontend;
	const cycle_t at = frontend->restart_at;
	struct tea_edges *edges = model->edges;

	tea_edges_step_by(edges, TEA_EDGES_FLUSH, at, TEA_EDGES_KNOB_flush_latency,
			 at == now + model->backend.flush_latency);
	tea_edges_step_by(edges, TEA_EDGES_FRONTEND, at + frontend->pipeline,
			 TEA_EDGES_KNOB_frontend_latency, 1);
	tea_edges_hold(edges, PLACE_RESTART);
}

/* In order, a row at a time, and up to the commit width a cycle: the last one left in @last. */
static void note_commit(struct tea_model *model, cycle_t last, cycle_t at)
{
	const uint32_t width = model->backend.commit.width;
	const uint32_t back = is_first(model) || at == last ? 1 : width;

	tea_edges_after(model->edges, find_history(&model->trace, back, COMMITTED), TEA_EDGES_COMMIT, at);
}

/* The slot of a ring that was taken last. */
static uint32_t find_last(const struct tea_ring *ring)
{
	return (ring->head ? ring->head : ring->size) - 1;
}

void tea_trace_commit(struct tea_model *model, bool flushed, const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_COMMIT], last = model->history.now[-1].commit;
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;
	const bool violated = record->psv & TEA_PSV_FL_MO;

	if (violated)
		tea_edges_from(edges, PLACE_ISSUED);
	if (record->limiter[TEA_STAGE_COMMIT] != TEA_LIMIT_WIDTH)
		tea_edges_step(edges, violated ? TEA_EDGES_ORDER : TEA_EDGES_COMMIT, at);
	else if (record->flags & TEA_RETIRED_EXCEPTION)
		tea_edges_after(edges, find_history(trace, 1, COMMITTED), TEA_EDGES_COMMIT, at);
	else
		note_commit(model, last, at);
	tea_edges_hold(edges, find_history(trace, 0, COMMITTED));
	tea_edges_hold(edges, trace->rows + model->backend.rows.head);
	tea_edges_hold(edges, PLACE_EXIT);
	if (flushed)
		note_flush(model, at);
}

void tea_trace_release(struct tea_model *model, const struct tea_kind *kind,
		       const struct tea_ring *pool)
{
	const struct tea_frontend *frontend = &model->frontend;
	struct tea_trace *trace = &model->trace;
	struct tea_edges *edges = model->edges;

	if (kind->flags & TEA_KIND_TAG) {
		tea_edges_from(edges, PLACE_RESOLVED);
		tea_edges_hold(edges, trace->branches + frontend->branches.head);
	}
	tea_edges_from(edges, find_history(trace, 0, COMMITTED));
	if (pool)
		tea_edges_hold(edges, find_pool(model, pool));
	if (kind->flags & TEA_KIND_LDQ)
		tea_edges_hold(edges, trace->loads + model->lsu.loads.head);
	if (kind->flags & TEA_KIND_STQ)
		tea_edges_hold(edges, trace->stores + model->lsu.stores.entries.head);
	if (frontend->crossed)
		tea_edges_hold(edges, trace->targets + find_last(&frontend->targets));
}

void tea_trace_drain(struct tea_model *model, cycle_t commit)
{
	struct tea_meter drain = model->lsu.stores.drain;
	struct tea_trace *trace = &model->trace;

	trace->drained_from = model->lsu.stores.number;
	trace->drain_at = tea_meter_take(&drain, commit + 1);
	tea_edges_step(model->edges, TEA_EDGES_DRAIN, commit + 1);
	if (trace->drain_at > commit + 1)
		tea_edges_after(model->edges, PLACE_DRAINED, TEA_EDGES_DRAIN, trace->drain_at);
	tea_edges_hold(model->edges, PLACE_DRAINED);
	/* where no access waits for the memory, as none of several that hit does */
	tea_edges_hold(model->edges, PLACE_MEMORY);
}

void tea_trace_drained(struct tea_model *model)
{
	const struct tea_lsu *lsu = &model->lsu;
	struct tea_trace *trace = &model->trace;
	const cycle_t gone = cycle_max(lsu->stores.drained, trace->drain_at);
	struct tea_edges *edges = model->edges;

	tea_edges_from(edges, gone > trace->drain_at ? PLACE_MEMORY : PLACE_DRAINED);
	tea_edges_step(edges, TEA_EDGES_DRAIN, gone);
	tea_edges_hold(edges, PLACE_DRAINED);
	tea_edges_hold(edges, trace->stores + find_last(&lsu->stores.entries));
	for (uint64_t i = trace->drained_from + 1; i <= lsu->stores.number; i++)
		tea_edges_hold(edges, trace->store_gone + (uint32_t)(i & lsu->stores.mask));
	tea_edges_from(edges, PLACE_DATA);
	for (uint64_t i = trace->drained_from + 1; i <= lsu->stores.number; i++)
		tea_edges_hold(edges, trace->store_data + (uint32_t)(i & lsu->stores.mask));
}
