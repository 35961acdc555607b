// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * threads.c - one thread on each processor: their work alone and at one time, and their clocks
 *
 *	threads speed THOUSANDS	work of each thread, then of all of them, in us, and how
 *					many times as much was done at one time, in hundredths
 *	threads lines THOUSANDS	the same, work being to read lines from memory
 *	threads clocks MICROSECONDS	they show each other the time, so long: how often one saw
 *					an earlier one than it was shown, 0
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define THREADS_MAX	64
#define LINE_BYTES	64
#define PAGE_BYTES	4096
/* four times the last-level cache */
#define READ_BYTES	(8UL << 20)

/* of a thread, by its own clock */
struct task {
	pthread_t thread;
	int processor;
	uint64_t begin_ns, end_ns;
};

static unsigned long thousands;
static pthread_barrier_t start;
static _Atomic uint64_t shown_ns;
static _Atomic unsigned long back;
static atomic_bool stop;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void stay_on(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("threads: sched_setaffinity");
		exit(1);
	}
}

static void *work(void *opaque)
{
	struct task *task = opaque;
	unsigned long value = 1;

	stay_on(task->processor);
	pthread_barrier_wait(&start);
	task->begin_ns = now_ns();
	for (unsigned long i = 0; i < thousands * 1000; i++) {
		value = value * 6364136223846793005UL + i;
		asm volatile("" : "+r"(value));
	}
	task->end_ns = now_ns();
	return NULL;
}

static void read_lines(const volatile char *from, unsigned long lines)
{
	for (unsigned long i = 0; i < lines; i++)
		(void)from[i * LINE_BYTES % READ_BYTES];
}

/* The first reading, before the start, drives out of the caches what is written to have the pages. */
static void *read_memory(void *opaque)
{
	struct task *task = opaque;
	char *memory = malloc(READ_BYTES);

	if (!memory) {
		perror("threads: malloc");
		exit(1);
	}
	stay_on(task->processor);
	for (unsigned long at = 0; at < READ_BYTES; at += PAGE_BYTES)
		memory[at] = 1;
	read_lines(memory, READ_BYTES / LINE_BYTES);
	pthread_barrier_wait(&start);
	task->begin_ns = now_ns();
	read_lines(memory, thousands * 1000);
	task->end_ns = now_ns();
	free(memory);
	return NULL;
}

static void *compare_clocks(void *opaque)
{
	stay_on(((struct task *)opaque)->processor);
	pthread_barrier_wait(&start);
	while (!stop) {
		uint64_t shown = atomic_load(&shown_ns), now = now_ns();

		back += now < shown;
		while (shown < now && !atomic_compare_exchange_weak(&shown_ns, &shown, now))
			;
	}
	return NULL;
}

static uint64_t elapsed_ns(const struct task *tasks, int threads)
{
	uint64_t begin = UINT64_MAX, end = 0;

	for (int i = 0; i < threads; i++) {
		begin = tasks[i].begin_ns < begin ? tasks[i].begin_ns : begin;
		end = tasks[i].end_ns > end ? tasks[i].end_ns : end;
	}
	return end - begin;
}

/* Nanoseconds from when the first begins until the last ends, which may be told to, after @us. */
static uint64_t run(void *(*function)(void *), int threads, useconds_t us)
{
	struct task tasks[THREADS_MAX] = { 0 };

	pthread_barrier_init(&start, NULL, (unsigned int)threads);
	for (int i = 0; i < threads; i++) {
		tasks[i].processor = i;
		if (pthread_create(&tasks[i].thread, NULL, function, &tasks[i])) {
			fprintf(stderr, "threads: cannot start a thread\n");
			exit(1);
		}
	}
	if (us)
		usleep(us);
	stop = true;
	for (int i = 0; i < threads; i++)
		pthread_join(tasks[i].thread, NULL);
	pthread_barrier_destroy(&start);
	return elapsed_ns(tasks, threads);
}

int main(int argc, char **argv)
{
	int threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
	void *(*each)(void *) = work;
	uint64_t one, all;

	if (argc != 3 || threads > THREADS_MAX) {
		fprintf(stderr, "threads: usage: threads speed|lines|clocks NUMBER\n");
		return 2;
	}
	if (!strcmp(argv[1], "clocks")) {
		run(compare_clocks, threads, (useconds_t)strtoul(argv[2], NULL, 0));
		printf("%lu\n", back);
		return 0;
	}
	thousands = strtoul(argv[2], NULL, 0);
	if (!strcmp(argv[1], "lines"))
		each = read_memory;
	one = run(each, 1, 0);
	all = run(each, threads, 0);
	printf("%lu %lu %lu\n", one / 1000, all / 1000, 100 * (unsigned long)threads * one / all);
	return 0;
}
