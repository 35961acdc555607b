// SPDX-License-Identifier: GPL-2.0-or-later
/* gshare.c - direction predictor: see gshare.h */
#include "gshare.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "counter.h"

#define COUNTER_BITS	2
#define HISTORY_BITS	16
#define BANK_BITS	14
#define HASH_FACTOR	0x9e3779b97f4a7c15ULL	/* 2^64 / golden ratio */

int tea_gshare_init(struct tea_gshare *gshare, size_t budget_bits)
{
	*gshare = (struct tea_gshare){ .banks = (uint32_t)(budget_bits / COUNTER_BITS >> BANK_BITS) };
	assert(gshare->banks > 0);
	gshare->counters = calloc((size_t)gshare->banks << BANK_BITS, sizeof(*gshare->counters));
	return gshare->counters ? 0 : -ENOMEM;
}

void tea_gshare_deinit(struct tea_gshare *gshare)
{
	free(gshare->counters);
}

size_t tea_gshare_storage_bits(const struct tea_gshare *gshare)
{
	return ((size_t)gshare->banks << BANK_BITS) * COUNTER_BITS;
}

/* The number of counters is no power of two: a bank by multiplication, in it a counter. */
int8_t *tea_gshare_counter(const struct tea_gshare *gshare, uint64_t pc)
{
	uint64_t hash = (pc >> 1 ^ gshare->history) * HASH_FACTOR >> 32;
	uint64_t scaled = hash * gshare->banks;
	uint64_t bank = scaled >> 32, place = (uint32_t)scaled >> (32 - BANK_BITS);

	return &gshare->counters[bank << BANK_BITS | place];
}

void tea_gshare_train(struct tea_gshare *gshare, int8_t *counter, bool taken)
{
	counter_move(counter, COUNTER_BITS, taken);
	gshare->history = (gshare->history << 1 | taken) & ((1U << HISTORY_BITS) - 1);
}
