// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_export.c - tea export: a recording for other tools
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export/export.h"
#include "options.h"
#include "views/term.h"
#include "views/view_notes.h"

struct target {
	const char *output;		/* NULL: standard output */
	unsigned int format;
};

/* Half a file is worse than none; what is no file (/dev/full) is left alone. */
static void drop(const char *path)
{
	struct stat status;

	if (!lstat(path, &status) && S_ISREG(status.st_mode))
		unlink(path);
}

static int put_file(const struct target *target, struct recording *recording,
		    struct fault *fault)
{
	struct export export = { .recording = recording, .file = fopen(target->output, "we") };
	int error;

	if (!export.file)
		return fault_set(fault, -errno, "cannot write '%s': %s", target->output,
				 strerror(errno));
	error = export_put(&export, target->format, fault);
	if ((ferror(export.file) | fclose(export.file)) && !error)
		error = fault_set(fault, -EIO, "cannot write '%s': %s", target->output,
				  strerror(errno));
	if (error)
		drop(target->output);
	return error;
}

static int put(const struct target *target, struct recording *recording, struct fault *fault)
{
	struct export export = { .recording = recording, .file = stdout };

	if (target->output)
		return put_file(target, recording, fault);
	return export_put(&export, target->format, fault);
}

/* What is lost or has no names is noted in the page, and on standard error. */
static int note(struct recording *recording, struct fault *fault)
{
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct rows rows;

	if (rows_fold(&rows, recording, &by_object))
		return fault_set(fault, -ENOMEM, "out of memory for the objects");
	view_note_lost(recording);
	view_note_unnamed(recording, &rows);
	rows_deinit(&rows);
	return 0;
}

static int run(const struct recording_options *options, const struct target *target,
	       struct fault *fault)
{
	struct recording recording;
	int error = recording_open(&recording, options, fault);

	if (error)
		return error;
	error = note(&recording, fault);
	if (!error)
		error = put(target, &recording, fault);
	if (!error)
		view_warn(&recording, stderr);
	recording_close(&recording);
	return error;
}

static int check(const struct target *target, int operands, char **operand, struct fault *fault)
{
	if (operands)
		return fault_set(fault, -EINVAL, "unexpected '%s': name a file with -i FILE",
				 operand[0]);
	if (target->format == EXPORT_COUNT)
		return fault_set(fault, -EINVAL, "no format: give one with --to, 'tea export -h' "
				 "lists them");
	if (!target->output && export_is_binary(target->format) && isatty(STDOUT_FILENO))
		return fault_set(fault, -EINVAL, "%s is not for a terminal: give -o FILE",
				 export_format_names[target->format]);
	return 0;
}

static int export_run(int argc, char **argv)
{
	struct recording_options options = { .path = "perf.data", .symfs = "" };
	struct target target = { .format = EXPORT_COUNT };
	const struct option table[] = {
		OPTION_INPUT(&options.path),
		{ "to", 0, OPTION_CHOICE, "FORMAT", "one of", export_format_names,
		  &target.format },
		{ "output", 'o', OPTION_TEXT, "FILE", "file to write (default: standard output)",
		  NULL, &target.output },
		OPTION_SYMFS(&options.symfs),
		OPTION_GOLDEN(&options.golden),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_export, table, argc, argv, false, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(&cmd_export, table);
		return 0;
	}
	if (!error)
		error = check(&target, argc - first, argv + first, &fault);
	if (!error) {
		options.chains = export_has_callers(target.format);
		error = run(&options, &target, &fault);
	}
	if (error)
		term_complain(cmd_export.name, fault.text);
	return error ? 1 : 0;
}

const struct command cmd_export = {
	.name = "export",
	.operands = "",
	.summary = "Write a recording for a browser, a flame graph, pprof or KCachegrind.",
	.run = export_run,
};
