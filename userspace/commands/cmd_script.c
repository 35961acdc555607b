// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_script.c - tea script: samples one by one
 */
#include <errno.h>

#include "analysis/places/diagnostics.h"
#include "output/pager.h"
#include "selection.h"
#include "text/view.h"
#include "text/view_script.h"

static int put(struct selection *selection, struct recording *recording, struct fault *fault)
{
	const struct rows_options options = { .code = selection_code(selection) };
	struct pager pager = { 0 };
	struct term term;
	size_t lines;

	progressbar_end(&selection->bar);
	term_init(&term, stdout);
	pager_open(&pager);
	lines = view_script_put(recording, recording->shown, &options, &term);
	pager_close(&pager);
	if (!lines)
		return diagnostics_no_rows(recording, "samples", selection->text, fault);
	view_warn(recording, stderr);
	return 0;
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct selection *selection = context;
	struct recording recording;
	int error = selection_operand(selection, count, operands, fault);

	selection->recording.sequence = selection->recording.cpus = true;
	if (!error)
		error = selection_open(selection, &recording, fault);
	if (error)
		return error;
	error = selection_check_samples(&recording, fault);
	if (!error)
		error = put(selection, &recording, fault);
	selection_close(selection, &recording);
	return error;
}

static int script_run(int argc, char **argv)
{
	/* profiles have sums only */
	struct selection selection = { .recording = { .symfs = "" }, .only = SELECTION_PERF };
	const struct option table[] = {
		{ "input", 'i', OPTION_TEXT, "FILE", "recording to read (default: perf.data)", NULL,
		  &selection.recording.path },
		OPTION_SYMFS(&selection.recording.symfs),
		{ "debuginfod", 0, OPTION_FLAG, NULL, "ask the servers of $DEBUGINFOD_URLS for symbols",
		  NULL, &selection.recording.debuginfod },
		SELECTION_SAMPLES(&selection),
		SELECTION_CODE(&selection),
		{ 0 },
	};
	int status = command_main(&cmd_script, table, argc, argv, show, &selection);

	selection_deinit(&selection);
	return status;
}

const struct command cmd_script = {
	.name = "script",
	.operands = "[FILE]",
	.operands_most = 1,
	.remedy = "name one file",
	.summary = "Show samples one by one, a line each, with their signatures.",
	.run = script_run,
};
