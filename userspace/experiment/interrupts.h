/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interrupts.h - the user's signals stop the program that runs, not the command
 *
 * SIGINT, SIGTERM and SIGHUP go to the program that a command runs, and the command continues with
 * the results so far. A terminal sends its signals to all its processes, so they are not sent
 * again. An ignored signal stays ignored.
 */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* From now on; for each call one of interrupts_end(). */
void interrupts_begin(void);
void interrupts_end(void);

/* Whether @signal is one of these. */
bool interrupts_stop(int signal);

/* The last one since the first interrupts_begin(), or 0. */
int interrupts_signal(void);

/*
 * As fork(), of a program that signals are passed on to from its first moment. The child has them as
 * they were.
 */
pid_t interrupts_fork(void);
/* It has ended. */
void interrupts_forget(void);

#endif /* INTERRUPTS_H */
