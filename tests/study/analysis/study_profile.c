// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * study_profile.c - the study's data of a profile: see study_profile.h
 */
#include "study_profile.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	uint16_t events;
} schemes[STUDY_SCHEMES] = {
	{ "tea", TEA_PSV_MASK },
#define TEA_X(id, name, stage, events) { name, events },
	TEA_TAGGERS(TEA_X)
#undef TEA_X
};

const char *study_scheme_name(unsigned int scheme)
{
	return schemes[scheme].name;
}

uint16_t study_scheme_events(unsigned int scheme)
{
	return schemes[scheme].events;
}

static struct json_object *get(struct json_object *object, const char *name)
{
	return json_object_object_get(object, name);
}

static int missing(struct fault *fault, const char *what)
{
	return fault_set(fault, -EINVAL, "the profile has no '%s': run 'tea sim' with --observers "
			 "golden,tea,ibs,spe,ris,tagged,nci,counts,thinned", what);
}

static int get_rows(struct json_object *object, const char *name, struct json_object **rows,
		    size_t *count, struct fault *fault)
{
	*rows = get(object, name);
	if (!json_object_is_type(*rows, json_type_array))
		return missing(fault, name);
	*count = json_object_array_length(*rows);
	return 0;
}

static struct json_object *item(struct json_object *row, size_t i)
{
	return json_object_array_get_idx(row, i);
}

static uint64_t number(struct json_object *row, size_t i)
{
	return json_object_get_uint64(item(row, i));
}

static uint64_t address(struct json_object *row)
{
	const char *text = json_object_get_string(item(row, 0));

	return text ? strtoull(text, NULL, 16) : 0;
}

static int read_golden(struct study_profile *profile, struct fault *fault)
{
	struct json_object *rows;
	double compute = 0;
	int error = get_rows(profile->recording.json, "golden", &rows, &profile->golden_count,
			     fault);

	if (error)
		return error;
	profile->golden = calloc(profile->golden_count + 1, sizeof(*profile->golden));
	if (!profile->golden)
		return fault_set(fault, -ENOMEM, "out of memory for the golden reference");
	for (size_t i = 0; i < profile->golden_count; i++) {
		struct json_object *row = item(rows, i);
		struct study_golden *at = &profile->golden[i];

		at->pc = address(row);
		at->psv = (uint16_t)number(row, 1);
		at->state = (uint8_t)number(row, 2);
		at->parts = (double)number(row, 4);
		compute += at->state == TEA_STATE_COMPUTE ? at->parts : 0;
	}
	/* every instruction that commits does so in a compute cycle */
	profile->mean_slots = compute > 0 ? (double)profile->instructions *
					    profile->recording.shown->parts_per_unit / compute : 1;
	return 0;
}

static int read_sampled(struct study_profile *profile, unsigned int scheme, struct fault *fault)
{
	struct json_object *rows;
	size_t *count = &profile->sampled_count[scheme];
	uint64_t parts = 0;
	int error = get_rows(get(profile->recording.json, "thinned"), schemes[scheme].name, &rows,
			     count, fault);

	if (error)
		return error;
	profile->sampled[scheme] = calloc(*count + 1, sizeof(*profile->sampled[scheme]));
	if (!profile->sampled[scheme])
		return fault_set(fault, -ENOMEM, "out of memory for the samples");
	for (size_t i = 0; i < *count; i++) {
		struct json_object *row = item(rows, i);
		struct study_sampled *at = &profile->sampled[scheme][i];

		at->pc = address(row);
		at->psv = (uint16_t)number(row, 1);
		for (size_t level = 0; level < TEA_THINNING_LEVELS; level++)
			at->parts[level] = number(item(row, 2), level);
		parts += at->parts[0];
	}
	profile->samples[scheme] = parts / TEA_CYCLE_PARTS;
	return 0;
}

static bool transfers_control(const char *class)
{
	static const char *const names[] = { "branch", "jal", "jalr", "system" };

	for (size_t i = 0; class && i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(class, names[i]))
			return true;
	}
	return false;
}

static int read_counts(struct study_profile *profile, struct fault *fault)
{
	struct json_object *counts = get(profile->recording.json, "counts"), *rows;
	struct json_object *unexplained = get(counts, "unexplained");
	size_t count = 0;
	int error = get_rows(counts, "rows", &rows, &count, fault);

	for (size_t i = 0; i < count && !error; i++) {
		struct json_object *row = item(rows, i);
		struct units_instruction at = {
			.pc = address(row), .executions = number(row, 2),
			.transfers = transfers_control(json_object_get_string(item(row, 1))),
		};

		for (size_t k = 0; k < TEA_PAPER_EVENTS_COUNT; k++)
			at.events[k] = number(item(row, 3), k);
		if (units_add(&profile->units, &at))
			error = fault_set(fault, -ENOMEM, "out of memory for the counts");
	}
	if (error)
		return error;
	for (size_t i = 0; i <= TEA_COUNTS_STALL_MAX; i++)
		profile->unexplained[i] = number(unexplained, i);
	profile->with_events = json_object_get_uint64(get(counts, "with_events"));
	profile->combined = json_object_get_uint64(get(counts, "combined"));
	return 0;
}

static int read_totals(struct study_profile *profile, struct fault *fault)
{
	const struct {
		const char *name;
		uint64_t *value;
	} totals[] = {
		{ "total_cycles", &profile->cycles }, { "instructions", &profile->instructions },
		{ "period", &profile->period }, { "branches", &profile->branches },
		{ "conditional_branches", &profile->conditional_branches },
		{ "mispredicts", &profile->mispredicts },
	};

	for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++) {
		struct json_object *field = get(profile->recording.json, totals[i].name);

		if (!json_object_is_type(field, json_type_int))
			return missing(fault, totals[i].name);
		*totals[i].value = json_object_get_uint64(field);
	}
	return 0;
}

int study_profile_open(struct study_profile *profile, const char *path, struct fault *fault)
{
	struct recording_options options = { .path = path, .symfs = "", .of = { { MEASURE_GOLDEN } } };
	bool thinned;
	int error;

	memset(profile, 0, sizeof(*profile));
	error = recording_open(&profile->recording, &options, fault);
	if (!error)
		error = read_totals(profile, fault);
	if (!error)
		error = read_golden(profile, fault);
	if (!error)
		error = read_counts(profile, fault);
	if (!error && units_seal(&profile->units, &profile->recording))
		error = fault_set(fault, -ENOMEM, "out of memory for the units");
	thinned = !error && get(profile->recording.json, "thinned");
	for (unsigned int i = 0; i < STUDY_SCHEMES && thinned && !error; i++)
		error = read_sampled(profile, i, fault);
	return error;
}

void study_profile_close(struct study_profile *profile)
{
	recording_close(&profile->recording);
	units_deinit(&profile->units);
	free(profile->golden);
	for (unsigned int i = 0; i < STUDY_SCHEMES; i++)
		free(profile->sampled[i]);
}
