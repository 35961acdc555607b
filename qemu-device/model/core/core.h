/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * core.h - private to the core: its state
 *
 *        frontend.c                   flight.h                      lsu.c
 *   fetch ------> decode ---> dispatch ---> issue ---> complete ---> commit
 *   blocks, ITLB, branches    ROB, regs,    ports,     latency,      in order,
 *   L1I, bubbles              queues        operands   loads, stores flushes
 */
#ifndef TEA_CORE_H
#define TEA_CORE_H

#include "cracker.h"
#include "frontend.h"
#include "lsu.h"
#include "memory/memory.h"
#include "model.h"
#include "time/history.h"
#include "time/issuequeue.h"
#include "time/pace.h"
#include "time/portbook.h"
#include "time/ring.h"
#include "vaccess.h"

/* Issue queues (table 2). TEA_QUEUE_NONE: the operation executes nothing. */
enum tea_queue {
	TEA_QUEUE_INT, TEA_QUEUE_MEM, TEA_QUEUE_FP, TEA_QUEUE_VEC, TEA_QUEUES_COUNT, TEA_QUEUE_NONE
};

/* The floating-point port, and the vector one, as a set, with all units that there is one of. */
#define TEA_PORT_FP_FIRST	1

/* Units that are not pipelined. */
enum tea_unit { TEA_UNIT_DIV, TEA_UNIT_FDIV, TEA_UNIT_VDIV, TEA_UNITS_COUNT, TEA_UNIT_NONE };

/* tea_kind.flags */
#define TEA_KIND_SERIAL		0x01	/* BOOM's is_unique and flush_on_commit */
#define TEA_KIND_LDQ		0x02	/* takes a load queue entry */
#define TEA_KIND_STQ		0x04	/* takes a store queue entry */
#define TEA_KIND_CONTROL	0x08	/* branch or jump */
#define TEA_KIND_TAG		0x10	/* takes one of the tags of unresolved branches */
#define TEA_KIND_MEMORY		(TEA_KIND_LDQ | TEA_KIND_STQ)

/*
 * The variants of the path through the core, see flight.h. What is plain neither traps nor
 * serialises, executes something and is one micro-operation.
 */
enum tea_path {
	TEA_PATH_ANY,			/* whatever it is; the record says why */
	TEA_PATH_EXPLAINED,		/* plain, and the record says why */
	TEA_PATH_PLAIN,			/* also what is none of these: */
	TEA_PATH_COMPUTES,		/* no access, branch or jump, its unit is pipelined */
	TEA_PATH_LOAD,
	TEA_PATH_STORE,
	TEA_PATH_CONTROL,		/* branches and jumps */
};

/*
 * What the core has to know of a class, with the latencies of this instance. Latency to use,
 * from issue to a dependent's issue, is latency alone where the result is bypassed, and
 * register read and write more where it is not.
 */
struct tea_kind {
	uint8_t queue, unit, flags;
	int8_t ahead;			/* a dependent issues so much before the result is there */
	uint16_t ports;			/* of the queue's, those that lead to the unit */
	uint8_t path;			/* enum tea_path, of what does not trap */
	uint8_t steps;			/* of an integer divide, in a cycle */
	uint32_t latency;		/* cycles in the unit; an integer divide's steps are more */
	uint32_t occupancy;		/* cycles of the unit from issue to the next one's; the same */
	struct tea_issuequeue *entries;	/* of the queue, */
	struct tea_portbook *book;	/* and its ports; NULL: it has none */
};

/* Of a divide whose operands nobody knows: as many as of a quotient of 28 bits. */
#define TEA_STEPS_UNKNOWN	29

struct tea_backend {
	tea_distance rob;
	struct tea_pace dispatch, commit;
	uint32_t rename_latency, issue_latency, flush_latency, misaligned_trap;
	uint32_t refill;		/* cycles from fetch to dispatch */
	uint32_t rob_rows;
	struct tea_ring registers[3];	/* integer, floating point, vector */
	struct tea_ring *pools[TEA_REG_NONE + 1];	/* that scalar registers are renamed in; NULL: not */
	struct tea_issuequeue queues[TEA_QUEUES_COUNT];
	/*
	 * First issue cycle in which an operation finds the register's value, on the bypass
	 * network or in the register file. Indexed by register number; TEA_REG_NONE is
	 * always ready.
	 */
	cycle_t ready[TEA_REG_NONE + 1];
	/* Likewise of the first part of a vector register; above it is the last one. */
	cycle_t begun[TEA_REGS_FILE];
	bool chaining;
	struct tea_portbook ports[TEA_QUEUES_COUNT];
	struct tea_portbook units[TEA_UNITS_COUNT];
};

struct tea_model {
	struct tea_frontend frontend;
	struct tea_history history;
	struct tea_retired records[2];
	struct tea_retired run_records[2 * TEA_BLOCK_MAX];
	struct tea_kind kinds[UINT8_MAX + 1];	/* by class; what is none is UNKNOWN */
	struct tea_lsu lsu;
	struct tea_backend backend;
	struct tea_memory *memory;
	struct tea_cracker cracker;
	struct tea_vaccesses vaccesses;	/* of the current micro-operation */
	struct tea_retired vrecords[2];	/* of vector operations */
	struct tea_retired vmicro[2][TEA_VECTOR_UOPS_MAX];
	struct tea_passage *passages;	/* of the history */
	cycle_t *slots;			/* of the rings */
};

/* Pass what violated memory order again, for a second @record. Returns how many there are. */
unsigned int tea_core_pass_again(struct tea_model *model, const struct tea_op *op,
				 struct tea_retired *record);

#endif /* TEA_CORE_H */
