// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * functions.c - numbering functions; see functions.h
 */
#include "functions.h"

#include <stdlib.h>

static uint32_t add(struct functions *functions, struct key key, uint32_t object,
		    const struct symbols_location *location)
{
	struct function *grown = array_grow(functions->items, functions->count, sizeof(*grown));
	uint32_t number = (uint32_t)functions->count;

	if (!grown)
		return KEYINDEX_NONE;
	functions->items = grown;
	if (keyindex_put(&functions->index, key, number))
		return KEYINDEX_NONE;
	grown[number] = (struct function){ .location = *location, .object = object };
	if (location->function) {
		grown[number].location.address = location->function_start;
		grown[number].location.offset = 0;
	}
	functions->count++;
	return number;
}

static struct key key_of(uint32_t object, const struct symbols_location *location)
{
	return (struct key){
		.high = (uint64_t)object << 1 | (location->function != NULL),
		.low = location->function ? location->function_start : location->address,
	};
}

uint32_t functions_find(const struct functions *functions, uint32_t object,
			const struct symbols_location *location)
{
	return keyindex_get(&functions->index, key_of(object, location));
}

uint32_t functions_number(struct functions *functions, uint32_t object,
			  const struct symbols_location *location)
{
	struct key key = key_of(object, location);
	uint32_t number = keyindex_get(&functions->index, key);

	return number != KEYINDEX_NONE ? number : add(functions, key, object, location);
}

struct elfobject_line functions_line(const struct function *function)
{
	return function->location.function ? symbols_line(&function->location) :
	       (struct elfobject_line){ .file = NULL };
}

void functions_deinit(struct functions *functions)
{
	keyindex_deinit(&functions->index);
	free(functions->items);
	*functions = (struct functions){ 0 };
}
