// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_sensitivity.c - tea sensitivity: which resources of the core limit a program
 *
 * The runs are ranking.h's.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/ranking.h"
#include "export/sensitivitypage.h"
#include "options.h"
#include "output/pager.h"
#include "text/view.h"
#include "text/view_sensitivity.h"

#define TOP_DEFAULT	10		/* places */

enum format {
	FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_HTML
};

static const char *const format_names[] = {
	[FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json",
	[FORMAT_HTML] = "html", NULL
};

/* Rows of code are those of enum rows_by, one behind. */
static const char *const by_names[] = { "resource", "function", "line", "instruction", NULL };

static const char *const engine_names[] = {
	[RANKING_FULL] = "full", [RANKING_FAST] = "fast", NULL
};

struct run {
	struct ranking ranking;
	unsigned int by, format, colors;
	const char *output, *sets, *top;
	size_t places_most;
};

static void put(const struct run *run, FILE *file, struct recording *base)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view_sensitivity view = {
		.sensitivity = &run->ranking.sensitivity, .term = &term, .recording = base,
		.by = run->by ? by_names[run->by] : NULL,
	};

	term_init(&term, file);
	term_set_colors(&term, run->colors);
	if (run->format == FORMAT_TEXT && !run->output)
		pager_open(&pager);
	if (run->format == FORMAT_TEXT)
		view_sensitivity_text(&view);
	else if (run->format == FORMAT_CSV)
		view_sensitivity_csv(&view);
	else if (run->format == FORMAT_JSON)
		view_sensitivity_json(&view);
	else
		sensitivitypage_put(&view);
	pager_close(&pager);
	if (run->format == FORMAT_CSV || run->format == FORMAT_JSON)
		view_warn(base, stderr);
}

static int put_report(const struct run *run, struct recording *base, struct fault *fault)
{
	FILE *file = run->output ? fopen(run->output, "we") : stdout;

	if (!file)
		return fault_set(fault, -errno, "cannot write '%s': %s; name another with -o",
				 run->output, strerror(errno));
	put(run, file, base);
	if (run->output && (ferror(file) | fclose(file)))
		return fault_set(fault, -EIO, "cannot write '%s': %s; name another with -o",
				 run->output, strerror(errno));
	return 0;
}

static int show(struct run *run, struct fault *fault)
{
	struct recording base;
	int error = ranking_open(&run->ranking, &base, fault);

	if (error)
		return error;
	error = ranking_finish(&run->ranking, &base, (enum rows_by)(run->by - 1), run->places_most, fault);
	if (!error)
		error = put_report(run, &base, fault);
	recording_close(&base);
	return error;
}

/* Returns the program's exit status, or a negative errno. */
static int measure(struct run *run, int argc, char **program, struct fault *fault)
{
	int status = ranking_measure(&run->ranking, argc, program, fault);
	int error = status >= 0 && ranking_is_measured(&run->ranking) ? show(run, fault) : 0;

	return error ? error : status;
}

static int check(struct run *run, bool program, struct fault *fault)
{
	struct ranking *ranking = &run->ranking;
	int error = run->top ? option_number("top", run->top, &run->places_most, fault) : 0;

	if (!error && run->sets && strcmp(run->sets, "0"))
		error = option_number("sets", run->sets, &ranking->members_most, fault);
	if (!error && !program)
		error = fault_set(fault, -EINVAL, "no program to run: name one behind '--'");
	ranking->sets_asked = run->sets;
	ranking->code = run->by;
	ranking->weighing.parts = ranking->engine == RANKING_FAST;
	ranking->experiment.command = cmd_sensitivity.name;
	ranking->experiment.log = stderr;
	ranking->experiment.apart = run->format != FORMAT_TEXT && !run->output;
	return error ? error : weighing_parse(&ranking->weighing, fault);
}

static int sensitivity_run(int argc, char **argv)
{
	struct run run = { .ranking.engine = RANKING_UNNAMED, .places_most = TOP_DEFAULT };
	const struct option table[] = {
		{ "resources", 0, OPTION_TEXT, "LIST", "what there is to be more of (default: all)", NULL,
		  &run.ranking.weighing.resources },
		{ "weights", 0, OPTION_TEXT, "LIST", "how many times as much (default: 2,ideal)", NULL,
		  &run.ranking.weighing.texts },
		{ "sets", 0, OPTION_TEXT, "N", "find a set of up to N, 0: none (default: 4 of few resources)", NULL,
		  &run.sets },
		{ "by", 0, OPTION_CHOICE, "WHAT", "where the cycles go away, too, one of", by_names,
		  &run.by },
		{ "top", 0, OPTION_TEXT, "N", "so many rows of code (default: 10)", NULL, &run.top },
		{ "engine", 0, OPTION_CHOICE, "NAME", "what measures all (default: as much as is quick), one of",
		  engine_names, &run.ranking.engine },
		OPTION_CORE(&run.ranking.weighing.core),
		OPTION_KNOBS(&run.ranking.weighing.knobs),
		OPTION_REPORT(&run.output),
		OPTION_SYSROOT(&run.ranking.experiment.sysroot),
		OPTION_FORMAT(format_names, &run.format),
		OPTION_COLOR(&run.colors),
		{ 0 },
	};
	struct fault fault;
	int first, status;

	first = status = options_parse(&cmd_sensitivity, table, argc, argv, true, &fault);
	if (first > 0)
		status = check(&run, first < argc, &fault);
	if (first > 0 && !status)
		status = measure(&run, argc - first, argv + first, &fault);
	if (!first)
		options_help(&cmd_sensitivity, table);
	ranking_deinit(&run.ranking);
	if (status < 0)
		term_complain(cmd_sensitivity.name, fault.text);
	return status < 0 ? 1 : status;
}

const struct command cmd_sensitivity = {
	.name = "sensitivity",
	.operands = "-- PROGRAM [ARGUMENT]...",
	.summary = "Show which resources of the core limit a program, alone and together.",
	.run = sensitivity_run,
};
