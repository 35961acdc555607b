// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_explain.c - tea explain: why the top instructions take their cycles, in words
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lacks.h"
#include "analysis/waiting.h"
#include "output/pager.h"
#include "programrun.h"
#include "recording/waits.h"
#include "text/view_explain.h"

#define TOP_DEFAULT	5
#define OBSERVERS	"golden,stages"	/* of tea sim: stages bound what causes cost */

/* What is told of: any instruction, or of each function or line the one that comes first. */
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

	lacks_note_samples(recording);
	lacks_note_names(recording, &explanation->rows);
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

/* Where waits were recorded beside the cycles: the whole program's, and not of some of its code. */
static bool has_waits(const struct explain *explain, const struct recording *recording)
{
	return recording->kind != &category_waits && recording_has(recording, MEASURE_WAITS) &&
	       !selection_code(&explain->selection) && strcmp(recording->path, "-");
}

/* The same file again, as that event. */
static int read_waits(const struct explain *explain, struct recording *waits, struct fault *fault)
{
	struct recording_options options = explain->selection.recording;

	options.event = NULL;
	options.of = (struct measures_wanted){ { MEASURE_WAITS } };
	options.slots = false;
	options.filter.states = options.filter.categories = options.filter.events = NULL;
	return recording_open(waits, &options, fault);
}

static int explain_both(struct explain *explain, struct recording *recording,
			const struct rows_options *options, struct recording *waits, size_t top,
			struct fault *fault)
{
	struct explanation explanation;
	struct waiting waiting;
	int error = explanation_init(&explanation, recording, options, top, fault);

	if (error)
		return error;
	if (waits && waiting_init(&waiting, waits, top))
		error = fault_no_memory(fault, "its waits");
	if (!error)
		put(explain, recording, &explanation, waits ? &waiting : NULL);
	if (!error && waits)
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
	struct recording recording, waits;
	size_t top = TOP_DEFAULT;
	int error = explain->top ? option_number("top", explain->top, &top, fault) : 0;

	explain->selection.recording.slots = true;
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
	if (!is_explained(recording.measure)) {
		error = fault_set(fault, -EINVAL, "--of cannot be '%s' here: give cycles, golden or waits; "
				  "'tea report --of %s' shows others", explain->selection.of, explain->selection.of);
		selection_close(&explain->selection, &recording);
		return error;
	}
	const struct rows_options options = {
		.by = bys[explain->by], .code = selection_code(&explain->selection),
	};

	if (has_waits(explain, &recording)) {
		error = read_waits(explain, &waits, fault);
		if (!error) {
			error = explain_both(explain, &recording, &options, &waits, top, fault);
			recording_close(&waits);
		}
	} else {
		error = explain_both(explain, &recording, &options,
				     recording.kind == &category_waits ? &recording : NULL, top, fault);
	}
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
	.summary = "Explain why the hottest instructions take their cycles, and what cures it.",
	.run = explain_run,
};
