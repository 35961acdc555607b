// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_gains.c - measured gains of removing causes, from a profile that has them
 *
 * The member is written by `tea sim --explain`; docs/contracts.md, contract 5.
 */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"

static int damaged(struct fault *fault)
{
	return profile_damaged(fault, "worth");
}

/* {"path":"...", "offset":"0x...", "events":PSV} */
static int read_cause(struct recording *recording, struct json_object *object,
		      struct recording_cause *cause, struct fault *fault)
{
	const char *path = profile_text(object, "path");
	uint64_t events = 0;
	int error;

	if (!path || !profile_address(json_object_object_get(object, "offset"), &cause->address))
		return damaged(fault);
	error = profile_number(object, "events", &events, fault);
	if (error || events & ~(uint64_t)TEA_PSV_MASK)
		return error ? error : damaged(fault);
	cause->events = (uint16_t)events;
	cause->object = symbols_mapped(&recording->symbols, path, 0);
	return cause->object == KEYINDEX_NONE ? fault_no_memory(fault, "its gains") : 0;
}

/* [number, ...] of causes, each once. */
static int read_members(const struct recording_gains *gains, struct json_object *numbers,
			uint64_t *members, struct fault *fault)
{
	size_t count = numbers ? json_object_array_length(numbers) : 0;

	*members = 0;
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(numbers, i);
		int64_t number = json_object_get_int64(item);

		if (!json_object_is_type(item, json_type_int) || number < 0 ||
		    (uint64_t)number >= gains->causes_count || *members >> number & 1)
			return damaged(fault);
		*members |= 1ULL << number;
	}
	return count ? 0 : damaged(fault);
}

/* {"causes":[number, ...], "cycles":N} or {"causes":..., "failure":"..."} */
static int read_trial(const struct recording_gains *gains, struct json_object *object,
		      struct recording_trial *trial, struct fault *fault)
{
	int error = read_members(gains, profile_array(object, "causes"), &trial->causes, fault);

	trial->failure = profile_text(object, "failure");
	if (!error && !trial->failure)
		error = profile_number(object, "cycles", &trial->cycles, fault);
	return error ? error : !trial->failure && !trial->cycles ? damaged(fault) : 0;
}

static int read_causes(struct recording *recording, struct json_object *list, struct fault *fault)
{
	struct recording_gains *gains = &recording->gains;
	size_t count = list ? json_object_array_length(list) : 0;
	int error = 0;

	if (!count || count > RECORDING_CAUSES_MOST)
		return damaged(fault);
	gains->causes = calloc(count, sizeof(*gains->causes));
	if (!gains->causes)
		return fault_no_memory(fault, "its gains");
	gains->causes_count = count;
	for (size_t i = 0; i < count && !error; i++)
		error = read_cause(recording, json_object_array_get_idx(list, i), &gains->causes[i],
				   fault);
	return error;
}

static int read_trials(struct recording_gains *gains, struct json_object *list,
		       struct fault *fault)
{
	size_t count = list ? json_object_array_length(list) : 0;
	int error = 0;

	if (!count)
		return damaged(fault);
	gains->trials = calloc(count, sizeof(*gains->trials));
	if (!gains->trials)
		return fault_no_memory(fault, "its gains");
	gains->trials_count = count;
	for (size_t i = 0; i < count && !error; i++)
		error = read_trial(gains, json_object_array_get_idx(list, i), &gains->trials[i], fault);
	return error;
}

/* The causes are of another run: one that did something else may have had others. */
static int check_instructions(struct recording *recording, struct fault *fault)
{
	uint64_t found = recording->gains.instructions, executed = 0;
	int error = profile_number(recording->json, "instructions", &executed, fault);

	if (!error && found != executed)
		notes_add(&recording->notes, "causes were found in a run of %llu instructions, and measured "
			  "in this one, of %llu: the program does not do the same each time",
			  (unsigned long long)found, (unsigned long long)executed);
	return error;
}

int profile_read_gains(struct recording *recording, struct fault *fault)
{
	struct recording_gains *gains = &recording->gains;
	struct json_object *object;
	int error;

	if (!json_object_object_get_ex(recording->json, "worth", &object))
		return 0;
	if (!json_object_is_type(object, json_type_object))
		return damaged(fault);
	error = profile_number(object, "instructions", &gains->instructions, fault);
	if (!error)
		error = read_causes(recording, profile_array(object, "causes"), fault);
	if (!error)
		error = read_trials(gains, profile_array(object, "trials"), fault);
	return error ? error : check_instructions(recording, fault);
}
