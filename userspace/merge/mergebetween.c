// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergebetween.c - the variance of shares: of machines, and of the chance of their samples; see
 * merge.h
 *
 * Of each cell's share, all of it is that of the delete-a-group jackknife. The samples alone would
 * give the share p of W, a ratio, (q (1 - 2 p) + p^2 Q) / W^2, with Q the sum of the squares of all
 * samples, and q of those of the cell: chance.h has their weights.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "merge_parts.h"

/* The parts of each cell in each group, and behind them those of all cells. */
static double *sum_groups(const struct merge *merge)
{
	const size_t groups = merge->list->groups, cells = merge->cells.count;
	double *sums = calloc((cells + 1) * groups, sizeof(*sums));

	for (size_t i = 0; sums && i < merge->rows_count; i++) {
		const struct merge_row *row = &merge->rows[i];

		for (size_t k = 0; k < row->groups_count; k++) {
			sums[row->cell * groups + row->groups[k].group] +=
				(double)row->groups[k].parts;
			sums[cells * groups + row->groups[k].group] += (double)row->groups[k].parts;
		}
	}
	return sums;
}

/* That of a share by machines, if groups of the cell have @own parts, and all have @all. */
static double variance_of(const double *own, const double *all, size_t groups, double share,
			  double whole)
{
	double part = share * whole, squares = 0;

	for (size_t k = 0; k < groups; k++) {
		double left = whole - all[k], without = left > 0 ? (part - own[k]) / left : 0;

		squares += (without - share) * (without - share);
	}
	return squares * (double)(groups - 1) / (double)groups;
}

int merge_between(const struct merge *merge, double *between)
{
	const size_t groups = merge->list->groups, cells = merge->cells.count;
	const double whole = (double)merge->parts;
	double *sums = groups ? sum_groups(merge) : NULL;
	double total = 0, within = 0;

	*between = NAN;
	if (!groups)
		return 0;
	if (!sums)
		return -ENOMEM;
	for (size_t i = 0; i < cells; i++) {
		const double squares = merge->cells.items[i].squares, *own = sums + i * groups;
		double part = 0, share;

		for (size_t k = 0; k < groups; k++)
			part += own[k];
		share = part / whole;
		total += variance_of(own, sums + cells * groups, groups, share, whole);
		within += (squares * (1 - 2 * share) + share * share * merge->cells.squares) /
			  (whole * whole);
	}
	if (total > 0)
		*between = fmax(1 - within / total, 0);
	free(sums);
	return 0;
}
