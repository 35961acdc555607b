/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stackbar.h - cycle stacks drawn as bars, and their legend
 *
 * The legend gives the largest pieces (pieces.h) of the whole view a mark and a colour, the same in
 * every bar; all others share one mark, "other". Marks are letters, so that a bar can be read
 * without colours; with colours on UTF-8 they are solid blocks.
 */
#ifndef STACKBAR_H
#define STACKBAR_H

#include "analysis/places/pieces.h"
#include "term.h"

#define STACKBAR_MARKS	12

struct stackbar_mark {
	struct piece piece;
	char letter;
	int color;
};

struct stackbar {
	const struct category_kind *kind;
	bool split;			/* Base in pieces */
	struct stackbar_mark marks[STACKBAR_MARKS];
	size_t count;
	uint64_t other;			/* parts of categories without a mark */
	uint64_t total;
};

/* @total: the sum of all stacks, sorted. @split: Base in pieces. */
void stackbar_init(struct stackbar *bar, const struct category_kind *kind, bool split,
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
/* Columns that all categories of at least a percent take there. */
size_t stackbar_words_width(const struct stackbar *bar, const struct pics_stack *stack);
/*
 * @of, the base of the shares, then mark, name and share of each category: on as many lines as
 * needed, or on @lines of them at most, if that is not 0, and then @more if not all fit.
 */
void stackbar_legend(const struct stackbar *bar, const struct term *term, const char *of,
		     unsigned int lines, const char *more);

#endif /* STACKBAR_H */
