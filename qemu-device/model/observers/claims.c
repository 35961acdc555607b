// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * claims.c - who is the oldest operation that waits: see claims.h
 */
#include "claims.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

int tea_claims_init(struct tea_claims *claims, uint32_t most)
{
	uint32_t size = 1;

	while (size < most)
		size *= 2;
	*claims = (struct tea_claims){
		.list = calloc(size, sizeof(*claims->list)), .mask = size - 1,
	};
	return claims->list ? 0 : -ENOMEM;
}

void tea_claims_deinit(struct tea_claims *claims)
{
	free(claims->list);
	claims->list = NULL;
}

void tea_claims_add(struct tea_claims *claims, uint64_t begin, uint64_t end,
		    struct tea_blame blame)
{
	begin = begin > claims->until ? begin : claims->until;
	if (end <= begin)
		return;
	assert(claims->count - claims->first <= claims->mask);
	claims->list[claims->count++ & claims->mask] = (struct tea_claim){ begin, end, blame };
	claims->until = end;
}

const struct tea_claim *tea_claims_find(struct tea_claims *claims, uint64_t time)
{
	for (; claims->first != claims->count; claims->first++) {
		const struct tea_claim *claim = &claims->list[claims->first & claims->mask];

		if (claim->end > time)
			return claim;
	}
	return NULL;
}
