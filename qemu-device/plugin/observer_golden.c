// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_golden.c - the golden reference: the stacks of every cycle
 */
#include <errno.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/stacks.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return tea_stacks_init(self, observers->cycle_parts);
}

static void deinit(void *self)
{
	tea_stacks_deinit(self);
}

static cycle_t span(void *self, const struct tea_span *seen)
{
	tea_stacks_span(self, seen);
	return 0;
}

static int merge(void *self, const void *more)
{
	tea_stacks_add(self, more);
	return ((struct tea_stacks *)self)->failed ? -ENOMEM : 0;
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	(void)observers;
	return jsonout_stacks(file, "golden", self);
}

const struct observer observer_golden = {
	.name = "golden", .bytes = sizeof(struct tea_stacks), .init = init, .deinit = deinit,
	.span = span, .merge = merge, .put = put,
};
