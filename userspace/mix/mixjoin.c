// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixjoin.c - executions by instruction, of all threads; see mixjoin.h
 */
#include "mixjoin.h"

#include <errno.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
	const struct mixjoin_item *a = left, *b = right;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* One of each instruction, of those of several threads. */
static void add_up(struct mixjoin *join)
{
	size_t kept = 0;

	if (join->count)
		qsort(join->items, join->count, sizeof(*join->items), compare);
	for (size_t i = 0; i < join->count; i++) {
		if (kept && !compare(&join->items[kept - 1], &join->items[i]))
			join->items[kept - 1].executions += join->items[i].executions;
		else
			join->items[kept++] = join->items[i];
	}
	join->count = kept;
}

int mixjoin_init(struct mixjoin *join, struct recording *recording, const struct estimate *estimate)
{
	*join = (struct mixjoin){ .items = calloc(estimate->count + 1, sizeof(*join->items)) };
	if (!join->items)
		return -ENOMEM;
	for (size_t i = 0; i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		struct symbols_location location;

		symbols_locate(&recording->symbols, item->object, item->address, &location);
		join->items[join->count++] = (struct mixjoin_item){
			.object = item->object, .address = location.address,
			.executions = item->executions,
		};
	}
	add_up(join);
	return 0;
}

void mixjoin_deinit(struct mixjoin *join)
{
	free(join->items);
	*join = (struct mixjoin){ 0 };
}

double mixjoin_find(const struct mixjoin *join, uint32_t object, uint64_t address)
{
	const struct mixjoin_item wanted = { .object = object, .address = address };
	const struct mixjoin_item *found = join->count ?
		bsearch(&wanted, join->items, join->count, sizeof(wanted), compare) : NULL;

	return found ? found->executions : 0;
}

void mixjoin_annotation(const struct mixjoin *join, struct annotation *annotation)
{
	struct rows *rows = &annotation->rows;

	rows->has_executions = true;
	for (size_t i = 0; i < rows->count; i++)
		rows->rows[i].executions = mixjoin_find(join, annotation->object,
							rows->rows[i].location.address);
}
