// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_sampled.c - a profile of a run that was modelled in windows: how much of it they are, and what
 * each row would be off by without some of them
 *
 * The member "sampled" of docs/profile-format.md. Its rows are those of "golden"; those of "stages" have
 * theirs beside them (profile_slots.c).
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "profile_parts.h"

#define WINDOWS_LEAST	2		/* of each group, so that margins can be trusted */
/*
 * What windows have wrong, beside chance: the standard deviations with which 95% intervals hold in 93 to 97%
 * of the suite's instructions and functions, where all between windows warms and where a million
 * instructions before each do (tests/study/reproduce windows).
 */
#define BIAS_WARM_ALL	0.01
#define BIAS_WARM_SOME	0.015
#define PERCENT_LEAST	0.01
#define PERCENT_TEXT	32

/* How many instructions warm the caches before each window: "all", or a number; what is wrong for it. */
static int read_warm(struct recording_sampled *sampled, struct json_object *object,
		     struct fault *fault)
{
	const char *text = profile_text(object, "warm");

	sampled->warms_all = text && !strcmp(text, "all");
	sampled->bias = sampled->warms_all ? BIAS_WARM_ALL : BIAS_WARM_SOME;
	return sampled->warms_all ? 0 : profile_number(object, "warm", &sampled->warm, fault);
}

static int read_instructions(struct recording_sampled *sampled, struct json_object *object,
			     struct fault *fault)
{
	uint64_t *const numbers[] = { &sampled->detail, &sampled->lead, &sampled->warmed };
	static const char *const names[] = { "detail", "lead", "warm" };
	struct json_object *member = json_object_object_get(object, "instructions");
	int error = 0;

	if (!json_object_is_type(member, json_type_object))
		return profile_damaged(fault, "sampled");
	for (size_t i = 0; !error && i < sizeof(names) / sizeof(names[0]); i++)
		error = profile_number(member, names[i], numbers[i], fault);
	return error;
}

static int read_unmet(struct recording_sampled *sampled, struct json_object *object,
		      struct fault *fault)
{
	struct json_object *member = json_object_object_get(object, "unmet");
	int error;

	if (!json_object_is_type(member, json_type_object))
		return profile_damaged(fault, "sampled");
	error = profile_number(member, "instructions", &sampled->unmet, fault);
	return error ? error : profile_number(member, "executions", &sampled->unmet_executions, fault);
}

/* Runs before it had some of the windows: where the last one of them was stopped, caches were cold. */
static int read_resumed(struct recording_sampled *sampled, struct json_object *object,
			struct fault *fault)
{
	struct json_object *resumed, *behind;

	if (!json_object_object_get_ex(object, "resumed", &resumed))
		return 0;
	behind = profile_array(resumed, "behind");
	sampled->resumed = behind ? json_object_array_length(behind) : 0;
	if (!sampled->resumed || profile_number(resumed, "warm", &sampled->resumed_warm, fault))
		return profile_damaged(fault, "resumed");
	behind = json_object_array_get_idx(behind, sampled->resumed - 1);
	if (!json_object_is_type(behind, json_type_int))
		return profile_damaged(fault, "resumed");
	sampled->resumed_behind = (uint64_t)json_object_get_int64(behind);
	return 0;
}

static size_t count(struct json_object *object, const char *name)
{
	struct json_object *array = profile_array(object, name);

	return array ? json_object_array_length(array) : 0;
}

/* A list for each row. */
static int find_deviations(struct recording *recording, struct json_object *object,
			   struct fault *fault)
{
	struct json_object *deviations = profile_array(object, "deviations");

	if (!deviations || count(object, "deviations") != count(recording->json, "golden"))
		return profile_damaged(fault, "deviations");
	recording->sampled.deviations = deviations;
	return 0;
}

int profile_read_sampled(struct recording *recording, struct fault *fault)
{
	struct recording_sampled *sampled = &recording->sampled;
	uint64_t groups = 0, executed;
	struct json_object *object;
	int error;

	if (!json_object_object_get_ex(recording->json, "sampled", &object))
		return 0;
	if (!json_object_is_type(object, json_type_object))
		return profile_damaged(fault, "sampled");
	error = profile_number(recording->json, "instructions", &executed, fault);
	if (!error)
		error = profile_number(object, "windows", &sampled->windows, fault);
	if (!error)
		error = profile_number(object, "groups", &groups, fault);
	if (!error && (groups < 2 || groups > PICS_GROUPS_MOST))
		error = profile_damaged(fault, "groups");
	sampled->groups = (unsigned int)groups;
	sampled->refined = json_object_get_boolean(json_object_object_get(object, "refined"));
	if (!error)
		error = read_warm(sampled, object, fault);
	if (!error)
		error = read_instructions(sampled, object, fault);
	if (!error)
		error = read_unmet(sampled, object, fault);
	if (!error)
		error = read_resumed(sampled, object, fault);
	return error ? error : find_deviations(recording, object, fault);
}

bool profile_deviations(struct json_object *list, struct pics_windows *windows)
{
	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) != windows->groups)
		return false;
	for (unsigned int i = 0; i < windows->groups; i++) {
		struct json_object *number = json_object_array_get_idx(list, i);

		if (!json_object_is_type(number, json_type_int))
			return false;
		windows->deviations[i] = (double)json_object_get_int64(number);
	}
	return true;
}

int profile_weigh_row(const struct recording *recording, size_t row, struct pics_windows *windows,
		      struct recording_hit *hit, struct fault *fault)
{
	struct json_object *list = recording->merged.groups ? NULL :
		json_object_array_get_idx(recording->sampled.deviations, row);

	for (unsigned int state = 0; state <= PICS_NO_STATE; state++)
		memset(pics_windows_of(windows, state)->deviations, 0,
		       windows->groups * sizeof(*windows->deviations));
	memset(windows->deviations, 0, windows->groups * sizeof(*windows->deviations));
	if (recording->merged.groups && !profile_group_parts(recording, row, hit->parts, windows))
		return profile_damaged(fault, "parts");
	if (!recording->merged.groups && !profile_deviations(list, windows))
		return profile_damaged(fault, "deviations");
	memcpy(pics_windows_of(windows, hit->state)->deviations, windows->deviations,
	       windows->groups * sizeof(*windows->deviations));
	hit->weight = (struct pics_weight){ .samples = PICS_WINDOWS, .windows = windows };
	return 0;
}

static const char *percent_text(uint64_t part, uint64_t all, char text[PERCENT_TEXT])
{
	double percent = pics_percent(part, all);

	if (part && percent < PERCENT_LEAST)
		snprintf(text, PERCENT_TEXT, "less than %.2f%%", PERCENT_LEAST);
	else
		snprintf(text, PERCENT_TEXT, "%.2f%%", percent);
	return text;
}

void profile_note_sampled(struct recording *recording)
{
	const struct recording_sampled *sampled = &recording->sampled;
	const uint64_t all = recording->run_instructions;
	char warm[64] = "all others", percent[PERCENT_TEXT];

	/* executions are counted all the same */
	if (!recording->measures[MEASURE_GOLDEN].groups && !recording->measures[MEASURE_STAGES].groups)
		return;
	if (!sampled->warms_all)
		snprintf(warm, sizeof(warm), "%llu instructions before each",
			 (unsigned long long)sampled->warm);
	notes_add(&recording->notes, "sampled simulation: %llu windows, in which %s of the instructions "
		  "were modelled, give the estimates; %s warmed the caches",
		  (unsigned long long)sampled->windows, percent_text(sampled->detail, all, percent), warm);
	if (sampled->refined)
		notes_add(&recording->notes, "more windows are where those of an earlier run deviated (--refine)");
	if (sampled->resumed)
		notes_add(&recording->notes, "the run was stopped and resumed, %zu time%s, last behind %llu "
			  "instructions: up to %llu warmed the caches before its next window",
			  sampled->resumed, sampled->resumed == 1 ? "" : "s",
			  (unsigned long long)sampled->resumed_behind,
			  (unsigned long long)sampled->resumed_warm);
	if (sampled->unmet)
		notes_add(&recording->notes, "instructions that no window met: %llu, with %s of all "
			  "executions; they have the cost of code like it", (unsigned long long)sampled->unmet,
			  percent_text(sampled->unmet_executions, all, percent));
	if (sampled->windows < WINDOWS_LEAST * sampled->groups)
		notes_add(&recording->notes, "margins are not to be trusted, with %llu windows in %u groups: "
			  "simulate a longer run, or without --sampled",
			  (unsigned long long)sampled->windows, sampled->groups);
}
