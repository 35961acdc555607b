// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shout-cured.c - lines in capital letters
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LENGTH	1500
#define LINES	6

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

__attribute__((noinline)) static void line_shout(char *line)
{
	size_t length = strlen(line);

	for (size_t i = 0; i < length; i++) {
		if (line[i] >= 'a' && line[i] <= 'z')
			line[i] -= 'a' - 'A';
	}
}

int main(void)
{
	static char line[LENGTH + 1];
	uint32_t state = 13;
	uint64_t sum = 0;

	for (int n = 0; n < LINES; n++) {
		for (int i = 0; i < LENGTH; i++)
			line[i] = 'a' + next_random(&state) % 26;
		line_shout(line);
		for (int i = 0; i < LENGTH; i++)
			sum = sum * 31 + line[i];
	}
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
