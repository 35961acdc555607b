/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * claims.h - the oldest operation that waits, at any time: claims in program order
 *
 * An operation waits from behind its dispatch on. A younger one is dispatched in the same cycle
 * or later, and so gets the cycles that older ones leave over, which are behind all of theirs:
 *
 *	oldest     [-------------[
 *	             [- - - - - -|------[
 *	               [- - - - - - -[			nothing is left
 *	youngest                     [- |---[
 *
 * So the claims are in the order of time, and one number says where the next one can begin.
 * Amortised O(1) for each claim and for each look at them. Times are in the user's unit: cycles,
 * or slots.
 */
#ifndef TEA_CLAIMS_H
#define TEA_CLAIMS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "blame.h"

struct tea_claim {
	uint64_t begin, end;		/* [begin, end) */
	struct tea_blame blame;
};

struct tea_claims {
	struct tea_claim *list;		/* [number & mask] */
	uint32_t mask;
	uint32_t first, count;		/* numbers, modulo */
	uint64_t until;			/* all that came has claimed up to here */
};

/* @most: claims at a time that are not over, as far as was asked. Returns 0 or -ENOMEM. */
int tea_claims_init(struct tea_claims *claims, uint32_t most);
void tea_claims_deinit(struct tea_claims *claims);

/* There are none any more. */
static inline void tea_claims_restart(struct tea_claims *claims)
{
	claims->first = claims->count = 0;
	claims->until = 0;
}

/* The next operation claims the free part of [@begin, @end), if any; @begin never falls. */
static inline void tea_claims_add(struct tea_claims *claims, uint64_t begin, uint64_t end,
				  struct tea_blame blame)
{
	begin = begin > claims->until ? begin : claims->until;
	if (end <= begin)
		return;
	assert(claims->count - claims->first <= claims->mask);
	claims->list[claims->count++ & claims->mask] = (struct tea_claim){ begin, end, blame };
	claims->until = end;
}

/*
 * The first claim that is not over at @time, which never falls, or NULL. It need not have begun.
 */
static inline const struct tea_claim *tea_claims_find(struct tea_claims *claims, uint64_t time)
{
	for (; claims->first != claims->count; claims->first++) {
		const struct tea_claim *claim = &claims->list[claims->first & claims->mask];

		if (claim->end > time)
			return claim;
	}
	return NULL;
}

#endif /* TEA_CLAIMS_H */
