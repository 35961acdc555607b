// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * busy.c - something to record: N rounds of user code, and a system call each 100
 *
 * busy N [threads | sleeps]: with "threads", two threads beside the main one do the same; with
 * "sleeps", 5 ms of sleep stand for each system call.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned long rounds;
static bool sleeps;

static void rest(void)
{
	if (sleeps)
		usleep(5000);
	else
		syscall(SYS_getppid);
}

static void *work(void *unused)
{
	volatile unsigned long sum = 0;

	(void)unused;
	for (unsigned long i = 0; i < rounds; i++) {
		sum += i * i;
		if (i % 100 == 0)
			rest();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	size_t count = argc > 2 && !strcmp(argv[2], "threads") ? 2 : 0;

	if (argc < 2) {
		fprintf(stderr, "usage: busy ROUNDS [threads | sleeps]\n");
		return 2;
	}
	rounds = strtoul(argv[1], NULL, 0);
	sleeps = argc > 2 && !strcmp(argv[2], "sleeps");
	for (size_t i = 0; i < count; i++) {
		if (pthread_create(&threads[i], NULL, work, NULL)) {
			fprintf(stderr, "cannot create a thread\n");
			return 1;
		}
	}
	work(NULL);
	for (size_t i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
