// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * orders.c - an order book, kept as a list by price; its mean price per piece
 */
#include <stdint.h>
#include <stdio.h>

#define ORDERS	49152
#define WALKS	12

struct order {
	struct order *next;
	uint64_t value;
	uint32_t pieces, account;
	char client[40];
};

static struct order pool[ORDERS];
static uint32_t place[ORDERS];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* The n-th order of the book is that at place[n]: they came in any order. */
static void arrive(uint32_t *state)
{
	for (uint32_t i = 0; i < ORDERS; i++)
		place[i] = i;
	for (uint32_t i = ORDERS - 1; i; i--) {
		uint32_t other = next_random(state) % (i + 1);
		uint32_t swap = place[i];

		place[i] = place[other];
		place[other] = swap;
	}
}

static struct order *book_create(void)
{
	struct order *first = NULL;

	for (uint32_t n = ORDERS; n--; ) {
		struct order *order = &pool[place[n]];

		order->value = 1000000 + n * 37;
		order->pieces = 1 + n % 97;
		order->next = first;
		first = order;
	}
	return first;
}

__attribute__((noinline)) static uint64_t book_price(const struct order *order)
{
	uint64_t price = 0;

	for (; order; order = order->next)
		price += order->value / order->pieces;
	return price;
}

int main(void)
{
	uint32_t state = 3;
	uint64_t sum = 0;
	struct order *book;

	arrive(&state);
	book = book_create();
	for (int walk = 0; walk < WALKS; walk++)
		sum = sum * 3 + book_price(book);
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
