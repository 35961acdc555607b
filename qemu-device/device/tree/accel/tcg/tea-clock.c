/*
 * Guest time from a timing model, in place of counted instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "system/tea-clock.h"

/*
 * Longest slice while a model gives the time, in instructions. Short enough
 * for timers to be late by microseconds only, long enough for the work between
 * two slices not to count.
 */
#define TEA_CLOCK_SLICE 2048

static uint64_t (*tea_clock_source)(void);
static uint64_t tea_clock_seen;     /* ns of the source accounted so far */

void tea_clock_set_source(uint64_t (*time_ns)(void))
{
    tea_clock_source = time_ns;
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

int64_t tea_clock_limit(int64_t limit)
{
    return tea_clock_source ? MIN(limit, TEA_CLOCK_SLICE) : limit;
}
