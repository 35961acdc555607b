// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_annotate.c - tea annotate: the instructions of a function and their cycles
 */
#include <errno.h>

#include "analysis/places/annotation.h"
#include "analysis/places/diagnostics.h"
#include "analysis/places/rows_sort.h"
#include "mix/mixjoin.h"
#include "output/pager.h"
#include "programrun.h"
#include "text/view.h"

struct annotate {
	struct selection selection;
	struct programrun run;
	bool header;
	const char *top;
	unsigned int format, colors, sort;	/* sort: ANNOTATION_SORTS_COUNT: as the format has it */
};

static void note_code(struct recording *recording, const struct annotation *annotation)
{
	const struct symbols_object *object = annotation->function.object;
	const char *trouble = symbols_code_trouble(object);

	if (!trouble && !symbols_has_code(object))
		trouble = object->trouble;
	if (trouble)
		notes_add(&recording->notes, "no code of '%s' to disassemble: %s", object->path, trouble);
	else if (!symbols_has_code(object))
		notes_add(&recording->notes, "no code of '%s' to disassemble: only addresses with "
			  "%s are shown", object->path, annotation->rows.measure->kind->unit);
}

static void put(struct annotate *annotate, struct recording *recording,
		const struct annotation *annotation)
{
	struct pager pager = { 0 };
	struct term term;
	struct view view = {
		.recording = recording, .rows = &annotation->rows, .term = &term,
		.function = &annotation->function, .annotation = annotation,
		.selection = annotate->selection.text, .header = annotate->header,
	};

	progressbar_end(&annotate->selection.bar);
	term_init(&term, stdout);
	term_set_colors(&term, annotate->colors);
	note_code(recording, annotation);
	diagnostics_note_samples(recording, annotation->rows.measure);
	diagnostics_note_lines(recording, &annotation->rows);
	if (annotate->format == VIEW_TEXT)
		pager_open(&pager);
	view_put(&view, annotate->format);
	pager_close(&pager);
	if (annotate->format != VIEW_TEXT)
		view_warn(recording, stderr);
}

/*
 * Adds how often instructions were executed, if the file has it. A part that cannot be read is
 * noted, and everything else shown.
 */
static void add_executions(struct recording *recording, struct annotation *annotation)
{
	struct recording_measure *mix = recording_executions(recording);
	struct estimate estimate;
	struct mixjoin join;
	struct fault fault;
	int error;

	if (!mix)
		return;
	error = mix->failure ? fault_set(&fault, -ENODATA, "%s", mix->failure) :
		estimate_init(&estimate, recording, mix, ESTIMATE_AUTO, &fault);
	if (!error) {
		error = mixjoin_init(&join, recording, &estimate);
		if (error)
			fault_no_memory(&fault, "them");
		estimate_deinit(&estimate);
	}
	if (error) {
		notes_add(&recording->notes, "no executions: %s", fault.text);
		return;
	}
	mixjoin_annotation(&join, annotation);
	mixjoin_deinit(&join);
}

/* Only the text with the hottest lines first has a top. */
static int parse_top(const struct annotate *annotate, size_t *top, struct fault *fault)
{
	*top = 0;
	if (!annotate->top)
		return 0;
	if (annotate->format != VIEW_TEXT || annotate->sort == ANNOTATION_ADDRESS)
		return fault_set(fault, -EINVAL, "--top is of a text with the hottest source lines first: "
				 "leave it out, or --sort address and --format");
	return option_number("top", annotate->top, top, fault);
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct annotate *annotate = context;
	enum annotation_sort sort = annotate->sort;
	struct annotation annotation = { 0 };
	struct recording recording;
	int error = parse_top(annotate, &annotation.groups_most, fault);

	annotate->run.apart = annotate->format != VIEW_TEXT;
	annotate->selection.recording.also[0] = MEASURES_COUNTED;
	if (error)
		return error;
	error = programrun_select(&annotate->run, &annotate->selection, cmd_annotate.name, "golden", 0,
				  NULL, fault);
	if (error <= 0)
		return error;
	error = selection_open(&annotate->selection, &recording, fault);
	if (error)
		return error;
	programrun_opened(&annotate->run, &recording);
	if (annotate->sort == ANNOTATION_SORTS_COUNT)
		sort = annotate->format == VIEW_TEXT ? ANNOTATION_CYCLES : ANNOTATION_ADDRESS;
	error = annotation_find(&annotation, &recording, recording.shown,
				selection_code(&annotate->selection), count ? operands[0] : NULL,
				fault);
	if (!error)
		error = annotation_fill(&annotation, &recording, recording.shown, fault);
	if (!error)
		add_executions(&recording, &annotation);
	if (!error && annotate->format != VIEW_TEXT)
		error = rows_sort(&annotation.rows, annotation_sort_names[sort], fault);
	else if (!error && annotation_group(&annotation, sort))
		error = fault_no_memory(fault, "the source lines");
	if (!error)
		put(annotate, &recording, &annotation);
	annotation_deinit(&annotation);
	selection_close(&annotate->selection, &recording);
	return error;
}

static int annotate_run(int argc, char **argv)
{
	struct annotate annotate = {
		.selection = SELECTION_DEFAULT, .sort = ANNOTATION_SORTS_COUNT,
	};
	const struct option table[] = {
		SELECTION_RECORDING(&annotate.selection),
		SELECTION_SOURCES(&annotate.selection),
		{ "top", 0, OPTION_TEXT, "N", "only the N hottest source lines", NULL, &annotate.top },
		{ "sort", 's', OPTION_CHOICE, "KEY", "order, one of", annotation_sort_names,
		  &annotate.sort },
		SELECTION_SAMPLES(&annotate.selection),
		SELECTION_CODE(&annotate.selection),
		OPTION_FORMAT(view_format_names, &annotate.format),
		OPTION_HEADER(&annotate.header),
		OPTION_COLOR(&annotate.colors),
		PROGRAMRUN_OPTIONS(&annotate.run),
		{ 0 },
	};
	int status = command_main_program(&cmd_annotate, table, argc, argv, show, &annotate,
					  &annotate.run.program);

	programrun_deinit(&annotate.run);
	selection_deinit(&annotate.selection);
	return status;
}

const struct command cmd_annotate = {
	.name = "annotate",
	.operands = "[SYMBOL] [-- PROGRAM [ARGUMENT]...]",
	.operands_most = 1,
	.remedy = "name one function, as 'tea report' lists them, and the file behind -i",
	.summary = "Show the instructions of a function with their cycles, and why.",
	.run = annotate_run,
};
