// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergecells.c - cells of each machine, and machines that are far from the others; see mergecells.h
 */
#include "mergecells.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVIATIONS		4.5
#define MAD_DEVIATION		1.4826	/* of a normal variable, in its median absolute deviation */
#define DISTANCE_LEAST		0.01
#define EXPECTED_LEAST		5	/* samples of a cell that chance is told of alone */

struct mergecells_head {
	uint32_t number, count;
	uint64_t parts;
	double squares;
};

struct mergecells_part {
	uint64_t parts;
	uint32_t cell;
};

static int no_file(struct fault *fault)
{
	return fault_set(fault, -errno, "cannot keep what each machine spends in a temporary "
			 "file: %s; set TMPDIR to a directory with space", strerror(errno));
}

/* In $TMPDIR, as its users expect, and without a name. */
static FILE *open_file(void)
{
	const char *dir = getenv("TMPDIR");
	char *path;
	FILE *file = NULL;
	int fd;

	if (asprintf(&path, "%s/tea-merge-XXXXXX", dir && *dir ? dir : "/tmp") < 0)
		return NULL;
	fd = mkstemp(path);
	if (fd >= 0) {
		unlink(path);
		file = fdopen(fd, "w+");
	}
	free(path);
	return file;
}

int mergecells_begin(struct mergecells *cells, const char *symfs, struct fault *fault)
{
	symbols_init(&cells->symbols);
	cells->symbols.options.symfs = symfs;
	cells->ready = true;
	cells->file = open_file();
	return cells->file ? 0 : no_file(fault);
}

uint32_t mergecells_object(struct mergecells *cells, const struct symbols_object *object)
{
	uint32_t number = symbols_object(&cells->symbols, object->path, object->kind);

	if (number == KEYINDEX_NONE)
		return number;
	if (object->build_id_size)
		symbols_set_build_id(&cells->symbols, number, object->build_id,
				     object->build_id_size);
	else if (object->hashed)
		symbols_set_code_hash(&cells->symbols, number, object->code_hash);
	return number;
}

/* KEYINDEX_NONE: out of memory. */
static uint32_t function_of(struct mergecells *cells, const struct mergecells_place *place)
{
	struct symbols_location location = { 0 };
	struct mergecells_function *function;
	struct key key;
	uint32_t at;

	if (symbols_by_offset(&cells->symbols, place->object))
		symbols_locate(&cells->symbols, place->object, place->place, &location);
	key = (struct key){
		.high = place->object,
		.low = location.function ? location.function_start : UINT64_MAX,
	};
	at = keyindex_get(&cells->functions_index, key);
	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&cells->functions_index, key, cells->functions,
			     cells->functions_count);
	if (at == KEYINDEX_NONE)
		return at;
	function = &cells->functions[at];
	function->object = texts_intern(&cells->texts, place->path);
	function->name = location.function ? texts_intern(&cells->texts, location.function) : NULL;
	return function->object ? at : KEYINDEX_NONE;
}

uint32_t mergecells_cell(struct mergecells *cells, const struct mergecells_place *place)
{
	const uint32_t function = function_of(cells, place);
	const struct key key = { .high = place->category, .low = function };
	uint32_t at = function == KEYINDEX_NONE ? function : keyindex_get(&cells->index, key);

	if (function == KEYINDEX_NONE || at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&cells->index, key, cells->items, cells->count);
	if (at != KEYINDEX_NONE) {
		cells->items[at].function = function;
		cells->items[at].category = place->category;
	}
	return at;
}

void mergecells_add(struct mergecells *cells, uint32_t cell, const struct pics_share *share)
{
	const double squares = share->weight.samples ? share->weight.squares : 0;

	cells->items[cell].own += share->parts;
	cells->items[cell].squares += squares;
	cells->own += share->parts;
	cells->own_squares += squares;
}

int mergecells_next(struct mergecells *cells, uint32_t number, struct fault *fault)
{
	struct mergecells_head head = {
		.number = number, .parts = cells->own, .squares = cells->own_squares,
	};
	struct mergecells_machine *grown = array_grow(cells->machines, cells->machines_count,
						      sizeof(*grown));

	if (!grown)
		return fault_no_memory(fault, "the machines");
	cells->machines = grown;
	grown[cells->machines_count++] = (struct mergecells_machine){ .number = number };
	for (size_t i = 0; i < cells->count; i++)
		head.count += cells->items[i].own > 0;
	if (fwrite(&head, sizeof(head), 1, cells->file) != 1)
		return no_file(fault);
	for (size_t i = 0; i < cells->count; i++) {
		struct mergecell *cell = &cells->items[i];
		const struct mergecells_part part = { .cell = (uint32_t)i, .parts = cell->own };

		if (cell->own && fwrite(&part, sizeof(part), 1, cells->file) != 1)
			return no_file(fault);
		cell->parts += cell->own;
		cell->own = 0;
	}
	cells->parts += cells->own;
	cells->squares += cells->own_squares;
	cells->own = 0;
	cells->own_squares = 0;
	return 0;
}

/* The next machine of the file, back in the cells. */
static int take_back(struct mergecells *cells, struct fault *fault)
{
	struct mergecells_head head;
	struct mergecells_part part;

	for (size_t i = 0; i < cells->count; i++)
		cells->items[i].own = 0;
	if (fread(&head, sizeof(head), 1, cells->file) != 1)
		return no_file(fault);
	cells->own = head.parts;
	cells->own_squares = head.squares;
	for (uint32_t i = 0; i < head.count; i++) {
		if (fread(&part, sizeof(part), 1, cells->file) != 1)
			return no_file(fault);
		cells->items[part.cell].own = part.parts;
	}
	return 0;
}

/*
 * The parts of the present machine and of all others; and what a sample of both adds to a variance.
 */
struct comparison {
	double own, others, per_sample;
};

/* A cell's, of the present machine, of all others, and of all. */
struct shares {
	double there, elsewhere, all;
};

static struct shares shares_of(const struct mergecell *cell, const struct comparison *of)
{
	return (struct shares){
		.there = (double)cell->own / of->own,
		.elsewhere = (double)(cell->parts - cell->own) / of->others,
		.all = (double)cell->parts / (of->own + of->others),
	};
}

/*
 * How many standard deviations of chance the present one's cells are off by: Pearson's statistic of
 * homogeneity, as a normal variable (Wilson and Hilferty). Cells of few samples count as one.
 */
static double beyond_chance(const struct mergecells *cells, const struct comparison *of)
{
	double statistic = 0, few = 0, few_all = 0, third;
	unsigned int freedom = 0;

	if (!(of->per_sample > 0))
		return INFINITY;
	for (size_t i = 0; i < cells->count; i++) {
		const struct shares share = shares_of(&cells->items[i], of);

		if (share.all < EXPECTED_LEAST * of->per_sample) {
			few += share.there - share.elsewhere;
			few_all += share.all;
			continue;
		}
		statistic += pow(share.there - share.elsewhere, 2) / (share.all * of->per_sample);
		freedom++;
	}
	if (few_all >= EXPECTED_LEAST * of->per_sample) {
		statistic += few * few / (few_all * of->per_sample);
		freedom++;
	}
	if (freedom < 2)
		return 0;
	third = 2.0 / 9 / (freedom - 1);
	return (cbrt(statistic / (freedom - 1)) - (1 - third)) / sqrt(third);
}

/* The present one's distance from all others. */
static void measure(const struct mergecells *cells, struct mergecells_machine *machine)
{
	const double rest = cells->squares - cells->own_squares;
	struct comparison of = { .own = (double)cells->own,
				 .others = (double)(cells->parts - cells->own) };
	double most = -1;

	of.per_sample = cells->own_squares / (of.own * of.own) +
			fmax(rest, 0) / (of.others * of.others);
	machine->distance = 0;
	for (size_t i = 0; i < cells->count; i++) {
		const struct shares share = shares_of(&cells->items[i], &of);
		const double off = fabs(share.there - share.elsewhere),
			     spread = share.all * (1 - share.all);

		machine->distance += (off -
				      fmin(sqrt(M_2_PI * spread * of.per_sample), 2 * spread)) /
				     2;
		if (off <= most)
			continue;
		most = off;
		machine->cell = (uint32_t)i;
		machine->there = share.there;
		machine->elsewhere = share.elsewhere;
	}
	machine->chance = beyond_chance(cells, &of);
}

static int compare_numbers(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static double median_of(double *numbers, size_t count)
{
	qsort(numbers, count, sizeof(*numbers), compare_numbers);
	return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

/* Distances are skewed: how far those above the median are from it, as a standard deviation. */
static double deviation_above(double *numbers, size_t count, double median)
{
	size_t above = 0;

	for (size_t i = 0; i < count; i++)
		if (numbers[i] >= median)
			numbers[above++] = numbers[i] - median;
	return MAD_DEVIATION * median_of(numbers, above);
}

static int find_outliers(struct mergecells *cells, struct fault *fault)
{
	const size_t count = cells->machines_count;
	double *numbers = malloc(count * sizeof(*numbers)), usual;

	if (!numbers)
		return fault_no_memory(fault, "the machines");
	for (size_t i = 0; i < count; i++)
		numbers[i] = cells->machines[i].distance;
	cells->usual = median_of(numbers, count);
	usual = deviation_above(numbers, count, cells->usual);
	for (size_t i = 0; i < count; i++) {
		struct mergecells_machine *machine = &cells->machines[i];

		machine->outlier = machine->chance > DEVIATIONS &&
				   machine->distance - cells->usual >
					   fmax(DEVIATIONS * usual, DISTANCE_LEAST);
		cells->outliers += machine->outlier;
	}
	free(numbers);
	return 0;
}

int mergecells_compare(struct mergecells *cells, struct fault *fault)
{
	int error = 0;

	if (cells->machines_count < MERGECELLS_MACHINES)
		return 0;
	if (fseek(cells->file, 0, SEEK_SET))
		return no_file(fault);
	for (size_t i = 0; !error && i < cells->machines_count; i++) {
		error = take_back(cells, fault);
		if (!error)
			measure(cells, &cells->machines[i]);
	}
	return error ? error : find_outliers(cells, fault);
}

void mergecells_deinit(struct mergecells *cells)
{
	if (cells->file)
		fclose(cells->file);
	if (cells->ready)
		symbols_deinit(&cells->symbols);
	free(cells->functions);
	free(cells->items);
	free(cells->machines);
	keyindex_deinit(&cells->functions_index);
	keyindex_deinit(&cells->index);
	texts_deinit(&cells->texts);
	*cells = (struct mergecells){ 0 };
}
