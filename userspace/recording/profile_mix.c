// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_mix.c - how often instructions were executed, by a profile: samples, or exact counts
 *
 * docs/profile-format.md has the members. Samples are weighted as those of a perf.data are: see
 * perf_mix.c.
 */
#include <errno.h>
#include <json-c/json.h>

#include "profile_parts.h"
#include "recording_store.h"

/* A list's whole number, which is not negative. */
static bool parse_number(struct json_object *row, size_t at, uint64_t *value)
{
	struct json_object *number = json_object_array_get_idx(row, at);

	if (!json_object_is_type(number, json_type_int) || json_object_get_int64(number) < 0)
		return false;
	*value = json_object_get_uint64(number);
	return true;
}

static bool is_list(struct json_object *row, size_t least)
{
	return json_object_is_type(row, json_type_array) && json_object_array_length(row) >= least;
}

/* A row that starts with an address, and has a number at @at: each stands for @period. */
static int read_row(struct recording *recording, struct recording_measure *measure,
		    struct json_object *row, size_t at, uint64_t period, const char *member,
		    struct fault *fault)
{
	struct recording_hit hit = { .place = PROFILE_PLACE, .state = PICS_NO_STATE };
	uint64_t pc, number;

	if (!is_list(row, at + 1) || !profile_address(json_object_array_get_idx(row, 0), &pc) ||
	    !parse_number(row, at, &number) ||
	    __builtin_mul_overflow(number, period, &hit.parts))
		return profile_damaged(fault, member);
	if (profile_locate(recording, pc, &hit.place))
		return fault_no_memory(fault, "its rows");
	return recording_add(recording, measure, &hit, fault);
}

/* ["0xpc", "class", executions, [events]] */
static int read_counts(struct recording *recording, struct recording_measure *measure,
		       struct fault *fault)
{
	struct json_object *counts = json_object_object_get(recording->json, "counts");
	struct json_object *rows = profile_array(counts, "rows");
	int error = 0;

	if (!rows)
		return profile_missing_rows(fault, "counts");
	measure->event = "tea sim, counts";
	for (size_t i = 0; !error && i < json_object_array_length(rows); i++)
		error = read_row(recording, measure, json_object_array_get_idx(rows, i), 2, 1,
				 "counts", fault);
	return error;
}

/* ["0xpc", samples] */
static int read_instructions(struct recording *recording, struct recording_measure *measure,
			     struct json_object *member, struct fault *fault)
{
	struct json_object *rows = profile_array(member, "rows");
	uint64_t period = 0;
	int error = profile_number(member, "period", &period, fault);

	if (!error)
		error = profile_number(member, "samples", &measure->samples, fault);
	if (!error && !rows)
		error = profile_damaged(fault, "instruction_samples");
	for (size_t i = 0; !error && i < json_object_array_length(rows); i++)
		error = read_row(recording, measure, json_object_array_get_idx(rows, i), 1, period,
				 "instruction_samples", fault);
	return error;
}

/* ["0xfirst", "0xlast", parts], of which each stands for @branches taken branches. */
static int read_stream(struct recording *recording, struct json_object *row, double branches,
		       struct fault *fault)
{
	struct recording_streams *streams = &recording->streams;
	struct recording_place begin, end;
	struct recording_stream stream = { .thread = PROFILE_THREAD, .count = 1 };
	uint64_t first, last, parts;

	if (!is_list(row, 3) || !profile_address(json_object_array_get_idx(row, 0), &first) ||
	    !profile_address(json_object_array_get_idx(row, 1), &last) ||
	    !parse_number(row, 2, &parts))
		return profile_damaged(fault, "branch_stacks");
	if (profile_locate(recording, first, &begin) || profile_locate(recording, last, &end))
		return fault_no_memory(fault, "its streams");
	stream.branches = (double)parts * branches;
	streams->streamed += stream.branches;
	streams->number++;
	if (begin.object != end.object || end.address < begin.address) {
		streams->broken++;
		return 0;
	}
	stream.object = begin.object;
	stream.begin = begin.address;
	stream.end = end.address;
	return recording_add_stream(recording, &stream) ? fault_no_memory(fault, "its streams") : 0;
}

/* ["0xsource", "0xtarget", records, newest] */
static int read_edge(struct recording *recording, struct json_object *row, struct fault *fault)
{
	struct recording_edge edge = { .thread = PROFILE_THREAD };
	struct recording_place source, target;
	uint64_t from, to;

	if (!is_list(row, 4) || !profile_address(json_object_array_get_idx(row, 0), &from) ||
	    !profile_address(json_object_array_get_idx(row, 1), &to) ||
	    !parse_number(row, 2, &edge.records) || !parse_number(row, 3, &edge.newest))
		return profile_damaged(fault, "branch_stacks");
	if (profile_locate(recording, from, &source) || profile_locate(recording, to, &target))
		return fault_no_memory(fault, "its branches");
	edge.source_object = source.object;
	edge.source = source.address;
	edge.target_object = target.object;
	edge.target = target.address;
	edge.branches = (double)edge.records;
	return recording_add_edge(recording, &edge) ? fault_no_memory(fault, "its branches") : 0;
}

/* Together the records stand for the branches of all samples. */
static int read_edges(struct recording *recording, struct json_object *rows, struct fault *fault)
{
	struct recording_streams *streams = &recording->streams;
	double records = 0;
	int error = 0;

	for (size_t i = 0; !error && rows && i < json_object_array_length(rows); i++)
		error = read_edge(recording, json_object_array_get_idx(rows, i), fault);
	for (size_t i = 0; i < streams->edges_count; i++)
		records += (double)streams->edges[i].records;
	for (size_t i = 0; i < streams->edges_count && records > 0; i++)
		streams->edges[i].branches *= streams->branches / records;
	return error;
}

static int read_streams(struct recording *recording, struct json_object *member,
			struct fault *fault)
{
	struct json_object *rows = profile_array(member, "streams");
	struct recording_streams *streams = &recording->streams;
	uint64_t period = 0, parts = 0;
	int error = profile_number(member, "period", &period, fault);

	if (!error)
		error = profile_number(member, "samples", &streams->samples, fault);
	if (!error)
		error = profile_number(member, "parts_per_sample", &parts, fault);
	if (!error && (!rows || !parts))
		error = profile_damaged(fault, "branch_stacks");
	streams->branches = (double)streams->samples * (double)period;
	for (size_t i = 0; !error && i < json_object_array_length(rows); i++)
		error = read_stream(recording, json_object_array_get_idx(rows, i),
				    (double)period / (double)parts, fault);
	if (!error)
		error = read_edges(recording, profile_array(member, "branches"), fault);
	return error;
}

/* It has one thread, whose name alone is known. */
static int check_origin(const struct recording *recording, struct fault *fault)
{
	const char *comm = recording->threads[PROFILE_THREAD].comm;

	if (filter_wants_origin(&recording->options.filter, &(struct filter_origin){ .comm = comm }))
		return 0;
	return fault_set(fault, -ENODATA, "all of it is of '%s': ask for that with --comms, or for all",
			 comm);
}

int profile_read_mix(struct recording *recording, struct recording_measure *measure,
		     struct fault *fault)
{
	struct json_object *instructions = NULL, *stacks = NULL;
	int error = check_origin(recording, fault);

	if (!error)
		error = profile_begin(recording, measure, &category_executions, fault);
	if (error)
		return error;
	json_object_object_get_ex(recording->json, "instruction_samples", &instructions);
	json_object_object_get_ex(recording->json, "branch_stacks", &stacks);
	measure->parts_per_unit = 1;
	if (measure->id == MEASURE_COUNTS)
		return read_counts(recording, measure, fault);
	measure->event = "tea sim, instructions and taken branches";
	if (instructions)
		error = read_instructions(recording, measure, instructions, fault);
	if (!error && stacks)
		error = read_streams(recording, stacks, fault);
	return error;
}
