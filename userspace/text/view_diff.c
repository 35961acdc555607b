// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_diff.c - the changes between two recordings, for people
 */
#include "view_diff.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "output/amount.h"
#include "output/columns.h"
#include "output/namecolumn.h"
#include "view_text.h"

#define NAME_MOST	48		/* columns in a file; longer names push the line out */
#define WHY_LEAST	24		/* columns for one category's change */
#define SPEEDUP_LEAST	0.005		/* less would read as 1.00x */
#define NARROW		120		/* columns: below, only the change is shown */
#define TOTAL_TEXT	(AMOUNT_TEXT + 24)
#define COLOR_LESS	28
#define COLOR_MORE	196

/* Less than half a cycle is no change: it would read as 0. */
static bool is_change(double cycles)
{
	return fabs(cycles) >= 0.5;
}

void view_diff_put(const struct view_diff *view, enum view_format format)
{
	static void (*const formats[VIEW_COUNT])(const struct view_diff *) = {
		[VIEW_TEXT] = view_diff_text, [VIEW_JSON] = view_diff_json,
		[VIEW_CSV] = view_diff_csv,
	};

	formats[format](view);
}

bool view_diff_relative(const double cycles[2], double *relative)
{
	if (!(cycles[0] > 0))
		return false;
	*relative = cycles[1] / cycles[0] - 1;
	return true;
}

/* "+1,234", "-5", "0". */
static const char *change_text(double change, char text[AMOUNT_TEXT + 1])
{
	if (!is_change(change))
		return strcpy(text, "0");
	text[0] = change < 0 ? '-' : '+';
	amount_number((uint64_t)(fabs(change) + 0.5), text + 1);
	return text;
}

static const char *relative_text(const double cycles[2], char text[16])
{
	double relative;

	if (!view_diff_relative(cycles, &relative))
		return cycles[1] > 0 ? "new" : "";
	if (!(cycles[1] > 0))
		return "gone";
	if (relative >= 99.995)
		snprintf(text, 16, "%.0fx", relative + 1);
	else
		snprintf(text, 16, is_change(cycles[1] - cycles[0]) ? "%+.2f%%" : "0%%",
			 100 * relative);
	return text;
}

static void put_side(const struct view_diff *view, int side, const char *name)
{
	const struct recording *recording = view->difference->sides[side].recording;

	view_put_pair(view->term, name, recording->path);
	view_put_pair(view->term, "command", recording->command);
}

static bool is_noted(const struct notes *notes, const char *text)
{
	for (size_t i = 0; i < notes->count; i++)
		if (!strcmp(notes->texts[i], text))
			return true;
	return false;
}

/* Notes of both sides; common ones come once, and first. */
static void put_notes(const struct view_diff *view)
{
	static const char *const names[2] = { "before", "after" };
	const struct notes *notes[2] = {
		&view->difference->sides[0].recording->notes,
		&view->difference->sides[1].recording->notes,
	};
	char *text;

	for (size_t i = 0; i < notes[0]->count; i++)
		if (is_noted(notes[1], notes[0]->texts[i]))
			view_put_pair(view->term, "note", notes[0]->texts[i]);
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < notes[side]->count; i++) {
			if (is_noted(notes[1 - side], notes[side]->texts[i]) ||
			    asprintf(&text, "%s: %s", names[side], notes[side]->texts[i]) < 0)
				continue;
			view_put_pair(view->term, "note", text);
			free(text);
		}
	}
}

/* Where names do not say it. */
static void put_objects(const struct view_diff *view)
{
	const struct objectpairs *pairs = view->difference->pairs;

	for (size_t i = 0; i < pairs->count; i++) {
		char *text = objectpairs_text(pairs, &pairs->items[i]);

		view_put_pair(view->term, "objects", text);
		free(text);
	}
}

/* Both sides have the same. */
static const struct category_kind *kind_of(const struct view_diff *view)
{
	return view->difference->sides[0].rows->measure->kind;
}

static const struct pics_stack *total_of(const struct difference *difference, int side)
{
	const struct rows *rows = difference->sides[side].rows;

	return rows->total.stacks_count ? rows->total.stacks : NULL;
}

/* "1.06x as fast", or "" where that would read as 1.00x. */
static const char *speedup_text(double speedup, char text[32])
{
	text[0] = '\0';
	if (fabs(speedup - 1) >= SPEEDUP_LEAST)
		snprintf(text, 32, ", %.2fx as fast", speedup);
	return text;
}

/* Cycles of both runs, if samples may miss a period and the files have them. */
static bool put_runs(const struct view_diff *view)
{
	const struct difference_side *sides = view->difference->sides;
	const struct recording *before = sides[0].recording, *after = sides[1].recording;
	char text[2][AMOUNT_TEXT], speedup[32], line[2 * AMOUNT_TEXT + 64];

	if (!before->run_cycles || !after->run_cycles || view->selection || view->normalized ||
	    (!sides[0].rows->measure->samples && !sides[1].rows->measure->samples))
		return false;
	snprintf(line, sizeof(line), "%s before, %s after%s", amount_number(before->run_cycles, text[0]),
		 amount_number(after->run_cycles, text[1]),
		 speedup_text((double)before->run_cycles / (double)after->run_cycles, speedup));
	view_put_pair(view->term, "runs", line);
	return true;
}

/* Of a side's estimated cycles, as a part of them; 0: they are not estimated, or are scaled. */
static double margin_of(const struct view_diff *view, int number)
{
	const struct rows *rows = view->difference->sides[number].rows;
	const struct pics_stack *total = rows->total.stacks;

	return rows->total.stacks_count && total->parts && !view->normalized ?
	       chance_amount(total->parts, &total->weight) / (double)total->parts : 0;
}

/* "1,234", or of estimated cycles "1,234 +/- 0.56%". */
static const char *total_text(const struct view_diff *view, int number, char text[TOTAL_TEXT])
{
	double margin = margin_of(view, number);
	char amount[AMOUNT_TEXT];
	int used = snprintf(text, TOTAL_TEXT, "%s",
			    amount_number((uint64_t)(view->difference->total[number] + 0.5), amount));

	if (margin > 0)
		snprintf(text + used, TOTAL_TEXT - (size_t)used, " +/- %.2f%%", 100 * margin);
	return text;
}

/* Of the relative change of estimated cycles. */
static void put_change_margin(const struct view_diff *view, FILE *file)
{
	const double *total = view->difference->total;
	const double margin = hypot(margin_of(view, 0), margin_of(view, 1));

	if (margin > 0 && total[0] > 0)
		fprintf(file, " +/- %.2f%%", 100 * margin * total[1] / total[0]);
}

/* Cycles of a side that was merged grow with its recordings: they say nothing of how fast it is. */
static bool has_sums(const struct difference *difference)
{
	return difference->sides[0].recording->merged.recordings > 1 ||
	       difference->sides[1].recording->merged.recordings > 1;
}

const char *view_diff_sums(const struct view_diff *view, char text[VIEW_DIFF_SUMS])
{
	const struct difference_side *sides = view->difference->sides;
	uint64_t recordings[2];

	if (view->normalized || !has_sums(view->difference))
		return NULL;
	for (int side = 0; side < 2; side++)
		recordings[side] = sides[side].recording->merged.recordings ?: 1;
	snprintf(text, VIEW_DIFF_SUMS, "cycles are sums of %" PRIu64 " recording%s before and %"
		 PRIu64 " after: --normalize compares shares of them", recordings[0],
		 recordings[0] == 1 ? "" : "s", recordings[1]);
	return text;
}

static void put_totals(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	FILE *file = view->term->file;
	char before[TOTAL_TEXT], after[TOTAL_TEXT], relative[16], speedup[32];
	const bool exact = put_runs(view) || has_sums(difference);

	fprintf(file, "# %-8s %s before, %s after: %s", kind_of(view)->unit,
		total_text(view, 0, before), total_text(view, 1, after), relative_text(difference->total, relative));
	put_change_margin(view, file);
	if (view->normalized)
		fputs(", before scaled to after", file);
	else if (difference->total[1] > 0 && !exact)
		fputs(speedup_text(difference->total[0] / difference->total[1], speedup), file);
	fputc('\n', file);
}

/* The changes by category that fit into @columns: why. Returns false where there is none. */
static bool put_why(const struct view_diff *view, const struct pics_stack *before,
		    const struct pics_stack *after, size_t columns)
{
	struct difference_share shares[CATEGORY_MOST];
	size_t count = difference_shares(view->difference, before, after, shares), used = 0;

	for (size_t i = 0; i < count; i++) {
		double change = shares[i].cycles[1] - shares[i].cycles[0];
		char name[CATEGORY_TEXT], number[AMOUNT_TEXT + 2] = " ";
		size_t width;

		change_text(change, number + 1);
		width = strlen(category_name(kind_of(view), shares[i].category, name)) + strlen(number);
		if (!is_change(change) || (used && used + width + 2 > columns))
			break;
		if (!difference_is_sure(shares[i].cycles, shares[i].margin))
			continue;
		fputs(used ? "  " : "", view->term->file);
		term_put_amount(view->term, name, number, columns);
		used += width + 2;
	}
	return used;
}

static const char *name_text(const struct view_diff *view, const struct difference_row *row,
			     struct field_value *value)
{
	const struct rows *rows = view->difference->sides[row->after ? 1 : 0].rows;
	const struct row *named = difference_name(row);

	if (row->others) {
		snprintf(value->buffer, sizeof(value->buffer), "(%zu more)", row->others);
		return value->buffer;
	}
	if (rows->by == ROWS_BY_DATA_LINE && named->has_data_line) {
		snprintf(value->buffer, sizeof(value->buffer), "0x%" PRIx64 " %s", named->data_line, named->field);
		return value->buffer;
	}
	return named->field ? named->field : row_name(rows, named, value->buffer);
}

/* A line where rows are in lines, else the object; of data where they are. */
static const char *place_text(const struct view_diff *view, const struct difference_row *row,
			      char text[256])
{
	const struct row *named = difference_name(row);
	bool by_function = view->difference->sides[0].rows->by == ROWS_BY_FUNCTION;

	if (row->others)
		return "";
	if (rows_by_data(view->difference->sides[0].rows->by))
		return named->where ? symbols_base_name(named->where) : "";
	if (named->line.file && !by_function)
		snprintf(text, 256, "%.200s:%d", symbols_source_name(named->line.file), named->line.line);
	else
		snprintf(text, 256, "%.200s", symbols_base_name(named->location.object->path));
	return text;
}

enum column {
	CHANGE, RELATIVE, MARGIN, BEFORE, AFTER, PLACE, NAME, WHY,
};

/* Text of a row's columns but the last. */
struct cells {
	char change[AMOUNT_TEXT + 1], relative[16], before[AMOUNT_TEXT], after[AMOUNT_TEXT];
	char margin[AMOUNT_TEXT], place[256];
	struct field_value name;
	const char *text[WHY];
};

static const char *const titles[WHY] = {
	"Change", "Relative", "+/-", "Before", "After", "Object", "Function",
};

static const char *title_of(const struct view_diff *view, enum column column)
{
	const enum rows_by by = view->difference->sides[0].rows->by;

	if (rows_by_data(by) && column >= PLACE)
		return column == PLACE ? "Where" : "Data";
	return column == PLACE && by != ROWS_BY_FUNCTION ? "Source" : titles[column];
}

static void fill_cells(const struct view_diff *view, const struct difference_row *row,
		       struct cells *cells)
{
	cells->text[CHANGE] = change_text(row->cycles[1] - row->cycles[0], cells->change);
	cells->text[RELATIVE] = relative_text(row->cycles, cells->relative);
	cells->text[MARGIN] = row->margin > 0 ?
		amount_number((uint64_t)(row->margin + 0.5), cells->margin) : "";
	cells->text[BEFORE] = amount_number((uint64_t)(row->cycles[0] + 0.5), cells->before);
	cells->text[AFTER] = amount_number((uint64_t)(row->cycles[1] + 0.5), cells->after);
	cells->text[PLACE] = place_text(view, row, cells->place);
	cells->text[NAME] = name_text(view, row, &cells->name);
}

/* 0: the column is left out. */
struct widths {
	size_t of[WHY + 1];
	struct namecolumn apart[WHY];	/* from PLACE on */
};

static struct widths measure(const struct view_diff *view)
{
	const struct term *term = view->term;
	struct widths widths;
	size_t *const names[] = { &widths.of[PLACE], &widths.of[NAME] };
	size_t used = 0;
	struct cells cells;
	bool margins = false;

	for (enum column c = 0; c < WHY; c++)
		widths.of[c] = strlen(title_of(view, c));
	for (size_t i = 0; i < view->difference->count; i++) {
		fill_cells(view, &view->difference->rows[i], &cells);
		margins |= view->difference->rows[i].margin > 0;
		for (enum column c = 0; c < WHY; c++) {
			size_t width = c >= PLACE ? term_name_width(term, cells.text[c]) :
						    term_width(term, cells.text[c]);

			if (width > widths.of[c] && (term->screen || width <= NAME_MOST))
				widths.of[c] = width;
		}
	}
	if (term->columns < NARROW)
		widths.of[BEFORE] = widths.of[AFTER] = 0;
	if (!margins)
		widths.of[MARGIN] = 0;
	for (enum column c = 0; c < PLACE; c++)
		used += widths.of[c] ? widths.of[c] + 2 : 0;
	used += 2 * 2 + 2 + WHY_LEAST;
	if (term->screen)
		columns_fit(names, 2, term->columns > used ? term->columns - used : 0);
	used += widths.of[PLACE] + widths.of[NAME] - WHY_LEAST;
	widths.of[WHY] = term->columns > used ? term->columns - used : 0;
	return widths;
}

/* A column, for its names. */
struct naming {
	const struct view_diff *view;
	enum column column;
	struct cells cells;
};

static const char *name_of(void *context, size_t number)
{
	struct naming *naming = context;

	fill_cells(naming->view, &naming->view->difference->rows[number], &naming->cells);
	return naming->cells.text[naming->column];
}

static void tell_names(const struct view_diff *view, struct widths *widths)
{
	for (enum column c = PLACE; c < WHY; c++) {
		struct naming naming = { .view = view, .column = c };

		namecolumn_fill(&widths->apart[c], view->term, view->difference->count, widths->of[c],
				name_of, &naming);
	}
}

static void put_cell(const struct view_diff *view, const struct difference_row *row, const char *text,
		     enum column column, const struct widths *widths, bool last)
{
	size_t width = widths->of[column], number = (size_t)(row - view->difference->rows);

	if (column >= PLACE)
		namecolumn_put(&widths->apart[column], number, view->term, text, width, !last);
	else
		term_pad(view->term, text, last ? 0 : width, true);
}

static void put_row(const struct view_diff *view, const struct difference_row *row,
		    const struct widths *widths)
{
	const struct term *term = view->term;
	const double change = row->cycles[1] - row->cycles[0];
	bool has_why = is_change(change) && !row->others;
	struct cells cells;

	fill_cells(view, row, &cells);
	for (enum column c = 0; c < WHY; c++) {
		if (!widths->of[c])
			continue;
		fputs("  ", term->file);
		if (c <= RELATIVE && is_change(change))
			term_color(term, change < 0 ? COLOR_LESS : COLOR_MORE);
		put_cell(view, row, cells.text[c], c, widths, c + 1 == WHY && !has_why);
		if (c <= RELATIVE)
			term_plain(term);
	}
	if (has_why) {
		fputs("  ", term->file);
		put_why(view, row->before ? row->before->stack : NULL,
			row->after ? row->after->stack : NULL, widths->of[WHY]);
	}
	fputc('\n', term->file);
}

static void put_heading(const struct view_diff *view, const struct widths *widths)
{
	const struct term *term = view->term;

	term_color(term, -1);
	for (enum column c = 0; c < WHY; c++) {
		if (!widths->of[c])
			continue;
		fputs(c ? "  " : "# ", term->file);
		term_pad(term, title_of(view, c), widths->of[c], c < PLACE);
	}
	fputs("  Why", term->file);
	term_plain(term);
	fputc('\n', term->file);
}

/* What changes may be the chance of. */
static const char *drawn(const struct difference *difference)
{
	const struct difference_side *sides = difference->sides;
	const bool windows = recording_is_estimated(sides[0].recording) ||
			     recording_is_estimated(sides[1].recording);
	const bool samples = sides[0].rows->measure->samples || sides[1].rows->measure->samples;

	if (sides[0].recording->merged.groups || sides[1].recording->merged.groups)
		return "recordings";
	return !windows ? "samples" : samples ? "samples and windows" : "windows";
}

/* Rows that have changed by chance, as far as is known, are no finding. */
static void put_chance(const struct view_diff *view)
{
	size_t unsure = view->difference->unsure;
	char text[160];

	if (!unsure)
		return;
	snprintf(text, sizeof(text), "%zu row%s changed by no more than the chance of few %s "
		 "(%.0f%%, of all rows at once): run longer, or %s", unsure,
		 unsure == 1 ? " has" : "s have", drawn(view->difference), 100 * CHANCE_LEVEL,
		 recording_denser(view->difference->sides[0].recording));
	view_put_pair(view->term, "chance", text);
}

void view_diff_rows(const struct view_diff *view)
{
	struct widths widths = measure(view);

	tell_names(view, &widths);
	put_heading(view, &widths);
	for (size_t i = 0; i < view->difference->count; i++)
		put_row(view, &view->difference->rows[i], &widths);
	for (enum column c = PLACE; c < WHY; c++)
		namecolumn_deinit(&widths.apart[c]);
	put_chance(view);
}

void view_diff_text(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	const struct term *term = view->term;
	char sums[VIEW_DIFF_SUMS];

	put_side(view, 0, "before");
	put_side(view, 1, "after");
	view_put_pair(term, "filter", view->selection);
	put_objects(view);
	put_totals(view);
	fprintf(term->file, "# %-8s ", "why");
	if (!put_why(view, total_of(difference, 0), total_of(difference, 1), term->columns - 11))
		fprintf(term->file, "no %s changed", kind_of(view)->name);
	fputc('\n', term->file);
	view_diff_rows(view);
	view_put_pair(term, "note", view_diff_sums(view, sums));
	put_notes(view);
}
