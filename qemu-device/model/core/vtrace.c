// SPDX-License-Identifier: GPL-2.0-or-later
/* vtrace.c - what the stages of a vector's micro-operations tell: see trace.h */
#include "core.h"
#include "time/cycles.h"
#include "traceplaces.h"

/* What it makes can be read: the first part of it in @begun, where the hops are now, and the last. */
static void follow_parts(struct tea_model *model, uint32_t first, uint32_t last)
{
	tea_hops_from(model->hops, first);
	tea_hops_hold(model->hops, model->trace.parts);
	tea_hops_from(model->hops, last);
	tea_hops_hold(model->hops, model->trace.parts + 1);
}

void tea_trace_vector(struct tea_model *model, const struct tea_kind *kind, cycle_t accumulated,
		      cycle_t begun, uint32_t times, const struct tea_retired *record)
{
	const struct tea_trace_latency latency = tea_trace_latency(record->insn.class);
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];
	const cycle_t read = record->at[TEA_STAGE_ISSUE] + model->backend.issue_latency;
	const int most = times < INT8_MAX ? (int)times : INT8_MAX;
	struct tea_hops *hops = model->hops;

	tea_hops_step_by(hops, latency.cause, accumulated, latency.knob, most);
	tea_hops_hold(hops, PLACE_SUM);
	tea_hops_from(hops, PLACE_ISSUED);
	tea_hops_step_by(hops, TEA_HOPS_READ, read, TEA_HOPS_KNOB_issue_latency, 1);
	tea_hops_hold(hops, PLACE_LAST_ACCESS);
	tea_hops_step_by(hops, latency.cause, begun, latency.knob, 1);
	tea_hops_hold(hops, PLACE_FIRST_ACCESS);
	tea_hops_from(hops, PLACE_LAST_ACCESS);
	tea_hops_step_by(hops, latency.cause, at, latency.knob, most);
	tea_hops_hold(hops, PLACE_COMPLETED);
	tea_hops_step(hops, TEA_HOPS_READ, at - (cycle_t)kind->ahead);
	tea_hops_hold(hops, PLACE_LAST_ACCESS);
	follow_parts(model, PLACE_FIRST_ACCESS, PLACE_LAST_ACCESS);
	tea_hops_from(hops, PLACE_COMPLETED);
}

/* The data of a vector store, which take no port. */
static void follow_vector_data(struct tea_model *model, uint32_t data,
			       const struct tea_retired *record)
{
	struct tea_trace *trace = &model->trace;

	tea_hops_from(model->hops, find_history(trace, 0, DISPATCHED));
	for (uint32_t left = data; left; left &= left - 1) {
		const unsigned int number = (unsigned int)__builtin_ctz(left);

		if (model->backend.ready[TEA_REG_V(number)] == record->data_issue)
			tea_hops_from(model->hops, trace->ready + TEA_REG_V(number));
	}
	tea_hops_step(model->hops, TEA_HOPS_ISSUE, record->data_issue);
	tea_hops_hold(model->hops, PLACE_DATA);
}

void tea_trace_vector_memory(struct tea_model *model, const struct tea_kind *kind, uint32_t data,
			     bool accessed, cycle_t begun, cycle_t ready,
			     const struct tea_retired *record)
{
	const cycle_t at = record->at[TEA_STAGE_COMPLETE];
	const bool loads = !(kind->flags & TEA_KIND_STQ);
	struct tea_hops *hops = model->hops;

	if (!loads)
		follow_vector_data(model, data, record);
	if (record->limiter[TEA_STAGE_COMPLETE] != TEA_LIMIT_OPERAND)
		tea_hops_from(hops, accessed ? PLACE_LAST_ACCESS : PLACE_ISSUED);
	tea_hops_step_by(hops, TEA_HOPS_L1D, at, TEA_HOPS_KNOB_issue_latency, loads ? -1 : 0);
	tea_hops_hold(hops, PLACE_COMPLETED);
	tea_hops_step_by(hops, TEA_HOPS_L1D, ready, TEA_HOPS_KNOB_issue_latency, loads ? 0 : -1);
	tea_hops_hold(hops, PLACE_LAST_ACCESS);
	if (begun != ready) {
		tea_hops_from(hops, PLACE_FIRST_ACCESS);
		tea_hops_step_by(hops, TEA_HOPS_L1D, begun, TEA_HOPS_KNOB_issue_latency, -1);
		tea_hops_hold(hops, PLACE_FIRST_ACCESS);
	}
	follow_parts(model, begun != ready ? PLACE_FIRST_ACCESS : PLACE_LAST_ACCESS, PLACE_LAST_ACCESS);
	tea_hops_from(hops, PLACE_COMPLETED);
}

void tea_trace_made(struct tea_model *model, unsigned int number, bool first, bool last)
{
	const struct tea_trace *trace = &model->trace;

	if (first) {
		tea_hops_from(model->hops, trace->parts);
		tea_hops_hold(model->hops, trace->made + 2 * number);
	}
	if (last) {
		tea_hops_from(model->hops, trace->parts + 1);
		tea_hops_hold(model->hops, trace->made + 2 * number + 1);
	}
}

void tea_trace_made_scalar(struct tea_model *model, uint8_t reg, bool vl)
{
	const struct tea_trace *trace = &model->trace;

	tea_hops_from(model->hops, trace->parts + 1);
	if (reg < TEA_REG_V(0))
		tea_hops_hold(model->hops, trace->ready + reg);
	if (vl)
		tea_hops_hold(model->hops, trace->ready + TEA_REG_VL);
}

void tea_trace_publish(struct tea_model *model, uint32_t written)
{
	const struct tea_trace *trace = &model->trace;

	for (uint32_t left = written; left; left &= left - 1) {
		const unsigned int number = (unsigned int)__builtin_ctz(left);

		tea_hops_from(model->hops, trace->made + 2 * number);
		tea_hops_hold(model->hops, trace->begun + number);
		tea_hops_from(model->hops, trace->made + 2 * number + 1);
		tea_hops_hold(model->hops, trace->ready + TEA_REG_V(number));
	}
}
