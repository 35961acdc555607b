// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sampler.c - the TEA unit's sampler: see sampler.h
 *
 * The countdown skips whole spans: O(1) per span plus O(1) per sample.
 */
#include "sampler.h"
#include "tea_abi.h"

#define PICKS_SEED	0x2545f491	/* any but 0; the countdown's draws are not touched */

/*
 * The first of the span's instructions that are shown, TEA_SLOTS in a row and round at
 * the end: drawn, so that each is in as many samples as any other.
 */
static unsigned int pick_first(struct tea_sampler *sampler, const struct tea_span *span)
{
	if (span->slots <= TEA_SLOTS)
		return 0;
	if (!sampler->picks)
		sampler->picks = PICKS_SEED;
	return (unsigned int)tea_dither_below(&sampler->picks, span->slots);
}

/* Out of line: most spans have none. */
static __attribute__((noinline)) void take_sample(struct tea_sampler *sampler,
						  const struct tea_span *span, cycle_t time)
{
	struct tea_sample sample = {
		.time = time, .state = span->state, .privilege = span->privilege,
	};
	unsigned int first = pick_first(sampler, span);

	for (unsigned int i = 0; i < span->slots; i++) {
		if ((i + span->slots - first) % span->slots >= TEA_SLOTS)
			continue;
		sample.psv[sample.slots] = span->psv[i];
		sample.site[sample.slots] = span->site[i];
		sample.pc[sample.slots] = span->pc[i];
		sample.addr[sample.slots] = span->mem[i] ? span->addr[i] : 0;
		sample.mem[sample.slots] = span->mem[i];
		sample.slots++;
	}
	sampler->sink(sampler->opaque, &sample);
}

void tea_sampler_span(struct tea_sampler *sampler, const struct tea_span *span)
{
	uint64_t rest = span->end - span->begin;

	/* the sink may load the countdown, or switch the sampler off */
	while (sampler->enabled && sampler->privileges >> span->privilege & 1) {
		if (!tea_countdown_pass(&sampler->countdown, &rest))
			return;
		take_sample(sampler, span, span->end - rest - 1);
	}
}
