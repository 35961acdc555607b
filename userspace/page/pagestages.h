/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagestages.h - the slots that functions lose at dispatch, issue and commit, for the web page
 *
 * For recordings that have the slots of stages, by the paper's components.
 */
#ifndef PAGESTAGES_H
#define PAGESTAGES_H

#include "analysis/places/functions.h"
#include "output/jsonwriter.h"
#include "recording/recording.h"

/* Slots by function. */
struct pagestages {
	struct functions functions;
	struct pics pics;
};

/* 0 or -ENOMEM. */
int pagestages_init(struct pagestages *stages, struct recording *recording);
void pagestages_deinit(struct pagestages *stages);

/* The member "stages": the meaning of functions' numbers, or null. */
void pagestages_describe(const struct recording *recording, struct jsonwriter *json);
/* The member "g" of @function; nothing where it has no slots. */
void pagestages_put(const struct pagestages *stages, const struct function *function,
		    struct jsonwriter *json);

#endif /* PAGESTAGES_H */
