// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * migration.c - a unit in use is the same one on the machine it is moved to
 *
 * Prints "ready", waits for a key, which comes on the other machine, checks, and waits for another
 * one to end. The first key may be "b": the machine was taken back to here. QEMU has restarted
 * `time` then.
 *
 * It waits in S-mode, where this unit does not count. The next sample's place in its period is
 * known: from 1 the generator gives 270369. TIME goes on meanwhile, as does time. The counters
 * count all the while.
 */
#include "bare.h"

#define LONG_PERIOD	(1ULL << 40)
#define LEFT		(1 << 20)
#define TARGET		270369
#define USED		(TEA_CTL_ENABLE | TEA_CTL_M)
#define LEVELS		TEA_LEVELS_COUNT
#define WIDTH		4		/* of the modelled core */
#define CYCLES_PER_TICK	320		/* of a 3.2 GHz core, and time's 10 MHz */
#define TICKS_MOST	6000000000	/* ten minutes */
#define LONG_SPIN	1000000		/* a good part of all cycles, before the move */

static const char *const names[] = {
	"control is kept", "the pending sample is kept", "so are losses", "the period is kept",
	"the sample's metadata is kept", "the sample's time is kept", "its addresses are kept",
	"its signatures are kept", "the dither is kept", "the target is kept",
	"what counts, and what may be selected, is kept", "HELD is kept",
};

#define FIELDS (sizeof(names) / sizeof(names[0]))

static void read_unit(uint64_t *fields)
{
	uint64_t *field = fields;

	*field++ = unit_read(TEA_REG_CTL);
	*field++ = unit_read(TEA_REG_VALID);
	*field++ = unit_read(TEA_REG_LOST);
	*field++ = unit_read(TEA_REG_PERIOD);
	*field++ = unit_read(TEA_REG_META);
	*field++ = unit_read(TEA_REG_TIME);
	*field++ = unit_read(TEA_REG_PC(0)) + 3 * unit_read(TEA_REG_PC(1)) +
		   5 * unit_read(TEA_REG_PC(2)) + 7 * unit_read(TEA_REG_PC(3));
	*field++ = unit_read(TEA_REG_PSVS);
	*field++ = unit_read(TEA_REG_DITHER);
	*field++ = unit_read(TEA_REG_TARGET);
	*field++ = unit_read(TEA_REG_COUNTERS) | unit_read(TEA_REG_LEVELS) << 1;
	*field++ = unit_read(TEA_REG_STATUS);
}

/* Slots of each stack, and whether no counter is behind its value in @last. */
static bool read_counters(uint64_t sums[4], uint64_t last[4][LEVELS][TEA_COMPONENTS_COUNT])
{
	bool ahead = true;

	for (unsigned int stack = 0; stack < 4; stack++) {
		sums[stack] = 0;
		for (unsigned int i = 0; i < LEVELS * TEA_COMPONENTS_COUNT; i++) {
			unsigned int level = i / TEA_COMPONENTS_COUNT, component = i % TEA_COMPONENTS_COUNT;
			uint64_t slots;

			slots = unit_read(TEA_REG_COUNTER(stack, level, component));
			ahead = ahead && slots >= last[stack][level][component];
			last[stack][level][component] = slots;
			sums[stack] += slots;
		}
	}
	return ahead;
}

/* Slots of M-mode at commit in @counters. */
static uint64_t machine_slots(uint64_t counters[4][LEVELS][TEA_COMPONENTS_COUNT])
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++)
		sum += counters[TEA_STACK_COMMIT][M][i];
	return sum;
}

static void wait_for_key(void *key)
{
	*(char *)key = get_char();
}

/* Goes on to the next sample: whether it comes in the cycle drawn on the first machine. */
static bool hits_target(void)
{
	uint64_t before, left = unit_read(TEA_REG_LEFT);

	do {
		before = left;
		left = unit_read(TEA_REG_LEFT);
	} while (!(left & TEA_LEFT_DONE) && left <= before);
	return before > TARGET && left - TEA_LEFT_DONE <= TARGET;
}

/* A sample was taken at @first, just before @ticks was read: one more, and they agree. */
static void check_time(uint64_t first, uint64_t ticks, bool back)
{
	uint64_t passed;

	unit_write(TEA_REG_LEFT, TEA_LEFT_DONE | LEFT);
	unit_write(TEA_REG_CTL, USED);
	unit_write(TEA_REG_VALID, 0);
	unit_write(TEA_REG_LEFT, 1);
	spin(1000);
	passed = (unit_read(TEA_REG_TIME) - first) / CYCLES_PER_TICK;
	ticks = csr_read(time) - ticks;
	check(unit_read(TEA_REG_VALID), "the next sample comes here");
	check(back ? passed < TICKS_MOST : passed > ticks - ticks / 50 && passed < ticks + ticks / 50,
	      "TIME has gone on as time has");
	put_text("# ticks by TIME ");
	put_number(passed);
	put_text(", by time ");
	put_number(ticks);
	put_text("\n");
}

static uint64_t counters[4][LEVELS][TEA_COMPONENTS_COUNT], slots_before, left_before, count_before;

/* M-mode's slots and LEFT in the same cycle, but for the accesses. */
static void begin_counting(void)
{
	uint64_t sums[4];

	unit_write(TEA_REG_COUNTERS, 0);
	read_counters(sums, counters);
	slots_before = machine_slots(counters);
	left_before = unit_read(TEA_REG_LEFT);
	count_before = unit_read(TEA_REG_COUNT);
	unit_write(TEA_REG_COUNTERS, 1);
}

static void check_counters(void)
{
	uint64_t sums[4], slots, cycles = left_before - unit_read(TEA_REG_LEFT);
	bool ahead;

	unit_write(TEA_REG_COUNTERS, 0);
	ahead = read_counters(sums, counters);
	slots = machine_slots(counters) - slots_before;
	check(ahead, "no counter goes backwards");
	check(slots + WIDTH * 1000 > WIDTH * cycles && slots < WIDTH * (cycles + 1000),
	      "they have counted what LEFT has, and nothing else");
	check(sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[TEA_STACK_FLOPS],
	      "the same cycles in all stacks");
}

/* It works meanwhile, at its own time. */
void test_second_hart(void)
{
	for (;;)
		spin(1000);
}

void test_main(void)
{
	uint64_t before[FIELDS], after[FIELDS], left, ticks;
	volatile char key;

	plan(FIELDS + 11);
	unit_allow_m(true);
	unit_write(TEA_REG_PERIOD, 100);
	unit_write(TEA_REG_LEFT, 100);
	unit_write(TEA_REG_COUNTERS, 1);
	unit_write(TEA_REG_CTL, USED);
	spin(1000);
	ticks = csr_read(time);
	spin(LONG_SPIN);
	unit_write(TEA_REG_PERIOD, LONG_PERIOD);
	/* no period is to end, and draw, before LEFT is written */
	unit_write(TEA_REG_LEFT, TEA_LEFT_DONE | LEFT);
	unit_write(TEA_REG_DITHER, 1);
	unit_write(TEA_REG_LEFT, LEFT);
	unit_write(TEA_REG_STATUS, TEA_STATUS_HELD);
	read_unit(before);
	begin_counting();
	check(before[0] == USED && before[1] && before[2] && before[11] & TEA_STATUS_HELD,
	      "the unit is in use");
	put_text("# ready\n");
	bare_run_at(S, wait_for_key, (void *)&key);
	left = unit_read(TEA_REG_LEFT);
	read_unit(after);
	for (unsigned int i = 0; i < FIELDS; i++)
		check_equal(after[i], before[i], names[i]);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, TEA_IRQ_BIT, "the interrupt pends");
	check(left < left_before && left > left_before - 100000, "the countdown came along");
	spin(1000);
	check(left - unit_read(TEA_REG_LEFT) >= 1000, "and goes on");
	check_counters();
	check(unit_read(TEA_REG_COUNT) - count_before >= left_before - left &&
	      unit_read(TEA_REG_COUNT) - count_before < LEFT, "COUNT goes on as LEFT does");
	check(hits_target(), "to the sample that was drawn before");
	check_time(after[5], ticks, key == 'b');
	put_text("# end\n");
	get_char();
}
