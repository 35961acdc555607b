// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sampletree.c - instructions to lines of functions; see sampletree.h
 */
#include "sampletree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mix/codeblocks.h"
#include "mix/edges.h"

#define OFFSET_BITS	16		/* LLVM takes as many of lines */

/* Where an instruction is counted. */
struct spot {
	uint32_t function, line;
};

/*
 * LLVM packs three numbers into a discriminator: one for blocks of the same line, and two for
 * copies of the code, as by unrolling (DebugInfoMetadata.h: prefix encoding of each).
 */
static unsigned int unpack(unsigned int packed)
{
	if (packed & 1)
		return 0;
	packed >>= 1;
	return packed & 0x20 ? (packed >> 1 & 0xfe0) | (packed & 0x1f) : packed & 0x1f;
}

static unsigned int copies_of(unsigned int packed)
{
	unsigned int next = packed & 1 ? packed >> 1 : packed >> (packed & 0x40 ? 14 : 7);
	unsigned int copies = unpack(next);

	return copies ? copies : 1;
}

static unsigned int offset_of(const struct elfsite *site)
{
	return (unsigned int)site->line & ((1U << OFFSET_BITS) - 1);
}

/* Names are compared by number: those of equal text are one. */
static uint32_t name_number(struct sampletree *tree, struct recording *recording, const char **name)
{
	struct key key;
	uint32_t number;

	*name = texts_intern(&recording->texts, *name);
	if (!*name)
		return KEYINDEX_NONE;
	key = (struct key){ .low = (uintptr_t)*name };
	number = keyindex_get(&tree->name_index, key);
	if (number != KEYINDEX_NONE)
		return number;
	number = (uint32_t)tree->name_index.used;
	return keyindex_put(&tree->name_index, key, number) ? KEYINDEX_NONE : number;
}

/* @call: where it was inlined into @parent; NULL: it was not. */
static uint32_t find_function(struct sampletree *tree, struct recording *recording, const char *name,
			      uint32_t parent, const struct elfsite *call)
{
	uint32_t number = name_number(tree, recording, &name), at;
	struct key key = { .high = (uint64_t)parent << 32 | number };
	struct sampletree_function *function;

	if (number == KEYINDEX_NONE)
		return KEYINDEX_NONE;
	if (call)
		key.low = (uint64_t)offset_of(call) << 32 | unpack(call->discriminator);
	at = keyindex_get(&tree->function_index, key);
	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&tree->function_index, key, tree->functions, tree->functions_count);
	if (at == KEYINDEX_NONE)
		return at;
	function = &tree->functions[at];
	*function = (struct sampletree_function){
		.name = name, .parent = parent, .lines = SAMPLETREE_NONE, .inlined = SAMPLETREE_NONE,
		.next = SAMPLETREE_NONE,
	};
	if (call) {
		function->offset = offset_of(call);
		function->discriminator = unpack(call->discriminator);
		function->next = tree->functions[parent].inlined;
		tree->functions[parent].inlined = at;
	}
	return at;
}

static uint32_t find_line(struct sampletree *tree, uint32_t function, const struct elfsite *site)
{
	unsigned int discriminator = unpack(site->discriminator);
	struct key key = {
		.high = function, .low = (uint64_t)offset_of(site) << 32 | discriminator,
	};
	uint32_t at = keyindex_get(&tree->line_index, key);

	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&tree->line_index, key, tree->lines, tree->lines_count);
	if (at == KEYINDEX_NONE)
		return at;
	tree->lines[at] = (struct sampletree_line){
		.offset = offset_of(site), .discriminator = discriminator, .calls = SAMPLETREE_NONE,
		.next = tree->functions[function].lines,
	};
	tree->functions[function].lines = at;
	return at;
}

/* 1: its line is not known. */
static int find_spot(struct sampletree *tree, struct recording *recording,
		     const struct symbols_location *location, struct spot *spot, unsigned int *copies)
{
	struct elfsite sites[ELFSITES_MOST];
	size_t count = elfsites_at(&location->object->elf, location->address, sites);

	if (!count)
		return 1;
	spot->function = SAMPLETREE_NONE;
	for (size_t i = count; i-- > 0;) {
		spot->function = find_function(tree, recording, sites[i].function, spot->function,
					       i + 1 < count ? &sites[i + 1] : NULL);
		if (spot->function == KEYINDEX_NONE)
			return -ENOMEM;
	}
	spot->line = find_line(tree, spot->function, &sites[0]);
	*copies = copies_of(sites[0].discriminator);
	return spot->line == KEYINDEX_NONE ? -ENOMEM : 0;
}

static int add_item(struct sampletree *tree, struct recording *recording,
		    const struct estimate_item *item, const struct symbols_location *location)
{
	struct spot spot;
	unsigned int copies = 1;
	int error = find_spot(tree, recording, location, &spot, &copies);
	double count = item->executions * copies;

	tree->all += item->executions;
	if (error > 0)
		tree->unknown += item->executions;
	if (error)
		return error < 0 ? error : 0;
	if (count > tree->lines[spot.line].count)
		tree->lines[spot.line].count = count;
	return 0;
}

static int add_call(struct sampletree *tree, struct recording *recording, uint32_t line,
		    const char *callee, double count)
{
	uint32_t number = name_number(tree, recording, &callee), at;
	struct key key = { .high = line, .low = number };

	if (number == KEYINDEX_NONE)
		return -ENOMEM;
	at = keyindex_get(&tree->call_index, key);
	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&tree->call_index, key, tree->calls, tree->calls_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		tree->calls[at] = (struct sampletree_call){
			.callee = callee, .next = tree->lines[line].calls,
		};
		tree->lines[line].calls = at;
	}
	tree->calls[at].count += count;
	return 0;
}

static bool is_call(struct recording *recording, const struct recording_edge *edge)
{
	struct codeblocks code;
	struct flow flow;

	codeblocks_at(&code, recording, edge->source_object, edge->source);
	flow = codeblocks_flow(&code, edge->source);
	return flow.kind == FLOW_CALL || flow.kind == FLOW_INDIRECT_CALL;
}

/* One that leads to a function's beginning enters it, and where it is a call stands at its line. */
static int add_edge(struct sampletree *tree, struct recording *recording,
		    const struct recording_edge *edge)
{
	struct symbols_location source, target;
	struct spot caller, callee;
	unsigned int copies;
	uint32_t entered;
	bool call;
	int error;

	symbols_locate(&recording->symbols, edge->target_object, edge->target, &target);
	if (!target.linkage || target.address != target.function_start)
		return 0;
	symbols_locate(&recording->symbols, edge->source_object, edge->source, &source);
	call = is_call(recording, edge);
	if (!call && source.object == target.object && source.function_start == target.function_start)
		return 0;		/* a loop */
	error = find_spot(tree, recording, &target, &callee, &copies);
	if (error)
		return error < 0 ? error : 0;
	entered = find_function(tree, recording, target.linkage, SAMPLETREE_NONE, NULL);
	if (entered == KEYINDEX_NONE)
		return -ENOMEM;
	tree->functions[entered].head += edge->branches;
	if (!call)
		return 0;
	error = find_spot(tree, recording, &source, &caller, &copies);
	if (!error)
		error = add_call(tree, recording, caller.line, target.linkage, edge->branches);
	return error < 0 ? error : 0;
}

/* Inlined functions come behind those that they are inlined into. */
static void add_totals(struct sampletree *tree)
{
	for (size_t i = tree->functions_count; i-- > 0;) {
		struct sampletree_function *function = &tree->functions[i];

		for (uint32_t at = function->lines; at != SAMPLETREE_NONE; at = tree->lines[at].next)
			function->total += tree->lines[at].count;
		if (function->parent != SAMPLETREE_NONE)
			tree->functions[function->parent].total += function->total;
	}
}

static int add_edges(struct sampletree *tree, struct recording *recording)
{
	struct edges edges;
	int error = edges_init(&edges, recording);

	for (size_t i = 0; !error && i < edges.count; i++)
		error = add_edge(tree, recording, &edges.items[i]);
	edges_deinit(&edges);
	return error;
}

/*
 * Without records a function counts as entered as often as its first instruction ran, by loops,
 * too.
 */
static int add_heads(struct sampletree *tree, struct recording *recording,
		     const struct estimate *estimate)
{
	for (size_t i = 0; i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		struct symbols_location location;
		uint32_t function;

		symbols_locate(&recording->symbols, item->object, item->address, &location);
		if (!location.linkage || location.address != location.function_start)
			continue;
		function = find_function(tree, recording, location.linkage, SAMPLETREE_NONE, NULL);
		if (function == KEYINDEX_NONE)
			return -ENOMEM;
		tree->functions[function].head += item->executions;
	}
	return 0;
}

int sampletree_build(struct sampletree *tree, struct recording *recording,
		     const struct estimate *estimate, const struct rows_options *wanted)
{
	int error = 0;

	*tree = (struct sampletree){ 0 };
	for (size_t i = 0; !error && i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		struct symbols_location location;

		symbols_locate(&recording->symbols, item->object, item->address, &location);
		if (item->executions > 0 && rows_want(wanted, item->object, &location))
			error = add_item(tree, recording, item, &location);
	}
	if (!error)
		error = recording->streams.edges_count ? add_edges(tree, recording) :
			add_heads(tree, recording, estimate);
	if (error)
		sampletree_deinit(tree);
	else
		add_totals(tree);
	return error;
}

void sampletree_deinit(struct sampletree *tree)
{
	free(tree->functions);
	free(tree->lines);
	free(tree->calls);
	keyindex_deinit(&tree->function_index);
	keyindex_deinit(&tree->line_index);
	keyindex_deinit(&tree->call_index);
	keyindex_deinit(&tree->name_index);
	*tree = (struct sampletree){ 0 };
}
