// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * join.c - a hash join of two tables: build and probe with chains
 */
#include "kernel.h"

#define BUILD	(1u << 15)
#define PROBE	(1u << 17)
#define BUCKETS	(1u << 15)

struct row {
	struct row *next;
	uint64_t key, value;
};

static struct row rows[BUILD], *buckets[BUCKETS];

static uint64_t hash(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15U >> 40 & (BUCKETS - 1);
}

int main(int argc, char **argv)
{
	uint64_t state = 5, matches = 0, sum = 0;

	for (long n = kernel_repeats(argc, argv); n; n--) {
		for (size_t i = 0; i < BUCKETS; i++)
			buckets[i] = NULL;
		for (size_t i = 0; i < BUILD; i++) {
			struct row **bucket;

			rows[i].key = kernel_draw(&state) % (2 * BUILD);
			rows[i].value = i;
			bucket = &buckets[hash(rows[i].key)];
			rows[i].next = *bucket;
			*bucket = &rows[i];
		}
		for (size_t i = 0; i < PROBE; i++) {
			uint64_t key = kernel_draw(&state) % (2 * BUILD);

			for (struct row *at = buckets[hash(key)]; at; at = at->next) {
				if (at->key == key) {
					matches++;
					sum += at->value ^ i;
				}
			}
		}
	}
	printf("matches %llu sum %llu\n", (unsigned long long)matches, (unsigned long long)sum);
	return 0;
}
