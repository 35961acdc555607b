// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * gainsprofile.c - a profile with the gains of its hottest causes; see gainsprofile.h
 */
#include "gainsprofile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "hottest.h"
#include "interrupts.h"
#include "output/jsonwriter.h"
#include "runtime.h"
#include "sim_cores.h"
#include "trial.h"

#define OBSERVERS_BASE	"golden,tea,stages"

/* How long both are in all, where there are as many causes. */
static void tell_runs(const struct gainsprofile *gains)
{
	const size_t causes = gains->most;
	const struct runtime_lanes lanes = {
		.count = 1 + causes + causes * (causes - 1) / 2 + (causes > 2),
	};

	fprintf(gains->log, "tea sim: first of two runs, to find causes; the second, of up to %zu cores, takes "
		"some %.0f times as long\n", lanes.count, runtime_of(&lanes));
}

/* As hottest_find(), with the pace of the run. */
static int find_causes(const struct gainsprofile *gains, struct trial *trial, struct hottest *hottest,
		       int argc, char **program, struct fault *fault)
{
	struct experiment experiment = {
		.command = gains->command, .log = gains->log, .sysroot = gains->sysroot,
		.region = gains->region, .runner = gains->runner,
	};
	int status = experiment_begin(&experiment, fault);

	if (status)
		return status;
	tell_runs(gains);
	status = hottest_find(hottest, &experiment, &trial->changes.base, gains->most, argc, program, fault);
	trial->experiment.pace_s = experiment.pace_s;
	experiment_end(&experiment);
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

static int run_second(const struct gainsprofile *gains, struct trial *trial,
		      struct hottest *hottest, int argc, char **program, struct fault *fault)
{
	size_t count = hottest->causes.count;
	int status = hottest_change(hottest, &trial->changes, fault);

	if (status)
		return status;
	fprintf(gains->log, "tea sim: second run, to measure the gain of %zu cause%s\n", count,
		count == 1 ? "" : "s");
	trial->experiment.expected = hottest->instructions;
	return trial_run(trial, argc, program, fault);
}

static void put_causes(const struct hottest *hottest, struct jsonwriter *json)
{
	json_open_list(json, "causes");
	for (size_t i = 0; i < hottest->causes.count; i++) {
		const struct recording_cause *at = &hottest->causes.items[i].at;

		json_open_row(json);
		json_text(json, "path", hottest->recording.symbols.objects[at->object].path);
		json_address(json, "offset", at->address);
		json_whole(json, "events", at->events);
		json_close_object(json);
	}
	json_close_list(json);
}

static void put_trial(const struct whatif_set *set, struct jsonwriter *json)
{
	json_open_row(json);
	json_open_list(json, "causes");
	for (uint64_t members = set->members; members; members &= members - 1)
		json_whole(json, NULL, (uint64_t)__builtin_ctzll(members));
	json_close_list(json);
	if (set->failure)
		json_text(json, "failure", set->failure);
	else
		json_whole(json, "cycles", set->cycles);
	json_close_object(json);
}

/* Where the document of @text, an object, ends: behind its last member. 0: it is none. */
static size_t find_end(const char *text, size_t length)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *document = tokener ? json_tokener_parse_ex(tokener, text, (int)length) : NULL;
	size_t end = json_object_is_type(document, json_type_object) ?
		     json_tokener_get_parse_end(tokener) : 0;

	while (end && isspace((unsigned char)text[end - 1]))
		end--;
	json_object_put(document);
	if (tokener)
		json_tokener_free(tokener);
	return end ? end - 1 : 0;
}

/* One more member of the document, and its end. */
static void put_gains(const struct hottest *hottest, const struct whatif *whatif, FILE *file)
{
	struct jsonwriter json = { .file = file, .filled = true, .line = true };

	json_open_object(&json, "worth");
	json_whole(&json, "instructions", hottest->instructions);
	put_causes(hottest, &json);
	json_line(&json);
	json_open_list(&json, "trials");
	for (size_t i = 1; i < whatif->sets_count; i++)
		put_trial(&whatif->sets[i], &json);
	json_close_list(&json);
	json_close_object(&json);
	json_close_document(&json);
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

static int write_profile(const struct gainsprofile *gains, const struct trial *trial,
			 const struct hottest *hottest, struct fault *fault)
{
	char *path = experiment_path(&trial->experiment, &trial->experiment.items[trial->runs[0]]);
	size_t length = 0, end;
	char *text = path ? read_file(path, &length) : NULL;
	struct outfile out;
	int error;

	free(path);
	end = length ? find_end(text, length) : 0;
	if (!end) {
		free(text);
		return fault_set(fault, -EIO, "the run's profile cannot be read");
	}
	error = outfile_open(&out, gains->output);
	if (!error) {
		fwrite(text, 1, end, out.file);
		put_gains(hottest, &trial->whatif, out.file);
		error = outfile_close(&out);
	}
	free(text);
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 gains->output, strerror(-error)) : 0;
}

/* The user stopped the first run. */
static int write_first(const struct gainsprofile *gains, const struct hottest *hottest,
		       struct fault *fault)
{
	struct outfile out;
	int error = outfile_open(&out, gains->output);

	if (!error) {
		fprintf(out.file, "%s\n", json_object_to_json_string_ext(hottest->recording.json,
									  JSON_C_TO_STRING_PLAIN |
									  JSON_C_TO_STRING_NOSLASHESCAPE));
		error = outfile_close(&out);
	}
	if (error)
		return fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 gains->output, strerror(-error));
	fprintf(gains->log, "tea sim: stopped in the first of two runs: the gains of causes were not "
		"measured\n");
	return 128 + interrupts_signal();
}

/* Says so where the program did not do the same in both runs. */
static void tell_difference(const struct gainsprofile *gains, const struct trial *trial,
			    const struct hottest *hottest)
{
	const uint64_t instructions = trial->experiment.instructions;

	if (instructions != hottest->instructions)
		fprintf(gains->log, "tea sim: the first run had %" PRIu64 " instructions, the second %" PRIu64
			": the program does not do the same each time, and its causes may not be those "
			"that were found\n", hottest->instructions, instructions);
}

/* Returns the program's exit status, or a negative errno. */
static int measure(const struct gainsprofile *gains, struct trial *trial, struct hottest *hottest,
		   int argc, char **program, struct fault *fault)
{
	int status = run_second(gains, trial, hottest, argc, program, fault), error;

	if (status < 0)
		return status;
	if (trial->whatif.sets[0].failure)
		return status ? status : fault_set(fault, -EIO, "the second run: %s",
						   trial->whatif.sets[0].failure);
	tell_difference(gains, trial, hottest);
	error = write_profile(gains, trial, hottest, fault);
	for (size_t i = 0; i < trial->whatif.sets_count && !status; i++)
		status = !!trial->whatif.sets[i].failure;
	return error ? error : status;
}

/* The core as it is, as the options name it. */
static int find_base(const struct gainsprofile *gains, struct tea_params *base, struct fault *fault)
{
	struct sim_cores cores = { .core = gains->core, .knobs = *gains->knobs };
	int error = sim_cores_parse(&cores, fault);

	if (!error)
		*base = cores.items[0].variant.params;
	cores.knobs = (struct wordlist){ 0 };	/* which are the caller's */
	sim_cores_deinit(&cores);
	return error;
}

int gainsprofile_run(const struct gainsprofile *gains, int argc, char **program,
		     struct fault *fault)
{
	struct hottest hottest = { 0 };
	struct trial trial = {
		.extent = WHATIF_PAIRS_AND_ALL, .observers = TEA_PLAN_UNOBSERVED, .experiment = {
			.command = gains->command, .log = gains->log, .sysroot = gains->sysroot,
			.period = gains->period, .region = gains->region, .runner = gains->runner,
		},
	};
	char *observers = make_observers(gains->observers ? gains->observers : OBSERVERS_BASE);
	off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	int status = find_base(gains, &trial.changes.base, fault);

	interrupts_begin();
	trial.observers_base = observers;
	if (!status)
		status = observers ? find_causes(gains, &trial, &hottest, argc, program, fault) :
			 fault_no_memory(fault, "the causes");
	if (!status) {
		/* a file that the first has read; nothing else can be read twice */
		if (input >= 0)
			lseek(STDIN_FILENO, input, SEEK_SET);
		status = interrupts_signal() ? write_first(gains, &hottest, fault) :
			 measure(gains, &trial, &hottest, argc, program, fault);
	}
	hottest_deinit(&hottest);
	trial_deinit(&trial);
	free(observers);
	interrupts_end();
	return status;
}
