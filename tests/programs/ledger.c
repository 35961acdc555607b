// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ledger.c - loads that miss, in data of every kind, as many in each
 *
 * Four chases of the same number of loads: through a global array of structs, through a static
 * array of a function, through a list of nodes on the heap, and through an array on the stack. Each
 * load depends on the one before it and goes to another line, in the same order of lines; so each
 * of the first three takes a quarter of the time, and so does the stack's, which is walked often
 * enough. Each also adds up a field of the same line, which hits.
 */
#include <stdio.h>
#include <stdlib.h>

#define LINE_BYTES	64
#define LINES		65536U		/* 4 MiB: twice the last-level cache */
#define ROUNDS		2

struct account {
	unsigned int next;		/* the account that comes after it */
	unsigned int pad;
	unsigned long balance;
	char rest[LINE_BYTES - 16];
};

struct customer {
	struct customer *next;
	unsigned long debt;
	char rest[LINE_BYTES - 16];
};

struct account accounts[LINES] __attribute__((aligned(LINE_BYTES)));
static struct customer *customers;
unsigned long total;

/* All lines in one cycle, in an order that no prefetcher knows: LINES is a power of two. */
static unsigned int after(unsigned int line)
{
	return (line * 1664525U + 1013904223U) % LINES;
}

static __attribute__((noinline)) void link_accounts(struct account *all)
{
	for (unsigned int i = 0; i < LINES; i++)
		all[i] = (struct account){ .next = after(i), .balance = i };
}

static __attribute__((noinline)) void walk_global(unsigned long count)
{
	unsigned long sum = 0;
	unsigned int at = 0;

	while (count--) {
		sum += accounts[at].balance;
		at = accounts[at].next;
	}
	total += sum;
}

static __attribute__((noinline)) void walk_static(unsigned long count)
{
	static struct account archive[LINES] __attribute__((aligned(LINE_BYTES)));
	unsigned long sum = 0;
	unsigned int at = 0;

	if (!archive[1].balance)
		link_accounts(archive);
	while (count--) {
		sum += archive[at].balance;
		at = archive[at].next;
	}
	total += sum;
}

static __attribute__((noinline)) void link_customers(void)
{
	struct customer *all = aligned_alloc(LINE_BYTES, LINES * sizeof(*all));

	for (unsigned int i = 0; all && i < LINES; i++)
		all[i] = (struct customer){ .next = &all[after(i)], .debt = i };
	customers = all;
}

static __attribute__((noinline)) void walk_heap(unsigned long count)
{
	const struct customer *at = customers;
	unsigned long sum = 0;

	while (count--) {
		sum += at->debt;
		at = at->next;
	}
	total += sum;
}

static __attribute__((noinline)) void walk_stack(unsigned long count)
{
	volatile struct account drawer[LINES];
	unsigned long sum = 0;
	unsigned int at = 0;

	for (unsigned int i = 0; i < LINES; i++) {
		drawer[i].next = after(i);
		drawer[i].balance = i;
	}
	while (count--) {
		sum += drawer[at].balance;
		at = drawer[at].next;
	}
	total += sum;
}

int main(void)
{
	const unsigned long count = (unsigned long)ROUNDS * LINES;

	link_accounts(accounts);
	link_customers();
	walk_global(count);
	walk_static(count);
	walk_heap(count);
	walk_stack(count);
	printf("%lu\n", total);
	return customers ? 0 : 1;
}
