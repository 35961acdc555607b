// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * allotment.c - where the windows of a run are needed most: see allotment.h
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "allotment.h"

/* So many windows of all of the stream count in each part, of which few windows tell little. */
#define PRIOR_WINDOWS	4

/* Parts are twice as long, and half as many. */
static void merge(struct allotment *allotment)
{
	for (size_t i = 0; i < ALLOTMENT_PARTS; i++) {
		const struct allotment_part part = allotment->parts[i];

		allotment->parts[i] = (struct allotment_part){ 0 };
		allotment->parts[i / 2].windows += part.windows;
		allotment->parts[i / 2].squares += part.squares;
	}
	allotment->length *= 2;
}

void allotment_note(struct allotment *allotment, uint64_t at, double cycles)
{
	struct allotment_part *part;

	if (!allotment->length)
		allotment->length = ALLOTMENT_LEAST;
	while (at / allotment->length >= ALLOTMENT_PARTS)
		merge(allotment);
	part = &allotment->parts[at / allotment->length];
	part->windows++;
	part->squares += cycles * cycles;
}

size_t allotment_count(const struct allotment *allotment)
{
	size_t count = ALLOTMENT_PARTS;

	while (count && !allotment->parts[count - 1].windows)
		count--;
	return count;
}

static double bounded(double density)
{
	return fmin(fmax(density, 1.0 / ALLOTMENT_BOUND), ALLOTMENT_BOUND);
}

void allotment_weigh(struct allotment *allotment)
{
	const size_t count = allotment_count(allotment);
	double windows = 0, squares = 0, deviations = 0, sum = 0;

	for (size_t i = 0; i < count; i++) {
		windows += (double)allotment->parts[i].windows;
		squares += allotment->parts[i].squares;
	}
	for (size_t i = 0; i < count; i++) {
		const struct allotment_part *part = &allotment->parts[i];

		allotment->density[i] = sqrt((part->squares + PRIOR_WINDOWS * squares / windows) /
					     ((double)part->windows + PRIOR_WINDOWS));
		deviations += allotment->density[i];
	}
	for (size_t i = 0; i < count; i++) {
		allotment->density[i] = deviations > 0 ?
					bounded(allotment->density[i] * (double)count / deviations) : 1;
		sum += allotment->density[i];
	}
	for (size_t i = 0; i < ALLOTMENT_PARTS; i++)
		allotment->density[i] = i < count ? bounded(allotment->density[i] * (double)count / sum) : 1;
}

uint64_t allotment_cells(const struct allotment *allotment, uint64_t at, uint64_t cell, uint64_t cells)
{
	const uint64_t number = allotment->length ? at / allotment->length : ALLOTMENT_PARTS;
	uint64_t left;

	if (number >= ALLOTMENT_PARTS)
		return cells;
	left = ((number + 1) * allotment->length - at) / cell;
	cells = (uint64_t)llround((double)cells / allotment->density[number]);
	cells = cells > left ? left : cells;
	return cells < 2 ? 2 : cells;
}

/* Files */

static bool read_part(FILE *file, struct allotment_part *part)
{
	return fscanf(file, "%" SCNu64 " %lf", &part->windows, &part->squares) == 2 &&
	       isfinite(part->squares) && part->squares >= 0;
}

static bool read_one(FILE *file, struct allotment *allotment)
{
	size_t count;

	if (fscanf(file, "%" SCNu64 " %zu", &allotment->length, &count) != 2 || count > ALLOTMENT_PARTS ||
	    (count && allotment->length < ALLOTMENT_LEAST) || allotment->length > INT64_MAX / ALLOTMENT_PARTS)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!read_part(file, &allotment->parts[i]))
			return false;
	allotment_weigh(allotment);
	return true;
}

static bool read_all(FILE *file, struct allotments *allotments)
{
	size_t count;

	if (fscanf(file, "%zu", &count) != 1 || count > SIZE_MAX / sizeof(*allotments->list) - 1)
		return false;
	allotments->list = calloc(count + 1, sizeof(*allotments->list));
	for (size_t i = 0; allotments->list && i < count; i++)
		if (!read_one(file, &allotments->list[i]))
			return false;
	allotments->count = count;
	return allotments->list;
}

int allotments_read(struct allotments *allotments, const char *path)
{
	FILE *file = fopen(path, "re");
	bool read;

	*allotments = (struct allotments){ .list = NULL };
	if (!file) {
		fprintf(stderr, "tea: option 'refine': cannot open '%s': %s\n", path, strerror(errno));
		return -1;
	}
	read = read_all(file, allotments);
	fclose(file);
	if (read)
		return 0;
	fprintf(stderr, "tea: option 'refine': '%s' is damaged, or no memory is left for it\n", path);
	allotments_deinit(allotments);
	return -1;
}

int allotments_add(struct allotments *allotments, size_t number, const struct allotment *allotment)
{
	struct allotment *list = allotments->list;

	if (number >= allotments->count) {
		list = reallocarray(list, number + 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		memset(list + allotments->count, 0, (number + 1 - allotments->count) * sizeof(*list));
		allotments->list = list;
		allotments->count = number + 1;
	}
	list[number] = *allotment;
	return 0;
}

void allotments_deinit(struct allotments *allotments)
{
	free(allotments->list);
	*allotments = (struct allotments){ .list = NULL };
}

static void put_one(const struct allotment *allotment, FILE *file)
{
	const size_t count = allotment_count(allotment);

	fprintf(file, "{\"part\":%" PRIu64 ",\"windows\":[", allotment->length);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%" PRIu64, i ? "," : "", allotment->parts[i].windows);
	fputs("],\"squares\":[", file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%.1f", i ? "," : "", allotment->parts[i].squares);
	fputs("]}", file);
}

void allotments_put(const struct allotments *allotments, FILE *file)
{
	fputs(",\"allotment\":[", file);
	for (size_t i = 0; i < allotments->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_one(&allotments->list[i], file);
	}
	fputc(']', file);
}
