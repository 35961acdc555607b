// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rankview.c - which resources of the core limit a program; see rankview.h
 */
#include "rankview.h"

#include <stdio.h>

#include "output/pager.h"
#include "page/sensitivitypage.h"
#include "reportfile.h"
#include "text/view.h"
#include "text/view_sensitivity.h"

const char *const rankview_by_names[] = { "resource", "function", "line", "instruction", NULL };

static void put(const struct rankview *view, FILE *file, struct recording *base)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view_sensitivity shown = {
		.sensitivity = &view->ranking.sensitivity, .term = &term, .recording = base,
		.by = view->by ? rankview_by_names[view->by] : NULL,
	};

	term_init(&term, file);
	term_set_colors(&term, view->colors);
	if (view->format == RANKVIEW_TEXT && !view->output)
		pager_open(&pager);
	if (view->format == RANKVIEW_TEXT)
		view_sensitivity_text(&shown);
	else if (view->format == RANKVIEW_CSV)
		view_sensitivity_csv(&shown);
	else if (view->format == RANKVIEW_JSON)
		view_sensitivity_json(&shown);
	else
		sensitivitypage_put(&shown);
	pager_close(&pager);
	if (view->format == RANKVIEW_CSV || view->format == RANKVIEW_JSON)
		view_warn(base, stderr);
}

static int put_report(const struct rankview *view, struct recording *base, struct fault *fault)
{
	struct reportfile report;
	int error = reportfile_open(&report, view->output, fault);

	if (error)
		return error;
	put(view, report.file, base);
	return reportfile_close(&report, 0, fault);
}

static int show(struct rankview *view, struct fault *fault)
{
	struct recording base;
	int error = ranking_open(&view->ranking, &base, fault);

	if (error)
		return error;
	error = ranking_finish(&view->ranking, &base, (enum rows_by)(view->by - 1), view->places_most,
			       fault);
	if (!error)
		error = put_report(view, &base, fault);
	recording_close(&base);
	return error;
}

int rankview_run(struct rankview *view, const char *command, int argc, char **program,
		 struct fault *fault)
{
	struct ranking *ranking = &view->ranking;
	int status, error;

	ranking->code = view->by;
	ranking->weighing.parts = ranking->engine == RANKING_FAST;
	ranking->experiment.command = command;
	ranking->experiment.log = stderr;
	ranking->experiment.apart = view->format != RANKVIEW_TEXT && !view->output;
	status = weighing_parse(&ranking->weighing, fault);
	if (!status)
		status = ranking_measure(ranking, argc, program, fault);
	error = status >= 0 && ranking_is_measured(ranking) ? show(view, fault) : 0;
	return error ? error : status;
}
