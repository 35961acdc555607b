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

#define NAME_MAX_BYTES	64

/* Levenshtein distance. */
static size_t distance(const char *a, const char *b)
{
	size_t row[NAME_MAX_BYTES + 1], length = strlen(b);

	if (length > NAME_MAX_BYTES)
		return NAME_MAX_BYTES;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < length; j++) {
			size_t cost = diagonal + (a[i] != b[j]);

			diagonal = row[j + 1];
			if (row[j] + 1 < cost)
				cost = row[j] + 1;
			if (diagonal + 1 < cost)
				cost = diagonal + 1;
			row[j + 1] = cost;
		}
	}
	return row[length];
}

const char *options_nearest(const char *name, const char *const *names)
{
	size_t best = strlen(name) / 2 + 1;
	const char *nearest = NULL;

	for (; *names; names++) {
		size_t far = distance(name, *names);

		if (far < best) {
			best = far;
			nearest = *names;
		}
	}
	return nearest;
}

static int unknown(const struct command *command, const struct option *options,
		   const char *argument, struct fault *fault)
{
	const char *names[NAME_MAX_BYTES], *nearest;
	size_t count = 0;
	char name[NAME_MAX_BYTES];

	for (; options[count].name && count < NAME_MAX_BYTES - 1; count++)
		names[count] = options[count].name;
	names[count] = NULL;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(argument, "="), argument);
	nearest = strncmp(name, "--", 2) ? NULL : options_nearest(name + 2, names);
	if (nearest)
		return fault_set(fault, -EINVAL, "unknown option '%s': did you mean '--%s'?", name,
				 nearest);
	return fault_set(fault, -EINVAL, "unknown option '%s': 'tea %s -h' lists them", name,
			 command->name);
}

/* Finds the option and its value's text, NULL if it is in the next argument. */
static const struct option *find(const struct option *options, const char *argument,
				 const char **value)
{
	*value = NULL;
	for (; options->name; options++) {
		size_t length = strlen(options->name);

		if (length && !strncmp(argument, "--", 2) &&
		    !strncmp(argument + 2, options->name, length) &&
		    (!argument[length + 2] || argument[length + 2] == '=')) {
			if (argument[length + 2])
				*value = argument + length + 3;
			return options;
		}
		if (options->letter && argument[0] == '-' && argument[1] == options->letter) {
			if (argument[2])
				*value = argument + 2;
			return options;
		}
	}
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

static int add_item(struct option_list *list, const char *text, struct fault *fault)
{
	const char **grown = reallocarray(list->items, list->count + 1, sizeof(*grown));

	if (!grown)
		return fault_set(fault, -ENOMEM, "out of memory for the options");
	list->items = grown;
	grown[list->count++] = text;
	return 0;
}

static int set_value(const struct option *option, const char *text, struct fault *fault)
{
	switch (option->type) {
	case OPTION_FLAG:
		if (text)
			return fault_set(fault, -EINVAL, "--%s takes no value: leave out '%s'",
					 option->name, text);
		*(bool *)option->value = true;
		return 0;
	case OPTION_TEXT:
		*(const char **)option->value = text;
		return 0;
	case OPTION_CHOICE:
		return set_choice(option, text, fault);
	default:
		return add_item(option->value, text, fault);
	}
}

/* Moves operands behind the options, in their order. */
int options_parse(const struct command *command, const struct option *options, int argc,
		  char **argv, int stop, struct fault *fault)
{
	int operands = 0, i, error = 0;

	for (i = 1; !error && i < argc; i++) {
		const struct option *option;
		const char *value;

		if (!strcmp(argv[i], "--")) {
			i++;
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
		option = find(options, argv[i], &value);
		if (!option)
			return unknown(command, options, argv[i], fault);
		if (option->type != OPTION_FLAG && !value) {
			value = argv[++i];
			if (i == argc)
				return fault_set(fault, -EINVAL, "--%s needs a value: give --%s %s",
						 option->name, option->name, option->argument);
		}
		error = set_value(option, value, fault);
	}
	if (error)
		return error;
	/* The operands seen so far move up to those that are left. */
	memmove(argv + i - operands, argv + 1, (size_t)operands * sizeof(*argv));
	return i - operands;
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

void options_help(const struct command *command, const struct option *options)
{
	printf("usage: tea %s [OPTION]... %s\n\n%s\n\n", command->name, command->operands,
	       command->summary);
	for (; options->name; options++) {
		char left[64], letter[8] = "    ";

		if (options->letter)
			snprintf(letter, sizeof(letter), "-%c%s", options->letter,
				 options->name[0] ? ", " : "");
		snprintf(left, sizeof(left), "%s%s%s%s%s", letter, options->name[0] ? "--" : "",
			 options->name, options->argument ? " " : "",
			 options->argument ? options->argument : "");
		printf("  %-26s %s", left, options->text);
		for (size_t i = 0; options->choices && options->choices[i]; i++)
			printf("%s%s", i ? ", " : ": ", options->choices[i]);
		putchar('\n');
	}
	printf("  %-26s %s\n", "-h, --help", "show this text");
}
