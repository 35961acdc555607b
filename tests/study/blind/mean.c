// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mean.c - the weighted sum of a window of measurements, two thousand times
 */
#include <stdint.h>
#include <stdio.h>

#define WINDOW	1024
#define TIMES	2000

static double values[WINDOW], weights[WINDOW];

__attribute__((noinline)) static double weighted_sum(const double *value, const double *weight)
{
	double sum = 0;

	for (int i = 0; i < WINDOW; i++)
		sum += value[i] * weight[i];
	return sum;
}

int main(void)
{
	uint32_t state = 17;
	double total = 0;

	for (int i = 0; i < WINDOW; i++) {
		state = state * 1664525 + 1013904223;
		values[i] = state >> 24;
		weights[i] = state >> 20 & 15;
	}
	for (int i = 0; i < TIMES; i++) {
		values[i % WINDOW] += 1;
		total += weighted_sum(values, weights);
	}
	printf("%.0f\n", total);
	return 0;
}
