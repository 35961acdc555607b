// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_samplers.c - TEA's samples, and those of the taggers it is compared with
 *
 * A sampler's stacks are its samples, each worth the period.
 */
#include <errno.h>
#include <stdlib.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/stacks.h"
#include "tea_regs.h"

struct sampled {
	union {
		struct tea_sampler sampler;
		struct tea_tagger tagger;
	};
	struct tea_stacks stacks;
	struct observers *observers;
	unsigned int number;
};

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	struct sampled *sampled = opaque;

	tea_stacks_sample(&sampled->stacks, sample, sampled->observers->period);
	observers_sample(sampled->observers, sampled->number, sample);
}

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct sampled *sampled = self;
	struct tea_countdown countdown;

	sampled->observers = observers;
	sampled->number = number;
	tea_countdown_init(&countdown, observers->period, TEA_DITHER_RESET(0));
	if (number != OBSERVERS_TEA)
		tea_tagger_init(&sampled->tagger, number - OBSERVERS_TAGGERS, &countdown,
				on_sample, sampled);
	else
		sampled->sampler = (struct tea_sampler){
			.countdown = countdown, .privileges = 1 << TEA_PRIV_U, .enabled = true,
			.sink = on_sample, .opaque = sampled,
		};
	return tea_stacks_init(&sampled->stacks, observers->cycle_parts);
}

static void deinit(void *self)
{
	tea_stacks_deinit(&((struct sampled *)self)->stacks);
}

static cycle_t span(void *self, const struct tea_span *seen)
{
	struct sampled *sampled = self;

	tea_sampler_span(&sampled->sampler, seen);
	return seen->end + tea_countdown_idle(&sampled->sampler.countdown);
}

static cycle_t record(void *self, const struct tea_retired *seen)
{
	struct sampled *sampled = self;

	tea_tagger_record(&sampled->tagger, seen);
	return sampled->tagger.next;
}

static int merge(void *self, const void *more)
{
	struct tea_stacks *stacks = &((struct sampled *)self)->stacks;

	tea_stacks_add(stacks, &((const struct sampled *)more)->stacks);
	return stacks->failed ? -ENOMEM : 0;
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct sampled *sampled = self;
	struct tea_stacks_row *rows;
	size_t count;
	int err = tea_stacks_sorted(&sampled->stacks, &rows, &count);

	(void)observers;
	if (err)
		return err;
	jsonout_rows(file, observers_name(sampled->number), rows, count);
	free(rows);
	return 0;
}

#define SAMPLER(id, text, how) \
	const struct observer observer_##id = { \
		.name = text, .bytes = sizeof(struct sampled), .init = init, .deinit = deinit, \
		.how = how, .merge = merge, .put = put, \
	};

SAMPLER(tea, "tea", span)
SAMPLER(ibs, "ibs", record)
SAMPLER(spe, "spe", record)
SAMPLER(ris, "ris", record)
SAMPLER(tagged, "tagged", record)
SAMPLER(nci, "nci", record)
