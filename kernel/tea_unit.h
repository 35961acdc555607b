/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_unit.h - a hart's TEA unit: its CSRs
 *
 * To be called on the unit's own hart with interrupts off.
 *
 * stea_ctl.VALID reads 1 and clears on a written 1, so csr_set() and csr_clear()
 * would discard a sample: stea_ctl is only ever written whole.
 */
#ifndef TEA_UNIT_H
#define TEA_UNIT_H

#include <linux/types.h>

#include <asm/csr.h>

#include "tea_config.h"

/* A sample as read from the unit. */
struct tea_shot {
	u64 meta;
	u64 time;
	u64 pcs[TEA_SLOTS];
};

/*
 * The same register of any countdown. A CSR's number is part of the instruction, so each
 * has its own; where @countdown is constant one is left.
 */
static __always_inline u64 tea_csr_read(const unsigned int csr, unsigned int countdown)
{
	u64 value;

	switch (countdown) {
	case TEA_COUNTDOWN_INSTRUCTIONS:
		asm volatile("csrr %0, %1" : "=r" (value) :
			     "i" (TEA_CSR_OF(csr, TEA_COUNTDOWN_INSTRUCTIONS)) : "memory");
		break;
	case TEA_COUNTDOWN_TAKEN:
		asm volatile("csrr %0, %1" : "=r" (value) :
			     "i" (TEA_CSR_OF(csr, TEA_COUNTDOWN_TAKEN)) : "memory");
		break;
	default:
		asm volatile("csrr %0, %1" : "=r" (value) : "i" (csr) : "memory");
	}
	return value;
}

static __always_inline void tea_csr_write(const unsigned int csr, unsigned int countdown,
					  u64 value)
{
	switch (countdown) {
	case TEA_COUNTDOWN_INSTRUCTIONS:
		asm volatile("csrw %0, %1" : :
			     "i" (TEA_CSR_OF(csr, TEA_COUNTDOWN_INSTRUCTIONS)), "r" (value) :
			     "memory");
		break;
	case TEA_COUNTDOWN_TAKEN:
		asm volatile("csrw %0, %1" : :
			     "i" (TEA_CSR_OF(csr, TEA_COUNTDOWN_TAKEN)), "r" (value) : "memory");
		break;
	default:
		asm volatile("csrw %0, %1" : : "i" (csr), "r" (value) : "memory");
	}
}

static inline void tea_unit_control(unsigned int countdown, u64 ctl)
{
	tea_csr_write(TEA_CSR_CTL, countdown, ctl);
}

static inline bool tea_unit_valid(unsigned int countdown)
{
	return tea_csr_read(TEA_CSR_CTL, countdown) & TEA_CTL_VALID;
}

static inline u64 tea_unit_caps(void)
{
	return csr_read(TEA_CSR_CAPS);
}

static inline bool tea_unit_has(u64 caps, unsigned int countdown)
{
	return countdown == TEA_COUNTDOWN_CYCLES ||
	       TEA_CAPS_COUNTDOWNS(caps) & BIT(countdown - 1);
}

/* All that the unit does. */
static inline void tea_unit_reset(u64 caps)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		if (tea_unit_has(caps, i))
			tea_unit_control(i, TEA_CTL_VALID);
	}
}

/* A consistent view, of a running countdown too: no sample came due in between. */
static inline struct tea_progress tea_unit_progress(unsigned int countdown)
{
	struct tea_progress progress;
	u64 ctl, before;

	ctl = tea_csr_read(TEA_CSR_CTL, countdown);
	do {
		before = ctl;
		progress.left = tea_csr_read(TEA_CSR_LEFT, countdown);
		ctl = tea_csr_read(TEA_CSR_CTL, countdown);
	} while (ctl != before);
	progress.lost = ctl >> TEA_CTL_LOST_SHIFT;
	progress.valid = ctl & TEA_CTL_VALID;
	return progress;
}

/* Each access drains the pipeline: those of empty slots, which read 0, are left out. */
static inline void tea_unit_read(unsigned int countdown, struct tea_shot *shot)
{
	unsigned int valid;

	shot->meta = tea_csr_read(TEA_CSR_META, countdown);
	shot->time = tea_csr_read(TEA_CSR_TIME, countdown);
	valid = tea_meta_valid(shot->meta);
	shot->pcs[0] = tea_csr_read(TEA_CSR_PC0, countdown);
	shot->pcs[1] = valid & BIT(1) ? csr_read(TEA_CSR_PC1) : 0;
	shot->pcs[2] = valid & BIT(2) ? csr_read(TEA_CSR_PC2) : 0;
	shot->pcs[3] = valid & BIT(3) ? csr_read(TEA_CSR_PC3) : 0;
}

/* Of a countdown that stands still. */
static inline void tea_unit_set_countdown(unsigned int countdown, u64 period, u64 left)
{
	tea_csr_write(TEA_CSR_PERIOD, countdown, period);
	tea_csr_write(TEA_CSR_LEFT, countdown, left);
}

/* Of a unit that stands still; what it held is gone. Other countdowns are as wide. */
static inline u64 tea_unit_period_max(void)
{
	u64 readback;

	csr_write(TEA_CSR_PERIOD, ~0ULL);
	readback = csr_read(TEA_CSR_PERIOD);
	csr_write(TEA_CSR_PERIOD, TEA_PERIOD_RESET);
	return tea_period_max(readback);
}

/* Counters: stea_index names one, of those that there are. */

static inline u64 tea_unit_counter(unsigned int index)
{
	csr_write(TEA_CSR_INDEX, index);
	return csr_read(TEA_CSR_DATA);
}

static inline bool tea_unit_has_counter(unsigned int index)
{
	csr_write(TEA_CSR_INDEX, index);
	return csr_read(TEA_CSR_INDEX) == index;
}

/* Bit i: the stack has component i, at one level as at all that have counters. */
static inline u64 tea_unit_components(unsigned int stack)
{
	u64 components = 0;
	unsigned int i;

	for (i = 0; i < tea_stack_components(stack); i++) {
		if (tea_unit_has_counter(TEA_INDEX(stack, i, TEA_PRIV_U)))
			components |= BIT_ULL(i);
	}
	return components;
}

/* Bit i: policy i is there. Of a unit that stands still, and is reset. */
static inline u64 tea_unit_policies(u64 caps)
{
	u64 policy, policies = 0;

	for (policy = 0; policy <= TEA_CTL_POLICY_MASK >> TEA_CTL_POLICY_SHIFT; policy++) {
		csr_write(TEA_CSR_CTL, policy << TEA_CTL_POLICY_SHIFT);
		if ((csr_read(TEA_CSR_CTL) & TEA_CTL_POLICY_MASK) >> TEA_CTL_POLICY_SHIFT == policy)
			policies |= BIT_ULL(policy);
	}
	tea_unit_reset(caps);
	return policies;
}

/* Likewise. */
static inline struct tea_offer tea_unit_offer(u64 caps)
{
	struct tea_offer offer = {
		.policies = tea_unit_policies(caps),
		.countdowns = 1 | TEA_CAPS_COUNTDOWNS(caps) << 1,
		.records = TEA_CAPS_RECORDS(caps) && TEA_CAPS_COUNTDOWNS(caps),
	};
	unsigned int stack, priv;

	for (stack = 0; stack < TEA_COUNTED_STACKS; stack++) {
		if (!(TEA_CAPS_STACKS(caps) & BIT(stack)))
			continue;
		offer.components[stack] = tea_unit_components(stack);
		for (priv = 0; priv <= TEA_INDEX_PRIV_MASK; priv++) {
			if (tea_unit_has_counter(TEA_INDEX(stack, 0, priv)))
				offer.levels |= tea_ctl_filter_of(priv);
		}
	}
	return offer;
}

#endif /* TEA_UNIT_H */
