// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tagger.c - samplers that tag: see tagger.h
 */
#include "tagger.h"

static const struct {
	const char *name;
	uint16_t events;
	uint8_t stage;
} policies[TEA_TAGGERS_COUNT] = {
#define TEA_X(id, name, stage, events) { name, events, stage },
	TEA_TAGGERS(TEA_X)
#undef TEA_X
};

void tea_tagger_init(struct tea_tagger *tagger, enum tea_tagger_policy policy,
		     const struct tea_countdown *countdown, tea_sample_sink sink, void *opaque)
{
	*tagger = (struct tea_tagger){
		.countdown = *countdown, .events = policies[policy].events,
		.stage = policies[policy].stage, .sink = sink, .opaque = opaque,
	};
	tagger->next = tea_countdown_pass_sample(&tagger->countdown) - 1;
}

const char *tea_tagger_name(enum tea_tagger_policy policy)
{
	return policies[policy].name;
}

void tea_tagger_report(struct tea_tagger *tagger, const struct tea_retired *record)
{
	cycle_t passed = record->at[tagger->stage];

	while (tagger->next <= passed) {
		struct tea_sample sample = {
			.time = tagger->next, .state = TEA_STATE_COMPUTE, .slots = 1,
			.privilege = record->privilege,
			.psv = { record->psv & tagger->events }, .pc = { record->pc },
			.site = { record->site }, .addr = { tea_retired_addr(record) },
			.mem = { tea_retired_mem(record) },
		};

		tagger->sink(tagger->opaque, &sample);
		tagger->next += tea_countdown_pass_sample(&tagger->countdown);
	}
}
