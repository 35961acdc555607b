// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * family.c - threads with names, a forked child and one that executes anew, all busy
 *
 * For recordings in which mappings, names and callers matter. Every member spends its
 * time in leaf(), called by branch(), called by limb() or by twig(): with frame
 * pointers, so that its callers can be walked.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS	100
#define THREADS	2

static volatile unsigned long sink;

static __attribute__((noinline)) void leaf(unsigned long seed)
{
	for (int i = 0; i < 500; i++)
		seed = seed * 6364136223846793005UL + 1442695040888963407UL;
	sink = seed;
}

static __attribute__((noinline)) void branch(unsigned long seed)
{
	leaf(seed);
	leaf(~seed);
	sink++;
}

static __attribute__((noinline)) void limb(int rounds)
{
	for (int i = 0; i < rounds; i++)
		branch((unsigned long)i);
	sink++;
}

static __attribute__((noinline)) void twig(int rounds)
{
	for (int i = 0; i < rounds; i++)
		branch((unsigned long)-i);
	sink++;
}

static void *thread(void *name)
{
	prctl(PR_SET_NAME, name);
	twig(ROUNDS);
	return NULL;
}

static int run_threads(void)
{
	static char names[THREADS][16] = { "first thread", "second thread" };
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, thread, names[i]))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

static int run_child(char *self, char *argument)
{
	pid_t child = fork();
	int status;

	if (!child) {
		limb(ROUNDS);
		if (argument)
			execl("/proc/self/exe", "heir", argument, NULL);
		_exit(argument != NULL);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		fprintf(stderr, "%s: the child failed\n", self);
	return child < 0 || status;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "heir")) {
		limb(ROUNDS);
		return 0;
	}
	limb(ROUNDS);
	return run_child(argv[0], "heir") || run_child(argv[0], NULL) || run_threads();
}
