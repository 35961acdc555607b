// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * functions.c - numbering functions; see functions.h
 */
#include "functions.h"

#include <stdlib.h>
#include <string.h>

static uint32_t add(struct functions *functions, struct key key, uint32_t object,
		    const struct symbols_location *location)
{
	uint32_t number = KEYINDEX_APPEND(&functions->index, key, functions->items,
					  functions->count);
	struct function *function;

	if (number == KEYINDEX_NONE)
		return number;
	function = &functions->items[number];
	*function = (struct function){ .location = *location, .object = object };
	if (location->function) {
		function->location.address = location->function_start;
		function->location.offset = 0;
	}
	return number;
}

static struct key key_of(uint32_t object, const struct symbols_location *location)
{
	return (struct key){
		.high = (uint64_t)object << 1 | (location->function != NULL),
		.low = location->function ? location->function_start : 0,
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

	if (number == KEYINDEX_NONE)
		return add(functions, key, object, location);
	if (!location->function && location->address < functions->items[number].location.address)
		functions->items[number].location = *location;
	return number;
}

void *functions_item(struct functions *functions, uint32_t object, const struct symbols_location *location,
		     void **items, size_t *count, size_t bytes, bool *is_new)
{
	const uint32_t number = functions_number(functions, object, location);
	void *grown;

	*is_new = number == *count;
	if (number == KEYINDEX_NONE)
		return NULL;
	if (*is_new) {
		grown = array_grow(*items, *count, bytes);
		if (!grown)
			return NULL;
		memset((char *)grown + (*count)++ * bytes, 0, bytes);
		*items = grown;
	}
	return (char *)*items + number * bytes;
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
