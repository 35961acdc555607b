// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * codeblocks.c - blocks by the transfers of instructions; see codeblocks.h
 */
#include "codeblocks.h"

#include <errno.h>
#include <stdlib.h>

#define HALF_WORD	2

void codeblocks_at(struct codeblocks *code, struct recording *recording, uint32_t object,
		   uint64_t place)
{
	struct symbols_location *location = &code->location;
	uint64_t begin, size;

	*code = (struct codeblocks){ 0 };
	symbols_locate(&recording->symbols, object, place, location);
	begin = location->function ? location->function_start : location->address;
	size = location->function ? location->function_end - begin : sizeof(uint32_t);
	size = symbols_code(location, begin, size, &code->bytes);
	code->begin = place - (location->address - begin);
	code->end = code->begin + size;
}

static size_t half_of(const struct codeblocks *code, uint64_t place)
{
	return (place - code->begin) / HALF_WORD;
}

int codeblocks_mark(struct codeblocks *code)
{
	struct flow flow;

	code->leads = calloc(half_of(code, code->end) + 2, 1);
	if (!code->leads)
		return -ENOMEM;
	code->leads[0] = 1;
	for (uint64_t place = code->begin; place < code->end; place += flow.length) {
		flow = codeblocks_flow(code, place);
		if (!flow.length)
			break;
		if (flow_has_target(&flow) && flow.target >= code->begin && flow.target < code->end)
			code->leads[half_of(code, flow.target)] = 1;
		if (codeblocks_transfers(&flow) && place + flow.length < code->end)
			code->leads[half_of(code, place + flow.length)] = 1;
	}
	return 0;
}

void codeblocks_deinit(struct codeblocks *code)
{
	free(code->leads);
	code->leads = NULL;
}

struct flow codeblocks_flow(const struct codeblocks *code, uint64_t place)
{
	uint64_t offset = place - code->begin;

	return place >= code->begin && place < code->end ?
	       flow_decode(code->bytes + offset, code->end - place, place) : (struct flow){ 0 };
}

bool codeblocks_transfers(const struct flow *flow)
{
	return flow->kind != FLOW_NEXT;
}

uint64_t codeblocks_begin(const struct codeblocks *code, uint64_t place)
{
	size_t half = half_of(code, place);

	while (!code->leads[half])
		half--;
	return code->begin + HALF_WORD * half;
}

uint64_t codeblocks_end(const struct codeblocks *code, uint64_t begin, uint32_t *length)
{
	struct flow flow = codeblocks_flow(code, begin);
	uint64_t place = begin;

	for (*length = 0; flow.length; flow = codeblocks_flow(code, place)) {
		if (place > begin && code->leads[half_of(code, place)])
			break;
		place += flow.length;
		++*length;
	}
	return place;
}

uint32_t codeblocks_retiring(const struct codeblocks *code, uint64_t begin, uint64_t end)
{
	uint32_t count = 0;
	struct flow flow;

	for (uint64_t place = begin; place < end; place += flow.length) {
		flow = codeblocks_flow(code, place);
		count += !flow.raises;
	}
	return count;
}
