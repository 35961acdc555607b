/*
 * Guest time from a timing model, in place of counted instructions
 *
 * With -icount, guest time is a bias plus executed instructions. While a model
 * runs, this adds the nanoseconds that the model says they took instead: the
 * sum stays where it is when the source changes, so time never steps back.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SYSTEM_TEA_CLOCK_H
#define SYSTEM_TEA_CLOCK_H

/*
 * Take guest time from @time_ns from now on, or from instructions again if it
 * is NULL. Then @pause is called by the vCPU thread before each slice, and may
 * change the source. To be called by that thread with no translation running.
 */
void tea_clock_set_source(uint64_t (*time_ns)(void), void (*pause)(void));

/* How far guest time goes on for @executed instructions just accounted. */
int64_t tea_clock_advance(int64_t executed);

/*
 * There are several harts. They take turns, so one that waits for another, as
 * for the answer to an interrupt, wastes its slice: keep slices short always.
 */
void tea_clock_take_turns(void);

/*
 * Bound a slice of @limit instructions. The caller takes one for a nanosecond;
 * the model may say that it takes more, and a timer would then come late.
 */
int64_t tea_clock_limit(int64_t limit);

#endif /* SYSTEM_TEA_CLOCK_H */
