/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - a command's options as a table: parser and -h come from it
 *
 * Options are long, "--name VALUE" or "--name=VALUE", and have letters, which can be joined as in
 * "-ag"; "--" ends them. The remaining words are operands. A long name can be cut short if only one
 * option begins so. An optional text stands behind "=" or the letter; an optional choice is the
 * first one if the line ends or another option follows, as in perf.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/fault.h"
#include "base/wordlist.h"
#include "output/term.h"

enum option_type {
	OPTION_FLAG,			/* bool */
	OPTION_TEXT,			/* const char * */
	OPTION_MAYBE,			/* the same; "" if it is given without a value */
	OPTION_CHOICE,			/* unsigned int: index in choices */
	OPTION_CHOICE_MAYBE,		/* the same; the first if it is given without a value */
	OPTION_LIST,			/* struct wordlist */
	OPTION_FORMER,			/* const char *: the argument here. An older name, not shown */
};

struct option {
	const char *name;		/* "": only a letter, as perf's -g */
	char letter;			/* 0: none */
	enum option_type type;
	const char *argument;		/* as shown; NULL for flags */
	const char *text;		/* one line of help; NULL: it is not shown */
	const char *const *choices;	/* ends in NULL */
	void *value;
};

struct command {
	const char *name;
	const char *operands;		/* as shown in the usage line */
	int operands_most;
	const char *remedy;		/* where there are more, said of the first of these */
	const char *summary;
	int (*run)(int argc, char **argv);
};

/* The program of a command, if any. */
struct command_program {
	char **words;			/* and its arguments, ending in NULL */
	int count;			/* of the words; 0: there is no program */
	int status;			/* how it ended, once it has run */
};

/* Options that several commands have. */
#define OPTION_INPUT(to) \
	{ "input", 'i', OPTION_TEXT, "FILE", "perf.data or profile (default: the newer of both)", NULL, to }
#define OPTION_REPORT(to) \
	{ "output", 'o', OPTION_TEXT, "FILE", "report to write (default: standard output)", NULL, to }
#define OPTION_TOP(to) \
	{ "top", 0, OPTION_TEXT, "N", "only so many rows, and the rest as one", NULL, to }
#define OPTION_CORE(to) \
	{ "core", 0, OPTION_TEXT, "NAME", "modelled core, NAME[:KNOBS] (default: boom-4w)", NULL, to }
#define OPTION_KNOBS(to) \
	{ "set", 0, OPTION_LIST, "KNOB=VALUE", "set a knob of the modelled core", NULL, to }
/* Of a struct sim_region, for a program that is run. */
#define OPTIONS_SAMPLED(region) \
	{ "sampled", 0, OPTION_FLAG, NULL, "model random windows, and estimate all of the run", NULL, \
	  &(region).sampled }, \
	{ "detail", 0, OPTION_TEXT, "N", "... of so many percent of the instructions (default: " \
	  SIM_REGION_DETAIL ")", NULL, &(region).detail }, \
	{ "seed", 0, OPTION_TEXT, "N", "... that this number draws (default: 1)", NULL, &(region).seed }
#define OPTION_SYSROOT(to) \
	{ "sysroot", 0, OPTION_TEXT, "DIR", "root of a dynamic program's libraries", NULL, to }
#define OPTION_FORMAT(names, to) \
	{ "format", 0, OPTION_CHOICE, "FORMAT", "one of", names, to }
#define OPTION_SYMFS(to) \
	{ "symfs", 0, OPTION_TEXT, "DIR", "root of the recorded machine's files", NULL, to }
#define OPTION_MANGLED(to) \
	{ "no-demangle", 0, OPTION_FLAG, NULL, "names of C++ and Rust as the linker has them", NULL, to }
#define OPTION_HEADER(to) \
	{ "header", 0, OPTION_FLAG, NULL, "in text, tell all of what was recorded", NULL, to }
#define OPTION_COLOR(to) \
	{ "color", 0, OPTION_CHOICE, "WHEN", "colours, one of", term_colors_names, to }

extern const struct command cmd_record, cmd_report, cmd_annotate, cmd_explain, cmd_diff, cmd_script;
extern const struct command cmd_stack, cmd_export, cmd_import, cmd_info, cmd_list, cmd_sim, cmd_whatif;
extern const struct command cmd_sensitivity, cmd_mix, cmd_campaign, cmd_merge, cmd_push;

/*
 * Parses argv[1..]. Returns the index of the first operand, 0 when help was asked for,
 * or -EINVAL with @fault filled. @options ends in a NULL name. With @stop, the first
 * operand ends the options, as a program to run does.
 */
int options_parse(const struct command *command, const struct option *options, int argc,
		  char **argv, int stop, struct fault *fault);

/* A whole number above 0, as @name's value. 0, or -EINVAL with @fault filled. */
int option_number(const char *name, const char *text, size_t *number, struct fault *fault);

/*
 * A command that takes options anywhere: parses them, prints them with -h, or else has @act do the
 * work with the operands, and reports failures. @context is @act's own; it returns 0, or a negative
 * errno with @fault filled. Returns the exit status.
 */
typedef int (*command_act)(void *context, int count, char **operands, struct fault *fault);
int command_main(const struct command *command, const struct option *options, int argc,
		 char **argv, command_act act, void *context);
/*
 * The same with @program, which stands behind "--" if there is one: it is none of the operands. Returns
 * the program's status where nothing else failed.
 */
int command_main_program(const struct command *command, const struct option *options, int argc,
			 char **argv, command_act act, void *context,
			 struct command_program *program);

void options_help(const struct command *command, const struct option *options);

#endif /* OPTIONS_H */
