/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model.h - the out-of-order core: operations in, timestamps and PSVs out
 *
 * Functional first: operations arrive in program order and each gets all its timestamps in one
 * pass. One instance per hart; no globals, no I/O, no allocation after create. tea_model_step()
 * returns the records of the operation's exits from the reorder buffer: one, or two for a load that
 * first left it by a memory ordering violation and was then executed again. Everything else (spans,
 * samplers, stacks, counts) observes these records and changes nothing.
 */
#ifndef TEA_MODEL_H
#define TEA_MODEL_H

#include "env.h"
#include "isa/block.h"
#include "isa/op.h"
#include "params.h"
#include "tea_abi.h"
#include "time/pathedges.h"

/* Stages with a timestamp. X(identifier, name). */
#define TEA_STAGES(X) \
	X(FETCH, "fetch") \
	X(DECODE, "decode") \
	X(DISPATCH, "dispatch") \
	X(ISSUE, "issue") \
	X(COMPLETE, "complete") \
	X(COMMIT, "commit")

enum tea_stage {
#define TEA_X(id, name) TEA_STAGE_##id,
	TEA_STAGES(TEA_X)
#undef TEA_X
	TEA_STAGES_COUNT
};

/*
 * Why an operation did not pass a stage earlier: the operand that won the
 * stage's max(). X(identifier, name).
 */
#define TEA_LIMITERS(X) \
	X(NONE, "none")			/* the previous stage's own latency */ \
	X(WIDTH, "width")		/* the stage's width, or program order */ \
	X(REDIRECT, "redirect")		/* fetch restarted after a flush */ \
	X(TAKEN, "taken")		/* bubble of a taken branch */ \
	X(ICACHE, "icache")		/* L1 instruction cache miss */ \
	X(ITLB, "itlb")			/* L1 instruction TLB miss */ \
	X(FTQ, "ftq")			/* fetch target queue full */ \
	X(FETCH_BUFFER, "fetchbuf")	/* fetch buffer full */ \
	X(DISPATCH, "dispatch")		/* older ones wait at dispatch */ \
	X(BRANCHES, "branches")		/* too many unresolved branches */ \
	X(ROB, "rob")			/* reorder buffer full */ \
	X(REGISTERS, "registers")	/* no free physical register */ \
	X(QUEUE, "queue")		/* issue queue full */ \
	X(LDQ, "ldq")			/* load queue full */ \
	X(STQ, "stq")			/* store queue full */ \
	X(SERIAL, "serial")		/* waits for an empty ROB */ \
	X(OPERAND, "operand")		/* a source register */ \
	X(PORT, "port")			/* issue port or unit busy */ \
	X(ORDER, "order")		/* older memory operation, fence */ \
	X(LATENCY, "latency")		/* latency of the unit */ \
	X(DCACHE, "dcache")		/* L1 data cache miss */ \
	X(DTLB, "dtlb")			/* L1 data TLB miss */ \
	X(FORWARD, "forward")		/* data of an older store */

enum tea_limiter {
#define TEA_X(id, name) TEA_LIMIT_##id,
	TEA_LIMITERS(TEA_X)
#undef TEA_X
	TEA_LIMITERS_COUNT
};

/* tea_retired.flags */
#define TEA_RETIRED_FLUSH	0x01	/* the pipeline was flushed behind it */
#define TEA_RETIRED_EXCEPTION	0x02	/* it left the ROB without committing */
#define TEA_RETIRED_VECTOR	0x04	/* it passed as a vector's micro-operations: the members of
					 * struct tea_retired that are a vector's are there */
#define TEA_RETIRED_VL		0x08	/* it made TEA_REG_VL, beside its result */

/* Values of tea_retired.late other than a register */
#define TEA_LATE_BRANCH		TEA_REGS	/* the outcome of a short forward branch */
#define TEA_LATE_BEFORE		(TEA_REGS + 1)	/* the sum of the micro-operation before it */

struct tea_retired {
	uint64_t pc;
	cycle_t at[TEA_STAGES_COUNT];	/* cycle in which it passed each stage; never falls */
	uint16_t psv;			/* TEA_PSV_* as it left the ROB */
	uint16_t mem;			/* its memory access: TEA_MEM_* without the latency, for
					 * which see tea_retired_mem() */
	uint8_t flags;
	uint8_t privilege;
	uint32_t site;			/* of the operation */
	struct tea_insn insn;
	/* only where records are explained, see tea_model_explain(): */
	uint8_t limiter[TEA_STAGES_COUNT]; /* enum tea_limiter */
	uint32_t itlb_wait, line_wait;	/* cycles that fetch waited for the translation and the
					 * line of the blocks that begin with it */
	cycle_t window;			/* first cycle in which neither the ROB nor an issue queue
					 * kept it from dispatch, nor a store queue full of
					 * uncommitted stores */
	cycle_t ready;			/* first cycle in which its operands, of a store the
					 * address, let it issue */
	cycle_t data_issue;		/* of a store: cycle in which its data are read; of a
					 * vector's load: in which its last access issues */
	uint8_t late;			/* register whose value came last of those that it waited
					 * for, or TEA_LATE_*; TEA_REG_NONE: it did not wait */
	/* only where @mem has TEA_MEM_ADDR, see tea_retired_addr(): */
	uint64_t addr;			/* of its data, virtual */
	/* only where dependences are traced, see tea_model_trace(); valid as long as the record: */
	uint32_t edges_count;
	const struct tea_edge *edges;	/* how all its cycles came about */
	/* only with TEA_RETIRED_VECTOR: */
	uint32_t parts;			/* cycles in a row in which it takes a pipe; if it has a
					 * unit apart, parts of its data */
	uint32_t writes;		/* vector registers that it makes or has a part in, a bit
					 * each */
	uint32_t lanes;			/* of floating-point arithmetic: bytes of active elements,
					 * where operands differ in width of the wider */
	uint8_t element_log2;		/* and of one element, log2: 1 to 3 */
	uint8_t micro_count;		/* of micro, see there */
	/*
	 * For a vector operation that passed the core as several micro-operations: their records,
	 * valid as long as this one. This record has the first one's fields, with all events and
	 * flags, COMPLETE of the one that completed last and COMMIT of the last. NULL and 0: one.
	 */
	const struct tea_retired *micro;
};

/* How many micro-operations it was, where it was several; else 0. */
static inline unsigned int tea_retired_several(const struct tea_retired *record)
{
	return record->flags & TEA_RETIRED_VECTOR ? record->micro_count : 0;
}

/*
 * Its memory access, TEA_MEM_*. The latency, if the source is known, is from issue to COMPLETE. An
 * access that crosses a line, and a vector's, is then complete, and the source is that of its last
 * part.
 */
static inline uint64_t tea_retired_mem(const struct tea_retired *record)
{
	const cycle_t cycles = record->at[TEA_STAGE_COMPLETE] - record->at[TEA_STAGE_ISSUE];
	const uint64_t latency = cycles < UINT32_MAX ? cycles : UINT32_MAX;

	return record->mem & TEA_MEM_SOURCE_MASK ? record->mem | latency << TEA_MEM_LATENCY_SHIFT :
						   record->mem;
}

/* The virtual address of its data; 0: it has none. */
static inline uint64_t tea_retired_addr(const struct tea_retired *record)
{
	return record->mem & TEA_MEM_ADDR ? record->addr : 0;
}

struct tea_model;

/*
 * Create a core with the knobs in @params. @env gives page-table walks; it
 * must outlive the model. Returns NULL when memory runs out.
 */
struct tea_model *tea_model_create(const struct tea_params *params, const struct tea_env *env);
void tea_model_destroy(struct tea_model *model);

/* At most two records, valid until the next step; returns how many. */
unsigned int tea_model_step(struct tea_model *model, const struct tea_op *op,
			    const struct tea_retired **records);

/*
 * Step an operation that does not suffer the events @spared, a set of TEA_PSV_*. The page or line
 * that it would have waited for is there, as if requested long ago, and takes none of memory's
 * time; if only ST-LLC is suppressed, it is in the LLC. A branch is predicted right, and the
 * predictor learns its outcome. An exception does not happen. A store finds a free entry, and its
 * line in the L1 when it is written, and none of it is written back. A load waits for the older
 * store that it would have overtaken.
 */
unsigned int tea_model_step_spared(struct tea_model *model, const struct tea_op *op,
				   uint16_t spared, const struct tea_retired **records);

/*
 * The operations of @run, one after the other: the same as so many steps. The records, in one
 * array, are valid until the next step or run; returns how many.
 */
unsigned int tea_model_run(struct tea_model *model, const struct tea_run *run,
			   const struct tea_retired **records);

/*
 * Pass the operations of @run, or one, without time: there are no records. What they leave behind is
 * there: contents of caches and TLBs, the predictor's tables, history and return stack, the block
 * that is fetched. It is as behind so many steps, except where that depends on time: a prefetch
 * finds an MSHR if one would be free, were all as fast as operations with time were of late; an
 * access is made ahead of one before it; a load has a store's data without a look at the cache; a
 * wrong path is as long as most, and loads nothing. The next step finds an empty core, and nothing
 * on its way; time has passed by then.
 */
void tea_model_warm(struct tea_model *model, const struct tea_run *run);
/* It does not suffer the events @spared, as in tea_model_step_spared(). */
void tea_model_warm_step(struct tea_model *model, const struct tea_op *op, uint16_t spared);
/*
 * Whether a mispredict has a wrong path where operations pass without time; at first it has.
 * Without one it leaves nothing in the L1I, and the counts of loops go on as if it were none.
 */
void tea_model_warm_strays(struct tea_model *model, bool on);
/* What passes without time is as fast as if @ops before it had taken @cycles. */
void tea_model_warm_pace(struct tea_model *model, uint64_t cycles, uint64_t ops);
/* The cycle behind all that has passed without time. */
cycle_t tea_model_warmed(const struct tea_model *model);

/* The core's time: commit cycle of the last record. */
cycle_t tea_model_now(const struct tea_model *model);

/*
 * From now on records say, or no longer, why each stage was not passed earlier: the last
 * members of struct tea_retired. All else stays the same, except the speed. Off at first.
 */
void tea_model_explain(struct tea_model *model, bool on);

/*
 * From the first step on, records are explained and have edges (time/pathedges.h). Their places begin
 * with 0; those below @places keep the points that lead to the next operations. All else stays the
 * same. Call once, before any step. Returns 0, or -ENOMEM.
 */
int tea_model_trace(struct tea_model *model, const struct tea_params *params);

/*
 * For a core that is not alone: the clock that all cores have is @ahead of this one's from now on,
 * never less than before. Where no operation is under way, as when the hart wakes.
 */
void tea_model_wake(struct tea_model *model, cycle_t ahead);

/* The hart's translation changed: sfence.vma and the like drop all TLB entries. */
void tea_model_flush_tlb(struct tea_model *model);

/* satp now names this address space; entries of others stay, tagged. */
void tea_model_set_asid(struct tea_model *model, uint16_t asid);

#endif /* TEA_MODEL_H */
