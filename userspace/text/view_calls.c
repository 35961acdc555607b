// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_calls.c - callers or callees as a tree below their row, as perf draws it
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/calls/calls.h"
#include "output/amount.h"
#include "symbols/funcname.h"
#include "view_text.h"

#define DEPTH_MAX	64		/* branches of branches; no screen shows more */
#define SHARE_LEAST	0.5		/* percent of all cycles, as perf's */
#define INDENT		12
#define WORDS_GAP	12		/* less is too little for a category */

struct drawing {
	const struct table *table;
	const struct callnodes *tree;
	bool open[DEPTH_MAX];		/* by depth: more siblings follow */
	unsigned int depth;
};

static bool is_shown(const struct drawing *drawing, uint32_t node)
{
	return 100 * view_share(drawing->table->view, drawing->tree->items[node].stack->parts) >=
	       SHARE_LEAST;
}

/* Function and object; of the kernel, whose name is in brackets already, only once. */
static char *name_text(const struct drawing *drawing, const struct callnode *node)
{
	const struct view *view = drawing->table->view;
	const struct function *function = calls_function(view->calls, node);
	const char *object = symbols_base_name(function->location.object->path);
	struct row row = { .location = function->location, .object = function->object };
	char buffer[ROWS_NAME_TEXT];
	const char *name = row_name(view->rows, &row, buffer);
	char *text = NULL;

	if (function->location.function && strcmp(name, object) &&
	    asprintf(&text, object[0] == '[' ? "%s %s" : "%s [%s]", name, object) < 0)
		return NULL;
	return text ? text : strdup(name);
}

enum tree_place {
	PLACE_AMONG, PLACE_LAST, PLACE_ALONE
};

/* Lines in UTF-8 and without: past an open branch, and by place among siblings. */
static const char *const open_lines[2] = { "|  ", "\u2502  " };
static const char *const place_lines[2][3] = {
	{ "|--", "`--", "   " },
	{ "\u251c\u2500\u2500", "\u2514\u2500\u2500", "   " },
};

/* Returns the columns it took. */
static size_t put_name(const struct term *term, const char *name, size_t used)
{
	size_t room = term->columns > used ? term->columns - used : 1, width;
	char shorter[FUNCNAME_TEXT];

	name = funcname_fit(name, room, shorter);
	width = term_width(term, name);
	if (!term->screen || width <= room)
		return term_put(term, name);
	term_cut(term, name, room);
	return room;
}

static void put_node(struct drawing *drawing, uint32_t number, enum tree_place place)
{
	const struct view *view = drawing->table->view;
	const struct term *term = view->term;
	const struct callnode *node = &drawing->tree->items[number];
	size_t used = INDENT + 3 * (drawing->depth ? drawing->depth : 1) + 8;
	char *name = name_text(drawing, node);

	fprintf(term->file, "%*s", INDENT, "");
	for (unsigned int i = 0; i + 1 < drawing->depth; i++)
		fputs(drawing->open[i] ? open_lines[term->utf8] : "   ", term->file);
	fputs(place == PLACE_ALONE && drawing->depth && drawing->open[drawing->depth - 1] ?
	      open_lines[term->utf8] : place_lines[term->utf8][place], term->file);
	if (place == PLACE_ALONE)
		fputs("        ", term->file);
	else
		fprintf(term->file, " %5.2f%% ", 100 * view_share(view, node->stack->parts));
	used += put_name(term, name ? name : "out of memory", used);
	if (place != PLACE_ALONE && used + WORDS_GAP < term->columns) {
		fputs("  ", term->file);
		stackbar_words(&drawing->table->bar, term, node->stack, term->columns - used - 2);
	}
	fputc('\n', term->file);
	free(name);
}

/* The one child of @node that has all its cycles, or KEYINDEX_NONE: no branch there. */
static uint32_t only_child(const struct drawing *drawing, const struct callnode *node)
{
	if (!node->children_count ||
	    drawing->tree->items[node->children[0]].stack->parts != node->stack->parts)
		return KEYINDEX_NONE;
	return node->children[0];
}

static void put_children(struct drawing *drawing, uint32_t parent)
{
	const struct callnode *node = &drawing->tree->items[parent];
	size_t shown = 0;

	while (shown < node->children_count && is_shown(drawing, node->children[shown]))
		shown++;
	if (drawing->depth == DEPTH_MAX)
		return;
	drawing->depth++;
	for (size_t i = 0; i < shown; i++) {
		uint32_t child = node->children[i];

		drawing->open[drawing->depth - 1] = i + 1 < shown;
		put_node(drawing, child, i + 1 < shown ? PLACE_AMONG : PLACE_LAST);
		for (uint32_t next = child; next != KEYINDEX_NONE; ) {
			child = next;
			next = only_child(drawing, &drawing->tree->items[child]);
			if (next != KEYINDEX_NONE)
				put_node(drawing, next, PLACE_ALONE);
		}
		put_children(drawing, child);
	}
	drawing->depth--;
}

void view_put_calls(const struct table *table, const struct row *row)
{
	struct callnodes tree;
	struct drawing drawing = { .table = table, .tree = &tree };

	if (calls_tree_build(&tree, table->view->calls, row, table->view->order))
		return;
	if (tree.count)
		put_children(&drawing, 0);
	callnodes_deinit(&tree);
}
