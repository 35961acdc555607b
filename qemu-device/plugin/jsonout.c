// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jsonout.c - JSON values of a profile: see jsonout.h
 */
#include <inttypes.h>
#include <stdlib.h>

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

void jsonout_rows(FILE *file, const char *name, const struct tea_stacks_row *rows, size_t count)
{
	fprintf(file, ",\n\"%s\":[", name);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",%u,%u,%u,%" PRIu64 "]", i ? "," : "",
			rows[i].pc, rows[i].psv, rows[i].state, rows[i].privilege, rows[i].parts);
	fputc(']', file);
}
