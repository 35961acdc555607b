/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vstages.h - private to the core: the stages of a vector's micro-operation
 *
 * It passes them in the order of all operations (pass.h), with a place in decode, ROB, issue queue, a
 * physical register, and load or store queue. Only execution differs:
 *
 * 	- it keeps its pipe busy for each part of a register that has elements of the body
 * 	- with chaining a dependent can issue as soon as each part comes in time
 * 	- an access to memory takes a memory port for each block or element
 * 	- a register that several micro-operations write is there with the last of them
 *
 * All of them read registers as they were before the operation.
 */
#ifndef TEA_VSTAGES_H
#define TEA_VSTAGES_H

#include "isa/op.h"
#include "time/cycles.h"

struct tea_backend;
struct tea_kind;
struct tea_lsu_access;
struct tea_model;
struct tea_retired;
struct tea_ring;
struct tea_uop;

/* Results of a vector operation's micro-operations, for later operations. */
struct tea_vector_made {
	cycle_t vl;			/* 0: it stays */
	cycle_t accumulated;		/* a micro-operation that follows can issue then */
	uint32_t written;		/* vector registers, a bit each, and of these: */
	cycle_t begun[TEA_REGS_FILE], ready[TEA_REGS_FILE];
};

/* One in flight: all that its own stages know of it, so that struct inflight stays in registers. */
struct tea_vector_inflight {
	const struct tea_uop *uop;
	const struct tea_op *op;	/* that it is of */
	const struct tea_kind *kind;
	struct tea_retired *record;
	struct tea_lsu_access *access;	/* all of them in one; all 0 before */
	struct tea_vector_made *made;	/* with those before it */
	cycle_t data_issue;		/* a store's data are there */
	cycle_t last_issue;		/* of its accesses */
	cycle_t begun, ready;		/* its result can be read: the first part, the last */
};

/* Its own fields of its record. */
void tea_vector_record(const struct tea_vector_inflight *vector);
/* The registers that its destination is one of, or NULL. */
struct tea_ring *tea_vector_pool(struct tea_backend *backend,
				 const struct tea_vector_inflight *vector);
/* Wait for its sources, and for a port: of several accesses, the first one's. */
void tea_vector_issue(struct tea_model *model, const struct tea_vector_inflight *vector);
/* Execute it, or make its accesses, in the model's vaccesses. Returns enum tea_lsu_fault. */
uint8_t tea_vector_complete(struct tea_model *model, struct tea_vector_inflight *vector);
/* A store that commits in @left writes. */
void tea_vector_drain(struct tea_model *model, const struct tea_vector_inflight *vector,
		      cycle_t left);
/* Note its results, for readers behind the operation. */
void tea_vector_made(struct tea_model *model, const struct tea_vector_inflight *vector);
/* Behind all of an operation's: they are there for others. */
void tea_vector_publish(struct tea_model *model, const struct tea_vector_made *made);

#endif /* TEA_VSTAGES_H */
