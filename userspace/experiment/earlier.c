// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * earlier.c - what the profile of an earlier run tells of a run to come; see earlier.h
 */
#include "earlier.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plan.h"
#include "recording/recording.h"
#include "symbols/elfcode.h"

#define STREAM_NUMBERS	7

static int open_profile(struct recording *recording, const char *path, struct fault *fault)
{
	const struct recording_options options = {
		.path = path, .of = { { MEASURE_GOLDEN, MEASURE_CYCLES } }, .symfs = "", .empty = true,
	};

	return recording_open(recording, &options, fault);
}

/* The number of the first word that is another, or how many there are. */
static size_t find_other(const struct recording *recording, char *const *program, size_t *count)
{
	struct json_object *words = json_object_object_get(recording->json, "command");
	size_t at = 0;

	*count = json_object_array_length(words);
	while (at < *count && program[at] &&
	       !strcmp(json_object_get_string(json_object_array_get_idx(words, at)), program[at]))
		at++;
	return at;
}

static bool is_same_command(const struct recording *recording, char *const *program)
{
	size_t count;

	return recording->json && !program[find_other(recording, program, &count)] &&
	       find_other(recording, program, &count) == count;
}

uint64_t earlier_length(const char *path, char *const *program)
{
	struct recording recording;
	struct fault fault;
	uint64_t length = 0;

	if (open_profile(&recording, path, &fault))
		return 0;
	if (!recording.partial && is_same_command(&recording, program))
		length = recording.run_instructions;
	recording_close(&recording);
	return length;
}

/* The same run */

static int check_command(const struct recording *recording, const char *path, char *const *program,
			 struct fault *fault)
{
	size_t count, at;

	if (is_same_command(recording, program))
		return 0;
	at = find_other(recording, program, &count);
	return fault_set(fault, -EINVAL, "'%.100s' is of '%.200s': word %zu is another here; give the same program "
			 "and arguments", path, recording->command, at + 1);
}

static const char *find_setting(const struct recording *recording, const char *name)
{
	for (size_t i = 0; i < recording->settings_count; i++)
		if (!strcmp(recording->settings[i].name, name))
			return recording->settings[i].value;
	return "unknown";
}

static int check_core(const struct recording *recording, const char *path,
		      const struct tea_params *params, struct fault *fault)
{
	const char *core = find_setting(recording, "core");

	if (strcmp(core, params->core))
		return fault_set(fault, -EINVAL, "'%.200s' is of core %.60s, not %s: give --core %.60s", path, core,
				 params->core, core);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const char *value = find_setting(recording, info->name);
		char text[TEA_PARAM_TEXT];

		if (strcmp(value, tea_params_text(params, info, text)))
			return fault_set(fault, -EINVAL, "'%.200s' is of a core with %s=%.40s, not %s: give --set "
					 "%s=%.40s", path, info->name, value, text, info->name, value);
	}
	return 0;
}

/* The options of the run, as the profile has them. */
static int check_sampling(const struct recording *recording, const char *path,
			  const struct sim_region *region, struct fault *fault)
{
	struct json_object *sampled = json_object_object_get(recording->json, "sampled");
	struct json_object *resume = json_object_object_get(sampled, "resume");
	const double detail = json_object_get_double(json_object_object_get(resume, "millionths")) / 1e4;
	const char *warm = json_object_get_string(json_object_object_get(sampled, "warm"));
	const char *seed = json_object_get_string(json_object_object_get(sampled, "seed"));

	if (fabs(strtod(region->detail ?: SIM_REGION_DETAIL, NULL) - detail) > 0.00005)
		return fault_set(fault, -EINVAL, "'%.200s' has %g percent of the run in windows: give --detail %g",
				 path, detail, detail);
	if (strtoull(region->seed ?: "1", NULL, 10) != strtoull(seed ?: "", NULL, 10))
		return fault_set(fault, -EINVAL, "'%.200s' has the windows of another seed: give --seed %.20s", path,
				 seed ?: "0");
	if (strcmp(region->warm ?: "all", warm ?: ""))
		return fault_set(fault, -EINVAL, "'%.200s' has other instructions that warm before each window: "
				 "give --warm %.20s", path, warm ?: "all");
	return 0;
}

static bool is_same_build(const struct symbols_object *object, const struct elfobject *elf)
{
	uint64_t hash;

	if (object->hashed)
		return elfcode_hash(elf, &hash) && hash == object->code_hash;
	return object->build_id_size == elf->build_id_size &&
	       !memcmp(object->build_id, elf->build_id, elf->build_id_size);
}

/* All files with code of the run are as they were. */
static int check_builds(const struct recording *recording, const char *path, const char *option,
			struct fault *fault)
{
	for (size_t i = 0; i < recording->symbols.count; i++) {
		const struct symbols_object *object = &recording->symbols.objects[i];
		struct elfobject elf;
		bool same;
		int error;

		if (object->path[0] != '/' || (!object->build_id_size && !object->hashed))
			continue;
		error = elfobject_open(&elf, object->path, "");
		if (error)
			return fault_set(fault, error, "cannot read '%.200s', of which '%.100s' is: %s; put the same "
					 "build there", object->path, path, strerror(-error));
		same = is_same_build(object, &elf);
		elfobject_close(&elf);
		if (!same)
			return fault_set(fault, -ESTALE, "'%.100s' is of another build of '%.200s': put that there, or "
					 "run this one without --%s", path, object->path, option);
	}
	return 0;
}

static int check_stopped(const struct recording *recording, const char *path, struct fault *fault)
{
	struct json_object *sampled = recording->json ?
				      json_object_object_get(recording->json, "sampled") : NULL;

	if (!sampled)
		return fault_set(fault, -EINVAL, "'%.200s' is not of a sampled run: only these can be resumed", path);
	if (json_object_is_type(json_object_object_get(sampled, "resume"), json_type_object))
		return 0;
	return fault_set(fault, -EINVAL, recording->end.signal ?
			 "'%.200s' is of a program that would end there again: run it from its begin, without "
			 "--resume" : "'%.200s' is of a whole run: nothing is left to be resumed", path);
}

static int check_run(const struct recording *recording, const char *path,
		     const struct earlier_run *run, struct fault *fault)
{
	int error = check_stopped(recording, path, fault);

	if (!error)
		error = check_command(recording, path, run->program, fault);
	if (!error)
		error = check_core(recording, path, run->params, fault);
	if (!error)
		error = check_sampling(recording, path, run->region, fault);
	return error ? error : check_builds(recording, path, "resume", fault);
}

/* Words */

/* Whole numbers, or addresses. */
static bool put_numbers(struct json_object *list, size_t count, FILE *file)
{
	if (!json_object_is_type(list, json_type_array) || json_object_array_length(list) != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *number = json_object_array_get_idx(list, i);

		if (!json_object_is_type(number, json_type_int) && !json_object_is_type(number, json_type_string))
			return false;
		fprintf(file, " %s", json_object_get_string(number));
	}
	fputc('\n', file);
	return true;
}

/* Member @name: how many, then a line for each, of @count numbers. */
static bool put_lists(struct json_object *resume, const char *name, size_t count, FILE *file)
{
	struct json_object *lists = json_object_object_get(resume, name);
	const size_t all = json_object_is_type(lists, json_type_array) ? json_object_array_length(lists) : 0;

	fprintf(file, "%zu\n", all);
	for (size_t i = 0; i < all; i++)
		if (!put_numbers(json_object_array_get_idx(lists, i), count, file))
			return false;
	return lists;
}

/* The instructions of each run before. */
static void put_resumed(const struct recording *recording, struct json_object *sampled, FILE *file)
{
	struct json_object *resumed = json_object_object_get(sampled, "resumed");
	struct json_object *list = json_object_object_get(resumed, "behind");
	const size_t count = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;

	fprintf(file, "%zu\n", count + 1);
	for (size_t i = 0; i < count; i++)
		fprintf(file, " %s", json_object_get_string(json_object_array_get_idx(list, i)));
	fprintf(file, " %" PRIu64 "\n", recording->run_instructions);
}

static int put_words(const struct recording *recording, const char *path, FILE *file,
		     struct fault *fault)
{
	struct json_object *sampled = json_object_object_get(recording->json, "sampled");
	struct json_object *resume = json_object_object_get(sampled, "resume");

	put_resumed(recording, sampled, file);
	if (put_lists(resume, "streams", STREAM_NUMBERS, file) &&
	    put_lists(resume, "rows", 4 + TEA_PLAN_GROUPS, file) && put_lists(resume, "sites", 1 + TEA_PLAN_GROUPS, file))
		return 0;
	return fault_set(fault, -EINVAL, "'%.200s' is damaged, 'resume' in it: run the program from its begin, "
			 "without --resume", path);
}

static int put_allotment(struct json_object *allotment, FILE *file)
{
	struct json_object *windows = json_object_object_get(allotment, "windows");
	struct json_object *squares = json_object_object_get(allotment, "squares");
	const size_t count = json_object_is_type(windows, json_type_array) ? json_object_array_length(windows) : 0;

	if (!json_object_is_type(squares, json_type_array) || json_object_array_length(squares) != count)
		return -EINVAL;
	fprintf(file, "%" PRIu64 " %zu\n", json_object_get_uint64(json_object_object_get(allotment, "part")), count);
	for (size_t i = 0; i < count; i++)
		fprintf(file, " %" PRIu64 " %.17g\n", json_object_get_uint64(json_object_array_get_idx(windows, i)),
			json_object_get_double(json_object_array_get_idx(squares, i)));
	return 0;
}

static int put_allotments(const struct recording *recording, const char *path, FILE *file,
			  struct fault *fault)
{
	struct json_object *list = json_object_object_get(json_object_object_get(recording->json, "sampled"),
							  "allotment");
	const size_t count = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	int error = count ? 0 : -EINVAL;

	fprintf(file, "%zu\n", count);
	for (size_t i = 0; i < count && !error; i++)
		error = put_allotment(json_object_array_get_idx(list, i), file);
	if (!error)
		return 0;
	return fault_set(fault, error, "'%.200s' does not say where its windows deviate: give a profile of "
			 "'tea sim --sampled' with --refine, or leave it out", path);
}

static int check_refined(const struct recording *recording, const char *path,
			 const struct earlier_run *run, struct fault *fault)
{
	int error = check_command(recording, path, run->program, fault);

	if (!error)
		error = check_core(recording, path, run->params, fault);
	return error ? error : check_builds(recording, path, "refine", fault);
}

/* The profile that the user named with --@option. */
static int open_named(struct recording *recording, const char *path, const char *option, struct fault *fault)
{
	if (access(path, R_OK))
		return fault_set(fault, -errno, "cannot read '%s': %s; name another with --%s", path,
				 strerror(errno), option);
	return open_profile(recording, path, fault);
}

int earlier_refine(const char *path, const struct earlier_run *run, FILE *file, struct fault *fault)
{
	struct recording recording;
	int error = open_named(&recording, path, "refine", fault);

	if (error)
		return error;
	error = put_allotments(&recording, path, file, fault);
	if (!error)
		error = check_refined(&recording, path, run, fault);
	recording_close(&recording);
	return error;
}

int earlier_resume(const char *path, const struct earlier_run *run, FILE *file, struct fault *fault)
{
	struct recording recording;
	int error = open_named(&recording, path, "resume", fault);

	if (error)
		return error;
	error = check_run(&recording, path, run, fault);
	if (!error)
		error = put_words(&recording, path, file, fault);
	recording_close(&recording);
	return error;
}
