/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * statistics.h - correlation and percentiles
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

#endif /* STATISTICS_H */
