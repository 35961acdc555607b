// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * main.c - the tea command: finds the subcommand and runs it
 *
 * Exit status: 0, or 1 with one sentence on standard error; tea sim passes on that of
 * the program it ran.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

static const struct command *const commands[] = {
	&cmd_report, &cmd_annotate, &cmd_export, &cmd_sim,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void help(FILE *file)
{
	fputs("usage: tea COMMAND [OPTION]...\n\n"
	      "Per-instruction cycle stacks: where the cycles went, and why.\n\n", file);
	for (size_t i = 0; i < COUNT(commands); i++)
		fprintf(file, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fputs("\n'tea COMMAND -h' and the manual page tea-COMMAND(1) tell more.\n", file);
}

static int unknown(const char *name)
{
	const char *names[COUNT(commands) + 1] = { 0 }, *nearest;

	for (size_t i = 0; i < COUNT(commands); i++)
		names[i] = commands[i]->name;
	nearest = options_nearest(name, names);
	if (nearest)
		fprintf(stderr, "tea: unknown command '%s': did you mean '%s'?\n", name, nearest);
	else
		fprintf(stderr, "tea: unknown command '%s': 'tea -h' lists them\n", name);
	return 1;
}

/* Output that could not be written is an error, not silence. */
static int finish(int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		perror("tea: cannot write the output");
		return status ? status : 1;
	}
	return status;
}

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
	/* Asking the network for debug files is not to be a surprise. */
	unsetenv("DEBUGINFOD_URLS");
	if (argc < 2) {
		help(stderr);
		return 1;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")) {
		help(stdout);
		return finish(0);
	}
	for (size_t i = 0; i < COUNT(commands); i++)
		if (!strcmp(argv[1], commands[i]->name))
			return finish(commands[i]->run(argc - 1, argv + 1));
	return unknown(argv[1]);
}
