// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_report.c - tea report: where the cycles of a recording went
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "views/view.h"
#include "views/view_notes.h"

static int report(const struct recording_options *options, enum rows_by by,
		  enum view_format format, struct fault *fault)
{
	struct recording recording;
	struct term term;
	struct rows rows;
	int error = recording_open(&recording, options, fault);

	if (error)
		return error;
	error = rows_fold(&rows, &recording, by, NULL);
	if (error) {
		fault_set(fault, error, "out of memory for the rows");
	} else {
		struct view view = { .recording = &recording, .rows = &rows, .term = &term };

		view_note_lost(&recording);
		view_note_unnamed(&recording, &rows);
		term_init(&term, stdout);
		view_put(&view, format);
		if (format != VIEW_TEXT)
			view_warn(&recording, stderr);
		rows_deinit(&rows);
	}
	recording_close(&recording);
	return error;
}

static int report_run(int argc, char **argv)
{
	struct recording_options options = { .path = "perf.data", .symfs = "" };
	unsigned int by = ROWS_BY_FUNCTION, format = VIEW_TEXT;
	const struct option table[] = {
		OPTION_INPUT(&options.path),
		{ "by", 0, OPTION_CHOICE, "WHAT", "a row is one", rows_by_names, &by },
		OPTION_FORMAT(view_format_names, &format),
		OPTION_SYMFS(&options.symfs),
		OPTION_GOLDEN(&options.golden),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_report, table, argc, argv, false, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(&cmd_report, table);
		return 0;
	}
	if (!error && first < argc)
		error = fault_set(&fault, -EINVAL, "unexpected '%s': name a file with -i FILE",
				  argv[first]);
	if (!error)
		error = report(&options, by, format, &fault);
	if (error)
		term_complain(cmd_report.name, fault.text);
	return error ? 1 : 0;
}

const struct command cmd_report = {
	.name = "report",
	.operands = "",
	.summary = "Show where the cycles of a recording went, and why.",
	.run = report_run,
};
