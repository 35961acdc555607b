// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jumps.c - laying out arrows; see jumps.h
 */
#include "jumps.h"

#include <errno.h>
#include <stdlib.h>

#define ROWS_MAX	1000		/* longer arrows lead off every screen */

struct jump {
	uint32_t from, to;		/* rows */
};

static int compare_address(const void *key, const void *item)
{
	const uint64_t *address = key;
	const struct row *row = item;

	return *address < row->location.address ? -1 : *address > row->location.address;
}

static uint32_t length_of(const struct jump *jump)
{
	return jump->from < jump->to ? jump->to - jump->from : jump->from - jump->to;
}

static int compare_lengths(const void *left, const void *right)
{
	const struct jump *a = left, *b = right;

	if (length_of(a) != length_of(b))
		return length_of(a) < length_of(b) ? -1 : 1;
	return a->from < b->from ? -1 : a->from > b->from;
}

/* The jumps within the function, shortest first. */
static struct jump *find_jumps(const struct rows *rows, size_t *count)
{
	struct jump *found = calloc(rows->count + 1, sizeof(*found));

	*count = 0;
	for (size_t i = 0; found && i < rows->count; i++) {
		const struct row *row = &rows->rows[i], *to;

		if (!flow_has_target(&row->flow))
			continue;
		to = bsearch(&row->flow.target, rows->rows, rows->count, sizeof(*to),
			     compare_address);
		if (!to)
			continue;
		found[*count] = (struct jump){ (uint32_t)i, (uint32_t)(to - rows->rows) };
		if (length_of(&found[*count]) && length_of(&found[*count]) <= ROWS_MAX)
			++*count;
	}
	if (found)
		qsort(found, *count, sizeof(*found), compare_lengths);
	return found;
}

static bool is_free(const struct jumps *jumps, unsigned int lane, uint32_t low, uint32_t high)
{
	for (uint32_t i = low; i <= high; i++)
		if (jumps->rows[i].cells[lane] & (JUMPS_UP | JUMPS_DOWN))
			return false;
	return true;
}

/* From the lane to the code. */
static void put_end(struct jumps_row *row, unsigned int lane, uint8_t line)
{
	row->cells[lane] |= line | JUMPS_RIGHT;
	while (lane--)
		row->cells[lane] |= JUMPS_LEFT | JUMPS_RIGHT;
}

static void put_jump(struct jumps *jumps, const struct jump *jump)
{
	uint32_t low = jump->from < jump->to ? jump->from : jump->to;
	uint32_t high = low + length_of(jump);
	unsigned int lane = 0;

	while (lane < JUMPS_LANES && !is_free(jumps, lane, low, high))
		lane++;
	if (lane == JUMPS_LANES)
		return;
	if (lane >= jumps->lanes)
		jumps->lanes = lane + 1;
	for (uint32_t i = low + 1; i < high; i++)
		jumps->rows[i].cells[lane] |= JUMPS_UP | JUMPS_DOWN;
	put_end(&jumps->rows[low], lane, JUMPS_DOWN);
	put_end(&jumps->rows[high], lane, JUMPS_UP);
	jumps->rows[jump->from].from = true;
	jumps->rows[jump->to].to = true;
}

int jumps_init(struct jumps *jumps, const struct rows *rows)
{
	size_t count;
	struct jump *found = find_jumps(rows, &count);

	*jumps = (struct jumps){ .rows = calloc(rows->count + 1, sizeof(*jumps->rows)) };
	if (!found || !jumps->rows) {
		free(found);
		jumps_deinit(jumps);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++)
		put_jump(jumps, &found[i]);
	free(found);
	return 0;
}

void jumps_deinit(struct jumps *jumps)
{
	free(jumps->rows);
	*jumps = (struct jumps){ 0 };
}
