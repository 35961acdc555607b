// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * options.c - parsing and describing options; see options.h
 */
#include "options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

#define NAME_MAX_BYTES	64
#define NAMES_WIDTH	31		/* of a line of help */

/* The first option from @options on whose name begins as that of @argument; or NULL. */
static const struct option *find_begin(const struct option *options, const char *argument)
{
	size_t length = strcspn(argument + 2, "=");

	for (; options->name; options++)
		if (length && !strncmp(argument + 2, options->name, length))
			return options;
	return NULL;
}

static int unknown(const struct command *command, const struct option *options,
		   const char *argument, struct fault *fault)
{
	const struct option *begins = strncmp(argument, "--", 2) ? NULL :
				      find_begin(options, argument);
	const char *names[NAME_MAX_BYTES], *nearest;
	size_t count = 0;
	char name[NAME_MAX_BYTES];

	for (; options[count].name && count < NAME_MAX_BYTES - 1; count++)
		names[count] = options[count].name;
	names[count] = NULL;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(argument, "="), argument);
	if (begins)
		return fault_set(fault, -EINVAL, "'%s' is short for --%s and --%s: give one of them",
				 name, begins->name, find_begin(begins + 1, argument)->name);
	nearest = strncmp(name, "--", 2) ? NULL : nearest_name(name + 2, names);
	if (nearest)
		return fault_set(fault, -EINVAL, "unknown option '%s': did you mean '--%s'?", name,
				 nearest);
	return fault_set(fault, -EINVAL, "unknown option '%s': 'tea %s -h' lists them", name,
			 command->name);
}

/*
 * The option of "--name" or "--name=VALUE", or of the only name that begins so; and the value's
 * text: NULL if it is not there.
 */
static const struct option *find_name(const struct option *options, const char *argument,
				      const char **value)
{
	size_t length = strcspn(argument + 2, "=");
	const struct option *first = find_begin(options, argument);

	*value = argument[2 + length] ? argument + length + 3 : NULL;
	for (const struct option *next = first; next; next = find_begin(next + 1, argument))
		if (!next->name[length])
			return next;
	return first && !find_begin(first + 1, argument) ? first : NULL;
}

static const struct option *find_letter(const struct option *options, char letter)
{
	for (; options->name; options++)
		if (options->letter == letter)
			return options;
	return NULL;
}

static int set_choice(const struct option *option, const char *text, struct fault *fault)
{
	char all[256] = "";

	for (unsigned int i = 0; option->choices[i]; i++) {
		if (!strcmp(option->choices[i], text)) {
			*(unsigned int *)option->value = i;
			return 0;
		}
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "",
			 option->choices[i]);
	}
	return fault_set(fault, -EINVAL, "--%s cannot be '%s': give one of %s", option->name, text,
			 all);
}

static int add_item(struct wordlist *list, const char *text, struct fault *fault)
{
	const char **grown = reallocarray(list->items, list->count + 1, sizeof(*grown));

	if (!grown)
		return fault_no_memory(fault, "the options");
	list->items = grown;
	grown[list->count++] = text;
	return 0;
}

static int set_value(const struct option *option, const char *text, struct fault *fault)
{
	switch (option->type) {
	case OPTION_FLAG:
	case OPTION_FORMER:
		if (text)
			return fault_set(fault, -EINVAL, "--%s takes no value: leave out '%s'",
					 option->name, text);
		if (option->type == OPTION_FORMER)
			*(const char **)option->value = option->argument;
		else
			*(bool *)option->value = true;
		return 0;
	case OPTION_MAYBE:
		*(const char **)option->value = text ? text : "";
		return 0;
	case OPTION_TEXT:
		*(const char **)option->value = text;
		return 0;
	case OPTION_CHOICE:
	case OPTION_CHOICE_MAYBE:
		return set_choice(option, text, fault);
	default:
		return add_item(option->value, text, fault);
	}
}

static bool takes_none(const struct option *option)
{
	return option->type == OPTION_FLAG || option->type == OPTION_FORMER;
}

/* The value stands in the same argument, in the next one, or there is none to the option. */
static int take_value(const struct option *option, const char *value, int argc, char **argv,
		      int *at, struct fault *fault)
{
	bool last = *at + 1 == argc;

	if (option->type == OPTION_CHOICE_MAYBE && !value && (last || argv[*at + 1][0] == '-'))
		return set_choice(option, option->choices[0], fault);
	if (!takes_none(option) && option->type != OPTION_MAYBE && !value) {
		value = argv[++*at];
		if (*at == argc)
			return fault_set(fault, -EINVAL, "--%s needs a value: give --%s %s",
					 option->name, option->name, option->argument);
	}
	return set_value(option, value, fault);
}

/* "-av" is "-a -v"; behind the letter of an option that has one stands its value. */
static int take_letters(const struct command *command, const struct option *options, int argc,
			char **argv, int *at, struct fault *fault)
{
	const char *letters = argv[*at];
	int error = 0;

	for (const char *letter = letters + 1; !error && *letter; letter++) {
		const struct option *option = find_letter(options, *letter);

		if (!option)
			return unknown(command, options, letters, fault);
		if (!takes_none(option))
			return take_value(option, letter[1] ? letter + 1 : NULL, argc, argv, at, fault);
		error = set_value(option, NULL, fault);
	}
	return error;
}

static int take_option(const struct command *command, const struct option *options, int argc,
		       char **argv, int *at, struct fault *fault)
{
	const struct option *option;
	const char *value;

	if (argv[*at][1] != '-')
		return take_letters(command, options, argc, argv, at, fault);
	option = find_name(options, argv[*at], &value);
	if (!option)
		return unknown(command, options, argv[*at], fault);
	return take_value(option, value, argc, argv, at, fault);
}

/* Moves operands behind the options, in their order. @behind: where those behind "--" begin then. */
static int parse(const struct command *command, const struct option *options, int argc,
		 char **argv, int stop, int *behind, struct fault *fault)
{
	int operands = 0, i, error = 0;

	*behind = argc;
	for (i = 1; !error && i < argc; i++) {
		if (!strcmp(argv[i], "--")) {
			*behind = ++i;
			break;
		}
		if (argv[i][0] != '-' || !argv[i][1]) {
			if (stop)
				break;
			argv[1 + operands++] = argv[i];
			continue;
		}
		if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help"))
			return 0;
		error = take_option(command, options, argc, argv, &i, fault);
	}
	if (error)
		return error;
	/* The operands seen so far move up to those that are left. */
	memmove(argv + i - operands, argv + 1, (size_t)operands * sizeof(*argv));
	return i - operands;
}

int options_parse(const struct command *command, const struct option *options, int argc,
		  char **argv, int stop, struct fault *fault)
{
	int behind;

	return parse(command, options, argc, argv, stop, &behind, fault);
}

int option_number(const char *name, const char *text, size_t *number, struct fault *fault)
{
	char *end;

	errno = 0;
	*number = strtoul(text, &end, 10);
	if (errno || !*number || *end || text[0] == '-')
		return fault_set(fault, -EINVAL, "--%s cannot be '%s': give a number above 0", name,
				 text);
	return 0;
}

/* "-i, --input FILE", "    --switch-output[=WHEN]". */
static void put_names(const struct option *option)
{
	const char *name = option->name, *argument = option->argument;
	int width = printf("  ");

	if (option->letter)
		width += printf("-%c%s", option->letter, name[0] ? ", " : "");
	else
		width += printf("    ");
	if (name[0])
		width += printf("--%s", name);
	if (argument)
		width += printf(option->type == OPTION_MAYBE ? "[=%s]" :
				option->type == OPTION_CHOICE_MAYBE ? " [%s]" : " %s", argument);
	printf("%*s", NAMES_WIDTH - width, "");
}

void options_help(const struct command *command, const struct option *options)
{
	const struct option help = { "help", 'h', OPTION_FLAG, NULL, "show this text", NULL, NULL };

	printf("usage: tea %s [OPTION]...%s%s\n\n%s\n\n", command->name,
	       command->operands[0] ? " " : "", command->operands, command->summary);
	for (; options->name; options++) {
		if (!options->text)
			continue;
		put_names(options);
		fputs(options->text, stdout);
		for (size_t i = 0; options->choices && options->choices[i]; i++)
			printf("%s%s", i ? ", " : ": ", options->choices[i]);
		putchar('\n');
	}
	put_names(&help);
	puts(help.text);
}

static int act_on(const struct command *command, int count, char **operands, command_act act,
		  void *context, struct fault *fault)
{
	if (count > command->operands_most)
		return fault_set(fault, -EINVAL, "unexpected '%s': %s",
				 operands[command->operands_most], command->remedy);
	return act(context, count, operands, fault);
}

int command_main_program(const struct command *command, const struct option *options, int argc,
			 char **argv, command_act act, void *context,
			 struct command_program *program)
{
	struct fault fault;
	int behind, first = parse(command, options, argc, argv, false, &behind, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(command, options);
		return 0;
	}
	if (!error && program && behind < argc) {
		program->words = argv + behind;
		program->count = argc - behind;
		argc = behind;
	}
	if (!error)
		error = act_on(command, argc - first, argv + first, act, context, &fault);
	if (error)
		term_complain(command->name, fault.text);
	return error ? 1 : program ? program->status : 0;
}

int command_main(const struct command *command, const struct option *options, int argc,
		 char **argv, command_act act, void *context)
{
	return command_main_program(command, options, argc, argv, act, context, NULL);
}
