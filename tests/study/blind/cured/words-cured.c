// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * words-cured.c - lines, words and characters of a text, whose progress another thread may show
 */
#include <stdint.h>
#include <stdio.h>

#define LENGTH	131072
#define PASSES	10

static char text[LENGTH];
static volatile uint64_t characters, words, lines;

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void text_write(uint32_t *state)
{
	for (uint32_t i = 0; i < LENGTH; i++) {
		text[i] = 'a' + (next_random(state) & 15);
		if ((i & 7) == 7)
			text[i] = (i & 63) == 63 ? '\n' : ' ';
	}
}

__attribute__((noinline)) static void text_count(const char *at, const char *end)
{
	uint64_t all = 0, blanks = 0, breaks = 0;

	for (; at < end; at++) {
		all++;
		if (*at == ' ')
			blanks++;
		else if (*at == '\n')
			breaks++;
	}
	characters += all;
	words += blanks;
	lines += breaks;
}

int main(void)
{
	uint32_t state = 5;

	text_write(&state);
	for (int pass = 0; pass < PASSES; pass++)
		text_count(text, text + LENGTH);
	printf("%lu %lu %lu\n", (unsigned long)characters, (unsigned long)words,
	       (unsigned long)lines);
	return 0;
}
