// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tablerows.c - the rows of a table; see tablerows.h
 */
#include "tablerows.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

int tablerows_open(struct tablerows *rows, const char *path, struct fault *fault)
{
	*rows = (struct tablerows){ .path = path, .file = fopen(path, "re") };
	return rows->file ? 0 :
	       fault_set(fault, -errno, "cannot open '%s': %s; name a table", path, strerror(errno));
}

void tablerows_close(struct tablerows *rows)
{
	if (rows->file)
		fclose(rows->file);
	free(rows->line);
	free(rows->names_line);
}

static char *trim(char *field)
{
	char *end = field + strlen(field);

	while (end > field && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return field + strspn(field, " \r\n");
}

static int split(struct tablerows *rows, struct fault *fault)
{
	char *rest = rows->line, *field;

	rows->count = 0;
	while ((field = strsep(&rest, "\t"))) {
		if (rows->count == TABLEROWS_MOST)
			return fault_set(fault, -EINVAL, "'%s', line %u: more than %d fields: leave some out",
					 rows->path, rows->number, TABLEROWS_MOST);
		rows->fields[rows->count++] = trim(field);
	}
	return 1;
}

int tablerows_next(struct tablerows *rows, struct fault *fault)
{
	for (;;) {
		size_t blanks;
		ssize_t length;

		errno = 0;
		length = getline(&rows->line, &rows->line_bytes, rows->file);
		if (length < 0)
			return errno ? fault_set(fault, -errno, "cannot read '%s': %s", rows->path,
						 strerror(errno)) : 0;
		rows->number++;
		if (strlen(rows->line) != (size_t)length)
			return fault_set(fault, -EINVAL, "'%s', line %u: a NUL in it: save the table as text",
					 rows->path, rows->number);
		blanks = strspn(rows->line, " \t\r\n");
		if (rows->line[blanks] && rows->line[blanks] != '#')
			return split(rows, fault);
	}
}

static int check_name(const struct tablerows *rows, size_t column, const char *const *known, struct fault *fault)
{
	const char *name = rows->fields[column], *nearest;

	for (size_t i = 0; i < column; i++)
		if (!strcmp(rows->fields[i], name))
			return fault_set(fault, -EINVAL, "'%s', line %u: two columns are named '%s': rename one",
					 rows->path, rows->number, name);
	for (size_t i = 0; known[i]; i++)
		if (!strcmp(known[i], name))
			return 0;
	nearest = nearest_name(name, known);
	return fault_set(fault, -EINVAL, "'%s', line %u: there is no column '%s' beside '%s': %s%s%s", rows->path,
			 rows->number, name, rows->fields[0], nearest ? "did you mean '" : "leave it out",
			 nearest ? nearest : "", nearest ? "'?" : "");
}

int tablerows_take_names(struct tablerows *rows, const char *const *known, struct fault *fault)
{
	char *line = rows->names_line;

	for (size_t i = 0; i < rows->count; i++) {
		int error = check_name(rows, i, known, fault);

		if (error)
			return error;
		rows->names[i] = rows->fields[i];
	}
	rows->names_count = rows->count;
	rows->names_line = rows->line;	/* where the names are */
	rows->line = NULL;
	rows->line_bytes = 0;
	free(line);
	return 0;
}

const char *tablerows_get(const struct tablerows *rows, const char *column)
{
	for (size_t i = 0; i < rows->names_count && i < rows->count; i++)
		if (!strcmp(rows->names[i], column))
			return rows->fields[i];
	return "";
}

int tablerows_refuse(const struct tablerows *rows, const char *column, struct fault *fault, const char *format, ...)
{
	char why[400];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	return fault_set(fault, -EINVAL, "'%.80s', line %u, column '%s': %s", rows->path, rows->number, column,
			 why);
}
