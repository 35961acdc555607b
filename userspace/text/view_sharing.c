// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_sharing.c - who accesses a line that goes from hart to hart, below the line's row
 *
 * In text, of each side the accesses that waited longest, with headings of their own; in JSON all of
 * them.
 */
#include "view_sharing.h"

#include <stdlib.h>
#include <string.h>

#include "output/columns.h"
#include "output/json.h"
#include "symbols/funcname.h"
#include "view_text.h"

#define INDENT		8
#define GAP		2
#define SIDE_MOST	3		/* accesses that are shown of one side, */
#define LINE_MOST	12		/* and of a line */
#define HART		"hart"

enum column {
	WAITED, SAMPLES, KIND, BYTES, DATA, CODE, THREAD, COLUMNS
};

static const struct {
	const char *title;
	bool right;
} columns[COLUMNS] = {
	[WAITED] = { "Waited", true }, [SAMPLES] = { "Samples", true }, [KIND] = { "Access", false },
	[BYTES] = { "Bytes", false }, [DATA] = { "Data", false }, [CODE] = { "Code", false },
	[THREAD] = { "Thread", false },
};

struct cells {
	char text[COLUMNS][ROWS_NAME_TEXT];
};

static void fill_code(const struct sharing_access *access, char text[ROWS_NAME_TEXT])
{
	char shorter[FUNCNAME_TEXT], place[ROWS_NAME_TEXT];
	const char *name = access->location.function ?
		funcname_fit(access->location.function, TERM_NAME, shorter) :
		symbols_place_text(&access->location, place, sizeof(place));

	if (access->source.file)
		snprintf(text, ROWS_NAME_TEXT, "%s %s:%d", name, symbols_base_name(access->source.file),
			 access->source.line);
	else
		snprintf(text, ROWS_NAME_TEXT, "%s", name);
}

static void fill_cells(const struct view *view, const struct sharing_access *access, struct cells *cells)
{
	char amount[AMOUNT_TEXT];

	snprintf(cells->text[WAITED], ROWS_NAME_TEXT, "%s", access->waited ?
		 amount_cycles(view->rows->measure, access->waited, amount) : "");
	snprintf(cells->text[SAMPLES], ROWS_NAME_TEXT, "%s", view_samples(access->samples, amount));
	snprintf(cells->text[KIND], ROWS_NAME_TEXT, "%s", sharing_kind_names[access->kind]);
	snprintf(cells->text[BYTES], ROWS_NAME_TEXT, "%u-%u", access->offset,
		 access->offset + access->bytes - 1);
	snprintf(cells->text[DATA], ROWS_NAME_TEXT, "%s", access->data);
	fill_code(access, cells->text[CODE]);
	if (access->cpu == RECORDING_NO_CPU)
		snprintf(cells->text[THREAD], ROWS_NAME_TEXT, "%s %u", access->thread->comm, access->thread->tid);
	else
		snprintf(cells->text[THREAD], ROWS_NAME_TEXT, "%s %u, " HART " %u", access->thread->comm,
			 access->thread->tid, access->cpu);
}

/* Is access number @at one of those shown? *@listed: how many before it were. */
static bool is_listed(const struct sharing_line *line, size_t at, size_t *listed)
{
	size_t before = 0;

	if (*listed == LINE_MOST)
		return false;
	for (size_t i = 0; i < at; i++)
		before += sharing_is_side(&line->accesses[i], &line->accesses[at]);
	if (before >= SIDE_MOST)
		return false;
	(*listed)++;
	return true;
}

static void widen(const struct view *view, const struct sharing_line *line, size_t widths[COLUMNS])
{
	size_t listed = 0;
	struct cells cells;

	for (size_t i = 0; i < line->count; i++) {
		if (!is_listed(line, i, &listed))
			continue;
		fill_cells(view, &line->accesses[i], &cells);
		for (size_t c = 0; c < COLUMNS; c++)
			if (term_width(view->term, cells.text[c]) > widths[c])
				widths[c] = term_width(view->term, cells.text[c]);
	}
}

void view_sharing_init(struct view_sharing *sharing, const struct view *view)
{
	size_t *const names[] = {
		&sharing->widths[DATA], &sharing->widths[CODE], &sharing->widths[THREAD],
	};
	size_t fixed = INDENT + GAP * (COLUMNS - 1);

	_Static_assert(COLUMNS == VIEW_SHARING_COLUMNS, "a width for each column");
	*sharing = (struct view_sharing){ .view = view };
	for (size_t c = 0; c < COLUMNS; c++)
		sharing->widths[c] = strlen(columns[c].title);
	for (size_t i = 0; i < view->rows->count; i++)
		if (view->rows->rows[i].shared)
			widen(view, view->rows->rows[i].shared, sharing->widths);
	for (size_t c = 0; c < DATA; c++)
		fixed += sharing->widths[c];
	if (view->term->screen)
		columns_fit(names, sizeof(names) / sizeof(names[0]),
			    view->term->columns > fixed ? view->term->columns - fixed : 0);
}

static void put_cells(const struct view_sharing *sharing, const struct cells *cells)
{
	const struct term *term = sharing->view->term;

	fprintf(term->file, "%*s", INDENT - GAP, "");
	for (size_t c = 0; c < COLUMNS; c++) {
		const bool last = c + 1 == COLUMNS;

		fprintf(term->file, "%*s", GAP, "");
		if (c >= DATA)
			term_put_name(term, cells->text[c], sharing->widths[c], !last);
		else
			term_pad(term, cells->text[c], sharing->widths[c], columns[c].right);
	}
	fputc('\n', term->file);
}

void view_sharing_heading(const struct view_sharing *sharing)
{
	const struct term *term = sharing->view->term;

	term_color(term, -1);
	fprintf(term->file, "#%*s", INDENT - GAP - 1, "");
	for (size_t c = 0; c < COLUMNS; c++) {
		fprintf(term->file, "%*s", GAP, "");
		term_pad(term, columns[c].title, c + 1 < COLUMNS ? sharing->widths[c] : 0, columns[c].right);
	}
	term_plain(term);
	fputc('\n', term->file);
}

void view_sharing_put(const struct view_sharing *sharing, const struct sharing_line *line)
{
	size_t listed = 0;
	struct cells cells;

	for (size_t i = 0; i < line->count; i++) {
		if (!is_listed(line, i, &listed))
			continue;
		fill_cells(sharing->view, &line->accesses[i], &cells);
		put_cells(sharing, &cells);
	}
	if (listed < line->count)
		fprintf(sharing->view->term->file, "%*s(%zu more)\n", INDENT, "", line->count - listed);
}

void view_sharing_unknown(const struct view *view)
{
	const struct rows *rows = view->rows;
	size_t unknown = 0;
	char text[256];

	for (size_t i = 0; i < rows->count; i++)
		unknown += rows->rows[i].shared && rows->rows[i].shared->verdict == SHARING_UNKNOWN;
	if (!unknown)
		return;
	snprintf(text, sizeof(text), "%zu line%s no verdict: fewer than %d samples waited, or too few are of the "
		 "other side, of which other data take %d: run longer, or %s", unknown, unknown == 1 ? " has" : "s have",
		 SHARING_WAITS, SHARING_OTHERS, recording_denser(view->recording));
	view_put_pair(view->term, "unknown", text);
}

static void put_access(const struct view *view, const struct sharing_access *access,
		       struct jsonwriter *json)
{
	const struct recording_measure *measure = view->rows->measure;
	char text[AMOUNT_TEXT];

	json_open_row(json);
	json_cycles(json, "waited", measure, access->waited);
	json_cycles(json, measure->kind->unit, measure, access->parts);
	fputs(amount_decimal(access->samples, PICS_SAMPLE, text), json_value(json, "samples"));
	fputs(amount_decimal(access->waited_samples, PICS_SAMPLE, text), json_value(json, "waited_samples"));
	json_text(json, "access", sharing_kind_names[access->kind]);
	json_whole(json, "offset", access->offset);
	json_whole(json, "bytes", access->bytes);
	json_text(json, "data", access->data);
	if (access->other)
		json_truth(json, "same", access->same);
	else
		json_null(json, "same");
	json_text(json, "object", access->location.object->path);
	json_symbol(json, &access->location);
	json_address(json, "address", access->location.address);
	json_source(json, &access->source);
	json_text(json, "comm", access->thread->comm);
	json_whole(json, "pid", access->thread->pid);
	json_whole(json, "tid", access->thread->tid);
	if (access->cpu == RECORDING_NO_CPU)
		json_null(json, "cpu");
	else
		json_whole(json, "cpu", access->cpu);
	json_close_object(json);
}

void view_sharing_json(const struct view *view, const struct sharing_line *line, struct jsonwriter *json)
{
	json_open_list(json, "accesses");
	for (size_t i = 0; line && i < line->count; i++)
		put_access(view, &line->accesses[i], json);
	json_close_list(json);
}
