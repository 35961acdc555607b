// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_merge.c - tea merge: recordings of many machines, or of many runs, as one profile
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/outfile.h"
#include "merge/merge.h"
#include "selection.h"

struct merging {
	struct selection selection;
	const char *output, *list;
	struct mergelist recordings;
	struct merge merge;
};

static int write_profile(struct merging *merging, struct fault *fault)
{
	struct outfile out;
	int error = outfile_open(&out, merging->output);

	if (!error) {
		merge_write(&merging->merge, out.file);
		error = outfile_close(&out);
	}
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 merging->output, strerror(-error)) : 0;
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	struct merging *merging = context;
	struct selection *selection = &merging->selection;
	int error = selection_parse(selection, fault);

	for (int i = 0; !error && i < count; i++)
		error = mergelist_add(&merging->recordings, operands[i], NULL, fault);
	if (!error && merging->list)
		error = mergelist_read(&merging->recordings, merging->list, fault);
	if (error)
		return error;
	progressbar_begin(&selection->bar);
	selection->recording.progress = progressbar_progress(&selection->bar);
	error = mergelist_deal(&merging->recordings, &selection->recording.progress, fault);
	if (!error)
		error = merge_read(&merging->merge, &merging->recordings, &selection->recording, fault);
	progressbar_end(&selection->bar);
	return error ? error : write_profile(merging, fault);
}

static int merge_run(int argc, char **argv)
{
	struct merging merging = { .selection = SELECTION_DEFAULT, .output = "tea.profile" };
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "FILE", "profile to write (default: tea.profile)", NULL,
		  &merging.output },
		{ "list", 0, OPTION_TEXT, "FILE", "recordings, one a line, each with a tab and its label or "
		  "without", NULL, &merging.list },
		SELECTION_OF(&merging.selection),
		{ 0 },
	};
	int status = command_main(&cmd_merge, table, argc, argv, act, &merging);

	merge_deinit(&merging.merge);
	mergelist_deinit(&merging.recordings);
	selection_deinit(&merging.selection);
	return status;
}

const struct command cmd_merge = {
	.name = "merge",
	.operands = "[FILE]...",
	.operands_most = INT_MAX,
	.summary = "Add up recordings of many machines or runs, with what they differ by.",
	.run = merge_run,
};
