// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * numbers.c - text with the numbers of a table, for a page
 *
 * Usage: numbers FILE [CONDITION]... [by NAME,... | each] TEXT
 *
 * FILE is a table with named columns, - standard input; study_table.h says what conditions and TEXT
 * are. TEXT is written of all rows, or a line of it of each group or of each row.
 */
#include <errno.h>
#include <string.h>

#include "study_table.h"

static int read_file(struct study_table *table, const char *name, struct fault *fault)
{
	FILE *file = strcmp(name, "-") ? fopen(name, "r") : stdin;
	int error = file ? study_table_read(table, file, fault) :
		fault_set(fault, -ENOENT, "cannot open it: %m");

	if (file && file != stdin)
		fclose(file);
	return error;
}

int main(int argc, char **argv)
{
	struct study_table table = { .text = NULL };
	const char *by = NULL;
	struct fault fault;
	int error;

	if (argc < 3) {
		fprintf(stderr, "usage: numbers FILE [CONDITION]... [by NAME,... | each] TEXT\n");
		return 2;
	}
	error = read_file(&table, argv[1], &fault);
	for (int i = 2; i < argc - 1 && !error; i++) {
		if (!strcmp(argv[i], "each"))
			by = "";
		else if (!strcmp(argv[i], "by"))
			by = argv[++i];
		else
			error = study_table_keep(&table, argv[i], &fault);
	}
	if (!error)
		error = study_table_print(&table, by, argv[argc - 1], stdout, &fault);
	if (error)
		fprintf(stderr, "numbers: %s: %s\n", argv[1], fault.text);
	study_table_deinit(&table);
	return error || fflush(stdout) || ferror(stdout);
}
