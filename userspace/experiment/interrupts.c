// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * interrupts.c - the user's signals stop the program that runs; see interrupts.h
 */
#include "interrupts.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

#define COUNT	(sizeof(signals) / sizeof(signals[0]))

/* A handler has nothing else to know it from. */
static struct {
	unsigned int depth;
	volatile sig_atomic_t signal;
	volatile pid_t program;		/* 0: none runs */
	struct sigaction before[COUNT];
} state;

static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)context;
	state.signal = number;
	if (state.program && info->si_code != SI_KERNEL)
		kill(state.program, number);
}

void interrupts_begin(void)
{
	struct sigaction asked = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };

	if (state.depth++)
		return;
	state.signal = 0;
	for (size_t i = 0; i < COUNT; i++) {
		sigaction(signals[i], NULL, &state.before[i]);
		if (state.before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &asked, NULL);
	}
}

static void restore(void)
{
	for (size_t i = 0; i < COUNT; i++)
		sigaction(signals[i], &state.before[i], NULL);
}

void interrupts_end(void)
{
	if (!--state.depth)
		restore();
}

bool interrupts_stop(int signal)
{
	for (size_t i = 0; i < COUNT; i++)
		if (signals[i] == signal)
			return true;
	return false;
}

int interrupts_signal(void)
{
	return state.signal;
}

pid_t interrupts_fork(void)
{
	sigset_t blocked, before;
	pid_t pid;

	sigemptyset(&blocked);
	for (size_t i = 0; i < COUNT; i++)
		sigaddset(&blocked, signals[i]);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	pid = fork();
	if (!pid)
		restore();
	else if (pid > 0)
		state.program = pid;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

void interrupts_forget(void)
{
	state.program = 0;
}
