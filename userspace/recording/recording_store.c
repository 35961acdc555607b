// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_store.c - places, threads, settings and cycles as they come; see recording_store.h
 */
#include "recording_store.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void recording_begin(struct recording *recording, struct recording_measure *measure,
		     const struct category_kind *kind)
{
	*measure = (struct recording_measure){
		.id = (enum measure)(measure - recording->measures), .kind = kind,
		.stage = TEA_STACK_COMMIT, .parts_per_unit = 1, .period = 1, .scale = 1,
		.notes = measure->notes,
	};
}

void recording_share_notes(struct recording *recording)
{
	for (size_t i = 0; i < MEASURES_COUNT; i++)
		for (size_t n = 0; n < recording->notes.count; n++)
			notes_add(&recording->measures[i].notes, "%s", recording->notes.texts[n]);
}

int recording_fail(struct recording *recording, struct recording_measure *measure, int error,
		   struct fault *fault)
{
	char text[sizeof(fault->text) + PATH_MAX];
	bool fatal = measure == recording->shown ||
		     (measure != &recording->measures[MEASURE_INSTRUCTIONS] &&
		      measure != &recording->measures[MEASURE_COUNTS]);

	if (!error || fatal)
		return error;
	snprintf(text, sizeof(text), "'%s': %s", recording->path, fault->text);
	measure->id = MEASURE_NONE;
	measure->failure = texts_intern(&recording->texts, text);
	return measure->failure ? 0 : fault_no_memory(fault, "its executions");
}

/* What samples brought to a measure. */
static void forget_samples(struct recording_measure *measure)
{
	pics_deinit(&measure->pics);
	free(measure->sequence);
	measure->sequence = NULL;
	measure->sequence_count = 0;
	pics_deinit(&measure->slices.pics);
	free(measure->slices.instructions);
	measure->slices = (struct recording_slices){ 0 };
	measure->first_ns = measure->last_ns = 0;
}

void recording_forget(struct recording *recording)
{
	for (size_t i = 0; i < MEASURES_COUNT; i++)
		forget_samples(&recording->measures[i]);
	free(recording->places);
	free(recording->frames);
	free(recording->spaces);
	free(recording->data);
	free(recording->sites);
	free(recording->threads);
	free(recording->streams.items);
	free(recording->streams.edges);
	keyindex_deinit(&recording->streams.index);
	keyindex_deinit(&recording->streams.edge_index);
	keyindex_deinit(&recording->streams.spans);
	recording->streams = (struct recording_streams){ 0 };
	free(recording->waits.items);
	free(recording->waits.lives);
	keyindex_deinit(&recording->waits.index);
	recording->waits = (struct recording_waits){ 0 };
	recording->places = NULL;
	recording->frames = NULL;
	recording->threads = NULL;
	recording->spaces = NULL;
	recording->data = NULL;
	recording->sites = NULL;
	recording->places_count = recording->frames_count = recording->threads_count = 0;
	recording->spaces_count = recording->data_count = recording->sites_count = 0;
	keyindex_deinit(&recording->place_index);
	keyindex_deinit(&recording->context_index);
	keyindex_deinit(&recording->thread_index);
	for (size_t i = 0; i < RECORDING_MEMORY_COUNT; i++)
		keyindex_deinit(&recording->space_index[i]);
	keyindex_deinit(&recording->datum_index);
	for (size_t i = 0; i < recording->others_count; i++)
		recording->others[i].samples = 0;
	recording->throttled = 0;
}

uint32_t recording_context(struct recording *recording, const struct recording_place *place)
{
	struct key key = {
		.high = (uint64_t)place->thread << 32 | place->cpu,
		.low = (uint64_t)place->datum << 32 | place->frame,
	};
	uint32_t at = keyindex_get(&recording->context_index, key);

	if (at != KEYINDEX_NONE)
		return at;
	at = (uint32_t)recording->context_index.used;
	return keyindex_put(&recording->context_index, key, at) ? KEYINDEX_NONE : at;
}

uint32_t recording_place_number(struct recording *recording, const struct recording_place *place)
{
	uint32_t context = recording_context(recording, place), at;
	struct key key = {
		.high = (uint64_t)place->object << 32 | context, .low = place->address,
	};

	if (context == KEYINDEX_NONE)
		return context;
	at = keyindex_get(&recording->place_index, key);
	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&recording->place_index, key, recording->places,
			     recording->places_count);
	if (at != KEYINDEX_NONE)
		recording->places[at] = *place;
	return at;
}

uint32_t recording_space(struct recording *recording, const struct recording_space *space)
{
	struct key key = {
		.high = (uint64_t)space->object << 32 | space->pid, .low = space->slide,
	};
	struct keyindex *index = &recording->space_index[space->memory];
	uint32_t at = keyindex_get(index, key);

	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(index, key, recording->spaces, recording->spaces_count);
	if (at != KEYINDEX_NONE)
		recording->spaces[at] = *space;
	return at;
}

uint32_t recording_datum(struct recording *recording, const struct recording_datum *datum)
{
	static const struct key none = { .high = UINT64_MAX };
	/* a log of allocations has room for less than 2^26 calls */
	struct key key = {
		.high = (uint64_t)datum->site << 38 | (uint64_t)datum->source << 34 |
			(uint64_t)datum->access << 32 | datum->space,
		.low = datum->address,
	};
	uint32_t at = keyindex_get(&recording->datum_index, key);

	if (at != KEYINDEX_NONE)
		return at;
	if (!recording->data_count &&
	    KEYINDEX_APPEND(&recording->datum_index, none, recording->data,
			    recording->data_count) == KEYINDEX_NONE)
		return KEYINDEX_NONE;
	at = KEYINDEX_APPEND(&recording->datum_index, key, recording->data, recording->data_count);
	if (at != KEYINDEX_NONE)
		recording->data[at] = *datum;
	return at;
}

int recording_overflow(struct fault *fault)
{
	return fault_set(fault, -EOVERFLOW, "its cycles add up to more than 64 bits: the file is "
			 "damaged, record again");
}

int recording_count(struct recording_measure *measure, uint32_t place,
		    const struct recording_hit *hit, struct fault *fault)
{
	struct pics_share share = {
		.category = hit->category, .parts = hit->parts, .weight = hit->weight,
	};

	if (hit->parts > UINT64_MAX - measure->pics.parts)
		return recording_overflow(fault);
	if (hit->state < PICS_STATES)
		share.states[hit->state] = hit->parts;
	if (pics_add(&measure->pics, place, &share))
		return fault_no_memory(fault, "its samples");
	return 0;
}

int recording_add(struct recording *recording, struct recording_measure *measure,
		  const struct recording_hit *hit, struct fault *fault)
{
	uint32_t place = recording_place_number(recording, &hit->place);

	if (place == KEYINDEX_NONE)
		return fault_no_memory(fault, "its samples");
	return recording_count(measure, place, hit, fault);
}

int recording_keep(struct recording_measure *measure, const struct recording_sample *sample,
		   struct fault *fault)
{
	size_t count = measure->sequence_count;
	struct recording_sample *grown = count < UINT32_MAX ?
		array_grow(measure->sequence, count, sizeof(*grown)) : NULL;

	if (!grown)
		return fault_no_memory(fault, "its samples one by one");
	measure->sequence = grown;
	grown[count] = *sample;
	grown[count].number = (uint32_t)count;
	measure->sequence_count++;
	return 0;
}

/* Two addresses become one number: a key has space for it and for the thread and object. */
static uint32_t span_number(struct recording_streams *streams, uint64_t first, uint64_t second)
{
	struct key key = { .high = first, .low = second };
	uint32_t number = keyindex_get(&streams->spans, key);

	if (number != KEYINDEX_NONE)
		return number;
	number = (uint32_t)streams->spans.used;
	return keyindex_put(&streams->spans, key, number) ? KEYINDEX_NONE : number;
}

int recording_add_stream(struct recording *recording, const struct recording_stream *stream)
{
	struct recording_streams *streams = &recording->streams;
	uint32_t span = span_number(streams, stream->begin, stream->end), at;
	struct key key = {
		.high = (uint64_t)stream->thread << 32 | stream->object, .low = span,
	};

	if (span == KEYINDEX_NONE)
		return -ENOMEM;
	at = keyindex_get(&streams->index, key);
	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&streams->index, key, streams->items, streams->count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		streams->items[at] = *stream;
		return 0;
	}
	streams->items[at].count += stream->count;
	streams->items[at].branches += stream->branches;
	return 0;
}

int recording_add_edge(struct recording *recording, const struct recording_edge *edge)
{
	struct recording_streams *streams = &recording->streams;
	uint32_t span = span_number(streams, edge->source, edge->target), at;
	struct key key = {
		.high = (uint64_t)edge->thread << 32 | edge->source_object,
		.low = (uint64_t)edge->target_object << 32 | span,
	};

	if (span == KEYINDEX_NONE)
		return -ENOMEM;
	at = keyindex_get(&streams->edge_index, key);
	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&streams->edge_index, key, streams->edges, streams->edges_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		streams->edges[at] = *edge;
		return 0;
	}
	streams->edges[at].records += edge->records;
	streams->edges[at].newest += edge->newest;
	streams->edges[at].branches += edge->branches;
	return 0;
}

int recording_add_wait(struct recording *recording, const struct recording_wait *wait)
{
	struct recording_waits *waits = &recording->waits;
	struct key key = {
		.high = (uint64_t)wait->place << 32 | wait->category, .low = wait->kernel_address,
	};
	uint32_t at = keyindex_get(&waits->index, key);
	struct recording_wait *sum;

	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&waits->index, key, waits->items, waits->count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		waits->items[at] = *wait;
		return 0;
	}
	sum = &waits->items[at];
	sum->count += wait->count;
	sum->ns += wait->ns;
	if (wait->longest_ns > sum->longest_ns)
		sum->longest_ns = wait->longest_ns;
	return 0;
}

int recording_add_life(struct recording *recording, uint32_t thread, uint64_t ns)
{
	struct recording_waits *waits = &recording->waits;
	struct recording_life *grown = array_grow(waits->lives, waits->lives_count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	waits->lives = grown;
	grown[waits->lives_count++] = (struct recording_life){ .thread = thread, .ns = ns };
	return 0;
}

static int compare_samples(const void *left, const void *right)
{
	const struct recording_sample *a = left, *b = right;

	if (a->time_ns != b->time_ns)
		return a->time_ns < b->time_ns ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

void recording_sort_kept(struct recording_measure *measure)
{
	if (measure->sequence_count)
		qsort(measure->sequence, measure->sequence_count, sizeof(*measure->sequence),
		      compare_samples);
}

uint32_t recording_thread(struct recording *recording, const struct recording_thread *thread)
{
	const char *comm = texts_intern(&recording->texts, thread->comm);
	struct key key = {
		.high = (uint64_t)thread->pid << 32 | thread->tid, .low = (uintptr_t)comm,
	};
	uint32_t at = keyindex_get(&recording->thread_index, key);

	if (at != KEYINDEX_NONE || !comm)
		return at;
	at = KEYINDEX_APPEND(&recording->thread_index, key, recording->threads,
			     recording->threads_count);
	if (at != KEYINDEX_NONE) {
		recording->threads[at] = *thread;
		recording->threads[at].comm = comm;
	}
	return at;
}

int recording_set(struct recording *recording, const char *name, const char *value)
{
	struct recording_setting *grown = array_grow(recording->settings,
						     recording->settings_count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	recording->settings = grown;
	grown[recording->settings_count++] =
		(struct recording_setting){ .name = name, .value = value };
	return 0;
}

int recording_set_command(struct recording *recording, const char *const *words, size_t count)
{
	size_t size = 1;
	char *end;

	for (size_t i = 0; i < count; i++)
		size += strlen(words[i]) + 1;
	recording->command = calloc(1, size);
	if (!recording->command)
		return -ENOMEM;
	end = recording->command;
	for (size_t i = 0; i < count; i++)
		end = stpcpy(stpcpy(end, i ? " " : ""), words[i]);
	return 0;
}

uint32_t recording_frame_number(struct keyindex *index, struct recording_frame **frames,
				size_t *count, const struct recording_frame *frame)
{
	struct key key = {
		.high = (uint64_t)frame->parent << 32 | frame->object, .low = frame->address,
	};
	uint32_t number = keyindex_get(index, key);

	if (number != KEYINDEX_NONE)
		return number;
	number = KEYINDEX_APPEND(index, key, *frames, *count);
	if (number != KEYINDEX_NONE)
		(*frames)[number] = *frame;
	return number;
}
