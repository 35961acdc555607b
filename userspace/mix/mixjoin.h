/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixjoin.h - executions beside the cycles of instructions, of two readings of one file
 */
#ifndef MIXJOIN_H
#define MIXJOIN_H

#include "analysis/annotation.h"
#include "estimate.h"

/* An instruction of the recording of cycles, by all threads. */
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

/* What @estimate, of @mix, has of the objects that @cycles has, too. 0 or -ENOMEM. */
int mixjoin_init(struct mixjoin *join, const struct recording *cycles, struct recording *mix,
		 const struct estimate *estimate);
void mixjoin_deinit(struct mixjoin *join);

/* 0: it was not met. */
double mixjoin_find(const struct mixjoin *join, uint32_t object, uint64_t address);
/* Its rows, of instructions, get executions; @cycles is what the annotation is of. */
void mixjoin_annotation(const struct mixjoin *join, struct annotation *annotation,
			const struct recording *cycles);

#endif /* MIXJOIN_H */
