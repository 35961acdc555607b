/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixchance.h - what chance leaves of executions that samples stand for
 *
 * A row's executions are a sum over samples that fell independently of each other: their variance
 * is at most the sum of the squares of what each one gives. A sample of instructions that fell into
 * a block of L gives the row its period / L for each of the block's instructions that is the row's.
 * Of a sample with branch records the streams follow each other, and mostly are alike: it is taken
 * for as many copies of each of them as it stands for branches, which no stack exceeds (Cauchy and
 * Schwarz). So margins are wide where a stack has streams of many kinds, not narrow. A systematic
 * error, as bias.h flags some, is no chance.
 */
#ifndef MIXCHANCE_H
#define MIXCHANCE_H

#include "mixrows.h"

#define MIXCHANCE_NO_ROW	UINT32_MAX

/*
 * Weighs all rows, of sampled executions; @row_of has each item's. Of counted ones, which have no
 * chance in them, nothing is done. 0 or -ENOMEM.
 */
int mixchance_weigh(struct mixrows *rows, const struct estimate *estimate,
		    const struct recording *recording, const uint32_t *row_of);
/* What an edge of edges.h adds to its row. */
void mixchance_weigh_edge(struct mixrows *rows, struct mixrow *row,
			  const struct recording *recording, const struct recording_edge *edge);

/* Half of the interval of CHANCE_LEVEL of the row's share of all; 0 of counted ones. */
double mixchance_margin(const struct mixrows *rows, const struct mixrow *row);
/* Is it within its own margin: can nothing be said of it? */
bool mixchance_hides(const struct mixrows *rows, const struct mixrow *row);

/*
 * Half of the interval of the difference of two rows, one of which may be NULL, of those of @tests
 * differences that are all to be right at once; in executions as scaled.
 */
double mixchance_difference(const struct mixrows *const rows[2], const struct mixrow *const sides[2],
			    const double scales[2], size_t tests);

#endif /* MIXCHANCE_H */
