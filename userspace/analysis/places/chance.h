/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chance.h - the margins that chance leaves of sampled amounts
 *
 * A share is a proportion of samples, and its margin half of Wilson's interval, which is honest for
 * few samples, where the normal approximation is not. Samples stand for unequal numbers of cycles
 * (at a frequency the period changes), and a cycle in which several instructions committed is split
 * among them. So the effective number of samples is that of the whole, as if all weighed as much as
 * those of the part: X W / q, with X the part, W the whole, and q the sum of each part times its
 * whole sample. If all weigh the same, it is their number. A sample that belongs to the part only
 * in part adds less to the variance than q says, and one drawn in each period varies less than one
 * drawn anywhere: margins are a little wide, never narrow.
 *
 * Estimates by windows of a run have margins by the delete-a-group jackknife: of G groups of
 * windows, an amount, a share or a difference is computed without each one in turn. Its variance is
 * (G - 1) / G times the sum of the squares of what that changes, and its margin the quantile of
 * Student's t with G - 1 degrees of freedom times the root of that. What windows of a simulated run have
 * wrong all together, as what warming leaves cold, no group tells: it is taken for a normal error, a part
 * of each amount (struct pics_windows), and joins as independent errors do. What windows did not meet at
 * all is in no margin.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include "recording/pics.h"

#define CHANCE_LEVEL	0.95

/* Is there chance in it: is it of samples or windows, not counted cycle by cycle? */
static inline bool chance_has(const struct pics_weight *weight)
{
	return weight->samples;
}

/* The standard error, from the sum of the squares of what each group's absence changes. */
double chance_error(double squares, unsigned int groups);
/* How many standard errors the interval of CHANCE_LEVEL goes to either side, by windows in groups. */
double chance_errors(unsigned int groups);

/* Half of the interval of CHANCE_LEVEL, of the share that the part has of @whole; counted: 0. */
double chance_margin(uint64_t parts, const struct pics_weight *weight,
		     const struct pics_stack *whole);
/* The same of parts themselves, in parts; of samples 0: their sum is that of the run. */
double chance_amount(uint64_t parts, const struct pics_weight *weight);
/* The same of all parts together. */
double chance_total(const struct pics *pics);
/* Is the part within its own margin: can nothing be said of it? */
bool chance_hides(uint64_t parts, const struct pics_weight *weight,
		  const struct pics_stack *whole);

/* One side of a comparison. A part of no parts has no weight. */
struct chance_part {
	uint64_t parts;
	struct pics_weight weight;
	const struct pics_stack *whole;	/* NULL: nothing was recorded */
	double scale;			/* of parts, to the unit of comparison */
	bool share;			/* it is one of the whole, whose own margin does not count */
};

/*
 * Half of the interval of the difference of two parts, of those of @tests differences that are all
 * to be right at once (Bonferroni), towards 0: by Newcombe's combination of Wilson's intervals, or
 * of those by windows. In scaled parts.
 */
double chance_difference(const struct chance_part sides[2], size_t tests);

#endif /* CHANCE_H */
