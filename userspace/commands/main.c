// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * main.c - the tea command: finds the subcommand and runs it
 *
 * Exit status: 0, or 1 with one sentence on standard error; tea sim passes on that of
 * the program it ran, tea record that of perf. perf runs it as perf-tea.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "options.h"
#include "output/term.h"
#include "version.h"

static const struct command cmd_help;

/* Groups of commands in the help, by the user's task. */
static const struct group {
	const char *title;		/* NULL: goes without */
	const struct command *commands[7];	/* ends in NULL */
} groups[] = {
	{ "Record a program", { &cmd_record } },
	{ "Look at where its cycles went", { &cmd_report, &cmd_annotate, &cmd_script, &cmd_diff } },
	{ "Understand why", { &cmd_explain, &cmd_stack, &cmd_mix } },
	{ "Try on a model of the core", { &cmd_sim, &cmd_whatif, &cmd_sensitivity, &cmd_campaign } },
	{ "Exchange recordings", { &cmd_export, &cmd_import, &cmd_merge, &cmd_push, &cmd_info, &cmd_list } },
	{ NULL, { &cmd_help } },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define COMMANDS_MOST (COUNT(groups) * COUNT(groups[0].commands))

/* Lists all commands; returns how many. */
static size_t commands_list(const struct command *list[COMMANDS_MOST])
{
	size_t n = 0;

	for (size_t i = 0; i < COUNT(groups); i++)
		for (const struct command *const *command = groups[i].commands; *command; command++)
			list[n++] = *command;
	return n;
}

static void help(FILE *file)
{
	fputs("usage: tea COMMAND [OPTION]...\n\n"
	      "Per-instruction cycle stacks: where the cycles went, and why.\n", file);
	for (size_t i = 0; i < COUNT(groups); i++) {
		fprintf(file, "\n%s%s", groups[i].title ? groups[i].title : "",
			groups[i].title ? ":\n" : "");
		for (const struct command *const *command = groups[i].commands; *command; command++)
			fprintf(file, "  %-11s %s\n", (*command)->name, (*command)->summary);
	}
	fputs("\n'tea COMMAND -h' and the manual page tea-COMMAND(1) tell more;\n"
	      "'tea --version' tells the version.\n", file);
}

static int unknown(const char *name)
{
	const char *names[COMMANDS_MOST + 1] = { 0 }, *nearest;
	const struct command *commands[COMMANDS_MOST];
	size_t count = commands_list(commands);

	for (size_t i = 0; i < count; i++)
		names[i] = commands[i]->name;
	nearest = nearest_name(name, names);
	if (nearest)
		fprintf(stderr, "tea: unknown command '%s': did you mean '%s'?\n", name, nearest);
	else
		fprintf(stderr, "tea: unknown command '%s': 'tea -h' lists them\n", name);
	return 1;
}

static const struct command *find(const char *name)
{
	const struct command *commands[COMMANDS_MOST];
	size_t count = commands_list(commands);

	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, commands[i]->name))
			return commands[i];
	return NULL;
}

/* tea help COMMAND is tea COMMAND -h. */
static int help_run(int argc, char **argv)
{
	const struct option none[] = { { 0 } };
	const struct command *command = NULL;
	struct fault fault;
	int first = options_parse(&cmd_help, none, argc, argv, false, &fault);

	if (first < 0) {
		term_complain(cmd_help.name, fault.text);
		return 1;
	}
	if (!first) {
		options_help(&cmd_help, none);
		return 0;
	}
	if (first == argc) {
		help(stdout);
		return 0;
	}
	command = find(argv[first]);
	if (!command)
		return unknown(argv[first]);
	return command->run(2, (char *[]){ argv[first], "-h", NULL });
}

static const struct command cmd_help = {
	.name = "help",
	.operands = "[COMMAND]",
	.summary = "Show the commands, or the options of one.",
	.run = help_run,
};

/* Output that could not be written is an error, not silence. */
static int finish(const char *command, int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "tea%s%s: cannot write the output: %s\n", *command ? " " : "", command,
			strerror(errno));
		return status ? status : 1;
	}
	return status;
}

int main(int argc, char **argv)
{
	const struct command *command;

	setlocale(LC_CTYPE, "");
	if (argc < 2) {
		help(stderr);
		return 1;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")) {
		help(stdout);
		return finish("", 0);
	}
	if (!strcmp(argv[1], "--version")) {
		puts("tea version " TEA_VERSION);
		return finish("", 0);
	}
	command = find(argv[1]);
	return command ? finish(command->name, command->run(argc - 1, argv + 1)) : unknown(argv[1]);
}
