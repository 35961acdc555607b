// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * basket.c - the cost of baskets: a list of positions each, and a catalogue of goods
 */
#include <stdint.h>
#include <stdio.h>

#define GOODS		65536
#define POSITIONS	1024
#define BASKETS		320

struct good {
	uint32_t price, stock;
	char name[56];
};

struct position {
	struct position *next;
	uint32_t good, pieces;
};

static struct good goods[GOODS];
static struct position positions[POSITIONS];

static struct position *basket_fill(uint32_t basket)
{
	struct position *first = NULL;

	for (int i = POSITIONS - 1; i >= 0; i--) {
		positions[i].good = (basket * POSITIONS + i) * 2654435761u >> 16;
		positions[i].pieces = 1 + (i & 3);
		positions[i].next = first;
		first = &positions[i];
	}
	return first;
}

__attribute__((noinline)) static uint64_t basket_total(const struct position *position)
{
	uint64_t total = 0;

	for (; position; position = position->next)
		total += (uint64_t)goods[position->good].price * position->pieces;
	return total;
}

int main(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < GOODS; i++)
		goods[i].price = 100 + (i & 1023);
	for (int i = 0; i < BASKETS; i++)
		sum = sum * 3 + basket_total(basket_fill(i));
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
