// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * windowed.c - how far estimates from windows of a run are from the golden reference of all of it
 *
 * Usage: windowed NAME PROFILE [LABEL ESTIMATE]... > RESULT
 *
 * PROFILE is of `tea sim --observers golden,counts`, each ESTIMATE of `tea sim --sampled`. The result is
 * one JSON document: of each estimate the instructions of its run, and the error of the cycles; by instruction, instruction with PSV, and
 * function, the error (the paper's), that of as many cycles drawn singly as are in the windows, and
 * how many of the larger shares are within their intervals.
 */
#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "comparison.h"
#include "study_comparison.h"
#include "study_profile.h"
#include "study_result.h"

#define DRAWS		20
#define SEED		20261130
#define LARGE		0.005		/* of the run: shares from this on have their intervals checked */

#define GROUPS		16		/* tea sim's */

static const struct {
	const char *name;
	enum units_granularity granularity;
	uint16_t events;
} views[] = {
	{ "instruction", UNITS_INSTRUCTION, 0 }, { "signature", UNITS_INSTRUCTION, TEA_PSV_MASK },
	{ "function", UNITS_FUNCTION, 0 },
};

/* What an estimate says of a unit with a signature, or of all. */
struct share {
	uint32_t unit;
	uint16_t psv;
	double golden, parts;
	double deviations[GROUPS];
};

struct estimate {
	struct recording recording;
	struct json_object *json, *rows, *deviations;
	double parts;			/* of a cycle */
};

static struct json_object *get(struct json_object *object, const char *name)
{
	return json_object_object_get(object, name);
}

static struct json_object *item(struct json_object *array, size_t i)
{
	return json_object_array_get_idx(array, i);
}

static uint64_t number(struct json_object *object, const char *name)
{
	return json_object_get_uint64(get(object, name));
}

/* 0, or a negative errno with @fault filled. Close its recording in either case. */
static int open_estimate(struct estimate *estimate, const char *path, struct fault *fault)
{
	struct recording_options options = { .path = path, .symfs = "", .of = { { MEASURE_GOLDEN } } };
	struct json_object *sampled;
	int error = recording_open(&estimate->recording, &options, fault);

	if (error)
		return error;
	estimate->json = estimate->recording.json;
	sampled = get(estimate->json, "sampled");
	estimate->rows = get(estimate->json, "golden");
	estimate->deviations = get(sampled, "deviations");
	estimate->parts = (double)number(estimate->json, "parts_per_cycle");
	if (!estimate->deviations || number(sampled, "groups") != GROUPS ||
	    json_object_array_length(estimate->rows) != json_object_array_length(estimate->deviations))
		return fault_set(fault, -EINVAL, "not a profile of tea sim --sampled");
	return 0;
}

static int compare_shares(const void *left, const void *right)
{
	const struct share *a = left, *b = right;

	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	return (int)a->psv - (int)b->psv;
}

/* Those of one key become one. Returns how many are left. */
static size_t join(struct share *shares, size_t count)
{
	size_t last = 0;

	if (!count)
		return 0;
	qsort(shares, count, sizeof(*shares), compare_shares);
	for (size_t i = 1; i < count; i++) {
		if (compare_shares(&shares[last], &shares[i])) {
			shares[++last] = shares[i];
			continue;
		}
		shares[last].golden += shares[i].golden;
		shares[last].parts += shares[i].parts;
		for (unsigned int k = 0; k < GROUPS; k++)
			shares[last].deviations[k] += shares[i].deviations[k];
	}
	return last + 1;
}

/* Where the whole run has what is at @pc of the estimate: a library's address may differ from run to run. */
static uint64_t address_of(const struct study_profile *profile, struct estimate *estimate, uint64_t pc)
{
	const struct maps_entry *from = maps_find(&estimate->recording.maps, 0, pc, 0);
	const struct maps *maps = &profile->recording.maps;
	const size_t count = maps->processes_count ? maps->processes->entries_count : 0;
	const char *path;
	uint64_t offset;

	if (!from)
		return pc;
	path = estimate->recording.symbols.objects[from->object].path;
	offset = pc - from->start + from->offset;
	for (size_t i = 0; i < count; i++) {
		const struct maps_entry *at = &maps->processes->entries[i];

		if (offset >= at->offset && offset - at->offset < at->end - at->start &&
		    !strcmp(profile->recording.symbols.objects[at->object].path, path))
			return offset - at->offset + at->start;
	}
	return pc;
}

static bool set_unit(struct share *share, const struct study_profile *profile, uint64_t pc, uint16_t psv,
		     size_t view)
{
	const struct units_instruction *unit = units_find(&profile->units, pc);

	/* a program that reads the time may execute code that it did not in the other run */
	share->unit = unit ? unit->unit[views[view].granularity] : UINT32_MAX;
	share->psv = psv & views[view].events;
	return unit;
}

/* Both sides, by unit. NULL: no memory. */
static struct share *list_shares(const struct study_profile *profile, struct estimate *estimate,
				 size_t view, size_t *count)
{
	const size_t rows = json_object_array_length(estimate->rows);
	struct share *shares = calloc(rows + profile->golden_count + 1, sizeof(*shares)), *at = shares;
	bool known = shares;

	for (size_t i = 0; i < profile->golden_count && known; i++, at++) {
		known = set_unit(at, profile, profile->golden[i].pc, profile->golden[i].psv, view);
		at->golden = profile->golden[i].parts;
	}
	for (size_t i = 0; i < rows && known; i++, at++) {
		struct json_object *row = item(estimate->rows, i), *list = item(estimate->deviations, i);
		const char *pc = json_object_get_string(item(row, 0));

		set_unit(at, profile, address_of(profile, estimate, strtoull(pc, NULL, 16)),
			 (uint16_t)json_object_get_int(item(row, 1)), view);
		at->parts = (double)json_object_get_uint64(item(row, 4));
		for (unsigned int k = 0; k < GROUPS; k++)
			at->deviations[k] = (double)json_object_get_int64(item(list, k));
	}
	if (known) {
		*count = join(shares, (size_t)(at - shares));
		return shares;
	}
	free(shares);
	return NULL;
}

static struct share sum_up(const struct share *shares, size_t count)
{
	struct share all = { .unit = 0 };

	for (size_t i = 0; i < count; i++) {
		all.golden += shares[i].golden;
		all.parts += shares[i].parts;
		for (unsigned int k = 0; k < GROUPS; k++)
			all.deviations[k] += shares[i].deviations[k];
	}
	return all;
}

/* Copies what @share deviates by; returns its weight, as a view has it. */
static struct pics_weight weigh(const struct share *share, struct pics_windows *windows)
{
	memcpy(windows->deviations, share->deviations, sizeof(share->deviations));
	return (struct pics_weight){ .samples = PICS_WINDOWS, .windows = windows };
}

/* Whether the intervals of the larger shares of @all hold: how many there are, and of how many. */
static int put_intervals(struct json_object *json, const struct share *shares, size_t count, double bias)
{
	const struct share all = sum_up(shares, count);
	struct pics_windows *of_all = pics_windows_create(GROUPS, bias, false);
	struct pics_windows *windows = pics_windows_create(GROUPS, bias, false);
	const bool known = of_all && windows;
	unsigned int large = 0, within = 0;

	for (size_t i = 0; known && i < count; i++) {
		const struct pics_stack whole = { .parts = (uint64_t)all.parts, .weight = weigh(&all, of_all) };
		const struct pics_weight weight = weigh(&shares[i], windows);
		const double truth = shares[i].golden / all.golden;

		if (truth < LARGE)
			continue;
		large++;
		within += fabs(shares[i].parts / all.parts - truth) <=
			  chance_margin((uint64_t)shares[i].parts, &weight, &whole);
	}
	study_put(json, "large", json_object_new_int((int)large));
	study_put(json, "within", json_object_new_int((int)within));
	free(windows);
	free(of_all);
	return known ? 0 : -ENOMEM;
}

/* Errors of the estimate, and of @samples cycles drawn singly. */
static struct json_object *view_json(const struct study_profile *profile, struct estimate *estimate,
				     size_t view, double samples)
{
	struct json_object *json = json_object_new_object();
	struct comparison comparison = { .count = 0 };
	size_t count;
	struct share *shares = list_shares(profile, estimate, view, &count);
	int error = shares ? 0 : -ENOENT;

	for (size_t i = 0; shares && i < count && !error; i++) {
		const uint64_t parts[TEA_THINNING_LEVELS] = { (uint64_t)shares[i].parts };

		error = comparison_add_golden(&comparison, shares[i].unit, shares[i].psv, shares[i].golden, 0);
		if (!error)
			error = comparison_add_sampled(&comparison, shares[i].unit, shares[i].psv, parts);
	}
	if (!error)
		error = put_intervals(json, shares, count, estimate->recording.sampled.bias);
	if (error) {
		free(shares);
		json_object_put(json);
		return NULL;
	}
	comparison_seal(&comparison);
	study_put(json, "error", study_real(comparison_error(&comparison, 0)));
	study_put(json, "chance", study_real(comparison_noise(&comparison, samples, profile->mean_slots, DRAWS,
							      SEED).mean));
	comparison_deinit(&comparison);
	free(shares);
	return json;
}

/* Half of the interval of the cycles, as a part of them. */
static double cycles_half(const struct estimate *estimate)
{
	const struct pics *pics = &estimate->recording.measures[MEASURE_GOLDEN].pics;

	return chance_total(pics) / (double)pics->parts;
}

static struct json_object *estimate_json(const struct study_profile *profile, struct estimate *estimate,
					 const char *label)
{
	struct json_object *json = json_object_new_object(), *sampled = get(estimate->json, "sampled");
	const double cycles = (double)number(estimate->json, "total_cycles");
	const double instructions = (double)number(estimate->json, "instructions");
	const double detail = (double)number(get(sampled, "instructions"), "detail") / instructions;

	study_put(json, "label", json_object_new_string(label));
	study_put(json, "executed", json_object_get(get(estimate->json, "instructions")));
	study_put(json, "windows", json_object_get(get(sampled, "windows")));
	study_put(json, "instructions", json_object_get(get(sampled, "instructions")));
	study_put(json, "unmet", json_object_get(get(sampled, "unmet")));
	study_put(json, "detail", study_real(detail));
	study_put(json, "cycles", study_real(cycles / (double)profile->cycles - 1));
	study_put(json, "half", study_real(cycles_half(estimate)));
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		study_put(json, views[i].name, view_json(profile, estimate, i, detail * cycles));
	return json;
}

static struct json_object *result_json(const struct study_profile *profile, const char *name, int argc,
				       char **argv)
{
	struct json_object *json = json_object_new_object(), *list = json_object_new_array();
	struct fault fault;
	bool sound = true;

	study_put(json, "program", json_object_new_string(name));
	study_put(json, "cycles", json_object_new_uint64(profile->cycles));
	study_put(json, "instructions", json_object_new_uint64(profile->instructions));
	study_put(json, "estimates", list);
	for (int i = 0; i < argc && sound; i += 2) {
		struct estimate estimate;

		sound = !open_estimate(&estimate, argv[i + 1], &fault);
		if (sound)
			json_object_array_add(list, estimate_json(profile, &estimate, argv[i]));
		else
			fprintf(stderr, "windowed: %s: %s\n", argv[i + 1], fault.text);
		recording_close(&estimate.recording);
	}
	if (sound)
		return json;
	json_object_put(json);
	return NULL;
}

int main(int argc, char **argv)
{
	struct study_profile profile;
	struct json_object *json = NULL;
	struct fault fault;

	if (argc < 5 || argc % 2 == 0) {
		fprintf(stderr, "usage: windowed NAME PROFILE [LABEL ESTIMATE]... > RESULT\n");
		return 2;
	}
	if (study_profile_open(&profile, argv[2], &fault))
		fprintf(stderr, "windowed: %s: %s\n", argv[2], fault.text);
	else
		json = result_json(&profile, argv[1], argc - 3, argv + 3);
	if (json)
		puts(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PRETTY));
	json_object_put(json);
	study_profile_close(&profile);
	return !json || fflush(stdout) || ferror(stdout);
}
