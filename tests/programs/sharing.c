// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sharing.c - what two threads on two harts take from each other
 *
 *	sharing KIND ROUNDS
 *
 *	false	one reads a field that nobody writes, the other counts in the next one of the line
 *	apart	the same, each field in a line of its own
 *	true	both count in one field, by atomics
 *	lock	both count in one field, under a ticket lock
 *	queue	the same under a queue lock (MCS)
 *	counts	each counts in a field of its own, in a line of its own
 *	alone	one follows a chain through half of the last-level cache
 *	thief	the same, while the other one reads through memory
 *
 * Prints the microseconds of the first thread's rounds.
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

#define THREADS		2
#define LINE		64
#define CHAIN_BYTES	(3UL << 19)
#define STREAM_BYTES	(32UL << 20)

struct table {
	volatile unsigned long limit;
	volatile unsigned long used;
};

struct table_apart {
	_Alignas(LINE) volatile unsigned long limit;
	_Alignas(LINE) volatile unsigned long used;
};

struct ticket {
	_Alignas(LINE) atomic_ulong next;
	_Alignas(LINE) atomic_ulong served;
	volatile unsigned long guarded;
};

/* Who waits in a queue, at a line of its own. */
struct waiter {
	_Alignas(LINE) _Atomic(struct waiter *) next;
	atomic_bool waits;
};

struct queue {
	_Alignas(LINE) _Atomic(struct waiter *) last;
	_Alignas(LINE) volatile unsigned long guarded;
};

struct count {
	_Alignas(LINE) volatile unsigned long used;
};

struct link {
	struct link *next;
	char rest[LINE - sizeof(struct link *)];
};

struct kind {
	const char *name;
	void (*first)(unsigned long rounds);
	void (*second)(unsigned long rounds);
};

static _Alignas(LINE) struct table table;
static struct table_apart apart;
static unsigned long found;
static _Alignas(LINE) atomic_ulong total;
static struct ticket ticket;
static struct queue queue;
static struct waiter waiters[THREADS];
static struct count counts[THREADS];
static struct link *chain;
static char *stream;
static unsigned long rounds;
static const struct kind *kind;
static pthread_barrier_t start;
static _Alignas(LINE) atomic_bool done, running;

static __attribute__((noinline)) void check(unsigned long count)
{
	while (count--)
		found += table.limit;
}

/* As all second threads' do: until the first one is done. */
static __attribute__((noinline)) void count_used(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		table.used++;
}

static __attribute__((noinline)) void check_apart(unsigned long count)
{
	while (count--)
		found += apart.limit;
}

static __attribute__((noinline)) void count_apart(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		apart.used++;
}

static __attribute__((noinline)) void add_total(unsigned long count)
{
	while (count--)
		atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
}

static __attribute__((noinline)) void add_total_too(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		add_total(1000);
}

static __attribute__((noinline)) void enter(void)
{
	unsigned long own = atomic_fetch_add_explicit(&ticket.next, 1, memory_order_relaxed);

	while (atomic_load_explicit(&ticket.served, memory_order_acquire) != own)
		;
}

static __attribute__((noinline)) void leave(void)
{
	unsigned long served = atomic_load_explicit(&ticket.served, memory_order_relaxed);

	atomic_store_explicit(&ticket.served, served + 1, memory_order_release);
}

static __attribute__((noinline)) void count_locked(unsigned long count)
{
	while (count--) {
		enter();
		ticket.guarded++;
		leave();
	}
}

static __attribute__((noinline)) void count_locked_too(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		count_locked(1);
}

static __attribute__((noinline)) void enter_queue(struct waiter *own)
{
	struct waiter *before;

	atomic_store_explicit(&own->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&own->waits, true, memory_order_relaxed);
	before = atomic_exchange_explicit(&queue.last, own, memory_order_acq_rel);
	if (!before)
		return;
	atomic_store_explicit(&before->next, own, memory_order_release);
	while (atomic_load_explicit(&own->waits, memory_order_acquire))
		;
}

static __attribute__((noinline)) void leave_queue(struct waiter *own)
{
	struct waiter *next = atomic_load_explicit(&own->next, memory_order_acquire), *last = own;

	if (!next && atomic_compare_exchange_strong_explicit(&queue.last, &last, NULL, memory_order_release,
							     memory_order_relaxed))
		return;
	while (!next)
		next = atomic_load_explicit(&own->next, memory_order_acquire);
	atomic_store_explicit(&next->waits, false, memory_order_release);
}

static __attribute__((noinline)) void count_queued(struct waiter *own, unsigned long count)
{
	while (count--) {
		enter_queue(own);
		queue.guarded++;
		leave_queue(own);
	}
}

static __attribute__((noinline)) void count_in_queue(unsigned long count)
{
	count_queued(&waiters[0], count);
}

static __attribute__((noinline)) void count_in_queue_too(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		count_queued(&waiters[1], 1);
}

static __attribute__((noinline)) void count_own(unsigned long count)
{
	while (count--)
		counts[0].used++;
}

static __attribute__((noinline)) void count_own_too(unsigned long count)
{
	(void)count;
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		counts[1].used++;
}

static __attribute__((noinline)) void follow(unsigned long count)
{
	struct link *link = chain;

	while (count--)
		link = link->next;
	asm volatile("" : : "r"(link));
}

static __attribute__((noinline)) void read_all(unsigned long count)
{
	unsigned long sum = 0;

	(void)count;
	for (size_t at = 0; !atomic_load_explicit(&done, memory_order_relaxed);
	     at = (at + LINE) % STREAM_BYTES)
		sum += *(volatile unsigned long *)(stream + at);
	asm volatile("" : : "r"(sum));
}

static void idle(unsigned long count)
{
	(void)count;
}

static const struct kind kinds[] = {
	{ "false", check, count_used },
	{ "apart", check_apart, count_apart },
	{ "true", add_total, add_total_too },
	{ "lock", count_locked, count_locked_too },
	{ "queue", count_in_queue, count_in_queue_too },
	{ "counts", count_own, count_own_too },
	{ "alone", follow, idle },
	{ "thief", follow, read_all },
};

/* A ring through all lines, in an order that no prefetcher knows. */
static void make_chain(void)
{
	const size_t links = CHAIN_BYTES / sizeof(struct link);
	uint32_t random = 1;

	chain = aligned_alloc(LINE, CHAIN_BYTES);
	stream = malloc(STREAM_BYTES);
	if (!chain || !stream)
		exit(1);
	memset(stream, 0, STREAM_BYTES);
	for (size_t i = 0; i < links; i++)
		chain[i].next = &chain[i];
	for (size_t i = links - 1; i > 0; i--) {
		struct link *swapped = chain[i].next;
		size_t j = (random = random * 1103515245 + 12345) / 65536 % i;

		chain[i].next = chain[j].next;
		chain[j].next = swapped;
	}
	follow(links);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void *work(void *number)
{
	const int processor = (int)(intptr_t)number;
	uint64_t begin;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("sharing: sched_setaffinity");
		exit(1);
	}
	pthread_barrier_wait(&start);
	if (processor) {
		atomic_store(&running, true);
		kind->second(rounds);
		return NULL;
	}
	while (!atomic_load(&running))
		;
	begin = now_us();
	kind->first(rounds);
	printf("%lu\n", (unsigned long)(now_us() - begin));
	atomic_store(&done, true);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	for (size_t i = 0; argc == 3 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(argv[1], kinds[i].name))
			kind = &kinds[i];
	if (!kind) {
		fprintf(stderr, "usage: sharing false|apart|true|lock|queue|counts|alone|thief ROUNDS\n");
		return 2;
	}
	rounds = strtoul(argv[2], NULL, 0);
	if (kind->first == follow)
		make_chain();
	pthread_barrier_init(&start, NULL, THREADS);
	for (intptr_t i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, (void *)i))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
