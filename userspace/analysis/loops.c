// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * loops.c - finding loops; see loops.h
 */
#include "loops.h"

#include "flow.h"

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

struct loop loop_find(const struct symbols_location *location)
{
	struct loop_code code = code_of(location), rest = code;
	struct loop loop = { 0 };

	while (rest.size) {
		uint64_t address = rest.address;
		struct flow flow = next(&rest);

		if (!flow.length)
			break;
		if (flow_has_target(&flow) && flow.target <= address &&
		    flow.target >= location->function_start && flow.target <= location->address &&
		    address >= location->address &&
		    (!loop.end || rest.address - flow.target < loop.end - loop.begin))
			loop = (struct loop){ .begin = flow.target, .end = rest.address };
	}
	if (loop.end)
		loop.instructions = count_instructions(code, loop.begin, loop.end);
	return loop;
}
