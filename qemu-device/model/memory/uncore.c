// SPDX-License-Identifier: GPL-2.0-or-later
/* uncore.c - what cores share: see uncore.h */
#include "uncore.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "memory.h"

/* One of each, or one a core. The counts are of those made: they are destroyed in any case. */
static int init_memories(struct tea_uncore *uncore, const struct tea_params *params,
			 unsigned int cores)
{
	const unsigned int llcs = params->llc_private ? cores : 1;
	const unsigned int drams = params->dram_private ? cores : 1;

	uncore->llcs = calloc(llcs, sizeof(*uncore->llcs));
	uncore->drams = calloc(drams, sizeof(*uncore->drams));
	if (!uncore->llcs || !uncore->drams)
		return -ENOMEM;
	while (uncore->drams_count < drams)
		if (tea_dram_init(&uncore->drams[uncore->drams_count++], params, cores))
			return -ENOMEM;
	while (uncore->llcs_count < llcs) {
		struct tea_llc *llc = &uncore->llcs[uncore->llcs_count];

		if (tea_llc_init(llc, params, cores,
				 &uncore->drams[uncore->llcs_count++ % drams]))
			return -ENOMEM;
	}
	return 0;
}

static int init_tiles(struct tea_uncore *uncore, const struct tea_params *params,
		      unsigned int cores)
{
	const size_t lines = params->llc_kib * 1024 / TEA_LINE_BYTES;

	uncore->tiles = calloc(cores, sizeof(*uncore->tiles));
	if (!uncore->tiles)
		return -ENOMEM;
	uncore->tiles_count = cores;
	uncore->probe_latency = params->probe_latency;
	if (params->sharing_perfect || params->llc_private)
		return 0;
	uncore->owners = calloc(lines, sizeof(*uncore->owners));
	return uncore->owners ? tea_evictions_init(&uncore->evictions, lines) : -ENOMEM;
}

struct tea_uncore *tea_uncore_create(const struct tea_params *params, unsigned int cores)
{
	struct tea_uncore *uncore = calloc(1, sizeof(*uncore));

	assert(cores >= 1 && cores <= TEA_TILES_MAX);
	if (uncore && (init_memories(uncore, params, cores) ||
		       (cores > 1 && init_tiles(uncore, params, cores)))) {
		tea_uncore_destroy(uncore);
		return NULL;
	}
	return uncore;
}

void tea_uncore_destroy(struct tea_uncore *uncore)
{
	if (!uncore)
		return;
	for (unsigned int i = 0; i < uncore->llcs_count; i++)
		tea_llc_deinit(&uncore->llcs[i]);
	for (unsigned int i = 0; i < uncore->drams_count; i++)
		tea_dram_deinit(&uncore->drams[i]);
	free(uncore->llcs);
	free(uncore->drams);
	tea_evictions_deinit(&uncore->evictions);
	free(uncore->owners);
	free(uncore->tiles);
	free(uncore);
}

void tea_uncore_watch(struct tea_uncore *uncore, void (*on_move)(void *opaque), void *opaque)
{
	uncore->on_move = on_move;
	uncore->opaque = opaque;
}

struct tea_llc *tea_uncore_llc(const struct tea_uncore *uncore, unsigned int number)
{
	return &uncore->llcs[number % uncore->llcs_count];
}

struct tea_tile *tea_uncore_attach(struct tea_uncore *uncore, unsigned int number,
				   struct tea_cache *insn, struct tea_cache *data)
{
	struct tea_llc *llc = tea_uncore_llc(uncore, number);
	struct tea_tile *tile;

	tea_llc_attach(llc, number, insn, data);
	if (!uncore->tiles)
		return NULL;
	tile = &uncore->tiles[number];
	*tile = (struct tea_tile){
		.uncore = uncore, .llc = llc, .dram = &uncore->drams[number % uncore->drams_count],
		.data = data, .number = number,
	};
	return tile;
}

static struct tea_owners *owners_of(const struct tea_uncore *uncore, const struct tea_line *line)
{
	return &uncore->owners[line - uncore->llcs[0].cache.lines];
}

/* What probes of a line found. */
struct probed {
	cycle_t end;		/* all have answered, in the uncore's cycles */
	bool dirty;
};

/* The L1D of @tile is asked in @now: it gives the line up, or keeps a copy. */
static void probe_tile(const struct tea_tile *tile, uint64_t address, bool keep, cycle_t now,
		       struct probed *probed)
{
	struct tea_line *line = tile->data ? tea_cache_find(tile->data, address) : NULL;
	cycle_t there = now;

	if (line) {
		if (now >= tea_line_requested(line) + tile->ahead)
			there = cycle_max(now, tea_line_copied(line) + tile->ahead);
		probed->dirty |= line->dirty;
		line->dirty = false;
		line->shared = true;
		if (!keep)
			tea_cache_invalidate(tile->data, address);
	}
	probed->end = cycle_max(probed->end, there + tile->uncore->probe_latency);
}

/*
 * Before @tile gets @line: probe all others that stand in its way. Returns when they have answered,
 * @now if none is asked; *@level: of a line that one of them had for itself.
 */
static cycle_t probe_others(struct tea_tile *tile, const struct tea_line *line,
			    enum tea_intent intent, cycle_t now, uint8_t *level)
{
	struct tea_uncore *uncore = tile->uncore;
	struct tea_owners *owners = owners_of(uncore, line);
	const uint64_t others = owners->sharers & ~(1ULL << tile->number);
	struct probed probed = { .end = now };

	if (!others || (!owners->owned && intent == TEA_INTENT_READ))
		return now;
	for (uint64_t left = others; left; left &= left - 1)
		probe_tile(&uncore->tiles[__builtin_ctzll(left)], line->address,
			   intent == TEA_INTENT_READ, now, &probed);
	if (probed.dirty)
		tea_llc_write(tile->llc, line->address, probed.end);
	if (owners->owned)
		*level = probed.dirty ? TEA_LEVEL_PEER_MODIFIED : TEA_LEVEL_PEER_CLEAN;
	owners->owned = false;
	if (intent != TEA_INTENT_READ)
		owners->sharers &= ~others;
	if (uncore->on_move && now < owners->moved + TEA_TO_AND_FRO_CYCLES)
		uncore->on_move(uncore->opaque);
	return probed.end;
}

/* @tile has @line. Returns whether others have it, too. */
static bool owners_add(const struct tea_tile *tile, const struct tea_line *line,
		       enum tea_intent intent)
{
	struct tea_owners *owners = owners_of(tile->uncore, line);
	const uint64_t own = 1ULL << tile->number;

	owners->sharers |= own;
	owners->users |= own;
	owners->owned = owners->sharers == own;
	assert(owners->owned || intent == TEA_INTENT_READ);
	return !owners->owned;
}

/* The line at @address has just come from memory: what is known of its place was of another. */
static struct tea_line *disown(struct tea_tile *tile, uint64_t address)
{
	struct tea_line *line = tea_llc_find(tile->llc, address);
	struct tea_owners *owners = owners_of(tile->uncore, line);

	if (tile->llc->victim.valid && (owners->users & ~(1ULL << tile->number)))
		tea_evictions_add(&tile->uncore->evictions, tile->llc->victim.address, tile->number);
	*owners = (struct tea_owners){ .sharers = 0 };
	return line;
}

/* As tea_llc_read(), of a line that the directory tracks; in the uncore's cycles. */
static struct tea_llc_read read_tracked(struct tea_tile *tile, uint64_t address,
					struct tea_line *line, enum tea_intent intent, cycle_t now)
{
	struct tea_uncore *uncore = tile->uncore;
	const cycle_t came = now;
	uint8_t level = TEA_LEVEL_L1;
	cycle_t asked = now;
	struct tea_llc_read read;

	if (line) {
		const struct tea_owners *owners = owners_of(uncore, line);

		if (now >= owners->moves && now < owners->moved)
			asked = owners->moved;
		now = probe_others(tile, line, intent, asked, &level);
	}
	read = tea_llc_read(tile->llc, address, line, now);
	if (!line) {
		line = disown(tile, address);
		if (tea_evictions_end(&uncore->evictions, address, tile->number))
			read.level = line->level = TEA_LEVEL_TAKEN;
	}
	if (now > asked) {
		owners_of(uncore, line)->moves = came;
		owners_of(uncore, line)->moved = read.arrival;
	}
	read.shared = owners_add(tile, line, intent);
	if (level != TEA_LEVEL_L1)
		read.level = level;
	return read;
}

struct tea_llc_read tea_tile_read(struct tea_tile *tile, uint64_t address, struct tea_line *line,
				  bool tracked, enum tea_intent intent, cycle_t now)
{
	struct tea_uncore *uncore = tile->uncore;
	struct tea_llc_read read;

	tile->llc->dram = tile->dram;
	if (tracked && uncore->owners) {
		read = read_tracked(tile, address, line, intent, now + tile->ahead);
	} else {
		read = tea_llc_read(tile->llc, address, line, now + tile->ahead);
		if (!line && uncore->owners)
			disown(tile, address);
	}
	read.arrival -= tile->ahead;
	return read;
}

struct tea_llc_read tea_tile_upgrade(struct tea_tile *tile, uint64_t address, cycle_t now)
{
	return tea_tile_read(tile, address, tea_llc_find(tile->llc, address), true,
			     TEA_INTENT_OWN, now);
}

void tea_tile_write(struct tea_tile *tile, uint64_t address, cycle_t now)
{
	struct tea_uncore *uncore = tile->uncore;

	tile->llc->dram = tile->dram;
	tea_llc_write(tile->llc, address, now + tile->ahead);
	if (uncore->owners) {
		struct tea_owners *owners = owners_of(uncore, tea_llc_find(tile->llc, address));

		owners->sharers &= ~(1ULL << tile->number);
		owners->owned = false;
	}
}
