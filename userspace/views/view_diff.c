// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_diff.c - what changed between two recordings, for people
 */
#include "view_diff.h"

#include <math.h>
#include <string.h>

#include "amount.h"

#define NAME_MOST	48		/* columns; longer names push the line out */
#define NARROW		100		/* columns: below, only the change is shown */
#define COLOR_LESS	34
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
	text[0] = change < 0 ? '-' : '+';
	amount_number((uint64_t)(fabs(change) + 0.5), text + 1);
	return is_change(change) ? text : "0";
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
	const struct term *term = view->term;

	fprintf(term->file, "# %-8s ", name);
	term_put(term, recording->path);
	if (recording->command) {
		fputs(": ", term->file);
		term_put(term, recording->command);
	}
	fputc('\n', term->file);
	for (size_t i = 0; i < recording->notes.count; i++) {
		fprintf(term->file, "# %-8s ", "note");
		term_put(term, recording->notes.texts[i]);
		fputc('\n', term->file);
	}
}

static const struct pics_stack *total_of(const struct difference *difference, int side)
{
	const struct rows *rows = difference->sides[side].rows;

	return rows->total.stacks_count ? rows->total.stacks : NULL;
}

static void put_totals(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	FILE *file = view->term->file;
	char before[AMOUNT_TEXT], after[AMOUNT_TEXT], relative[16];

	fprintf(file, "# %-8s %s before, %s after: %s", "cycles",
		amount_number((uint64_t)(difference->total[0] + 0.5), before),
		amount_number((uint64_t)(difference->total[1] + 0.5), after),
		relative_text(difference->total, relative));
	if (view->normalized)
		fputs(", before scaled to after", file);
	else if (difference->total[1] > 0 &&
		 is_change(difference->total[1] - difference->total[0]))
		fprintf(file, ", %.2fx as fast", difference->total[0] / difference->total[1]);
	fputc('\n', file);
}

/* The changes by signature that fit into @columns: why. Returns false where there is none. */
static bool put_why(const struct view_diff *view, const struct pics_stack *before,
		    const struct pics_stack *after, size_t columns)
{
	struct difference_share shares[PICS_SIGNATURES];
	size_t count = difference_shares(view->difference, before, after, shares), used = 0;

	for (size_t i = 0; i < count; i++) {
		double change = shares[i].cycles[1] - shares[i].cycles[0];
		char name[PICS_SIGNATURE_TEXT], number[AMOUNT_TEXT + 1];
		char text[PICS_SIGNATURE_TEXT + AMOUNT_TEXT + 4];
		int width = snprintf(text, sizeof(text), "%s %s",
				     pics_signature_name(shares[i].signature, name),
				     change_text(change, number));

		if (!is_change(change) || (used && used + (size_t)width + 2 > columns))
			break;
		fprintf(view->term->file, "%s%s", used ? "  " : "", text);
		used += (size_t)width + 2;
	}
	return used;
}

static bool is_narrow(const struct term *term)
{
	return term->columns < NARROW;
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
	return fields_function(rows, named, value);
}

/* A line where rows are in lines, else the object. */
static const char *place_text(const struct view_diff *view, const struct difference_row *row,
			      char text[256])
{
	const struct row *named = difference_name(row);
	bool by_function = view->difference->sides[0].rows->by == ROWS_BY_FUNCTION;

	if (row->others)
		return "";
	if (named->line.file && !by_function)
		snprintf(text, 256, "%.200s:%d", fields_base_name(named->line.file), named->line.line);
	else
		snprintf(text, 256, "%.200s", fields_base_name(named->location.object->path));
	return text;
}

struct widths {
	size_t name, place;
};

static struct widths measure(const struct view_diff *view)
{
	struct widths widths = { .name = strlen("Function"), .place = strlen("Object") };

	for (size_t i = 0; i < view->difference->count; i++) {
		const struct difference_row *row = &view->difference->rows[i];
		struct field_value value;
		char place[256];
		size_t name = term_width(view->term, name_text(view, row, &value));
		size_t width = term_width(view->term, place_text(view, row, place));

		if (name > widths.name && name <= NAME_MOST)
			widths.name = name;
		if (width > widths.place && width <= NAME_MOST)
			widths.place = width;
	}
	return widths;
}

static void put_row(const struct view_diff *view, const struct difference_row *row,
		    const struct widths *widths)
{
	const struct term *term = view->term;
	const double change = row->cycles[1] - row->cycles[0];
	char text[AMOUNT_TEXT + 1], relative[16], before[AMOUNT_TEXT], after[AMOUNT_TEXT], place[256];
	struct field_value value;
	size_t used = (is_narrow(term) ? 33 : 63) + widths->name + widths->place;

	fputs("  ", term->file);
	if (is_change(change))
		term_color(term, change < 0 ? COLOR_LESS : COLOR_MORE);
	fprintf(term->file, "%14s  %9s", change_text(change, text), relative_text(row->cycles, relative));
	term_plain(term);
	if (!is_narrow(term))
		fprintf(term->file, "  %13s  %13s",
			amount_number((uint64_t)(row->cycles[0] + 0.5), before),
			amount_number((uint64_t)(row->cycles[1] + 0.5), after));
	fputs("  ", term->file);
	term_pad(term, place_text(view, row, place), widths->place, false);
	fputs("  ", term->file);
	term_pad(term, name_text(view, row, &value), is_change(change) && !row->others ?
		 widths->name : 0, false);
	if (!row->others && is_change(change)) {
		fputs("  ", term->file);
		put_why(view, row->before ? row->before->stack : NULL,
			row->after ? row->after->stack : NULL,
			term->columns > used ? term->columns - used : 0);
	}
	fputc('\n', term->file);
}

void view_diff_text(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	const struct term *term = view->term;
	struct widths widths = measure(view);

	put_side(view, 0, "before");
	put_side(view, 1, "after");
	if (view->selection) {
		fprintf(term->file, "# %-8s ", "filter");
		term_put(term, view->selection);
		fputc('\n', term->file);
	}
	put_totals(view);
	fprintf(term->file, "# %-8s ", "why");
	if (!put_why(view, total_of(difference, 0), total_of(difference, 1), term->columns))
		fputs("no signature changed", term->file);
	fputs("\n#\n", term->file);
	term_color(term, -1);
	fprintf(term->file, "# %14s  %9s", "Change", "Relative");
	if (!is_narrow(term))
		fprintf(term->file, "  %13s  %13s", "Before", "After");
	fprintf(term->file, "  %-*s  %-*s  Why", (int)widths.place,
		difference->sides[0].rows->by == ROWS_BY_FUNCTION ? "Object" : "Source",
		(int)widths.name, "Function");
	term_plain(term);
	fputc('\n', term->file);
	for (size_t i = 0; i < difference->count; i++)
		put_row(view, &difference->rows[i], &widths);
}
