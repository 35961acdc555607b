/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_sample.h - the driver's arithmetic, without a hart
 *
 * Pure functions from the TEA unit's registers to perf's values. No CSR, no perf structure, no
 * state, no locking: callable from any context. The same text compiles into the kernel module and
 * into a host program that tests it by table (tests/kernel/test_tea_sample.c).
 *
 * Units: periods, "left" and counts are core cycles of the selected privilege levels, or the other
 * unit of the countdown; times end in _ns.
 */
#ifndef TEA_SAMPLE_H
#define TEA_SAMPLE_H

#ifdef __KERNEL__
#include <linux/bits.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <string.h>
#include <linux/types.h>
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s64 s64;
#endif

#include "tea_regs.h"
#include "uapi/tea_abi.h"
#include "uapi/tea_pdis.h"

/*
 * Shortest sampling period. The unit stands still while the driver writes a
 * sample, so between two interrupts the hart always runs this long less the
 * trap's entry and exit, some 600 cycles on the modelled core: it always gets
 * on. Writing takes 1100 to 4400 cycles more. A period below is refused where
 * the user chose it; frequency mode takes none.
 */
#define TEA_PERIOD_MIN		10000ULL

/*
 * Shortest period of taken branches. A program has a tenth as many of them as instructions, and
 * should be sampled as often. The way into the driver and out of it, while the unit still counts,
 * has at most 215 transfers of control and 1550 instructions on average: all of the kernel's in a
 * recording (tests/system/mix), divided by interrupts. So most of 1000 taken branches and 10000
 * instructions are the program's.
 */
#define TEA_PERIOD_MIN_TAKEN	1000ULL

/*
 * Assumed clock of a core whose clock is not known, in cycles a second: frequency mode starts with
 * the period for it. A faster core takes proportionally more samples at first, a slower one fewer,
 * for some twenty samples or ticks.
 */
#define TEA_CLOCK_GUESS_HZ	1000000000ULL

/*
 * Period of an event that only counts. Its interrupts keep the count from
 * running out of sight: 1.5 a second at 3.2 GHz.
 */
#define TEA_PERIOD_COUNT	0x80000000ULL

/*
 * Samples may take at most TEA_BUDGET_PERCENT of a hart's time, even if the sysctl allows more.
 * They may exceed the limit on time by the share of TEA_BUDGET_AHEAD_NS, some samples at the
 * kernel's default, and the limit on the rate by TEA_BUDGET_BURST_NS, a tick's samples at 250 Hz.
 * No wait is longer than TEA_BUDGET_WAIT_NS: a countdown of 32 bits lasts longer than that.
 */
#define TEA_BUDGET_PERCENT	50
#define TEA_BUDGET_AHEAD_NS	200000
#define TEA_BUDGET_BURST_NS	4000000
#define TEA_BUDGET_WAIT_NS	200000000

/* The narrowest counters that the interface allows, and bits of periods. */
#define TEA_COUNTER_BITS_MIN	48
#define TEA_PERIOD_BITS_MIN	32
#define TEA_PERIOD_BITS_MAX	63

/* Defaults of the kernel's sysctls. */
#define TEA_RATE_DEFAULT	100000
#define TEA_PERCENT_DEFAULT	25

struct tea_unit_ops;

/* A hart's unit. Those of all harts are the same. */
struct tea_unit {
	const struct tea_unit_ops *ops;	/* its door */
	u64 base;		/* siselect of its first group; of its counter */
	u64 caps;
	u64 caps2;
};

/* A sampled instruction's memory access. */
struct tea_data_access {
	u64 addr;		/* where mem has TEA_MEM_ADDR */
	u64 mem;		/* TEA_MEM_* */
};

/* A sample as read from the unit. */
struct tea_unit_sample {
	u64 meta;		/* TEA_SAMPLE_*; 0: there is none */
	u64 psvs;		/* 16 bits a slot */
	u64 time;
	u64 pcs[TEA_SLOTS];
	union {
		struct tea_data_access memory[TEA_SLOTS];
		u64 words[TEA_PDIS_WORDS];	/* of a tagged instruction */
	};
};

/* State of a countdown at one moment. */
struct tea_countdown_progress {
	u64 count;		/* all it has counted, modulo 2^64 */
	u64 lost;		/* samples that were not kept, modulo 2^64 */
	u64 left;		/* of this period, and DONE */
};

/* Limits on sampling. */
struct tea_budget_limit {
	u32 rate;		/* samples a second, 0: any */
	u32 percent;		/* of the time, never 0 */
};

/* A hart's time spent on samples, and their number, not yet paid back by time gone by. */
struct tea_budget {
	u64 at_ns;		/* when it was last looked at */
	u64 debt_ns;		/* spent and not yet paid back at the percentage */
	u64 ahead_ns;		/* how long the samples taken would last at the rate */
	unsigned int free;	/* bills up to this one of the next samples are not counted */
};

/* A countdown that runs on without samples, since the hart's budget is spent. */
struct tea_parking {
	u64 left;		/* LEFT at the time of parking, with DONE */
	u64 passed;		/* since then */
};

/* True if the capabilities of the counters, if there are any, are consistent. */
static inline bool tea_counters_known(u64 caps2)
{
	const unsigned int flops = 1U << TEA_STACK_FLOPS, stacks = TEA_CAPS2_STACKS(caps2);

	if (!stacks)
		return true;
	return TEA_CAPS2_BITS(caps2) >= TEA_COUNTER_BITS_MIN && TEA_CAPS2_BITS(caps2) <= 64 &&
	       (TEA_CAPS2_WIDTH(caps2) || !(stacks & (flops - 1))) &&
	       (TEA_CAPS2_FLOPS(caps2) || !(stacks & flops));
}

/* True if this driver can use the unit, with this interrupt. Newer minor versions only add. */
static inline bool tea_unit_known(const struct tea_unit *unit, unsigned int number)
{
	return TEA_CAPS_MAJOR(unit->caps) == TEA_UNIT_MAJOR &&
	       TEA_CAPS_SLOTS(unit->caps) >= 1 && TEA_CAPS_SLOTS(unit->caps) <= TEA_SLOTS &&
	       TEA_CAPS_PERIOD_BITS(unit->caps) >= TEA_PERIOD_BITS_MIN &&
	       TEA_CAPS_PERIOD_BITS(unit->caps) <= TEA_PERIOD_BITS_MAX &&
	       TEA_CAPS_IRQ(unit->caps) == number && tea_counters_known(unit->caps2);
}

/* The longest period. */
static inline u64 tea_period_max(const struct tea_unit *unit)
{
	return BIT_ULL(TEA_CAPS_PERIOD_BITS(unit->caps)) - 1;
}

/* CTL's levels for an event. 0: nothing is left. Virtual machines never are. */
static inline u64 tea_ctl_levels(bool no_user, bool no_kernel, bool mmode)
{
	return (no_user ? 0 : TEA_CTL_U) | (no_kernel ? 0 : TEA_CTL_S) | (mmode ? TEA_CTL_M : 0);
}

static inline unsigned int tea_slots_count(unsigned int mask)
{
	unsigned int slot, count = 0;

	for (slot = 0; slot < TEA_SLOTS; slot++)
		count += (mask >> slot) & 1;
	return count;
}

/*
 * The mask of the slots that an event with these levels may show. A sample has one level. An event
 * without the kernel gets no address of its half of the address space either, whatever the level
 * is.
 */
static inline unsigned int tea_slots_visible(const struct tea_unit_sample *sample, u64 levels)
{
	unsigned int slot, mask = TEA_SAMPLE_SLOTS(sample->meta);

	if (!(TEA_CTL_LEVEL(TEA_SAMPLE_LEVEL(sample->meta)) & levels))
		return 0;
	if (levels & TEA_CTL_S)
		return mask;
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (sample->pcs[slot] >> 63)
			mask &= ~(1U << slot);
	}
	return mask;
}

/* The mask of the turn'th set slot, cyclically; mask is not 0. */
static inline unsigned int tea_slots_pick(unsigned int mask, unsigned int turn)
{
	for (turn %= tea_slots_count(mask); turn; turn--)
		mask &= mask - 1;
	return mask & -mask;
}

/* Events that perf.data has no name for are left out. */
static inline u16 tea_psv(u64 psvs, unsigned int slot)
{
	return psvs >> (16 * slot) & TEA_PSV_MASK;
}

/* How much of a count of lost samples fits a word; the rest waits for the next. */
static inline u32 tea_word_lost_part(u64 lost)
{
	return lost < TEA_WORD_LOST_MAX ? lost : TEA_WORD_LOST_MAX;
}

/* The version of a word with the signatures of the slots in @visible: the first that has them. */
static inline unsigned int tea_word_version_for(const struct tea_unit_sample *sample,
						unsigned int visible)
{
	unsigned int slot, events = 0;

	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if ((visible >> slot) & 1)
			events |= tea_psv(sample->psvs, slot);
	}
	return events & ~TEA_PSV_PAPER ? TEA_WORD_VERSION_WIDE : TEA_WORD_VERSION;
}

/* What a word says of its slot, @picked, a mask, and of losses. */
static inline u64 tea_word_tail(unsigned int version, unsigned int picked, u32 lost)
{
	const u32 part = lost < TEA_META_LOST_MAX ? lost : TEA_META_LOST_MAX;
	const u64 word = (u64)lost << TEA_WORD_LOST_SHIFT | (u64)version << TEA_WORD_VERSION_SHIFT;

	if (version == TEA_WORD_VERSION_WIDE)
		return word | (u64)tea_slots_count(picked - 1) << TEA_WORD_SLOTS_SHIFT(version);
	return word | (u64)picked << TEA_WORD_SLOTS_SHIFT(version) |
	       (u64)part << TEA_META_LOST_SHIFT;
}

/*
 * The metadata record before the sample record of slot @picked, a mask. It has the signatures of
 * the slots in @visible. Lost fits. Without slots it only reports losses.
 */
static inline u64 tea_word(const struct tea_unit_sample *sample, unsigned int visible,
			   unsigned int picked, u32 lost)
{
	const unsigned int version = tea_word_version_for(sample, visible);
	const unsigned int priv = TEA_SAMPLE_LEVEL(sample->meta) & 3;
	const unsigned int bits = TEA_WORD_PSV_BITS(version);
	u64 word = (u64)TEA_SAMPLE_STATE(sample->meta) << TEA_WORD_STATE_SHIFT(version) |
		   (u64)priv << TEA_WORD_PRIV_SHIFT(version) | tea_word_tail(version, picked, lost);
	unsigned int slot;

	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if ((visible >> slot) & 1)
			word |= (u64)tea_psv(sample->psvs, slot) << bits * slot;
	}
	return word;
}

/* How much of a count of lost samples fits a raw record; the rest waits for the next. */
static inline u32 tea_raw_lost_part(u64 lost)
{
	return lost < 0xffffffff ? lost : 0xffffffff;
}

/* Fills in the slots in the mask @visible, which the event may see. Lost fits. */
static inline void tea_raw_fill(struct tea_raw *raw, const struct tea_unit_sample *sample,
				unsigned int visible, unsigned int picked, u32 lost)
{
	unsigned int slot;

	memset(raw, 0, sizeof(*raw));
	raw->version = TEA_RAW_VERSION;
	raw->size = sizeof(*raw);
	raw->state = TEA_SAMPLE_STATE(sample->meta);
	raw->priv = TEA_SAMPLE_LEVEL(sample->meta);
	raw->slots = visible;
	raw->picked = picked;
	raw->lost = lost;
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (!((visible >> slot) & 1))
			continue;
		raw->psv[slot] = tea_psv(sample->psvs, slot);
		raw->pc[slot] = sample->pcs[slot];
	}
}

/*
 * Bytes of a raw record, with the memory accesses behind it; the 4 bytes before it align its end.
 */
static inline u32 tea_raw_size(bool memory)
{
	return sizeof(struct tea_raw) + (memory ? sizeof(struct tea_raw_memory) : 0);
}

/*
 * The part of an access that the event may show. An event without the kernel sees no address of its
 * half either, as when a user's instruction has the kernel's data.
 */
static inline struct tea_data_access tea_memory_shown(const struct tea_data_access *memory,
						      u64 levels)
{
	struct tea_data_access shown = *memory;

	if (!(shown.mem & TEA_MEM_ADDR) || (shown.addr >> 63 && !(levels & TEA_CTL_S))) {
		shown.addr = 0;
		shown.mem &= ~(u64)TEA_MEM_ADDR;
	}
	return shown;
}

static inline void tea_raw_fill_memory(struct tea_raw_memory *raw,
				       const struct tea_unit_sample *sample,
				       unsigned int visible, u64 levels)
{
	struct tea_data_access shown;
	unsigned int slot;

	memset(raw, 0, sizeof(*raw));
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (!((visible >> slot) & 1))
			continue;
		shown = tea_memory_shown(&sample->memory[slot], levels);
		raw->addr[slot] = shown.addr;
		raw->mem[slot] = shown.mem;
	}
}

static inline bool tea_left_done(u64 left)
{
	return left & TEA_LEFT_DONE;
}

static inline u64 tea_left_cycles(u64 left)
{
	return left & ~TEA_LEFT_DONE;
}

/* True if the unit lost its state between two moments: a counter went backwards. */
static inline bool tea_progress_was_reset(const struct tea_countdown_progress *from,
					  const struct tea_countdown_progress *to)
{
	return (to->count - from->count) >> 63 || (to->lost - from->lost) >> 63;
}

/* The shortest period of a countdown, TEA_COUNTDOWN_*. */
static inline u64 tea_period_min(unsigned int countdown)
{
	return countdown == TEA_COUNTDOWN_TAKEN ? TEA_PERIOD_MIN_TAKEN : TEA_PERIOD_MIN;
}

static inline u64 tea_period_floor(u64 period, unsigned int countdown)
{
	const u64 least = tea_period_min(countdown);

	return period < least ? least : period;
}

static inline u64 tea_period_clamp(u64 period, unsigned int countdown, u64 max)
{
	return period > max ? max : tea_period_floor(period, countdown);
}

/*
 * Frequency mode: the first period. perf's own is 1, and while the kernel opens an event
 * with interrupts off, a hart runs through several of the shortest: all but one are lost.
 */
static inline u64 tea_period_start(u64 freq, unsigned int countdown, u64 max)
{
	return tea_period_clamp(TEA_CLOCK_GUESS_HZ / freq, countdown, max);
}

/*
 * Rest of a running interval when its length changes, so that its sample stands for the new period:
 * at once (1) if the new length is over, a whole period if perf forgot the interval (left 0). An
 * interval that has had its sample, which stood for the old period, ends as it would have.
 */
static inline u64 tea_left_rescale(u64 left, u64 from, u64 to)
{
	u64 passed = left && left < from ? from - left : 0;

	if (tea_left_done(left))
		return left;
	return passed < to ? to - passed : 1;
}

/*
 * Frequency mode: the period after cycles passed in delta_ns, moved by an eighth
 * of the way like the kernel's own low-pass filter. Intervals without
 * information about the rate (no cycles, or more than a tick can have) change
 * nothing.
 */
static inline u64 tea_period_adapt(u64 period, u64 freq, u64 delta_ns, u64 cycles,
				   unsigned int countdown)
{
	s64 step;

	if (!freq || !delta_ns || cycles >> 33 || delta_ns >> 30 || freq >> 30)
		return period;
	step = cycles * 1000000000ULL / (freq * delta_ns) - period;
	return tea_period_floor(period + (step + (step < 0 ? -7 : 7)) / 8, countdown);
}

/* kernel.perf_cpu_time_max_percent, where 0 and 100 mean: no limit. */
static inline u32 tea_percent_allowed(u32 percent)
{
	return !percent || percent > TEA_BUDGET_PERCENT ? TEA_BUDGET_PERCENT : percent;
}

/* How far spending may run ahead of the limit. */
static inline u64 tea_budget_allowed_ns(const struct tea_budget_limit *limit)
{
	return (u64)TEA_BUDGET_AHEAD_NS * limit->percent / 100;
}

/* Time goes by, up to now_ns. */
static inline void tea_budget_pay(struct tea_budget *budget, const struct tea_budget_limit *limit,
				  u64 now_ns)
{
	const u64 gone_ns = now_ns - budget->at_ns, paid_ns = gone_ns * limit->percent / 100;

	budget->debt_ns -= paid_ns < budget->debt_ns ? paid_ns : budget->debt_ns;
	budget->ahead_ns -= gone_ns < budget->ahead_ns ? gone_ns : budget->ahead_ns;
	budget->at_ns = now_ns;
}

/*
 * Sampling begins on the hart: further samples have to earn their time first. If nothing is owed,
 * the first sample is free, with the work that it leaves behind: the driver is in no cache, and it
 * may take ten times as long as others.
 */
static inline void tea_budget_begin(struct tea_budget *budget, const struct tea_budget_limit *limit)
{
	if (!budget->debt_ns)
		budget->free = 2;
	if (budget->debt_ns < tea_budget_allowed_ns(limit))
		budget->debt_ns = tea_budget_allowed_ns(limit);
}

/* True if no sample may be taken. */
static inline bool tea_budget_spent(const struct tea_budget *budget,
				    const struct tea_budget_limit *limit)
{
	return budget->debt_ns > tea_budget_allowed_ns(limit) ||
	       budget->ahead_ns > TEA_BUDGET_BURST_NS;
}

/* Estimates the wait until the next sample may be taken; never 0. */
static inline u64 tea_budget_wait_ns(const struct tea_budget *budget,
				     const struct tea_budget_limit *limit)
{
	u64 wait_ns = 1;

	if (budget->debt_ns > tea_budget_allowed_ns(limit))
		wait_ns += (budget->debt_ns - tea_budget_allowed_ns(limit)) * 100 / limit->percent;
	if (budget->ahead_ns > TEA_BUDGET_BURST_NS + wait_ns)
		wait_ns = budget->ahead_ns - TEA_BUDGET_BURST_NS;
	return wait_ns < TEA_BUDGET_WAIT_NS ? wait_ns : TEA_BUDGET_WAIT_NS;
}

/* One more sample. */
static inline void tea_budget_count(struct tea_budget *budget, const struct tea_budget_limit *limit)
{
	if (budget->free)
		budget->free--;
	if (limit->rate)
		budget->ahead_ns += 1000000000ULL / limit->rate;
}

/*
 * An interrupt's handler took @spent_ns. The trap's entry and exit, and the program's loss of cache
 * contents, cannot be measured: they are billed as one and a half times as much.
 */
static inline void tea_budget_bill(struct tea_budget *budget, u64 spent_ns)
{
	if (!budget->free)
		budget->debt_ns += spent_ns * 5 / 2;
}

/* LEFT of a parked countdown: no sample comes due in it. */
static inline u64 tea_parking_left(u64 period_max)
{
	return period_max | TEA_LEFT_DONE;
}

/* True in part of whole cases; random is any of 2^32 numbers. */
static inline bool tea_chance(u32 random, u64 part, u64 whole)
{
	for (; whole >> 32; whole >>= 1)
		part >>= 1;
	return (u64)random * whole >> 32 < part;
}

/*
 * LEFT as it would be by now. A period that goes on may still have its sample, with the probability
 * that its cycle lies in the rest: so sampling is as likely in each cycle that is not parked, and
 * countdowns of long periods have their share of samples beside those of short ones.
 */
static inline u64 tea_parking_end(const struct tea_parking *parking, u64 period, u32 random)
{
	const u64 rest = tea_left_cycles(parking->left);
	const bool ended = parking->passed >= rest;
	const u64 left = ended ? period - (parking->passed - rest) % period :
				 rest - parking->passed;

	if (!ended && tea_left_done(parking->left))
		return left | TEA_LEFT_DONE;
	return left | (tea_chance(random, left, ended ? period : rest) ? 0 : TEA_LEFT_DONE);
}

/*
 * Samples lost of a countdown that was parked, which goes on with @left: one for each period
 * that neither had its sample before nor may have it behind. So each sample that is taken
 * stands for its whole period.
 */
static inline u64 tea_parking_lost(const struct tea_parking *parking, u64 period, u64 left)
{
	const u64 rest = tea_left_cycles(parking->left);

	if (parking->passed < rest)
		return tea_left_done(left) && !tea_left_done(parking->left);
	return !tea_left_done(parking->left) + (parking->passed - rest) / period +
	       tea_left_done(left);
}

#endif /* TEA_SAMPLE_H */
