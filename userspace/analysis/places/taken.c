// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * taken.c - misses on lines that another hart took; see taken.h
 */
#include "taken.h"

#include <errno.h>
#include <stdlib.h>

static enum tea_mem_source source_of(const struct recording *recording,
				     const struct recording_place *place)
{
	return place->datum ? recording->data[place->datum].source : TEA_MEM_SOURCE_UNKNOWN;
}

static int count_reader(struct taken *taken, const struct recording_place *place,
			const struct symbols_location *location, uint64_t parts)
{
	const struct key key = {
		.high = (uint64_t)place->thread << 32 | place->object, .low = location->address,
	};
	uint32_t at = keyindex_get(&taken->reader_index, key);

	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&taken->reader_index, key, taken->readers, taken->readers_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		taken->readers[at] = (struct taken_reader){
			.thread = place->thread, .object = place->object, .location = *location,
		};
	}
	taken->readers[at].parts += parts;
	taken->by_thread[place->thread] += parts;
	taken->parts += parts;
	return 0;
}

static int count_miss(struct taken *taken, const struct recording_place *place,
		      const struct symbols_location *location, const struct pics_stack *stack)
{
	const struct key key = { .high = place->object, .low = location->address };
	uint32_t at = keyindex_get(&taken->miss_index, key);

	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&taken->miss_index, key, taken->misses, taken->misses_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		taken->misses[at] = (struct taken_miss){
			.object = place->object, .address = location->address, .thread = place->thread,
		};
	}
	taken->misses[at].parts += stack->parts;
	taken->misses[at].samples += pics_weight_samples(&stack->weight);
	return 0;
}

static int gather(struct taken *taken, struct recording *recording,
		  const struct recording_measure *measure)
{
	int error = 0;

	for (size_t i = 0; !error && i < measure->pics.stacks_count; i++) {
		const struct pics_stack *stack = &measure->pics.stacks[i];
		const struct recording_place *place = &recording->places[stack->place];
		const enum tea_mem_source source = source_of(recording, place);
		struct symbols_location location;

		if (source != TEA_MEM_SOURCE_MEMORY && source != TEA_MEM_SOURCE_TAKEN)
			continue;
		symbols_locate(&recording->symbols, place->object, place->address, &location);
		error = count_reader(taken, place, &location, stack->parts);
		if (!error && source == TEA_MEM_SOURCE_TAKEN)
			error = count_miss(taken, place, &location, stack);
	}
	return error;
}

int taken_init(struct taken *taken, struct recording *recording,
	       const struct recording_measure *measure)
{
	int error;

	*taken = (struct taken){ 0 };
	if (!recording->has_data || measure->kind != &category_signatures)
		return 0;
	taken->by_thread = calloc(recording->threads_count + 1, sizeof(*taken->by_thread));
	error = taken->by_thread ? gather(taken, recording, measure) : -ENOMEM;
	if (error)
		taken_deinit(taken);
	return error;
}

void taken_deinit(struct taken *taken)
{
	keyindex_deinit(&taken->reader_index);
	keyindex_deinit(&taken->miss_index);
	free(taken->readers);
	free(taken->misses);
	free(taken->by_thread);
	*taken = (struct taken){ 0 };
}

const struct taken_miss *taken_at(const struct taken *taken, uint32_t object, uint64_t address)
{
	const uint32_t at = keyindex_get(&taken->miss_index, (struct key){ .high = object, .low = address });

	return at == KEYINDEX_NONE ? NULL : &taken->misses[at];
}

const struct taken_reader *taken_largest_reader(const struct taken *taken, uint32_t thread)
{
	const struct taken_reader *largest = NULL;

	for (size_t i = 0; i < taken->readers_count; i++) {
		const struct taken_reader *reader = &taken->readers[i];
		const uint64_t parts = taken->by_thread[reader->thread];
		const uint64_t most = largest ? taken->by_thread[largest->thread] : 0;

		if (reader->thread != thread && (parts > most || (largest && largest->thread == reader->thread &&
								    reader->parts > largest->parts)))
			largest = reader;
	}
	return largest;
}
