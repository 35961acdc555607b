/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stagestack.h - stacks of category_stages taken apart: slots by stage and component
 *
 * Components are sets, a bit for each of enum tea_component, so that one of the paper's
 * (docs/stage-stacks.md) and a finer one are the same to those who add them up. What
 * removing a cause gains lies between the least and the most of its slots at any stage, but
 * for second-order effects (Eyerman et al., ISPASS 2018, section III-A).
 */
#ifndef STAGESTACK_H
#define STAGESTACK_H

#include "recording/recording.h"

#define STAGES_SET(component)	(1U << TEA_COMPONENT_##component)
#define STAGES_ALL		((1U << TEA_COMPONENTS_COUNT) - 1)

/*
 * How often it does: tests/study/reproduce stages, docs/results/stages.md. That page is of a model whose
 * stacks charged all of a miss and of arithmetic to its cause, until it is made again.
 */
#define STAGES_HELD		"88 of 102 cases measured with an earlier model"

/* What views say of bounds. */
#define STAGES_BOUND_TEXT \
	"from the least to the most lost to that wait at dispatch, issue and commit; so it was in " STAGES_HELD

struct stages {
	uint64_t slots[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

struct stages_bound {
	uint64_t least, most;		/* slots */
};

extern const char *const stages_names[TEA_STACKS_COUNT];

/* The components that fold to one of the paper's. */
uint32_t stages_cause(enum tea_cause cause);

/* Of one stack, of category_stages; NULL: nothing. */
struct stages stages_of(const struct pics_stack *stack);
struct stages stages_of_thread(const struct recording_slots_thread *thread);

/* Slots of the components of @set at one stage. */
uint64_t stages_sum(const struct stages *stages, enum tea_stack stage, uint32_t set);
struct stages_bound stages_bound(const struct stages *stages, uint32_t set);

/* How many times as fast @cycles are without so many of their slots; 0: there are no others. */
double stages_speedup(uint64_t cycles, uint32_t per_cycle, uint64_t slots);

#endif /* STAGESTACK_H */
