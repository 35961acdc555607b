// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * chance.c - margins of shares and differences; see chance.h
 */
#include "chance.h"

#include <math.h>

#define DEVIATIONS	1.959964	/* of CHANCE_LEVEL */
#define NORMAL_MOST	40.0		/* deviations: erfc() is 0 in doubles from there on */
#define HALVINGS	60		/* more do not change a double */

/* Half of Wilson's interval, and where it is. */
struct interval {
	double share, center, half;
};

static struct interval wilson(double share, double samples, double deviations)
{
	double square = deviations * deviations / samples;
	double spread = share * (1 - share) / samples + square / (4 * samples);

	return (struct interval){
		.share = share, .center = (share + square / 2) / (1 + square),
		.half = deviations * sqrt(spread > 0 ? spread : 0) / (1 + square),
	};
}

/* How many standard deviations a normal variable exceeds, to either side, so rarely. */
static double deviations_of(double rarely)
{
	double low = 0, high = NORMAL_MOST;

	for (int i = 0; i < HALVINGS; i++) {
		double middle = (low + high) / 2;

		if (erfc(middle / sqrt(2)) > rarely)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Samples of the whole, if each weighed as much as those of the part; without a part, as all do. */
static double samples_of(uint64_t parts, const struct pics_weight *weight,
			 const struct pics_stack *whole)
{
	double own = parts ? (double)parts : (double)whole->parts;
	double squares = parts ? weight->squares : whole->weight.squares;

	return squares > 0 ? own * (double)whole->parts / squares : 0;
}

static struct interval interval_of(uint64_t parts, const struct pics_weight *weight,
				   const struct pics_stack *whole, double deviations)
{
	double samples = samples_of(parts, weight, whole);
	double share = whole->parts ? (double)parts / (double)whole->parts : 0;

	return samples > 0 ? wilson(share, samples, deviations) :
			     (struct interval){ .share = share, .center = share };
}

double chance_margin(uint64_t parts, const struct pics_weight *weight,
		     const struct pics_stack *whole)
{
	if (!chance_has(weight))
		return 0;
	return interval_of(parts, weight, whole, DEVIATIONS).half;
}

bool chance_hides(uint64_t parts, const struct pics_weight *weight,
		  const struct pics_stack *whole)
{
	return chance_has(weight) && parts &&
	       chance_margin(parts, weight, whole) * (double)whole->parts >= (double)parts;
}

/* How far the interval goes beyond the share, in scaled parts: upwards or downwards. */
static double reach(const struct chance_part *side, bool upwards, double deviations)
{
	struct interval interval;
	double beyond;

	if (!side->whole || !chance_has(&side->whole->weight))
		return 0;
	interval = interval_of(side->parts, &side->weight, side->whole, deviations);
	beyond = interval.half + (upwards ? interval.center - interval.share :
					    interval.share - interval.center);
	return beyond * (double)side->whole->parts * side->scale;
}

double chance_difference(const struct chance_part sides[2], size_t tests)
{
	double deviations = deviations_of((1 - CHANCE_LEVEL) / (double)(tests ? tests : 1));
	bool more = (double)sides[1].parts * sides[1].scale > (double)sides[0].parts * sides[0].scale;
	double first = reach(&sides[0], more, deviations);
	double second = reach(&sides[1], !more, deviations);

	return sqrt(first * first + second * second);
}
