/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * core.h - private to the core: its state and the stages' functions
 *
 *            frontend.c                       core.c                      lsu.c
 *   fetch ---------------> decode ---> dispatch ---> issue ---> complete ---> commit
 *   blocks, ITLB, L1I,     branches    ROB, regs,    ports,     latency,      in order,
 *   prediction, bubbles                queues        operands   loads, stores flushes
 *
 * A stage's cycle is the maximum of all that an operation has to wait for there,
 * built up by tea_delay(), which notes the winner; ties go to the earlier call.
 */
#ifndef TEA_CORE_H
#define TEA_CORE_H

#include "issuequeue.h"
#include "lsu.h"
#include "memory.h"
#include "meter.h"
#include "model.h"
#include "portbook.h"
#include "predictor.h"
#include "ring.h"

/* Issue queues (table 2). TEA_QUEUE_NONE: the operation executes nothing. */
enum tea_queue { TEA_QUEUE_INT, TEA_QUEUE_MEM, TEA_QUEUE_FP, TEA_QUEUES_COUNT, TEA_QUEUE_NONE };

/* Units that are scarcer than their queue's ports. */
enum tea_unit { TEA_UNIT_MUL, TEA_UNIT_DIV, TEA_UNIT_FDIV, TEA_UNITS_COUNT, TEA_UNIT_NONE };

struct tea_frontend {
	bool restart;			/* the next operation begins a new block ... */
	cycle_t restart_at;		/* ... in this cycle or later, */
	enum tea_limiter restart_why;	/* for this reason */
	uint64_t block;			/* current block's number: pc / block bytes */
	unsigned int block_shift;
	cycle_t block_at;		/* cycle in which its parcels are there */
	uint8_t block_limiter;
	unsigned int blocks_new;	/* fetch targets taken for the current operation */
	struct tea_ring targets;
	struct tea_ring buffer;
	struct tea_ring latch;		/* between decode and dispatch */
	struct tea_ring branches;
	struct tea_meter decode;
	struct tea_predictor *predictor; /* NULL: perfect */
};

struct tea_backend {
	struct tea_meter dispatch, commit;
	struct tea_ring rob;
	struct tea_ring registers[2];	/* integer, floating point */
	struct tea_issuequeue queues[TEA_QUEUES_COUNT];
	struct tea_portbook ports[TEA_QUEUES_COUNT];
	struct tea_portbook units[TEA_UNITS_COUNT];
	/*
	 * First issue cycle in which an operation finds the register's value on the
	 * bypass network. Indexed by register number; TEA_REG_NONE is always ready.
	 */
	cycle_t ready[TEA_REG_NONE + 1];
	uint32_t latency[2][TEA_CLASSES_COUNT]; /* [single precision or 32 bits][class] */
};

struct tea_model {
	struct tea_params params;
	struct tea_memory *memory;
	struct tea_frontend frontend;
	struct tea_backend backend;
	struct tea_lsu lsu;
	cycle_t now;			/* core's time: last commit or end of a sleep */
	struct tea_retired records[2];
	cycle_t *slots;			/* of the rings and queues */
};

/* Raise a stage's cycle to @cycle if it is not yet there, and note why. */
static inline void tea_delay(struct tea_retired *record, enum tea_stage stage, cycle_t cycle,
			     enum tea_limiter why)
{
	bool later = cycle > record->at[stage];

	record->at[stage] = later ? cycle : record->at[stage];
	record->limiter[stage] = later ? (uint8_t)why : record->limiter[stage];
}

/* Begin a stage: the cycle that its own latency alone would give. */
static inline void tea_enter(struct tea_retired *record, enum tea_stage stage, cycle_t cycle)
{
	record->at[stage] = cycle;
	record->limiter[stage] = TEA_LIMIT_NONE;
}

/* frontend.c */
void tea_frontend_fetch(struct tea_model *model, const struct tea_op *op,
			struct tea_retired *record);
void tea_frontend_decode(struct tea_model *model, const struct tea_op *op,
			 struct tea_retired *record);
/* Once the operation's other stages are known: predict, and free what it held. */
void tea_frontend_resolve(struct tea_model *model, const struct tea_op *op,
			  struct tea_retired *record);
void tea_frontend_release(struct tea_model *model, const struct tea_op *op,
			  const struct tea_retired *record);
/* The next operation is fetched in @cycle or later. */
void tea_frontend_restart(struct tea_frontend *frontend, cycle_t cycle, enum tea_limiter why);

#endif /* TEA_CORE_H */
