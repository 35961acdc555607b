/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixjoin.h - executions beside the cycles of instructions
 */
#ifndef MIXJOIN_H
#define MIXJOIN_H

#include "analysis/places/annotation.h"
#include "estimate.h"

/* An instruction, by all threads. */
struct mixjoin_item {
	uint32_t object;
	uint64_t address;		/* the object's own, as in a location */
	double executions;
};

/* Zeroed memory has none. */
struct mixjoin {
	struct mixjoin_item *items;	/* by object and address */
	size_t count;
};

/* 0 or -ENOMEM. */
int mixjoin_init(struct mixjoin *join, struct recording *recording, const struct estimate *estimate);
void mixjoin_deinit(struct mixjoin *join);

/* 0: it was not met. */
double mixjoin_find(const struct mixjoin *join, uint32_t object, uint64_t address);
/* Adds executions to its rows, of instructions. */
void mixjoin_annotation(const struct mixjoin *join, struct annotation *annotation);

#endif /* MIXJOIN_H */
