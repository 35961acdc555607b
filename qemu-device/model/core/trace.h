/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.h - private to the core: what its stages tell who follows the critical path
 *
 * Hops (time/hops.h) of each passage, out of line, and only of records that are explained. Each stage
 * begins with the point of the one before; which of all that it waited for was the last follows from
 * the record's limiter, and which operation that was from the same numbers by which the core
 * finds it: a look back, the head of a ring, a register, a cycle of a port.
 *
 * Points of fetch are those at the end of the fetch pipeline: what holds up the fetch buffer holds up
 * its end.
 *
 * Ports have no order in which they are taken: who issues later than it could is said to wait for
 * who had its port in the cycle before. Of the memory ports, which are all alike, that is
 * any one of them.
 */
#ifndef TEA_TRACE_H
#define TEA_TRACE_H

#include "isa/op.h"
#include "model.h"
#include "time/hops.h"
#include "wait.h"

struct tea_frontend;
struct tea_kind;
struct tea_model;
struct tea_ring;

struct tea_trace {
	struct tea_hops hops;
	uint32_t number;		/* of the passage under way, modulo */
	uint32_t history_mask;
	/* where places begin: */
	uint32_t history, targets, branches, registers[3], loads, stores, rows;
	uint32_t store_data, store_gone;	/* by number of a store */
	uint32_t queues[4], ports[4], units[3];
	uint32_t ready, begun;		/* by register */
	uint32_t parts, made;		/* by the micro-operation, and the operation, under way */
	/* of the operation under way: */
	uint32_t port;			/* that it took */
	cycle_t port_at;		/* in which it was free, whatever else it needs */
	cycle_t drain_at;		/* a store could be written */
	uint64_t drained_from;		/* number of the store before it */
};

/* Returns 0, or -ENOMEM. */
int tea_trace_init(struct tea_model *model, const struct tea_params *params);
void tea_trace_deinit(struct tea_model *model);

/* A step begins, and the hops of the one before are forgotten. */
void tea_trace_clear(struct tea_trace *trace);
/* A step of a run: of all of the run the hops stay until it is shown. */
void tea_trace_run(struct tea_trace *trace, bool first);
/* A passage begins, whose hops are @record's; and all of it is told. */
void tea_trace_begin(struct tea_model *model, struct tea_retired *record);
void tea_trace_end(struct tea_model *model, struct tea_retired *record);

/* A fetch block, by what @wait says; the place of the one before in the ring of targets is @slot. */
void tea_trace_block(struct tea_trace *trace, const struct tea_frontend *frontend, uint32_t slot,
		     const struct tea_wait *wait);
/* Its line is looked for, and there in @at: what is between is translation and line. */
void tea_trace_look(struct tea_trace *trace, cycle_t at);
void tea_trace_line(struct tea_trace *trace, uint32_t pipeline, cycle_t at);

/* The stages of @record, one after the other: as soon as its cycle is known. */
void tea_trace_fetch(struct tea_model *model, const struct tea_retired *record);
void tea_trace_decode(struct tea_model *model, const struct tea_retired *record);
void tea_trace_dispatch(struct tea_model *model, const struct tea_kind *kind,
			const struct tea_ring *pool, const struct tea_retired *record);
/* Before a port of @kind is booked, in @now at the earliest. */
void tea_trace_port(struct tea_model *model, const struct tea_kind *kind, cycle_t now);
/* @free_at: its unit, if it has one that is not pipelined, can be taken again; else 0. */
void tea_trace_issue(struct tea_model *model, const struct tea_kind *kind, cycle_t free_at,
		     const struct tea_retired *record);
/* The data of a store come from @source, and are read in @at. */
void tea_trace_data(struct tea_model *model, const struct tea_kind *kind, bool fp, uint8_t source,
		    cycle_t at, const struct tea_retired *record);
/* An access begins, of what issued in @issued; of several another one, whose port is free in @at. */
void tea_trace_access(struct tea_model *model, bool store, cycle_t issued, cycle_t at);
/* Of several: it is there in @ready, the @first one, or the @last so far. */
void tea_trace_accessed(struct tea_model *model, bool first, bool last, cycle_t ready);
/* @ready: its result can be used then, of what has one. */
void tea_trace_complete(struct tea_model *model, const struct tea_kind *kind, cycle_t ready,
			const struct tea_retired *record);
void tea_trace_resolve(struct tea_model *model, const struct tea_retired *record);
/*
 * The wrong path behind it begins; a line of it is fetched in @at, until the end of that; and the
 * operation goes on. What a later operation loads on the wrong path, in @at, before its own hops.
 */
void tea_trace_wrong_begin(struct tea_model *model);
void tea_trace_wrong_fetch(struct tea_trace *trace, cycle_t at);
void tea_trace_wrong_end(struct tea_trace *trace);
void tea_trace_wrong_return(struct tea_trace *trace);
void tea_trace_wrong_load(struct tea_trace *trace, cycle_t at);
/* @flushed: fetch begins again behind it. */
void tea_trace_commit(struct tea_model *model, bool flushed, const struct tea_retired *record);
/* Before what it held is given back. */
void tea_trace_release(struct tea_model *model, const struct tea_kind *kind,
		       const struct tea_ring *pool);
/* Before the drain of a store that committed in @commit, and behind it. */
void tea_trace_drain(struct tea_model *model, cycle_t commit);
void tea_trace_drained(struct tea_model *model);

/*
 * The same of a vector's micro-operation, of which the last part leaves its unit behind @times latencies:
 * what comes next can add to it from @accumulated on, and its first part can be read in @begun.
 */
void tea_trace_vector(struct tea_model *model, const struct tea_kind *kind, cycle_t accumulated,
		      cycle_t begun, uint32_t times, const struct tea_retired *record);
/* And of its accesses, if it @accessed anything. @data: registers that it stores. */
void tea_trace_vector_memory(struct tea_model *model, const struct tea_kind *kind, uint32_t data,
			     bool accessed, cycle_t begun, cycle_t ready,
			     const struct tea_retired *record);
/* It makes vector register @number, whose first part, or last, comes with it; a scalar @reg; vl. */
void tea_trace_made(struct tea_model *model, unsigned int number, bool first, bool last);
void tea_trace_made_scalar(struct tea_model *model, uint8_t reg, bool vl);
/* Behind all of an operation's: these registers are there for others. */
void tea_trace_publish(struct tea_model *model, uint32_t written);

#endif /* TEA_TRACE_H */
