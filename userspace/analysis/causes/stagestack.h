/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stagestack.h - stacks of category_stages taken apart: slots by stage and component
 *
 * Components are sets, a bit for each of enum tea_component, so the paper's components
 * (docs/stage-stacks.md) and finer ones are added up alike. The gain of removing a cause lies
 * between the least and the most of its slots at any stage, but for second-order effects (Eyerman
 * et al., ISPASS 2018, section III-A).
 */
#ifndef STAGESTACK_H
#define STAGESTACK_H

#include "recording/recording.h"

#define STAGES_SET(component)	(1U << TEA_COMPONENT_##component)
#define STAGES_ALL		((1U << TEA_COMPONENTS_COUNT) - 1)

/*
 * How often it does: tests/study/reproduce stages, docs/results/stages.md.
 */
#define STAGES_HELD		"88 of 106 cases measured"

/* The text of bounds in views. */
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

/* For one stack, of category_stages; NULL: nothing. */
struct stages stages_of(const struct pics_stack *stack);
struct stages stages_of_thread(const struct recording_slots_thread *thread);

/* Slots of the components of @set at one stage. */
uint64_t stages_sum(const struct stages *stages, enum tea_stack stage, uint32_t set);
struct stages_bound stages_bound(const struct stages *stages, uint32_t set);
/*
 * The same for a wait at instructions. A dependence keeps one cycle, whatever it is on, as long as
 * the chain is there: DEPEND is no part of the least, only of the most, by independent work beside.
 */
struct stages_bound stages_wait_bound(const struct stages *stages, uint32_t set);

/*
 * Half of the 95 % interval of the slots of @set at @stage, or if that is TEA_STACKS_COUNT at all: in
 * slots; or of their share of all slots there, if @whole, of struct recording_slots, is not NULL. Of
 * what was counted 0.
 */
double stages_margin(const struct pics_stack *stack, unsigned int stage, uint32_t set,
		     const struct pics *whole);

/* How many times as fast @cycles are without @slots of their slots; 0: there are no others. */
double stages_speedup(uint64_t cycles, uint32_t per_cycle, uint64_t slots);

#endif /* STAGESTACK_H */
