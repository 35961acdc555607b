// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vectortypes.c - vector types carried along the branches of a function; see vectortypes.h
 */
#include "vectortypes.h"

#include <stdlib.h>

#include "isa/operands.h"

#define HALF_WORD	2
#define UNREACHED	(-2)		/* no way is known yet that leads here */

/* The types that instructions find, by half-word, on the known paths. */
struct search {
	const struct codeblocks *code;
	int16_t *found;
	bool changed;
};

static int16_t *found_at(const struct search *search, uint64_t place)
{
	return &search->found[(place - search->code->begin) / HALF_WORD];
}

static bool is_inside(const struct codeblocks *code, uint64_t place)
{
	return place >= code->begin && place < code->end;
}

/* One more way to @place, with @type. */
static void join(struct search *search, uint64_t place, int16_t type)
{
	int16_t *found;

	if (!is_inside(search->code, place))
		return;
	found = found_at(search, place);
	if (*found == type || *found == VECTORTYPES_UNKNOWN)
		return;
	*found = *found == UNREACHED ? type : VECTORTYPES_UNKNOWN;
	search->changed = true;
}

/* The type behind an instruction that found @found. */
static int16_t type_behind(const struct codeblocks *code, uint64_t place, const struct flow *flow,
			   int16_t found)
{
	uint32_t bits;

	if (flow->kind == FLOW_CALL || flow->kind == FLOW_INDIRECT_CALL || flow->raises)
		return VECTORTYPES_UNKNOWN;
	if (flow->class != TEA_CLASS_VSET ||
	    !tea_insn_fetch(code->bytes + (place - code->begin), code->end - place, &bits))
		return found;
	return (int16_t)tea_operands_vtype(bits);
}

static bool falls_through(const struct flow *flow)
{
	return flow->kind == FLOW_NEXT || flow->kind == FLOW_BRANCH || flow->kind == FLOW_CALL ||
	       flow->kind == FLOW_INDIRECT_CALL;
}

static void pass(struct search *search)
{
	const struct codeblocks *code = search->code;
	struct flow flow;

	for (uint64_t place = code->begin; place < code->end; place += flow.length) {
		int16_t found = *found_at(search, place);

		flow = codeblocks_flow(code, place);
		if (!flow.length)
			break;
		if (found == UNREACHED)
			continue;
		found = type_behind(code, place, &flow, found);
		if (falls_through(&flow))
			join(search, place + flow.length, found);
		if (flow_has_target(&flow))
			join(search, flow.target, found);
	}
}

static void settle(struct search *search)
{
	do {
		search->changed = false;
		pass(search);
	} while (search->changed);
}

/* Blocks without a known predecessor; all blocks, if the code jumps by a register. */
static void enter(struct search *search, bool all)
{
	const struct codeblocks *code = search->code;

	for (uint64_t place = code->begin; place < code->end; place += HALF_WORD)
		if (code->leads[(place - code->begin) / HALF_WORD] &&
		    (all || *found_at(search, place) == UNREACHED))
			*found_at(search, place) = VECTORTYPES_UNKNOWN;
}

static bool jumps_by_register(const struct codeblocks *code)
{
	struct flow flow;

	for (uint64_t place = code->begin; place < code->end; place += flow.length) {
		flow = codeblocks_flow(code, place);
		if (!flow.length || flow.kind == FLOW_INDIRECT)
			return flow.length;
	}
	return false;
}

/* Turns the types found into those that instructions run with: a vset* sets its own. */
static void finish(const struct search *search)
{
	const struct codeblocks *code = search->code;
	struct flow flow;

	for (uint64_t place = code->begin; place < code->end; place += flow.length) {
		int16_t *found = found_at(search, place);

		flow = codeblocks_flow(code, place);
		if (!flow.length)
			break;
		*found = *found == UNREACHED ? VECTORTYPES_UNKNOWN :
			 type_behind(code, place, &flow, *found);
	}
}

int16_t *vectortypes_find(const struct codeblocks *code)
{
	const size_t count = (code->end - code->begin) / HALF_WORD + 1;
	struct search search = { .code = code, .found = malloc(count * sizeof(*search.found)) };

	if (!search.found)
		return NULL;
	for (size_t i = 0; i < count; i++)
		search.found[i] = UNREACHED;
	search.found[0] = VECTORTYPES_UNKNOWN;
	if (jumps_by_register(code))
		enter(&search, true);
	settle(&search);
	enter(&search, false);
	settle(&search);
	finish(&search);
	return search.found;
}

int vectortypes_at(struct vectortypes *types, struct recording *recording, uint32_t object,
		   uint64_t place)
{
	struct codeblocks code;

	if (types->items && types->object == object && place >= types->begin && place < types->end)
		return types->items[(place - types->begin) / HALF_WORD];
	vectortypes_deinit(types);
	codeblocks_at(&code, recording, object, place);
	if (!is_inside(&code, place) || codeblocks_mark(&code))
		return VECTORTYPES_UNKNOWN;
	*types = (struct vectortypes){
		.object = object, .begin = code.begin, .end = code.end, .items = vectortypes_find(&code),
	};
	codeblocks_deinit(&code);
	return types->items ? types->items[(place - types->begin) / HALF_WORD] : VECTORTYPES_UNKNOWN;
}

void vectortypes_deinit(struct vectortypes *types)
{
	free(types->items);
	*types = (struct vectortypes){ 0 };
}
