// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * predecessors.c - finding the ways into blocks; see predecessors.h
 */
#include "predecessors.h"

#include <errno.h>
#include <stdlib.h>

#include "flow.h"

static int add(struct predecessors *ways, uint64_t from, uint64_t to)
{
	struct wayin *grown = array_grow(ways->items, ways->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	ways->items = grown;
	grown[ways->count++] = (struct wayin){ .from = from, .to = to };
	return 0;
}

/* The last instruction of [@begin, @end). */
static struct flow last_flow(const struct symbols_location *location, uint64_t begin, uint64_t end)
{
	struct flow last = { .kind = FLOW_NEXT };
	const uint8_t *bytes = NULL;
	uint64_t size = symbols_code(location, begin, end - begin, &bytes);

	while (size) {
		struct flow flow = flow_decode(bytes, size, begin);

		if (!flow.length)
			break;
		last = flow;
		begin += flow.length;
		bytes += flow.length;
		size -= flow.length;
	}
	return last;
}

/* A block's ways out of it. *@indirect: to where is not known. */
static int add_block(struct predecessors *ways, const struct symbols_location *location, uint64_t begin,
		     uint64_t end, bool *indirect)
{
	const struct flow flow = last_flow(location, begin, end);
	bool inside = flow_has_target(&flow) && flow.target >= location->function_start &&
		      flow.target < location->function_end;
	bool goes_on = flow.kind != FLOW_JUMP && flow.kind != FLOW_INDIRECT && flow.kind != FLOW_RETURN;
	int error = inside ? add(ways, begin, flow.target) : 0;

	if (!error && goes_on && end < location->function_end)
		error = add(ways, begin, end);
	*indirect = flow.kind == FLOW_INDIRECT;
	return error;
}

static bool has_way(const struct predecessors *ways, uint64_t to)
{
	for (size_t i = 0; i < ways->count; i++)
		if (ways->items[i].to == to)
			return true;
	return false;
}

/* The blocks of @location's function in their order: the one at its address, which moves behind it. */
static int next_block(struct predecessors *ways, struct symbols_location *location, uint64_t *begin,
		      uint64_t *end)
{
	int error = blocks_find(ways->blocks, ways->object, location, begin, end);

	location->address = *end;
	return error;
}

/* From the block at @from to all that no other leads to. */
static int add_unknown(struct predecessors *ways, struct symbols_location location, uint64_t from)
{
	uint64_t begin, end;
	int error = 0;

	for (location.address = location.function_start;
	     !error && location.address < location.function_end; ) {
		error = next_block(ways, &location, &begin, &end);
		if (!error && begin != location.function_start && !has_way(ways, begin))
			error = add(ways, from, begin);
	}
	return error;
}

static int find_all(struct predecessors *ways, struct symbols_location location)
{
	uint64_t begin, end, from = 0;
	bool indirect, any = false;
	int error = 0;

	for (location.address = location.function_start;
	     !error && location.address < location.function_end; ) {
		error = next_block(ways, &location, &begin, &end);
		if (!error)
			error = add_block(ways, &location, begin, end, &indirect);
		if (error || !indirect)
			continue;
		from = begin;
		any = true;
	}
	return !error && any ? add_unknown(ways, location, from) : error;
}

int predecessors_find(struct predecessors *ways, uint32_t object,
		      const struct symbols_location *location)
{
	int error;

	if (ways->known && ways->object == object && ways->function == location->function_start)
		return 0;
	ways->count = 0;
	ways->object = object;
	ways->function = location->function_start;
	error = find_all(ways, *location);
	ways->known = !error;
	return error;
}

void predecessors_deinit(struct predecessors *ways)
{
	free(ways->items);
	*ways = (struct predecessors){ 0 };
}
