// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * merge.c - adding up recordings; see merge.h
 */
#include "merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "merge_parts.h"

/* What is added now. */
struct source {
	const struct recording *recording;
	const struct mergelist_item *item;
	uint32_t *objects;		/* merged ones of its own, or KEYINDEX_NONE so far */
};

static int no_memory(struct fault *fault)
{
	return fault_no_memory(fault, "the rows of all recordings");
}

/* Groups come one after the other, so that only the last one of a row can be that of the source. */
static int add_part(struct merge_row *row, uint32_t group, uint64_t parts)
{
	struct merge_part *grown;

	row->parts += parts;
	if (row->groups_count && row->groups[row->groups_count - 1].group == group) {
		row->groups[row->groups_count - 1].parts += parts;
		return 0;
	}
	grown = array_grow(row->groups, row->groups_count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	row->groups = grown;
	grown[row->groups_count++] = (struct merge_part){ .group = group, .parts = parts };
	return 0;
}

/* The row like @found, new where there was none; or NULL. */
static struct merge_row *row_of(struct merge *merge, const struct merge_row *found)
{
	const struct key key = {
		.high = (uint64_t)found->object << 32 | (uint64_t)found->category << 8 |
			found->state,
		.low = found->place,
	};
	const struct merge_object *object = &merge->objects[found->object];
	const struct mergecells_place place = {
		.object = object->symbols_object, .path = object->path, .place = found->place,
		.category = found->category,
	};
	uint32_t at = keyindex_get(&merge->rows_index, key), cell;

	if (at != KEYINDEX_NONE)
		return &merge->rows[at];
	cell = mergecells_cell(&merge->cells, &place);
	if (cell == KEYINDEX_NONE)
		return NULL;
	at = KEYINDEX_APPEND(&merge->rows_index, key, merge->rows, merge->rows_count);
	if (at == KEYINDEX_NONE)
		return NULL;
	merge->rows[at] = (struct merge_row){
		.place = found->place, .object = found->object, .category = found->category,
		.state = found->state, .cell = cell,
	};
	return &merge->rows[at];
}

static int add_row(struct merge *merge, const struct source *source, struct merge_row *found,
		   struct fault *fault)
{
	struct merge_row *row;

	if (!found->parts)
		return 0;
	if (found->parts > INT64_MAX - merge->parts)
		return fault_set(fault, -EOVERFLOW, "'%s' brings more cycles than 63 bits hold: "
				 "merge fewer recordings", source->item->path);
	row = row_of(merge, found);
	if (!row || add_part(row, source->item->group, found->parts))
		return no_memory(fault);
	found->cell = row->cell;
	merge->parts += found->parts;
	if (merge->objects[row->object].folded)
		merge->elsewhere += found->parts;
	return 0;
}

/* A row for each state, and for parts that have none; and their cell. */
static int add_share(struct merge *merge, const struct source *source, struct merge_row *row,
		     const struct pics_share *share, struct fault *fault)
{
	uint64_t left = share->parts;
	int error = 0;

	row->category = share->category;
	for (unsigned int state = 0; !error && state <= PICS_NO_STATE; state++) {
		row->state = (uint8_t)state;
		row->parts = state < PICS_STATES ? share->states[state] : left;
		left -= row->parts;
		error = add_row(merge, source, row, fault);
	}
	if (!error && share->parts)
		mergecells_add(&merge->cells, row->cell, share);
	return error;
}

static int add_stack(struct merge *merge, const struct source *source,
		     const struct pics_stack *stack, struct fault *fault)
{
	const struct recording *recording = source->recording;
	const struct recording_place *place = &recording->places[stack->place];
	uint32_t *object = &source->objects[place->object];
	struct merge_row row = { 0 };
	int error;

	if (*object == KEYINDEX_NONE)
		*object = merge_object_number(merge, recording, place->object, fault);
	if (*object == KEYINDEX_NONE)
		return -EINVAL;
	row.object = *object;
	error = merge_place(merge, recording, place, *object, &row.place, fault);
	for (size_t i = 0; !error && i < stack->shares_count; i++)
		error = add_share(merge, source, &row, &stack->shares[i], fault);
	return error;
}

static void add_counts(struct merge *merge, const struct recording *recording)
{
	const struct recording_measure *measure = recording->shown;
	const double lost = measure->lost ? (double)measure->lost /
			    (double)(measure->lost + measure->samples) : 0;
	const bool first = !merge->period_most && !merge->samples;

	merge->samples += measure->samples;
	merge->lost += measure->lost;
	merge->unknown += measure->unknown_samples;
	merge->cycles += recording->run_cycles;
	merge->instructions += recording->run_instructions;
	merge->measures |= recording_measures(recording);
	if (recording->threads_count > merge->threads)
		merge->threads = recording->threads_count;
	if (recording->run_threads > merge->threads)
		merge->threads = recording->run_threads;
	if (recording->has_chains)
		merge->chained += measure->pics.parts;
	if (lost > merge->lost_share) {
		merge->lost_share = lost;
		merge->lost_file = texts_intern(&merge->texts, recording->path);
	}
	merge->lacks_instructions |= !recording->run_instructions;
	if (first || measure->period < merge->period_least)
		merge->period_least = measure->period;
	if (measure->period > merge->period_most)
		merge->period_most = measure->period;
	merge_tell(merge, recording);
}

static int add(struct merge *merge, const struct recording *recording,
	       const struct mergelist_item *item, struct fault *fault)
{
	const struct pics *pics = &recording->shown->pics;
	struct source source = { .recording = recording, .item = item };
	int error = merge_check(merge, recording, fault);

	if (error)
		return error;
	source.objects = malloc((recording->symbols.count + 1) * sizeof(*source.objects));
	if (!source.objects)
		return no_memory(fault);
	for (size_t i = 0; i < recording->symbols.count; i++)
		source.objects[i] = KEYINDEX_NONE;
	for (size_t i = 0; !error && i < pics->stacks_count; i++)
		error = add_stack(merge, &source, &pics->stacks[i], fault);
	free(source.objects);
	if (!error)
		add_counts(merge, recording);
	return error;
}

static int read_item(struct merge *merge, const struct mergelist_item *item,
		     const struct recording_options *options, struct fault *fault)
{
	struct recording_options one = *options;
	struct recording recording;
	int error;

	one.path = item->path;
	one.progress = (struct progress){ 0 };
	error = recording_open(&recording, &one, fault);
	if (error)
		return error;
	error = add(merge, &recording, item, fault);
	recording_close(&recording);
	return error;
}

int merge_read(struct merge *merge, const struct mergelist *list,
	       const struct recording_options *options, struct fault *fault)
{
	int error = mergecells_begin(&merge->cells, options->symfs, fault);

	merge->list = list;
	for (size_t i = 0; !error && i < list->count; i++) {
		const struct mergelist_item *item = &list->items[i];

		progress_tell(&options->progress, "merging recordings", i, list->count);
		error = read_item(merge, item, options, fault);
		if (!error && (i + 1 == list->count || item[1].machine != item->machine))
			error = mergecells_next(&merge->cells, item->machine, fault);
	}
	if (!error)
		error = mergecells_compare(&merge->cells, fault);
	if (!error && merge_between(merge, &merge->between))
		error = no_memory(fault);
	if (!error)
		merge_note(merge);
	return error;
}

void merge_deinit(struct merge *merge)
{
	for (size_t i = 0; i < merge->rows_count; i++)
		free(merge->rows[i].groups);
	free(merge->rows);
	free(merge->objects);
	free(merge->facts.settings);
	free(merge->facts.categories);
	mergecells_deinit(&merge->cells);
	keyindex_deinit(&merge->rows_index);
	keyindex_deinit(&merge->objects_by_path);
	keyindex_deinit(&merge->objects_by_build);
	notes_deinit(&merge->notes);
	texts_deinit(&merge->texts);
	*merge = (struct merge){ 0 };
}
