// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * measure - runs a command, and prints its time and memory
 *
 *	measure FILE COMMAND ARG...
 *
 * Appends "wall-seconds cpu-seconds peak-KiB" to FILE; the status is COMMAND's.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
	FILE *output = argc > 2 ? fopen(argv[1], "ae") : NULL;
	struct rusage usage;
	double begin = now();
	int status;
	pid_t child;

	if (!output) {
		fprintf(stderr, "usage: measure FILE COMMAND ARG...\n");
		return 125;
	}
	child = fork();
	if (!child) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child) {
		perror("measure");
		return 125;
	}
	fprintf(output, "%.3f %.3f %ld\n", now() - begin,
		seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
	fclose(output);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
