// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * strings.c - a loop that copies and compares strings, as Dhrystone does
 *
 * For samples at fixed periods, see four.c. The strings are Dhrystone's in length and
 * in where they differ.
 */
#include "microbench.h"

const unsigned long default_iterations = 100000;

static volatile int sink;
static char first[31], second[31];

void prepare(void)
{
}

static __attribute__((noipa)) void copy(char *to, const char *from)
{
	while ((*to++ = *from++))
		asm volatile("" : : : "memory");	/* or it is a call of strcpy */
}

static __attribute__((noipa)) int compare(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a - *b;
}

static __attribute__((noipa)) int weigh(const char *string, int index)
{
	return string[index] * 3 + string[index + 1] / 2;
}

static __attribute__((noipa)) void choose(int order, unsigned long round)
{
	if (order > 0)
		sink = weigh(first, (int)(round % 8));
	else
		sink = weigh(second, (int)(round % 8)) + order;
}

void hot_loop(unsigned long iterations)
{
	while (iterations--) {
		copy(first, "DHRYSTONE PROGRAM, 1'ST STRING");
		copy(second, "DHRYSTONE PROGRAM, 2'ND STRING");
		choose(compare(first, second), iterations);
	}
}
