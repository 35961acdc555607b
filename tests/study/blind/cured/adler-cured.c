// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * adler-cured.c - a checksum of a block
 */
#include <stdint.h>
#include <stdio.h>

#define LENGTH	32768
#define BLOCKS	10

static uint8_t block[LENGTH];

static uint32_t adler32(const uint8_t *at, uint32_t length)
{
	uint32_t low = 1, high = 0;

	for (uint32_t i = 0; i < length; i++) {
		low += at[i];
		high += low;
		if (low >= 65521)
			low -= 65521;
		high = high >= 65521 ? high - 65521 : high;
	}
	return high << 16 | low;
}

int main(void)
{
	uint32_t state = 31, sum = 0;

	for (int i = 0; i < LENGTH; i++) {
		state = state * 1664525 + 1013904223;
		block[i] = state >> 24;
	}
	for (int i = 0; i < BLOCKS; i++) {
		block[i]++;
		sum = sum * 3 + adler32(block, LENGTH);
	}
	printf("%08x\n", sum);
	return 0;
}
