// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_export.c - tea export: a recording for other tools
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/outfile.h"
#include "exportformats.h"
#include "mix/estimate.h"
#include "output/term.h"
#include "selection.h"
#include "text/view.h"

#define DATA_ROWS_MOST	1000		/* of a page, by data */

struct target {
	struct selection selection;
	const char *output;		/* NULL: standard output */
	unsigned int format;
};

static int put_file(const struct target *target, struct export *export, struct fault *fault)
{
	struct outfile out;
	int error;

	/* Names are read from the recording while the output is written. */
	if (input_is(export->recording->path, target->output))
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

/*
 * A page has the executions of the file, too; if they cannot be read beside cycles, that is noted.
 */
static int write_page(struct target *target, struct export *export, struct fault *fault)
{
	struct recording *recording = export->recording;
	struct recording_measure *mix = recording_executions(recording);
	struct estimate estimate;
	struct fault of_mix;
	int error;

	if (target->format != EXPORT_HTML || !mix)
		return write_out(target, export, fault);
	error = mix->failure ? fault_set(&of_mix, -ENODATA, "%s", mix->failure) :
		estimate_init(&estimate, recording, mix, ESTIMATE_AUTO, &of_mix);
	if (error) {
		notes_add(&recording->notes, "no instruction mix: %s", of_mix.text);
		return write_out(target, export, fault);
	}
	export->estimate = &estimate;
	error = write_out(target, export, fault);
	estimate_deinit(&estimate);
	return error;
}

/* Rows of a page by data, and the recording that they are of. */
struct page_data {
	struct recording recording;
	struct rows rows[EXPORT_DATA_KINDS];
};

static void data_close(struct page_data *data)
{
	for (size_t i = 0; i < EXPORT_DATA_KINDS; i++)
		rows_deinit(&data->rows[i]);
	recording_close(&data->recording);
}

static int data_fold(struct page_data *data, const struct rows_options *wanted)
{
	static const enum rows_by by[EXPORT_DATA_KINDS] = {
		ROWS_BY_DATA, ROWS_BY_DATA_FIELD, ROWS_BY_DATA_LINE, ROWS_BY_SHARING,
	};
	int error = 0;

	for (size_t i = 0; !error && i < EXPORT_DATA_KINDS; i++) {
		struct rows_options options = *wanted;

		options.by = by[i];
		error = rows_fold(&data->rows[i], &data->recording, data->recording.shown, &options);
		if (!error)
			error = rows_limit(&data->rows[i], DATA_ROWS_MOST, 0);
	}
	return error;
}

/*
 * Reads the file again, with places by what they access: a page's other parts would have a place for
 * each address. 1, 0 if there are no data, or a negative errno with @fault filled.
 */
static int data_open(struct page_data *data, const struct export *export, struct fault *fault)
{
	struct recording_options options = export->recording->options;
	int error;

	if (!export->recording->asks_data || export->executions || !strcmp(options.path, "-"))
		return 0;
	options.chains = options.sequence = options.cpus = false;
	options.also[0] = options.also[1] = (struct measures_wanted){ { MEASURE_NONE } };
	options.data = true;
	error = recording_open(&data->recording, &options, fault);
	if (error)
		return error;
	if (!data->recording.has_data) {
		data_close(data);
		return 0;
	}
	error = data_fold(data, export->wanted);
	if (error)
		data_close(data);
	return error ? fault_no_memory(fault, "the rows") : 1;
}

static int write_page_with_data(struct target *target, struct export *export, struct fault *fault)
{
	struct page_data data = { .rows = { { 0 } } };
	int found = target->format == EXPORT_HTML ? data_open(&data, export, fault) : 0, error;

	if (found < 0)
		return found;
	export->data = found ? data.rows : NULL;
	error = write_page(target, export, fault);
	if (found)
		data_close(&data);
	return error;
}

static int write_measure(struct target *target, struct recording *recording, struct fault *fault)
{
	const struct selection *selection = &target->selection;
	const struct rows_options wanted = {
		.by = ROWS_BY_OBJECT, .code = selection_code(selection),
	};
	struct export export = {
		.recording = recording, .measure = recording->shown, .wanted = &wanted,
		.selection = selection->text,
		.executions = recording->shown->kind == &category_executions && !selection->of,
	};
	int error = selection_check(selection, fault);

	if (!error && !export.executions)
		error = export_note(&export, fault);
	return error ? error : write_page_with_data(target, &export, fault);
}

/* Of a file with executions and no cycles, a page is of executions, unless it asks for what only cycles have. */
static void choose_measures(struct target *target)
{
	struct recording_options *options = &target->selection.recording;
	const struct recording_filter *filter = &options->filter;

	if (target->format == EXPORT_HTML && options->of.items[0] == MEASURE_NONE &&
	    !options->event && !filter->states && !filter->categories && !filter->events)
		options->of = (struct measures_wanted){ {
			MEASURE_CYCLES, MEASURE_GOLDEN, MEASURE_COUNTS, MEASURE_INSTRUCTIONS,
		} };
	if (target->format != EXPORT_HTML)
		return;
	options->also[0].items[0] = MEASURE_STAGES;
	options->also[1] = MEASURES_COUNTED;
}

static int run(struct target *target, struct fault *fault)
{
	struct selection *selection = &target->selection;
	struct recording_options *options = &selection->recording;
	struct recording recording;
	int error;

	options->chains = export_has_callers(target->format);
	options->sequence = target->format == EXPORT_FIREFOX || target->format == EXPORT_HTML;
	if (export_has_executions(target->format))
		options->of = MEASURES_SAMPLED;
	error = selection_parse(selection, fault);
	if (error)
		return error;
	choose_measures(target);
	error = selection_read(selection, options->path, &recording, fault);
	if (error)
		return error;
	error = write_measure(target, &recording, fault);
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
