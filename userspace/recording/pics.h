/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pics.h - Per-Instruction Cycle Stacks: where the cycles went, and why
 *
 * A stack is the cycles of one place (an instruction, a line, a function: the caller numbers them)
 * by category; their kind (category.h) gives the categories. Amounts are whole parts of cycles, or
 * of another unit, so that sums are exact in any order. No I/O, libc only.
 *
 * Sampled parts are the more uncertain the fewer and heavier their samples are: their weight adds
 * up, too (analysis/places/chance.h). So does that of parts which windows of a run estimate. Parts
 * that were counted one by one have none.
 */
#ifndef PICS_H
#define PICS_H

#include "base/keyindex.h"
#include "category.h"

#define PICS_STATES		CATEGORY_STATES
#define PICS_NO_STATE		PICS_STATES	/* of parts whose state is not known, or is none */

/* Units of a sample: each of up to eight instructions has a whole number of them. */
#define PICS_SAMPLE		840

/*
 * Windows of a run, dealt to groups: what each estimate would be off by without one of them. Sums
 * of estimates are off by the sums. What all windows have wrong is none of these: it is a part of each
 * amount, the larger the amount the larger.
 */
#define PICS_GROUPS_MOST	64
struct pics_windows {
	uint32_t groups;		/* 2 to PICS_GROUPS_MOST */
	uint32_t states;		/* those of parts by state stand behind it; 0: none do */
	double bias;			/* its standard deviation, as a part of the amount; 0: none is known */
	double deviations[];		/* by group, in parts: without it, minus with all */
};

/* In place of a number of samples: there are windows. */
#define PICS_WINDOWS		UINT64_MAX

/* All weights of a struct pics are of samples, or all of windows. Zeroed memory is none. */
struct pics_weight {
	uint64_t samples;		/* units of PICS_SAMPLE; a sample's instructions have equal ones */
	union {
		double squares;		/* each part times all parts of its sample, summed up */
		struct pics_windows *windows;	/* by state, too, of a share of the first category */
	};
};

struct pics_share {
	uint16_t category;
	uint64_t parts;
	uint64_t states[PICS_STATES];	/* of those parts that have one */
	struct pics_weight weight;
};

struct pics_stack {
	uint32_t place;			/* the caller's number */
	uint64_t parts;
	uint64_t states[PICS_STATES];
	struct pics_weight weight;
	struct pics_share *shares;
	size_t shares_count;
};

/* Zeroed memory is empty. */
struct pics {
	struct keyindex index;		/* place to stack */
	struct pics_stack *stacks;
	size_t stacks_count;
	uint64_t parts;			/* of all stacks */
};

/* 0 or -ENOMEM, then with nothing added. */
int pics_add(struct pics *pics, uint32_t place, const struct pics_share *share);
/* The same for parts without weight that are all of one state, or PICS_NO_STATE. */
int pics_count(struct pics *pics, uint32_t place, uint16_t category, unsigned int state,
	       uint64_t parts);
/* See that @place has a stack: one without parts, where it had none. 0 or -ENOMEM. */
int pics_touch(struct pics *pics, uint32_t place);
/* Adds all of @stack to @place. */
int pics_add_stack(struct pics *pics, uint32_t place, const struct pics_stack *stack);
/* The stack of @place, or NULL. */
const struct pics_stack *pics_find(const struct pics *pics, uint32_t place);
/* Largest stacks, and in each the largest shares, first; ties by place and category. */
void pics_sort(struct pics *pics);
void pics_deinit(struct pics *pics);

/* The weight of @parts of a sample of @whole parts. */
struct pics_weight pics_weight_of(uint64_t parts, uint64_t whole);
/* Samples, of which windows have none, in units of PICS_SAMPLE. */
static inline uint64_t pics_weight_samples(const struct pics_weight *weight)
{
	return weight->samples == PICS_WINDOWS ? 0 : weight->samples;
}

/* Of samples alone. */
static inline void pics_weight_add(struct pics_weight *sum, const struct pics_weight *weight)
{
	sum->samples += weight->samples;
	sum->squares += weight->squares;
}

/* Windows without deviations, of parts by state, too, or not; to be freed. NULL: out of memory. */
struct pics_windows *pics_windows_create(uint32_t groups, double bias, bool states);
/* Where there are some by state: those of parts in a state, or in none: PICS_NO_STATE. */
struct pics_windows *pics_windows_of(struct pics_windows *windows, unsigned int state);

/* @parts of @whole in percent; of nothing, 0. */
double pics_percent(uint64_t parts, uint64_t whole);

#endif /* PICS_H */
