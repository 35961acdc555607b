// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapblocks.c - allocates in a way that is asked for, and tells where its blocks are
 *
 *	heapblocks functions | again | moved | threads | fork | vfork | clone | killed | aborted | many COUNT
 *
 * A line on standard output for each moment at which a block is there, or, with 0 bytes, no more:
 * "PID ADDRESS TIME BYTES FUNCTION CALLER", as heapshow answers.
 */
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define THREADS		8
#define ROUNDS		20000
#define KEPT		16

static unsigned long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

/* The clock may have ticks that are longer than an allocation. */
static void wait_tick(void)
{
	for (unsigned long long begin = now(); now() < begin + 1000; )
		;
}

static void tell(const void *block, size_t bytes, const char *function, const char *caller)
{
	char line[256];
	int length;

	wait_tick();
	length = snprintf(line, sizeof(line), "%d %lx %llu %zu %s %s\n", (int)getpid(),
			  (unsigned long)block + (bytes ? bytes - 1 : 0), now(), bytes, function, caller);
	wait_tick();
	if (write(1, line, (size_t)length) != length)
		_exit(3);
}

static __attribute__((noinline)) void *xmalloc(size_t bytes)
{
	void *block = malloc(bytes);

	if (!block)
		abort();
	return block;
}

static __attribute__((noinline)) void *make_first(size_t bytes)
{
	char *block = xmalloc(bytes);

	block[0] = 1;
	return block;
}

static __attribute__((noinline)) void *make_second(size_t bytes)
{
	char *block = calloc(1, bytes);

	block[bytes - 1] = 2;
	return block;
}

static void functions(void)
{
	void *block;

	tell(malloc(100), 100, "malloc", "functions");
	tell(calloc(10, 20), 200, "calloc", "functions");
	tell(realloc(NULL, 300), 300, "realloc", "functions");
	tell(reallocarray(NULL, 4, 100), 400, "reallocarray", "functions");
	tell(aligned_alloc(64, 512), 512, "aligned_alloc", "functions");
	tell(memalign(64, 600), 600, "memalign", "functions");
	if (!posix_memalign(&block, 64, 700))
		tell(block, 700, "posix_memalign", "functions");
	tell(valloc(800), 800, "valloc", "functions");
	tell(pvalloc(900), 900, "pvalloc", "functions");
	tell(strdup("seven:"), 7, "malloc", "functions");
	tell(make_first(1000000), 1000000, "malloc", "make_first");
}

/* Memory that two use in turns. */
static void again(void)
{
	for (int i = 0; i < 100; i++) {
		char *block = make_first(48);

		tell(block, 48, "malloc", "make_first");
		free(block);
		tell(block, 0, "", "");
		block = make_second(48);
		tell(block, 48, "calloc", "make_second");
		free(block);
	}
}

static void moved(void)
{
	static const size_t sizes[] = { 64, 100, 5000, 200000, 3000000, 10 };
	const size_t count = sizeof(sizes) / sizeof(sizes[0]);
	char *block = make_first(32), *old, *fence;

	tell(block, 32, "malloc", "make_first");
	for (size_t i = 0; i < count; i++) {
		fence = malloc(16);	/* so that it moves */
		old = block;
		block = realloc(block, sizes[i]);
		if (block != old)
			tell(old, 0, "", "");
		tell(block, sizes[i], "realloc", "moved");
		free(fence);
	}
	if (realloc(block, (size_t)-1 / 2))
		abort();
	tell(block, sizes[count - 1], "realloc", "moved");
}

static void *work(void *number)
{
	void *kept[KEPT] = { NULL };

	for (size_t i = 0; i < ROUNDS; i++) {
		free(kept[i % KEPT]);
		kept[i % KEPT] = i % 2 ? make_first(16 + i % 300) : make_second(16 + i % 300);
	}
	tell(kept[0], 16 + (ROUNDS - KEPT) % 300, "calloc", "make_second");
	tell(kept[1], 16 + (ROUNDS - KEPT + 1) % 300, "malloc", "make_first");
	return number;
}

static void threads(void)
{
	pthread_t all[THREADS];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < THREADS; i++)
			if (pthread_create(&all[i], NULL, work, NULL))
				abort();
		for (int i = 0; i < THREADS; i++)
			pthread_join(all[i], NULL);
	}
}

/* What a child has, of its parent and of its own. */
static void be_child(void *block, void *kept)
{
	free(malloc(1));	/* by this at the latest it is known */
	tell(block, 64, "malloc", "make_first");
	free(block);
	tell(block, 0, "", "");
	tell(make_second(4000), 4000, "calloc", "make_second");
	tell(kept, 5000, "malloc", "make_first");
	_exit(0);
}

static void fork_by(pid_t (*call)(void))
{
	void *block = make_first(64), *kept = make_first(5000);
	pid_t child = call();

	if (!child)
		be_child(block, kept);
	waitpid(child, NULL, 0);
	tell(block, 64, "malloc", "make_first");
	tell(make_second(70), 70, "calloc", "make_second");
}

/* Without the C library's knowledge. */
static pid_t clone_raw(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static void run_child(const char *self)
{
	pid_t child;

	tell(make_first(64), 64, "malloc", "make_first");
	child = vfork();
	if (!child) {
		execl(self, self, "again", NULL);
		_exit(4);
	}
	waitpid(child, NULL, 0);
	tell(make_second(70), 70, "calloc", "make_second");
}

/* No questions: for times. */
static void many(unsigned long count)
{
	void *kept[KEPT] = { NULL };
	unsigned long long begin = now();

	for (unsigned long i = 0; i < count; i++) {
		free(kept[i % KEPT]);
		kept[i % KEPT] = i % 2 ? make_first(16 + i % 300) : make_second(16 + i % 300);
	}
	fprintf(stderr, "%.1f ns for each block that comes and goes\n", (double)(now() - begin) / (double)count);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (!strcmp(mode, "functions"))
		functions();
	else if (!strcmp(mode, "again"))
		again();
	else if (!strcmp(mode, "moved"))
		moved();
	else if (!strcmp(mode, "threads"))
		threads();
	else if (!strcmp(mode, "fork"))
		fork_by(fork);
	else if (!strcmp(mode, "clone"))
		fork_by(clone_raw);
	else if (!strcmp(mode, "vfork"))
		run_child(argv[0]);
	else if (!strcmp(mode, "many") && argc == 3)
		many(strtoul(argv[2], NULL, 10));
	else
		tell(make_first(64), 64, "malloc", "make_first");
	if (!strcmp(mode, "killed"))
		raise(SIGKILL);
	if (!strcmp(mode, "aborted"))
		abort();
	return 0;
}
