// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_explain_spread.c - causes that many instructions have a little of, for people
 */
#include <string.h>

#include "output/paragraph.h"
#include "symbols/funcname.h"
#include "view_explain.h"
#include "view_labelled.h"

#define LOOP_PIECES	3		/* of a loop's stack, that are shown */
#define NAME_WANTED	40		/* columns of a function's name, and the most */
#define NAME_MOST	100

/* A function's name, shortened to its distinctive part. */
static const char *name_of(const struct rows *rows, const struct row *row, char text[FUNCNAME_TEXT])
{
	char buffer[ROWS_NAME_TEXT];
	const char *name = funcname_fit(row_name(rows, row, buffer), NAME_WANTED, text);

	size_t length = strnlen(name, FUNCNAME_TEXT - 1);

	/* the value is gone when this returns, and the name may be a part of the text */
	memmove(text, name, length);
	text[length] = '\0';
	return text;
}

/* "main 2.15%, memcpy 1.10%" */
static void put_places(const struct view *view, const struct explanation *explanation,
		       const struct spread *spread)
{
	char text[512], more[32];
	size_t used = 0;

	for (size_t i = 0; i < spread->places_count; i++) {
		const struct spread_place *place = &spread->places[i];
		char shorter[FUNCNAME_TEXT];

		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%.*s %.2f%%",
					 i ? ", " : "", NAME_MOST,
					 name_of(&explanation->spreads.functions, place->row, shorter),
					 100 * view_share(view, place->parts));
	}
	snprintf(more, sizeof(more), ", %zu more", spread->functions - spread->places_count);
	if (spread->functions > spread->places_count)
		snprintf(text + used, sizeof(text) - used, "%s", more);
	view_labelled_put(view, "in", text);
}

/* Nothing of the program needs a remedy. */
static void put_seldom(const struct view *view, const struct spread *spread)
{
	char text[256];

	snprintf(text, sizeof(text), "%.0f%% of it is at instructions that ran %d times at most, as what "
		 "begins and ends a program does: a longer run has less of it, and nothing needs a remedy.",
		 pics_percent(spread->seldom, spread->piece.piece.parts), SPREAD_SELDOM);
	view_labelled_put(view, "why", text);
}

/* A cause that no instruction has much of, and many have a little. */
static void put_spread(const struct view *view, const struct explanation *explanation,
		       const struct spread *spread)
{
	const struct term *term = view->term;
	char name[CATEGORY_TEXT];

	fputc('\n', term->file);
	term_color(term, -1);
	fprintf(term->file, "%s %.2f%%, %zu instructions: ",
		pieces_name(view->rows->measure->kind, &spread->piece.piece, name),
		100 * view_share(view, spread->piece.piece.parts), spread->instructions);
	term_put(term, spread->piece.advice ? spread->piece.advice->title : "spread");
	term_plain(term);
	fputc('\n', term->file);
	put_places(view, explanation, spread);
	if (spread_is_seldom(spread))
		put_seldom(view, spread);
	else if (spread->piece.advice)
		view_labelled_put(view, "remedy", spread->piece.advice->remedy);
}

/* A loop of a flat profile: where, how much, and the largest pieces of its stack. */
static void put_loop(const struct view *view, const struct explanation *explanation,
		     const struct row *row)
{
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(view->rows->measure->kind, pieces_split(view->rows->measure),
				 row->stack, pieces);
	char name[CATEGORY_TEXT], shorter[FUNCNAME_TEXT], text[512];
	int used = snprintf(text, sizeof(text), "%.2f%%  %llx-%llx  %.*s:",
			    100 * view_share(view, row->stack->parts),
			    (unsigned long long)row->location.address, (unsigned long long)row->end,
			    NAME_MOST, name_of(&explanation->spreads.loops, row, shorter));

	for (size_t i = 0; i < count && i < LOOP_PIECES; i++)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "%s %s %.0f%%", i ? "," : "",
				 pieces_name(view->rows->measure->kind, &pieces[i], name),
				 pics_percent(pieces[i].parts, row->stack->parts));
	view_labelled_put(view, "loop", text);
}

void view_explain_spreads(const struct view *view, const struct explanation *explanation)
{
	const struct spreads *spreads = &explanation->spreads;

	for (size_t i = 0; i < spreads->count; i++)
		put_spread(view, explanation, &spreads->items[i]);
	if (!spreads->hot_count)
		return;
	fputs("\nNo instruction has much of the cycles; loops that have most:\n", view->term->file);
	for (size_t i = 0; i < spreads->hot_count; i++)
		put_loop(view, explanation, spreads->hot[i]);
}
