// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bias.c - shares of the newest records against those of all; see bias.h
 */
#include "bias.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NOTED_MOST	3
#define PLACE_TEXT	512

/* All branches, by the instruction. */
struct branches {
	struct bias_branch *items;
	size_t count;
	struct keyindex index;
	double records, newest;
};

static struct key key_of(uint32_t object, uint64_t address)
{
	return (struct key){ .high = object, .low = address };
}

static int add_edge(struct branches *branches, const struct recording_edge *edge)
{
	struct key key = key_of(edge->source_object, edge->source);
	uint32_t at = keyindex_get(&branches->index, key);

	if (at == KEYINDEX_NONE)
		at = KEYINDEX_APPEND(&branches->index, key, branches->items, branches->count);
	if (at == KEYINDEX_NONE)
		return -ENOMEM;
	branches->items[at].object = edge->source_object;
	branches->items[at].address = edge->source;
	branches->items[at].records += edge->records;
	branches->items[at].newest += edge->newest;
	branches->records += (double)edge->records;
	branches->newest += (double)edge->newest;
	return 0;
}

/*
 * Chernoff: a sum of independent events whose mean is @mean is @found or more, which is above it,
 * at most this often, as a logarithm.
 */
static double chance_of(double found, double mean)
{
	return found - mean - found * log(found / mean);
}

static bool is_biased(const struct branches *branches, const struct bias_branch *branch)
{
	double mean = (double)branch->records * branches->newest / branches->records;

	return (double)branch->newest > BIAS_TIMES * mean &&
	       chance_of((double)branch->newest, mean) < log(BIAS_CHANCE / (double)branches->count);
}

static int compare(const void *left, const void *right)
{
	const struct bias_branch *a = left, *b = right;

	if (a->newest != b->newest)
		return a->newest < b->newest ? 1 : -1;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Keeps the branches that are flagged. */
static void keep_biased(struct branches *branches)
{
	size_t kept = 0;

	for (size_t i = 0; i < branches->count; i++) {
		struct bias_branch branch = branches->items[i];

		if (!is_biased(branches, &branch))
			continue;
		branch.share_of_records = (double)branch.records / branches->records;
		branch.share_of_newest = (double)branch.newest / branches->newest;
		branches->items[kept++] = branch;
	}
	branches->count = kept;
	if (kept)
		qsort(branches->items, kept, sizeof(*branches->items), compare);
}

int bias_find(struct bias *bias, const struct recording_streams *streams)
{
	struct branches branches = { 0 };
	int error = 0;

	*bias = (struct bias){ 0 };
	for (size_t i = 0; !error && i < streams->edges_count; i++)
		error = add_edge(&branches, &streams->edges[i]);
	keyindex_deinit(&branches.index);
	if (!error)
		keep_biased(&branches);
	bias->items = branches.items;
	bias->count = branches.count;
	for (uint32_t i = 0; !error && i < bias->count; i++)
		error = keyindex_put(&bias->index, key_of(bias->items[i].object,
							  bias->items[i].address), i);
	if (error)
		bias_deinit(bias);
	return error;
}

bool bias_flags(const struct bias *bias, uint32_t object, uint64_t address)
{
	return keyindex_get(&bias->index, key_of(object, address)) != KEYINDEX_NONE;
}

void bias_note(const struct bias *bias, struct recording *recording, struct notes *notes)
{
	for (size_t i = 0; i < bias->count && i < NOTED_MOST; i++) {
		const struct bias_branch *branch = &bias->items[i];
		struct symbols_location location;
		char text[PLACE_TEXT];

		symbols_locate(&recording->symbols, branch->object, branch->address, &location);
		notes_add(notes, "the branch %s is the newest record of %.2f%% of the stacks, "
			  "but %.2f%% of all records: executions of its block by records are biased",
			  symbols_place_text(&location, text, sizeof(text)),
			  100 * branch->share_of_newest, 100 * branch->share_of_records);
	}
	if (bias->count > NOTED_MOST)
		notes_add(notes, "%zu branches are biased, --by block shows all of their "
			  "blocks", bias->count);
}

void bias_deinit(struct bias *bias)
{
	free(bias->items);
	keyindex_deinit(&bias->index);
	*bias = (struct bias){ 0 };
}
