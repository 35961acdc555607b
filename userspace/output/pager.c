// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pager.c - running the pager; see pager.h
 */
#include "pager.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A small guest may have no less. */
#define PAGER_DEFAULT	"command -v less >/dev/null && exec less || exec cat"

static const char *pager_command(void)
{
	const char *command = getenv("TEA_PAGER");

	if (!command)
		command = getenv("PAGER");
	if (!command)
		return PAGER_DEFAULT;
	return command[0] && strcmp(command, "cat") ? command : NULL;
}

static void run(const char *command, const int ends[2])
{
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	execl("/bin/sh", "sh", "-c", command, NULL);
	_exit(127);
}

void pager_open(struct pager *pager)
{
	const char *command = pager_command();
	int ends[2];

	*pager = (struct pager){ 0 };
	if (!command || !isatty(STDOUT_FILENO) || pipe(ends))
		return;
	fflush(stdout);
	pager->process = fork();
	if (!pager->process)
		run(command, ends);
	if (pager->process > 0)
		dup2(ends[1], STDOUT_FILENO);
	else
		pager->process = 0;
	close(ends[0]);
	close(ends[1]);
}

void pager_close(struct pager *pager)
{
	if (!pager->process)
		return;
	fflush(stdout);
	close(STDOUT_FILENO);
	/* An interrupt is for the pager. */
	signal(SIGINT, SIG_IGN);
	while (waitpid(pager->process, NULL, 0) < 0 && errno == EINTR)
		;
	signal(SIGINT, SIG_DFL);
	pager->process = 0;
}
