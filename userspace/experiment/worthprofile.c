// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * worthprofile.c - a profile with the worth of its hottest causes; see worthprofile.h
 */
#include "worthprofile.h"

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
#include "output/json.h"
#include "runtime.h"
#include "sim_cores.h"
#include "trial.h"

#define OBSERVERS_BASE	"golden,tea,stages"

/* How long both are in all, where there are as many causes. */
static void tell_runs(const struct worthprofile *worth)
{
	const size_t causes = worth->most;
	const struct runtime_lanes lanes = {
		.count = 1 + causes + causes * (causes - 1) / 2 + (causes > 2),
	};

	fprintf(worth->log, "tea sim: first of two runs, to find causes; the second, of up to %zu cores, takes "
		"some %.0f times as long\n", lanes.count, runtime_of(&lanes));
}

/* As hottest_find(), with the pace of the run. */
static int find_causes(const struct worthprofile *worth, struct trial *trial, struct hottest *hottest,
		       int argc, char **program, struct fault *fault)
{
	struct experiment experiment = {
		.command = worth->command, .log = worth->log, .sysroot = worth->sysroot,
		.region = worth->region, .runner = worth->runner,
	};
	int status = experiment_begin(&experiment, fault);

	if (status)
		return status;
	tell_runs(worth);
	status = hottest_find(hottest, &experiment, &trial->changes.base, worth->most, argc, program, fault);
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

static int run_second(const struct worthprofile *worth, struct trial *trial,
		      struct hottest *hottest, int argc, char **program, struct fault *fault)
{
	size_t count = hottest->causes.count;
	int status = hottest_change(hottest, &trial->changes, fault);

	if (status)
		return status;
	fprintf(worth->log, "tea sim: second run, to measure what %zu cause%s worth\n", count,
		count == 1 ? " is" : "s are");
	trial->experiment.expected = hottest->instructions;
	return trial_run(trial, argc, program, fault);
}

static void put_causes(const struct hottest *hottest, FILE *file)
{
	fprintf(file, ",\n\"worth\":{\"instructions\":%" PRIu64 ",\"causes\":[", hottest->instructions);
	for (size_t i = 0; i < hottest->causes.count; i++) {
		const struct recording_cause *at = &hottest->causes.items[i].at;

		fputs(i ? ",\n{\"path\":" : "\n{\"path\":", file);
		json_put_text(file, hottest->recording.symbols.objects[at->object].path);
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

/* One more member of the document. */
static void put_worth(const struct hottest *hottest, const struct whatif *whatif, FILE *file)
{
	put_causes(hottest, file);
	for (size_t i = 1; i < whatif->sets_count; i++) {
		fputs(i > 1 ? ",\n" : "\n", file);
		put_trial(&whatif->sets[i], file);
	}
	fputs("]}", file);
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

static int write_profile(const struct worthprofile *worth, const struct trial *trial,
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
	error = outfile_open(&out, worth->output);
	if (!error) {
		fwrite(text, 1, end, out.file);
		put_worth(hottest, &trial->whatif, out.file);
		fputs("}\n", out.file);
		error = outfile_close(&out);
	}
	free(text);
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 worth->output, strerror(-error)) : 0;
}

/* The user stopped the first run. */
static int write_first(const struct worthprofile *worth, const struct hottest *hottest,
		       struct fault *fault)
{
	struct outfile out;
	int error = outfile_open(&out, worth->output);

	if (!error) {
		fprintf(out.file, "%s\n", json_object_to_json_string_ext(hottest->recording.json,
									  JSON_C_TO_STRING_PLAIN |
									  JSON_C_TO_STRING_NOSLASHESCAPE));
		error = outfile_close(&out);
	}
	if (error)
		return fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 worth->output, strerror(-error));
	fprintf(worth->log, "tea sim: stopped in the first of two runs: what causes are worth was not "
		"measured\n");
	return 128 + interrupts_signal();
}

/* Says so where the program did not do the same in both runs. */
static void tell_difference(const struct worthprofile *worth, const struct trial *trial,
			    const struct hottest *hottest)
{
	const uint64_t instructions = trial->experiment.instructions;

	if (instructions != hottest->instructions)
		fprintf(worth->log, "tea sim: the first run had %" PRIu64 " instructions, the second %" PRIu64
			": the program does not do the same each time, and its causes may not be those "
			"that were found\n", hottest->instructions, instructions);
}

/* Returns the program's exit status, or a negative errno. */
static int measure(const struct worthprofile *worth, struct trial *trial, struct hottest *hottest,
		   int argc, char **program, struct fault *fault)
{
	int status = run_second(worth, trial, hottest, argc, program, fault), error;

	if (status < 0)
		return status;
	if (trial->whatif.sets[0].failure)
		return status ? status : fault_set(fault, -EIO, "the second run: %s",
						   trial->whatif.sets[0].failure);
	tell_difference(worth, trial, hottest);
	error = write_profile(worth, trial, hottest, fault);
	for (size_t i = 0; i < trial->whatif.sets_count && !status; i++)
		status = !!trial->whatif.sets[i].failure;
	return error ? error : status;
}

/* The core as it is, as the options name it. */
static int find_base(const struct worthprofile *worth, struct tea_params *base, struct fault *fault)
{
	struct sim_cores cores = { .core = worth->core, .knobs = *worth->knobs };
	int error = sim_cores_parse(&cores, fault);

	if (!error)
		*base = cores.items[0].variant.params;
	cores.knobs = (struct wordlist){ 0 };	/* which are the caller's */
	sim_cores_deinit(&cores);
	return error;
}

int worthprofile_run(const struct worthprofile *worth, int argc, char **program,
		     struct fault *fault)
{
	struct hottest hottest = { 0 };
	struct trial trial = {
		.extent = WHATIF_PAIRS_AND_ALL, .observers = TEA_PLAN_UNOBSERVED, .experiment = {
			.command = worth->command, .log = worth->log, .sysroot = worth->sysroot,
			.period = worth->period, .region = worth->region, .runner = worth->runner,
		},
	};
	char *observers = make_observers(worth->observers ? worth->observers : OBSERVERS_BASE);
	off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	int status = find_base(worth, &trial.changes.base, fault);

	interrupts_begin();
	trial.observers_base = observers;
	if (!status)
		status = observers ? find_causes(worth, &trial, &hottest, argc, program, fault) :
			 fault_no_memory(fault, "the causes");
	if (!status) {
		/* a file that the first has read; nothing else can be read twice */
		if (input >= 0)
			lseek(STDIN_FILENO, input, SEEK_SET);
		status = interrupts_signal() ? write_first(worth, &hottest, fault) :
			 measure(worth, &trial, &hottest, argc, program, fault);
	}
	hottest_deinit(&hottest);
	trial_deinit(&trial);
	free(observers);
	interrupts_end();
	return status;
}
