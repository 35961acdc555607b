// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jsonout.c - JSON values of a profile: see jsonout.h
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "jsonout.h"

void jsonout_string(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			fprintf(file, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else
			fputc(c, file);
	}
	fputc('"', file);
}

void jsonout_list(FILE *file, const uint64_t *numbers, size_t count)
{
	fputc('[', file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%" PRIu64, i ? "," : "", numbers[i]);
	fputc(']', file);
}

size_t jsonout_length(const uint64_t *numbers, size_t count)
{
	while (count && !numbers[count - 1])
		count--;
	return count;
}

void jsonout_short_list(FILE *file, const uint64_t *numbers, size_t count)
{
	jsonout_list(file, numbers, jsonout_length(numbers, count));
}

/* @base: a constant. Returns behind the last digit, of 20 at most. */
static inline char *put_digits(char *at, uint64_t number, unsigned int base)
{
	char digits[20];
	unsigned int count = 0;

	do {
		digits[count++] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number);
	while (count)
		*at++ = digits[--count];
	return at;
}

/* There can be millions of rows: fprintf() takes five times as long for them. */
static void put_row(FILE *file, const struct tea_stacks_row *row)
{
	const uint64_t numbers[] = { row->psv, row->state, row->privilege, row->parts };
	char line[8 + 16 + 4 * (1 + 20) + 1] = "\n[\"0x", *at;

	at = put_digits(line + strlen(line), row->pc, 16);
	*at++ = '"';
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		*at++ = ',';
		at = put_digits(at, numbers[i], 10);
	}
	*at++ = ']';
	fwrite(line, 1, (size_t)(at - line), file);
}

void jsonout_rows(FILE *file, const char *name, const struct tea_stacks_row *rows, size_t count)
{
	fprintf(file, ",\n\"%s\":[", name);
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', file);
		put_row(file, &rows[i]);
	}
	fputc(']', file);
}
