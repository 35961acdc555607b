// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * convoy.c - threads that wait for each other: a lock that is held while its holder sleeps
 *
 *	convoy ROUNDS
 *
 * Two threads. Each takes the lock, sleeps with it, and gives it back. Who gives it back may have it
 * again before the other runs, so one can wait until the other has done all of its rounds: the two
 * wait for the lock as long as they sleep, in one thread or in both.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define THREADS	2
#define HELD_NS	200000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long rounds;

static __attribute__((noinline)) void hold(void)
{
	const struct timespec held = { .tv_nsec = HELD_NS };

	nanosleep(&held, NULL);
}

static __attribute__((noinline)) void enter(void)
{
	pthread_mutex_lock(&lock);
}

static void *work(void *unused)
{
	for (unsigned long i = 0; i < rounds; i++) {
		enter();
		hold();
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
