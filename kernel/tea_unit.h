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

static inline void tea_unit_reset(void)
{
	csr_write(TEA_CSR_CTL, TEA_CTL_VALID);
}

static inline void tea_unit_control(u64 ctl)
{
	csr_write(TEA_CSR_CTL, ctl);
}

static inline bool tea_unit_valid(void)
{
	return csr_read(TEA_CSR_CTL) & TEA_CTL_VALID;
}

/* A consistent view, of a running unit too: no sample came due in between. */
static inline struct tea_progress tea_unit_progress(void)
{
	struct tea_progress progress;
	u64 ctl, before;

	ctl = csr_read(TEA_CSR_CTL);
	do {
		before = ctl;
		progress.left = csr_read(TEA_CSR_LEFT);
		ctl = csr_read(TEA_CSR_CTL);
	} while (ctl != before);
	progress.lost = ctl >> TEA_CTL_LOST_SHIFT;
	progress.valid = ctl & TEA_CTL_VALID;
	return progress;
}

/* Each access drains the pipeline: those of empty slots, which read 0, are left out. */
static inline void tea_unit_read(struct tea_shot *shot)
{
	unsigned int valid;

	shot->meta = csr_read(TEA_CSR_META);
	shot->time = csr_read(TEA_CSR_TIME);
	valid = tea_meta_valid(shot->meta);
	shot->pcs[0] = csr_read(TEA_CSR_PC0);
	shot->pcs[1] = valid & BIT(1) ? csr_read(TEA_CSR_PC1) : 0;
	shot->pcs[2] = valid & BIT(2) ? csr_read(TEA_CSR_PC2) : 0;
	shot->pcs[3] = valid & BIT(3) ? csr_read(TEA_CSR_PC3) : 0;
}

/* The countdown of a unit that stands still. */
static inline void tea_unit_set_countdown(u64 period, u64 left)
{
	csr_write(TEA_CSR_PERIOD, period);
	csr_write(TEA_CSR_LEFT, left);
}

/* Of a unit that stands still; what it held is gone. */
static inline u64 tea_unit_period_max(void)
{
	u64 readback;

	csr_write(TEA_CSR_PERIOD, ~0ULL);
	readback = csr_read(TEA_CSR_PERIOD);
	csr_write(TEA_CSR_PERIOD, TEA_PERIOD_RESET);
	return tea_period_max(readback);
}

static inline u64 tea_unit_caps(void)
{
	return csr_read(TEA_CSR_CAPS);
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
static inline u64 tea_unit_policies(void)
{
	u64 policy, policies = 0;

	for (policy = 0; policy <= TEA_CTL_POLICY_MASK >> TEA_CTL_POLICY_SHIFT; policy++) {
		csr_write(TEA_CSR_CTL, policy << TEA_CTL_POLICY_SHIFT);
		if ((csr_read(TEA_CSR_CTL) & TEA_CTL_POLICY_MASK) >> TEA_CTL_POLICY_SHIFT == policy)
			policies |= BIT_ULL(policy);
	}
	tea_unit_reset();
	return policies;
}

/* Likewise. */
static inline struct tea_offer tea_unit_offer(u64 caps)
{
	struct tea_offer offer = { .policies = tea_unit_policies() };
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
