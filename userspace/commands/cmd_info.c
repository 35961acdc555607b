// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_info.c - tea info: what a file is a recording of, and what it lacks
 */
#include <errno.h>
#include <stdio.h>

#include "output/term.h"
#include "selection.h"
#include "text/view_info.h"

struct info {
	struct selection selection;
	unsigned int format;
};

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct info *info = context;
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct recording recording;
	struct rows objects;
	struct term term;
	const struct view_info view = { .recording = &recording, .objects = &objects, .term = &term };
	int error;

	if (count)
		info->selection.recording.path = operands[0];
	info->selection.recording.empty = true;
	error = selection_open(&info->selection, &recording, fault);
	if (error)
		return error;
	error = rows_fold(&objects, &recording, &by_object);
	if (error) {
		fault_set(fault, error, "out of memory for the objects");
	} else {
		progressbar_end(&info->selection.bar);
		term_init(&term, stdout);
		view_info_put(&view, info->format);
		rows_deinit(&objects);
	}
	selection_close(&info->selection, &recording);
	return error;
}

static int info_run(int argc, char **argv)
{
	struct info info = { .selection = SELECTION_DEFAULT };
	const struct option table[] = {
		SELECTION_RECORDING(&info.selection),
		SELECTION_EVENT(&info.selection),
		OPTION_FORMAT(view_format_names, &info.format),
		{ 0 },
	};
	int status = command_main(&cmd_info, table, argc, argv, show, &info);

	selection_deinit(&info.selection);
	return status;
}

const struct command cmd_info = {
	.name = "info",
	.operands = "[FILE]",
	.operands_most = 1,
	.remedy = "name one file",
	.summary = "Show what a file is a recording of, and what it lacks.",
	.run = info_run,
};
