// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csvtable.c - a table as text; see csvtable.h
 */
#include "csvtable.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The next line that says something, into @line: its length, 0 at the end, or a negative errno. */
static ssize_t read_line(struct csvtable *table, char **line, size_t *bytes, struct fault *fault)
{
	for (;;) {
		ssize_t length;
		size_t blanks;

		errno = 0;
		length = getline(line, bytes, table->file);
		if (length < 0)
			return errno ? fault_set(fault, -errno, "cannot be read: %s", strerror(errno)) : 0;
		table->number++;
		blanks = strspn(*line, " \t\r\n");
		if ((*line)[blanks] && (*line)[blanks] != '#')
			return length;
	}
}

static char *trim(char *field)
{
	char *end = field + strlen(field);

	while (end > field && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return field + strspn(field, " \t\r\n");
}

/* Cuts @line where the separator stands. More fields than there can be: SIZE_MAX. */
static size_t split(const struct csvtable *table, char *line, const char **fields)
{
	const char separators[] = { table->separator, '\0' };
	size_t count = 0;
	char *field;

	while ((field = strsep(&line, separators))) {
		if (count == CSVTABLE_FIELDS)
			return SIZE_MAX;
		fields[count++] = trim(field);
	}
	return count;
}

int csvtable_open(struct csvtable *table, FILE *file, struct fault *fault)
{
	ssize_t length;

	*table = (struct csvtable){ .file = file };
	length = read_line(table, &table->names_line, &table->names_bytes, fault);
	if (length <= 0)
		return length ? (int)length :
		       fault_set(fault, -EINVAL, "an empty table: its first line has to name the columns");
	table->separator = strchr(table->names_line, ';') ? ';' :
			   strchr(table->names_line, ',') ? ',' : '\t';
	table->count = split(table, table->names_line, table->names);
	if (table->count == SIZE_MAX)
		return fault_set(fault, -EINVAL, "line %llu has more than %d columns: no table that is "
				 "known", (unsigned long long)table->number, CSVTABLE_FIELDS);
	return 0;
}

void csvtable_close(struct csvtable *table)
{
	free(table->line);
	free(table->names_line);
}

int csvtable_next(struct csvtable *table, struct fault *fault)
{
	ssize_t length = read_line(table, &table->line, &table->line_bytes, fault);

	if (length <= 0)
		return (int)length;
	if (split(table, table->line, table->fields) != table->count)
		return fault_set(fault, -EINVAL, "line %llu has not the %zu fields of the first: it is "
				 "cut off, or has '%c' within a field",
				 (unsigned long long)table->number, table->count, table->separator);
	return 1;
}

int csvtable_column(const struct csvtable *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++)
		if (!strcmp(table->names[i], name))
			return (int)i;
	return -1;
}

int csvtable_refuse(const struct csvtable *table, int column, const char *wanted,
		    struct fault *fault)
{
	return fault_set(fault, -EINVAL, "line %llu: %.40s '%.80s' is not %s",
			 (unsigned long long)table->number, table->names[column],
			 table->fields[column], wanted);
}

bool csvtable_number(const char *field, uint64_t *number)
{
	const bool hexadecimal = !strncmp(field, "0x", 2);
	const char *digits = field + (hexadecimal ? 2 : 0);
	char *end;

	if (!(hexadecimal ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits)))
		return false;
	errno = 0;
	*number = strtoull(digits, &end, hexadecimal ? 16 : 10);
	return !errno && !*end;
}
