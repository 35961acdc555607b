// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_golden.c - the golden reference: the stacks of every cycle
 */
#include <errno.h>
#include <stdlib.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/golden.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return tea_golden_init(self, observers->cycle_parts);
}

static void deinit(void *self)
{
	tea_golden_deinit(self);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	tea_golden_run(self, records, count);
}

static void cut(void *self)
{
	tea_golden_cut(self);
}

static int merge(void *self, const void *more)
{
	tea_golden_add(self, more);
	return tea_golden_failed(self) ? -ENOMEM : 0;
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	struct tea_stacks_row *rows;
	size_t count;
	int err = tea_golden_sorted(self, &rows, &count);

	(void)observers;
	if (err)
		return err;
	jsonout_rows(file, "golden", rows, count);
	free(rows);
	return 0;
}

const struct observer observer_golden = {
	.name = "golden", .bytes = sizeof(struct tea_golden), .init = init, .deinit = deinit,
	.all = run, .cut = cut, .merge = merge, .put = put,
};
