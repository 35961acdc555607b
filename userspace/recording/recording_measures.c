// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_measures.c - the measures that a recording's file has
 */
#include <json-c/json.h>

#include "perf_sources.h"
#include "recording.h"
#include "waits.h"

/* Members of a profile that a measure is read from, one of which is there. */
static const char *const members[MEASURES_COUNT][2] = {
	[MEASURE_CYCLES] = { "tea" },
	[MEASURE_GOLDEN] = { "golden" },
	[MEASURE_STAGES] = { "stages" },
	[MEASURE_FLOPS] = { "flops" },
	[MEASURE_PATH] = { "path" },
	[MEASURE_INSTRUCTIONS] = { "instruction_samples", "branch_stacks" },
	[MEASURE_COUNTS] = { "counts" },
};

static bool has_member(struct json_object *profile, enum measure measure)
{
	for (size_t i = 0; i < 2; i++)
		if (members[measure][i] &&
		    json_object_object_get_ex(profile, members[measure][i], NULL))
			return true;
	return false;
}

/* Is one of its events known to @find, with stacks of @kind? */
static bool has_event(const struct perfdata *perfdata, const struct category_kind *kind,
		      const struct perf_source *(*find)(const char *pmu, uint64_t config))
{
	for (size_t i = 0; i < perfdata->attrs_count; i++) {
		const struct perfdata_attr *attr = &perfdata->attrs[i];
		const struct perf_source *source = attr->pmu ? find(attr->pmu, attr->config) : NULL;

		if (source && source->kind == kind)
			return true;
	}
	return false;
}

bool recording_has(const struct recording *recording, enum measure measure)
{
	const struct perfdata *perfdata = &recording->perfdata;

	if (recording->json)
		return has_member(recording->json, measure);
	switch (measure) {
	case MEASURE_CYCLES:
		return has_event(perfdata, &category_signatures, perf_source_find);
	case MEASURE_INSTRUCTIONS:
		return has_event(perfdata, &category_executions, perf_mix_source_find);
	case MEASURE_WAITS:
		return has_event(perfdata, &category_waits, perf_source_find);
	default:
		return false;
	}
}

unsigned int recording_measures(const struct recording *recording)
{
	unsigned int set = 0;

	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++)
		set |= (unsigned int)recording_has(recording, measure) << measure;
	return set;
}

enum measure recording_first(const struct recording *recording,
			     const struct measures_wanted *wanted)
{
	for (size_t i = 0; i < MEASURES_WANTED; i++)
		if (wanted->items[i] != MEASURE_NONE && recording_has(recording, wanted->items[i]))
			return wanted->items[i];
	return MEASURE_NONE;
}

struct recording_measure *recording_executions(struct recording *recording)
{
	static const enum measure ids[] = { MEASURE_COUNTS, MEASURE_INSTRUCTIONS };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		struct recording_measure *measure = &recording->measures[ids[i]];

		if (measure->id != MEASURE_NONE || measure->failure)
			return measure;
	}
	return NULL;
}

struct notes *recording_notes(struct recording *recording, struct recording_measure *measure)
{
	return measure == recording->shown ? &recording->notes : &measure->notes;
}

bool recording_keeps_golden(const struct recording *recording)
{
	return recording->shown->id == MEASURE_CYCLES && recording->shown->samples &&
	       recording_has(recording, MEASURE_GOLDEN);
}

bool recording_is_estimated(const struct recording *recording)
{
	return recording->shown->groups && !recording->merged.groups;
}

const char *recording_drawn(const struct recording *recording)
{
	if (recording->merged.groups)
		return recording->merged.labelled ? "machines" : "runs";
	return recording_is_estimated(recording) ? "windows" : "samples";
}

const char *recording_denser(const struct recording *recording)
{
	if (recording->merged.groups)
		return recording->merged.labelled ? "merge recordings of more machines" :
						    "merge more recordings";
	if (recording_is_estimated(recording))
		return "simulate all of it (without --sampled)";
	if (recording_keeps_golden(recording))
		return "take every cycle (--of golden)";
	return recording->json ? "sample more often (a shorter --period)" : "sample more often (-F)";
}
