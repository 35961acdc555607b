// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * statistics.c - correlation and percentiles: see statistics.h
 */
#include "statistics.h"

#include <math.h>

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
