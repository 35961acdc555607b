// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * trial.c - a program run on a core and on what changes make of it; see trial.h
 */
#include "trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_call.h"

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the lanes");
}

/* Sets that are no core fail by themselves. */
static int make_lanes(struct trial *trial, struct fault *fault)
{
	struct whatif *whatif = &trial->whatif;

	if (whatif_init(whatif, trial->changes.count, trial->extent))
		return out_of_memory(fault);
	trial->lanes = calloc(whatif->sets_count, sizeof(*trial->lanes));
	if (!trial->lanes)
		return out_of_memory(fault);
	for (size_t i = 0; i < whatif->count; i++)
		whatif->changes[i].text = trial->changes.items[i].text;
	for (size_t i = 0; i < whatif->sets_count; i++) {
		struct whatif_set *set = &whatif->sets[i];
		const char *why = changes_misfit(&trial->changes, set->members);
		char **to = why ? &set->failure : &trial->lanes[i];

		*to = why ? strdup(why) :
		      changes_lane(&trial->changes, set->members,
				   i ? trial->observers : trial->observers_base);
		if (!*to)
			return out_of_memory(fault);
	}
	return 0;
}

char *trial_path(const struct trial *trial, size_t number)
{
	return sim_lanes_path(trial->input ? trial->input : trial->sim.scratch.path,
			      trial->lanes[number]);
}

int trial_open(const struct trial *trial, size_t number, struct recording *recording,
	       struct fault *fault)
{
	struct recording_options options = { .of = { { MEASURE_GOLDEN } }, .slots = !number,
					     .symfs = trial->symfs ? trial->symfs : "",
					     .empty = true };
	char *path = trial_path(trial, number);
	int error;

	if (!path)
		return out_of_memory(fault);
	error = sim_call_open(path, &options, recording, fault);
	free(path);
	return error;
}

static int fail_set(struct whatif_set *set, const char *why, struct fault *fault)
{
	set->failure = strdup(why);
	return set->failure ? 0 : out_of_memory(fault);
}

/* Profiles of one run have the same instructions; the first is of the core as it is. */
static int read_set(struct trial *trial, size_t number, struct fault *fault)
{
	struct whatif_set *set = &trial->whatif.sets[number];
	struct recording recording;
	struct fault why;
	uint64_t instructions;

	if (set->failure)
		return 0;
	if (trial_open(trial, number, &recording, &why))
		return fail_set(set, why.text, fault);
	set->cycles = recording.run_cycles;
	instructions = recording.run_instructions;
	recording_close(&recording);
	if (!number)
		trial->instructions = instructions;
	return instructions == trial->instructions ? 0 :
	       fail_set(set, "its profile is of another run", fault);
}

static int read_sets(struct trial *trial, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < trial->whatif.sets_count && !error; i++)
		error = read_set(trial, i, fault);
	return error;
}

int trial_put_words(struct trial *trial, FILE *file, struct fault *fault)
{
	int error = make_lanes(trial, fault);

	if (error)
		return error;
	fprintf(file, "profile=%s", trial->input);
	if (trial->changes.core)
		fprintf(file, ",core=%s", trial->changes.core);
	for (size_t i = 0; i < trial->whatif.sets_count; i++) {
		const char *lane = trial->lanes[i];

		if (lane)
			fprintf(file, ",lane=%.*s,%s", (int)strcspn(lane, ":"), lane,
				strchr(lane, ':') + 1);
	}
	fputc('\n', file);
	return 0;
}

int trial_read(struct trial *trial, struct fault *fault)
{
	int error = make_lanes(trial, fault);

	return error ? error : read_sets(trial, fault);
}

int trial_run(struct trial *trial, const char *command, int argc, char **program,
	      struct fault *fault)
{
	int status = make_lanes(trial, fault), error;

	trial->sim.core = trial->changes.core;
	if (!status)
		status = sim_lanes_init(&trial->sim, command, fault);
	if (!status)
		status = sim_lanes_run(&trial->sim, trial->lanes, trial->whatif.sets_count, argc, program,
				       fault);
	error = status < 0 ? 0 : read_sets(trial, fault);
	return error ? error : status;
}

void trial_deinit(struct trial *trial)
{
	sim_lanes_deinit(&trial->sim);
	for (size_t i = 0; trial->lanes && i < trial->whatif.sets_count; i++)
		free(trial->lanes[i]);
	free(trial->lanes);
	whatif_deinit(&trial->whatif);
	changes_deinit(&trial->changes);
}
