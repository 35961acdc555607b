// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * groups.c - a hash table's control bytes: eight slots to a group, 0xfe is free
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define GROUPS	2048
#define ROUNDS	16
#define LOW	0x0101010101010101u
#define HIGH	0x8080808080808080u

static uint64_t table[GROUPS];

static unsigned int byte_index(uint64_t high_bit)
{
	return ((high_bit >> 7) * 0x0001020304050607u) >> 56;
}

/* Puts @tag into the first free slot of @group. */
__attribute__((noinline)) static unsigned int group_insert(unsigned int group, uint8_t tag)
{
	uint64_t word = table[group];
	uint64_t same = word ^ 0xfefefefefefefefeu;
	uint64_t is_free = (same - LOW) & ~same & HIGH;
	unsigned int slot = byte_index(is_free & -is_free);

	((uint8_t *)table)[group * 8 + slot] = tag;
	return slot;
}

int main(void)
{
	uint64_t sum = 0;

	for (int round = 0; round < ROUNDS; round++) {
		memset(table, 0xfe, sizeof(table));
		for (unsigned int key = 0; key < GROUPS * 8; key++)
			sum = sum * 5 + group_insert(key >> 3, (key + round) & 0x7f);
		for (unsigned int group = 0; group < GROUPS; group++)
			sum ^= table[group];
	}
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
