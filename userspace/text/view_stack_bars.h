/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_stack_bars.h - bars in the text of stage stacks: one for each stage
 *
 * FLOPS have one bar, at issue. Bars have the paper's components, in its order, so that a component
 * stands in the same place of all of them.
 */
#ifndef VIEW_STACK_BARS_H
#define VIEW_STACK_BARS_H

#include "output/stackbar.h"
#include "view_stack.h"

/* The stack of one bar. */
struct view_stack_folded {
	struct pics_stack stack;
	struct pics_share shares[TEA_CAUSES_COUNT];
};

_Static_assert(TEA_FLOPS_COUNT <= TEA_CAUSES_COUNT, "components of both fit");

unsigned int view_stack_bars(const struct view_stack *view);
enum tea_stack view_stack_stage(const struct view_stack *view, unsigned int bar);

/* Adds the item's stack at a bar; zeroed memory is empty. */
void view_stack_fold(const struct view_stack *view, const struct view_stack_item *item,
		     unsigned int bar, struct view_stack_folded *folded);
/* The legend: shares are of all bars together. */
void view_stack_bar_init(const struct view_stack *view, struct stackbar *bar);
/* Slots of the longest bar. */
uint64_t view_stack_longest(const struct view_stack *view);
/* As stackbar_draw(). */
void view_stack_draw(const struct view_stack *view, const struct stackbar *legend,
		     const struct view_stack_item *item, unsigned int bar, uint64_t full,
		     unsigned int width);

/* "between 1.05x and 1.20x" as fast; "" where that is nothing to speak of. Returns @text. */
#define VIEW_STACK_SPEEDUPS 64
const char *view_stack_speedups(const struct view_stack *view, const struct view_stack_item *item,
				const struct stages_bound *bound, char text[VIEW_STACK_SPEEDUPS]);

/* Rows, a line each, with their heading. */
void view_stack_put_rows(const struct view_stack *view, const struct stackbar *legend);

#endif /* VIEW_STACK_BARS_H */
