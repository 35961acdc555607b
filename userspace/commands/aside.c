// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * aside.c - standard output as another file, and back; see aside.h
 */
#include "aside.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int aside_begin(int to)
{
	int kept;

	fflush(stdout);
	kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (kept >= 0)
		dup2(to, STDOUT_FILENO);
	return kept;
}

void aside_end(int kept)
{
	if (kept < 0)
		return;
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
}
