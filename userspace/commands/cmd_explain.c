// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_explain.c - tea explain: why the top instructions take their cycles, in words
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/waiting.h"
#include "analysis/places/diagnostics.h"
#include "output/pager.h"
#include "programrun.h"
#include "text/view_explain.h"

#define TOP_DEFAULT	5
#define OBSERVERS	"golden,stages"	/* of tea sim: stages bound the cost of causes */

/* An item is any instruction, or the first one of each function or line. */
static const char *const by_names[] = { "instruction", "function", "line", "loop", NULL };
static const enum rows_by bys[] = {
	ROWS_BY_INSTRUCTION, ROWS_BY_FUNCTION, ROWS_BY_LINE, ROWS_BY_LOOP,
};

struct explain {
	struct selection selection;
	struct programrun run;
	unsigned int by, format, colors;
	bool header;
	const char *top;
};

static void put(struct explain *explain, struct recording *recording,
		struct explanation *explanation, const struct waiting *waiting)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view view = {
		.recording = recording, .rows = &explanation->rows, .term = &term,
		.selection = explain->selection.text, .header = explain->header,
		.waiting = waiting,
	};

	diagnostics_note_samples(recording, explanation->rows.measure);
	diagnostics_note_names(recording, &explanation->rows);
	progressbar_end(&explain->selection.bar);
	term_init(&term, stdout);
	term_set_colors(&term, explain->colors);
	if (explain->format == VIEW_TEXT)
		pager_open(&pager);
	view_explain_put(&view, explanation, explain->format);
	pager_close(&pager);
	if (explain->format != VIEW_TEXT)
		view_warn(recording, stderr);
}

static int explain_all(struct explain *explain, struct recording *recording,
		       const struct rows_options *options, size_t top, struct fault *fault)
{
	struct recording_measure *waits = &recording->measures[MEASURE_WAITS];
	const bool waited = waits->id != MEASURE_NONE;
	struct explanation explanation;
	struct waiting waiting;
	int error = explanation_init(&explanation, recording, recording->shown, options, top, fault);

	if (error)
		return error;
	if (waited && waiting_init(&waiting, recording, waits, top))
		error = fault_no_memory(fault, "its waits");
	if (!error)
		put(explain, recording, &explanation, waited ? &waiting : NULL);
	if (!error && waited)
		waiting_deinit(&waiting);
	explanation_deinit(&explanation);
	return error;
}

static bool is_explained(enum measure measure)
{
	return measure == MEASURE_CYCLES || measure == MEASURE_GOLDEN || measure == MEASURE_WAITS;
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct explain *explain = context;
	struct recording recording;
	size_t top = TOP_DEFAULT;
	int error = explain->top ? option_number("top", explain->top, &top, fault) : 0;

	explain->selection.recording.also[0].items[0] = MEASURE_STAGES;
	/* the whole program's, and not of some of its code */
	if (!explain->selection.objects && !explain->selection.symbols)
		explain->selection.recording.also[1].items[0] = MEASURE_WAITS;
	explain->selection.recording.data = true;
	explain->selection.recording.of = (struct measures_wanted){ { MEASURE_GOLDEN, MEASURE_CYCLES } };
	explain->run.apart = explain->format != VIEW_TEXT;
	if (!error)
		error = programrun_select(&explain->run, &explain->selection, cmd_explain.name,
					  OBSERVERS, count, operands, fault);
	if (error <= 0)
		return error;
	error = selection_open(&explain->selection, &recording, fault);
	if (error)
		return error;
	programrun_opened(&explain->run, &recording);
	if (!is_explained(recording.shown->id)) {
		error = fault_set(fault, -EINVAL, "--of cannot be '%s' here: give cycles, golden or waits; "
				  "'tea report --of %s' shows others", explain->selection.of, explain->selection.of);
		selection_close(&explain->selection, &recording);
		return error;
	}
	const struct rows_options options = {
		.by = bys[explain->by], .code = selection_code(&explain->selection),
	};

	error = explain_all(explain, &recording, &options, top, fault);
	selection_close(&explain->selection, &recording);
	return error;
}

static int explain_run(int argc, char **argv)
{
	struct explain explain = { .selection = SELECTION_DEFAULT };
	const struct option table[] = {
		SELECTION_RECORDING(&explain.selection),
		SELECTION_SOURCES(&explain.selection),
		{ "by", 0, OPTION_CHOICE, "WHAT", "the first instruction of each, one of", by_names,
		  &explain.by },
		{ "top", 0, OPTION_TEXT, "N", "so many instructions (default: 5)", NULL, &explain.top },
		SELECTION_SAMPLES(&explain.selection),
		SELECTION_CODE(&explain.selection),
		OPTION_FORMAT(view_format_names, &explain.format),
		OPTION_HEADER(&explain.header),
		OPTION_COLOR(&explain.colors),
		PROGRAMRUN_OPTIONS(&explain.run),
		{ 0 },
	};
	int status = command_main_program(&cmd_explain, table, argc, argv, show, &explain,
					  &explain.run.program);

	programrun_deinit(&explain.run);
	selection_deinit(&explain.selection);
	return status;
}

const struct command cmd_explain = {
	.name = "explain",
	.operands = "[FILE | -- PROGRAM [ARGUMENT]...]",
	.operands_most = 1,
	.remedy = "name one file, and a function with --symbols",
	.summary = "Explain why the hottest instructions take their cycles, and what helps.",
	.run = explain_run,
};
