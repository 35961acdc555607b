/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chance.h - what chance leaves of amounts that samples stand for
 *
 * A share is a proportion of samples, and its margin half of Wilson's interval: for few samples it
 * is honest where the normal approximation is not. Samples stand for unequal numbers of cycles (at
 * a frequency the period changes), and one of a cycle in which several instructions committed is in
 * parts theirs. So the number of samples that counts is that of the whole as if all were as heavy
 * as those of the part: X W / q, X the part, W the whole, q the sum of each part times all of its
 * sample. Of samples of one weight that is their number. A sample that is only in part the part's
 * adds less to the variance than q says, and one drawn in each period varies less than one drawn
 * anywhere: margins are a little wide, not narrow.
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
	double scale;			/* of the parts, to what is compared */
};

/*
 * Half of the interval of the difference of two parts, of those of @tests differences that are all
 * to be right at once (Bonferroni), towards 0: by Newcombe's combination of Wilson's intervals. In
 * scaled parts.
 */
double chance_difference(const struct chance_part sides[2], size_t tests);

#endif /* CHANCE_H */
