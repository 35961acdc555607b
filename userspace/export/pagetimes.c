// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagetimes.c - cycles over time; see pagetimes.h
 */
#include "pagetimes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* A place of the recording in a span. */
struct cell {
	uint32_t span, place;
};

struct times {
	struct recording *recording;
	const struct calltree *flame;
	uint64_t step_ns;
	uint32_t *leaves;		/* by place: its node of the flame graph, or CALLTREE_NONE */
	uint32_t *numbers;		/* by place: its number on the page */
	struct cell *cells;		/* in the order of spans, as samples are */
	size_t cells_count;
	struct keyindex index;
	struct pics pics;		/* by cell */
};

static int times_init(struct times *times)
{
	const struct recording *recording = times->recording;
	const struct pics *pics = &recording->pics;

	times->step_ns = (recording->last_ns - recording->first_ns) / PAGETIMES_SPANS + 1;
	times->leaves = malloc((recording->places_count + 1) * sizeof(*times->leaves));
	times->numbers = malloc((recording->places_count + 1) * sizeof(*times->numbers));
	if (!times->leaves || !times->numbers)
		return -ENOMEM;
	for (size_t i = 0; i < recording->places_count; i++)
		times->leaves[i] = times->numbers[i] = CALLTREE_NONE;
	for (size_t i = 0; i < pics->stacks_count; i++)
		times->leaves[pics->stacks[i].place] = times->flame->leaves[i];
	return 0;
}

static void times_deinit(struct times *times)
{
	free(times->leaves);
	free(times->numbers);
	free(times->cells);
	keyindex_deinit(&times->index);
	pics_deinit(&times->pics);
}

static int add_sample(struct times *times, const struct recording_sample *sample)
{
	uint32_t span = (uint32_t)((sample->time_ns - times->recording->first_ns) / times->step_ns);
	struct key key = { .high = span, .low = sample->place };
	struct pics_share share = {
		.category = sample->category, .parts = sample->parts, .weight = sample->weight,
	};
	uint32_t number;

	if (times->leaves[sample->place] == CALLTREE_NONE)
		return 0;
	number = keyindex_get(&times->index, key);
	if (number == KEYINDEX_NONE) {
		number = KEYINDEX_APPEND(&times->index, key, times->cells, times->cells_count);
		if (number == KEYINDEX_NONE)
			return -ENOMEM;
		times->cells[number] = (struct cell){ .span = span, .place = sample->place };
	}
	if (sample->state < PICS_STATES)
		share.states[sample->state] = sample->parts;
	return pics_add(&times->pics, number, &share);
}

/* Each place once, numbered as they come. */
static void put_places(struct times *times, const struct listing *listing, const uint64_t *bases,
		       FILE *file)
{
	const struct functions *functions = &listing->callgrind.tree.functions;
	uint32_t count = 0;

	for (size_t i = 0; i < times->cells_count; i++) {
		uint32_t place = times->cells[i].place, node = times->leaves[place], rank;
		const struct calltree_frame *frame =
			&times->flame->frames[times->flame->nodes.items[node].frame];
		const struct function *function = &times->flame->functions.items[frame->function];
		const struct recording_place *at = &times->recording->places[place];
		struct symbols_location location;

		if (times->numbers[place] != CALLTREE_NONE)
			continue;
		rank = listing->ranks[functions_find(functions, function->object, &function->location)];
		symbols_locate(&times->recording->symbols, at->object, at->address, &location);
		fprintf(file, "%s%" PRIu32 ",%" PRIu64 ",%" PRIu32, count ? "," : "", rank,
			location.address - bases[rank], node);
		times->numbers[place] = count++;
	}
}

static void put_cells(const struct times *times, const uint32_t ranks[PIECES_MOST], FILE *file)
{
	uint32_t span = 0;
	bool first = true;

	for (size_t i = 0; i < times->cells_count; i++) {
		const struct pics_stack *stack = pics_find(&times->pics, (uint32_t)i);
		struct piece pieces[PIECES_MOST];
		size_t count = pieces_of(times->recording->kind, pieces_split(times->recording), stack,
					 pieces);

		for (; span < times->cells[i].span; span++, first = true)
			fputs("],[", file);
		for (size_t j = 0; j < count; j++, first = false)
			fprintf(file, "%s%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.6g",
				first ? "" : ",", times->numbers[times->cells[i].place],
				ranks[pieces_number(&pieces[j])], pieces[j].parts,
				pieces[j].weight.samples, pieces[j].weight.squares);
	}
}

int pagetimes_put(const struct export *export, const struct listing *listing,
		  const struct calltree *flame, const uint64_t *bases,
		  const uint32_t ranks[PIECES_MOST])
{
	struct recording *recording = export->recording;
	struct times times = { .recording = recording, .flame = flame };
	int error;

	if (!recording->sequence_count) {
		fputs("\"times\":null,\n", export->file);
		return 0;
	}
	error = times_init(&times);
	for (size_t i = 0; !error && i < recording->sequence_count; i++)
		error = add_sample(&times, &recording->sequence[i]);
	if (!error) {
		fprintf(export->file, "\"times\":{\"begin\":%" PRIu64 ",\"step\":%" PRIu64 ",\"p\":[",
			recording->first_ns, times.step_ns);
		put_places(&times, listing, bases, export->file);
		fputs("],\n\"c\":[[", export->file);
		put_cells(&times, ranks, export->file);
		fputs("]]},\n", export->file);
	}
	times_deinit(&times);
	return error;
}
