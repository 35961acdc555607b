/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * countdown.h - which cycles are sampled: one of each period, drawn at random
 *
 * The TEA unit's countdown (docs/tea-interface.md, section 6). Each period of the
 * cycles counted holds exactly one sample, in a cycle drawn uniformly within it:
 * no loop of the program stays in step, while the mean distance of the samples is
 * the period, to the cycle.
 *
 *	left	    P ... target+1 ... 1 | P ...
 *	done	    0  0         0 1   1   0	as left is read before the cycle
 *	            period's sample ^
 *
 * Draws come from a small generator that is part of the interface, so that RTL and
 * this agree to the bit. State 0 turns it off: the last cycle of a period is sampled.
 */
#ifndef TEA_COUNTDOWN_H
#define TEA_COUNTDOWN_H

#include <stdbool.h>
#include <stdint.h>

struct tea_countdown {
	uint64_t period;	/* cycles, not 0 */
	uint64_t left;		/* cycles to the end of this period, 1.. */
	uint64_t target;	/* the cycle that begins with left = target + 1 is sampled */
				/* below left, always; 0 once it has passed */
	uint32_t dither;	/* state of the generator; 0: off */
	bool done;		/* this period has had its sample */
	uint64_t count;		/* of all cycles that passed, modulo 2^64 */
};

/* The next word of the generator, which is not 0: xorshift with 13, 17 and 5. */
static inline uint32_t tea_dither_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* A number below @count, which is not 0. 0, without a step, where there is no choice. */
uint64_t tea_dither_below(uint32_t *state, uint64_t count);

/* At the begin of a period. */
void tea_countdown_init(struct tea_countdown *countdown, uint64_t period, uint32_t dither);

/* @left cycles of this period are left, and have had its sample or not. */
void tea_countdown_set_left(struct tea_countdown *countdown, uint64_t left, bool done);

/*
 * Let @cycles pass, or those up to and with the next one sampled: then true. Returns in
 * @cycles the number that has not passed.
 */
bool tea_countdown_pass(struct tea_countdown *countdown, uint64_t *cycles);

/* Let the cycles up to and with the next one sampled pass: how many. */
uint64_t tea_countdown_pass_sample(struct tea_countdown *countdown);

/* So many cycles pass for sure before one is sampled. */
static inline uint64_t tea_countdown_idle(const struct tea_countdown *countdown)
{
	return countdown->done ? countdown->left : countdown->left - countdown->target - 1;
}

#endif /* TEA_COUNTDOWN_H */
