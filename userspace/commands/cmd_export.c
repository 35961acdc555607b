// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_export.c - tea export: a recording for other tools
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/lacks.h"
#include "base/outfile.h"
#include "export/export.h"
#include "mixreading.h"
#include "output/term.h"
#include "selection.h"
#include "text/view.h"

struct target {
	struct selection selection;
	const char *output;		/* NULL: standard output */
	unsigned int format;
};

/* Names are read from the recording while the output is written. */
static bool is_input(const char *input, const char *output)
{
	struct stat one, other;

	return !stat(input, &one) && !stat(output, &other) && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

static int put_file(const struct target *target, struct export *export, struct fault *fault)
{
	struct outfile out;
	int error;

	if (is_input(export->recording->path, target->output))
		return fault_set(fault, -EINVAL, "'%s' is the recording: name another file with -o",
				 target->output);
	error = outfile_open(&out, target->output);
	if (error)
		return fault_set(fault, error, "cannot write '%s': %s", target->output,
				 strerror(-error));
	export->file = out.file;
	error = export_put(export, target->format, fault);
	if (error) {
		outfile_drop(&out);
		return error;
	}
	error = outfile_close(&out);
	return error ? fault_set(fault, error, "cannot write '%s': %s", target->output,
				 strerror(-error)) : 0;
}

static bool to_stdout(const struct target *target)
{
	return !target->output || !strcmp(target->output, "-");
}

static int put(const struct target *target, struct export *export, struct fault *fault)
{
	if (!to_stdout(target))
		return put_file(target, export, fault);
	export->file = stdout;
	return export_put(export, target->format, fault);
}

/* What is lost or has no names is noted in the page, and on standard error. */
static int note(const struct export *export, struct fault *fault)
{
	struct rows rows;
	int error = rows_fold(&rows, export->recording, export->wanted);

	if (error)
		return fault_no_memory(fault, "the objects");
	if (rows.count) {
		lacks_note_samples(export->recording);
		lacks_note_names(export->recording, &rows);
	} else {
		error = fault_set(fault, -ENODATA, "no %s in what '%s' leaves: ask for fewer "
				  "conditions", export->recording->kind->unit, export->selection);
	}
	rows_deinit(&rows);
	return error;
}

static int write_out(struct target *target, struct export *export, struct fault *fault)
{
	struct recording *recording = export->recording;
	int error;

	progress_tell(&recording->options.progress, "writing", 0, 0);
	if (!target->output && isatty(STDOUT_FILENO))
		progressbar_end(&target->selection.bar);
	error = put(target, export, fault);
	progressbar_end(&target->selection.bar);
	if (!error)
		view_warn(recording, stderr);
	return error;
}

/* A page has the executions of the same file, too; what cannot be read of them is noted. */
static int write_page(struct target *target, struct export *export, struct fault *fault)
{
	struct mixreading reading;
	struct fault of_mix;
	int error;

	if (target->format != EXPORT_HTML || !mixreading_is_possible(export->recording))
		return write_out(target, export, fault);
	if (mixreading_open(&reading, &target->selection, &of_mix)) {
		notes_add(&export->recording->notes, "no instruction mix: %s", of_mix.text);
		return write_out(target, export, fault);
	}
	export->mix = &reading.recording;
	export->estimate = &reading.estimate;
	error = write_out(target, export, fault);
	mixreading_close(&reading, &target->selection);
	return error;
}

/* Is something asked for that only cycles have? */
static bool asks_cycles(const struct recording_options *options)
{
	const struct recording_filter *filter = &options->filter;

	return options->of.items[0] != MEASURE_NONE || options->event || filter->states || filter->categories || filter->events;
}

static bool has_cycles(const struct recording *recording)
{
	return recording_has(recording, MEASURE_CYCLES) || recording_has(recording, MEASURE_GOLDEN);
}

/* Of a file that has executions and no cycles, which is @error, a page of these. */
static int write_mix(struct target *target, int error, struct fault *fault)
{
	struct selection *selection = &target->selection;
	const struct rows_options wanted = { .code = selection_code(selection) };
	struct mixreading reading;
	struct export export = {
		.recording = &reading.recording, .mix = &reading.recording, .wanted = &wanted,
		.estimate = &reading.estimate, .selection = selection->text,
	};
	struct fault of_mix;

	if (target->format != EXPORT_HTML || asks_cycles(&selection->recording) ||
	    mixreading_open(&reading, selection, &of_mix))
		return error;
	if (!has_cycles(&reading.recording)) {
		error = selection_check(selection, fault);
		if (!error)
			error = write_out(target, &export, fault);
	}
	mixreading_close(&reading, selection);
	return error;
}

static int write_cycles(struct target *target, struct recording *recording, struct fault *fault)
{
	const struct selection *selection = &target->selection;
	const struct rows_options wanted = {
		.by = ROWS_BY_OBJECT, .code = selection_code(selection),
	};
	struct export export = {
		.recording = recording, .wanted = &wanted, .selection = selection->text,
	};
	int error = selection_check(selection, fault);

	if (!error && !export_has_executions(target->format))
		error = note(&export, fault);
	return error ? error : write_page(target, &export, fault);
}

static int run(struct target *target, struct fault *fault)
{
	struct selection *selection = &target->selection;
	struct recording_options *options = &selection->recording;
	struct recording recording;
	int error;

	options->chains = export_has_callers(target->format);
	options->sequence = target->format == EXPORT_FIREFOX || target->format == EXPORT_HTML;
	options->slots = target->format == EXPORT_HTML;
	if (export_has_executions(target->format))
		options->of = mixreading_sampled;
	error = selection_parse(selection, fault);
	if (error)
		return error;
	error = selection_read(selection, options->path, &recording, fault);
	if (error)
		return write_mix(target, error, fault);
	error = write_cycles(target, &recording, fault);
	selection_close(selection, &recording);
	return error;
}

static int check(const struct target *target, struct fault *fault)
{
	if (target->format == EXPORT_COUNT)
		return fault_set(fault, -EINVAL, "no format: give one with --to, 'tea export -h' "
				 "lists them");
	if (export_has_executions(target->format) && target->selection.of)
		return fault_set(fault, -EINVAL, "%s is of executions: leave out --of",
				 export_format_names[target->format]);
	if (to_stdout(target) && export_is_binary(target->format) && isatty(STDOUT_FILENO))
		return fault_set(fault, -EINVAL, "%s is not for a terminal: give -o FILE",
				 export_format_names[target->format]);
	return 0;
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	struct target *target = context;
	int error = check(target, fault);

	if (!error)
		error = selection_operand(&target->selection, count, operands, fault);
	return error ? error : run(target, fault);
}

static int export_run(int argc, char **argv)
{
	struct target target = { .selection = SELECTION_DEFAULT, .format = EXPORT_COUNT };
	const struct option table[] = {
		SELECTION_RECORDING(&target.selection),
		SELECTION_SOURCES(&target.selection),
		{ "to", 0, OPTION_CHOICE, "FORMAT", "one of", export_format_names,
		  &target.format },
		{ "output", 'o', OPTION_TEXT, "FILE", "file to write, - for standard output (default)",
		  NULL, &target.output },
		SELECTION_SAMPLES(&target.selection),
		SELECTION_CODE(&target.selection),
		{ 0 },
	};
	int status = command_main(&cmd_export, table, argc, argv, act, &target);

	selection_deinit(&target.selection);
	return status;
}

const struct command cmd_export = {
	.name = "export",
	.operands = "[FILE]",
	.operands_most = 1,
	.remedy = "name one file",
	.summary = "Write a recording for a browser, flame graphs, pprof, KCachegrind or compilers.",
	.run = export_run,
};
