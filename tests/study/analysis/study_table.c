// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * study_table.c - a table with named columns, its conditions and groups: see study_table.h
 */
#include "study_table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_MOST	4		/* names of a group */

static size_t count_of(const char *text, const char *any)
{
	size_t count = 0;

	while ((text = strpbrk(text, any))) {
		count++;
		text++;
	}
	return count;
}

static int split_lines(struct study_table *table, struct fault *fault)
{
	char **cell = table->names, *rest = table->text, *line;

	while ((line = strsep(&rest, "\n"))) {
		char **row = cell;

		if (!*line)
			continue;
		while ((*cell = strsep(&line, "\t")))
			cell++;
		if (!table->width)
			table->width = (size_t)(cell - row);
		else if ((size_t)(cell - row) == table->width)
			table->rows[table->count++] = row;
		else
			return fault_set(fault, -EINVAL, "row %zu has %td values for %zu names: give as "
					 "many", table->count + 1, cell - row, table->width);
	}
	return 0;
}

int study_table_read(struct study_table *table, FILE *file, struct fault *fault)
{
	size_t capacity = 0;
	int error;

	*table = (struct study_table){ .text = NULL };
	if (getdelim(&table->text, &capacity, '\0', file) <= 0)
		return fault_set(fault, -EINVAL, "no first line with the names of columns");
	table->names = calloc(count_of(table->text, "\t\n") + 2, sizeof(*table->names));
	table->rows = calloc(count_of(table->text, "\n") + 1, sizeof(*table->rows));
	error = table->names && table->rows ? split_lines(table, fault) :
		fault_no_memory(fault, "a table");
	if (error)
		study_table_deinit(table);
	return error;
}

void study_table_deinit(struct study_table *table)
{
	free(table->text);
	free(table->names);
	free(table->rows);
	*table = (struct study_table){ .text = NULL };
}

int study_table_find(const struct study_table *table, const char *name, size_t length,
		     size_t *column, struct fault *fault)
{
	for (*column = 0; *column < table->width; (*column)++) {
		const char *at = table->names[*column];

		if (strlen(at) == length && !strncmp(at, name, length))
			return 0;
	}
	return fault_set(fault, -EINVAL, "no column '%.*s': the first line names them", (int)length,
			 name);
}

int study_table_number(const char *cell, double *number, struct fault *fault)
{
	char *end;

	*number = strtod(cell, &end);
	return end == cell || *end ? fault_set(fault, -EINVAL, "'%s' is no number", cell) : 0;
}

static bool is_one_of(const char *cell, const char *values)
{
	size_t length = strlen(cell);

	for (; values; values = strchr(values, '|') ? strchr(values, '|') + 1 : NULL) {
		if (strcspn(values, "|") == length && !strncmp(values, cell, length))
			return true;
	}
	return false;
}

/* @wanted is what stands behind the name: an operator and a value. */
static int holds(const char *cell, const char *wanted, bool *result, struct fault *fault)
{
	double number, limit;

	if (*wanted == '=' || *wanted == '!') {
		*result = is_one_of(cell, wanted + strspn(wanted, "!=")) == (*wanted == '=');
		return 0;
	}
	if (study_table_number(cell, &number, fault) ||
	    study_table_number(wanted + strspn(wanted, "<>="), &limit, fault))
		return -EINVAL;
	*result = (wanted[1] == '=' && number == limit) ||
		  (*wanted == '<' ? number < limit : number > limit);
	return 0;
}

int study_table_keep(struct study_table *table, const char *condition, struct fault *fault)
{
	size_t length = strcspn(condition, "=!<>"), column, kept = 0;
	int error;

	if (!condition[length])
		return fault_set(fault, -EINVAL, "'%s' is no condition: give NAME=VALUE", condition);
	error = study_table_find(table, condition, length, &column, fault);
	for (size_t i = 0; i < table->count && !error; i++) {
		bool keep = false;

		error = holds(table->rows[i][column], condition + length, &keep, fault);
		if (keep)
			table->rows[kept++] = table->rows[i];
	}
	table->count = kept;
	return error;
}

/* Adds to @keys, of which there are @count. */
static int find_keys(const struct study_table *table, const char *by, size_t keys[KEYS_MOST],
		     size_t *count, struct fault *fault)
{
	int error = 0;

	for (; *by && !error; by += *by == ',') {
		size_t length = strcspn(by, ",");

		if (*count == KEYS_MOST)
			return fault_set(fault, -EINVAL, "a group by more than %d columns: give fewer",
					 KEYS_MOST);
		error = study_table_find(table, by, length, &keys[(*count)++], fault);
		by += length;
	}
	return error;
}

static bool are_alike(char **a, char **b, const size_t *keys, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(a[keys[i]], b[keys[i]]))
			return false;
	}
	return count || a == b;
}

int study_table_print(const struct study_table *table, const char *by, const char *text, FILE *out,
		      struct fault *fault)
{
	char ***group = by ? calloc(table->count + 1, sizeof(*group)) : table->rows;
	size_t keys[KEYS_MOST], keys_count = 0, first, size;
	int error;

	if (!by)
		return study_table_write(table, group, table->count, text, out, fault);
	error = group ? find_keys(table, by, keys, &keys_count, fault) :
		fault_no_memory(fault, "groups of rows");
	for (size_t i = 0; i < table->count && !error; i++) {
		for (size_t k = first = size = 0; k < table->count; k++) {
			if (!are_alike(table->rows[i], table->rows[k], keys, keys_count))
				continue;
			first = size ? first : k;
			group[size++] = table->rows[k];
			if (first < i)
				break;
		}
		if (first < i)
			continue;
		error = study_table_write(table, group, size, text, out, fault);
		fputc('\n', out);
	}
	free(group);
	return error;
}
