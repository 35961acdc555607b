// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * child.c - how a program ended; see child.h
 */
#include "child.h"

#include <errno.h>
#include <sys/wait.h>

int child_wait(pid_t pid, int *signal)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	*signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	return *signal ? 128 + *signal : WEXITSTATUS(status);
}
