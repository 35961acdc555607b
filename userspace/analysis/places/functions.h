/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * functions.h - functions, and objects without any, numbered from 0 on
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "base/keyindex.h"
#include "symbols/symbols.h"

struct function {
	struct symbols_location location;	/* at its start; in no function, the lowest asked for */
	uint32_t object;
};

/* Zeroed memory is empty. */
struct functions {
	struct keyindex index;
	struct function *items;
	size_t count;
};

/* The number of the function at @location of @object; KEYINDEX_NONE: out of memory. */
uint32_t functions_number(struct functions *functions, uint32_t object,
			  const struct symbols_location *location);
/*
 * The element of that number of *@items, which has *@count of @bytes each; *@is_new: it was made, of zeros. NULL:
 * out of memory.
 */
void *functions_item(struct functions *functions, uint32_t object, const struct symbols_location *location,
		     void **items, size_t *count, size_t bytes, bool *is_new);
/* The same number, if it has one; else KEYINDEX_NONE. */
uint32_t functions_find(const struct functions *functions, uint32_t object,
			const struct symbols_location *location);
/* The line where it starts; of code that is in no function, none. */
struct elfobject_line functions_line(const struct function *function);
void functions_deinit(struct functions *functions);

#endif /* FUNCTIONS_H */
