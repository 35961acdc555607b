// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording.c - what the readers of both formats share; see recording.h
 */
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A profile is a JSON object; anything else has to be a perf.data. */
static bool is_profile(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char text[64];
	ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	size_t blank;

	if (fd >= 0)
		close(fd);
	if (size <= 0)
		return false;
	text[size] = '\0';
	blank = strspn(text, " \t\r\n");
	return text[blank] == '{';
}

static void name_path(const char *path, struct fault *fault)
{
	struct fault plain = *fault;

	fault_set(fault, 0, "'%s': %s", path, plain.text);
}

static int check_samples(const struct recording *recording, struct fault *fault)
{
	if (recording->pics.parts)
		return 0;
	if (recording->filtered_samples)
		return fault_set(fault, -ENODATA, "none of its %llu samples passes the filter: ask for "
				 "fewer conditions", (unsigned long long)recording->filtered_samples);
	return fault_set(fault, -ENODATA, "no TEA samples (%llu lost): the program ran for less "
			 "than a sampling period, record it for longer or with a shorter one "
			 "('perf record -e tea// -c CYCLES', 'tea sim --period CYCLES')",
			 (unsigned long long)recording->lost);
}

int recording_open(struct recording *recording, const struct recording_options *options,
		   struct fault *fault)
{
	int error;

	*recording = (struct recording){
		.options = *options, .path = options->path, .parts_per_cycle = 1,
	};
	symbols_init(&recording->symbols);
	recording->symbols.options.symfs = options->symfs;
	recording->symbols.options.debuginfod = options->debuginfod;
	if (is_profile(options->path))
		error = recording_read_profile(recording, fault);
	else if (options->golden)
		error = fault_set(fault, -EINVAL, "a perf.data has no golden reference: "
				  "--golden needs a profile of 'tea sim'");
	else
		error = recording_read_perf(recording, fault);
	if (!error)
		error = check_samples(recording, fault);
	if (error) {
		name_path(options->path, fault);
		recording_close(recording);
	}
	return error;
}

void recording_close(struct recording *recording)
{
	free(recording->command);
	free(recording->settings);
	pics_deinit(&recording->pics);
	free(recording->places);
	free(recording->frames);
	free(recording->others);
	free(recording->threads);
	symbols_deinit(&recording->symbols);
	notes_deinit(&recording->notes);
	keyindex_deinit(&recording->place_index);
	keyindex_deinit(&recording->context_index);
	keyindex_deinit(&recording->comm_index);
	keyindex_deinit(&recording->tid_index);
	maps_deinit(&recording->maps);
	perfdata_close(&recording->perfdata);
	json_object_put(recording->json);
	*recording = (struct recording){ 0 };
}

static uint32_t context_number(struct recording *recording, const struct recording_place *place)
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

static uint32_t place_number(struct recording *recording, const struct recording_place *place)
{
	uint32_t context = context_number(recording, place), at;
	struct key key = {
		.high = (uint64_t)place->object << 32 | context, .low = place->address,
	};
	struct recording_place *grown;

	if (context == KEYINDEX_NONE)
		return context;
	at = keyindex_get(&recording->place_index, key);
	if (at != KEYINDEX_NONE)
		return at;
	grown = array_grow(recording->places, recording->places_count, sizeof(*grown));
	if (!grown)
		return KEYINDEX_NONE;
	recording->places = grown;
	if (keyindex_put(&recording->place_index, key, (uint32_t)recording->places_count))
		return KEYINDEX_NONE;
	grown[recording->places_count] = *place;
	return (uint32_t)recording->places_count++;
}

int recording_add(struct recording *recording, const struct recording_hit *hit,
		  struct fault *fault)
{
	uint64_t states[PICS_STATES] = { 0 };
	uint32_t place;

	if (hit->parts > UINT64_MAX - recording->pics.parts)
		return fault_set(fault, -EOVERFLOW, "its cycles add up to more than 64 bits: the "
				 "file is damaged, record again");
	if (hit->signature != PICS_UNKNOWN)
		states[hit->state % PICS_STATES] = hit->parts;
	place = place_number(recording, &hit->place);
	if (place == KEYINDEX_NONE ||
	    pics_add(&recording->pics, place, hit->signature, states, hit->parts))
		return fault_set(fault, -ENOMEM, "out of memory for its samples");
	return 0;
}

/* The same name can stand at several places of the file: compared as text, found by address. */
static uint32_t thread_known(struct recording *recording, const struct recording_thread *thread,
			     uint32_t first)
{
	for (uint32_t at = first; at != KEYINDEX_NONE; at = recording->threads[at].next)
		if (!strcmp(recording->threads[at].comm, thread->comm))
			return at;
	return KEYINDEX_NONE;
}

static uint32_t thread_append(struct recording *recording, const struct recording_thread *thread,
			      struct key tid, uint32_t first)
{
	uint32_t at = (uint32_t)recording->threads_count;
	struct recording_thread *grown = array_grow(recording->threads, at, sizeof(*grown));

	if (!grown)
		return KEYINDEX_NONE;
	recording->threads = grown;
	if (first != KEYINDEX_NONE)
		keyindex_move(&recording->tid_index, tid, at);
	else if (keyindex_put(&recording->tid_index, tid, at))
		return KEYINDEX_NONE;
	grown[at] = *thread;
	grown[at].next = first;
	recording->threads_count++;
	return at;
}

uint32_t recording_thread(struct recording *recording, const struct recording_thread *thread)
{
	struct key tid = { .high = thread->pid, .low = thread->tid };
	struct key comm = {
		.high = (uint64_t)thread->pid << 32 | thread->tid, .low = (uintptr_t)thread->comm,
	};
	uint32_t at = keyindex_get(&recording->comm_index, comm), first;

	if (at != KEYINDEX_NONE)
		return at;
	first = keyindex_get(&recording->tid_index, tid);
	at = thread_known(recording, thread, first);
	if (at == KEYINDEX_NONE)
		at = thread_append(recording, thread, tid, first);
	if (at == KEYINDEX_NONE || keyindex_put(&recording->comm_index, comm, at))
		return KEYINDEX_NONE;
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
