/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_unit.h - a hart's TEA unit: its CSRs
 *
 * To be called on the unit's own hart with interrupts off. "filters" are the
 * stea_ctl bits of the privilege levels to count and sample.
 *
 * stea_ctl.VALID reads 1 and clears on a written 1, so csr_set() and csr_clear()
 * would discard a sample: stea_ctl is only ever written whole.
 */
#ifndef TEA_UNIT_H
#define TEA_UNIT_H

#include <linux/types.h>

#include <asm/csr.h>

#include "tea_sample.h"

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

static inline void tea_unit_freeze(u64 filters)
{
	csr_write(TEA_CSR_CTL, filters);
}

static inline void tea_unit_rearm(u64 filters)
{
	csr_write(TEA_CSR_CTL, filters | TEA_CTL_VALID);
}

static inline void tea_unit_run(u64 filters)
{
	csr_write(TEA_CSR_CTL, filters | TEA_CTL_ENABLE);
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

#endif /* TEA_UNIT_H */
