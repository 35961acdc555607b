// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pingpong.c - two processes that answer each other, a byte at a time, through two pipes
 *
 *	pingpong ROUNDS
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) int take(int from)
{
	char byte;

	return read(from, &byte, 1) == 1;
}

static __attribute__((noinline)) int give(int to)
{
	return write(to, "", 1) == 1;
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	int there[2], back[2], status;
	pid_t child;

	if (pipe(there) || pipe(back))
		return 1;
	child = fork();
	if (child < 0)
		return 1;
	if (!child) {
		close(there[1]);
		while (take(there[0]) && give(back[1]))
			;
		_exit(0);
	}
	for (unsigned long i = 0; i < rounds; i++)
		if (!give(there[1]) || !take(back[0]))
			return 1;
	close(there[1]);
	return waitpid(child, &status, 0) != child || status;
}
