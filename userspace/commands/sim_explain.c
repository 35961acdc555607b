// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_explain.c - the worth of a profile's hottest causes; see sim_explain.h
 */
#include "sim_explain.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/hotcauses.h"
#include "base/outfile.h"
#include "experiment/interrupts.h"
#include "output/json.h"
#include "experiment/runtime.h"
#include "trial.h"

#define OBSERVERS	"golden"
#define OBSERVERS_BASE	"golden,tea,stages"

/* What the first run found. */
struct finding {
	struct recording recording;	/* owns the objects' paths */
	struct hotcauses causes;
	uint64_t instructions;
	double pace_s;			/* of the run */
};

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the causes");
}

static uint64_t instructions_of(const struct recording *recording)
{
	return json_object_get_uint64(json_object_object_get(recording->json, "instructions"));
}

static int read_first(struct finding *finding, const char *path, size_t most,
		      struct fault *fault)
{
	const struct recording_options options = { .path = path, .of = { { MEASURE_GOLDEN } }, .symfs = "" };
	struct recording *recording = &finding->recording;
	int error = recording_open(recording, &options, fault);

	if (error)
		return error;
	recording->path = NULL;
	finding->instructions = instructions_of(recording);
	if (hotcauses_find(&finding->causes, recording, most))
		error = out_of_memory(fault);
	else if (!finding->causes.count)
		error = fault_set(fault, -ENODATA, "nothing to explain: no code of a file took any cycles");
	if (error)
		recording_close(recording);
	return error;
}

/* How long both are in all, where there are as many causes. */
static void tell_runs(size_t causes)
{
	const struct runtime_lanes lanes = {
		.count = 1 + causes + causes * (causes - 1) / 2 + (causes > 2),
	};

	fprintf(stderr, "tea sim: first of two runs, to find causes; the second, of up to %zu cores, takes "
		"some %.0f times as long\n", lanes.count, runtime_of(&lanes));
}

/*
 * Returns 0 with @finding filled, or a negative errno; or above 0, where there is no profile, the
 * status of the run, which has told why.
 */
static int find_causes(const struct sim_explain *explain, struct finding *finding, int argc,
		       char **program, struct fault *fault)
{
	struct sim_lanes sim = {
		.core = explain->core, .sysroot = explain->sysroot, .knobs = explain->knobs,
		.region = explain->region, .observers = OBSERVERS,
	};
	int status = sim_lanes_init(&sim, cmd_sim.name, fault);

	if (status)
		return status;
	tell_runs(explain->most);
	status = sim_lanes_run(&sim, NULL, 0, argc, program, fault);
	if (status >= 0 && (!status || !access(sim.scratch.path, R_OK)))
		status = read_first(finding, sim.scratch.path, explain->most, fault);
	finding->pace_s = sim.pace_s;
	sim_lanes_deinit(&sim);
	return status;
}

/* A lane's list of observers has '+' between. */
static char *make_observers(const char *list)
{
	char *text = strdup(list);

	for (char *at = text; at && (at = strchr(at, ',')); )
		*at = '+';
	return text;
}

static int add_changes(struct trial *trial, const struct finding *finding, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < finding->causes.count && !error; i++) {
		const struct recording_cause *at = &finding->causes.items[i].at;
		const struct symbols_object *object = &finding->recording.symbols.objects[at->object];

		error = changes_add(&trial->changes, "cause", object->path, at->address, at->events,
				    fault);
	}
	return error;
}

static int run_second(struct trial *trial, const struct finding *finding, int argc, char **program,
		      struct fault *fault)
{
	size_t count = finding->causes.count;
	int status = add_changes(trial, finding, fault);

	if (status)
		return status;
	fprintf(stderr, "tea sim: second run, to measure what %zu cause%s worth\n", count,
		count == 1 ? " is" : "s are");
	trial->sim.pace_s = finding->pace_s;
	trial->sim.instructions = finding->instructions;
	return trial_run(trial, cmd_sim.name, argc, program, fault);
}

static void put_causes(const struct finding *finding, FILE *file)
{
	fprintf(file, ",\n\"worth\":{\"instructions\":%" PRIu64 ",\"causes\":[", finding->instructions);
	for (size_t i = 0; i < finding->causes.count; i++) {
		const struct recording_cause *at = &finding->causes.items[i].at;

		fputs(i ? ",\n{\"path\":" : "\n{\"path\":", file);
		json_put_text(file, finding->recording.symbols.objects[at->object].path);
		fprintf(file, ",\"offset\":\"0x%" PRIx64 "\",\"events\":%u}", at->address, at->events);
	}
	fputs("],\n\"trials\":[", file);
}

static void put_trial(const struct whatif_set *set, FILE *file)
{
	const char *separator = "";

	fputs("{\"causes\":[", file);
	for (uint64_t members = set->members; members; members &= members - 1) {
		fprintf(file, "%s%d", separator, __builtin_ctzll(members));
		separator = ",";
	}
	if (set->failure) {
		fputs("],\"failure\":", file);
		json_put_text(file, set->failure);
		fputc('}', file);
	} else {
		fprintf(file, "],\"cycles\":%" PRIu64 "}", set->cycles);
	}
}

/* The document of @from, and in it what has been measured. */
static void put_profile(const char *from, size_t length, const struct finding *finding,
			const struct whatif *whatif, FILE *file)
{
	while (length && from[length - 1] != '}')
		length--;
	fwrite(from, 1, length ? length - 1 : 0, file);
	put_causes(finding, file);
	for (size_t i = 1; i < whatif->sets_count; i++) {
		fputs(i > 1 ? ",\n" : "\n", file);
		put_trial(&whatif->sets[i], file);
	}
	fputs("]}}\n", file);
}

/* To be freed; NULL with errno set. */
static char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "re"), *copy;
	char *text = NULL, buffer[65536];
	size_t got;

	*length = 0;
	copy = file ? open_memstream(&text, length) : NULL;
	while (copy && (got = fread(buffer, 1, sizeof(buffer), file)))
		fwrite(buffer, 1, got, copy);
	if (file && (ferror(file) | fclose(file)))
		*length = 0;
	if (copy && fclose(copy))
		*length = 0;
	return text;
}

static int write_profile(const struct sim_explain *explain, const struct trial *trial,
			 const struct finding *finding, struct fault *fault)
{
	char *path = trial_path(trial, 0), *text = NULL;
	struct outfile out;
	size_t length = 0;
	int error;

	if (path)
		text = read_file(path, &length);
	free(path);
	if (!length) {
		free(text);
		return fault_set(fault, -EIO, "the run's profile cannot be read");
	}
	error = outfile_open(&out, explain->output);
	if (!error) {
		put_profile(text, length, finding, &trial->whatif, out.file);
		error = outfile_close(&out);
	}
	free(text);
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 explain->output, strerror(-error)) : 0;
}

/* The user stopped the first run. */
static int write_first(const struct sim_explain *explain, const struct finding *finding,
		       struct fault *fault)
{
	struct outfile out;
	int error = outfile_open(&out, explain->output);

	if (!error) {
		fprintf(out.file, "%s\n", json_object_to_json_string_ext(finding->recording.json,
									  JSON_C_TO_STRING_PLAIN |
									  JSON_C_TO_STRING_NOSLASHESCAPE));
		error = outfile_close(&out);
	}
	if (error)
		return fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 explain->output, strerror(-error));
	fprintf(stderr, "tea sim: stopped in the first of two runs: what causes are worth was not "
		"measured\n");
	return 128 + interrupts_signal();
}

/* Says so where the program did not do the same in both runs. */
static void tell_difference(const struct trial *trial, const struct finding *finding)
{
	struct recording recording;
	struct fault fault;
	uint64_t instructions;

	if (trial_open(trial, 0, &recording, &fault))
		return;
	instructions = instructions_of(&recording);
	if (instructions != finding->instructions)
		fprintf(stderr, "tea sim: the first run had %" PRIu64 " instructions, the second %" PRIu64
			": the program does not do the same each time, and its causes may not be those "
			"that were found\n", finding->instructions, instructions);
	recording_close(&recording);
}

/* Returns the program's exit status, or a negative errno. */
static int measure(const struct sim_explain *explain, struct trial *trial,
		   const struct finding *finding, int argc, char **program, struct fault *fault)
{
	int status = run_second(trial, finding, argc, program, fault), error;

	if (status < 0)
		return status;
	if (trial->whatif.sets[0].failure)
		return status ? status : fault_set(fault, -EIO, "the second run: %s",
						   trial->whatif.sets[0].failure);
	tell_difference(trial, finding);
	error = write_profile(explain, trial, finding, fault);
	for (size_t i = 0; i < trial->whatif.sets_count && !status; i++)
		status = !!trial->whatif.sets[i].failure;
	return error ? error : status;
}

int sim_explain(const struct sim_explain *explain, int argc, char **program,
		struct fault *fault)
{
	struct finding finding = { 0 };
	struct trial trial = {
		.changes.core = explain->core, .extent = WHATIF_PAIRS_AND_ALL,
		.observers = OBSERVERS, .sim = {
			.sysroot = explain->sysroot, .period = explain->period, .knobs = explain->knobs,
			.region = explain->region,
		},
	};
	char *observers = make_observers(explain->observers ? explain->observers : OBSERVERS_BASE);
	off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	int status = changes_select(&trial.changes, fault);

	interrupts_begin();
	trial.observers_base = observers;
	if (!status)
		status = observers ? find_causes(explain, &finding, argc, program, fault) :
			 out_of_memory(fault);
	if (!status) {
		/* a file that the first has read; nothing else can be read twice */
		if (input >= 0)
			lseek(STDIN_FILENO, input, SEEK_SET);
		status = interrupts_signal() ? write_first(explain, &finding, fault) :
			 measure(explain, &trial, &finding, argc, program, fault);
		recording_close(&finding.recording);
	}
	hotcauses_deinit(&finding.causes);
	trial_deinit(&trial);
	free(observers);
	interrupts_end();
	return status;
}
