/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flight.h - private to the core: an operation in flight, and what its stages ask of it
 *
 * passage.h has the stages. Here and there all is inline, so that the compiler makes each variant
 * of the path by itself and keeps struct flight in registers: see pass().
 */
#ifndef TEA_FLIGHT_H
#define TEA_FLIGHT_H

#include "course.h"
#include "tea_abi.h"
#include "time/cycles.h"

/* An operation in flight, and what its stages leave to the later ones. */
struct flight {
	enum tea_specialization path;		/* these three are constants of the variant */
	bool explain;			/* the record says why */
	bool roomy;			/* it need not wait for room: see room.h */
	const struct course *course;	/* of what is_from_run(), instead of @op; or NULL */
	const struct tea_op *op;
	const struct tea_insn *insn;	/* of it, or the recipe's: read where it is used */
	const struct tea_kind *kind;
	struct tea_passage *now;	/* in the history */
	struct tea_ring *pool;		/* the registers its destination is one of, or NULL */
	struct tea_retired *record;
	struct tea_lsu_access *access;
	uint8_t fault;			/* of it: enum tea_lsu_fault */
	cycle_t data_issue;		/* a store's data are read */
	cycle_t last_issue;		/* all of it has left the queue */
	uint32_t port;			/* that it took, as a set */
};

/* Loads and stores of runs: all but the few that are not as most are pass without an operation. */
tea_inline bool is_from_run(const enum tea_specialization path)
{
	return path == TEA_PATH_LOAD || path == TEA_PATH_STORE;
}

/* Whether its record has hops: see trace.h. */
tea_inline bool is_followed(const struct tea_model *model, const struct flight *flight)
{
	return flight->explain && __builtin_expect(model->hops != NULL, false);
}

tea_inline bool is_plain(const struct flight *flight)
{
	return flight->path != TEA_PATH_ANY;
}

tea_inline bool executes(const struct flight *flight)
{
	return is_plain(flight) || flight->kind->queue != TEA_QUEUE_NONE;
}

/* Whether its kind has one of @flags: of most paths it is known. */
tea_inline bool has(const struct flight *flight, uint8_t flags)
{
	switch (flight->path) {
	case TEA_PATH_COMPUTES:
		return false;
	case TEA_PATH_LOAD:
		return flags & TEA_KIND_LDQ;
	case TEA_PATH_STORE:
		return flags & TEA_KIND_STQ;
	case TEA_PATH_CONTROL:
		if (!(flags & (TEA_KIND_CONTROL | TEA_KIND_TAG)))
			return false;
		return flags & TEA_KIND_CONTROL || flight->kind->flags & flags;
	default:
		return flight->kind->flags & flags;
	}
}

tea_inline bool is_store(const struct flight *flight)
{
	return has(flight, TEA_KIND_STQ) &&
	       (flight->path == TEA_PATH_STORE || flight->insn->class == TEA_CLASS_STORE);
}

/* Its unit may be one that is not pipelined. */
tea_inline bool has_unit(const struct flight *flight)
{
	return flight->path <= TEA_PATH_PLAIN &&
	       __builtin_expect(flight->kind->unit != TEA_UNIT_NONE, false);
}

/* By how much it takes longer than its kind says: the cycles of a divide's steps. */
tea_inline uint32_t find_steps(const struct flight *flight)
{
	const struct tea_kind *kind = flight->kind;
	uint32_t steps;

	if (!has_unit(flight) || kind->unit != TEA_UNIT_DIV)
		return 0;
	steps = flight->op->steps ? flight->op->steps : TEA_STEPS_UNKNOWN;
	return (steps + kind->steps - 1) / kind->steps;
}

/* Of a branch or jump: in which cycle it is known whether the front-end went the right way. */
tea_inline cycle_t find_resolved(const struct flight *flight)
{
	return flight->record->at[TEA_STAGE_ISSUE] + (executes(flight) ? flight->kind->executed : 0);
}

tea_inline bool is_serial(const struct flight *flight)
{
	return !is_plain(flight) && has(flight, TEA_KIND_SERIAL);
}

tea_inline bool is_trapped(const struct flight *flight)
{
	return !is_plain(flight) && flight->op->trap != TEA_TRAP_NONE;
}

/* The pool that the destination is renamed to, or NULL. */
tea_inline struct tea_ring *find_pool(struct tea_backend *backend, const struct flight *flight)
{
	if (is_trapped(flight) && flight->op->trap == TEA_TRAP_INTERRUPT)
		return NULL;
	return backend->pools[flight->insn->dst];
}

/* Whether it begins a decode group, which takes a row of the reorder buffer. */
tea_inline bool is_first(const struct flight *flight)
{
	return flight->now->decode != flight->now[-1].decode;
}

#endif /* TEA_FLIGHT_H */
