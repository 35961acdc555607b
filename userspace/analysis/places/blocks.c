// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * blocks.c - finding basic blocks; see blocks.h
 */
#include "blocks.h"

#include <errno.h>
#include <stdlib.h>

#include "flow.h"

static int compare_addresses(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static int add_start(struct blocks_function *function, uint64_t address)
{
	uint64_t *grown = array_grow(function->starts, function->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	function->starts = grown;
	grown[function->count++] = address;
	return 0;
}

static void sort_starts(struct blocks_function *function)
{
	size_t kept = 0;

	qsort(function->starts, function->count, sizeof(*function->starts), compare_addresses);
	for (size_t i = 0; i < function->count; i++)
		if (!i || function->starts[i] != function->starts[kept - 1])
			function->starts[kept++] = function->starts[i];
	function->count = kept;
}

static int find_starts(struct blocks_function *function, const struct symbols_location *location)
{
	uint64_t begin = location->function_start, end = location->function_end, address = begin;
	uint64_t size = end - begin;
	const uint8_t *bytes = NULL;
	int error = add_start(function, begin);

	size = symbols_code(location, begin, size, &bytes);
	while (!error && size) {
		struct flow flow = flow_decode(bytes, size, address);

		if (!flow.length)
			break;
		address += flow.length;
		bytes += flow.length;
		size -= flow.length;
		if (flow_has_target(&flow) && flow.target >= begin && flow.target < end)
			error = add_start(function, flow.target);
		if (!error && flow_ends_block(&flow) && address < end)
			error = add_start(function, address);
	}
	sort_starts(function);
	return error;
}

static struct blocks_function *function_of(struct blocks *blocks, uint32_t object,
					   const struct symbols_location *location)
{
	void *items = blocks->items;
	bool is_new;
	struct blocks_function *function = functions_item(&blocks->functions, object, location, &items,
							&blocks->count, sizeof(*function), &is_new);

	blocks->items = items;
	return function && is_new && find_starts(function, location) ? NULL : function;
}

int blocks_find(struct blocks *blocks, uint32_t object, const struct symbols_location *location,
		uint64_t *start, uint64_t *end)
{
	const struct blocks_function *function = function_of(blocks, object, location);
	size_t low = 0, high;

	if (!function)
		return -ENOMEM;
	/* The last start that is not behind the address. */
	for (high = function->count; high - low > 1; ) {
		size_t middle = low + (high - low) / 2;

		if (function->starts[middle] <= location->address)
			low = middle;
		else
			high = middle;
	}
	*start = function->starts[low];
	*end = low + 1 < function->count ? function->starts[low + 1] : location->function_end;
	return 0;
}

void blocks_deinit(struct blocks *blocks)
{
	for (size_t i = 0; i < blocks->count; i++)
		free(blocks->items[i].starts);
	free(blocks->items);
	functions_deinit(&blocks->functions);
	*blocks = (struct blocks){ 0 };
}
