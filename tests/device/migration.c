// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * migration.c - a unit in use is the same one on the machine it is moved to
 *
 * Says "ready", waits for a key, which comes on the other machine, looks, and waits for
 * another to end. The first key may be "b": the machine was taken back to here. QEMU has
 * begun `time` anew then.
 *
 * It waits in S-mode, where this unit does not count. The next sample's place in its period
 * is known: from 1 the generator gives 270369. stea_time goes on meanwhile, as does time.
 * The counters count all the while.
 */
#include "bare.h"

#define LONG_PERIOD	(1ULL << 40)
#define LEFT		(1 << 20)
#define TARGET		270369
#define USED		(TEA_CTL_ENABLE | TEA_CTL_COUNT | TEA_CTL_M)
#define WIDTH		4		/* of the modelled core */
#define CYCLES_PER_TICK	320		/* of a 3.2 GHz core, and time's 10 MHz */
#define TICKS_MOST	6000000000	/* ten minutes */
#define LONG_SPIN	1000000		/* a good part of all cycles, before the move */

static const char *const names[] = {
	"control, pending sample and losses are kept", "the period is kept",
	"the sample's metadata is kept", "the sample's time is kept", "its addresses are kept",
	"the dither is kept",
};

#define FIELDS (sizeof(names) / sizeof(names[0]))

static void read_unit(uint64_t *fields)
{
	fields[0] = csr_read(TEA_CSR_CTL);
	fields[1] = csr_read(TEA_CSR_PERIOD);
	fields[2] = csr_read(TEA_CSR_META);
	fields[3] = csr_read(TEA_CSR_TIME);
	fields[4] = csr_read(TEA_CSR_PC0) + 3 * csr_read(TEA_CSR_PC1) +
		    5 * csr_read(TEA_CSR_PC2) + 7 * csr_read(TEA_CSR_PC3);
	fields[5] = csr_read(TEA_CSR_DITHER);
}

/* Slots of each stack, and whether no counter is behind what it was in @last. */
static bool read_counters(uint64_t sums[4], uint64_t last[4][4][TEA_COMPONENTS_COUNT])
{
	bool ahead = true;

	for (unsigned int stack = 0; stack < 4; stack++) {
		sums[stack] = 0;
		for (unsigned int i = 0; i < 4 * TEA_COMPONENTS_COUNT; i++) {
			unsigned int level = i / TEA_COMPONENTS_COUNT, component = i % TEA_COMPONENTS_COUNT;
			uint64_t slots;

			csr_write(TEA_CSR_INDEX, TEA_INDEX(stack, component, level));
			slots = csr_read(TEA_CSR_DATA);
			ahead = ahead && slots >= last[stack][level][component];
			last[stack][level][component] = slots;
			sums[stack] += slots;
		}
	}
	return ahead;
}

/* Of M-mode at commit: slots that are in @counters. */
static uint64_t machine_slots(uint64_t counters[4][4][TEA_COMPONENTS_COUNT])
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
	uint64_t before, left = csr_read(TEA_CSR_LEFT);

	do {
		before = left;
		left = csr_read(TEA_CSR_LEFT);
	} while (!(left & TEA_LEFT_DONE) && left <= before);
	return before > TARGET && left - TEA_LEFT_DONE <= TARGET;
}

/* A sample was taken at @first, just before @ticks was read: one more, and they agree. */
static void check_time(uint64_t first, uint64_t ticks, bool back)
{
	uint64_t passed;

	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE | LEFT);
	csr_write(TEA_CSR_CTL, USED | TEA_CTL_VALID);
	csr_write(TEA_CSR_LEFT, 1);
	spin(1000);
	passed = (csr_read(TEA_CSR_TIME) - first) / CYCLES_PER_TICK;
	ticks = csr_read(time) - ticks;
	check(csr_read(TEA_CSR_CTL) & TEA_CTL_VALID, "the next sample comes here");
	check(back ? passed < TICKS_MOST : passed > ticks - ticks / 50 && passed < ticks + ticks / 50,
	      "stea_time has gone on as time has");
	put_text("# ticks by stea_time ");
	put_number(passed);
	put_text(", by time ");
	put_number(ticks);
	put_text("\n");
}

static uint64_t counters[4][4][TEA_COMPONENTS_COUNT], slots_before, left_before;

/* M-mode's slots and stea_left in the same cycle, but for the accesses. */
static void begin_counting(void)
{
	uint64_t sums[4];

	csr_write(TEA_CSR_CTL, USED & ~TEA_CTL_COUNT);
	read_counters(sums, counters);
	slots_before = machine_slots(counters);
	left_before = csr_read(TEA_CSR_LEFT);
	csr_write(TEA_CSR_CTL, USED);
}

static void check_counters(void)
{
	uint64_t sums[4], slots, cycles = left_before - csr_read(TEA_CSR_LEFT);
	bool ahead;

	csr_write(TEA_CSR_CTL, USED & ~TEA_CTL_COUNT);
	ahead = read_counters(sums, counters);
	slots = machine_slots(counters) - slots_before;
	check(ahead, "no counter goes backwards");
	check(slots + WIDTH * 1000 > WIDTH * cycles && slots < WIDTH * (cycles + 1000),
	      "they have counted what stea_left has, and nothing else");
	check(sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[TEA_INDEX_FLOPS],
	      "the same cycles in all stacks");
}

void test_main(void)
{
	uint64_t before[FIELDS], after[FIELDS], left, ticks;
	volatile char key;

	plan(FIELDS + 10);
	csr_write(TEA_CSR_PERIOD, 100);
	csr_write(TEA_CSR_LEFT, 100);
	csr_write(TEA_CSR_CTL, USED);
	spin(1000);
	ticks = csr_read(time);
	spin(LONG_SPIN);
	csr_write(TEA_CSR_PERIOD, LONG_PERIOD);
	/* no period is to end, and draw, before stea_left is written */
	csr_write(TEA_CSR_LEFT, TEA_LEFT_DONE | LEFT);
	csr_write(TEA_CSR_DITHER, 1);
	csr_write(TEA_CSR_LEFT, LEFT);
	read_unit(before);
	begin_counting();
	check(before[0] & TEA_CTL_VALID && before[0] >> TEA_CTL_LOST_SHIFT, "the unit is in use");
	put_text("# ready\n");
	bare_run_at(S, wait_for_key, (void *)&key);
	left = csr_read(TEA_CSR_LEFT);
	read_unit(after);
	for (unsigned int i = 0; i < FIELDS; i++)
		check_equal(after[i], before[i], names[i]);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, TEA_IRQ_BIT, "the interrupt pends");
	check(left < left_before && left > left_before - 100000, "the countdown came along");
	spin(1000);
	check(left - csr_read(TEA_CSR_LEFT) >= 1000, "and goes on");
	check_counters();
	check(hits_target(), "to the sample that was drawn before");
	check_time(after[3], ticks, key == 'b');
	put_text("# end\n");
	get_char();
}
