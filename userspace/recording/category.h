/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * category.h - the names of a stack's parts: a table for each kind of stack
 *
 * A stack is {category -> parts}. Categories are numbers; the kind has their names, colours and
 * meaning, and the unit that parts add up to. Most kinds are a list, one number for each item.
 * Signatures, TEA's own, are sets of the events that an instruction met, a bit each; one more
 * number stands for an unknown set. Sets are never split.
 *
 * Each reader of stacks asks the kind that their recording has. A further kind is one more table in
 * category.c, or stands in the file that it comes in: docs/contracts.md, contract 5.
 */
#ifndef CATEGORY_H
#define CATEGORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tea_abi.h"

#define CATEGORY_MOST	2048	/* the categories of every kind are below this */
#define CATEGORY_ITEMS	256	/* the longest list */
#define CATEGORY_TEXT	80	/* bytes for the longest name, of sets too */
#define CATEGORY_STATES	4	/* commit states */

/* An item of a list, or of sets. */
struct category {
	const char *name;		/* letters, digits, '-' and '_' */
	const char *text;		/* a short description; NULL: none */
	int color;			/* of the 256 of terminals, from 16 on */
	char letter;			/* in bars without colours; 0: any */
};

struct category_kind {
	const char *name, *names;	/* the name of a category, and its plural */
	const char *unit;		/* of amounts, in the plural */
	const struct category *items;
	unsigned int items_count;
	const struct category *empty, *unknown;	/* of sets: those two; of lists NULL */
	const struct category *states;	/* commit states, which split amounts, too; or NULL */
	const struct category *pieces;	/* of sets, the empty one by commit state; or NULL */
};

extern const struct category_kind category_signatures;

/*
 * Stage stacks (docs/stage-stacks.md): the paper's components, the finer ones as they are
 * counted, these at each of the stages, and those of a FLOPS stack. In the order of tea_abi.h.
 */
extern const struct category_kind category_causes, category_components, category_stages;
extern const struct category_kind category_flops;

/* Instructions that were executed: of each there is nothing more to say. */
extern const struct category_kind category_executions;

/* @component at @stage in category_stages. */
#define CATEGORY_AT_STAGE(stage, component)	((stage) * TEA_COMPONENTS_COUNT + (component))

/* A kind that a file brings: a list, in the memory of one allocation. */
struct category_list {
	struct category_kind kind;
	struct category items[];
};

#define SIGNATURE_UNKNOWN	(1U << TEA_EVENTS_COUNT)	/* its word is missing */

/* Its categories are sets of items. */
static inline bool category_sets(const struct category_kind *kind)
{
	return kind->empty;
}

/* The unknown set of a kind of sets. */
static inline uint16_t category_unknown(const struct category_kind *kind)
{
	return (uint16_t)(1U << kind->items_count);
}

/* The two name everything alike. */
bool category_same(const struct category_kind *a, const struct category_kind *b);
/* Categories are below this. */
unsigned int category_count(const struct category_kind *kind);
/* A list of @count items, coloured, but without names. free() frees it; or NULL. */
struct category_list *category_list_create(unsigned int count);
/* Is @text fit to be the name of a category, a kind or a unit? */
bool category_is_word(const char *text);
/* Would the two be the same name, also where '-' cannot be written? */
bool category_same_word(const char *a, const char *b);
/* "Base", "ST-L1+ST-TLB", "unknown"; the item of a list. Returns @text. */
const char *category_name(const struct category_kind *kind, uint16_t category,
			  char text[CATEGORY_TEXT]);
/* Its item, or NULL for a set of several. */
const struct category *category_item(const struct category_kind *kind, uint16_t category);
/* "Cycles" for "cycles": a kind's word at the head of a column. Returns @text. */
const char *category_title(const char *word, char text[CATEGORY_TEXT]);

/* From text, in which case does not matter, and a set's items are in any order. */
bool category_parse(const struct category_kind *kind, const char *name, size_t length,
		    uint16_t *category);
/* An item of sets, as the set of it alone; never one of a list. */
bool category_parse_item(const struct category_kind *kind, const char *name, size_t length,
			 uint16_t *item);
bool category_parse_state(const struct category_kind *kind, const char *name, size_t length,
			  unsigned int *state);

#endif /* CATEGORY_H */
