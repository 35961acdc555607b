// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_store.c - places, threads, settings and cycles as they come; see recording_store.h
 */
#include "recording_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int recording_set_kind(struct recording *recording, const struct category_kind *kind,
		       struct fault *fault)
{
	recording->kind = kind;
	return filter_resolve(&recording->options.filter, kind, fault);
}

void recording_forget(struct recording *recording)
{
	pics_deinit(&recording->pics);
	free(recording->places);
	free(recording->frames);
	free(recording->threads);
	free(recording->sequence);
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
	recording->sequence = NULL;
	recording->sequence_count = 0;
	recording->places = NULL;
	recording->frames = NULL;
	recording->threads = NULL;
	recording->places_count = recording->frames_count = recording->threads_count = 0;
	keyindex_deinit(&recording->place_index);
	keyindex_deinit(&recording->context_index);
	keyindex_deinit(&recording->thread_index);
	for (size_t i = 0; i < recording->others_count; i++)
		recording->others[i].samples = 0;
	recording->first_ns = recording->last_ns = recording->throttled = 0;
}

uint32_t recording_context(struct recording *recording, const struct recording_place *place)
{
	struct key key = {
		.high = (uint64_t)place->thread << 32 | place->cpu, .low = place->frame,
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

int recording_overflow(struct fault *fault)
{
	return fault_set(fault, -EOVERFLOW, "its cycles add up to more than 64 bits: the file is "
			 "damaged, record again");
}

int recording_count(struct recording *recording, uint32_t place, const struct recording_hit *hit,
		    struct fault *fault)
{
	struct pics_share share = {
		.category = hit->category, .parts = hit->parts, .weight = hit->weight,
	};

	if (hit->parts > UINT64_MAX - recording->pics.parts)
		return recording_overflow(fault);
	if (hit->state < PICS_STATES)
		share.states[hit->state] = hit->parts;
	if (pics_add(&recording->pics, place, &share))
		return fault_no_memory(fault, "its samples");
	return 0;
}

int recording_add(struct recording *recording, const struct recording_hit *hit,
		  struct fault *fault)
{
	uint32_t place = recording_place_number(recording, &hit->place);

	if (place == KEYINDEX_NONE)
		return fault_no_memory(fault, "its samples");
	return recording_count(recording, place, hit, fault);
}

int recording_keep(struct recording *recording, const struct recording_sample *sample,
		   struct fault *fault)
{
	size_t count = recording->sequence_count;
	struct recording_sample *grown = count < UINT32_MAX ?
		array_grow(recording->sequence, count, sizeof(*grown)) : NULL;

	if (!grown)
		return fault_no_memory(fault, "its samples one by one");
	recording->sequence = grown;
	grown[count] = *sample;
	grown[count].number = (uint32_t)count;
	recording->sequence_count++;
	return 0;
}

/* Two addresses are one number: a key has room for it and for who ran what lies there. */
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

void recording_sort_kept(struct recording *recording)
{
	if (recording->sequence_count)
		qsort(recording->sequence, recording->sequence_count, sizeof(*recording->sequence),
		      compare_samples);
}

int recording_show_stages(struct recording *recording, struct fault *fault)
{
	recording->period = 1;
	recording->samples = 0;
	recording->pics = recording->stages.pics;
	recording->stages.pics = (struct pics){ 0 };
	recording->parts_per_cycle = recording->stages.per_cycle * TEA_STACKS_COUNT;
	return recording_set_kind(recording, &category_stages, fault);
}

static int show_flops_of(struct recording *recording, const struct pics_stack *stack,
			 struct fault *fault)
{
	for (size_t i = 0; i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];

		if (share->category < TEA_FLOPS_COUNT &&
		    pics_count(&recording->pics, stack->place, share->category, PICS_NO_STATE, share->parts))
			return fault_no_memory(fault, "its slots");
	}
	return 0;
}

int recording_show_flops(struct recording *recording, struct fault *fault)
{
	const struct pics *slots = &recording->flops.pics;
	int error = recording_set_kind(recording, &category_flops, fault);

	recording->period = 1;
	recording->samples = 0;
	recording->parts_per_cycle = recording->flops.per_cycle;
	for (size_t i = 0; !error && i < slots->stacks_count; i++)
		error = show_flops_of(recording, &slots->stacks[i], fault);
	return error;
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
