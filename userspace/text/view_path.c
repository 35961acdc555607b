// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_path.c - the critical path of a run: see view_path.h
 */
#include "view_path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/stagestack.h"
#include "output/amount.h"
#include "output/json.h"
#include "view_text.h"

#define NAME_WIDTH	16
#define CYCLES_WIDTH	14
#define LEAST_SHARE	0.00005		/* less would read as 0.00% */

/* The path's cycles by the paper's component, in parts. */
struct folded {
	uint64_t parts[TEA_CAUSES_COUNT];
};

static struct folded fold(const struct view *view)
{
	const struct pics_stack *total = view_total(view);
	struct folded folded = { { 0 } };

	for (size_t i = 0; i < total->shares_count; i++) {
		const struct pics_share *share = &total->shares[i];

		folded.parts[view->recording->critical.components[share->category]] += share->parts;
	}
	return folded;
}

/* The slots of stages that stand beside it, if the profile has them. */
static bool has_stages(const struct view *view)
{
	return view->recording->stages.per_cycle;
}

static double stage_share(const struct view *view, enum tea_stack stage, enum tea_cause component)
{
	const struct recording_slots *slots = &view->recording->stages;
	const struct stages stages = stages_of(pics_find(&view->rows->slots[ROWS_STAGES].total, 0));

	return (double)stages_sum(&stages, stage, stages_cause(component)) /
	       ((double)slots->total.cycles * slots->per_cycle);
}

/* Slopes are of the whole run; so they stand beside all of it alone. */
static size_t count_slopes(const struct view *view)
{
	return view->selection ? 0 : view->recording->critical.slopes_count;
}

static int compare_slopes(const void *left, const void *right)
{
	const struct recording_slope *a = left, *b = right;

	if (a->cycles != b->cycles)
		return a->cycles < b->cycles ? 1 : -1;
	return strcmp(a->knob, b->knob);
}

static double slope_share(const struct view *view, const struct recording_slope *slope)
{
	return (double)slope->cycles / (double)view->recording->critical.cycles;
}

static void put_heading(const struct view *view, const char *name, const char *rest)
{
	term_color(view->term, -1);
	fprintf(view->term->file, "# %-*s  %s\n", NAME_WIDTH, name, rest);
	term_plain(view->term);
}

static void put_causes(const struct view *view)
{
	const struct pics_stack *total = view_total(view);
	FILE *file = view->term->file;
	char text[AMOUNT_TEXT];

	put_heading(view, "Cause", "        Cycles    Share  What it is");
	for (size_t i = 0; i < total->shares_count; i++) {
		const struct pics_share *share = &total->shares[i];
		const struct category *cause = &view->rows->measure->kind->items[share->category];

		fprintf(file, "  %-*s  %*s  %6.2f%%  ", NAME_WIDTH, cause->name, CYCLES_WIDTH,
			amount_cycles(view->rows->measure, share->parts, text),
			100 * view_share(view, share->parts));
		term_put(view->term, cause->text ? cause->text : "");
		fputc('\n', file);
	}
}

static void put_components(const struct view *view)
{
	const struct folded folded = fold(view);
	FILE *file = view->term->file;

	fputs("#\n", file);
	put_heading(view, "Component", "   Path  Dispatch    Issue   Commit");
	for (enum tea_cause i = 0; i < TEA_CAUSES_COUNT; i++) {
		fprintf(file, "  %-*s  %6.2f%%", NAME_WIDTH, category_causes.items[i].name,
			100 * view_share(view, folded.parts[i]));
		for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
			fprintf(file, "  %6.2f%%", 100 * stage_share(view, stage, i));
		fputc('\n', file);
	}
}

static void put_slopes(const struct view *view)
{
	const struct recording_path *path = &view->recording->critical;
	const size_t count = count_slopes(view);
	struct recording_slope *sorted = calloc(count + 1, sizeof(*sorted));
	FILE *file = view->term->file;
	char text[AMOUNT_TEXT];

	if (!sorted)
		return;
	memcpy(sorted, path->slopes, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare_slopes);
	fputs("#\n", file);
	put_heading(view, "One more of", "        Cycles    Share");
	for (size_t i = 0; i < count && slope_share(view, &sorted[i]) >= LEAST_SHARE; i++)
		fprintf(file, "  %-*s  %*s  %6.2f%%\n", NAME_WIDTH, sorted[i].knob, CYCLES_WIDTH,
			amount_number((uint64_t)sorted[i].cycles, text),
			100 * slope_share(view, &sorted[i]));
	free(sorted);
}

static void put_text(const struct view *view)
{
	view_put_recording(view);
	put_causes(view);
	if (has_stages(view))
		put_components(view);
	if (count_slopes(view))
		put_slopes(view);
	view_put_notes(&view->recording->notes, view->term);
}

static void put_json(const struct view *view)
{
	const struct recording_path *path = &view->recording->critical;
	struct jsonwriter json = { .file = view->term->file };
	const struct folded folded = fold(view);

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->recording);
	json_whole(&json, "cycles", path->cycles);
	if (view->selection)
		json_text(&json, "filter", view->selection);
	json_stack(&json, "causes", view->rows->measure, view_total(view));
	json_open_object(&json, "components");
	for (enum tea_cause i = 0; i < TEA_CAUSES_COUNT; i++)
		json_cycles(&json, category_causes.items[i].name, view->rows->measure, folded.parts[i]);
	json_close_object(&json);
	if (count_slopes(view)) {
		json_open_object(&json, "slopes");
		for (size_t i = 0; i < count_slopes(view); i++)
			json_signed(&json, path->slopes[i].knob, path->slopes[i].cycles);
		json_close_object(&json);
	}
	json_close_document(&json);
}

static void csv_put_line(const struct view *view, const char *what, const char *name, uint64_t parts)
{
	char text[AMOUNT_TEXT];

	fprintf(view->term->file, "%s,%s,%s,%.6f\n", what, name,
		amount_exact(view->rows->measure, parts, text), view_share(view, parts));
}

static void put_csv(const struct view *view)
{
	const struct recording_path *path = &view->recording->critical;
	const struct pics_stack *total = view_total(view);
	const struct folded folded = fold(view);

	fputs("what,name,cycles,share\n", view->term->file);
	for (size_t i = 0; i < total->shares_count; i++)
		csv_put_line(view, "cause",
			     view->rows->measure->kind->items[total->shares[i].category].name,
			     total->shares[i].parts);
	for (enum tea_cause i = 0; i < TEA_CAUSES_COUNT; i++)
		csv_put_line(view, "component", category_causes.items[i].name, folded.parts[i]);
	for (size_t i = 0; i < count_slopes(view); i++)
		fprintf(view->term->file, "slope,%s,%" PRId64 ",%.6f\n", path->slopes[i].knob,
			path->slopes[i].cycles, slope_share(view, &path->slopes[i]));
}

void view_path_put(const struct view *view, enum view_format format)
{
	static void (*const formats[VIEW_COUNT])(const struct view *) = {
		[VIEW_TEXT] = put_text, [VIEW_JSON] = put_json, [VIEW_CSV] = put_csv,
	};

	formats[format](view);
}
