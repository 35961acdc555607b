/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.h - another program that a command runs, and how it ended
 */
#ifndef CHILD_H
#define CHILD_H

#include <sys/types.h>

/*
 * Waits for @pid. Returns its exit status, as a shell would give it, or a negative errno. @signal
 * is the signal that ended it, or 0.
 */
int child_wait(pid_t pid, int *signal);

#endif /* CHILD_H */
