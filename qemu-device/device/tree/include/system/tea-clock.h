/*
 * Guest time from timing models, in place of counted instructions
 *
 * With -icount, guest time is a bias plus executed instructions. While models
 * run, this adds the nanoseconds that they say passed instead: the sum stays
 * where it is when the source changes, so time never steps back.
 *
 * Several harts race: each has its model's clock, all on one line, and the
 * running one that is furthest behind runs next. Its clock is the machine's,
 * of timers and devices. What a running hart reads is its own time, or the
 * latest that any hart has read.
 *
 *      machine        this slice ends: lead ahead of the next one
 *         |                     |
 *   ------A-------B-------------+------C-------->  cycles
 *         runs    next                 waits: begins where it is woken
 *
 * All functions are the vCPU thread's, without translations running where
 * nothing else is said.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SYSTEM_TEA_CLOCK_H
#define SYSTEM_TEA_CLOCK_H

#include "qemu/tea-link.h"

/*
 * Take guest time from the models of @plugin from now on, or from instructions
 * again if it is NULL. All harts begin at one time. @pause is called before
 * each slice, and may change the source.
 */
void tea_clock_set_source(const struct tea_link_plugin *plugin,
                          void (*pause)(void));

/* The models' time in ns, while they are the source: a running hart's own. */
uint64_t tea_clock_model_ns(void);

/* How far guest time goes on for @executed instructions just accounted. */
int64_t tea_clock_advance(int64_t executed);

/* How far a hart that reads the time is ahead of it, in ns; in any thread. */
int64_t tea_clock_lead(void);

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

/* The hart whose slice is next, where it is @cpu's turn, NULL after the last */
CPUState *tea_clock_pick(CPUState *cpu);

/* The hart to go on with after a slice, in turns @cpu; NULL: look at timers */
CPUState *tea_clock_next(CPUState *cpu);

/*
 * The instructions of the slice that @cpu begins: with no timer due within
 * @limit of them, and no more than its share, @budget.
 */
int64_t tea_clock_begin(CPUState *cpu, int64_t limit, int64_t budget);

/* @cpu has an interrupt: from the hart that runs, if any. In any thread. */
void tea_clock_interrupt(CPUState *cpu);

/* End the slice at the end of the translation that runs, if one does. */
void tea_clock_yield(void);

#endif /* SYSTEM_TEA_CLOCK_H */
