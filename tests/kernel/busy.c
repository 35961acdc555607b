// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * busy.c - something to record: N rounds of user code, and a system call each 100
 *
 * busy N [threads]: with "threads", two threads beside the main one do the same.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned long rounds;

static void *work(void *unused)
{
	volatile unsigned long sum = 0;

	(void)unused;
	for (unsigned long i = 0; i < rounds; i++) {
		sum += i * i;
		if (i % 100 == 0)
			syscall(SYS_getppid);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	size_t count = argc > 2 ? 2 : 0;

	if (argc < 2) {
		fprintf(stderr, "usage: busy ROUNDS [threads]\n");
		return 2;
	}
	rounds = strtoul(argv[1], NULL, 0);
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
