// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_whatif.c - tea whatif: measured gains of changes of the core
 *
 * trial.h makes the runs; profiles are kept while the command runs. Without changes it is the view
 * of tea sensitivity.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/stagestack.h"
#include "analysis/places/diagnostics.h"
#include "experiment/hottest.h"
#include "experiment/trial.h"
#include "output/pager.h"
#include "rankview.h"
#include "reportfile.h"
#include "selection.h"
#include "text/view_whatif.h"

#define TOP_DEFAULT	5		/* rows of code for a change */
#define BY_DEFAULT	UINT_MAX
#define SHARE_LEAST	0.001		/* of all cycles, by which one has to change */
#define OBSERVERS	"golden"	/* where the text shows rows of code */
#define OBSERVERS_BASE	"golden+stages"	/* stages bound the gains */

enum format {
	FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON
};

static const char *const format_names[] = {
	[FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json", NULL
};

struct run {
	struct trial trial;
	struct sim_region region;	/* random windows, or all of the run */
	unsigned int by;		/* BY_DEFAULT: not given */
	unsigned int format, colors;
	bool pairs;
	const char *output, *top, *hottest;
	size_t causes_most;		/* changes that are found; 0: none */
	bool words;			/* print the plugin options, for a machine */
	size_t rows_most;
};

static bool is_there(const struct change *change, const struct recording *recording, size_t place)
{
	const struct recording_place *at = &recording->places[place];

	return codeplace_has(&change->place, recording->symbols.objects[at->object].path, at->address);
}

/* The slots that a change is about: all, or those of its place. */
static struct stages stages_at(const struct change *change, const struct recording *recording)
{
	struct stages sum = { 0 };

	if (!change->place.path)
		return stages_of_thread(&recording->stages.total);
	for (size_t i = 0; i < recording->places_count; i++) {
		struct stages stages;

		if (!is_there(change, recording, i))
			continue;
		stages = stages_of(pics_find(&recording->measures[MEASURE_STAGES].pics, (uint32_t)i));
		for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
			for (unsigned int c = 0; c < TEA_COMPONENTS_COUNT; c++)
				sum.slots[stage][c] += stages.slots[stage][c];
	}
	return sum;
}

/* Bounds of changes whose components stage stacks have. */
static void find_bounds(struct run *run, const struct recording *base)
{
	const struct recording_slots *slots = &base->stages;

	for (size_t i = 0; i < run->trial.whatif.count && slots->per_cycle; i++) {
		const struct change *change = &run->trial.changes.items[i];
		struct whatif_bounds *bounds = &run->trial.whatif.changes[i].bounds;
		struct stages stages = stages_at(change, base);
		const uint32_t all = change->components | change->parts;
		const uint64_t least = stages_bound(&stages, change->components).least;
		const uint64_t most = stages_bound(&stages, all).most;

		bounds->known = all;
		bounds->least = stages_speedup(slots->total.cycles, slots->per_cycle, least);
		bounds->most = stages_speedup(slots->total.cycles, slots->per_cycle, most);
	}
}

/* The change's events that instructions there had. @executed: there are any. */
static uint16_t find_events(const struct change *change, const struct recording *recording,
			    bool *executed)
{
	uint16_t events = 0;

	*executed = false;
	for (size_t i = 0; i < recording->places_count; i++) {
		const struct pics_stack *stack = pics_find(&recording->shown->pics, (uint32_t)i);

		if (!stack || !is_there(change, recording, i))
			continue;
		*executed = true;
		for (size_t s = 0; s < stack->shares_count; s++)
			events |= stack->shares[s].category & change->events;
	}
	return events;
}

/* An event that never happens there gains nothing, and so is code that is never executed. */
static void note_absent(const struct run *run, struct recording *base)
{
	const char *seen = run->region.sampled ? " in a window" : "";

	for (size_t i = 0; i < run->trial.changes.count; i++) {
		const struct change *change = &run->trial.changes.items[i];
		/* stores that never waited for the queue may have kept others out */
		uint16_t absent = change->events & (uint16_t)~TEA_PSV_DR_SQ;
		char name[CATEGORY_TEXT];
		bool executed;

		if (!change->place.path)
			continue;
		absent &= (uint16_t)~find_events(change, base, &executed);
		if (!executed)
			notes_add(&base->notes, "'%s': nothing there was executed%s, so it gains nothing",
				  change->text, seen);
		else if (absent)
			notes_add(&base->notes, "'%s': %s never happens there%s, so that gains nothing",
				  change->text, category_name(base->shown->kind, absent, name), seen);
	}
}

/* Leaves the largest changes, as far as they matter; if none does, none. */
static void limit(const struct run *run, struct difference *difference)
{
	double least = SHARE_LEAST * difference->total[0];
	size_t shown = 0;

	while (shown < difference->count && shown < run->rows_most &&
	       fabs(difference->rows[shown].cycles[1] - difference->rows[shown].cycles[0]) >= least)
		shown++;
	if (shown)
		difference_limit(difference, shown);
	else
		difference->count = 0;
}

/* Where the time goes with change @number. */
static int put_code(const struct run *run, size_t number, const struct view_whatif *whatif,
		    const struct difference_side *base, struct fault *fault)
{
	const struct rows_options by = { .by = run->by };
	struct recording recording;
	struct rows rows;
	struct difference_side sides[2] = { *base, { .recording = &recording, .rows = &rows } };
	struct difference difference;
	const struct view_diff view = { .difference = &difference, .term = whatif->term };
	int error = trial_open(&run->trial, 1 + number, &recording, fault);

	if (error)
		return error;
	error = rows_fold(&rows, &recording, recording.shown, &by);
	if (error) {
		recording_close(&recording);
		return fault_set(fault, error, "out of memory for the rows");
	}
	error = difference_init(&difference, sides, NULL, false);
	if (error) {
		fault_set(fault, error, "out of memory for the rows");
	} else {
		limit(run, &difference);
		view_whatif_code(whatif, number, &view);
	}
	difference_deinit(&difference);
	rows_deinit(&rows);
	recording_close(&recording);
	return error;
}

static int put_text(const struct run *run, const struct view_whatif *view,
		    struct recording *base, struct fault *fault)
{
	const struct rows_options by = { .by = run->by };
	struct rows rows;
	const struct difference_side side = { .recording = base, .rows = &rows };
	int error = rows_fold(&rows, base, base->shown, &by);

	if (error)
		return fault_set(fault, error, "out of memory for the rows");
	diagnostics_note_names(base, &rows);
	view_whatif_text(view);
	for (size_t i = 0; i < run->trial.whatif.count && !error; i++)
		if (!run->trial.whatif.sets[1 + i].failure)
			error = put_code(run, i, view, &side, fault);
	rows_deinit(&rows);
	return error;
}

static int put(const struct run *run, FILE *file, struct recording *base, struct fault *fault)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view_whatif view = { .whatif = &run->trial.whatif, .term = &term, .recording = base };
	int error = 0;

	term_init(&term, file);
	term_set_colors(&term, run->colors);
	if (run->format == FORMAT_TEXT && !run->output)
		pager_open(&pager);
	if (run->format == FORMAT_TEXT)
		error = put_text(run, &view, base, fault);
	else if (run->format == FORMAT_CSV)
		view_whatif_csv(&view);
	else
		view_whatif_json(&view);
	pager_close(&pager);
	if (run->format != FORMAT_TEXT)
		view_warn(base, stderr);
	return error;
}

static int put_report(const struct run *run, struct recording *base, struct fault *fault)
{
	struct reportfile report;
	int error = reportfile_open(&report, run->output, fault);

	return error ? error :
	       reportfile_close(&report, put(run, report.file, base, fault), fault);
}

/* Shows the run's profiles; nothing if it failed, which tea sim has reported. */
static int show(struct run *run, int status, struct fault *fault)
{
	const struct whatif_set *first = &run->trial.whatif.sets[0];
	struct recording base;
	int error;

	if (first->failure)
		return status ? status :
		       fault_set(fault, -EIO, "the core without changes: %s", first->failure);
	error = trial_open(&run->trial, 0, &base, fault);
	if (error)
		return error;
	find_bounds(run, &base);
	note_absent(run, &base);
	error = put_report(run, &base, fault);
	recording_close(&base);
	return error;
}

/*
 * The hottest causes are changes, too. Returns 0, or above 0 the status of a run that left none, or a negative
 * errno.
 */
static int find_changes(struct run *run, int argc, char **program, struct fault *fault)
{
	struct trial *trial = &run->trial;
	struct hottest hottest = { 0 };
	int status = experiment_begin(&trial->experiment, fault);

	if (!status)
		status = hottest_find(&hottest, &trial->experiment, &trial->changes.base, run->causes_most,
				      argc, program, fault);
	if (!status)
		status = hottest_change(&hottest, &trial->changes, fault);
	hottest_deinit(&hottest);
	return status;
}

/* Returns the program's exit status, or a negative errno. */
static int measure(struct run *run, int argc, char **program, struct fault *fault)
{
	struct trial *trial = &run->trial;
	int status = run->causes_most ? find_changes(run, argc, program, fault) : 0, error;

	if (status)
		return status;
	status = trial->input ? trial_read(trial, fault) : trial_run(trial, argc, program, fault);
	error = status < 0 ? status : show(run, status, fault);

	for (size_t i = 0; i < trial->whatif.sets_count && !status; i++)
		status = !!trial->whatif.sets[i].failure;
	return error ? error : status;
}

/* Changes that another machine can have: all of them together, as knobs. */
static int check_knobs(const struct run *run, const char *program, struct fault *fault)
{
	const struct changes *changes = &run->trial.changes;

	if (program)
		return fault_set(fault, -EINVAL, "--words tells what a machine takes: leave out '%s'", program);
	if (changes->fixes.count || changes->frees.count || run->hottest || run->pairs)
		return fault_set(fault, -EINVAL, "--words without -i tells the knobs of a machine: leave out --fix, "
				 "--zero-cost, --hottest and --pairs");
	return 0;
}

static void put_knobs(const struct changes *changes, FILE *file)
{
	const char *separator = changes->core ? "," : "";

	if (changes->core)
		fprintf(file, "core=%s", changes->core);
	for (size_t i = 0; i < changes->count; i++) {
		const struct wordlist *knobs = &changes->items[i].knobs;

		for (size_t k = 0; k < knobs->count; k++) {
			fprintf(file, "%s%s", separator, knobs->items[k]);
			separator = ",";
		}
	}
	fputc('\n', file);
}

static int put_words(struct run *run, struct fault *fault)
{
	if (run->trial.input)
		return trial_put_plan(&run->trial, stdout, fault);
	put_knobs(&run->trial.changes, stdout);
	return 0;
}

/* What harts take from each other is not seen by a core beside them. */
static int check_between(const struct run *run, struct fault *fault)
{
	const struct changes *changes = &run->trial.changes;

	for (size_t i = 0; i < changes->count; i++)
		if (changes->items[i].between && (run->trial.input || !run->words))
			return fault_set(fault, -EINVAL, "'%s' is between the harts of a machine: boot one that has "
					 "it, by 'qemu-device/guest/run --plugin' with what 'tea whatif --%s "
					 "--words' tells", changes->items[i].text, changes->items[i].text);
	return 0;
}

/* A machine runs no program that is known here, so no places in one are. */
static int check_input(const struct run *run, const char *program, struct fault *fault)
{
	const struct trial *trial = &run->trial;

	if (run->words && !trial->input)
		return check_knobs(run, program, fault);
	if (!trial->input)
		return program ? 0 :
		       fault_set(fault, -EINVAL, "no program to run: name one behind '--'");
	if (program)
		return fault_set(fault, -EINVAL, "-i is for a run that is made apart: leave out '%s'",
				 program);
	if (strchr(trial->input, ','))
		return fault_set(fault, -EINVAL, "'%s' has a comma, which ends an option: name another "
				 "file", trial->input);
	if (trial->changes.fixes.count || trial->changes.frees.count)
		return fault_set(fault, -EINVAL, "--fix and --zero-cost are for a program that is named: "
				 "leave them out with -i");
	return run->hottest ? fault_set(fault, -EINVAL, "--hottest is for a program that is named: leave it "
					"out with -i") : 0;
}

static int check_hottest(struct run *run, struct fault *fault)
{
	int error = run->hottest ? option_number("hottest", run->hottest, &run->causes_most, fault) : 0;

	if (error || run->causes_most <= HOTTEST_MOST)
		return error;
	return fault_set(fault, -EINVAL, "--hottest cannot be '%s': give a number from 1 to %d", run->hottest,
			 HOTTEST_MOST);
}

/* Where windows are modelled: which. */
static int check_sampled(struct run *run, struct fault *fault)
{
	const struct sim_region *region = &run->region;

	if (!region->sampled && (region->detail || region->seed || region->warm))
		return fault_set(fault, -EINVAL, "--detail, --seed and --warm are of --sampled: give it, too, or leave "
				 "them out");
	if (!region->sampled)
		return 0;
	if (run->trial.input || run->words)
		return fault_set(fault, -EINVAL, "--sampled is for a program that is named: leave it out with -i "
				 "and --words");
	run->trial.experiment.region = region;
	/* what windows have */
	run->trial.observers_base = OBSERVERS;
	return sim_region_check(region, fault);
}

static int check(struct run *run, const char *program, struct fault *fault)
{
	int error = run->top ? option_number("top", run->top, &run->rows_most, fault) : 0;

	run->trial.experiment.command = cmd_whatif.name;
	run->trial.experiment.log = stderr;
	run->trial.extent = run->pairs ? WHATIF_PAIRS : WHATIF_ALONE;
	run->trial.experiment.apart = run->format != FORMAT_TEXT && !run->output;
	/* a machine has cycles only from observers */
	run->trial.observers = run->format == FORMAT_TEXT || run->trial.input ? OBSERVERS :
			       TEA_PLAN_UNOBSERVED;
	run->trial.changes.program = (struct codeplace_program){ program, run->trial.experiment.sysroot };
	run->by = run->by == BY_DEFAULT ? 0 : run->by;
	if (!error)
		error = check_input(run, program, fault);
	if (!error)
		error = check_hottest(run, fault);
	if (!error)
		error = check_sampled(run, fault);
	if (error)
		return error;
	error = run->hottest && !changes_are_given(&run->trial.changes) ?
		changes_select(&run->trial.changes, fault) :
		changes_parse(&run->trial.changes, run->pairs, fault);
	return error ? error : check_between(run, fault);
}

/* Nothing is to be changed: which resource limits the program? */
static bool is_ranking(const struct run *run)
{
	return !changes_are_given(&run->trial.changes) && !run->hottest && !run->pairs &&
	       !run->trial.input && !run->words && !run->trial.symfs && !run->region.sampled;
}

static int rank(const struct run *run, int argc, char **program, struct fault *fault)
{
	struct rankview view = RANKVIEW_INIT;
	int status = run->top ? option_number("top", run->top, &view.places_most, fault) : 0;

	if (!status && !argc)
		status = fault_set(fault, -EINVAL, "no program to run: name one behind '--'");
	view.by = run->by == BY_DEFAULT ? 0 : 1 + run->by;
	view.format = run->format;
	view.colors = run->colors;
	view.output = run->output;
	view.ranking.weighing.core = run->trial.changes.core;
	view.ranking.experiment.sysroot = run->trial.experiment.sysroot;
	if (!status)
		status = rankview_run(&view, cmd_whatif.name, argc, program, fault);
	ranking_deinit(&view.ranking);
	return status;
}

static int whatif_run(int argc, char **argv)
{
	struct run run = {
		.trial = { .observers_base = OBSERVERS_BASE },
		.rows_most = TOP_DEFAULT, .by = BY_DEFAULT,
	};
	const struct option table[] = {
		{ "set", 0, OPTION_LIST, "KNOBS", "a change: KNOB=VALUE[,KNOB=VALUE...]", NULL,
		  &run.trial.changes.sets },
		{ "more", 0, OPTION_LIST, "RESOURCE", "a change: RESOURCE[=WEIGHT], so many times as much (2)",
		  NULL, &run.trial.changes.mores },
		{ "ideal", 0, OPTION_LIST, "LIST", "a change: structures that are perfect, as dcache",
		  NULL, &run.trial.changes.ideals },
		{ "fix", 0, OPTION_LIST, "FIX", "a change: EVENT@PLACE, which never happens there", NULL,
		  &run.trial.changes.fixes },
		{ "zero-cost", 0, OPTION_LIST, "PLACE", "a change: code there takes no time", NULL,
		  &run.trial.changes.frees },
		{ "free", 0, OPTION_LIST, "PLACE", NULL, NULL, &run.trial.changes.frees },
		{ "hottest", 0, OPTION_TEXT, "N", "changes: without each of the N hottest causes", NULL,
		  &run.hottest },
		{ "pairs", 0, OPTION_FLAG, NULL, "make each two changes together, too", NULL,
		  &run.pairs },
		OPTIONS_SAMPLED(run.region),
		{ "warm", 0, OPTION_TEXT, "N", "... N instructions before each, or 'all', warm the caches", NULL,
		  &run.region.warm },
		OPTION_CORE(&run.trial.changes.core),
		{ "by", 0, OPTION_CHOICE, "WHAT", "where the time goes then, a row is one",
		  difference_by_names, &run.by },
		{ "top", 0, OPTION_TEXT, "N", "so many rows for each change (default: 5)", NULL,
		  &run.top },
		OPTION_REPORT(&run.output),
		OPTION_SYSROOT(&run.trial.experiment.sysroot),
		{ "input", 'i', OPTION_TEXT, "FILE", "profiles of a machine's run, in place of PROGRAM",
		  NULL, &run.trial.input },
		{ "words", 0, OPTION_FLAG, NULL, "tell what such a machine's plugin takes", NULL,
		  &run.words },
		OPTION_SYMFS(&run.trial.symfs),
		OPTION_FORMAT(format_names, &run.format),
		OPTION_COLOR(&run.colors),
		{ 0 },
	};
	struct fault fault;
	int first, status;

	first = status = options_parse(&cmd_whatif, table, argc, argv, true, &fault);
	if (first > 0 && is_ranking(&run)) {
		status = rank(&run, argc - first, argv + first, &fault);
		first = -1;
	}
	if (first > 0)
		status = check(&run, first < argc ? argv[first] : NULL, &fault);
	if (first > 0 && !status)
		status = run.words ? put_words(&run, &fault) :
				     measure(&run, argc - first, argv + first, &fault);
	if (!first)
		options_help(&cmd_whatif, table);
	trial_deinit(&run.trial);
	if (status < 0)
		term_complain(cmd_whatif.name, fault.text);
	return status < 0 ? 1 : status;
}

const struct command cmd_whatif = {
	.name = "whatif",
	.operands = "-- PROGRAM [ARGUMENT]...",
	.summary = "Measure what a program would gain from changes of the modelled core.",
	.run = whatif_run,
};
