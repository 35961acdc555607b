// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sort.c - quick sort, merge sort and heap sort of random keys
 */
#include <string.h>

#include "kernel.h"

#define KEYS	(1 << 15)

static uint32_t keys[KEYS], work[KEYS], sorted[KEYS];

static void quick(uint32_t *low, uint32_t *high)
{
	while (high - low > 12) {
		uint32_t pivot = low[(high - low) / 2], *i = low - 1, *j = high + 1;

		for (;;) {
			uint32_t old;

			while (*++i < pivot)
				;
			while (*--j > pivot)
				;
			if (i >= j)
				break;
			old = *i, *i = *j, *j = old;
		}
		quick(low, j);
		low = j + 1;
	}
	for (uint32_t *i = low + 1; i <= high; i++) {
		uint32_t key = *i, *j = i;

		for (; j > low && j[-1] > key; j--)
			*j = j[-1];
		*j = key;
	}
}

static void merge(uint32_t *from, uint32_t *to)
{
	for (size_t width = 1; width < KEYS; width *= 2) {
		uint32_t *old = from;

		for (size_t begin = 0; begin < KEYS; begin += 2 * width) {
			size_t i = begin, j = begin + width;

			for (size_t k = begin; k < begin + 2 * width; k++) {
				if (j == begin + 2 * width ||
				    (i < begin + width && from[i] <= from[j]))
					to[k] = from[i++];
				else
					to[k] = from[j++];
			}
		}
		from = to, to = old;
	}
	memmove(sorted, from, sizeof(sorted));
}

static void sift(uint32_t *heap, size_t at, size_t count)
{
	uint32_t key = heap[at];

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && heap[child + 1] > heap[child])
			child++;
		if (heap[child] <= key)
			break;
		heap[at] = heap[child];
	}
	heap[at] = key;
}

static void heap(uint32_t *list)
{
	for (size_t i = KEYS / 2; i--;)
		sift(list, i, KEYS);
	for (size_t count = KEYS - 1; count; count--) {
		uint32_t largest = list[0];

		list[0] = list[count];
		list[count] = largest;
		sift(list, 0, count);
	}
}

int main(int argc, char **argv)
{
	uint64_t state = 3, sum = 0;

	for (long n = kernel_repeats(argc, argv); n; n--) {
		for (size_t i = 0; i < KEYS; i++)
			keys[i] = (uint32_t)kernel_draw(&state);
		memcpy(work, keys, sizeof(work));
		quick(work, work + KEYS - 1);
		sum += work[KEYS / 3];
		memcpy(work, keys, sizeof(work));
		heap(work);
		sum += work[KEYS / 5];
		merge(keys, work);
		sum += sorted[KEYS / 7];
	}
	printf("sum %llu\n", (unsigned long long)sum);
	return 0;
}
