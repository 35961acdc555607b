// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pace.c - cycles an instruction, as of the last time: see pace.h
 */
#include "pace.h"

#include "tea_abi.h"

#define ENOUGH		64	/* instructions of which a block's row can tell */
#define OLD_BLOCK	128	/* of earlier stretches, as much as so many weigh */
#define OLD_PAGE	512
#define OLD_SPACE	4096
#define PAGE_SHIFT	12

/* Levels above U have one address space, as far as code goes. */
static uint16_t asid_of(const struct pace_place *place)
{
	return place->privilege == TEA_PRIV_U ? place->asid : 0;
}

/* Odd where there is one: of addresses the upper bits are alike. */
static uint64_t block_key(const struct pace_place *place)
{
	return place->pc << 19 ^ (uint64_t)asid_of(place) << 3 ^ (uint64_t)place->privilege << 1 ^ 1;
}

static struct pace_row *block_row(struct pace *pace, const struct pace_place *place)
{
	const uint64_t at = place->pc / 2 + asid_of(place) * 97U;

	return &pace->blocks[(at ^ at / PACE_BLOCKS) % PACE_BLOCKS];
}

static uint64_t page_key(const struct pace_place *place)
{
	const struct pace_place page = { place->pc >> PAGE_SHIFT, place->asid, place->privilege };

	return block_key(&page);
}

static struct pace_row *page_row(struct pace *pace, const struct pace_place *place)
{
	const uint64_t at = (place->pc >> PAGE_SHIFT) + asid_of(place) * 97U;

	return &pace->pages[(at ^ at / PACE_PAGES) % PACE_PAGES];
}

static uint64_t space_key(const struct pace_place *place)
{
	return ((uint64_t)place->asid << 2) + place->privilege + 1;
}

static struct pace_row *space_row(struct pace *pace, const struct pace_place *place)
{
	return &pace->spaces[(place->asid * 4U + place->privilege) % PACE_SPACES];
}

/* What it knew before this stretch counts no more than @old instructions. */
static void age(struct pace_row *row, uint64_t old)
{
	if (row->instructions <= old)
		return;
	row->cycles = row->cycles * old / row->instructions;
	row->instructions = old;
}

static void learn(const struct pace *pace, struct pace_row *row, uint64_t key, uint64_t old,
		  uint64_t cycles, uint64_t instructions)
{
	if (row->key != key)
		*row = (struct pace_row){ .key = key };
	if (row->stretch != pace->stretch)
		age(row, old);
	row->stretch = pace->stretch;
	row->cycles += cycles;
	row->instructions += instructions;
	row->parts = 0;
}

void pace_learn(struct pace *pace, const struct pace_place *place, uint64_t cycles,
		uint64_t instructions)
{
	learn(pace, block_row(pace, place), block_key(place), OLD_BLOCK, cycles, instructions);
	learn(pace, page_row(pace, place), page_key(place), OLD_PAGE, cycles, instructions);
	learn(pace, space_row(pace, place), space_key(place), OLD_SPACE, cycles, instructions);
	learn(pace, &pace->privileges[place->privilege], 1, OLD_SPACE, cycles, instructions);
}

static uint64_t parts_of(struct pace_row *row)
{
	if (!row->parts)
		row->parts = (row->cycles << PACE_SHIFT) / row->instructions + 1;
	return row->parts;
}

static bool knows(const struct pace_row *row, uint64_t key)
{
	return row->key == key && row->instructions >= ENOUGH;
}

/* Where its block is not known. */
static __attribute__((noinline)) uint64_t parts_beyond(struct pace *pace, const struct pace_place *place,
						       bool *known)
{
	struct pace_row *row = page_row(pace, place);

	*known = knows(row, page_key(place));
	if (*known)
		return parts_of(row);
	row = space_row(pace, place);
	if (knows(row, space_key(place)))
		return parts_of(row);
	row = &pace->privileges[place->privilege];
	return row->instructions ? parts_of(row) : 1U << PACE_SHIFT;
}

uint64_t pace_parts(struct pace *pace, const struct pace_place *place, bool *known)
{
	struct pace_row *row = block_row(pace, place);

	*known = true;
	return __builtin_expect(knows(row, block_key(place)), true) ? parts_of(row) :
								       parts_beyond(pace, place, known);
}

uint64_t pace_mean(const struct pace *pace)
{
	uint64_t cycles = 0, instructions = 0;

	for (unsigned int i = 0; i < PACE_PRIVILEGES; i++) {
		cycles += pace->privileges[i].cycles;
		instructions += pace->privileges[i].instructions;
	}
	return instructions ? (cycles << PACE_SHIFT) / instructions : 1U << PACE_SHIFT;
}
