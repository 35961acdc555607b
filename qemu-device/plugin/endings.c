// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * endings.c - signals that end a user program: see endings.h
 */
#include <signal.h>
#include <stddef.h>

#include "endings.h"

/* They end a program by default, and QEMU has no handler of its own for them. */
static const int endings[] = {
	SIGHUP, SIGINT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGSTKFLT, SIGVTALRM, SIGPROF,
	SIGIO, SIGPWR, SIGXCPU, SIGXFSZ, SIGSYS,
};

/* One that dumps core, so that QEMU always handles it, and that no program has use for first. */
#define HANDLED	SIGTRAP

void endings_catch(void)
{
	static struct sigaction handler;
	struct sigaction now;

	if (!handler.sa_handler)
		sigaction(HANDLED, NULL, &handler);
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		if (!sigaction(endings[i], NULL, &now) && now.sa_handler == SIG_DFL)
			sigaction(endings[i], &handler, NULL);
	}
}
