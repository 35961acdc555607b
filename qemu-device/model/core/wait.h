/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wait.h - how a stage's cycle comes about: t = max(...), and which operand won
 *
 * A stage begins with the cycle that the previous stage and its own latency give,
 * and is then held back by all that the operation has to wait for there. The
 * winner is noted; of equal ones, the first. Lives in registers: one store per
 * stage, at its end, and one more where it has to be explained. Where not, the
 * compiler leaves out all that only finds the winner.
 */
#ifndef TEA_WAIT_H
#define TEA_WAIT_H

#include <assert.h>

#include "model.h"
#include "time/cycles.h"

/* A part of the path that every operation takes: inlined into each variant of it. */
#define tea_inline	static inline __attribute__((always_inline))

struct tea_wait {
	cycle_t at;
	uint32_t why;		/* enum tea_limiter, or another reason of the stage */
};

tea_inline struct tea_wait tea_wait_begin(cycle_t at, enum tea_limiter why)
{
	return (struct tea_wait){ .at = at, .why = why };
}

tea_inline void tea_wait_for(struct tea_wait *wait, cycle_t at, uint32_t why)
{
	bool later = at > wait->at;

	wait->at = later ? at : wait->at;
	wait->why = later ? why : wait->why;
}

/*
 * The same, for an entry of a structure that is seldom full. @explain: a branch, rarely taken,
 * costs less than finding the winner each time.
 */
tea_inline void tea_wait_for_entry(struct tea_wait *wait, cycle_t at, uint32_t why,
				   const bool explain)
{
	if (!explain || __builtin_expect(at > wait->at, false))
		tea_wait_for(wait, at, why);
}

/*
 * It is known that this one need not be waited for. Programs with sanitizers, as tests are, look
 * whether that is so.
 */
tea_inline void tea_wait_spared(const struct tea_wait *wait, cycle_t at)
{
#ifdef __SANITIZE_ADDRESS__
	assert(at <= wait->at);
#else
	(void)wait;
	(void)at;
#endif
}

/* How many cycles more it has to wait for @at. */
tea_inline cycle_t tea_wait_more(const struct tea_wait *wait, cycle_t at)
{
	return at > wait->at ? at - wait->at : 0;
}

/* Put the outcome on record. Returns the stage's cycle. */
tea_inline cycle_t tea_wait_end(const struct tea_wait *wait, enum tea_stage stage,
				   struct tea_retired *record, const bool explain)
{
	record->at[stage] = wait->at;
	if (explain)
		record->limiter[stage] = (uint8_t)wait->why;
	return wait->at;
}

#endif /* TEA_WAIT_H */
