/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.h - private to the core: the edges that its stages record for the critical path
 *
 * Edges (time/pathedges.h) of each pass, out of line, and only with records that are explained. Each
 * stage begins at the point of the stage before. The record's limiter says which wait was the last,
 * and the numbers by which the core finds an entry's last owner say which operation that was: a
 * look back, the head of a ring, a register, a cycle of a port.
 *
 * Points of fetch are at the end of the fetch pipeline: a full fetch buffer delays its end.
 *
 * Ports are taken in no order: an operation that issues later than it could is taken to wait for
 * the one that had its port in the cycle before. Memory ports are all alike: any of them will do.
 */
#ifndef TEA_TRACE_H
#define TEA_TRACE_H

#include "isa/op.h"
#include "model.h"
#include "time/pathedges.h"
#include "wait.h"

struct tea_frontend;
struct tea_kind;
struct tea_lsu;
struct tea_model;
struct tea_ring;

struct tea_trace {
	struct tea_edges edges;
	uint32_t number;		/* of the pass under way, modulo */
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

/*
 * What the stages call where something happens: @event, one of the functions below, with its
 * arguments, if @traced.
 */
#define TEA_TRACE(traced, event, ...) \
	do { \
		if (__builtin_expect((traced) != 0, false)) \
			tea_trace_##event(__VA_ARGS__); \
	} while (0)

/* Returns 0, or -ENOMEM. */
int tea_trace_init(struct tea_model *model, const struct tea_params *params);
void tea_trace_deinit(struct tea_model *model);

/* A step begins, and the edges of the one before are forgotten. */
void tea_trace_clear(struct tea_trace *trace);
/* A step of a run, and its end: of all of the run the edges stay until it is shown. */
void tea_trace_run(struct tea_trace *trace, bool first);
void tea_trace_run_on(struct tea_trace *trace);
/* A pass begins, whose edges are @record's; and it ends. */
void tea_trace_begin(struct tea_model *model, struct tea_retired *record);
void tea_trace_end(struct tea_model *model, struct tea_retired *record);

/* A fetch block, by what @wait says; the place of the one before in the ring of targets is @slot. */
void tea_trace_block(struct tea_trace *trace, const struct tea_frontend *frontend, uint32_t slot,
		     const struct tea_wait *wait);
/* Its line is looked up, and there in @at, behind translation and line. */
void tea_trace_look(struct tea_trace *trace, cycle_t at);
void tea_trace_line(struct tea_trace *trace, uint32_t pipeline, cycle_t at);

/*
 * The stages of @record, one after the other: as soon as its cycle is known. @buffered: that of the
 * fetch buffer's entry.
 */
void tea_trace_fetch(struct tea_model *model, cycle_t buffered, const struct tea_retired *record);
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
/*
 * An access begins, of an operation issued in @issued; or one of several, whose port is free in
 * @at.
 */
void tea_trace_access(struct tea_model *model, bool store, cycle_t issued, cycle_t at);
/* A load that read at @read_at gets data of store @number in @ready; or waits until that is gone. */
void tea_trace_forward(struct tea_trace *trace, const struct tea_lsu *lsu, uint64_t number,
		       cycle_t read_at, cycle_t data_at, cycle_t ready);
void tea_trace_retry(struct tea_trace *trace, const struct tea_lsu *lsu, uint64_t number,
		     cycle_t gone_at);
/* A side track of an access begins, of an atomic when it has read its line in @ready; and ends. */
void tea_trace_aside(struct tea_trace *trace);
void tea_trace_aside_atomic(struct tea_trace *trace, cycle_t ready);
void tea_trace_back(struct tea_trace *trace);
/* One of several accesses: it is there in @ready, the @first one, or the @last so far. */
void tea_trace_accessed(struct tea_model *model, bool first, bool last, cycle_t ready);
/* @ready: its result, if it has one, can be used then. */
void tea_trace_complete(struct tea_model *model, const struct tea_kind *kind, cycle_t ready,
			const struct tea_retired *record);
void tea_trace_resolve(struct tea_model *model, const struct tea_retired *record);
/*
 * The wrong path behind it begins; a line of that is fetched in @at; the fetch ends; the operation
 * goes on. The last is for a later operation, whose wrong path's load is in @at, before its own
 * edges.
 */
void tea_trace_wrong_begin(struct tea_model *model);
void tea_trace_wrong_fetch(struct tea_trace *trace, cycle_t at);
void tea_trace_wrong_end(struct tea_trace *trace);
void tea_trace_wrong_return(struct tea_trace *trace);
void tea_trace_wrong_load(struct tea_trace *trace, cycle_t at);
/* @flushed: fetch begins again behind it. */
void tea_trace_commit(struct tea_model *model, bool flushed, const struct tea_retired *record);
/* Before its resources are released. */
void tea_trace_release(struct tea_model *model, const struct tea_kind *kind,
		       const struct tea_ring *pool);
/* Before the drain of a store that committed in @commit, and behind it. */
void tea_trace_drain(struct tea_model *model, cycle_t commit);
void tea_trace_drained(struct tea_model *model);

/*
 * The same for a vector's micro-operation, whose last part leaves its unit behind @times latencies:
 * the next one can add to its sum from @accumulated on, and its first part can be read in @begun.
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
