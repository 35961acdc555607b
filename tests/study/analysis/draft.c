// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * draft.c - how far samplers that a draft standard allows are from the golden reference
 *
 * Usage: draft PROFILE NAME > RESULT
 *
 * PROFILE is of `tea sim --observers golden,tea,ibs,spe,ris,tagged,nci,counts,thinned,standard`. The
 * result is one JSON document: shares of the commit states; errors of each row of the tables of
 * observers/standard.h, by instruction and function, with PSVs of so many bits; of tagged instructions
 * with each weight; of the samplers that the page on accuracy has; and what a PSV takes.
 */
#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "comparison.h"
#include "observers/standard.h"
#include "storage.h"
#include "study_comparison.h"
#include "study_profile.h"
#include "study_result.h"

#define DRAWS		20
#define SEED		20261129

/* PSVs: none; the three events that explain most (the page on sets of events); all of the paper's. */
static const struct events {
	const char *name;
	uint16_t mask;
} sets[] = {
	{ "0", 0 }, { "3", TEA_PSV_FL_MB | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB }, { "9", TEA_PSV_PAPER },
};

#define SETS	(sizeof(sets) / sizeof(sets[0]))

static const enum units_granularity granularities[] = { UNITS_INSTRUCTION, UNITS_FUNCTION };

static const char *const weights[TEA_STANDARD_WEIGHTS] = { "samples", "total", "oldest", "exposed" };

static struct json_object *get(struct json_object *object, const char *name)
{
	return json_object_object_get(object, name);
}

static double number(struct json_object *row, size_t i)
{
	return (double)json_object_get_uint64(json_object_array_get_idx(row, i));
}

static const struct units_instruction *unit_of(const struct study_profile *profile,
					       struct json_object *row)
{
	const char *pc = json_object_get_string(json_object_array_get_idx(row, 0));

	return pc ? units_find(&profile->units, strtoull(pc, NULL, 16)) : NULL;
}

/* Where samples come from: rows of the observer, whose number in @column counts; or a scheme. */
struct source {
	struct json_object *rows;
	size_t column;
	unsigned int scheme;		/* if there are no rows */
};

/* Golden, and the samples of @source, with the events of @mask. */
static int compare(const struct study_profile *profile, const struct source *source,
		   enum units_granularity granularity, uint16_t mask, struct comparison *comparison)
{
	int error;

	if (!source->rows)
		return study_compare_scheme(profile, source->scheme, granularity, mask, comparison);
	error = study_compare_golden(profile, granularity, mask, comparison);
	for (size_t i = 0; i < json_object_array_length(source->rows) && !error; i++) {
		struct json_object *row = json_object_array_get_idx(source->rows, i);
		const struct units_instruction *unit = unit_of(profile, row);
		const uint64_t parts[TEA_THINNING_LEVELS] = { (uint64_t)number(row, source->column) };

		error = !unit ? -ENOENT :
			comparison_add_sampled(comparison, unit->unit[granularity],
					       (uint16_t)number(row, 1) & mask, parts);
	}
	comparison_seal(comparison);
	return error;
}

/*
 * Errors by unit and events, of the first @count sets; of as many independent samples of the reference,
 * if @samples.
 */
static struct json_object *errors_json(const struct study_profile *profile, struct source source,
				       size_t count, double samples, double slots)
{
	struct json_object *json = json_object_new_object();
	const uint16_t recorded = source.rows ? TEA_PSV_MASK : study_scheme_events(source.scheme);

	for (size_t k = 0; k < sizeof(granularities) / sizeof(granularities[0]); k++) {
		struct json_object *errors = json_object_new_object();

		for (size_t i = 0; i < count; i++) {
			struct comparison comparison;
			double error;

			if (compare(profile, &source, granularities[k], sets[i].mask & recorded, &comparison))
				error = NAN;
			else if (samples > 0)
				error = comparison_noise(&comparison, samples, slots, DRAWS, SEED).mean;
			else
				error = comparison_error(&comparison, 0);
			study_put(errors, sets[i].name, study_real(error));
			comparison_deinit(&comparison);
		}
		study_put(json, units_names[granularities[k]], errors);
	}
	return json;
}

/* A row of the profile that is to be in the result, its own numbers among it. */
static struct json_object *row_json(struct json_object *policy)
{
	static const char *const names[] = { "name", "samples", "overflows", "collisions", "filtered",
					     "saturated" };
	struct json_object *json = json_object_new_object();

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct json_object *value = get(policy, names[i]);

		if (value)
			study_put(json, names[i], json_object_get(value));
	}
	return json;
}

static struct json_object *overflow_json(const struct study_profile *profile,
					 struct json_object *policy, bool first)
{
	struct json_object *json = row_json(policy), *rows = get(policy, "rows");
	const double samples = (double)json_object_get_uint64(get(policy, "samples"));

	study_put(json, "errors", errors_json(profile, (struct source){ rows, 2, 0 }, SETS, 0, 0));
	if (first)
		study_put(json, "chance", errors_json(profile, (struct source){ rows, 2, 0 }, SETS, samples,
						      profile->mean_slots));
	return json;
}

/* A sampler of the page on accuracy, with those of a set's events that it records. */
static struct json_object *scheme_json(const struct study_profile *profile, unsigned int scheme)
{
	struct json_object *json = json_object_new_object();

	study_put(json, "name", json_object_new_string(study_scheme_name(scheme)));
	study_put(json, "samples", json_object_new_uint64(profile->samples[scheme]));
	study_put(json, "events", json_object_new_int(__builtin_popcount(study_scheme_events(scheme) &
									 TEA_PSV_PAPER)));
	study_put(json, "errors", errors_json(profile, (struct source){ NULL, 0, scheme }, SETS, 0, 0));
	return json;
}

static double sum_of(struct json_object *rows, size_t column)
{
	double sum = 0;

	for (size_t i = 0; i < json_object_array_length(rows); i++)
		sum += number(json_object_array_get_idx(rows, i), column);
	return sum;
}

/*
 * A weight's mean; samples of equal weights that scatter as much (Kish); errors; and those of so many
 * samples. Events in the first row alone.
 */
static struct json_object *weight_json(const struct study_profile *profile,
				       struct json_object *policy, unsigned int weight, bool first)
{
	struct json_object *json = json_object_new_object(), *rows = get(policy, "rows");
	struct json_object *list = get(policy, "squares");
	const struct source source = { rows, 2 + weight, 0 };
	const double samples = (double)json_object_get_uint64(get(policy, "samples"));
	const double sum = sum_of(rows, 2 + weight);
	const double squares = json_object_get_double(json_object_array_get_idx(list, weight));
	const double effective = squares > 0 ? sum * sum / squares : 0;

	study_put(json, "mean", study_real(samples > 0 ? sum / samples : NAN));
	study_put(json, "effective", study_real(effective));
	study_put(json, "errors", errors_json(profile, source, first ? SETS : 1, 0, 0));
	if (first && effective > 0)
		study_put(json, "chance", errors_json(profile, source, SETS, effective, 1));
	return json;
}

static struct json_object *decoded_json(const struct study_profile *profile,
					struct json_object *policy, bool first)
{
	struct json_object *json = row_json(policy), *all = json_object_new_object();

	for (unsigned int weight = 0; weight < TEA_STANDARD_WEIGHTS; weight++)
		study_put(all, weights[weight], weight_json(profile, policy, weight, first));
	study_put(json, "weights", all);
	return json;
}

/* Parts of the time: of each commit state; of the three that are waits, with an event of a set. */
static struct json_object *shares_json(const struct study_profile *profile)
{
	static const char *const states[] = {
		[TEA_STATE_COMPUTE] = "compute", [TEA_STATE_DRAINED] = "drained",
		[TEA_STATE_STALLED] = "stalled", [TEA_STATE_FLUSHED] = "flushed",
	};
	struct json_object *json = json_object_new_object(), *told = json_object_new_object();
	double parts[4] = { 0 }, with[SETS] = { 0 }, all = 0, waits;

	for (size_t i = 0; i < profile->golden_count; i++) {
		const struct study_golden *at = &profile->golden[i];

		all += at->parts;
		parts[at->state] += at->parts;
		for (size_t k = 0; k < SETS; k++)
			with[k] += at->state != TEA_STATE_COMPUTE && at->psv & sets[k].mask ? at->parts : 0;
	}
	waits = all - parts[TEA_STATE_COMPUTE];
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		study_put(json, states[i], study_real(parts[i] / all));
	for (size_t k = 0; k < SETS; k++)
		study_put(told, sets[k].name, study_real(waits > 0 ? with[k] / waits : NAN));
	study_put(json, "waits_with_event", told);
	return json;
}

/* Bits of storage that PSVs of each set take in the core; and what else rows need to know of it. */
static struct json_object *storage_json(const struct study_profile *profile)
{
	struct json_object *json = json_object_new_object(), *config = get(profile->recording.json, "config");
	const char *core = json_object_get_string(get(config, "core"));
	struct tea_params params;

	if (tea_params_select(&params, core))
		return NULL;
	for (size_t i = 0; i < SETS; i++)
		study_put(json, sets[i].name, json_object_new_int64(
			8 * (int64_t)tea_storage_bytes(&params, sets[i].mask, TEA_STORAGE_TEA)));
	study_put(json, "entries", json_object_new_int64(params.fetch_buffer + params.rob +
							 params.load_queue + params.store_queue));
	study_put(json, "rob", json_object_new_int64(params.rob));
	study_put(json, "slots", json_object_new_int64(params.commit_width));
	return json;
}

static struct json_object *result_json(struct study_profile *profile, const char *name)
{
	struct json_object *json = json_object_new_object(), *list;
	struct json_object *standard = get(profile->recording.json, "standard");
	struct json_object *overflow = get(standard, "overflow"), *decoded = get(standard, "decoded");

	if (!overflow || !decoded)
		return NULL;
	study_put(json, "program", json_object_new_string(name));
	study_put(json, "config", json_object_get(get(profile->recording.json, "config")));
	study_put(json, "period", json_object_new_uint64(profile->period));
	study_put(json, "cycles", json_object_new_uint64(profile->cycles));
	study_put(json, "instructions", json_object_new_uint64(profile->instructions));
	study_put(json, "mean_slots", study_real(profile->mean_slots));
	study_put(json, "shares", shares_json(profile));
	study_put(json, "storage", storage_json(profile));
	list = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(overflow); i++)
		json_object_array_add(list, overflow_json(profile, json_object_array_get_idx(overflow, i),
							  !i));
	study_put(json, "overflow", list);
	list = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(decoded); i++)
		json_object_array_add(list, decoded_json(profile, json_object_array_get_idx(decoded, i),
							 !i));
	study_put(json, "decoded", list);
	list = json_object_new_array();
	for (unsigned int scheme = 0; scheme < STUDY_SCHEMES; scheme++)
		json_object_array_add(list, scheme_json(profile, scheme));
	study_put(json, "schemes", list);
	return json;
}

int main(int argc, char **argv)
{
	static const struct study_result result = {
		.program = "draft", .make = result_json,
		.without = "the profile has no 'standard': run 'tea sim' with --observers "
			   "golden,tea,ibs,spe,ris,tagged,nci,counts,thinned,standard",
	};

	return study_result_main(&result, argc, argv);
}
