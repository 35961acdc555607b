// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_info.c - tea info: what a file is a recording of, and what it lacks
 */
#include <errno.h>
#include <stdio.h>

#include "selection.h"
#include "views/term.h"
#include "views/view_info.h"

static int show(struct selection *selection, unsigned int format, struct fault *fault)
{
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct recording recording;
	struct rows objects;
	struct term term;
	struct view_info info = { .recording = &recording, .objects = &objects, .term = &term };
	int error;

	selection->recording.empty = true;
	error = selection_open(selection, &recording, fault);
	if (error)
		return error;
	error = rows_fold(&objects, &recording, &by_object);
	if (error) {
		fault_set(fault, error, "out of memory for the objects");
	} else {
		term_init(&term, stdout);
		view_info_put(&info, format);
		rows_deinit(&objects);
	}
	recording_close(&recording);
	return error;
}

static int info_run(int argc, char **argv)
{
	struct selection selection = SELECTION_DEFAULT;
	unsigned int format = VIEW_TEXT;
	const struct option table[] = {
		SELECTION_RECORDING(&selection),
		OPTION_FORMAT(view_format_names, &format),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_info, table, argc, argv, false, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(&cmd_info, table);
		return 0;
	}
	if (!error && argc - first > 1)
		error = fault_set(&fault, -EINVAL, "unexpected '%s': name one file",
				  argv[first + 1]);
	if (!error) {
		if (first < argc)
			selection.recording.path = argv[first];
		error = show(&selection, format, &fault);
	}
	selection_deinit(&selection);
	if (error)
		term_complain(cmd_info.name, fault.text);
	return error ? 1 : 0;
}

const struct command cmd_info = {
	.name = "info",
	.operands = "[FILE]",
	.summary = "Show what a file is a recording of, and what it lacks.",
	.run = info_run,
};
