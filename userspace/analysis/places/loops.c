// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * loops.c - finding loops; see loops.h
 */
#include "loops.h"

#include <errno.h>
#include <stdlib.h>

#include "flow.h"

#define AHEAD_MOST	32		/* more in a loop: it is taken for one */

struct loop_code {
	uint64_t address, size;
	const uint8_t *bytes;
};

static struct loop_code code_of(const struct symbols_location *location)
{
	struct loop_code code = { .address = location->function_start };

	if (location->function)
		code.size = symbols_code(location, code.address,
					 location->function_end - code.address, &code.bytes);
	return code;
}

/* The instruction at @code, which moves behind it. Length 0 at the end. */
static struct flow next(struct loop_code *code)
{
	struct flow flow = flow_decode(code->bytes, code->size, code->address);

	code->address += flow.length;
	code->bytes += flow.length;
	code->size -= flow.length;
	return flow;
}

static size_t count_instructions(struct loop_code code, uint64_t begin, uint64_t end)
{
	size_t count = 0;

	while (code.size) {
		uint64_t address = code.address;

		if (!next(&code).length)
			break;
		count += address >= begin && address < end;
	}
	return count;
}

/* Where control goes on behind a return or a jump: addresses ahead that branches go to. */
struct ahead {
	uint64_t targets[AHEAD_MOST];
	size_t count;
};

static bool is_ahead(const struct ahead *ahead, uint64_t address)
{
	for (size_t i = 0; i < ahead->count; i++)
		if (ahead->targets[i] == address)
			return true;
	return false;
}

/*
 * Can control come from @begin to the jump back at @last? An epilogue that is placed before the
 * jump to it ends in a return instead. True, too, where the code between does not tell: it leaves
 * for an address behind, which may come back, or one in a register.
 */
static bool is_closed(struct loop_code code, uint64_t begin, uint64_t last)
{
	struct ahead ahead = { .count = 0 };
	bool reached = true;

	code.bytes += begin - code.address;
	code.size -= begin - code.address;
	code.address = begin;
	while (code.address < last) {
		const uint64_t address = code.address;
		const struct flow flow = next(&code);

		reached |= is_ahead(&ahead, address);
		if (!flow.length || !reached)
			continue;
		if (flow.kind == FLOW_INDIRECT || (flow_has_target(&flow) && flow.target > last))
			return true;
		if (flow_has_target(&flow) && flow.target > address) {
			if (ahead.count == AHEAD_MOST)
				return true;
			ahead.targets[ahead.count++] = flow.target;
		}
		reached = flow.kind != FLOW_JUMP && flow.kind != FLOW_RETURN;
	}
	return reached || is_ahead(&ahead, last);
}

/* Is the one at @address a jump back, within the function? */
static bool is_back(const struct flow *flow, uint64_t address, const struct symbols_location *location)
{
	return flow_has_target(flow) && flow->target <= address && flow->target >= location->function_start;
}

struct loop loop_find(const struct symbols_location *location)
{
	struct loop_code code = code_of(location), rest = code;
	struct loop loop = { 0 };

	while (rest.size) {
		uint64_t address = rest.address;
		struct flow flow = next(&rest);

		if (!flow.length)
			break;
		if (is_back(&flow, address, location) && flow.target <= location->address &&
		    address >= location->address &&
		    (!loop.end || rest.address - flow.target < loop.end - loop.begin) &&
		    is_closed(code, flow.target, address))
			loop = (struct loop){ .begin = flow.target, .end = rest.address };
	}
	if (loop.end)
		loop.instructions = count_instructions(code, loop.begin, loop.end);
	return loop;
}

/* Of many locations */

static int add_jump(struct loops_function *function, const struct loops_jump *jump)
{
	struct loops_jump *grown = array_grow(function->jumps, function->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	function->jumps = grown;
	grown[function->count++] = *jump;
	return 0;
}

static int find_jumps(struct loops_function *function, const struct symbols_location *location)
{
	struct loop_code rest = code_of(location);
	int error = 0;

	while (rest.size && !error) {
		const uint64_t address = rest.address;
		const struct flow flow = next(&rest);

		if (!flow.length)
			break;
		if (is_back(&flow, address, location))
			error = add_jump(function, &(struct loops_jump){
				.target = flow.target, .address = address, .end = rest.address,
			});
	}
	return error;
}

/* NULL: no memory. */
static struct loops_function *function_of(struct loops *loops, uint32_t object,
					   const struct symbols_location *location)
{
	void *items = loops->items;
	bool is_new;
	struct loops_function *function = functions_item(&loops->functions, object, location, &items,
							&loops->count, sizeof(*function), &is_new);

	loops->items = items;
	return function && is_new && find_jumps(function, location) ? NULL : function;
}

static bool closes(struct loops_jump *jump, const struct symbols_location *location)
{
	if (!jump->known)
		jump->closes = is_closed(code_of(location), jump->target, jump->address);
	jump->known = true;
	return jump->closes;
}

int loops_find(struct loops *loops, uint32_t object, const struct symbols_location *location,
	       uint64_t *begin, uint64_t *end)
{
	struct loops_function *function = function_of(loops, object, location);

	*begin = *end = 0;
	if (!function)
		return -ENOMEM;
	for (size_t i = 0; i < function->count; i++) {
		struct loops_jump *jump = &function->jumps[i];

		if (jump->target > location->address || jump->address < location->address ||
		    (*end && jump->end - jump->target >= *end - *begin) || !closes(jump, location))
			continue;
		*begin = jump->target;
		*end = jump->end;
	}
	return 0;
}

void loops_deinit(struct loops *loops)
{
	for (size_t i = 0; i < loops->count; i++)
		free(loops->items[i].jumps);
	free(loops->items);
	functions_deinit(&loops->functions);
	*loops = (struct loops){ .items = NULL };
}
