// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * interval.c - a number of a page with what chance leaves of it, at 95 %
 *
 * Usage: interval mean|median|share DIGITS < LINES
 *
 * LINES are `VALUE`, or `PROGRAM<tab>VALUE` where one program has several: programs are what chance
 * draws, so all values of one come together, whatever their order.
 *
 *	mean, median	`VALUE (LOW to HIGH)`, by the bootstrap: INTERVAL_DRAWS draws of programs,
 *			from INTERVAL_SEED
 *	share		`LOW to HIGH %`, Wilson's interval of the share of values that are 1, not 0, of
 *			a program each
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"

#define INTERVAL_DRAWS	10000		/* tests/study/study.bash says so, too */
#define INTERVAL_SEED	1
#define LINES_MOST	4096

struct line {
	char program[64];
	double value;
	size_t number;
};

static int compare_lines(const void *left, const void *right)
{
	const struct line *a = left, *b = right;
	int order = strcmp(a->program, b->program);

	return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* 0, or -1 with the reason told. */
static int read_lines(struct line *lines, size_t *count)
{
	char text[256], *value, *end;

	while (fgets(text, sizeof(text), stdin)) {
		struct line *line = &lines[*count];

		if (*count == LINES_MOST) {
			fprintf(stderr, "interval: more than %d lines: give fewer\n", LINES_MOST);
			return -1;
		}
		value = strchr(text, '\t');
		snprintf(line->program, sizeof(line->program), "%.*s",
			 value ? (int)(value - text) : 0, text);
		value = value ? value + 1 : text;
		if (!*line->program)	/* one of its own */
			snprintf(line->program, sizeof(line->program), "#%zu", *count);
		line->value = strtod(value, &end);
		if (end == value || (*end && *end != '\n') || !isfinite(line->value)) {
			fprintf(stderr, "interval: line %zu is no number: '%s'\n", *count + 1,
				strtok(text, "\n") ?: "");
			return -1;
		}
		line->number = (*count)++;
	}
	if (*count)
		return 0;
	fprintf(stderr, "interval: no lines on standard input\n");
	return -1;
}

static int put_bootstrap(const struct line *lines, size_t count, enum statistics_of of, int digits)
{
	static double values[LINES_MOST];
	static size_t ends[LINES_MOST];
	struct statistics_interval interval;
	size_t groups = 0;

	for (size_t i = 0; i < count; i++) {
		values[i] = lines[i].value;
		groups += !i || strcmp(lines[i].program, lines[i - 1].program);
		ends[groups - 1] = i + 1;
	}
	if (statistics_bootstrap(values, ends, groups, of, INTERVAL_DRAWS, INTERVAL_SEED, &interval)) {
		fprintf(stderr, "interval: out of memory\n");
		return 1;
	}
	printf("%.*f (%.*f to %.*f)\n", digits, interval.value, digits, interval.low, digits,
	       interval.high);
	return 0;
}

static int put_share(const struct line *lines, size_t count, int digits)
{
	struct statistics_interval interval;
	double hits = 0;

	for (size_t i = 0; i < count; i++)
		hits += lines[i].value;
	interval = statistics_share(hits, (double)count);
	printf("%.*f to %.*f %%\n", digits, 100 * interval.low, digits, 100 * interval.high);
	return 0;
}

int main(int argc, char **argv)
{
	static struct line lines[LINES_MOST];
	size_t count = 0;
	int digits, error;

	if (argc != 3 || strlen(argv[2]) != 1 || !strchr("01234", argv[2][0])) {
		fprintf(stderr, "usage: interval mean|median|share DIGITS < LINES\n");
		return 2;
	}
	digits = argv[2][0] - '0';
	if (read_lines(lines, &count))
		return 1;
	qsort(lines, count, sizeof(*lines), compare_lines);
	if (!strcmp(argv[1], "mean"))
		error = put_bootstrap(lines, count, STATISTICS_MEAN, digits);
	else if (!strcmp(argv[1], "median"))
		error = put_bootstrap(lines, count, STATISTICS_MEDIAN, digits);
	else if (!strcmp(argv[1], "share"))
		error = put_share(lines, count, digits);
	else
		error = fprintf(stderr, "interval: no statistic '%s': give mean, median or share\n",
				argv[1]) > 0;
	return error || fflush(stdout) || ferror(stdout);
}
