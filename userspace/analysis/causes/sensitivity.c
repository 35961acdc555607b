// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sensitivity.c - how much a program gains from more of each resource; see sensitivity.h
 */
#include "sensitivity.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sensitivity_init(struct sensitivity *sensitivity, size_t count, size_t weights_count)
{
	*sensitivity = (struct sensitivity){ .count = count, .weights_count = weights_count };
	sensitivity->resources = calloc(count + 1, sizeof(*sensitivity->resources));
	sensitivity->weights = calloc(weights_count + 1, sizeof(*sensitivity->weights));
	sensitivity->members = calloc(count + 1, sizeof(*sensitivity->members));
	sensitivity->columns = calloc(count + 1, sizeof(*sensitivity->columns));
	if (!sensitivity->resources || !sensitivity->weights || !sensitivity->members ||
	    !sensitivity->columns)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		struct sensitivity_cell *cells = calloc(weights_count + 1, sizeof(*cells));

		if (!cells)
			return -ENOMEM;
		sensitivity->resources[i].cells = cells;
	}
	return 0;
}

static void free_resource(struct sensitivity_resource *resource, size_t weights)
{
	for (size_t i = 0; resource->cells && i < weights; i++)
		free(resource->cells[i].failure);
	free(resource->cells);
}

void sensitivity_deinit(struct sensitivity *sensitivity)
{
	for (size_t i = 0; sensitivity->resources && i < sensitivity->count; i++)
		free_resource(&sensitivity->resources[i], sensitivity->weights_count);
	for (size_t i = 0; i < sensitivity->places_count; i++) {
		free(sensitivity->places[i].name);
		free(sensitivity->places[i].object);
		free(sensitivity->places[i].gains);
	}
	setsearch_deinit(&sensitivity->sets);
	free(sensitivity->resources);
	free(sensitivity->weights);
	free(sensitivity->members);
	free(sensitivity->columns);
	free(sensitivity->places);
	*sensitivity = (struct sensitivity){ 0 };
}

bool sensitivity_is_structure(const struct sensitivity_resource *resource)
{
	return resource->resource->kind == TEA_LIMIT_EVENTS;
}

bool sensitivity_of(const struct sensitivity *sensitivity, const struct sensitivity_cell *cell,
		    double *value)
{
	if (!cell->exists || cell->failure || !cell->cycles)
		return false;
	*value = (double)sensitivity->cycles / (double)cell->cycles - 1;
	return true;
}

double sensitivity_rated(const struct sensitivity *sensitivity,
			 const struct sensitivity_resource *resource)
{
	double value = 0;

	sensitivity_of(sensitivity, &resource->cells[resource->weight], &value);
	return value;
}

double sensitivity_largest(const struct sensitivity *sensitivity,
			   const struct sensitivity_resource *resource)
{
	double largest = 0, value;

	for (size_t i = 0; i < sensitivity->weights_count; i++)
		if (sensitivity_of(sensitivity, &resource->cells[i], &value) && fabs(value) > largest)
			largest = fabs(value);
	return largest;
}

size_t sensitivity_rating(const struct sensitivity *sensitivity,
			  const struct sensitivity_resource *resource)
{
	size_t first = 0;

	for (size_t i = 0; i < sensitivity->weights_count; i++)
		if (resource->cells[i].exists && sensitivity_is_structure(resource) &&
		    sensitivity->weights[i] == TEA_WEIGHT_IDEAL)
			return i;
	while (first + 1 < sensitivity->weights_count && !resource->cells[first].exists)
		first++;
	return first;
}

/* The sort key: s; with less of a resource, the loss, which is -s. */
static double find_key(const struct sensitivity *sensitivity,
		       const struct sensitivity_resource *resource)
{
	double value = sensitivity_rated(sensitivity, resource);

	return sensitivity->weights[resource->weight] < TEA_WEIGHT_ONE ? -value : value;
}

static int compare(const void *one, const void *other, void *context)
{
	const struct sensitivity_resource *a = one, *b = other;
	const struct sensitivity *sensitivity = context;
	double keys[2] = { find_key(sensitivity, a), find_key(sensitivity, b) };
	double largest[2] = { sensitivity_largest(sensitivity, a), sensitivity_largest(sensitivity, b) };

	if (sensitivity_is_structure(a) != sensitivity_is_structure(b))
		return sensitivity_is_structure(a) ? 1 : -1;
	if (keys[0] != keys[1])
		return keys[0] > keys[1] ? -1 : 1;
	if (largest[0] != largest[1])
		return largest[0] > largest[1] ? -1 : 1;
	return a->resource < b->resource ? -1 : a->resource > b->resource;
}

void sensitivity_rank(struct sensitivity *sensitivity)
{
	unsigned int ranks[2] = { 0 };

	for (size_t i = 0; i < sensitivity->count; i++)
		sensitivity->resources[i].weight =
			sensitivity_rating(sensitivity, &sensitivity->resources[i]);
	qsort_r(sensitivity->resources, sensitivity->count, sizeof(*sensitivity->resources), compare,
		sensitivity);
	for (size_t i = 0; i < sensitivity->count; i++) {
		struct sensitivity_resource *resource = &sensitivity->resources[i];

		resource->rank = ++ranks[sensitivity_is_structure(resource)];
	}
}

const char *sensitivity_weight(uint32_t weight, char text[SENSITIVITY_WEIGHT_TEXT])
{
	if (weight == TEA_WEIGHT_IDEAL)
		strcpy(text, "ideal");
	else
		snprintf(text, SENSITIVITY_WEIGHT_TEXT, "%g", (double)weight / TEA_WEIGHT_ONE);
	return text;
}
