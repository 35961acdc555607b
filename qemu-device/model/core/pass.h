/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pass.h - private to the core: the order of an operation's stages
 *
 * Cost: O(1) amortised per operation, from a few primitives: look-back at the history, rings, port
 * books and issue queues.
 *
 * All is inlined, into a variant for each kind of operation that there are many of. The
 * files that include this make them: run.c of what is in runs, core.c of what comes by itself,
 * explained.c of what has reasons in its record, vpass.c of vectors, and anypass.c of all
 * others.
 */
#ifndef TEA_PASS_H
#define TEA_PASS_H

#include "stage_commit.h"
#include "stage_complete.h"
#include "stage_dispatch.h"
#include "stage_issue.h"

tea_inline void record_begin(struct tea_retired *record, const struct tea_op *op,
			     const struct tea_insn *insn, const bool explain)
{
	record->pc = op->pc;
	record->site = op->site;
	record->psv = 0;
	record->mem = 0;
	record->flags = 0;
	record->privilege = op->privilege & TEA_PRIV_M;
	record->insn = *insn;
	if (explain)
		record->itlb_wait = record->line_wait = 0;
}

/* @op is next: its record begins, and it is compared with the wrong path. */
tea_inline void begin(struct tea_model *model, const struct tea_op *op,
		      const struct inflight *flight)
{
	const bool accesses = flight->variant != TEA_VARIANT_COMPUTES &&
			      flight->variant != TEA_VARIANT_CONTROL && !flight->vector;

	record_begin(flight->record, op, flight->insn, flight->explain);
	if (flight->vector)
		tea_vector_record(flight->vector);
	TEA_TRACE(is_traced(model, flight), begin, model, flight->record);
	/* where entries are known to be free, it is not active */
	if (!flight->unstalled && __builtin_expect(model->wrongpath.active, false))
		tea_wrongpath_step(model, op->pc, &flight->record->insn,
				   accesses && op->has_addr ? op->addr : TEA_NO_ADDRESS,
				   op->privilege & TEA_PRIV_M);
}

tea_inline cycle_t fetch_and_decode(struct tea_model *model, const struct tea_op *op,
				    const struct inflight *flight)
{
	struct tea_frontend *frontend = &model->frontend;
	cycle_t fetched, decoded;

	fetched = tea_frontend_fetch(frontend, flight->now, op->pc, flight->insn->length_bytes,
				     flight->record, flight->explain);
	TEA_TRACE(is_traced(model, flight), fetch, model,
		  tea_frontend_buffered(frontend, flight->now), flight->record);
	decoded = tea_frontend_decode(frontend, flight->now, has(flight, TEA_KIND_TAG), fetched,
				      flight->record, flight->explain);
	TEA_TRACE(is_traced(model, flight), decode, model, flight->record);
	return decoded;
}

/* A branch or jump: was the front-end led to its successor? */
tea_inline void resolve(struct tea_model *model, const struct inflight *flight)
{
	const cycle_t resolved = find_resolved(flight);
	const bool misled = tea_frontend_resolve(&model->frontend, flight->op->next_pc, resolved,
						 flight->record);

	TEA_TRACE(is_traced(model, flight), resolve, model, flight->record);
	if (__builtin_expect(misled, false) && model->wrongpath.modelled)
		tea_wrongpath_begin(model, flight->record, resolved);
}

/*
 * @op passes all stages, in this order, whatever it is. Returns whether it violated memory order
 * and has to pass again. If is_from_run(), only what begin() reads is in @op, the rest in the cursor.
 */
tea_inline bool pass(struct tea_model *model, const struct tea_op *op, struct inflight *flight)
{
	cycle_t decoded, left;

	begin(model, op, flight);
	decoded = fetch_and_decode(model, op, flight);
	flight->pool = find_pool(&model->backend, flight);
	dispatch(model, flight, decoded);
	flight->fault = TEA_LSU_FAULT_NONE;
	if (flight->vector) {
		tea_vector_issue(model, flight->vector);
		flight->fault = tea_vector_complete(model, flight->vector);
	} else {
		issue(model, flight);
		complete(model, flight);
	}
	if (has(flight, TEA_KIND_CONTROL) && !is_trapped(flight))
		resolve(model, flight);
	left = commit(model, flight);
	release(model, flight, left);
	if (flight->vector)
		tea_vector_made(model, flight->vector);
	TEA_TRACE(is_traced(model, flight), end, model, flight->record);
	return has(flight, TEA_KIND_MEMORY) && flight->fault == TEA_LSU_FAULT_ORDER;
}

/* The same for @op by itself, of @kind, as a @variant that is not from a run. */
tea_inline bool pass_op(struct tea_model *model, const struct tea_op *op,
			const struct tea_kind *kind, struct tea_retired *record,
			const enum tea_pass_variant variant)
{
	struct tea_lsu_access access;
	struct inflight flight = {
		.variant = variant,
		.explain = variant == TEA_VARIANT_GENERIC || variant == TEA_VARIANT_EXPLAINED,
		.op = op, .insn = &op->insn, .kind = kind,
		.now = tea_history_advance(&model->history), .record = record, .access = &access,
	};

	return pass(model, op, &flight);
}

/*
 * Pass the next operation of a run as its @variant. @unstalled: all entries are free for it;
 * @explain: its record has reasons, and no edges are recorded. All of these are constants; there is
 * room for its timing. Whether it has to be made again.
 */
tea_inline bool pass_on(struct tea_model *model, const struct runcursor *cursor,
			const struct tea_kind *kind, const enum tea_pass_variant variant,
			const bool unstalled, const bool explain)
{
	struct tea_op op;
	struct tea_lsu_access access;
	struct inflight flight = {
		.variant = variant, .explain = explain, .unstalled = unstalled,
		.op = is_from_run(variant) ? NULL : &op,
		.cursor = is_from_run(variant) ? cursor : NULL,
		.insn = &cursor->recipe->insn, .kind = kind, .now = ++model->history.now,
		.record = cursor->record, .access = &access,
	};

	find_op(cursor, variant, &op);
	return pass(model, &op, &flight);
}

/* The same where @variant is no constant. */
tea_inline bool pass_next(struct tea_model *model, const struct runcursor *cursor,
			  const struct tea_kind *kind, const uint8_t variant,
			  const bool unstalled, const bool explain)
{
	if (variant == TEA_VARIANT_COMPUTES)
		return pass_on(model, cursor, kind, TEA_VARIANT_COMPUTES, unstalled, explain);
	if (variant == TEA_VARIANT_LOAD)
		return pass_on(model, cursor, kind, TEA_VARIANT_LOAD, unstalled, explain);
	if (variant == TEA_VARIANT_CONTROL)
		return pass_on(model, cursor, kind, TEA_VARIANT_CONTROL, unstalled, explain);
	if (variant == TEA_VARIANT_STORE)
		return pass_on(model, cursor, kind, TEA_VARIANT_STORE, unstalled, explain);
	return pass_on(model, cursor, kind, TEA_VARIANT_SIMPLE, unstalled, explain);
}

#endif /* TEA_PASS_H */
