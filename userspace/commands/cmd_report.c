// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_report.c - tea report: where the cycles of a recording went
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/places/chance.h"
#include "analysis/places/diagnostics.h"
#include "analysis/places/lives.h"
#include "analysis/places/rows_sort.h"
#include "browser/tui.h"
#include "output/pager.h"
#include "programrun.h"
#include "text/view.h"

/* Rows of a text that are shown however small they are, and the share of the others. */
#define ROWS_LEAST	20
#define PERCENT_LEAST	0.1

struct report {
	struct selection selection;
	struct programrun run;
	unsigned int by, format, colors, order;
	const char *sort, *top, *percent_limit;
	bool children, tui, header;
	size_t rows_max;
	double percent;
};

/* Sort keys of perf that are kinds of rows here. */
static const struct {
	const char *keys;
	enum rows_by by;
} perf_sorts[] = {
	{ "symbol", ROWS_BY_FUNCTION }, { "sym", ROWS_BY_FUNCTION },
	{ "dso,symbol", ROWS_BY_FUNCTION }, { "dso,sym", ROWS_BY_FUNCTION },
	{ "symbol,dso", ROWS_BY_FUNCTION }, { "sym,dso", ROWS_BY_FUNCTION },
	{ "srcline", ROWS_BY_LINE }, { "dso", ROWS_BY_OBJECT }, { "tid", ROWS_BY_THREAD },
	{ "cpu", ROWS_BY_CPU },
};

static void take_perf_sort(struct report *report)
{
	for (size_t i = 0; report->sort && i < sizeof(perf_sorts) / sizeof(perf_sorts[0]); i++) {
		if (strcmp(report->sort, perf_sorts[i].keys) || report->by != ROWS_BY_FUNCTION)
			continue;
		report->by = perf_sorts[i].by;
		report->sort = NULL;
	}
}

static int parse_limits(struct report *report, struct fault *fault)
{
	char *end;

	if (report->top && option_number("top", report->top, &report->rows_max, fault))
		return -EINVAL;
	if (report->percent_limit) {
		report->percent = strtod(report->percent_limit, &end);
		if (end == report->percent_limit || *end || !(report->percent >= 0))
			return fault_set(fault, -EINVAL, "--percent-limit cannot be '%s': give a share in "
					 "percent, as 0.5", report->percent_limit);
	}
	return 0;
}

static int check_calls(struct report *report, struct fault *fault)
{
	bool graph = report->order != CALLS_ORDERS_COUNT;

	if ((report->children || graph) && report->tui)
		return fault_set(fault, -EINVAL, "--tui shows no %s: leave out one of the two",
				 report->children ? "--children" : "--call-graph");
	if ((report->children || graph) && report->by != ROWS_BY_FUNCTION)
		return fault_set(fault, -EINVAL, "%s needs rows by function: leave out --by %s",
				 report->children ? "--children" : "--call-graph",
				 rows_by_names[report->by]);
	if (rows_by_data(report->by) && report->run.program.count)
		return fault_set(fault, -EINVAL, "--by %s cannot be of a program that 'tea sim' runs, which "
				 "records no data addresses: record it with 'tea record --mem' on a machine "
				 "with a unit that has them", rows_by_names[report->by]);
	/* A function's own cycles do not include its callees. */
	report->children |= report->order == CALLS_CALLER;
	report->selection.recording.chains = report->children || graph || report->tui ||
					     report->by == ROWS_BY_SYSCALL;
	report->selection.recording.cpus = report->by == ROWS_BY_CPU || report->by == ROWS_BY_SHARING ||
					   report->tui;
	report->selection.recording.sequence = report->by == ROWS_BY_TIME;
	report->selection.recording.data = rows_by_data(report->by) || report->tui;
	return 0;
}

static int check_recording(const struct report *report, const struct recording *recording,
			   struct fault *fault)
{
	if ((report->children || report->order != CALLS_ORDERS_COUNT) && !recording->has_chains)
		return fault_set(fault, -ENODATA, "'%s' has no callchains: record them with 'perf record "
				 "-g -e tea//'", recording->path);
	if (report->by == ROWS_BY_CPU && !recording->has_cpus)
		return fault_set(fault, -ENODATA, "'%s' does not say on which CPU a sample was taken: "
				 "record it with 'perf record --sample-cpu' or -a", recording->path);
	if (report->by == ROWS_BY_SYSCALL && !recording->has_chains)
		return fault_set(fault, -ENODATA, "'%s' has no callchains, which tell the system call: "
				 "record them with 'tea record -g'", recording->path);
	if (rows_by_data(report->by) && !recording->has_data)
		return fault_set(fault, -ENODATA, "'%s' has no data addresses: record them with 'tea record "
				 "--mem' on a machine with a unit that has them", recording->path);
	return report->by == ROWS_BY_TIME ? selection_check_times(&report->selection, recording, fault) : 0;
}

/* A small share, or one that chance alone can make. */
static bool is_small(const struct rows *rows, const struct row *row)
{
	const struct pics_stack *stack = row->stack;

	if (rows->by == ROWS_BY_SHARING)
		return !row->shared || row->shared->verdict == SHARING_UNKNOWN;
	return 100.0 * (double)stack->parts < PERCENT_LEAST * (double)rows->total.parts ||
	       chance_hides(stack->parts, &stack->weight, rows->total.stacks);
}

/* Small rows of a text without explicit limits or order become one. */
static int limit_rows(const struct report *report, struct rows *rows)
{
	size_t shown = rows->count;

	if (report->top || report->percent_limit)
		return rows_limit(rows, report->rows_max, report->percent);
	if (report->format != VIEW_TEXT || report->sort || report->children ||
	    report->by == ROWS_BY_TIME)
		return 0;
	while (shown > ROWS_LEAST && is_small(rows, &rows->rows[shown - 1]))
		shown--;
	/* One line for one row saves nothing. */
	return shown + 1 < rows->count ? rows_limit(rows, shown, 0) : 0;
}

static int put(struct report *report, struct recording *recording, struct rows *rows,
	       const struct calls *calls)
{
	struct term term;
	struct pager pager = { 0 };
	struct view view = {
		.recording = recording, .rows = rows, .term = &term,
		.selection = report->selection.text, .order = report->order,
		.header = report->header,
		.calls = report->order != CALLS_ORDERS_COUNT ? calls : NULL,
	};

	diagnostics_note_samples(recording, rows->measure);
	diagnostics_note_names(recording, rows);
	diagnostics_note_lines(recording, rows);
	if (report->by == ROWS_BY_THREAD)
		diagnostics_note_threads(recording);
	if (limit_rows(report, rows))
		return -ENOMEM;
	progressbar_end(&report->selection.bar);
	term_init(&term, stdout);
	term_set_colors(&term, report->colors);
	if (report->format == VIEW_TEXT)
		pager_open(&pager);
	view_put(&view, report->format);
	pager_close(&pager);
	if (report->format != VIEW_TEXT)
		view_warn(recording, stderr);
	return 0;
}

static int fold(struct report *report, struct recording *recording, struct fault *fault)
{
	const struct rows_options options = {
		.by = report->by, .code = selection_code(&report->selection),
	};
	struct calls calls = { 0 };
	struct rows rows;
	int error = rows_fold(&rows, recording, recording->shown, &options);

	if (!error && report->selection.recording.chains)
		error = calls_init(&calls, recording, &rows, &options);
	if (!error && report->children)
		error = calls_include(&calls);
	if (error)
		fault_no_memory(fault, "the rows");
	if (!error && !rows.count)
		error = diagnostics_no_rows(recording, rows.measure->kind->unit,
					    report->selection.text, fault);
	if (!error && (report->sort || report->by == ROWS_BY_TIME))
		error = rows_sort(&rows, report->sort ? report->sort : "name", fault);
	if (!error && report->by == ROWS_BY_THREAD && lives_add(&rows, recording))
		error = fault_no_memory(fault, "the lives of threads");
	if (!error && put(report, recording, &rows, &calls))
		error = fault_no_memory(fault, "the rows");
	calls_deinit(&calls);
	rows_deinit(&rows);
	return error;
}

static int browse(struct report *report, struct recording *recording, struct fault *fault)
{
	const struct tui_options options = {
		.rows = {
			.by = report->by, .code = selection_code(&report->selection),
		},
		.sort = report->sort, .selection = report->selection.text,
	};

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return fault_set(fault, -ENOTTY, "--tui needs a terminal: leave it out, or the pipe");
	progressbar_end(&report->selection.bar);
	return tui_run(recording, &options, fault);
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct report *report = context;
	struct recording recording;
	int error = parse_limits(report, fault);

	take_perf_sort(report);
	if (!error)
		error = check_calls(report, fault);
	if (report->tui) {
		report->selection.recording.also[0].items[0] = MEASURE_STAGES;
		report->selection.recording.also[1].items[0] = MEASURE_FLOPS;
	} else if (report->by == ROWS_BY_THREAD) {
		report->selection.recording.also[0].items[0] = MEASURE_WAITS;
	}
	report->run.apart = report->format != VIEW_TEXT;
	if (!error)
		error = programrun_select(&report->run, &report->selection, cmd_report.name, "golden",
					  count, operands, fault);
	if (error <= 0)
		return error;
	error = selection_open(&report->selection, &recording, fault);
	if (error)
		return error;
	programrun_opened(&report->run, &recording);
	error = check_recording(report, &recording, fault);
	if (!error)
		error = report->tui ? browse(report, &recording, fault) :
			fold(report, &recording, fault);
	selection_close(&report->selection, &recording);
	return error;
}

static int report_run(int argc, char **argv)
{
	struct report report = {
		.selection = SELECTION_DEFAULT, .order = CALLS_ORDERS_COUNT,
	};
	const struct option table[] = {
		SELECTION_RECORDING(&report.selection),
		{ "by", 0, OPTION_CHOICE, "WHAT", "a row is one", rows_by_names, &report.by },
		{ "sort", 's', OPTION_TEXT, "KEYS", "order by cycles, name, address, ST-LLC, ...", NULL,
		  &report.sort },
		OPTION_TOP(&report.top),
		{ "percent-limit", 0, OPTION_TEXT, "P", "only rows of at least so many percent", NULL,
		  &report.percent_limit },
		{ "children", 0, OPTION_FLAG, NULL, "functions with what they call", NULL,
		  &report.children },
		{ "call-graph", 'g', OPTION_CHOICE_MAYBE, "ORDER", "call trees, in which the row is the",
		  calls_order_names, &report.order },
		{ "tui", 0, OPTION_FLAG, NULL, "browse in the terminal", NULL, &report.tui },
		SELECTION_SAMPLES(&report.selection),
		SELECTION_CODE(&report.selection),
		OPTION_FORMAT(view_format_names, &report.format),
		OPTION_HEADER(&report.header),
		OPTION_COLOR(&report.colors),
		PROGRAMRUN_OPTIONS(&report.run),
		{ 0 },
	};
	int status = command_main_program(&cmd_report, table, argc, argv, show, &report,
					  &report.run.program);

	programrun_deinit(&report.run);
	selection_deinit(&report.selection);
	return status;
}

const struct command cmd_report = {
	.name = "report",
	.operands = "[FILE | -- PROGRAM [ARGUMENT]...]",
	.operands_most = 1,
	.remedy = "name one file",
	.summary = "Show where the cycles of a recording went, and why.",
	.run = report_run,
};
