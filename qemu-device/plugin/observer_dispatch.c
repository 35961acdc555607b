// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_dispatch.c - stacks at dispatch: of every cycle, and of the samples of policy 1
 *
 * TEA's unit with POLICY = 1 (docs/tea-interface.md) beside the reference that it samples, in one run.
 */
#include <errno.h>
#include <stdlib.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/dispatch.h"
#include "observers/stacks.h"
#include "tea_regs.h"

struct dispatched {
	struct tea_dispatch dispatch;
	struct tea_sampler sampler;
	struct tea_stacks every, sampled;
	uint64_t period, samples;
};

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	struct dispatched *dispatched = opaque;

	tea_stacks_sample(&dispatched->sampled, sample, dispatched->period);
	dispatched->samples++;
}

static void on_span(void *opaque, const struct tea_span *span)
{
	struct dispatched *dispatched = opaque;

	tea_stacks_span(&dispatched->every, span);
	tea_sampler_span(&dispatched->sampler, span);
}

static void deinit(void *self)
{
	struct dispatched *dispatched = self;

	tea_stacks_deinit(&dispatched->sampled);
	tea_stacks_deinit(&dispatched->every);
	tea_dispatch_deinit(&dispatched->dispatch);
}

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct dispatched *dispatched = self;
	struct tea_countdown countdown;

	(void)number;
	tea_countdown_init(&countdown, observers->period, TEA_DITHER_RESET(0));
	dispatched->period = observers->period;
	dispatched->sampler = (struct tea_sampler){
		.countdown = countdown, .privileges = 1 << TEA_PRIV_U, .enabled = true,
		.sink = on_sample, .opaque = dispatched,
	};
	if (!tea_dispatch_init(&dispatched->dispatch, observers->params, on_span, dispatched) &&
	    !tea_stacks_init(&dispatched->every, observers->cycle_parts) &&
	    !tea_stacks_init(&dispatched->sampled, observers->cycle_parts))
		return 0;
	deinit(self);
	return -ENOMEM;
}

static cycle_t record(void *self, const struct tea_retired *seen)
{
	tea_dispatch_record(&((struct dispatched *)self)->dispatch, seen);
	return 0;
}

static int merge(void *self, const void *more)
{
	struct dispatched *dispatched = self;
	const struct dispatched *other = more;

	tea_stacks_add(&dispatched->every, &other->every);
	tea_stacks_add(&dispatched->sampled, &other->sampled);
	dispatched->samples += other->samples;
	return dispatched->every.failed || dispatched->sampled.failed ? -ENOMEM : 0;
}

static int put_stacks(FILE *file, const char *name, const struct tea_stacks *stacks)
{
	struct tea_stacks_row *rows;
	size_t count;
	int err = tea_stacks_sorted(stacks, &rows, &count);

	if (err)
		return err;
	jsonout_rows(file, name, rows, count);
	free(rows);
	return 0;
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct dispatched *dispatched = self;
	int err;

	(void)observers;
	err = put_stacks(file, "dispatch", &dispatched->every);
	if (!err)
		err = put_stacks(file, "dispatch_tea", &dispatched->sampled);
	if (!err)
		fprintf(file, ",\n\"dispatch_samples\":%llu", (unsigned long long)dispatched->samples);
	return err;
}

const struct observer observer_dispatch = {
	.name = "dispatch", .bytes = sizeof(struct dispatched), .explained = true, .init = init,
	.deinit = deinit, .record = record, .merge = merge, .put = put,
};
