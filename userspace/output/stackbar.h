/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stackbar.h - cycle stacks drawn as bars, and their legend
 *
 * The legend gives the largest categories of the whole view a mark and a colour, the
 * same in every bar; what is left is one mark, "other". Marks are letters, so that a
 * bar can be read without colours; with colours on UTF-8 they are solid blocks.
 */
#ifndef STACKBAR_H
#define STACKBAR_H

#include "recording/pics.h"
#include "term.h"

#define STACKBAR_MARKS	12

struct stackbar_mark {
	uint16_t category;
	char letter;
	int color;
	uint64_t parts;
};

struct stackbar {
	const struct category_kind *kind;
	struct stackbar_mark marks[STACKBAR_MARKS];
	size_t count;
	uint64_t other;			/* parts of categories without a mark */
	uint64_t total;
};

/* @total: the sum of all stacks, sorted. */
void stackbar_init(struct stackbar *bar, const struct category_kind *kind,
		   const struct pics_stack *total);
/*
 * Draws @stack on @width cells, of which it fills its share of @full, rounded; the rest is
 * blank.
 */
void stackbar_draw(const struct stackbar *bar, const struct term *term,
		   const struct pics_stack *stack, uint64_t full, unsigned int width);
/* The mark of @category, one cell. */
void stackbar_mark(const struct stackbar *bar, const struct term *term, uint16_t category);
/* "Base 61.2%  ST-L1 20.1%": the largest categories of @stack that fit into @width. */
void stackbar_words(const struct stackbar *bar, const struct term *term,
		    const struct pics_stack *stack, size_t width);
/* One line or more: mark, name and share of each category. */
void stackbar_legend(const struct stackbar *bar, const struct term *term);

#endif /* STACKBAR_H */
