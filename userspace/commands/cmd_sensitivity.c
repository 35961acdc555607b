// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_sensitivity.c - tea sensitivity: which resources of the core limit a program
 *
 * The program runs once on the core as it is and, beside it, on one for each resource and weight.
 * Sets of resources that only gain together need further runs, of as many cores as there are sets
 * in question.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/lacks.h"
#include "export/sensitivitypage.h"
#include "experiment/interrupts.h"
#include "output/pager.h"
#include "sensitivity_places.h"
#include "sensitivity_screen.h"
#include "text/view.h"
#include "text/view_sensitivity.h"

#define SETS_DEFAULT	4		/* members of a set */
#define SETS_OF		4		/* resources at most, for sets that nobody asks for */
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

enum engine {
	ENGINE_FULL, ENGINE_FAST, ENGINE_UNNAMED
};

static const char *const engine_names[] = {
	[ENGINE_FULL] = "full", [ENGINE_FAST] = "fast", NULL
};

struct run {
	struct weighing weighing;
	struct sensitivity sensitivity;
	struct sensitivity_lanes lanes;
	unsigned int by, format, colors, engine;
	const char *output, *sets, *top;
	size_t members_most, places_most;
};

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the resources");
}

static int make_cells(struct run *run, struct fault *fault)
{
	const struct weighing *weighing = &run->weighing;
	struct sensitivity *sensitivity = &run->sensitivity;

	if (sensitivity_init(sensitivity, weighing->count, weighing->weights_count))
		return out_of_memory(fault);
	memcpy(sensitivity->weights, weighing->weights,
	       weighing->weights_count * sizeof(*weighing->weights));
	for (size_t r = 0; r < weighing->count; r++) {
		sensitivity->resources[r].resource = weighing->list[r];
		sensitivity->members[r] = weighing->list[r];
	}
	for (size_t w = 0; w < weighing->weights_count; w++) {
		uint64_t changed = weighing_changed(weighing, weighing->weights[w]);

		for (size_t r = 0; r < weighing->count; r++)
			sensitivity->resources[r].cells[w].exists = changed >> r & 1;
	}
	if (setsearch_init(&sensitivity->sets, weighing_changed(weighing, weighing->weights[0]),
			   run->members_most))
		return out_of_memory(fault);
	return 0;
}

/* The lanes of the first run: the core as it is was asked for already. */
static int want_cells(struct run *run, struct fault *fault)
{
	const struct sensitivity *sensitivity = &run->sensitivity;
	int error = 0;

	for (size_t r = 0; r < sensitivity->count; r++) {
		const struct sensitivity_resource *resource = &sensitivity->resources[r];
		size_t rating = sensitivity_rating(sensitivity, resource);

		for (size_t w = 0; w < sensitivity->weights_count && !error; w++)
			if (resource->cells[w].exists)
				error = sensitivity_lanes_want(&run->lanes, 1ULL << r,
							       sensitivity->weights[w],
							       run->by && w == rating, fault);
	}
	return error;
}

/* The sets in question: none where there is to be none. */
static int want_sets(struct run *run, struct fault *fault)
{
	const struct setsearch *sets = &run->sensitivity.sets;
	int error = 0;

	for (size_t i = 0; i < sets->count && run->members_most && !error; i++)
		if (!sets->sets[i].measured)
			error = sensitivity_lanes_want(&run->lanes, sets->sets[i].members,
						       run->weighing.weights[0], false, fault);
	return error;
}

static int copy_failure(const char *from, char **to, struct fault *fault)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? out_of_memory(fault) : 0;
}

static int read_cells(struct run *run, struct fault *fault)
{
	struct sensitivity *sensitivity = &run->sensitivity;
	int error = 0;

	sensitivity->cycles = run->lanes.items[0].cycles;
	sensitivity->instructions = run->lanes.instructions;
	for (size_t r = 0; r < sensitivity->count; r++) {
		for (size_t w = 0; w < sensitivity->weights_count && !error; w++) {
			struct sensitivity_cell *cell = &sensitivity->resources[r].cells[w];
			const struct sensitivity_lane *lane =
				sensitivity_lanes_find(&run->lanes, 1ULL << r, sensitivity->weights[w]);

			if (!cell->exists)
				continue;
			cell->cycles = lane->cycles;
			error = copy_failure(lane->failure, &cell->failure, fault);
		}
	}
	return error;
}

static int read_sets(struct run *run, struct fault *fault)
{
	struct setsearch *sets = &run->sensitivity.sets;
	int error = 0;

	for (size_t i = 0; i < sets->count && !error; i++) {
		struct setsearch_set *set = &sets->sets[i];
		const struct sensitivity_lane *lane =
			sensitivity_lanes_find(&run->lanes, set->members, run->weighing.weights[0]);

		if (set->measured)
			continue;
		set->measured = true;
		set->cycles = lane->cycles;
		error = copy_failure(lane->failure, &set->failure, fault);
	}
	return error;
}

/* Who waits at a terminal is told that it is not done yet. */
static void tell_run(const struct run *run)
{
	if (run->lanes.sim.runs && isatty(STDERR_FILENO))
		fprintf(stderr, "tea sensitivity: run %u, of %zu sets of resources\n",
			run->lanes.sim.runs + 1, run->lanes.count - run->lanes.measured);
}

/* Returns the program's exit status, or a negative errno. */
static int search(struct run *run, int argc, char **program, struct fault *fault)
{
	int status = 0, error = 0;

	while (!error && status >= 0 && !interrupts_signal() &&
	       setsearch_step(&run->sensitivity.sets)) {
		error = want_sets(run, fault);
		tell_run(run);
		if (!error)
			status = sensitivity_lanes_run(&run->lanes, argc, program, fault);
		if (!error && status >= 0 && !interrupts_signal())
			error = read_sets(run, fault);
	}
	/* none is chosen, and none will be */
	run->sensitivity.sets.failed |= interrupts_signal() && !run->sensitivity.sets.chosen;
	return error ? error : status < 0 ? status : interrupts_signal() ? 128 + interrupts_signal() : 0;
}

/* Returns the program's exit status, or a negative errno. */
static int measure_lanes(struct run *run, int argc, char **program, struct fault *fault)
{
	int error = want_cells(run, fault), status;

	if (!error)
		error = want_sets(run, fault);
	if (error)
		return error;
	status = sensitivity_lanes_run(&run->lanes, argc, program, fault);
	if (status < 0)
		return status;
	if (run->lanes.items[0].failure)
		return status ? status : fault_set(fault, -EIO, "the core as it is: %s",
						   run->lanes.items[0].failure);
	error = read_cells(run, fault);
	if (!error && run->members_most)
		error = read_sets(run, fault);
	if (!error && run->members_most)
		error = search(run, argc, program, fault);
	return error ? error : status;
}

/* To take less time than it could. */
static void note_left_out(const struct run *run, struct recording *base)
{
	if (run->weighing.unmeasured)
		notes_add(&base->notes, "measured is what gains most by the fast engine; left out, with all "
			  "sets of resources: %s; --engine full measures all, some ten times as long",
			  run->weighing.unmeasured);
	else if (run->engine == ENGINE_UNNAMED && !run->sets && !run->members_most)
		notes_add(&base->notes, "sets of resources were not looked for: --sets %d does",
			  SETS_DEFAULT);
}

/* Which of the resources that engine does not have. */
static void note_fast(const struct weighing *weighing, struct recording *base)
{
	char names[256] = "";

	for (size_t i = 0; i < weighing->count; i++)
		if (!tea_resource_is_fast(weighing->list[i]))
			snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
				 *names ? ", " : "", weighing->list[i]->name);
	if (*names)
		notes_add(&base->notes, "measured with the fast engine, which has no such resource, and "
			  "where more of it changes nothing: %s", names);
	else
		notes_add(&base->notes, "measured with the fast engine");
}

static void note(const struct run *run, struct recording *base)
{
	const struct setsearch *sets = &run->sensitivity.sets;

	note_left_out(run, base);
	if (*run->weighing.left)
		notes_add(&base->notes, "left out, since none of the weights changes them: %s",
			  run->weighing.left);
	if (run->engine == ENGINE_FAST)
		note_fast(&run->weighing, base);
	if (run->lanes.others)
		notes_add(&base->notes, "the program executed %llu instructions in the first run and %llu in "
			  "another: it does not do the same each time, so sets are not to be relied on",
			  (unsigned long long)run->lanes.instructions,
			  (unsigned long long)run->lanes.others);
	if (interrupts_signal() && sets->failed)
		notes_add(&base->notes, "stopped in run %u: no set of resources is told, since the search was "
			  "not over", run->lanes.sim.runs);
	for (size_t i = 0; i < sets->count && sets->failed; i++)
		if (sets->sets[i].failure)
			notes_add(&base->notes, "no set of resources is told, since one has no cycles: %s",
				  sets->sets[i].failure);
}

static void put(const struct run *run, FILE *file, struct recording *base)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view_sensitivity view = {
		.sensitivity = &run->sensitivity, .term = &term, .recording = base,
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
	int error = sensitivity_lanes_open(&run->lanes, &run->lanes.items[0], &base, fault);

	if (error)
		return error;
	sensitivity_rank(&run->sensitivity);
	if (run->by)
		error = sensitivity_places_fill(&run->sensitivity, &run->lanes, &base,
						(enum rows_by)(run->by - 1), run->places_most, fault);
	note(run, &base);
	if (!error)
		error = put_report(run, &base, fault);
	recording_close(&base);
	return error;
}

/*
 * Who asks for nothing in particular does not wait for more than 20 plain runs. Returns 0; the status of a
 * run that failed; or a negative errno.
 */
static int choose(struct run *run, int argc, char **program, struct fault *fault)
{
	const struct weighing *weighing = &run->weighing;
	const bool asked = run->engine != ENGINE_UNNAMED || run->members_most;
	int status;

	if (!asked && !weighing->resources && sensitivity_screen_helps(weighing)) {
		status = sensitivity_screen_run(&run->weighing, &run->lanes.sim, argc, program, fault);
		run->lanes.instructions = run->lanes.sim.instructions;
		return status;
	}
	if (!run->sets && (run->engine != ENGINE_UNNAMED || weighing->count <= SETS_OF))
		run->members_most = SETS_DEFAULT;
	return 0;
}

/* Returns the program's exit status, or a negative errno. */
static int measure(struct run *run, int argc, char **program, struct fault *fault)
{
	int status, error;

	run->lanes.sim.core = run->weighing.core;
	run->lanes.sim.fast = run->engine == ENGINE_FAST;
	run->lanes.sim.knobs = &run->weighing.knobs;
	run->lanes.sim.apart = run->format != FORMAT_TEXT && !run->output;
	status = sensitivity_lanes_init(&run->lanes, &run->weighing, cmd_sensitivity.name, run->by,
					fault);
	if (!status)
		status = choose(run, argc, program, fault);
	if (!status)
		status = make_cells(run, fault);
	if (status)
		return status;
	status = measure_lanes(run, argc, program, fault);
	error = status < 0 ? status : run->lanes.items[0].cycles ? show(run, fault) : 0;
	for (size_t i = 0; i < run->lanes.count && !status; i++)
		status = !!run->lanes.items[i].failure;
	return error ? error : status;
}

static int check(struct run *run, bool program, struct fault *fault)
{
	int error = run->top ? option_number("top", run->top, &run->places_most, fault) : 0;

	if (!error && run->sets && strcmp(run->sets, "0"))
		error = option_number("sets", run->sets, &run->members_most, fault);
	if (!error && !program)
		error = fault_set(fault, -EINVAL, "no program to run: name one behind '--'");
	run->weighing.parts = run->engine == ENGINE_FAST;
	return error ? error : weighing_parse(&run->weighing, fault);
}

static void run_deinit(struct run *run)
{
	sensitivity_lanes_deinit(&run->lanes);
	sensitivity_deinit(&run->sensitivity);
	weighing_deinit(&run->weighing);
}

static int sensitivity_run(int argc, char **argv)
{
	struct run run = { .engine = ENGINE_UNNAMED, .places_most = TOP_DEFAULT };
	const struct option table[] = {
		{ "resources", 0, OPTION_TEXT, "LIST", "what there is to be more of (default: all)", NULL,
		  &run.weighing.resources },
		{ "weights", 0, OPTION_TEXT, "LIST", "how many times as much (default: 2,ideal)", NULL,
		  &run.weighing.texts },
		{ "sets", 0, OPTION_TEXT, "N", "find a set of up to N, 0: none (default: 4 of few resources)", NULL,
		  &run.sets },
		{ "by", 0, OPTION_CHOICE, "WHAT", "where the cycles go away, too, one of", by_names,
		  &run.by },
		{ "top", 0, OPTION_TEXT, "N", "so many rows of code (default: 10)", NULL, &run.top },
		{ "engine", 0, OPTION_CHOICE, "NAME", "what measures all (default: as much as is quick), one of",
		  engine_names, &run.engine },
		OPTION_CORE(&run.weighing.core),
		OPTION_KNOBS(&run.weighing.knobs),
		OPTION_REPORT(&run.output),
		OPTION_SYSROOT(&run.lanes.sim.sysroot),
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
	run_deinit(&run);
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
