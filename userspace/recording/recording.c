// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording.c - what the readers of both formats share; see recording.h
 */
#include "recording.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A profile is a JSON object; anything else has to be a perf.data. */
static bool is_profile(const struct input *input)
{
	char text[64];
	ssize_t size = input_read(input, 0, text, sizeof(text) - 1);

	text[size < 0 ? 0 : size] = '\0';
	return text[strspn(text, " \t\r\n")] == '{';
}

static void name_path(const char *path, struct fault *fault)
{
	struct fault plain = *fault;

	fault_set(fault, 0, "'%s': %s", path, plain.text);
}

/* Why there are none. */
static int no_samples(const struct recording *recording, struct fault *fault)
{
	if (recording->notes.count)
		return fault_set(fault, -ENODATA, "no TEA samples: %s", recording->notes.texts[0]);
	if (recording->filtered_samples)
		return fault_set(fault, -ENODATA, "none of its %llu samples passes the filter: ask for "
				 "fewer conditions", (unsigned long long)recording->filtered_samples);
	return fault_set(fault, -ENODATA, "no TEA samples (%llu lost): the program ran for less "
			 "than a sampling period, record it for longer or with a shorter one "
			 "('perf record -e tea// -c CYCLES', 'tea sim --period CYCLES')",
			 (unsigned long long)recording->lost);
}

static int check_samples(struct recording *recording, struct fault *fault)
{
	int error = recording->pics.parts ? 0 : no_samples(recording, fault);

	if (!error || !recording->options.empty)
		return error;
	if (!recording->notes.count)
		notes_add(&recording->notes, "%s", fault->text);
	return 0;
}

int recording_open(struct recording *recording, const struct recording_options *options,
		   struct fault *fault)
{
	int error;

	*recording = (struct recording){
		.options = *options, .path = options->path, .parts_per_cycle = 1,
		.input.fd = -1,
	};
	symbols_init(&recording->symbols);
	recording->symbols.options.symfs = options->symfs;
	recording->symbols.options.debuginfod = options->debuginfod;
	error = input_open(&recording->input, options->path, &options->progress, fault);
	if (!error && is_profile(&recording->input))
		error = recording_read_profile(recording, fault);
	else if (!error && options->golden)
		error = fault_set(fault, -EINVAL, "a perf.data has no golden reference: "
				  "--golden needs a profile of 'tea sim'");
	else if (!error)
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
	recording_forget(recording);
	free(recording->others);
	symbols_deinit(&recording->symbols);
	notes_deinit(&recording->notes);
	texts_deinit(&recording->texts);
	maps_deinit(&recording->maps);
	perfdata_close(&recording->perfdata);
	input_close(&recording->input);
	json_object_put(recording->json);
	*recording = (struct recording){ 0 };
}

void recording_forget(struct recording *recording)
{
	pics_deinit(&recording->pics);
	free(recording->places);
	free(recording->frames);
	free(recording->threads);
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

int recording_overflow(struct fault *fault)
{
	return fault_set(fault, -EOVERFLOW, "its cycles add up to more than 64 bits: the file is "
			 "damaged, record again");
}

int recording_count(struct recording *recording, uint32_t place, uint16_t signature,
		    unsigned int state, uint64_t parts, struct fault *fault)
{
	if (parts > UINT64_MAX - recording->pics.parts)
		return recording_overflow(fault);
	if (pics_count(&recording->pics, place, signature, state, parts))
		return fault_set(fault, -ENOMEM, "out of memory for its samples");
	return 0;
}

int recording_add(struct recording *recording, const struct recording_hit *hit,
		  struct fault *fault)
{
	uint32_t place = recording_place_number(recording, &hit->place);

	if (place == KEYINDEX_NONE)
		return fault_set(fault, -ENOMEM, "out of memory for its samples");
	return recording_count(recording, place, hit->signature, hit->state, hit->parts, fault);
}

uint32_t recording_thread(struct recording *recording, const struct recording_thread *thread)
{
	const char *comm = texts_intern(&recording->texts, thread->comm);
	struct key key = {
		.high = (uint64_t)thread->pid << 32 | thread->tid, .low = (uintptr_t)comm,
	};
	uint32_t at = keyindex_get(&recording->thread_index, key);
	struct recording_thread *grown;

	if (at != KEYINDEX_NONE || !comm)
		return at;
	grown = array_grow(recording->threads, recording->threads_count, sizeof(*grown));
	if (!grown)
		return KEYINDEX_NONE;
	recording->threads = grown;
	at = (uint32_t)recording->threads_count;
	if (keyindex_put(&recording->thread_index, key, at))
		return KEYINDEX_NONE;
	grown[at] = *thread;
	grown[at].comm = comm;
	recording->threads_count++;
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
