// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * timeline.c - notes of cycles to come: see timeline.h
 */
#include "timeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_CYCLES	256	/* a power of two, and of words */

/* The first @cycles of @timeline, as many as its ring has, go into a new one of @size. */
static int make_ring(struct tea_timeline *timeline, uint64_t size, cycle_t cycles)
{
	const struct tea_timeline old = *timeline;

	timeline->mask = size - 1;
	timeline->entries = calloc(size, timeline->bytes);
	timeline->marks = calloc(size / TEA_TIMELINE_WORD, sizeof(*timeline->marks));
	if (!timeline->entries || !timeline->marks) {
		tea_timeline_deinit(timeline);
		*timeline = old;
		return -ENOMEM;
	}
	for (cycle_t at = old.now; at < old.now + cycles; at++) {
		if (!(old.marks[(at & old.mask) / TEA_TIMELINE_WORD] >> at % TEA_TIMELINE_WORD & 1))
			continue;
		memcpy(tea_timeline_note(timeline, at), tea_timeline_entry(&old, at),
		       timeline->bytes);
	}
	free(old.entries);
	free(old.marks);
	return 0;
}

int tea_timeline_init(struct tea_timeline *timeline, size_t bytes, cycle_t now)
{
	*timeline = (struct tea_timeline){ .now = now, .bytes = bytes };
	return make_ring(timeline, INITIAL_CYCLES, 0);
}

void tea_timeline_deinit(struct tea_timeline *timeline)
{
	free(timeline->entries);
	free(timeline->marks);
}

int tea_timeline_grow(struct tea_timeline *timeline, cycle_t cycle)
{
	uint64_t size = timeline->mask + 1;

	while (cycle - timeline->now >= size)
		size *= 2;
	return make_ring(timeline, size, timeline->mask + 1);
}
