// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ranking.c - which resources of a core limit a program; see ranking.h
 */
#include "ranking.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupts.h"
#include "places.h"
#include "screening.h"

#define OBSERVERS	"tea"		/* of the unchanged core: the cheapest one */
#define OBSERVERS_CODE	"golden"
#define SETS_OF		4		/* resources at most, for sets that were not asked for */

static struct tea_variant variant_of(const struct ranking *ranking, uint64_t members, uint32_t weight)
{
	struct tea_variant variant = { 0 };

	weighing_apply(&ranking->weighing, members, weight, &variant.params);
	return variant;
}

static int want(struct ranking *ranking, uint64_t members, uint32_t weight, const char *observers,
		struct fault *fault)
{
	const struct tea_variant variant = variant_of(ranking, members, weight);
	size_t number;

	return experiment_want(&ranking->experiment, NULL, &variant, observers, &number, fault);
}

/* One that was wanted. */
static const struct experiment_run *run_of(const struct ranking *ranking, uint64_t members,
					   uint32_t weight)
{
	const struct tea_variant variant = variant_of(ranking, members, weight);

	return experiment_find(&ranking->experiment, &variant);
}

static const struct experiment_run *base_of(const struct ranking *ranking)
{
	return run_of(ranking, 0, TEA_WEIGHT_ONE);
}

static int make_cells(struct ranking *ranking, struct fault *fault)
{
	const struct weighing *weighing = &ranking->weighing;
	struct sensitivity *sensitivity = &ranking->sensitivity;

	if (sensitivity_init(sensitivity, weighing->count, weighing->weights_count))
		return fault_no_memory(fault, "the resources");
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
			   ranking->members_most))
		return fault_no_memory(fault, "the resources");
	return 0;
}

static int want_cells(struct ranking *ranking, struct fault *fault)
{
	const struct sensitivity *sensitivity = &ranking->sensitivity;
	int error = 0;

	for (size_t r = 0; r < sensitivity->count; r++) {
		const struct sensitivity_resource *resource = &sensitivity->resources[r];
		size_t rating = sensitivity_rating(sensitivity, resource);

		for (size_t w = 0; w < sensitivity->weights_count && !error; w++)
			if (resource->cells[w].exists)
				error = want(ranking, 1ULL << r, sensitivity->weights[w],
					     ranking->code && w == rating ? OBSERVERS_CODE :
					     TEA_PLAN_UNOBSERVED, fault);
	}
	return error;
}

/* The sets in question: none where there is to be none. */
static int want_sets(struct ranking *ranking, struct fault *fault)
{
	const struct setsearch *sets = &ranking->sensitivity.sets;
	int error = 0;

	for (size_t i = 0; i < sets->count && ranking->members_most && !error; i++)
		if (!sets->sets[i].measured)
			error = want(ranking, sets->sets[i].members, ranking->weighing.weights[0],
				     TEA_PLAN_UNOBSERVED, fault);
	return error;
}

static int copy_failure(const char *from, char **to, struct fault *fault)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? fault_no_memory(fault, "the resources") : 0;
}

static int read_cells(struct ranking *ranking, struct fault *fault)
{
	struct sensitivity *sensitivity = &ranking->sensitivity;
	int error = 0;

	sensitivity->cycles = base_of(ranking)->cycles;
	sensitivity->instructions = ranking->experiment.instructions;
	for (size_t r = 0; r < sensitivity->count; r++) {
		for (size_t w = 0; w < sensitivity->weights_count && !error; w++) {
			struct sensitivity_cell *cell = &sensitivity->resources[r].cells[w];
			const struct experiment_run *run;

			if (!cell->exists)
				continue;
			run = run_of(ranking, 1ULL << r, sensitivity->weights[w]);
			cell->cycles = run->cycles;
			error = copy_failure(run->failure, &cell->failure, fault);
		}
	}
	return error;
}

static int read_sets(struct ranking *ranking, struct fault *fault)
{
	struct setsearch *sets = &ranking->sensitivity.sets;
	int error = 0;

	for (size_t i = 0; i < sets->count && !error; i++) {
		struct setsearch_set *set = &sets->sets[i];
		const struct experiment_run *run;

		if (set->measured)
			continue;
		run = run_of(ranking, set->members, ranking->weighing.weights[0]);
		set->measured = true;
		set->cycles = run->cycles;
		error = copy_failure(run->failure, &set->failure, fault);
	}
	return error;
}

/* Reports progress on a terminal. */
static void tell_run(const struct ranking *ranking)
{
	const struct experiment *experiment = &ranking->experiment;
	size_t pending = 0;

	for (size_t i = 0; i < experiment->count; i++)
		pending += !experiment->items[i].done;
	if (experiment->executions && isatty(fileno(experiment->log)))
		fprintf(experiment->log, "tea %s: run %u, of %zu sets of resources\n",
			experiment->command, experiment->executions + 1, pending);
}

/* Returns the program's exit status, or a negative errno. */
static int search(struct ranking *ranking, int argc, char **program, struct fault *fault)
{
	int status = 0, error = 0;

	while (!error && status >= 0 && !interrupts_signal() &&
	       setsearch_step(&ranking->sensitivity.sets)) {
		error = want_sets(ranking, fault);
		tell_run(ranking);
		if (!error)
			status = experiment_execute(&ranking->experiment, argc, program, fault);
		if (!error && status >= 0 && !interrupts_signal())
			error = read_sets(ranking, fault);
	}
	/* none is chosen, and none will be */
	ranking->sensitivity.sets.failed |= interrupts_signal() && !ranking->sensitivity.sets.chosen;
	return error ? error : status < 0 ? status : interrupts_signal() ? 128 + interrupts_signal() : 0;
}

/* Returns the program's exit status, or a negative errno. */
static int measure_all(struct ranking *ranking, int argc, char **program, struct fault *fault)
{
	int error = want_cells(ranking, fault), status;

	if (!error)
		error = want_sets(ranking, fault);
	if (error)
		return error;
	status = experiment_execute(&ranking->experiment, argc, program, fault);
	if (status < 0)
		return status;
	if (base_of(ranking)->failure)
		return status ? status : fault_set(fault, -EIO, "the core as it is: %s",
						   base_of(ranking)->failure);
	error = read_cells(ranking, fault);
	if (!error && ranking->members_most)
		error = read_sets(ranking, fault);
	if (!error && ranking->members_most)
		error = search(ranking, argc, program, fault);
	return error ? error : status;
}

/*
 * Without particular options a run does not take longer than 20 plain runs. Returns 0; the status
 * of a run that failed; or a negative errno.
 */
static int choose(struct ranking *ranking, int argc, char **program, struct fault *fault)
{
	const struct weighing *weighing = &ranking->weighing;
	const bool named = ranking->engine != RANKING_UNNAMED;

	if (!named && !ranking->members_most && !weighing->resources && screening_helps(weighing))
		return screening_run(&ranking->weighing, &ranking->experiment, argc, program, fault);
	if (!ranking->sets_asked && (named || weighing->count <= SETS_OF))
		ranking->members_most = RANKING_SETS;
	return 0;
}

int ranking_measure(struct ranking *ranking, int argc, char **program, struct fault *fault)
{
	struct experiment *experiment = &ranking->experiment;
	int status;

	experiment->fast = ranking->engine == RANKING_FAST;
	status = experiment_begin(experiment, fault);
	if (!status)
		status = want(ranking, 0, TEA_WEIGHT_ONE, ranking->code ? OBSERVERS_CODE : OBSERVERS, fault);
	if (!status)
		status = choose(ranking, argc, program, fault);
	if (!status)
		status = make_cells(ranking, fault);
	if (status)
		return status;
	status = measure_all(ranking, argc, program, fault);
	for (size_t i = 0; i < experiment->count && !status; i++)
		status = experiment->items[i].fast == experiment->fast && experiment->items[i].failure;
	return status;
}

bool ranking_is_measured(const struct ranking *ranking)
{
	const struct experiment_run *base = ranking->sensitivity.count ? base_of(ranking) : NULL;

	return base && base->cycles;
}

/* To take less time than it could. */
static void note_left_out(const struct ranking *ranking, struct recording *base)
{
	if (ranking->weighing.unmeasured)
		notes_add(&base->notes, "measured is what gains most by the fast engine; left out, with all "
			  "sets of resources: %s; --engine full measures all, some ten times as long",
			  ranking->weighing.unmeasured);
	else if (ranking->engine == RANKING_UNNAMED && !ranking->sets_asked && !ranking->members_most)
		notes_add(&base->notes, "sets of resources were not looked for: --sets %d does",
			  RANKING_SETS);
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

static void note_all(const struct ranking *ranking, struct recording *base)
{
	const struct setsearch *sets = &ranking->sensitivity.sets;

	note_left_out(ranking, base);
	if (*ranking->weighing.left)
		notes_add(&base->notes, "left out, since none of the weights changes them: %s",
			  ranking->weighing.left);
	if (ranking->engine == RANKING_FAST)
		note_fast(&ranking->weighing, base);
	if (ranking->experiment.others)
		notes_add(&base->notes, "the program executed %llu instructions in the first run and %llu in "
			  "another: it does not do the same each time, so sets are not to be relied on",
			  (unsigned long long)ranking->experiment.instructions,
			  (unsigned long long)ranking->experiment.others);
	if (interrupts_signal() && sets->failed)
		notes_add(&base->notes, "stopped in run %u: no set of resources is told, since the search was "
			  "not over", ranking->experiment.executions);
	for (size_t i = 0; i < sets->count && sets->failed; i++)
		if (sets->sets[i].failure)
			notes_add(&base->notes, "no set of resources is told, since one has no cycles: %s",
				  sets->sets[i].failure);
}

int ranking_open(const struct ranking *ranking, struct recording *base, struct fault *fault)
{
	const struct recording_options options = {
		.of = { { ranking->code || ranking->experiment.fast ? MEASURE_GOLDEN : MEASURE_NONE } },
		.symfs = "", .empty = true,
	};

	return experiment_open(&ranking->experiment, base_of(ranking), &options, base, fault);
}

int ranking_finish(struct ranking *ranking, struct recording *base, enum rows_by by, size_t most,
		   struct fault *fault)
{
	int error = 0;

	sensitivity_rank(&ranking->sensitivity);
	if (ranking->code)
		error = places_fill(&ranking->sensitivity, &ranking->weighing, &ranking->experiment, base, by,
				    most, fault);
	note_all(ranking, base);
	return error;
}

void ranking_deinit(struct ranking *ranking)
{
	experiment_end(&ranking->experiment);
	sensitivity_deinit(&ranking->sensitivity);
	weighing_deinit(&ranking->weighing);
}
