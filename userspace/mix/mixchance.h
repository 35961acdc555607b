/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixchance.h - the margins that chance leaves of sampled executions
 *
 * A row's executions are a sum over independent samples: their variance is at most the sum of the
 * squares of their contributions. A sample of instructions that fell into a block of L gives the
 * row its period / L for each of the block's instructions in the row. The streams of a sample with
 * branch records follow each other, and mostly are alike: the sample is taken for as many copies of
 * each of them as it stands for branches, which no stack exceeds (Cauchy and Schwarz). So margins
 * are wide if a stack has streams of many kinds, never narrow. A systematic error, as bias.h flags
 * some, is not chance.
 */
#ifndef MIXCHANCE_H
#define MIXCHANCE_H

#include "mixrows.h"

#define MIXCHANCE_NO_ROW	UINT32_MAX

/*
 * Weighs all rows of sampled executions; @row_of has each item's. Counted ones, which have no
 * chance in them, stay. 0 or -ENOMEM.
 */
int mixchance_weigh(struct mixrows *rows, const struct estimate *estimate,
		    const struct recording *recording, const uint32_t *row_of);
/* Weighs an edge of edges.h for its row. */
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
