// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stopwatch.c - the time of a command, in the guest: stopwatch [-a | -p N] FILE TIMES COMMAND ARG...
 *
 * Runs COMMAND TIMES times, one after the other, and writes to FILE the nanoseconds of each run,
 * from fork() to the end, one a line. Guest time is the model's while a TEA unit is on, and only
 * then. Under perf record it is. For a run alone, -a turns it on: with an event on this hart that
 * selects cycles of machine mode alone. It takes no part in context switches and raises no
 * interrupt, since its period is longer than the cycles in the firmware: it does not disturb the
 * measured run. -p turns it on on all harts and for all levels, with a period of N cycles, whose
 * golden reference the machine can write; of its samples nothing is kept.
 *
 * Before each run some more memory is taken and kept, as much for the nth run of all conditions:
 * the kernel's placement of a program decides which lines and rows of memory conflict, and it would
 * otherwise reuse the place of the last run.
 *
 * Status 1 if COMMAND fails.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMES_MAX	1000
#define SHIFT_PAGES	97		/* at most, taken before a run */
#define PAGE_BYTES	4096
#define TYPE_FILE	"/sys/bus/event_source/devices/tea/type"

/* On a hart, until this process ends. Returns 0, or -1 with errno set. */
static int event_open(struct perf_event_attr attr, int hart)
{
	FILE *file = fopen(TYPE_FILE, "re");
	bool found = file && fscanf(file, "%u", &attr.type) == 1;

	if (file)
		fclose(file);
	return found && syscall(SYS_perf_event_open, &attr, -1, hart, -1, PERF_FLAG_FD_CLOEXEC) >= 0 ?
		0 : -1;
}

/* For cycles of machine mode alone, of hart 0; or with a period for all of all harts. */
static int unit_arm(unsigned long long period)
{
	const struct perf_event_attr machine = { .size = sizeof(machine), .exclude_user = 1,
						 .exclude_kernel = 1, .config1 = 1 };
	const struct perf_event_attr all = { .size = sizeof(all), .sample_period = period };
	long harts = sysconf(_SC_NPROCESSORS_ONLN);

	if (!period)
		return event_open(machine, 0);
	for (int hart = 0; hart < harts; hart++)
		if (event_open(all, hart))
			return -1;
	return 0;
}

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Nanoseconds, or -1 if it could not be run or failed; then it has been said. */
static long long command_time(char **argv)
{
	long long begin_ns = now_ns();
	pid_t pid = fork();
	int status;

	if (!pid) {
		execvp(argv[0], argv);
		fprintf(stderr, "stopwatch: cannot run '%s': %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		fprintf(stderr, "stopwatch: cannot start '%s': %s\n", argv[0], strerror(errno));
		return -1;
	}
	if (status) {
		fprintf(stderr, "stopwatch: '%s' failed\n", argv[0]);
		return -1;
	}
	return now_ns() - begin_ns;
}

/* Not to be given back: from 1 to SHIFT_PAGES pages, spread evenly over the laps. */
static int memory_shift(long lap)
{
	size_t bytes = (size_t)(lap * 37 % SHIFT_PAGES + 1) * PAGE_BYTES;
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return memory == MAP_FAILED ? -1 : 0;
}

static int laps_run(FILE *file, long times, char **argv)
{
	for (long lap = 0; lap < times; lap++) {
		long long ns;

		if (memory_shift(lap)) {
			fprintf(stderr, "stopwatch: out of memory\n");
			return 1;
		}
		ns = command_time(argv);
		if (ns < 0)
			return 1;
		fprintf(file, "%lld\n", ns);
		fflush(file);
	}
	return 0;
}

int main(int argc, char **argv)
{
	bool arm = argc > 1 && !strcmp(argv[1], "-a");
	bool periodic = argc > 2 && !strcmp(argv[1], "-p");
	unsigned long long period = periodic ? strtoull(argv[2], NULL, 10) : 0;
	int options = arm ? 1 : periodic ? 2 : 0;
	char **args = argv + 1 + options;
	long times = argc - options > 3 ? strtol(args[1], NULL, 10) : 0;
	FILE *file;

	if (times < 1 || times > TIMES_MAX || (periodic && !period)) {
		fprintf(stderr, "usage: stopwatch [-a | -p N] FILE TIMES COMMAND ARG...\n");
		return 2;
	}
	file = fopen(args[0], "we");
	if (!file) {
		fprintf(stderr, "stopwatch: cannot write '%s': %s\n", args[0], strerror(errno));
		return 1;
	}
	if (options && unit_arm(period)) {
		fprintf(stderr, "stopwatch: no TEA event: %s\n", strerror(errno));
		return 1;
	}
	return laps_run(file, times, args + 2) || fclose(file);
}
