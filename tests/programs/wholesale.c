// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * wholesale.c - loads that miss, in lists of one type that different calls allocate, and in each thread's own
 *
 * Three lists of the same length are walked by one function, one after the other: two that are there
 * together, and a third that is allocated where the second was. All come from a function that
 * allocates for others. A fourth walk, of as many loads, is through an array of the thread's own.
 */
#include <stdio.h>
#include <stdlib.h>

#define LINE_BYTES	64
#define LINES		65536U		/* 4 MiB: twice the last-level cache */
#define ROUNDS		2
#define PAGES		4096U		/* blocks of a list */
#define PAGE_ORDERS	(LINES / PAGES)

struct order {
	struct order *next;
	unsigned long amount;
	char rest[LINE_BYTES - 16];
};

struct entry {
	unsigned int next, pad;
	unsigned long sum;
	char rest[LINE_BYTES - 16];
};

struct list {
	struct order *pages[PAGES];
};

static _Thread_local struct entry drawer[LINES] __attribute__((aligned(LINE_BYTES)));
static _Thread_local unsigned long total;

/* All lines in one cycle, in an order that no prefetcher knows: LINES is a power of two. */
static unsigned int after(unsigned int line)
{
	return (line * 1664525U + 1013904223U) % LINES;
}

static __attribute__((noinline)) void *xalloc(size_t bytes)
{
	void *block = aligned_alloc(LINE_BYTES, bytes);

	if (!block)
		abort();
	return block;
}

static struct order *order_at(const struct list *list, unsigned int line)
{
	return &list->pages[line / PAGE_ORDERS][line % PAGE_ORDERS];
}

static __attribute__((noinline)) void link_orders(struct list *list)
{
	for (unsigned int i = 0; i < LINES; i++)
		*order_at(list, i) = (struct order){ .next = order_at(list, after(i)), .amount = i };
}

static __attribute__((noipa)) void take_orders(struct list *list)
{
	for (unsigned int i = 0; i < PAGES; i++)
		list->pages[i] = xalloc(PAGE_ORDERS * sizeof(struct order));
	link_orders(list);
}

static __attribute__((noipa)) void send_orders(struct list *list)
{
	for (unsigned int i = 0; i < PAGES; i++)
		list->pages[i] = xalloc(PAGE_ORDERS * sizeof(struct order));
	link_orders(list);
}

static __attribute__((noipa)) void return_orders(struct list *list)
{
	for (unsigned int i = 0; i < PAGES; i++)
		list->pages[i] = xalloc(PAGE_ORDERS * sizeof(struct order));
	link_orders(list);
}

static __attribute__((noinline)) void walk_orders(const struct list *list, unsigned long count)
{
	const struct order *at = list->pages[0];
	unsigned long sum = 0;

	while (count--) {
		sum += at->amount;
		at = at->next;
	}
	total += sum;
}

static __attribute__((noinline)) void walk_drawer(unsigned long count)
{
	unsigned long sum = 0;
	unsigned int at = 0;

	for (unsigned int i = 0; i < LINES; i++) {
		drawer[i].next = after(i);
		drawer[i].sum = i;
	}
	while (count--) {
		sum += drawer[at].sum;
		at = drawer[at].next;
	}
	total += sum;
}

int main(void)
{
	static struct list taken, sent;
	const unsigned long count = (unsigned long)ROUNDS * LINES;

	take_orders(&taken);
	send_orders(&sent);
	walk_orders(&taken, count);
	walk_orders(&sent, count);
	for (unsigned int i = PAGES; i--; )
		free(sent.pages[i]);
	return_orders(&sent);
	walk_orders(&sent, count);
	walk_drawer(count);
	printf("%lu\n", total);
	return 0;
}
