// SPDX-License-Identifier: GPL-2.0
/*
 * twin_work.c - short blocks, short functions, calls through pointers, divisions; see twin.h
 */
#include "twin.h"

#define apart	__attribute__((__noinline__))

typedef unsigned long (*step_fn)(unsigned long value, unsigned long with);

/* A loop of a division, which ends when the values say so. */
static apart unsigned long divisor_common(unsigned long a, unsigned long b)
{
	while (b) {
		unsigned long rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static unsigned long step_mix(unsigned long value, unsigned long with)
{
	return (value ^ with) * 2654435761UL;
}

static unsigned long step_turn(unsigned long value, unsigned long with)
{
	return value << 7 | (value + with) >> 57;
}

static unsigned long step_hail(unsigned long value, unsigned long with)
{
	return value & 1 ? 3 * value + with : value / 2;
}

static const step_fn steps[] = { step_mix, step_turn, step_hail, step_mix };

/* Calls of a few instructions each; the value says of which. */
static apart unsigned long value_steps(unsigned long value, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		value = steps[value >> 9 & 3](value, i);
	return value;
}

/* By insertion: branches that are hard to predict. */
static apart void values_sort(unsigned long *values, unsigned int count)
{
	for (unsigned int i = 1; i < count; i++) {
		unsigned long value = values[i];
		unsigned int at = i;

		for (; at && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
	}
}

/* A block of over 18 instructions, of which samples are taken and not the records. */
static apart unsigned long values_digest(const unsigned long *values)
{
	unsigned long sum = 0;

	for (unsigned int i = 0; i < TWIN_VALUES; i += 8, values += 8)
		sum = (sum ^ values[0]) + (values[1] >> 3) + (values[2] << 5) + (values[3] ^ values[4]) +
		      (values[5] * 5 ^ values[6]) + (values[7] >> 11);
	return sum;
}

void twin_round(struct twin *twin)
{
	unsigned long sum = twin->sum;

	for (unsigned int i = 0; i < TWIN_VALUES; i++)
		twin->values[i] = sum = sum * 6364136223846793005UL + 1442695040888963407UL;
	for (unsigned int i = 0; i < TWIN_SORTED; i++) {
		const unsigned long *pair = &twin->values[2 * i];

		twin->sorted[i] = value_steps(pair[0], 24) + divisor_common(pair[0] >> 20, pair[1] >> 24 | 1);
	}
	values_sort(twin->sorted, TWIN_SORTED);
	for (unsigned int i = 0; i < 6; i++)
		sum += values_digest(twin->values) ^ twin->sorted[i];
	twin->sum = sum;
}
