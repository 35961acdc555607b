/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sampler.h - the TEA unit's sampler: one selected cycle of each period
 *
 * Observes spans. Cycles of unselected privilege levels neither count nor are sampled. Owns
 * nothing but the countdown; the owner of the registers loads and reads it.
 */
#ifndef TEA_SAMPLER_H
#define TEA_SAMPLER_H

#include "countdown.h"
#include "spans.h"

struct tea_sample {
	cycle_t time;			/* core cycle sampled */
	uint8_t state;			/* enum tea_commit_state */
	uint8_t slots;			/* 1..TEA_SLOTS */
	uint8_t privilege;
	uint16_t psv[TEA_SLOTS];
	uint32_t site[TEA_SLOTS];	/* of the instruction at pc; 0: none */
	uint64_t pc[TEA_SLOTS];
	uint64_t addr[TEA_SLOTS];	/* of its data, where mem says so */
	uint64_t mem[TEA_SLOTS];	/* TEA_MEM_* */
};

typedef void (*tea_sample_sink)(void *opaque, const struct tea_sample *sample);

struct tea_sampler {
	struct tea_countdown countdown;	/* of selected cycles */
	uint32_t picks;			/* generator: which of more than TEA_SLOTS are shown */
	uint8_t privileges;		/* bit p set: TEA_PRIV p is selected */
	bool enabled;
	tea_sample_sink sink;
	void *opaque;
};

void tea_sampler_span(struct tea_sampler *sampler, const struct tea_span *span);

#endif /* TEA_SAMPLER_H */
