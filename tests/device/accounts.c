// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * accounts.c - a program that a compiler makes faster with a profile
 *
 *	accounts [DAYS]
 *
 * Checks precede the code that nearly always runs, and no compiler inlines the calls unasked.
 */
#include <stdio.h>
#include <stdlib.h>

struct account { long balance, fee; int state, kind, days, limit; };

static long settle(struct account *a, long amount)
{
	if (a->state == 1) { a->fee += amount / 7; a->state = 0; printf("opened %ld\n", a->fee); return -1; }
	if (a->state == 2) { a->fee -= amount / 11; a->state = 0; printf("closed %ld\n", a->fee); return -2; }
	if (a->state == 3) { a->fee ^= amount / 13; a->state = 0; printf("frozen %ld\n", a->fee); return -3; }
	if (a->kind == 5 && amount > a->limit) { a->state = 1; a->balance += amount % 17; printf("limit\n"); return -4; }
	if (a->kind == 6 && a->days > 90) { a->state = 2; a->balance -= amount % 19; printf("dormant\n"); return -5; }
	a->balance += amount - (amount >> 5);
	return a->balance;
}

__attribute__((noinline)) static long day(struct account *a, int count, unsigned *seed)
{
	long sum = 0;

	for (int i = 0; i < count; i++) {
		*seed = *seed * 1103515245u + 12345u;
		sum += settle(&a[i], *seed >> 20);
		if (*seed >> 31)
			sum -= settle(&a[i], -3);
		else
			sum += settle(&a[count - 1 - i], 5);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int days = argc > 1 ? atoi(argv[1]) : 100, count = 200;
	struct account *a = calloc(count, sizeof(*a));
	unsigned seed = 1;
	long sum = 0;

	for (int i = 0; i < days; i++)
		sum += day(a, count, &seed);
	printf("%ld\n", sum);
	return 0;
}
