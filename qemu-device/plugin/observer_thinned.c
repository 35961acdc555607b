// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_thinned.c - the samplers' stacks at many sampling frequencies
 */
#include <errno.h>
#include <inttypes.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/thinning.h"
#include "tea_regs.h"

struct thinned {
	struct tea_thinning of[OBSERVERS_SAMPLERS];
};

static void deinit(void *self)
{
	struct thinned *thinned = self;

	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++)
		tea_thinning_deinit(&thinned->of[i]);
}

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct thinned *thinned = self;

	(void)observers;
	(void)number;
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		if (tea_thinning_init(&thinned->of[i], TEA_DITHER_RESET(0))) {
			deinit(self);
			return -ENOMEM;
		}
	}
	return 0;
}

static void sample(void *self, unsigned int sampler, const struct tea_sample *seen)
{
	tea_thinning_sample(&((struct thinned *)self)->of[sampler], seen);
}

static int merge(void *self, const void *more)
{
	struct thinned *thinned = self;
	bool failed = false;

	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		tea_thinning_add(&thinned->of[i], &((const struct thinned *)more)->of[i]);
		failed |= thinned->of[i].rows.failed;
	}
	return failed ? -ENOMEM : 0;
}

/* Most rows are of one sample: levels beyond the last that has any are left out. */
static void put_rows(FILE *file, const struct tea_thinning *thinning)
{
	const char *comma = "";

	for (size_t i = 0; i < thinning->rows.capacity; i++) {
		const struct tea_tally_row *row = tea_tally_at(&thinning->rows, i);

		if (!row->counts[0])
			continue;
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",%u,", comma, row->first, tea_thinning_psv(row));
		jsonout_short_list(file, row->counts, TEA_THINNING_LEVELS);
		fputc(']', file);
		comma = ",";
	}
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct thinned *thinned = self;
	const char *comma = "";

	fputs(",\n\"thinned\":{", file);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		if (!(observers->set & 1U << i))
			continue;
		fprintf(file, "%s\n\"%s\":[", comma, observers_name(i));
		put_rows(file, &thinned->of[i]);
		fputc(']', file);
		comma = ",";
	}
	fputc('}', file);
	return 0;
}

const struct observer observer_thinned = {
	.name = "thinned", .bytes = sizeof(struct thinned), .init = init, .deinit = deinit,
	.sample = sample, .merge = merge, .put = put,
};
