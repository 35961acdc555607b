// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * trial.c - a program run on a core and on its changed variants; see trial.h
 */
#include "trial.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int want_set(struct trial *trial, size_t number, struct fault *fault)
{
	const uint64_t members = trial->whatif.sets[number].members;
	char *name = changes_name(members);
	struct tea_variant variant;
	int error = !name || changes_apply(&trial->changes, members, &variant) ?
		    fault_no_memory(fault, "the lanes") : 0;

	if (!error)
		error = experiment_want(&trial->experiment, name, &variant,
					number ? trial->observers : trial->observers_base,
					&trial->runs[number], fault);
	if (name)
		variant_deinit(&variant);
	free(name);
	return error;
}

static int want_all(struct trial *trial, struct fault *fault)
{
	struct whatif *whatif = &trial->whatif;
	int error = 0;

	if (whatif_init(whatif, trial->changes.count, trial->extent))
		return fault_no_memory(fault, "the lanes");
	trial->runs = calloc(whatif->sets_count, sizeof(*trial->runs));
	if (!trial->runs)
		return fault_no_memory(fault, "the lanes");
	for (size_t i = 0; i < whatif->count; i++)
		whatif->changes[i].text = trial->changes.items[i].text;
	for (size_t i = 0; i < whatif->sets_count && !error; i++)
		error = want_set(trial, i, fault);
	return error;
}

static struct experiment_run *run_of(const struct trial *trial, size_t number)
{
	return &trial->experiment.items[trial->runs[number]];
}

int trial_open(const struct trial *trial, size_t number, struct recording *recording,
	       struct fault *fault)
{
	const struct recording_options options = {
		.of = { { MEASURE_GOLDEN } },
		.also = { { { number ? MEASURE_NONE : MEASURE_STAGES } } },
		.symfs = trial->symfs ? trial->symfs : "",
		.empty = true,
	};

	return experiment_open(&trial->experiment, run_of(trial, number), &options, recording, fault);
}

static int fill_set(struct whatif_set *set, const struct experiment_run *run, struct fault *fault)
{
	const char *why = run->done ? run->failure : "it was stopped";

	set->cycles = run->cycles;
	set->deviations = run->deviations;
	set->failure = why ? strdup(why) : NULL;
	return why && !set->failure ? fault_no_memory(fault, "the lanes") : 0;
}

static int fill_sets(struct trial *trial, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < trial->whatif.sets_count && !error; i++)
		error = fill_set(&trial->whatif.sets[i], run_of(trial, i), fault);
	return error;
}

int trial_run(struct trial *trial, int argc, char **program, struct fault *fault)
{
	int status = want_all(trial, fault), error;

	if (!status && !trial->experiment.scratch.path)
		status = experiment_begin(&trial->experiment, fault);
	if (!status)
		status = experiment_execute(&trial->experiment, argc, program, fault);
	error = status < 0 ? 0 : fill_sets(trial, fault);
	return error ? error : status;
}

int trial_put_plan(struct trial *trial, FILE *file, struct fault *fault)
{
	struct tea_plan plan;
	int error = want_all(trial, fault);

	if (error)
		return error;
	plan = experiment_plan(&trial->experiment, trial->input);
	if (!plan.cores)
		return fault_no_memory(fault, "the lanes");
	tea_plan_put(&plan, file);
	fputc('\n', file);
	free(plan.cores);
	return 0;
}

/* Profiles of one run have the same instructions; the first is of the core as it is. */
static int read_run(struct trial *trial, size_t number, struct fault *fault)
{
	struct experiment_run *run = run_of(trial, number);
	struct recording recording;
	struct fault why;

	if (run->done)
		return 0;
	run->done = true;
	if (trial_open(trial, number, &recording, &why)) {
		run->failure = strdup(why.text);
		return run->failure ? 0 : fault_no_memory(fault, "the lanes");
	}
	run->cycles = recording.run_cycles;
	if (!number)
		trial->experiment.instructions = recording.run_instructions;
	if (recording.run_instructions != trial->experiment.instructions)
		run->failure = strdup("its profile is of another run");
	recording_close(&recording);
	return 0;
}

int trial_read(struct trial *trial, struct fault *fault)
{
	int error = want_all(trial, fault);

	trial->experiment.profiles = trial->input;
	for (size_t i = 0; i < trial->whatif.sets_count && !error; i++)
		error = read_run(trial, i, fault);
	return error ? error : fill_sets(trial, fault);
}

void trial_deinit(struct trial *trial)
{
	experiment_end(&trial->experiment);
	free(trial->runs);
	whatif_deinit(&trial->whatif);
	changes_deinit(&trial->changes);
}
