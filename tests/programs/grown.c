// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * grown.c - a container of a library's header, filled without room made before: grown
 *
 * Its code says that it was written in an installed header, as templates of C++ are. Half of the
 * time and more is in the function by which it grows, which is inlined into main().
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ITEMS	20000

#line 100 "/usr/include/c++/12/bits/numbers.h"
struct numbers {
	uint64_t *items;
	size_t count, room;
};

static inline __attribute__((always_inline)) void _M_realloc_insert(struct numbers *numbers)
{
	uint64_t *items = malloc((numbers->room + 16) * sizeof(*items));

	for (size_t i = 0; i < numbers->count; i++)
		items[i] = numbers->items[i] ^ i;
	free(numbers->items);
	numbers->items = items;
	numbers->room += 16;
}

static inline __attribute__((always_inline)) void push_back(struct numbers *numbers, uint64_t item)
{
	if (numbers->count == numbers->room)
		_M_realloc_insert(numbers);
	numbers->items[numbers->count++] = item;
}

#line 39 "tests/programs/grown.c"
int main(void)
{
	struct numbers numbers = { 0 };

	for (uint64_t i = 0; i < ITEMS; i++)
		push_back(&numbers, i * i);
	printf("%llu\n", (unsigned long long)numbers.items[ITEMS / 2]);
	return 0;
}
