// SPDX-License-Identifier: GPL-2.0-or-later
/* vtrace.c - the edges that the stages of a vector's micro-operations record: see trace.h */
#include "core.h"
#include "time/cycles.h"
#include "traceplaces.h"

/* Its result can be read: the first part in @begun, where the edges are now, and the last. */
static void note_parts(struct tea_model *model, uint32_t first, uint32_t last)
{
	tea_edges_from(model->edges, first);
	tea_edges_hold(model->edges, model->trace.parts);
	tea_edges_from(model->edges, last);
	tea_edges_hold(model->edges, model->trace.parts + 1);
}

void tea_trace_vector(struct tea_model *model, const struct tea_kind *kind, cycle_t accumulated,
		      cycle_t begun, uint32_t times, const struct tea_retired *record)
{
	const struct tea_trace_latency latency = tea_trace_latency(record->insn.class);
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];
	const cycle_t read = record->at[TEA_STAGE_ISSUE] + model->backend.issue_latency;
	const int most = times < INT8_MAX ? (int)times : INT8_MAX;
	struct tea_edges *edges = model->edges;

	tea_edges_step_by(edges, latency.cause, accumulated, latency.knob, most);
	tea_edges_hold(edges, PLACE_SUM);
	tea_edges_from(edges, PLACE_ISSUED);
	tea_edges_step_by(edges, TEA_EDGES_READ, read, TEA_EDGES_KNOB_issue_latency, 1);
	tea_edges_hold(edges, PLACE_LAST_ACCESS);
	tea_edges_step_by(edges, latency.cause, begun, latency.knob, 1);
	tea_edges_hold(edges, PLACE_FIRST_ACCESS);
	tea_edges_from(edges, PLACE_LAST_ACCESS);
	tea_edges_step_by(edges, latency.cause, at, latency.knob, most);
	tea_edges_hold(edges, PLACE_COMPLETED);
	tea_edges_step(edges, TEA_EDGES_READ, at - (cycle_t)kind->ahead);
	tea_edges_hold(edges, PLACE_LAST_ACCESS);
	note_parts(model, PLACE_FIRST_ACCESS, PLACE_LAST_ACCESS);
	tea_edges_from(edges, PLACE_COMPLETED);
}

/* The data of a vector store, which take no port. */
static void note_vector_data(struct tea_model *model, uint32_t data,
			     const struct tea_retired *record)
{
	struct tea_trace *trace = &model->trace;

	tea_edges_from(model->edges, find_history(trace, 0, DISPATCHED));
	for (uint32_t left = data; left; left &= left - 1) {
		const unsigned int number = (unsigned int)__builtin_ctz(left);

		if (model->backend.ready[TEA_REG_V(number)] == record->data_issue)
			tea_edges_from(model->edges, trace->ready + TEA_REG_V(number));
	}
	tea_edges_step(model->edges, TEA_EDGES_ISSUE, record->data_issue);
	tea_edges_hold(model->edges, PLACE_DATA);
}

void tea_trace_vector_memory(struct tea_model *model, const struct tea_kind *kind, uint32_t data,
			     bool accessed, cycle_t begun, cycle_t ready,
			     const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];
	const bool loads = !(kind->flags & TEA_KIND_STQ);
	struct tea_edges *edges = model->edges;

	if (!loads)
		note_vector_data(model, data, record);
	if (record->limiter[TEA_STAGE_COMPLETE] != TEA_LIMIT_OPERAND)
		tea_edges_from(edges, accessed ? PLACE_LAST_ACCESS : PLACE_ISSUED);
	tea_edges_step_by(edges, TEA_EDGES_L1D, at, TEA_EDGES_KNOB_issue_latency, loads ? -1 : 0);
	tea_edges_hold(edges, PLACE_COMPLETED);
	tea_edges_step_by(edges, TEA_EDGES_L1D, ready, TEA_EDGES_KNOB_issue_latency, loads ? 0 : -1);
	tea_edges_hold(edges, PLACE_LAST_ACCESS);
	if (begun != ready) {
		tea_edges_from(edges, PLACE_FIRST_ACCESS);
		tea_edges_step_by(edges, TEA_EDGES_L1D, begun, TEA_EDGES_KNOB_issue_latency, -1);
		tea_edges_hold(edges, PLACE_FIRST_ACCESS);
	}
	note_parts(model, begun != ready ? PLACE_FIRST_ACCESS : PLACE_LAST_ACCESS, PLACE_LAST_ACCESS);
	tea_edges_from(edges, PLACE_COMPLETED);
}

void tea_trace_made(struct tea_model *model, unsigned int number, bool first, bool last)
{
	const struct tea_trace *trace = &model->trace;

	if (first) {
		tea_edges_from(model->edges, trace->parts);
		tea_edges_hold(model->edges, trace->made + 2 * number);
	}
	if (last) {
		tea_edges_from(model->edges, trace->parts + 1);
		tea_edges_hold(model->edges, trace->made + 2 * number + 1);
	}
}

void tea_trace_made_scalar(struct tea_model *model, uint8_t reg, bool vl)
{
	const struct tea_trace *trace = &model->trace;

	tea_edges_from(model->edges, trace->parts + 1);
	if (reg < TEA_REG_V(0))
		tea_edges_hold(model->edges, trace->ready + reg);
	if (vl)
		tea_edges_hold(model->edges, trace->ready + TEA_REG_VL);
}

void tea_trace_publish(struct tea_model *model, uint32_t written)
{
	const struct tea_trace *trace = &model->trace;

	for (uint32_t left = written; left; left &= left - 1) {
		const unsigned int number = (unsigned int)__builtin_ctz(left);

		tea_edges_from(model->edges, trace->made + 2 * number);
		tea_edges_hold(model->edges, trace->begun + number);
		tea_edges_from(model->edges, trace->made + 2 * number + 1);
		tea_edges_hold(model->edges, trace->ready + TEA_REG_V(number));
	}
}
