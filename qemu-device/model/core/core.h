/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * core.h - private to the core: its state
 *
 *        frontend.c                   stage_*.h                     lsu.c
 *   fetch ------> decode ---> dispatch ---> issue ---> complete ---> commit
 *   blocks, ITLB, branches    ROB, regs,    ports,     latency,      in order,
 *   L1I, bubbles              queues        operands   loads, stores flushes
 *
 * pass.h has the order, for all operations.
 */
#ifndef TEA_CORE_H
#define TEA_CORE_H

#include "cracker.h"
#include "frontend.h"
#include "kind.h"
#include "lsu.h"
#include "memory/memory.h"
#include "model.h"
#include "time/history.h"
#include "time/issuequeue.h"
#include "time/portbook.h"
#include "time/ring.h"
#include "trace.h"
#include "vaccess.h"
#include "warmlist.h"
#include "wrongpath.h"

struct tea_backend {
	struct tea_ring rows;		/* of the reorder buffer, except the current one */
	struct tea_meter commit;	/* where it is narrower than a row */
	bool narrow;
	uint32_t rename_latency, issue_latency, flush_latency, misaligned_trap;
	uint32_t refill;		/* cycles from fetch to dispatch */
	uint32_t hit_latency;		/* cycles from a load's issue to data of the L1 */
	uint32_t rob_rows;
	tea_distance least;		/* entries of the smallest structure behind decode */
	struct tea_ring registers[3];	/* integer, floating point, vector */
	struct tea_ring *pools[TEA_REG_NONE + 1];	/* that scalar registers are renamed in; NULL: not */
	struct tea_issuequeue queues[TEA_QUEUES_COUNT];
	/*
	 * First issue cycle in which an operation finds the register's value, on the bypass
	 * network or in the register file. Indexed by register number; TEA_REG_NONE is
	 * always ready.
	 */
	cycle_t ready[TEA_REG_NONE + 1];
	/* The same for the first part of a vector register; above it is the last one. */
	cycle_t begun[TEA_REGS_FILE];
	bool chaining;
	struct tea_portbook ports[TEA_QUEUES_COUNT];
	struct tea_unitbook units[TEA_UNITS_COUNT];
};

/* Cycles from the last exit until all that it left behind is there: lines on their way, stores. */
#define TEA_WARM_SETTLE	10000

/*
 * The cycles that operations take that pass without time, as far as their misses have to know whether
 * MSHRs are free: as those of late did, where there was time.
 */
struct tea_pace {
	uint64_t ops;			/* with time, since the last ones without */
	uint64_t cycles;		/* of TEA_PACE_OPS */
	uint64_t part;			/* of a cycle, that has passed: in as many parts */
	uint64_t rob;			/* operations that there is room for behind one that waits */
};

#define TEA_PACE_OPS		4096
/*
 * They are faster by a part of so many, so that they wait for MSHRs where those with time did: these come
 * to their misses as early as the ROB lets them.
 */
#define TEA_PACE_HASTE		8

struct tea_model {
	struct tea_frontend frontend;
	struct tea_history history;
	struct tea_retired records[2];
	struct tea_retired run_records[2 * TEA_BLOCK_MAX];
	struct tea_kind kinds[UINT8_MAX + 1];	/* by class; others are UNKNOWN */
	const struct tea_kind *kind_of[UINT8_MAX + 1]; /* the same, without a shift */
	struct tea_lsu lsu;
	struct tea_backend backend;
	struct tea_memory *memory;
	struct tea_wrongpath wrongpath;
	struct tea_cracker cracker;
	struct tea_vaccesses vaccesses;	/* of the current micro-operation */
	struct tea_retired vrecords[2];	/* of vector operations */
	struct tea_retired vmicro[2][TEA_VECTOR_UOPS_MAX];
	struct tea_timing *timings;	/* of the history */
	cycle_t *slots;			/* of the rings */
	struct tea_warmlists warmlists;
	cycle_t warm;			/* what passed without time is there; 0: nothing did */
	struct tea_pace pace;
	struct tea_edges *edges;		/* of @trace; NULL: the critical path is not recorded */
	struct tea_trace trace;
};

#endif /* TEA_CORE_H */
