// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_import.c - tea import: a profile of cycles that another simulator or tracer measured
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "import/imported.h"
#include "options.h"

struct import {
	const char *output, *period;
	struct wordlist objects;	/* FILE or FILE@ADDRESS */
};

/* "FILE" or "FILE@ADDRESS", which is cut in two. */
static int parse_object(char *text, struct imported_object *object, struct fault *fault)
{
	char *at = strrchr(text, '@');

	*object = (struct imported_object){ .path = text };
	if (!at)
		return 0;
	if (strncmp(at + 1, "0x", 2) || !csvtable_number(at + 1, &object->base))
		return fault_set(fault, -EINVAL, "--object cannot be '%s': behind '@' give the address "
				 "that the file's address 0 was loaded at, as 0x4000000000", text);
	*at = '\0';
	return 0;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int write_profile(const struct import *import, const char *table,
			 const struct imported *imported, const struct imported_object *objects,
			 struct fault *fault)
{
	size_t count = import->objects.count;
	struct outfile out;
	int error = outfile_open(&out, import->output);

	if (error)
		return fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 import->output, strerror(-error));
	error = imported_write(imported, last_part(count ? objects[0].path : table), objects, count,
			       out.file, fault);
	if (error) {
		outfile_drop(&out);
		return error;
	}
	error = outfile_close(&out);
	if (error)
		return fault_set(fault, error, "cannot write profile '%s': %s", import->output,
				 strerror(-error));
	if (!count)
		fprintf(stderr, "tea import: addresses have no names without --object FILE, the program "
			"that was executed\n");
	return 0;
}

static int read_table(const char *path, uint64_t period, struct imported *imported,
		      struct fault *fault)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
	int error;

	if (!file)
		return fault_set(fault, -errno, "cannot open '%s': %s", path, strerror(errno));
	error = imported_read(imported, file, period, fault);
	if (file != stdin)
		fclose(file);
	if (error) {
		struct fault plain = *fault;

		fault_set(fault, error, "'%s': %s", path, plain.text);
	}
	return error;
}

static int import_table(const struct import *import, const char *table,
			const struct imported_object *objects, struct fault *fault)
{
	struct imported imported;
	size_t period = 0;
	int error = import->period ? option_number("period", import->period, &period, fault) : 0;

	if (!error)
		error = read_table(table, period, &imported, fault);
	if (error)
		return error;
	error = write_profile(import, table, &imported, objects, fault);
	imported_deinit(&imported);
	return error;
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	const struct import *import = context;
	size_t objects_count = import->objects.count;
	struct imported_object *objects;
	int error = 0;

	if (!count)
		return fault_set(fault, -EINVAL, "no table to import: name one, or '-' for standard input");
	objects = calloc(objects_count + 1, sizeof(*objects));
	if (!objects)
		return fault_no_memory(fault, "its objects");
	for (size_t i = 0; i < objects_count && !error; i++)
		error = parse_object((char *)import->objects.items[i], &objects[i], fault);
	if (!error)
		error = import_table(import, operands[0], objects, fault);
	free(objects);
	return error;
}

static int import_run(int argc, char **argv)
{
	struct import import = { .output = "tea.profile" };
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "FILE", "profile to write (default: tea.profile)", NULL,
		  &import.output },
		{ "object", 0, OPTION_LIST, "FILE[@ADDRESS]", "whose code it was, and where it was loaded",
		  NULL, &import.objects },
		{ "period", 0, OPTION_TEXT, "CYCLES", "of samples, where their cycles do not tell", NULL,
		  &import.period },
		{ 0 },
	};
	int status = command_main(&cmd_import, table, argc, argv, act, &import);

	free(import.objects.items);
	return status;
}

const struct command cmd_import = {
	.name = "import",
	.operands = "TABLE",
	.operands_most = 1,
	.remedy = "name one table",
	.summary = "Make a profile of what another simulator or tracer measured.",
	.run = import_run,
};
