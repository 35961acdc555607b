/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * statistics.h - correlation, percentiles, and the intervals of chance
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* Pearson's r of @count pairs; NaN where one of the two does not vary, or below 3 pairs. */
double statistics_pearson(const double *x, const double *y, size_t count);

/*
 * The value below which @part (0..1) of a histogram's counts lie, [i] counting the
 * value i; interpolated within a bin, which stands for i - 1/2 to i + 1/2. NaN if empty.
 */
double statistics_percentile(const uint64_t *histogram, size_t bins, double part);

/* The value below which @part (0..1) of @count values lie, between its neighbours. NaN if none. */
double statistics_quantile(const double *values, size_t count, double part);

/* The standard deviation of a sample; 0 of one value. */
double statistics_deviation(const double *values, size_t count);

/* Half of the 95 % interval of the mean, by Student's t; infinite of one value. */
double statistics_half(const double *values, size_t count);

/* A number between 0 and 1, both excluded, and the next @state (splitmix64). */
double statistics_uniform(uint64_t *state);

/* The ends of the middle 95 % of @count values, which are sorted by it. */
void statistics_middle(double *values, size_t count, double *low, double *high);

struct statistics_interval {
	double value, low, high;	/* NaN where there is nothing */
};

enum statistics_of { STATISTICS_MEAN, STATISTICS_MEDIAN };

/*
 * The mean or median of @values and its 95 % interval by the bootstrap: groups are drawn with
 * replacement, as many as there are, and with each come all of its values. Group g has the values
 * from @ends[g - 1] (0 for the first) up to @ends[g]. A negative errno if memory runs out.
 */
int statistics_bootstrap(const double *values, const size_t *ends, size_t groups,
			 enum statistics_of of, unsigned int draws, uint64_t seed,
			 struct statistics_interval *interval);

/* The share of @hits in @count independent cases, with Wilson's 95 % interval. */
struct statistics_interval statistics_share(double hits, double count);

#endif /* STATISTICS_H */
