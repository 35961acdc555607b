// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * four.c - a loop of four functions, the same in each round
 *
 * For samples at fixed periods: nothing but the sampling itself makes one round differ
 * from the next, so a sampler that keeps in step with the loop sees one place of it.
 */
#include "microbench.h"

const unsigned long default_iterations = 30000;

static volatile unsigned long sink, words[64];

void prepare(void)
{
}

static __attribute__((noipa)) void multiply(unsigned long value)
{
	for (int i = 0; i < 40; i++)
		value = value * value + 1;
	sink = value;
}

static __attribute__((noipa)) void divide(unsigned long value)
{
	for (int i = 0; i < 8; i++)
		value = ~0UL / (value | 1);
	sink = value;
}

static __attribute__((noipa)) void add(unsigned long value)
{
	unsigned long other = ~value;

	for (int i = 0; i < 100; i++) {
		value += other;
		other ^= value;
	}
	sink = value;
}

static __attribute__((noipa)) void store(unsigned long value)
{
	for (int i = 0; i < 128; i++)
		words[i % 64] = value;
}

void hot_loop(unsigned long iterations)
{
	while (iterations--) {
		multiply(iterations | 3);
		divide(7);
		add(iterations);
		store(iterations);
	}
}
