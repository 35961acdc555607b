/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flops.h - retired records to a FLOPS stack: the work and losses of floating-point units
 *
 * The rules are those of docs/stage-stacks.md (Eyerman et al., ISPASS 2018, table III): M slots in
 * each cycle, as many as floating-point operations could be done; all components sum to M times the
 * cycles. With vectors slots are finer: an operation on 8 bytes is 8 of them, one for each byte of
 * a lane. Operations are looked at once, when they leave the ROB; and cycles in which no lane is
 * taken, never one by one:
 *
 *	cycle     20  21  22  23  24  25  26  27
 *	claims        [- fld ---|fadd-|--[      causes for which the oldest operation waits
 *	busy              1           2   1     units taken
 *
 * Waiting operations are a list of claims (claims.h), busy cycles are notes on a timeline
 * (timeline.h). An operation dispatched in cycle d issues behind it, and so do all later ones: so
 * the cycles up to d are final, and leave both. O(1) amortised for each micro-operation and each
 * cycle that it has a pipe.
 *
 * Records have to be explained (tea_model_explain()).
 */
#ifndef TEA_FLOPS_H
#define TEA_FLOPS_H

#include "claims.h"
#include "model.h"
#include "tea_abi.h"
#include "timeline.h"

#define TEA_FLOPS_LANE_BYTES	8	/* of an operation, where there are vectors */
#define TEA_FLOPS_WIDTHS	4	/* of elements, by log2 of their bytes; none has 1 byte */

/* Lanes taken in a cycle. */
struct tea_flops_busy {
	uint32_t lanes;			/* as many, by floating-point operations */
	bool used;			/* and a unit by other operations, the oldest by: */
	struct tea_blame user;
};

/*
 * Peak of a cycle: bytes of all lanes, and the bytes that an operation takes, a scalar one and each
 * part of a vector's. Without vectors a lane is one byte, and an operation takes it.
 */
struct tea_flops_machine {
	uint32_t lanes, scalar, vector;
	bool vectors;
};

/* Sums of a static instruction, or of a privilege level. */
struct tea_flops_row {
	uint64_t pc;			/* of a static instruction */
	uint64_t slots[TEA_FLOPS_COUNT];
	uint64_t operations[TEA_FLOPS_WIDTHS];	/* done, those beyond the peak too */
};

struct tea_flops_stack {
	struct tea_flops_row *rows;	/* [site], or [privilege] */
	size_t rows_count;
	uint64_t cycles;		/* slots are of these */
	bool by_site;
	bool failed;			/* memory ran out: contents are not complete */

	struct tea_flops_machine machine;
	cycle_t now;			/* first cycle that has no slots yet */
	cycle_t end;			/* behind the last record's exit */
	struct tea_blame last;		/* FRONTEND of the last record */
	struct tea_blame writers[UINT8_MAX + 1]; /* last of each register, MEM or DEPEND; BASE: none yet */
	struct tea_claims claims;	/* to be the oldest that waits */
	struct tea_timeline busy;	/* struct tea_flops_busy */
};

/*
 * For a core of @params, with all cycles before @now over; @by_site: by static instruction, else
 * by privilege level. Returns 0 or -ENOMEM, with nothing left behind.
 */
int tea_flops_init(struct tea_flops_stack *flops, const struct tea_params *params, cycle_t now,
		   bool by_site);
void tea_flops_deinit(struct tea_flops_stack *flops);

/* Slots of a cycle: M. */
uint32_t tea_flops_width(const struct tea_params *params);
/* Slots of an operation on 8 bytes, and on any width where there are no vectors. */
uint32_t tea_flops_operation(const struct tea_params *params);

void tea_flops_record(struct tea_flops_stack *flops, const struct tea_retired *record);

/*
 * Give out all slots of the cycles up to the last record's exit, that one included, as if it were
 * the last: the stream ends, or counters are read. A later operation that should have issued in
 * these counts in later cycles; so none does that waited for an empty pipeline.
 */
void tea_flops_cut(struct tea_flops_stack *flops);

/* Add the stack of another thread, which has the same rows; both cut. */
void tea_flops_add(struct tea_flops_stack *flops, const struct tea_flops_stack *more);

#endif /* TEA_FLOPS_H */
