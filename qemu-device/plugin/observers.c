// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observers.c - the samplers and exact counts of a thread: see observers.h
 */
#include <errno.h>
#include <string.h>

#include "observers.h"

/* Samplers first, then the bits of a set above theirs. */
static const char *const names[] = {
	"tea",
#define TEA_X(id, name, stage, events) name,
	TEA_TAGGERS(TEA_X)
#undef TEA_X
	"golden", "counts", "thinned",
};

#define NAMES	(sizeof(names) / sizeof(names[0]))

const char *observers_name(unsigned int number)
{
	return number < NAMES ? names[number] : NULL;
}

unsigned int observers_parse(const char *list)
{
	unsigned int set = 0;

	for (;;) {
		size_t length = strcspn(list, "+");
		size_t i = 0;

		while (i < NAMES && (strlen(names[i]) != length || strncmp(names[i], list, length)))
			i++;
		if (i == NAMES)
			return 0;
		set |= 1U << i;
		if (!list[length])
			return set;
		list += length + 1;
	}
}

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	struct observers_stacks *sampled = opaque;

	tea_stacks_sample(&sampled->stacks, sample, sampled->owner->period);
	if (sampled->owner->set & OBSERVERS_THINNED)
		tea_thinning_sample(&sampled->thinned, sample);
	sampled->samples++;
}

static int init_sampler(struct observers *observers, unsigned int number)
{
	struct observers_stacks *sampled = &observers->sampled[number];
	struct tea_countdown countdown;

	tea_countdown_init(&countdown, observers->period, 0);
	sampled->owner = observers;
	if (tea_stacks_init(&sampled->stacks) || tea_thinning_init(&sampled->thinned, 0))
		return -ENOMEM;
	if (number != OBSERVERS_TEA) {
		tea_tagger_init(&observers->taggers[observers->taggers_count++],
				number - OBSERVERS_TAGGERS, &countdown, on_sample, sampled);
		return 0;
	}
	observers->sampler = (struct tea_sampler){
		.countdown = countdown, .privileges = 1 << TEA_PRIV_U, .enabled = true,
		.sink = on_sample, .opaque = sampled,
	};
	return 0;
}

int observers_init(struct observers *observers, unsigned int set, uint64_t period)
{
	memset(observers, 0, sizeof(*observers));
	observers->set = set;
	observers->period = period;
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		if (set & 1U << i && init_sampler(observers, i))
			return -ENOMEM;
	}
	if (set & OBSERVERS_GOLDEN && tea_stacks_init(&observers->golden))
		return -ENOMEM;
	if (set & OBSERVERS_COUNTS && tea_counts_init(&observers->counts))
		return -ENOMEM;
	return 0;
}

bool observers_failed(const struct observers *observers)
{
	bool failed = observers->golden.failed || observers->counts.failed;

	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++)
		failed = failed || observers->sampled[i].stacks.failed ||
			 observers->sampled[i].thinned.failed;
	return failed;
}

void observers_span(struct observers *observers, const struct tea_span *span)
{
	if (observers->set & OBSERVERS_GOLDEN)
		tea_stacks_span(&observers->golden, span);
	if (observers->set & 1U << OBSERVERS_TEA)
		tea_sampler_span(&observers->sampler, span);
	if (observers->set & OBSERVERS_COUNTS)
		tea_counts_span(&observers->counts, span);
}

cycle_t observers_rest(const struct observers *observers, cycle_t now)
{
	if (observers->set & (OBSERVERS_GOLDEN | OBSERVERS_COUNTS))
		return now;
	if (observers->set & 1U << OBSERVERS_TEA)
		return now + tea_countdown_idle(&observers->sampler.countdown);
	return UINT64_MAX;
}

bool observers_want_records(unsigned int set)
{
	return set & (OBSERVERS_COUNTS | ((1U << TEA_TAGGERS_COUNT) - 1) << OBSERVERS_TAGGERS);
}

void observers_record(struct observers *observers, const struct tea_retired *record)
{
	for (unsigned int i = 0; i < observers->taggers_count; i++)
		tea_tagger_record(&observers->taggers[i], record);
	if (observers->set & OBSERVERS_COUNTS)
		tea_counts_record(&observers->counts, record);
}
