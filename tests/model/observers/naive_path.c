// SPDX-License-Identifier: GPL-2.0-or-later
/* naive_path.c - the critical path from the whole graph: see naive_path.h */
#include "naive_path.h"

#include <stdlib.h>
#include <string.h>

struct naive_path_point {
	cycle_t at;
	size_t from;
	uint32_t site;
	struct tea_edge edge;
};

static void *grow(void *array, size_t *size, size_t bytes, size_t least)
{
	size_t bigger = *size ? *size : 1024;

	while (bigger < least)
		bigger *= 2;
	array = realloc(array, bigger * bytes);
	if (!array)
		abort();
	memset((char *)array + *size * bytes, 0, (bigger - *size) * bytes);
	*size = bigger;
	return array;
}

void naive_path_deinit(struct naive_path *naive)
{
	free(naive->points);
	free(naive->held);
	memset(naive, 0, sizeof(*naive));
}

static size_t add_point(struct naive_path *naive, size_t from, uint32_t site,
			const struct tea_edge *edge)
{
	if (naive->count == naive->size)
		naive->points = grow(naive->points, &naive->size, sizeof(*naive->points),
				     naive->count + 1);
	naive->points[naive->count] = (struct naive_path_point){ edge->at, from, site, *edge };
	return naive->count++;
}

static size_t read_place(const struct naive_path *naive, uint32_t place)
{
	return place < naive->held_count ? naive->held[place] : 0;
}

/* The last one held there that is no later; of several, the first; else where we are. */
static size_t find_cause(const struct naive_path *naive, const struct tea_edge *edge)
{
	size_t best = 0;

	for (uint32_t i = 0; i < edge->places; i++) {
		size_t held = read_place(naive, edge->place + i);

		if (!held || naive->points[held - 1].at > edge->at)
			continue;
		if (!best || naive->points[held - 1].at > naive->points[best - 1].at)
			best = held;
	}
	return best ? best - 1 : naive->now;
}

static void follow(struct naive_path *naive, const struct tea_edge *edge,
		   const struct tea_retired *record)
{
	size_t held;

	switch (edge->kind) {
	case TEA_EDGE_FROM:
		held = read_place(naive, edge->place);
		naive->lost += !held && naive->exit;
		naive->now = held ? held - 1 : 0;
		break;
	case TEA_EDGE_STEP:
		naive->now = add_point(naive, naive->now, record->site, edge);
		break;
	case TEA_EDGE_AFTER:
		naive->now = add_point(naive, find_cause(naive, edge), record->site, edge);
		break;
	case TEA_EDGE_HOLD:
		if (edge->place == TEA_EDGES_EXIT) {
			if (naive->points[naive->now].at == record->at[TEA_STAGE_COMMIT])
				naive->exit = naive->now;
			break;
		}
		if (edge->place >= naive->held_count)
			naive->held = grow(naive->held, &naive->held_count, sizeof(*naive->held),
					   edge->place + 1);
		naive->held[edge->place] = naive->now + 1;
		break;
	}
}

void naive_path_record(struct naive_path *naive, const struct tea_retired *record)
{
	const struct tea_edge none = { .at = 0 };

	if (!naive->count)
		add_point(naive, 0, 0, &none);
	for (uint32_t i = 0; i < record->edges_count; i++)
		follow(naive, &record->edges[i], record);
}

void naive_path_walk(struct naive_path *naive)
{
	memset(naive->cycles, 0, sizeof(naive->cycles));
	memset(naive->times, 0, sizeof(naive->times));
	naive->sum = 0;
	for (size_t i = naive->exit; i; i = naive->points[i].from) {
		const struct naive_path_point *point = &naive->points[i];
		int64_t cycles = (int64_t)(point->at - naive->points[point->from].at);

		naive->cycles[point->site][point->edge.cause] += cycles;
		naive->times[point->edge.knob] += point->edge.times;
		naive->sum += cycles;
	}
}
