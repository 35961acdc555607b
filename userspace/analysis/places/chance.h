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
 */
#ifndef CHANCE_H
#define CHANCE_H

#include "recording/pics.h"

#define CHANCE_LEVEL	0.95

/* Is there chance in it: is it of samples, not counted cycle by cycle? */
static inline bool chance_has(const struct pics_weight *weight)
{
	return weight->samples;
}

/* Half of the interval of CHANCE_LEVEL, of the share that the part has of @whole; counted: 0. */
double chance_margin(uint64_t parts, const struct pics_weight *weight,
		     const struct pics_stack *whole);
/* Is the part within its own margin: can nothing be said of it? */
bool chance_hides(uint64_t parts, const struct pics_weight *weight,
		  const struct pics_stack *whole);

/* One side of a comparison. A part of no parts has no weight. */
struct chance_part {
	uint64_t parts;
	struct pics_weight weight;
	const struct pics_stack *whole;	/* NULL: nothing was recorded */
	double scale;			/* of parts, to the unit of comparison */
};

/*
 * Half of the interval of the difference of two parts, of those of @tests differences that are all
 * to be right at once (Bonferroni), towards 0: by Newcombe's combination of Wilson's intervals. In
 * scaled parts.
 */
double chance_difference(const struct chance_part sides[2], size_t tests);

#endif /* CHANCE_H */
