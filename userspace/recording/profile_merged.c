// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_merged.c - a profile that tea merge made of others: its machines, and their part of each
 * row
 *
 * The member "merged" of docs/profile-format.md. A row without the machines of a group, scaled up
 * to all machines, minus the row, is what it deviates by without that group.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "profile_parts.h"

#define OUTLIERS_NOTED	10

/* Where the kernel was in memory, and which it was. */
static int read_kernel(struct recording *recording, struct json_object *object, struct fault *fault)
{
	struct symbols *symbols = &recording->symbols;
	struct json_object *kernel;
	const char *reference;
	uint32_t number;

	if (!json_object_object_get_ex(object, "kernel", &kernel))
		return 0;
	reference = profile_text(kernel, "reference");
	if (!reference || !profile_address(json_object_object_get(kernel, "text"),
					   &symbols->options.kernel_text))
		return profile_damaged(fault, "kernel");
	symbols->options.kernel_reference = reference;
	number = symbols_object(symbols, RECORDING_KERNEL, SYMBOLS_KERNEL);
	if (number == KEYINDEX_NONE)
		return fault_no_memory(fault, "its kernel");
	return profile_read_build(recording, number, kernel) ? 0 : profile_damaged(fault, "kernel");
}

/* How many machines are in each group. */
static int read_groups(struct recording_merged *merged, struct json_object *object,
		       struct fault *fault)
{
	struct json_object *groups = profile_array(object, "groups");
	const size_t count = groups ? json_object_array_length(groups) : 0;
	uint64_t machines = 0;

	if (!groups || count == 1 || count > PICS_GROUPS_MOST)
		return profile_damaged(fault, "groups");
	for (size_t i = 0; i < count; i++) {
		int64_t number = json_object_get_int64(json_object_array_get_idx(groups, i));

		if (number < 1 || number > UINT32_MAX)
			return profile_damaged(fault, "groups");
		merged->dealt[i] = (uint32_t)number;
		machines += merged->dealt[i];
	}
	merged->groups = (unsigned int)count;
	return count && machines != merged->machines ? profile_damaged(fault, "groups") : 0;
}

static int read_parts(struct recording *recording, struct json_object *object, struct fault *fault)
{
	struct json_object *golden = profile_array(recording->json, "golden");
	struct json_object *tea = profile_array(recording->json, "tea"), *parts;

	if (!golden == !tea)
		return profile_damaged(fault, "merged");
	if (!recording->merged.groups)
		return 0;
	parts = profile_array(object, "parts");
	if (!parts ||
	    json_object_array_length(parts) != json_object_array_length(golden ? golden : tea))
		return profile_damaged(fault, "parts");
	recording->merged.parts = parts;
	return 0;
}

static int read_spread(struct recording_merged *merged, struct json_object *object,
		       struct fault *fault)
{
	merged->has_between = json_object_object_get_ex(object, "between", NULL);
	merged->outliers = profile_array(object, "outliers");
	merged->notes = profile_array(object, "notes");
	return merged->has_between ? profile_number(object, "between", &merged->between, fault) : 0;
}

int profile_read_merged(struct recording *recording, struct fault *fault)
{
	struct recording_merged *merged = &recording->merged;
	struct json_object *object;
	int error;

	if (!json_object_object_get_ex(recording->json, "merged", &object))
		return 0;
	if (!json_object_is_type(object, json_type_object) ||
	    json_object_object_get(recording->json, "sampled"))
		return profile_damaged(fault, "merged");
	error = profile_number(object, "recordings", &merged->recordings, fault);
	if (!error)
		error = profile_number(object, "machines", &merged->machines, fault);
	if (!error)
		error = profile_number(object, "unknown", &merged->unknown, fault);
	merged->event = profile_text(object, "event");
	merged->stage = profile_text(object, "stage");
	if (!error && (!merged->recordings || !merged->event || !merged->stage))
		error = profile_damaged(fault, "merged");
	if (error)
		return error;
	recording->run_cycles = 0;	/* a sum is of no run */
	merged->labelled = json_object_get_boolean(json_object_object_get(object, "labelled"));
	error = read_spread(merged, object, fault);
	if (!error)
		error = read_groups(merged, object, fault);
	if (!error)
		error = read_kernel(recording, object, fault);
	return error ? error : read_parts(recording, object, fault);
}

bool profile_group_parts(const struct recording *recording, size_t row, uint64_t parts,
			 struct pics_windows *windows)
{
	const struct recording_merged *merged = &recording->merged;
	struct json_object *list = json_object_array_get_idx(merged->parts, row);
	const size_t count = json_object_is_type(list, json_type_array) ?
				     json_object_array_length(list) :
				     0;
	uint64_t sum = 0;

	if (!count || count % 2)
		return false;
	for (size_t i = 0; i < count; i += 2) {
		int64_t group = json_object_get_int64(json_object_array_get_idx(list, i));
		int64_t of_group = json_object_get_int64(json_object_array_get_idx(list, i + 1));

		if (group < 0 || group >= windows->groups || of_group < 0 ||
		    (uint64_t)of_group > parts - sum)
			return false;
		windows->deviations[group] = (double)of_group;
		sum += (uint64_t)of_group;
	}
	for (unsigned int i = 0; i < windows->groups; i++) {
		const double left = (double)(merged->machines - merged->dealt[i]);

		windows->deviations[i] = ((double)parts - windows->deviations[i]) *
					 ((double)merged->machines / left) - (double)parts;
	}
	return sum == parts;
}

/* How a machine differs. */
static void note_outlier(struct recording *recording, struct json_object *outlier)
{
	const char *machine = profile_text(outlier, "machine"),
		   *function = profile_text(outlier, "function");
	const char *category = profile_text(outlier, "category");
	static const char *const names[] = { "distance", "usual", "there", "elsewhere" };
	double shares[4];		/* in percent */

	for (size_t i = 0; i < 4; i++)
		shares[i] = (double)json_object_get_int64(
				    json_object_object_get(outlier, names[i])) /
			    100;
	if (machine && function && category)
		notes_add(&recording->notes, "'%s' is unlike the others: %.1f%% of its cycles are "
			  "elsewhere than theirs (%.1f%% are usual, chance apart), most of all %s "
			  "in %s, %.1f%% there and %.1f%% of the others",
			  machine, shares[0], shares[1], category, function, shares[2], shares[3]);
}

static void note_machines(struct recording *recording)
{
	const struct recording_merged *merged = &recording->merged;
	const char *what = merged->labelled ? "machines" : "runs";
	char between[128] = "";

	if (merged->has_between)
		snprintf(between, sizeof(between), "; %.0f%% of the variance of shares is between "
			 "%s, the rest the chance of their "
			 "samples", (double)merged->between / 100, what);
	if (merged->groups)
		notes_add(&recording->notes, "merged of %llu recordings of %llu %s, in %u groups: "
			  "margins (+/-) are of how much these differ, chance "
			  "included%s", (unsigned long long)merged->recordings,
			  (unsigned long long)merged->machines, what, merged->groups, between);
}

void profile_note_merged(struct recording *recording)
{
	const struct recording_merged *merged = &recording->merged;
	const size_t count = merged->notes ? json_object_array_length(merged->notes) : 0;
	const size_t outliers = merged->outliers ? json_object_array_length(merged->outliers) : 0;

	if (!merged->recordings)
		return;
	note_machines(recording);
	for (size_t i = 0; i < outliers && i < OUTLIERS_NOTED; i++)
		note_outlier(recording, json_object_array_get_idx(merged->outliers, i));
	if (outliers > OUTLIERS_NOTED)
		notes_add(&recording->notes, "%zu more are unlike the others: 'merged.outliers' "
			  "of the profile lists all", outliers - OUTLIERS_NOTED);
	for (size_t i = 0; i < count; i++)
		notes_add(&recording->notes, "%s",
			  json_object_get_string(json_object_array_get_idx(merged->notes, i)));
}
