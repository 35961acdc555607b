// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagetimes.c - cycles over time; see pagetimes.h
 */
#include "pagetimes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "export/texttable.h"
#include "pagestack.h"

#define NS_DECIMALS	3		/* of the length of a slice */

/* A place of the recording in a span. */
struct cell {
	uint32_t span, place;
};

struct times {
	struct recording *recording;
	const struct recording_measure *measure;
	const struct calltree *flame;
	uint64_t step_ns;
	uint32_t *leaves;		/* by place: its node of the flame graph, or CALLTREE_NONE */
	uint32_t *numbers;		/* by place: its number on the page */
	struct cell *cells;		/* in the order of spans, as samples are */
	size_t cells_count;
	uint32_t *order;		/* of cells: by span, and by their place's number within */
	struct texttable pieces;	/* as they are written */
	struct keyindex index;
	struct pics pics;		/* by cell */
};

static int times_init(struct times *times)
{
	const struct recording *recording = times->recording;
	const struct recording_measure *measure = times->measure;
	const struct pics *pics = &measure->pics;

	times->step_ns = (measure->last_ns - measure->first_ns) / PAGETIMES_SPANS + 1;
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
	free(times->order);
	texttable_deinit(&times->pieces);
	keyindex_deinit(&times->index);
	pics_deinit(&times->pics);
}

static int add_sample(struct times *times, const struct recording_sample *sample)
{
	uint32_t span = (uint32_t)((sample->time_ns - times->measure->first_ns) / times->step_ns);
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
		       struct jsonwriter *json)
{
	const struct functions *functions = &listing->callgrind.tree.functions;
	uint32_t count = 0;

	json_open_list(json, "p");
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
		json_whole(json, NULL, rank);
		json_whole(json, NULL, location.address - bases[rank]);
		json_whole(json, NULL, node);
		times->numbers[place] = count++;
	}
	json_close_list(json);
}

static int compare_cells(const void *left, const void *right, void *context)
{
	const struct times *times = context;
	const struct cell *a = &times->cells[*(const uint32_t *)left];
	const struct cell *b = &times->cells[*(const uint32_t *)right];
	uint32_t number_a = times->numbers[a->place], number_b = times->numbers[b->place];

	if (a->span != b->span)
		return a->span < b->span ? -1 : 1;
	return (number_a > number_b) - (number_a < number_b);
}

static int sort_cells(struct times *times)
{
	times->order = malloc((times->cells_count + 1) * sizeof(*times->order));
	if (!times->order)
		return -ENOMEM;
	for (size_t i = 0; i < times->cells_count; i++)
		times->order[i] = (uint32_t)i;
	qsort_r(times->order, times->cells_count, sizeof(*times->order), compare_cells, times);
	return 0;
}

static uint32_t piece_number(struct times *times, const struct piece *piece, uint32_t rank)
{
	char text[96];

	snprintf(text, sizeof(text), "%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.6g", rank, piece->parts,
		 piece->weight.samples, piece->weight.squares);
	return texttable_number(&times->pieces, text);
}

/* A list for each span. */
static void put_cells(struct times *times, const uint32_t ranks[PIECES_MOST],
		      struct jsonwriter *json)
{
	uint32_t span = 0, last = 0;

	json_open_list(json, "c");
	json_open_list(json, NULL);
	for (size_t i = 0; i < times->cells_count; i++) {
		const struct cell *cell = &times->cells[times->order[i]];
		const struct pics_stack *stack = pics_find(&times->pics, times->order[i]);
		const uint32_t number = times->numbers[cell->place];
		struct piece pieces[PIECES_MOST];
		size_t count = pieces_of(times->measure->kind, pieces_split(times->measure), stack,
					 pieces);

		for (; span < cell->span; span++, last = 0) {
			json_close_list(json);
			json_open_list(json, NULL);
		}
		for (size_t j = 0; j < count; j++, last = number) {
			json_whole(json, NULL, number - last);
			json_whole(json, NULL, piece_number(times, &pieces[j],
							    ranks[pieces_number(&pieces[j])]));
		}
	}
	json_close_list(json);
	json_close_list(json);
}

static void put_pieces(const struct times *times, struct jsonwriter *json)
{
	json_open_list(json, "w");
	for (size_t i = 0; i < times->pieces.count; i++)
		fputs(times->pieces.texts[i], json_value(json, NULL));
	json_close_list(json);
}

/* A STACK of each slice, which has no code. */
static void put_slices(const struct recording_measure *measure, const uint32_t ranks[PIECES_MOST],
		       struct jsonwriter *json)
{
	const struct recording_slices *slices = &measure->slices;

	json_open_object(json, "slices");
	json_real(json, "step", slices->ns, NS_DECIMALS);
	json_open_list(json, "t");
	for (size_t i = 0; i < slices->count; i++) {
		json_open_list(json, NULL);
		pagestack_put(measure, pics_find(&slices->pics, (uint32_t)i), ranks, json);
		json_close_list(json);
	}
	json_close_list(json);
	json_close_object(json);
	json_line(json);
}

int pagetimes_put(struct recording *recording, const struct recording_measure *measure,
		  const struct listing *listing, const struct calltree *flame,
		  const uint64_t *bases, const uint32_t ranks[PIECES_MOST], struct jsonwriter *json)
{
	struct times times = { .recording = recording, .measure = measure, .flame = flame };
	int error;

	if (measure->slices.count)
		put_slices(measure, ranks, json);
	if (!measure->sequence_count) {
		json_null(json, "times");
		json_line(json);
		return 0;
	}
	error = times_init(&times);
	for (size_t i = 0; !error && i < measure->sequence_count; i++)
		error = add_sample(&times, &measure->sequence[i]);
	if (!error) {
		json_open_object(json, "times");
		json_whole(json, "begin", measure->first_ns);
		json_whole(json, "step", times.step_ns);
		put_places(&times, listing, bases, json);
		error = sort_cells(&times);
	}
	if (!error) {
		json_line(json);
		put_cells(&times, ranks, json);
		json_line(json);
		put_pieces(&times, json);
		json_close_object(json);
		json_line(json);
		error = times.pieces.failed ? -ENOMEM : 0;
	}
	times_deinit(&times);
	return error;
}
