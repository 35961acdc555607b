// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_sensitivity.c - tea sensitivity: which resources of the core limit a program
 *
 * The view is rankview.h's, which tea whatif shows, too, where nothing is to be changed.
 */
#include <errno.h>
#include <string.h>

#include "options.h"
#include "rankview.h"

static const char *const format_names[] = {
	[RANKVIEW_TEXT] = "text", [RANKVIEW_CSV] = "csv", [RANKVIEW_JSON] = "json",
	[RANKVIEW_HTML] = "html", NULL
};

static const char *const engine_names[] = {
	[RANKING_FULL] = "full", [RANKING_FAST] = "fast", NULL
};

static int check(struct rankview *view, const char *sets, const char *top, bool program,
		 struct fault *fault)
{
	struct ranking *ranking = &view->ranking;
	int error = top ? option_number("top", top, &view->places_most, fault) : 0;

	if (!error && sets && strcmp(sets, "0"))
		error = option_number("sets", sets, &ranking->members_most, fault);
	if (!error && !program)
		error = fault_set(fault, -EINVAL, "no program to run: name one behind '--'");
	ranking->sets_asked = sets;
	return error;
}

static int sensitivity_run(int argc, char **argv)
{
	struct rankview view = RANKVIEW_INIT;
	const char *sets = NULL, *top = NULL;
	const struct option table[] = {
		{ "resources", 0, OPTION_TEXT, "LIST", "what there is to be more of (default: all)", NULL,
		  &view.ranking.weighing.resources },
		{ "weights", 0, OPTION_TEXT, "LIST", "how many times as much (default: 2,ideal)", NULL,
		  &view.ranking.weighing.texts },
		{ "sets", 0, OPTION_TEXT, "N", "find a set of up to N, 0: none (default: 4 of few resources)", NULL,
		  &sets },
		{ "by", 0, OPTION_CHOICE, "WHAT", "where the cycles go away, too, one of", rankview_by_names,
		  &view.by },
		{ "top", 0, OPTION_TEXT, "N", "so many rows of code (default: 10)", NULL, &top },
		{ "engine", 0, OPTION_CHOICE, "NAME", "what measures all (default: as much as is quick), one of",
		  engine_names, &view.ranking.engine },
		OPTION_CORE(&view.ranking.weighing.core),
		OPTION_KNOBS(&view.ranking.weighing.knobs),
		OPTION_REPORT(&view.output),
		OPTION_SYSROOT(&view.ranking.experiment.sysroot),
		OPTION_FORMAT(format_names, &view.format),
		OPTION_COLOR(&view.colors),
		{ 0 },
	};
	struct fault fault;
	int first, status;

	first = status = options_parse(&cmd_sensitivity, table, argc, argv, true, &fault);
	if (first > 0)
		status = check(&view, sets, top, first < argc, &fault);
	if (first > 0 && !status)
		status = rankview_run(&view, cmd_sensitivity.name, argc - first, argv + first, &fault);
	if (!first)
		options_help(&cmd_sensitivity, table);
	ranking_deinit(&view.ranking);
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
