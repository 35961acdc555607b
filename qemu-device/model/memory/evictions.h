/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * evictions.h - the lines that cores took from each other in the last-level cache
 *
 * A line that a core has used leaves the LLC when another core's line needs its place. Who misses
 * on it later does so since the LLC is shared. A line's place here is by its address, and there are
 * four times as many as lines of the LLC: another line that is taken may overwrite it.
 *
 * It observes: no access takes another time for it.
 */
#ifndef TEA_EVICTIONS_H
#define TEA_EVICTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct tea_eviction;

struct tea_evictions {
	struct tea_eviction *places;
	uint64_t mask;
};

/* For an LLC of @lines. Returns 0, or -ENOMEM. */
int tea_evictions_init(struct tea_evictions *evictions, uint64_t lines);
void tea_evictions_deinit(struct tea_evictions *evictions);

/* Core @by has the place of the line at @address. */
void tea_evictions_add(struct tea_evictions *evictions, uint64_t address, unsigned int by);

/* The line at @address is back, for @core. Returns whether another core had taken its place. */
bool tea_evictions_end(struct tea_evictions *evictions, uint64_t address, unsigned int core);

#endif /* TEA_EVICTIONS_H */
