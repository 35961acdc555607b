// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * units.c - instructions, blocks and functions: see units.h
 */
#include "units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH_MAX	4	/* bytes of an instruction */

const char *const units_names[UNITS_GRANULARITIES] = {
	"instruction", "block", "function", "program",
};

int units_add(struct units *units, const struct units_instruction *instruction)
{
	if (units->count == units->capacity) {
		size_t capacity = units->capacity ? 2 * units->capacity : 1024;
		void *bigger = realloc(units->list, capacity * sizeof(*units->list));

		if (!bigger)
			return -ENOMEM;
		units->list = bigger;
		units->capacity = capacity;
	}
	units->list[units->count++] = *instruction;
	return 0;
}

static int compare_instructions(const void *left, const void *right)
{
	const struct units_instruction *a = left, *b = right;

	return (a->pc > b->pc) - (a->pc < b->pc);
}

void units_locate(struct recording *recording, uint64_t pc, struct symbols_location *location)
{
	const struct maps_entry *entry = maps_find(&recording->maps, 0, pc, 0);

	memset(location, 0, sizeof(*location));
	if (!entry)
		return;
	if (recording->symbols.objects[entry->object].kind == SYMBOLS_FILE)
		pc += entry->offset - entry->start;
	symbols_locate(&recording->symbols, entry->object, pc, location);
}

static bool begins_block(const struct units_instruction *at)
{
	const struct units_instruction *before = at - 1;

	return before->transfers || at->pc - before->pc > LENGTH_MAX ||
	       at->executions != before->executions;
}

/* The key of a function; an object without symbols is one. */
struct function_key {
	const struct symbols_object *object;
	uint64_t start;
};

/* Functions are contiguous but for cold parts: look back at the last one, then search. */
static uint32_t number_function(struct function_key *keys, size_t *count,
				const struct symbols_location *location)
{
	struct function_key key = { location->object,
				    location->function ? location->function_start : UINT64_MAX };

	for (size_t i = *count; i--;) {
		if (keys[i].object == key.object && keys[i].start == key.start)
			return (uint32_t)i;
	}
	keys[*count] = key;
	return (uint32_t)(*count)++;
}

int units_seal(struct units *units, struct recording *recording)
{
	struct function_key *keys = calloc(units->count + 1, sizeof(*keys));
	size_t functions = 0;
	uint32_t block = 0;

	if (!keys)
		return -ENOMEM;
	if (units->count)
		qsort(units->list, units->count, sizeof(*units->list), compare_instructions);
	for (size_t i = 0; i < units->count; i++) {
		struct units_instruction *at = &units->list[i];
		struct symbols_location location;

		block += i && begins_block(at);
		units_locate(recording, at->pc, &location);
		at->unit[UNITS_INSTRUCTION] = (uint32_t)i;
		at->unit[UNITS_BLOCK] = block;
		at->unit[UNITS_FUNCTION] = number_function(keys, &functions, &location);
		at->unit[UNITS_PROGRAM] = 0;
	}
	free(keys);
	return 0;
}

void units_deinit(struct units *units)
{
	free(units->list);
	*units = (struct units){ .list = NULL };
}

const struct units_instruction *units_find(const struct units *units, uint64_t pc)
{
	struct units_instruction key = { .pc = pc };

	return units->count ? bsearch(&key, units->list, units->count, sizeof(key),
				      compare_instructions) : NULL;
}
