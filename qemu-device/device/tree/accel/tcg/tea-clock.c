/*
 * Guest time from timing models, in place of counted instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitmap.h"
#include "hw/core/cpu.h"
#include "system/cpus.h"
#include "system/tea-clock.h"

/*
 * Longest slices, in instructions: while a model gives the time, short enough
 * for timers to be late by microseconds only, long enough for the work between
 * two slices not to count; and of harts that take turns.
 */
#define TEA_CLOCK_SLICE         2048
#define TEA_CLOCK_TURN_SLICE    50000
#define TEA_CLOCK_SLOWEST_NS    16

static const struct tea_link_plugin *tea_clock_source;
static void (*tea_clock_pause)(void);
static bool tea_clock_races;        /* the source has several harts */
static unsigned long *tea_clock_waits;  /* a bit for each hart */
static uint64_t tea_clock_machine;  /* the machine's clock, in cycles */
static uint64_t tea_clock_told;     /* the latest that a hart has read */
static uint64_t tea_clock_rival;    /* of the hart behind the next slice's */
static uint64_t tea_clock_seen;     /* ns of the source accounted so far */
static int64_t tea_clock_owed;      /* ns to account when it has changed */
static int64_t tea_clock_slice = INT64_MAX;

/* Cycles and time */

static uint64_t tea_clock_mhz(void)
{
    return tea_clock_source->core->clock_hz / 1000000;
}

static uint64_t tea_clock_ns(uint64_t cycles)
{
    return cycles * 1000 / tea_clock_mhz();
}

static uint64_t tea_clock_of(CPUState *cpu)
{
    return tea_clock_source->clock(cpu->cpu_index);
}

static uint64_t tea_clock_latest(void)
{
    CPUState *cpu;
    uint64_t latest = 0;

    CPU_FOREACH(cpu) {
        latest = MAX(latest, tea_clock_of(cpu));
    }
    return latest;
}

static bool tea_clock_running(void)
{
    return current_cpu && current_cpu->running;
}

/* The race */

static bool tea_clock_can_run(CPUState *cpu)
{
    return cpu_can_run(cpu) && (!cpu->halted || cpu_has_work(cpu));
}

/* Harts that wait leave the race; those that no longer do join it. */
static void tea_clock_look(void)
{
    CPUState *cpu;

    CPU_FOREACH(cpu) {
        if (!tea_clock_can_run(cpu)) {
            set_bit(cpu->cpu_index, tea_clock_waits);
        } else if (test_bit(cpu->cpu_index, tea_clock_waits)) {
            clear_bit(cpu->cpu_index, tea_clock_waits);
            tea_clock_source->wake(cpu->cpu_index, tea_clock_machine);
        }
    }
}

/* The running hart furthest behind, or NULL; the next one is its rival. */
static CPUState *tea_clock_last(void)
{
    CPUState *cpu, *last = NULL;
    uint64_t least = UINT64_MAX, next = UINT64_MAX;

    CPU_FOREACH(cpu) {
        uint64_t clock = tea_clock_of(cpu);

        if (test_bit(cpu->cpu_index, tea_clock_waits)) {
            continue;
        }
        if (!last || clock < least) {
            next = least;
            least = clock;
            last = cpu;
        } else {
            next = MIN(next, clock);
        }
    }
    tea_clock_rival = next;
    return last;
}

/* With all harts waiting, what was done is done, and idle time begins. */
static void tea_clock_update(void)
{
    CPUState *last;
    uint64_t clock;

    if (!tea_clock_races) {
        tea_clock_machine = tea_clock_of(first_cpu);
        return;
    }
    tea_clock_look();
    last = tea_clock_last();
    clock = last ? tea_clock_of(last) : tea_clock_latest();
    tea_clock_machine = MAX(tea_clock_machine, clock);
}

CPUState *tea_clock_pick(CPUState *cpu)
{
    CPUState *last;

    if (likely(!tea_clock_races)) {
        return cpu;
    }
    tea_clock_look();
    last = tea_clock_last();
    return last ? last : cpu;
}

CPUState *tea_clock_next(CPUState *cpu)
{
    return tea_clock_races ? NULL : cpu;
}

int64_t tea_clock_begin(CPUState *cpu, int64_t limit, int64_t budget)
{
    uint64_t due, lead;

    if (likely(!tea_clock_races)) {
        return MIN(limit, budget);
    }
    if (!limit) {
        return 0;
    }
    due = tea_clock_machine + DIV_ROUND_UP(limit * tea_clock_mhz(), 1000);
    if (tea_clock_rival == UINT64_MAX) {
        tea_clock_source->turn(cpu->cpu_index, due);
        return TEA_CLOCK_SLICE;
    }
    lead = tea_clock_source->lead(cpu->cpu_index);
    tea_clock_source->turn(cpu->cpu_index, MIN(tea_clock_rival + lead, due));
    return lead ? TEA_CLOCK_SLICE : 1;
}

void tea_clock_interrupt(CPUState *cpu)
{
    if (tea_clock_races && tea_clock_running() &&
        test_bit(cpu->cpu_index, tea_clock_waits) && tea_clock_can_run(cpu)) {
        clear_bit(cpu->cpu_index, tea_clock_waits);
        tea_clock_source->wake(cpu->cpu_index, tea_clock_of(current_cpu));
        tea_clock_yield();
    }
}

/*
 * By its budget of instructions: an exit request would be answered, and then
 * cleared, at the hart's next slice by some versions of QEMU.
 */
void tea_clock_yield(void)
{
    CPUState *cpu = current_cpu;

    if (tea_clock_running()) {
        cpu->icount_budget -= cpu->neg.icount_decr.u16.low + cpu->icount_extra;
        cpu->neg.icount_decr.u16.low = 0;
        cpu->icount_extra = 0;
    }
}

/* Guest time */

static void tea_clock_start(void)
{
    CPUState *cpu;
    unsigned int count = 0;
    uint64_t latest = tea_clock_latest();

    CPU_FOREACH(cpu) {
        count = MAX(count, cpu->cpu_index + 1);
        tea_clock_source->wake(cpu->cpu_index, latest);
    }
    if (!tea_clock_waits) {
        tea_clock_waits = bitmap_new(count);
    }
    tea_clock_races = count > 1;
    tea_clock_machine = tea_clock_told = latest;
    tea_clock_seen = tea_clock_ns(latest);
}

/* No hart is to see a time before one that it has seen. */
static void tea_clock_stop(void)
{
    tea_clock_owed = tea_clock_ns(tea_clock_latest()) - tea_clock_seen;
    tea_clock_races = false;
}

void tea_clock_set_source(const struct tea_link_plugin *plugin,
                          void (*pause)(void))
{
    if (tea_clock_source) {
        tea_clock_stop();
    }
    tea_clock_source = plugin;
    tea_clock_pause = pause;
    if (plugin) {
        tea_clock_start();
    }
}

uint64_t tea_clock_model_ns(void)
{
    if (!tea_clock_races) {
        return tea_clock_ns(tea_clock_of(first_cpu));
    }
    return tea_clock_ns(tea_clock_running() ? tea_clock_of(current_cpu) :
                        tea_clock_machine);
}

/* Within a slice of a race the machine's time stands, and the hart leads. */
int64_t tea_clock_advance(int64_t executed)
{
    uint64_t now, passed;

    if (likely(!tea_clock_source)) {
        executed += tea_clock_owed;
        tea_clock_owed = 0;
        return executed;
    }
    if (tea_clock_races && tea_clock_running()) {
        return 0;
    }
    tea_clock_update();
    now = tea_clock_ns(tea_clock_machine);
    passed = now - tea_clock_seen + tea_clock_owed;
    tea_clock_seen = now;
    tea_clock_owed = 0;
    return passed;
}

int64_t tea_clock_lead(void)
{
    if (likely(!tea_clock_races) || !tea_clock_running()) {
        return 0;
    }
    tea_clock_told = MAX(tea_clock_told, tea_clock_of(current_cpu));
    return tea_clock_ns(tea_clock_told) - tea_clock_seen;
}

void tea_clock_take_turns(void)
{
    tea_clock_slice = TEA_CLOCK_TURN_SLICE;
}

/*
 * Where not all is modelled, slices cost as much as what they execute. Before a
 * timer comes late, instructions have to take so many ns on average.
 */
static int64_t tea_clock_longest(int64_t limit)
{
    if (!tea_clock_source) {
        return tea_clock_slice;
    }
    if (!tea_clock_source->core->warms) {
        return TEA_CLOCK_SLICE;
    }
    return MAX(TEA_CLOCK_SLICE, limit / TEA_CLOCK_SLOWEST_NS);
}

int64_t tea_clock_limit(int64_t limit)
{
    if (tea_clock_pause) {
        tea_clock_pause();
    }
    return tea_clock_races ? limit : MIN(limit, tea_clock_longest(limit));
}
