// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * statistics.c - correlation, percentiles, and the intervals of chance: see statistics.h
 */
#include "statistics.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double statistics_pearson(const double *x, const double *y, size_t count)
{
	double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;

	if (count < 3)
		return NAN;
	for (size_t i = 0; i < count; i++) {
		mean_x += x[i] / (double)count;
		mean_y += y[i] / (double)count;
	}
	for (size_t i = 0; i < count; i++) {
		xx += (x[i] - mean_x) * (x[i] - mean_x);
		yy += (y[i] - mean_y) * (y[i] - mean_y);
		xy += (x[i] - mean_x) * (y[i] - mean_y);
	}
	return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

double statistics_percentile(const uint64_t *histogram, size_t bins, double part)
{
	double total = 0, below = 0;

	for (size_t i = 0; i < bins; i++)
		total += (double)histogram[i];
	for (size_t i = 0; i < bins && total > 0; i++) {
		double in = (double)histogram[i];

		if (in > 0 && below + in >= part * total)
			return (double)i - 0.5 + (part * total - below) / in;
		below += in;
	}
	return NAN;
}

static int compare_doubles(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* The value of place @at of @count sorted ones, of which the first has place 0. */
static double between(const double *sorted, size_t count, double at)
{
	size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;

	return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

double statistics_quantile(const double *values, size_t count, double part)
{
	double *sorted = count ? malloc(count * sizeof(*sorted)) : NULL, result;

	if (!sorted)
		return NAN;
	memcpy(sorted, values, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare_doubles);
	result = between(sorted, count, part * (double)(count - 1));
	free(sorted);
	return result;
}

double statistics_deviation(const double *values, size_t count)
{
	double sum = 0, squares = 0;

	if (count < 2)
		return 0;
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - sum / (double)count) * (values[i] - sum / (double)count);
	return sqrt(squares / (double)(count - 1));
}

/* The two-sided 95 % quantile of Student's t; Cornish-Fisher from 30 degrees of freedom on. */
static double student(size_t degrees)
{
	static const double quantiles[] = {
		12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
		2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
		2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
	};

	return degrees < 30 ? quantiles[degrees - 1] : 1.960 + 2.37 / (double)degrees;
}

double statistics_half(const double *values, size_t count)
{
	return count < 2 ? INFINITY :
	       student(count - 1) * statistics_deviation(values, count) / sqrt((double)count);
}

double statistics_uniform(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15U;		/* splitmix64 */

	uint64_t z = (*state ^ *state >> 30) * 0xbf58476d1ce4e5b9U;

	z = (z ^ z >> 27) * 0x94d049bb133111ebU;
	return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

void statistics_middle(double *values, size_t count, double *low, double *high)
{
	qsort(values, count, sizeof(*values), compare_doubles);
	*low = values[(size_t)(0.025 * (double)(count - 1) + 0.5)];
	*high = values[(size_t)(0.975 * (double)(count - 1) + 0.5)];
}

/* Sorts @values for a median. */
static double evaluate(double *values, size_t count, enum statistics_of of)
{
	double sum = 0;

	if (of == STATISTICS_MEDIAN) {
		qsort(values, count, sizeof(*values), compare_doubles);
		return (values[(count - 1) / 2] + values[count / 2]) / 2;
	}
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

/* Into @drawn, how many values. */
static size_t draw_groups(const double *values, const size_t *ends, size_t groups, double *drawn,
			  uint64_t *state)
{
	size_t count = 0;

	for (size_t i = 0; i < groups; i++) {
		size_t group = (size_t)(statistics_uniform(state) * (double)groups);
		size_t first = group ? ends[group - 1] : 0, size = ends[group] - first;

		memcpy(drawn + count, values + first, size * sizeof(*values));
		count += size;
	}
	return count;
}

static size_t largest_group(const size_t *ends, size_t groups)
{
	size_t largest = 0, first = 0;

	for (size_t i = 0; i < groups; first = ends[i++])
		largest = ends[i] - first > largest ? ends[i] - first : largest;
	return largest;
}

int statistics_bootstrap(const double *values, const size_t *ends, size_t groups,
			 enum statistics_of of, unsigned int draws, uint64_t seed,
			 struct statistics_interval *interval)
{
	double *drawn, *results;

	*interval = (struct statistics_interval){ .value = NAN, .low = NAN, .high = NAN };
	if (!groups)
		return 0;
	drawn = malloc(groups * largest_group(ends, groups) * sizeof(*drawn));
	results = malloc(draws * sizeof(*results));
	if (!drawn || !results) {
		free(drawn);
		free(results);
		return -ENOMEM;
	}
	memcpy(drawn, values, ends[groups - 1] * sizeof(*values));
	interval->value = evaluate(drawn, ends[groups - 1], of);
	for (unsigned int i = 0; i < draws; i++)
		results[i] = evaluate(drawn, draw_groups(values, ends, groups, drawn, &seed), of);
	statistics_middle(results, draws, &interval->low, &interval->high);
	free(drawn);
	free(results);
	return 0;
}

struct statistics_interval statistics_share(double hits, double count)
{
	const double z = 1.959964, share = hits / count, below = 1 + z * z / count;
	const double middle = (share + z * z / (2 * count)) / below;
	const double half = z / below * sqrt(share * (1 - share) / count + z * z / (4 * count * count));

	return (struct statistics_interval){
		.value = share, .low = fmax(0, middle - half), .high = fmin(1, middle + half),
	};
}
