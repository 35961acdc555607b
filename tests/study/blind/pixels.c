// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pixels.c - the histogram of a drawing: large areas of one colour
 */
#include <stdint.h>
#include <stdio.h>

#define SIDE	512
#define FRAMES	7

static uint8_t image[SIDE * SIDE];
static uint32_t histogram[256];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void image_draw(uint32_t *state)
{
	uint32_t left = 0;
	uint8_t colour = 0;

	for (uint32_t i = 0; i < sizeof(image); i++) {
		if (!left--) {
			left = 20 + next_random(state) % 200;
			colour = next_random(state) & 0xff;
		}
		image[i] = colour;
	}
}

__attribute__((noinline)) static void image_count(void)
{
	for (uint32_t i = 0; i < sizeof(image); i++)
		histogram[image[i]]++;
}

int main(void)
{
	uint32_t state = 11;
	uint64_t sum = 0;

	image_draw(&state);
	for (int frame = 0; frame < FRAMES; frame++)
		image_count();
	for (int i = 0; i < 256; i++)
		sum = sum * 31 + histogram[i];
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
