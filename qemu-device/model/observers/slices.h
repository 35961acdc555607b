/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slices.h - the stacks of a run over its time
 *
 * The run is cut into equal slices, each with the sums of its cycles by signature and commit state,
 * exact to the cycle, and of its slots by stage and component. When all slices are full they become
 * twice as long, and two neighbours one: so memory is bounded, and a run of any length has between
 * a half of TEA_SLICES_MOST and all of them, but for a very short one. Sums of all slices are those
 * of the golden reference (golden.h) and of stage stacks (stages.h).
 *
 * Slots go to the slice in which the operation commits with which they were given out. At dispatch
 * and issue that was earlier, by no more than the operation spent in the pipeline: the slots of a
 * slice are its length times the width but for that.
 *
 * O(1) for each span and record; O(slices) for each slice.
 */
#ifndef TEA_SLICES_H
#define TEA_SLICES_H

#include "spans.h"
#include "stages.h"

#define TEA_SLICES_MOST		64
#define TEA_SLICES_LENGTH	1024	/* cycles of one at first */
#define TEA_SLICES_STATES	4	/* enum tea_commit_state */
#define TEA_SLICES_KINDS	((1U << TEA_EVENTS_COUNT) * TEA_SLICES_STATES)

/* A kind of cycles: the signature @psv at the commit state @state. */
#define TEA_SLICES_KIND(psv, state)	((unsigned int)(psv) * TEA_SLICES_STATES + (state))

/* Parts of cycles in each slice, of one kind: a signature at a commit state. */
struct tea_slices_column {
	uint64_t parts[TEA_SLICES_MOST];
};

struct tea_slices_sums {
	uint64_t instructions;
	uint64_t slots[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

struct tea_slices {
	cycle_t length;			/* of a slice, in cycles */
	uint32_t count;			/* slices up to the last in which there is something */
	struct tea_slices_column *columns;	/* in the order in which they came */
	uint32_t columns_count;
	uint16_t numbers[TEA_SLICES_KINDS];	/* of columns, by kind, from 1 on; 0: none yet */
	uint64_t share[TEA_COMMIT_MAX + 1];	/* parts that each of n instructions gets */
	struct tea_slices_sums sums[TEA_SLICES_MOST];

	struct tea_stages stages;	/* by privilege */
	struct tea_slices_sums given;	/* of them, what is in sums */
	cycle_t last, next;		/* the last commit; the end of its slice, or earlier */
	bool failed;			/* memory ran out: contents are not complete */
};

/* Slots of a core of @params, from cycle 0 on; @cycle_parts: of tea_cycle_parts(). 0 or -ENOMEM. */
int tea_slices_init(struct tea_slices *slices, const struct tea_params *params,
		    uint32_t cycle_parts);
void tea_slices_deinit(struct tea_slices *slices);

/* The next span of the run. */
void tea_slices_span(struct tea_slices *slices, const struct tea_span *span);
/* The next record, which is explained. */
void tea_slices_record(struct tea_slices *slices, const struct tea_retired *record);
/* Give out all slots up to the last record's commit; more records may come. */
void tea_slices_cut(struct tea_slices *slices);

/* Parts of cycles of a kind in slice @number. */
static inline uint64_t tea_slices_parts(const struct tea_slices *slices, uint32_t number,
					unsigned int kind)
{
	return slices->numbers[kind] ? slices->columns[slices->numbers[kind] - 1].parts[number] : 0;
}

/* Add those of another thread, from the beginning of each; both cut. */
void tea_slices_add(struct tea_slices *slices, const struct tea_slices *more);

#endif /* TEA_SLICES_H */
