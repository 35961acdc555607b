/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_reload.h - a countdown in software, for a counter that only overflows
 *
 * The unit's own countdown (docs/tea-interface.md, section 6) samples one cycle of each period,
 * drawn within it. A counter samples where it overflows, and goes on from 0. This says what to
 * write to the counter, so that it samples the very cycles that the unit's countdown would; and
 * how far the countdown is, by what the counter has counted since.
 *
 * Pure, as tea_sample.h: tests/kernel/test_tea_reload.c holds it against the model's countdown.
 */
#ifndef TEA_RELOAD_H
#define TEA_RELOAD_H

#include "tea_sample.h"

struct tea_reload {
	u64 period;		/* cycles, not 0 */
	u64 left;		/* of them left of this period, not 0 */
	u64 target;		/* sampled: the one with left = target + 1 */
	u64 count;		/* all counted, modulo 2^64 */
	u32 dither;		/* generator of targets; 0: off */
	bool done;		/* this period has had its sample */
};

static inline u32 tea_reload_next(u32 *dither)
{
	*dither ^= *dither << 13;
	*dither ^= *dither >> 17;
	*dither ^= *dither << 5;
	return *dither;
}

/* A target within @left, not 0: its low bits, drawn until they are below. */
static inline u64 tea_reload_draw(u32 *dither, u64 left)
{
	u64 mask, drawn;

	if (!*dither || left == 1)
		return 0;
	mask = ~0ULL >> __builtin_clzll(left - 1);
	do {
		drawn = tea_reload_next(dither);
		if (mask >> 32)
			drawn |= (u64)tea_reload_next(dither) << 32;
		drawn &= mask;
	} while (drawn >= left);
	return drawn;
}

/* @left as LEFT is written: with DONE, where the period has had its sample. */
static inline void tea_reload_set(struct tea_reload *reload, u64 period, u64 left)
{
	reload->period = period;
	reload->left = left & ~TEA_LEFT_DONE ? left & ~TEA_LEFT_DONE : 1;
	reload->done = left & TEA_LEFT_DONE;
	reload->target = reload->done ? 0 : tea_reload_draw(&reload->dither, reload->left);
}

/* Cycles up to and with the next one that is sampled. */
static inline u64 tea_reload_distance(const struct tea_reload *reload)
{
	u32 dither = reload->dither;

	if (!reload->done)
		return reload->left - reload->target;
	return reload->left + reload->period - tea_reload_draw(&dither, reload->period);
}

/* Cycles have been counted. Returns how many of them were to be sampled. */
static inline u64 tea_reload_pass(struct tea_reload *reload, u64 cycles)
{
	u64 next, samples = 0;

	reload->count += cycles;
	for (;;) {
		next = reload->done ? reload->left : reload->left - reload->target;
		if (next > cycles)
			break;
		samples += !reload->done;
		cycles -= next;
		reload->left -= next;
		reload->target = 0;
		reload->done = true;
		if (!reload->left)
			tea_reload_set(reload, reload->period, reload->period);
	}
	reload->left -= cycles;
	return samples;
}

#endif /* TEA_RELOAD_H */
