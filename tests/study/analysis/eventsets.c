// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * eventsets.c - the cycles that a choice of events explains: see eventsets.h
 */
#include "eventsets.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"

#define CATEGORY_PART	0.01

const double eventsets_parts[EVENTSETS_PERCENTILES] = { 0.5, 0.9, 0.99, 0.999 };

static double number(struct json_object *list, size_t i)
{
	return (double)json_object_get_uint64(json_object_array_get_idx(list, i));
}

static void read_row(struct eventsets_row *row, struct json_object *json)
{
	struct json_object *cycles = json_object_array_get_idx(json, 1);
	struct json_object *lengths = json_object_array_get_idx(json, 2);
	size_t count = json_object_array_length(lengths);

	row->signature = (uint32_t)number(json, 0);
	for (size_t i = 0; i < EVENTSETS_STATES; i++)
		row->cycles[i] = number(cycles, i);
	for (size_t i = 0; i < count && i <= TEA_COUNTS_STALL_MAX; i++)
		row->lengths[i] = (uint64_t)number(lengths, i);
}

static void read_text(char *text, size_t size, struct json_object *json, const char *name)
{
	const char *value = json_object_get_string(json_object_object_get(json, name));

	snprintf(text, size, "%s", value ? value : "");
}

static int read_json(struct eventsets_program *program, struct json_object *json)
{
	struct json_object *stalls = json_object_object_get(json, "stalls");
	struct json_object *events = json_object_object_get(stalls, "events");
	struct json_object *rows = json_object_object_get(stalls, "rows");

	if (!json_object_is_type(rows, json_type_array) ||
	    !json_object_is_type(events, json_type_array) ||
	    json_object_array_length(events) != TEA_STALLS_BITS)
		return -EINVAL;
	read_text(program->name, sizeof(program->name), json, "program");
	read_text(program->core, sizeof(program->core), json, "core");
	program->instructions =
		(double)json_object_get_uint64(json_object_object_get(json, "instructions"));
	for (size_t i = 0; i < TEA_STALLS_BITS; i++)
		program->executions[i] = number(json_object_array_get_idx(events, i), 1);
	program->count = json_object_array_length(rows);
	program->rows = calloc(program->count + 1, sizeof(*program->rows));
	if (!program->rows)
		return -ENOMEM;
	for (size_t i = 0; i < program->count; i++)
		read_row(&program->rows[i], json_object_array_get_idx(rows, i));
	return 0;
}

int eventsets_read(struct eventsets_program *program, const char *path, struct fault *fault)
{
	struct json_object *json = json_object_from_file(path);
	int error;

	memset(program, 0, sizeof(*program));
	error = read_json(program, json);
	json_object_put(json);
	return !error ? 0 : fault_set(fault, error, error == -ENOMEM ? "out of memory for '%s'" :
				      "'%s' is no result of the job kind 'events'", path);
}

void eventsets_deinit(struct eventsets_program *program)
{
	free(program->rows);
	program->rows = NULL;
}

/* Parts of the cycles that are explained: of all, and of each state. */
static void sum_cycles(const struct eventsets_program *program, uint32_t events,
		       struct eventsets_value *value)
{
	double all = 0, explained = 0;

	for (size_t k = 0; k < EVENTSETS_STATES; k++) {
		double of_state = 0, part = 0;

		for (size_t i = 0; i < program->count; i++) {
			of_state += program->rows[i].cycles[k];
			part += program->rows[i].signature & events ? program->rows[i].cycles[k] : 0;
		}
		value->by_state[k] = of_state > 0 ? part / of_state : NAN;
		all += of_state;
		explained += part;
	}
	value->explained = all > 0 ? explained / all : NAN;
}

static void add_lengths(const struct eventsets_program *program, uint32_t events,
			uint64_t lengths[TEA_COUNTS_STALL_MAX + 1])
{
	for (size_t i = 0; i < program->count; i++) {
		for (size_t k = 0; k <= TEA_COUNTS_STALL_MAX &&
				   !(program->rows[i].signature & events); k++)
			lengths[k] += program->rows[i].lengths[k];
	}
}

/* Counts the sets of events that are distinct with @events, and have enough cycles. */
static double count_categories(const struct eventsets_program *program, uint32_t events)
{
	double *cycles = calloc(TEA_STALLS_SIGNATURES, sizeof(*cycles)), all = 0, count = 0;

	for (size_t i = 0; cycles && i < program->count; i++) {
		for (size_t k = 0; k < EVENTSETS_STATES; k++) {
			cycles[program->rows[i].signature & events] += program->rows[i].cycles[k];
			all += program->rows[i].cycles[k];
		}
	}
	for (size_t i = 1; cycles && i < TEA_STALLS_SIGNATURES; i++)
		count += cycles[i] > 0 && cycles[i] >= CATEGORY_PART * all;
	free(cycles);
	return count;
}

static void evaluate_one(const struct eventsets_program *program, uint32_t events,
			 struct eventsets_value *value)
{
	uint64_t lengths[TEA_COUNTS_STALL_MAX + 1] = { 0 };

	sum_cycles(program, events, value);
	add_lengths(program, events, lengths);
	for (size_t i = 0; i < EVENTSETS_PERCENTILES; i++)
		value->lengths[i] = statistics_percentile(lengths, TEA_COUNTS_STALL_MAX + 1,
							  eventsets_parts[i]);
	value->categories = count_categories(program, events);
}

/* A mean of those that are numbers. */
struct mean {
	double sum, count;
};

static void mean_add(struct mean *mean, double value)
{
	if (isnan(value))
		return;
	mean->sum += value;
	mean->count++;
}

static double mean_of(const struct mean *mean)
{
	return mean->count > 0 ? mean->sum / mean->count : NAN;
}

void eventsets_evaluate(const struct eventsets_program *programs, size_t count, uint32_t events,
			struct eventsets_value *value)
{
	struct mean explained = { 0 }, categories = { 0 }, by_state[EVENTSETS_STATES] = { 0 };
	struct mean lengths[EVENTSETS_PERCENTILES] = { 0 };
	uint64_t pooled[TEA_COUNTS_STALL_MAX + 1] = { 0 };

	for (size_t i = 0; i < count; i++) {
		struct eventsets_value one;

		evaluate_one(&programs[i], events, &one);
		add_lengths(&programs[i], events, pooled);
		mean_add(&explained, one.explained);
		mean_add(&categories, one.categories);
		for (size_t k = 0; k < EVENTSETS_STATES; k++)
			mean_add(&by_state[k], one.by_state[k]);
		for (size_t k = 0; k < EVENTSETS_PERCENTILES; k++)
			mean_add(&lengths[k], one.lengths[k]);
	}
	value->explained = mean_of(&explained);
	value->categories = mean_of(&categories);
	for (size_t k = 0; k < EVENTSETS_STATES; k++)
		value->by_state[k] = mean_of(&by_state[k]);
	for (size_t k = 0; k < EVENTSETS_PERCENTILES; k++)
		value->lengths[k] = mean_of(&lengths[k]);
	value->pooled = statistics_percentile(pooled, TEA_COUNTS_STALL_MAX + 1, 0.99);
}

uint32_t eventsets_next(const struct eventsets_program *programs, size_t count, uint32_t events,
			uint32_t candidates)
{
	double most = -1;
	uint32_t best = 0;

	for (; candidates; candidates &= candidates - 1) {
		const uint32_t event = candidates & -candidates;
		struct mean explained = { 0 };

		for (size_t i = 0; i < count; i++) {
			struct eventsets_value one;

			sum_cycles(&programs[i], events | event, &one);
			mean_add(&explained, one.explained);
		}
		if (mean_of(&explained) > most) {
			most = mean_of(&explained);
			best = event;
		}
	}
	return best;
}
