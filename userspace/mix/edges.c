// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * edges.c - records to counts of transfers; see edges.h
 */
#include "edges.h"

#include <errno.h>
#include <stdlib.h>

#include "estimate.h"

static int compare(const void *left, const void *right)
{
	const struct recording_edge *a = left, *b = right;
	const uint64_t keys[][2] = {
		{ a->thread, b->thread }, { a->source_object, b->source_object },
		{ a->source, b->source }, { a->target_object, b->target_object },
		{ a->target, b->target },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

int edges_init(struct edges *edges, struct recording *recording)
{
	const struct recording_streams *streams = &recording->streams;
	double counted = 0, scale;

	*edges = (struct edges){ .items = calloc(streams->edges_count + 1, sizeof(*edges->items)) };
	if (!edges->items)
		return -ENOMEM;
	for (size_t i = 0; i < streams->edges_count; i++) {
		const struct recording_edge *edge = &streams->edges[i];

		edges->items[edges->count++] = *edge;
		if (estimate_branches(recording, edge->source_object, edge->source))
			counted += edge->branches;
	}
	scale = counted > 0 ? streams->branches / counted : 0;
	for (size_t i = 0; i < edges->count; i++)
		edges->items[i].branches *= scale;
	qsort(edges->items, edges->count, sizeof(*edges->items), compare);
	return 0;
}

void edges_deinit(struct edges *edges)
{
	free(edges->items);
	*edges = (struct edges){ 0 };
}
