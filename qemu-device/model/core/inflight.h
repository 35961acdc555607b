/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inflight.h - private to the core: an operation in flight, and its properties for the stages
 *
 * The files stage_*.h have the stages, pass.h their order. All functions here and there are inline,
 * so that the compiler makes each variant of the pass separately and keeps struct inflight in
 * registers.
 */
#ifndef TEA_INFLIGHT_H
#define TEA_INFLIGHT_H

#include "runcursor.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "vstages.h"

/* An operation in flight, with values that stages leave to later ones. */
struct inflight {
	enum tea_pass_variant variant;		/* these four are constants of the variant */
	bool explain;			/* the record says why */
	bool unstalled;			/* all entries are free for it: see freeentries.h */
	struct tea_vector_inflight *vector;	/* of a vector's micro-operation; NULL: it is none */
	const struct runcursor *cursor;	/* if is_from_run(), instead of @op; or NULL */
	const struct tea_op *op;
	const struct tea_insn *insn;	/* of it, or the recipe's: read where it is used */
	const struct tea_kind *kind;
	struct tea_timing *now;	/* in the history */
	struct tea_ring *pool;		/* the registers its destination is one of, or NULL */
	struct tea_retired *record;
	struct tea_lsu_access *access;
	uint8_t fault;			/* of it: enum tea_lsu_fault */
	cycle_t data_issue;		/* a store's data are read */
	cycle_t last_issue;		/* all of it has left the queue */
	uint32_t port;			/* that it took, as a set */
};

/* Loads and stores of runs: all but the few that are not as most are pass without an operation. */
tea_inline bool is_from_run(const enum tea_pass_variant variant)
{
	return variant == TEA_VARIANT_LOAD || variant == TEA_VARIANT_STORE;
}

/* Whether its record has edges, see trace.h: with any, simple operations pass as EXPLAINED. */
tea_inline bool is_traced(const struct tea_model *model, const struct inflight *flight)
{
	return flight->explain && flight->variant <= TEA_VARIANT_EXPLAINED &&
	       __builtin_expect(model->edges != NULL, false);
}

tea_inline bool is_simple(const struct inflight *flight)
{
	return flight->variant != TEA_VARIANT_GENERIC;
}

tea_inline bool executes(const struct inflight *flight)
{
	return is_simple(flight) || flight->kind->queue != TEA_QUEUE_NONE;
}

/* Whether its kind has one of @flags: of most variants it is known. */
tea_inline bool has(const struct inflight *flight, uint8_t flags)
{
	switch (flight->variant) {
	case TEA_VARIANT_COMPUTES:
		return false;
	case TEA_VARIANT_LOAD:
		return flags & TEA_KIND_LDQ;
	case TEA_VARIANT_STORE:
		return flags & TEA_KIND_STQ;
	case TEA_VARIANT_CONTROL:
		if (!(flags & (TEA_KIND_CONTROL | TEA_KIND_TAG)))
			return false;
		return flags & TEA_KIND_CONTROL || flight->kind->flags & flags;
	default:
		return flight->kind->flags & flags;
	}
}

tea_inline bool is_store(const struct inflight *flight)
{
	return has(flight, TEA_KIND_STQ) &&
	       (flight->variant == TEA_VARIANT_STORE || flight->vector ||
		flight->insn->class == TEA_CLASS_STORE);
}

/* Its unit may be one that is not pipelined. */
tea_inline bool has_unit(const struct inflight *flight)
{
	return flight->variant <= TEA_VARIANT_SIMPLE &&
	       __builtin_expect(flight->kind->unit != TEA_UNIT_NONE, false);
}

/* By how much it takes longer than its kind says: the cycles of a divide's steps. */
tea_inline uint32_t find_steps(const struct inflight *flight)
{
	const struct tea_kind *kind = flight->kind;
	uint32_t steps;

	if (!has_unit(flight) || kind->unit != TEA_UNIT_DIV)
		return 0;
	steps = flight->op->steps ? flight->op->steps : TEA_STEPS_UNKNOWN;
	return (steps + kind->steps - 1) / kind->steps;
}

/* The cycle in which a branch or jump is resolved. */
tea_inline cycle_t find_resolved(const struct inflight *flight)
{
	return flight->record->at[TEA_STAGE_ISSUE] + (executes(flight) ? flight->kind->executed : 0);
}

tea_inline bool is_serial(const struct inflight *flight)
{
	return !is_simple(flight) && has(flight, TEA_KIND_SERIAL);
}

tea_inline bool is_trapped(const struct inflight *flight)
{
	return !is_simple(flight) && flight->op->trap != TEA_TRAP_NONE;
}

/* The pool that the destination is renamed to, or NULL. */
tea_inline struct tea_ring *find_pool(struct tea_backend *backend, const struct inflight *flight)
{
	if (flight->vector)
		return tea_vector_pool(backend, flight->vector);
	if (is_trapped(flight) && flight->op->trap == TEA_TRAP_INTERRUPT)
		return NULL;
	return backend->pools[flight->insn->dst];
}

/* Whether it begins a decode group, which takes a row of the reorder buffer. */
tea_inline bool is_first(const struct inflight *flight)
{
	return flight->now->decode != flight->now[-1].decode;
}

#endif /* TEA_INFLIGHT_H */
