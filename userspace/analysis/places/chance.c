// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * chance.c - margins of shares and differences; see chance.h
 */
#include "chance.h"

#include <math.h>
#include <stdlib.h>

#define DEVIATIONS	1.959964	/* of CHANCE_LEVEL */
#define NORMAL_MOST	40.0		/* deviations: erfc() is 0 in doubles from there on */
#define HALVINGS	60		/* more do not change a double */
#define STEPS		200		/* of Newton: some ten do */
#define NEAR		1e-12

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

/*
 * How often Student's t with @freedom degrees is at most sqrt(@freedom) tan(@angle), to either side
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 */
static double student_within(unsigned int freedom, double angle)
{
	const unsigned int odd = freedom % 2;
	double term = odd ? cos(angle) : 1, sum = freedom > 1 ? term : 0;

	for (unsigned int i = 2 + odd; i < freedom; i += 2) {
		term *= cos(angle) * cos(angle) * (i - 1) / i;
		sum += term;
	}
	return odd ? M_2_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
}

/* What it exceeds so rarely, to either side: by Newton from 0, where the angle's density falls. */
static double student_of(unsigned int freedom, double rarely)
{
	const double most = M_2_SQRTPI * tgamma((freedom + 1) / 2.0) / tgamma(freedom / 2.0);
	double angle = 0, step = 1;

	for (int i = 0; i < STEPS && step > NEAR; i++) {
		step = (1 - rarely - student_within(freedom, angle)) /
		       (most * pow(cos(angle), freedom - 1));
		angle += step;
	}
	return sqrt(freedom) * tan(angle);
}

double chance_errors(unsigned int groups)
{
	return student_of(groups - 1, 1 - CHANCE_LEVEL);
}

static bool is_of_windows(const struct pics_weight *weight)
{
	return weight->samples == PICS_WINDOWS;
}

double chance_error(double squares, unsigned int groups)
{
	return sqrt(squares * (groups - 1) / groups);
}

/* The standard error of an amount. */
static double amount_error(const struct pics_windows *windows)
{
	double squares = 0;

	for (unsigned int i = 0; i < windows->groups; i++)
		squares += windows->deviations[i] * windows->deviations[i];
	return chance_error(squares, windows->groups);
}

/* That of the share of the whole; without all windows of it there is none. */
static double share_error(uint64_t parts, const struct pics_windows *windows,
			  const struct pics_stack *whole)
{
	const double share = (double)parts / (double)whole->parts;
	double squares = 0;

	for (unsigned int i = 0; i < windows->groups; i++) {
		double left = (double)whole->parts + whole->weight.windows->deviations[i];
		double without = left > 0 ? ((double)parts + windows->deviations[i]) / left : 0;

		squares += (without - share) * (without - share);
	}
	return chance_error(squares, windows->groups);
}

/* What all windows have wrong; the share of all there is cannot be. */
static double bias_error(const struct chance_part *part)
{
	const double parts = (double)part->parts;

	return part->weight.windows->bias * parts *
	       (part->share ? 1 - parts / (double)part->whole->parts : 1);
}

/* How far the interval of a part, or of its share, goes to either side, in parts. */
static double windows_reach(const struct chance_part *part, double rarely)
{
	const struct pics_windows *windows = part->weight.windows;
	double error = part->share ? share_error(part->parts, windows, part->whole) *
		       (double)part->whole->parts : amount_error(windows);
	double chance = error > 0 ? error * student_of(windows->groups - 1, rarely) : 0;

	return windows->bias > 0 ? hypot(chance, bias_error(part) * deviations_of(rarely)) : chance;
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
	const struct chance_part part = {
		.parts = parts, .weight = *weight, .whole = whole, .share = true,
	};

	if (!chance_has(weight) || !whole->parts)
		return 0;
	if (is_of_windows(weight))
		return fmin(windows_reach(&part, 1 - CHANCE_LEVEL) / (double)whole->parts, 1);
	return interval_of(parts, weight, whole, DEVIATIONS).half;
}

double chance_amount(uint64_t parts, const struct pics_weight *weight)
{
	const struct chance_part part = { .parts = parts, .weight = *weight };

	return is_of_windows(weight) ? windows_reach(&part, 1 - CHANCE_LEVEL) : 0;
}

double chance_total(const struct pics *pics)
{
	struct pics_windows *sum = NULL;
	double margin = 0;

	for (size_t i = 0; i < pics->stacks_count; i++) {
		const struct pics_weight *weight = &pics->stacks[i].weight;

		if (!is_of_windows(weight))
			continue;
		if (!sum)
			sum = pics_windows_create(weight->windows->groups, weight->windows->bias, false);
		if (!sum)
			return 0;
		for (unsigned int k = 0; k < sum->groups; k++)
			sum->deviations[k] += weight->windows->deviations[k];
	}
	if (sum)
		margin = chance_amount(pics->parts, &(struct pics_weight){ .samples = PICS_WINDOWS, .windows = sum });
	free(sum);
	return margin;
}

bool chance_hides(uint64_t parts, const struct pics_weight *weight,
		  const struct pics_stack *whole)
{
	return chance_has(weight) && parts &&
	       chance_margin(parts, weight, whole) * (double)whole->parts >= (double)parts;
}

/* How far the interval goes beyond the part, in scaled parts: upwards or downwards. */
static double reach(const struct chance_part *side, bool upwards, double rarely, double deviations)
{
	struct interval interval;
	double beyond;

	if (!side->whole || !chance_has(&side->whole->weight))
		return 0;
	if (is_of_windows(&side->whole->weight))
		return is_of_windows(&side->weight) ? windows_reach(side, rarely) * side->scale : 0;
	interval = interval_of(side->parts, &side->weight, side->whole, deviations);
	beyond = interval.half + (upwards ? interval.center - interval.share :
					    interval.share - interval.center);
	return beyond * (double)side->whole->parts * side->scale;
}

double chance_difference(const struct chance_part sides[2], size_t tests)
{
	double rarely = (1 - CHANCE_LEVEL) / (double)(tests ? tests : 1);
	double deviations = deviations_of(rarely);
	bool more = (double)sides[1].parts * sides[1].scale > (double)sides[0].parts * sides[0].scale;
	double first = reach(&sides[0], more, rarely, deviations);
	double second = reach(&sides[1], !more, rarely, deviations);

	return sqrt(first * first + second * second);
}
