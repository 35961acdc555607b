/*
 * Guest time from a timing model, in place of counted instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "system/tea-clock.h"

/*
 * Longest slices, in instructions: while a model gives the time, short enough
 * for timers to be late by microseconds only, long enough for the work between
 * two slices not to count; and of harts that take turns.
 */
#define TEA_CLOCK_SLICE         2048
#define TEA_CLOCK_TURN_SLICE    50000

static uint64_t (*tea_clock_source)(void);
static void (*tea_clock_pause)(void);
static uint64_t tea_clock_seen;     /* ns of the source accounted so far */
static int64_t tea_clock_slice = INT64_MAX;

void tea_clock_set_source(uint64_t (*time_ns)(void), void (*pause)(void))
{
    tea_clock_source = time_ns;
    tea_clock_pause = pause;
    tea_clock_seen = time_ns ? time_ns() : 0;
}

int64_t tea_clock_advance(int64_t executed)
{
    uint64_t now, passed;

    if (likely(!tea_clock_source)) {
        return executed;
    }
    now = tea_clock_source();
    passed = now - tea_clock_seen;
    tea_clock_seen = now;
    return passed;
}

void tea_clock_take_turns(void)
{
    tea_clock_slice = TEA_CLOCK_TURN_SLICE;
}

int64_t tea_clock_limit(int64_t limit)
{
    if (tea_clock_pause) {
        tea_clock_pause();
    }
    return MIN(limit, tea_clock_source ? TEA_CLOCK_SLICE : tea_clock_slice);
}
