// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * callsites.c - finding calls; see callsites.h
 */
#include "callsites.h"

#include <string.h>

#define STUB		"@plt"
#define INSN_BYTES	4		/* of the longest */
#define OTHERS_LEAST	0.1		/* cycles of another call, to those of the first */

/* Where a direct call goes to; false: it is none. */
static bool find_target(const struct row *row, uint64_t *target)
{
	const uint64_t address = row->location.address;
	const uint8_t *bytes = NULL;
	size_t size = symbols_code(&row->location, address, INSN_BYTES, &bytes);
	struct flow flow;

	if (!size)
		return false;
	flow = flow_decode(bytes, size, address);
	*target = flow.target;
	/* at its end a function may jump to another one */
	return flow.kind == FLOW_CALL || flow.kind == FLOW_JUMP;
}

static bool is_stub(struct symbols *symbols, uint32_t object, uint64_t place, const char *name)
{
	const size_t length = strlen(name);
	struct symbols_location location;

	symbols_locate(symbols, object, place, &location);
	return location.linkage && !strncmp(location.linkage, name, length) &&
	       !strcmp(location.linkage + length, STUB);
}

static bool is_call(struct symbols *symbols, const struct row *row, const struct row *callee,
		    const char *name)
{
	uint64_t target;

	if (!row->location.object || !find_target(row, &target))
		return false;
	if (row->object == callee->object)
		return target == callee->location.function_start &&
		       row->location.function_start != target;
	return is_stub(symbols, row->object, target, name);
}

struct callsites callsites_find(struct symbols *symbols, const struct rows *rows,
				const struct row *callee, const char *name)
{
	struct callsites sites = { 0 };

	for (size_t i = 0; i < rows->count; i++) {
		if (!is_call(symbols, &rows->rows[i], callee, name))
			continue;
		if (!sites.first)
			sites.first = &rows->rows[i];
		sites.count += (double)rows->rows[i].stack->parts >=
			       OTHERS_LEAST * (double)sites.first->stack->parts;
	}
	if (sites.first)
		sites.loop = loop_find(&sites.first->location);
	return sites;
}
