// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_annotate.c - tea annotate: the instructions of a function and their cycles
 */
#include <errno.h>

#include "analysis/annotation.h"
#include "options.h"
#include "views/view.h"
#include "views/view_notes.h"

static void put(struct recording *recording, struct annotation *annotation,
		enum view_format format)
{
	struct term term;
	struct view view = {
		.recording = recording, .rows = &annotation->rows, .term = &term,
		.function = &annotation->function,
	};

	term_init(&term, stdout);
	if (!annotation->function.object->elf.dwfl)
		notes_add(&recording->notes, "no code of '%s' to disassemble: only addresses with "
			  "cycles are shown", annotation->function.object->path);
	view_note_lost(recording);
	view_put(&view, format);
	if (format != VIEW_TEXT)
		view_warn(recording, stderr);
}

static int annotate(const struct recording_options *options, const char *name,
		    enum view_format format, struct fault *fault)
{
	struct annotation annotation = { 0 };
	struct recording recording;
	int error = recording_open(&recording, options, fault);

	if (error)
		return error;
	error = annotation_find(&annotation, &recording, name, fault);
	if (!error)
		error = annotation_fill(&annotation, &recording, fault);
	if (!error)
		put(&recording, &annotation, format);
	annotation_deinit(&annotation);
	recording_close(&recording);
	return error;
}

static int annotate_run(int argc, char **argv)
{
	struct recording_options options = { .path = "perf.data", .symfs = "" };
	unsigned int format = VIEW_TEXT;
	const struct option table[] = {
		OPTION_INPUT(&options.path),
		OPTION_FORMAT(view_format_names, &format),
		OPTION_SYMFS(&options.symfs),
		OPTION_GOLDEN(&options.golden),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_annotate, table, argc, argv, false, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(&cmd_annotate, table);
		return 0;
	}
	if (!error && argc - first != 1)
		error = fault_set(&fault, -EINVAL, "name one function, as 'tea report' lists them");
	if (!error)
		error = annotate(&options, argv[first], format, &fault);
	if (error)
		term_complain(cmd_annotate.name, fault.text);
	return error ? 1 : 0;
}

const struct command cmd_annotate = {
	.name = "annotate",
	.operands = "SYMBOL",
	.summary = "Show the instructions of a function with their cycles, and why.",
	.run = annotate_run,
};
