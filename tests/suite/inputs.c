// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * inputs.c - makes the inputs of the suite's programs, the same ones everywhere
 *
 *   inputs KIND SIZE > FILE
 *
 * Everything comes from one linear congruential generator with a fixed seed.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 0x1234567890abcdefU;

static uint32_t draw(uint32_t below)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)((state >> 32) * below >> 32);
}

/* Small numbers are drawn far more often than large ones, as words are in texts. */
static uint32_t draw_skewed(uint32_t below)
{
	return (uint32_t)((uint64_t)draw(below) * draw(below) / below * draw(below) / below);
}

static void put_word(uint32_t number)
{
	static const char syllables[][4] = {
		"ba", "ke", "li", "mo", "nu", "ra", "sen", "ti", "vo", "wa", "pel", "dor", "gis",
		"ar", "est", "ion",
	};

	do {
		fputs(syllables[number % 16], stdout);
		number /= 16;
	} while (number);
}

/* @size lines of a text in no language. */
static void make_text(uint32_t size)
{
	for (uint32_t line = 0; line < size; line++) {
		for (uint32_t word = 6 + draw(9); word; word--) {
			put_word(draw_skewed(20000));
			putchar(word > 1 ? ' ' : '\n');
		}
	}
}

static uint32_t shade(uint32_t x, uint32_t y, uint32_t frame)
{
	uint32_t rings = ((x - 3 * frame) * (x - 3 * frame) + y * y) >> 7;
	uint32_t boxes = ((x + frame) >> 4 ^ (y + 2 * frame) >> 4) & 1;

	return (rings & 127) + boxes * 64 + draw(12);
}

/* A picture of @size by 3/4 @size pixels, 8 bits each of red, green and blue. */
static void make_ppm(uint32_t size)
{
	uint32_t height = size * 3 / 4;

	printf("P6\n%u %u\n255\n", size, height);
	for (uint32_t i = 0; i < size * height; i++) {
		for (uint32_t channel = 0; channel < 3; channel++)
			putchar((int)(shade(i % size, i / size, channel * 40) & 255));
	}
}

static void make_film(uint32_t frames, uint32_t width, uint32_t height)
{
	printf("YUV4MPEG2 W%u H%u F25:1 Ip A1:1 C420jpeg\n", width, height);
	for (uint32_t frame = 0; frame < frames; frame++) {
		puts("FRAME");
		for (uint32_t i = 0; i < width * height; i++)
			putchar((int)shade(i % width, i / width, frame));
		for (uint32_t i = 0; i < width * height / 2; i++)
			putchar((int)(128 + (shade(i % (width / 2), i / (width / 2), frame) >> 4)));
	}
}

/* A film of @size frames, 176 by 144 pixels. */
static void make_y4m(uint32_t size)
{
	make_film(size, 176, 144);
}

/* A film of one frame, @size by @size pixels. */
static void make_y4m_frame(uint32_t size)
{
	make_film(1, size, size);
}

/* Random 3-SAT of @size variables at the hard ratio of clauses, 4.26. */
static void make_cnf(uint32_t size)
{
	uint32_t clauses = size * 426 / 100;

	printf("p cnf %u %u\n", size, clauses);
	for (uint32_t i = 0; i < clauses; i++) {
		for (uint32_t k = 0; k < 3; k++)
			printf("%s%u ", draw(2) ? "-" : "", 1 + draw(size));
		puts("0");
	}
}

/* Transport of goods from @size sources to as many sinks at least cost, as CPLEX LP. */
static void make_lp(uint32_t size)
{
	puts("Minimize");
	for (uint32_t i = 0; i < size * size; i++)
		printf("%s %u x%u_%u\n", i ? " +" : " cost:", 1 + draw(1000), i / size, i % size);
	puts("Subject To");
	for (uint32_t row = 0; row < 2 * size; row++) {
		for (uint32_t k = 0; k < size; k++)
			printf(row < size ? "%1$s x%2$u_%3$u" : "%1$s x%3$u_%2$u", k ? " +" : "",
			       row % size, k);
		printf(row < size ? " <= %u\n" : " >= %u\n", row < size ? 1200 : 800 + draw(300));
	}
	puts("End");
}

/* @size records for the style sheet. */
static void make_xml(uint32_t size)
{
	puts("<?xml version=\"1.0\"?>\n<library>");
	for (uint32_t i = 0; i < size; i++) {
		printf("<book id=\"b%u\" year=\"%u\"><title>", i, 1900 + draw(125));
		put_word(draw(100000));
		printf("</title><author>");
		put_word(draw_skewed(2000));
		printf("</author><price>%u.%02u</price></book>\n", 5 + draw(90), draw(100));
	}
	puts("</library>");
}

/* @size records, one a line. */
static void make_json(uint32_t size)
{
	for (uint32_t i = 0; i < size; i++) {
		printf("{\"id\":%u,\"name\":\"", i);
		put_word(draw_skewed(50000));
		printf("\",\"score\":%u.%u,\"tags\":[", draw(1000), draw(10));
		for (uint32_t tags = 1 + draw(4); tags; tags--)
			printf("\"t%u\"%s", draw(40), tags > 1 ? "," : "");
		puts("]}");
	}
}

static void swap(int *a, int *b)
{
	int old = *a;

	*a = *b;
	*b = old;
}

/* @size sudoku puzzles of 26 givens: a solved grid, renamed, rows and columns moved. */
static void make_sudoku(uint32_t size)
{
	for (uint32_t n = 0; n < size; n++) {
		int digit[9], row[9], column[9];
		char grid[82];

		for (int i = 0; i < 9; i++)
			digit[i] = row[i] = column[i] = i;
		for (int i = 0; i < 30; i++) {
			uint32_t band = 3 * draw(3);

			swap(&digit[draw(9)], &digit[draw(9)]);
			swap(&row[band + draw(3)], &row[band + draw(3)]);
			swap(&column[band + draw(3)], &column[band + draw(3)]);
		}
		memset(grid, '.', 81);
		grid[81] = '\0';
		for (uint32_t given = 0; given < 26;) {
			uint32_t cell = draw(81);
			int r = row[cell / 9], c = column[cell % 9];

			given += grid[cell] == '.';
			grid[cell] = (char)('1' + digit[(r * 3 + r / 3 + c) % 9]);
		}
		puts(grid);
	}
}

static const struct {
	const char *name;
	void (*make)(uint32_t size);
} kinds[] = {
	{ "text", make_text }, { "ppm", make_ppm }, { "y4m", make_y4m },
	{ "frame", make_y4m_frame }, { "cnf", make_cnf },
	{ "lp", make_lp }, { "xml", make_xml }, { "json", make_json }, { "sudoku", make_sudoku },
};

int main(int argc, char **argv)
{
	unsigned long size = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && size; i++) {
		if (strcmp(argv[1], kinds[i].name))
			continue;
		kinds[i].make((uint32_t)size);
		if (fflush(stdout) || ferror(stdout)) {
			fprintf(stderr, "inputs: cannot write: %s\n", strerror(errno));
			return 1;
		}
		return 0;
	}
	fprintf(stderr, "usage: inputs text|ppm|y4m|frame|cnf|lp|xml|json|sudoku SIZE > FILE\n");
	return 2;
}
