// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixjoin.c - instructions of two readings of one file, matched; see mixjoin.h
 */
#include "mixjoin.h"

#include <string.h>

/* The row of that address in the object's own numbering, or NULL. */
static struct row *find_row(const struct rows *rows, uint64_t address)
{
	size_t low = 0, high = rows->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		struct row *row = &rows->rows[middle];

		if (row->location.address == address)
			return row;
		if (row->location.address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

void mixjoin_annotation(struct annotation *annotation, const struct recording *cycles,
			struct recording *mix, const struct estimate *estimate)
{
	const struct symbols_object *object = annotation->function.object;

	annotation->rows.has_executions = true;
	annotation->rows.parts_per_cycle = cycles->parts_per_cycle;
	for (size_t i = 0; i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		const struct symbols_object *other = &mix->symbols.objects[item->object];
		struct symbols_location location;
		struct row *row;

		if (other->kind != object->kind || strcmp(other->path, object->path))
			continue;
		symbols_locate(&mix->symbols, item->object, item->address, &location);
		row = find_row(&annotation->rows, location.address);
		if (row)
			row->executions += item->executions;
	}
}
