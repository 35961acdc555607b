/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * programrun.h - a program that a view runs to show the result
 *
 * On a machine with a TEA unit tea record has perf record it there; elsewhere tea sim runs it on
 * the modelled core. The result is removed with the view.
 */
#ifndef PROGRAMRUN_H
#define PROGRAMRUN_H

#include "experiment/scratch.h"
#include "selection.h"

struct programrun {
	struct command_program program;
	const char *core, *sysroot;	/* of the model; NULL: tea sim's defaults */
	struct wordlist knobs;
	const char *events;		/* tea record's option for the events; NULL: cycles */
	bool apart;			/* its standard output goes to standard error */
	const char *command;		/* that complains, once it has begun */
	struct scratch scratch;		/* the result is at its path */
};

/* In an option table: how the program is run. */
#define PROGRAMRUN_OPTIONS(run) \
	OPTION_CORE(&(run)->core), \
	OPTION_KNOBS(&(run)->knobs), \
	OPTION_SYSROOT(&(run)->sysroot)

/* A program or @file, which is NULL where none is named. 0, or -EINVAL with @fault filled. */
int programrun_check(const struct programrun *run, const char *file, struct fault *fault);
/*
 * The file of @selection, for @command: the result of the program, if there is one to run, on the
 * model with @observers; else as selection_operand() has it. Returns 1, or 0 if there is nothing to
 * show because the run failed, which the runner has reported; or a negative errno with @fault
 * filled.
 */
int programrun_select(struct programrun *run, struct selection *selection, const char *command,
		      const char *observers, int count, char *const *operands, struct fault *fault);
/*
 * The program's result has been read into @recording, which has the program's name from now on. The
 * file is removed: a pager or a pipe can end the command.
 */
void programrun_opened(const struct programrun *run, struct recording *recording);
void programrun_deinit(struct programrun *run);

/*
 * The two steps, for a caller that makes the run by other means: a path for the result; is it
 * there?
 */
int programrun_begin(struct programrun *run, const char *command, struct fault *fault);
bool programrun_left(const struct programrun *run);
/* On the model, into that place. Returns the program's exit status, or a negative errno. */
int programrun_simulate(struct programrun *run, const char *observers, struct fault *fault);

#endif /* PROGRAMRUN_H */
