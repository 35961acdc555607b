// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_info.c - tea info: the contents of a recording, and its gaps
 */
#include <errno.h>
#include <stdio.h>

#include "import/profilecheck.h"
#include "output/term.h"
#include "selection.h"
#include "text/view_info.h"

#define FAULTS_SHOWN	20

struct info {
	struct selection selection;
	unsigned int format;
	bool check;
	size_t faults;			/* found by the check */
};

static void tell_fault(void *context, const char *where, const char *what)
{
	struct info *info = context;

	if (info->faults++ < FAULTS_SHOWN)
		printf("%s: %s %s\n", info->selection.recording.path, where, what);
}

static int check(struct info *info, struct fault *fault)
{
	const char *path = info->selection.recording.path;
	struct profilecheck found = { 0 };
	long faults = profilecheck_file(path, tell_fault, info, &found, fault);

	if (faults < 0) {
		struct fault plain = *fault;

		return fault_set(fault, (int)faults, "'%s': %s", path, plain.text);
	}
	if (faults > FAULTS_SHOWN)
		printf("%s: and %ld more\n", path, faults - FAULTS_SHOWN);
	if (faults)
		return fault_set(fault, -EINVAL, "'%s' is no sound profile: docs/profile-format.md has "
				 "the format", path);
	printf("%s: a sound profile of version %llu; rows of samples: %zu, of all cycles: %zu%s%s%s\n",
	       path, found.version, found.samples, found.golden, found.stages ? ", stage stacks" : "",
	       found.flops ? ", FLOPS stacks" : "", found.path ? ", critical path" : "");
	return 0;
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct info *info = context;
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct recording recording;
	struct rows objects;
	struct term term;
	const struct view_info view = { .recording = &recording, .objects = &objects, .term = &term };
	int error = selection_operand(&info->selection, count, operands, fault);

	if (!error && info->check)
		return check(info, fault);
	info->selection.recording.empty = true;
	if (!error)
		error = selection_open(&info->selection, &recording, fault);
	if (error)
		return error;
	error = rows_fold(&objects, &recording, recording.shown, &by_object);
	if (error) {
		fault_no_memory(fault, "the objects");
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
		{ "check", 0, OPTION_FLAG, NULL, "is it a sound profile? all that is wrong, by name", NULL,
		  &info.check },
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
