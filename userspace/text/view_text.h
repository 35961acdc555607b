/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_text.h - parts of the text views: header lines, tables, trees
 */
#ifndef VIEW_TEXT_H
#define VIEW_TEXT_H

#include "output/amount.h"
#include "output/namecolumn.h"
#include "output/stackbar.h"
#include "view.h"

/* The recording and the filters: in a line, or with view->header in full. */
void view_put_recording(const struct view *view);
/* Notes on missing parts, behind all else. */
void view_put_notes(const struct notes *notes, const struct term *term);
/* One header line, "# NAME  TEXT", folded where lines have to fit; none without a text. */
void view_put_pair(const struct term *term, const char *name, const char *text);

/* Behind all rows: how many of them, or of those they stand for, may be chance. */
void view_put_chance(const struct view *view);

/* The text of a source line behind @used columns of the line, cut where it has to fit; or NULL. */
void view_put_source(const struct term *term, const char *source, size_t used);

/* Columns of a table, and its rows. */
struct table {
	const struct view *view;
	const struct field *fields[FIELDS_TEXT_MAX];	/* ends in NULL */
	size_t widths[FIELDS_TEXT_MAX];
	struct stackbar bar;
	uint64_t full;			/* parts of the longest bar */
	struct namecolumn names[FIELDS_TEXT_MAX];	/* of the rows' names, by column */
	unsigned int bar_width;
	size_t words_width;
};

/* Samples in whole numbers, of less than half of one "<1". Returns @text. */
const char *view_samples(uint64_t samples, char text[AMOUNT_TEXT]);

/* Bars are scaled to the largest row. */
void table_init(struct table *table, const struct view *view);
void table_deinit(struct table *table);
void table_put_heading(const struct table *table);
void table_put_row(const struct table *table, const struct row *row);

/* The base of the shares of a table's stacks, and its categories' marks: stackbar_legend(). */
void view_put_legend(const struct table *table, unsigned int lines, const char *more);
/* All lines before the rows: the recording, the legend, headings. */
void view_put_header(struct table *table, const struct view *view);

/* The callers or callees of @row, below it. */
void view_put_calls(const struct table *table, const struct row *row);

/* The text of view->annotation; and one of its lines, @table being its rows'. */
void view_annotate(const struct view *view);
void view_annotate_line(const struct table *table, const struct annotation_line *line);

/* The arrows beside a row by its number; empty where there are none. Returns @text. */
#define VIEW_ARROWS_TEXT ((JUMPS_LANES + 2) * 4)
const char *view_arrows(const struct view *view, uint64_t number, char text[VIEW_ARROWS_TEXT]);

#endif /* VIEW_TEXT_H */
