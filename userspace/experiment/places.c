// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * places.c - where the cycles go away; see places.h
 *
 * A row of the difference between the core as it is and one lane is a row of the first, or it is
 * code that takes cycles in the lane only: of such there is hardly any, and it is left out.
 */
#include "places.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/calls/difference.h"

#define SHARE_LEAST	0.001		/* of all cycles: less is not shown */

/* Gains of all rows of the base, a line of columns for each. */
struct matrix {
	const struct rows *rows;
	double *gains;
	size_t columns;
};

static double *gains_of(const struct matrix *matrix, size_t row)
{
	return &matrix->gains[row * matrix->columns];
}

static int compare(struct matrix *matrix, size_t column, const struct difference_side sides[2],
		   struct fault *fault)
{
	struct difference difference;
	int error = difference_init(&difference, sides, NULL, false);

	for (size_t i = 0; i < difference.count && !error; i++) {
		const struct difference_row *row = &difference.rows[i];

		if (row->before)
			gains_of(matrix, (size_t)(row->before - matrix->rows->rows))[column] =
				row->cycles[0] - row->cycles[1];
	}
	difference_deinit(&difference);
	return error ? fault_no_memory(fault, "the places") : 0;
}

/* The column of one run. */
static int fill_column(struct matrix *matrix, size_t column, const struct experiment *experiment,
		       const struct experiment_run *run, const struct recording *base,
		       struct fault *fault)
{
	const struct recording_options options = {
		.of = { { MEASURE_GOLDEN } }, .symfs = "", .empty = true,
	};
	const struct rows_options by = { .by = matrix->rows->by };
	struct recording recording;
	struct rows rows;
	const struct difference_side sides[2] = {
		{ .recording = base, .rows = matrix->rows }, { .recording = &recording, .rows = &rows },
	};
	int error = experiment_open(experiment, run, &options, &recording, fault);

	if (error)
		return error;
	if (rows_fold(&rows, &recording, recording.shown, &by)) {
		error = fault_no_memory(fault, "the places");
	} else {
		error = compare(matrix, column, sides, fault);
		rows_deinit(&rows);
	}
	recording_close(&recording);
	return error;
}

/* Its number in the list that is not ranked. */
static uint64_t member_of(const struct sensitivity *sensitivity, size_t resource)
{
	size_t i = 0;

	while (sensitivity->members[i] != sensitivity->resources[resource].resource)
		i++;
	return 1ULL << i;
}

static int fill_columns(struct sensitivity *sensitivity, struct matrix *matrix,
			const struct weighing *weighing, const struct experiment *experiment,
			const struct recording *base, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < sensitivity->columns_count && !error; i++) {
		size_t number = sensitivity->columns[i];
		uint32_t weight = sensitivity->weights[sensitivity->resources[number].weight];
		struct tea_variant variant = { 0 };

		weighing_apply(weighing, member_of(sensitivity, number), weight, &variant.params);
		error = fill_column(matrix, i, experiment, experiment_find(experiment, &variant), base,
				    fault);
	}
	return error;
}

static double rated(const struct sensitivity *sensitivity, size_t resource)
{
	return fabs(sensitivity_rated(sensitivity, &sensitivity->resources[resource]));
}

/* Those that change anything, as far as they are rated: the largest first, of either kind. */
static void choose_columns(struct sensitivity *sensitivity)
{
	size_t *columns = sensitivity->columns;

	for (size_t i = 0; i < sensitivity->count; i++) {
		size_t at = sensitivity->columns_count;

		if (rated(sensitivity, i) < SENSITIVITY_SHOWN)
			continue;
		for (; at && rated(sensitivity, columns[at - 1]) < rated(sensitivity, i); at--)
			columns[at] = columns[at - 1];
		columns[at] = i;
		sensitivity->columns_count++;
	}
}

static double largest_of(const struct matrix *matrix, size_t row)
{
	double largest = 0;

	for (size_t i = 0; i < matrix->columns; i++)
		if (fabs(gains_of(matrix, row)[i]) > largest)
			largest = fabs(gains_of(matrix, row)[i]);
	return largest;
}

struct ranked {
	size_t row;
	double largest;
};

static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->largest != b->largest)
		return a->largest > b->largest ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

static int name_place(struct sensitivity_place *place, const struct rows *rows,
		      const struct row *row)
{
	bool by_function = rows->by == ROWS_BY_FUNCTION;
	char buffer[ROWS_NAME_TEXT];

	place->name = strdup(row_name(rows, row, buffer));
	if (by_function || !row->line.file)
		place->object = strdup(symbols_base_name(row->location.object->path));
	else if (asprintf(&place->object, "%s:%d", symbols_source_name(row->line.file),
			  row->line.line) < 0)
		place->object = NULL;
	return place->name && place->object ? 0 : -ENOMEM;
}

static int add_place(struct sensitivity *sensitivity, const struct matrix *matrix, size_t number)
{
	const struct row *row = &matrix->rows->rows[number];
	struct sensitivity_place *place = &sensitivity->places[sensitivity->places_count++];

	place->cycles = row->stack->parts / matrix->rows->measure->parts_per_unit;
	place->gains = calloc(matrix->columns + 1, sizeof(*place->gains));
	if (!place->gains)
		return -ENOMEM;
	memcpy(place->gains, gains_of(matrix, number), matrix->columns * sizeof(*place->gains));
	return name_place(place, matrix->rows, row);
}

static int choose_places(struct sensitivity *sensitivity, const struct matrix *matrix, size_t most)
{
	double least = SHARE_LEAST * (double)sensitivity->cycles;
	struct ranked *ranked = calloc(matrix->rows->count + 1, sizeof(*ranked));
	int error = ranked ? 0 : -ENOMEM;

	sensitivity->places = calloc(most + 1, sizeof(*sensitivity->places));
	if (!sensitivity->places)
		error = -ENOMEM;
	for (size_t i = 0; i < matrix->rows->count && !error; i++)
		ranked[i] = (struct ranked){ i, largest_of(matrix, i) };
	if (!error)
		qsort(ranked, matrix->rows->count, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < matrix->rows->count && i < most && !error; i++)
		if (ranked[i].largest >= least)
			error = add_place(sensitivity, matrix, ranked[i].row);
	free(ranked);
	return error;
}

int places_fill(struct sensitivity *sensitivity, const struct weighing *weighing,
		const struct experiment *experiment, struct recording *base, enum rows_by by, size_t most,
		struct fault *fault)
{
	const struct rows_options options = { .by = by };
	struct rows rows;
	struct matrix matrix = { .rows = &rows };
	int error = rows_fold(&rows, base, base->shown, &options);

	if (error)
		return fault_no_memory(fault, "the places");
	choose_columns(sensitivity);
	matrix.columns = sensitivity->columns_count;
	matrix.gains = calloc(rows.count * matrix.columns + 1, sizeof(*matrix.gains));
	error = matrix.gains ? fill_columns(sensitivity, &matrix, weighing, experiment, base, fault) :
		fault_no_memory(fault, "the places");
	if (!error && choose_places(sensitivity, &matrix, most))
		error = fault_no_memory(fault, "the places");
	free(matrix.gains);
	rows_deinit(&rows);
	return error;
}
