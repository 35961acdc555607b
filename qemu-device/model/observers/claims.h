/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * claims.h - who is the oldest operation that waits, at any time: claims in program order
 *
 * An operation waits from behind its dispatch on. What is younger is dispatched later, if not
 * in the same cycle, and so has what older ones leave over, which is behind all of theirs:
 *
 *	oldest     [-------------[
 *	             [- - - - - -|------[
 *	               [- - - - - - -[			nothing is left
 *	youngest                     [- |---[
 *
 * So the claims are in the order of time, and one number tells where the next one can begin.
 * Amortised O(1) for each claim and for each look at them. Times are whatever the user counts
 * in: cycles, or slots.
 */
#ifndef TEA_CLAIMS_H
#define TEA_CLAIMS_H

#include <stdint.h>

/* To whom slots are charged, and why. */
struct tea_blame {
	uint32_t site;
	uint8_t privilege;
	uint8_t component;		/* enum tea_component, or enum tea_flops */
};

/* The same to be charged, for something else. */
static inline struct tea_blame tea_blame_for(struct tea_blame blame, unsigned int component)
{
	blame.component = (uint8_t)component;
	return blame;
}

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

/* The next operation claims what is left of [@begin, @end), if anything; @begin never falls. */
void tea_claims_add(struct tea_claims *claims, uint64_t begin, uint64_t end,
		    struct tea_blame blame);

/*
 * The first claim that is not over at @time, which never falls, or NULL. It need not have begun.
 */
const struct tea_claim *tea_claims_find(struct tea_claims *claims, uint64_t time);

#endif /* TEA_CLAIMS_H */
