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

static uint32_t counter_of(const struct tea_prediction *prediction)
{
	return (uint32_t)prediction->tag[0] << BANK_BITS | prediction->index[0];
}

/* The number of counters is no power of two: a bank by multiplication, in it a counter. */
void tea_gshare_predict(const struct tea_gshare *gshare, uint64_t pc,
			struct tea_prediction *prediction)
{
	uint64_t hash = (pc >> 1 ^ gshare->history) * HASH_FACTOR >> 32;
	uint64_t scaled = hash * gshare->banks;

	prediction->tag[0] = (uint16_t)(scaled >> 32);
	prediction->index[0] = (uint16_t)((uint32_t)scaled >> (32 - BANK_BITS));
	prediction->taken = gshare->counters[counter_of(prediction)] >= 0;
}

void tea_gshare_train(struct tea_gshare *gshare, const struct tea_prediction *prediction,
		      bool taken)
{
	counter_move(&gshare->counters[counter_of(prediction)], COUNTER_BITS, taken);
}

void tea_gshare_track(struct tea_gshare *gshare, bool taken)
{
	gshare->history = (gshare->history << 1 | taken) & ((1U << HISTORY_BITS) - 1);
}
