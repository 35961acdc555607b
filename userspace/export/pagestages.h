/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagestages.h - what functions lose at dispatch, issue and commit, for the web page
 *
 * Of recordings that have the slots of stages, by the paper's components.
 */
#ifndef PAGESTAGES_H
#define PAGESTAGES_H

#include <stdio.h>

#include "analysis/functions.h"
#include "recording/recording.h"

/* Slots by function. */
struct pagestages {
	struct functions functions;
	struct pics pics;
};

/* 0 or -ENOMEM. */
int pagestages_init(struct pagestages *stages, struct recording *recording);
void pagestages_deinit(struct pagestages *stages);

/* The member "stages": what the numbers of functions are, or null. */
void pagestages_describe(const struct recording *recording, FILE *file);
/* The member "g" of @function, behind others; nothing where it has no slots. */
void pagestages_put(const struct pagestages *stages, const struct function *function, FILE *file);

#endif /* PAGESTAGES_H */
