// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfcounts.c - the lines of perf stat; see perfcounts.h
 */
#include "perfcounts.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* Fields of a line; those behind are of metrics. */
enum { VALUE, UNIT, EVENT, RUNNING, PERCENT, FIELDS };

#define DIGITS_MOST	24		/* of any 64 bits, and a fraction */

struct count_field {
	const char *text;
	size_t size;
};

void perfcounts_init(struct perfcounts *counts, const char *text, size_t size)
{
	*counts = (struct perfcounts){ .at = text, .end = text + size };
}

/* The next line that is neither empty nor a comment. False: there is none. */
static bool next_line(struct perfcounts *counts, struct count_field *line)
{
	while (counts->at < counts->end) {
		const char *begin = counts->at;
		const char *end = memchr(begin, '\n', (size_t)(counts->end - begin));

		counts->line++;
		counts->at = end ? end + 1 : counts->end;
		*line = (struct count_field){ begin, (size_t)((end ? end : counts->end) - begin) };
		if (line->size && *begin != '#')
			return true;
	}
	return false;
}

static bool split(struct count_field line, struct count_field fields[FIELDS])
{
	for (size_t i = 0; i < FIELDS; i++) {
		const char *end = memchr(line.text, PERFCOUNTS_SEPARATOR[0], line.size);

		if (!end)
			return false;
		fields[i] = (struct count_field){ line.text, (size_t)(end - line.text) };
		line.size -= fields[i].size + 1;
		line.text = end + 1;
	}
	return true;
}

/* "377926.50", or with a comma; not negative. */
static bool parse_number(struct count_field field, double *number)
{
	double digits = 0, scale = 1;
	size_t count = 0;
	bool fraction = false;

	for (size_t i = 0; i < field.size; i++) {
		char c = field.text[i];

		if ((c == '.' || c == ',') && !fraction && count) {
			fraction = true;
			continue;
		}
		if (c < '0' || c > '9' || ++count > DIGITS_MOST)
			return false;
		digits = 10 * digits + (c - '0');
		scale *= fraction ? 10 : 1;
	}
	*number = digits / scale;
	return count;
}

static bool is_text(struct count_field field, const char *text)
{
	return field.size == strlen(text) && !memcmp(field.text, text, field.size);
}

static bool parse_value(struct count_field field, struct perfcount *count)
{
	count->state = PERFCOUNT_COUNTED;
	if (is_text(field, "<not counted>"))
		count->state = PERFCOUNT_NOT_COUNTED;
	else if (is_text(field, "<not supported>"))
		count->state = PERFCOUNT_NOT_SUPPORTED;
	else
		return parse_number(field, &count->value);
	return true;
}

static bool parse_line(struct count_field line, struct perfcount *count)
{
	struct count_field fields[FIELDS];
	double running;

	*count = (struct perfcount){ .state = PERFCOUNT_COUNTED };
	if (!split(line, fields) || !fields[EVENT].size || fields[EVENT].size >= sizeof(count->event))
		return false;
	memcpy(count->event, fields[EVENT].text, fields[EVENT].size);
	if (!parse_value(fields[VALUE], count) || !parse_number(fields[RUNNING], &running) ||
	    !parse_number(fields[PERCENT], &count->percent) || count->percent > 100)
		return false;
	count->running_ns = (uint64_t)running;
	return true;
}

int perfcounts_next(struct perfcounts *counts, struct perfcount *count, struct fault *fault)
{
	struct count_field line;

	if (!next_line(counts, &line))
		return 0;
	if (!parse_line(line, count))
		return fault_set(fault, -EINVAL, "line %u of what perf stat wrote is no count: '%.*s'; "
				 "use the distribution's 'perf'", counts->line,
				 line.size < 100 ? (int)line.size : 100, line.text);
	return 1;
}
