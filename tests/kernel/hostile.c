// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hostile.c - requests that any user may make of the driver, and the hart's speed for others
 *
 * hostile shares RATE PERCENT MOST   samples of all kinds at their shortest periods take at most
 *                                    MOST % of the hart, from the first millisecond on
 * hostile switches LEAST MOST        from LEAST to MOST events, by tens, cost a switch of tasks
 *                                    at most twice the cost of as many software events
 * hostile counts                     counts never go backwards, nor below 0, and the numbers of
 *                                    samples and losses are right, wherever an event stops
 * hostile minute SECONDS             all at once, for so long: prints the work of a task beside it
 *
 * Runs in the guest; "shares" as root, since it sets the limits for later runs. Events are of
 * user code alone, as any user may open them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tea_event.h"

#define KINDS 3

/* Samples at their shortest periods. */
static const struct kind {
	const char *name;
	unsigned int event;
	uint64_t period;
} kinds[KINDS] = {
	{ "tea//", TEA_EVENT_CYCLES, 10000 },
	{ "tea/instructions/", TEA_EVENT_INSTRUCTIONS, 10000 },
	{ "tea/taken/", TEA_EVENT_TAKEN, 1000 },
};

/* Stretches of work: short ones, into few of which the kernel's tick falls, and one of some ticks. */
struct work {
	unsigned long branches;
	unsigned int repeats;
};

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/* So many taken branches, and hardly anything else. */
static void branches(unsigned long count)
{
	asm volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(count));
}

static struct perf_event_attr user_attr(const struct kind *kind)
{
	struct perf_event_attr attr = tea_countdown_attr(kind->event, kind->period,
							 PERF_SAMPLE_IP | PERF_SAMPLE_TID);

	attr.exclude_kernel = 1;
	attr.watermark = 1;
	attr.wakeup_watermark = 1 << 20;
	return attr;
}

static int open_or_exit(struct perf_event_attr *attr)
{
	int fd = tea_event_open(attr, -1);

	if (fd >= 0)
		return fd;
	printf("# config %#llx: %s\n", (unsigned long long)attr->config, strerror(-fd));
	tap_ok(false, "the event opens");
	exit(tap_done());
}

/* An event that counts, so that the core is modelled without samples, too. */
static int open_beside(void)
{
	struct perf_event_attr attr = tea_slots_attr(TEA_STACK_COMMIT, TEA_COMPONENT_BIT(BASE));

	attr.exclude_kernel = 1;
	attr.disabled = 0;
	return open_or_exit(&attr);
}

/* Samples */

/* The samples of one kind: as many as were due, except for one in flight. */
struct tally {
	uint64_t samples, lost, count;
};

static struct tally tally_of(struct tea_ring *ring)
{
	struct tally tally = { .count = tea_ring_count(ring) };
	struct tea_record record;

	while (tea_ring_next(ring, &record)) {
		tally.samples += record.type == PERF_RECORD_SAMPLE;
		if (record.type == TEA_RECORD_WORD)
			tally.lost += tea_word_lost(record.word);
	}
	return tally;
}

static void ring_open_or_exit(struct tea_ring *ring, struct perf_event_attr *attr)
{
	if (!tea_ring_open(ring, attr, 10))
		return;
	tap_ok(false, "the event opens");
	exit(tap_done());
}

/* Time of so many branches with the kinds of @mask, whose results go to @tallies. */
static double time_sampled(unsigned int mask, unsigned long work, struct tally *tallies)
{
	struct tea_ring rings[KINDS];
	double us;

	for (unsigned int i = 0; i < KINDS; i++) {
		struct perf_event_attr attr = user_attr(&kinds[i]);

		if (mask >> i & 1)
			ring_open_or_exit(&rings[i], &attr);
	}
	for (unsigned int i = 0; i < KINDS; i++)
		if (mask >> i & 1)
			tea_ring_enable(&rings[i]);
	us = now_us();
	branches(work);
	us = now_us() - us;
	for (unsigned int i = 0; i < KINDS; i++)
		if (mask >> i & 1)
			tea_ring_disable(&rings[i]);
	for (unsigned int i = 0; i < KINDS; i++) {
		if (!(mask >> i & 1))
			continue;
		tallies[i] = tally_of(&rings[i]);
		tea_ring_close(&rings[i]);
	}
	return us;
}

static void check_tally(const struct kind *kind, const struct tally *tally)
{
	const uint64_t due = tally->count / kind->period, told = tally->samples + tally->lost;

	printf("# %s: count %llu, %llu samples, %llu lost\n", kind->name,
	       (unsigned long long)tally->count, (unsigned long long)tally->samples,
	       (unsigned long long)tally->lost);
	tap_ok(told >= due && told <= due + 1,
	       "%s: samples and losses are those of the count", kind->name);
}

/* The shortest of some: the kernel's tick falls into few of them. */
static double time_least(unsigned int mask, const struct work *work, struct tally *tallies)
{
	double us = 1e9, again_us;

	for (unsigned int i = 0; i < work->repeats; i++) {
		again_us = time_sampled(mask, work->branches, tallies);
		us = again_us < us ? again_us : us;
	}
	return us;
}

static void check_share(const char *name, unsigned int mask, const struct work *work,
			double alone_us, double most)
{
	struct tally tallies[KINDS];
	const double us = time_least(mask, work, tallies);
	const double share = 100 - 100 * alone_us / us;

	printf("# %s: %.0f us for %.0f us of work: %.1f %% of the hart\n", name, us, alone_us,
	       share);
	tap_ok(share <= most, "%s: at most %.0f %% of the hart, in %.0f us", name, most, alone_us);
	for (unsigned int i = 0; i < KINDS; i++)
		if (mask >> i & 1)
			check_tally(&kinds[i], &tallies[i]);
}

static void sysctl_write(const char *name, const char *value)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/sys/kernel/%s", name);
	file = fopen(path, "w");
	if (!file || fprintf(file, "%s\n", value) < 0 || fclose(file)) {
		perror(path);
		exit(2);
	}
}

static void check_shares(const char *rate, const char *percent, double most)
{
	static const struct work works[] = { { 1000000, 3 } };
	double alone_us;

	sysctl_write("perf_event_max_sample_rate", rate);
	sysctl_write("perf_cpu_time_max_percent", percent);
	open_beside();
	branches(20000);
	for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
		alone_us = time_least(0, &works[i], NULL);
		for (unsigned int kind = 0; kind < KINDS; kind++)
			check_share(kinds[kind].name, 1U << kind, &works[i], alone_us, most);
		check_share("all three", 7, &works[i], alone_us, most);
	}
}

/* Switches */

/* Two tasks pass a byte to and fro: here is the one that answers. */
static void echo(int from, int to)
{
	char byte;

	while (read(from, &byte, 1) == 1) {
		if (write(to, &byte, 1) != 1)
			_exit(1);
	}
	_exit(0);
}

static double time_round_trips(unsigned int laps)
{
	int there[2], back[2];
	char byte = 'a';
	pid_t pid;
	double us = 0;

	if (pipe(there) || pipe(back))
		exit(2);
	pid = fork();
	if (!pid) {
		close(there[1]);
		echo(there[0], back[1]);
	}
	close(there[0]);
	for (unsigned int i = 0; i < laps + 2; i++) {
		if (i == 2)
			us = now_us();
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			exit(2);
	}
	us = now_us() - us;
	close(there[1]);
	close(back[0]);
	close(back[1]);
	waitpid(pid, NULL, 0);
	return us / laps;
}

static struct perf_event_attr software_attr(void)
{
	return (struct perf_event_attr) {
		.size = sizeof(struct perf_event_attr), .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS, .exclude_kernel = 1, .exclude_hv = 1,
	};
}

/* Time of a round trip, two switches, with so many such events on this task. */
static double time_with_events(unsigned int count, struct perf_event_attr *attr)
{
	int *fds = calloc(count, sizeof(*fds));
	double us;

	for (unsigned int i = 0; i < count; i++)
		fds[i] = open_or_exit(attr);
	us = time_round_trips(10);
	for (unsigned int i = 0; i < count; i++)
		close(fds[i]);
	free(fds);
	return us;
}

static void check_switches(unsigned int least, unsigned int most)
{
	const struct rlimit files = { 4096, 4096 };
	struct perf_event_attr software = software_attr();
	struct perf_event_attr slots = tea_slots_attr(TEA_STACK_DISPATCH, TEA_COMPONENTS_MASK);

	setrlimit(RLIMIT_NOFILE, &files);
	slots.exclude_kernel = 1;
	slots.disabled = 0;
	open_beside();
	for (unsigned int count = least; count <= most; count *= 10) {
		const double software_us = time_with_events(count, &software);
		const double slots_us = time_with_events(count, &slots);

		printf("# %u events: %.1f us with software events, %.1f us with slots\n", count,
		       software_us, slots_us);
		tap_ok(slots_us <= 2 * software_us,
		       "two switches with %u events of slots: twice software events at most", count);
	}
}

/* Counts */

static void check_monotonic(unsigned int event, uint64_t period, unsigned int reads)
{
	struct perf_event_attr attr = tea_countdown_attr(event, period, 0);
	uint64_t count, before = 0, worst = 0;
	unsigned int backwards = 0;
	int fd;

	attr.exclude_kernel = 1;
	attr.disabled = 0;
	fd = open_or_exit(&attr);
	for (unsigned int i = 0; i < reads; i++) {
		branches(20 + i * 7 % 50);
		if (read(fd, &count, sizeof(count)) != sizeof(count))
			exit(2);
		if ((int64_t)(count - before) < 0) {
			backwards++;
			worst = before - count > worst ? before - count : worst;
		}
		before = count;
	}
	close(fd);
	printf("# event %u, period %llu: %llu at last, %u times backwards, %llu at worst\n", event,
	       (unsigned long long)period, (unsigned long long)before, backwards,
	       (unsigned long long)worst);
	tap_ok(!backwards && before >> 62 == 0, "event %u, period %llu: the count only goes up",
	       event, (unsigned long long)period);
}

/* Stopped and started at any moment: also while a sample waits for its instruction. */
static void check_agreement(const struct kind *kind)
{
	struct perf_event_attr attr = user_attr(kind);
	struct tea_ring ring;
	uint64_t lost, told, due;
	struct tally tally;

	ring_open_or_exit(&ring, &attr);
	for (unsigned int i = 0; i < 300; i++) {
		tea_ring_enable(&ring);
		branches(200 + i * 97 % 1300);
		tea_ring_disable(&ring);
	}
	lost = tea_ring_lost(&ring);
	tally = tally_of(&ring);
	tea_ring_close(&ring);
	told = tally.samples + lost;
	due = tally.count / kind->period;
	printf("# %s: count %llu, %llu samples, %llu lost, %llu of them in words\n", kind->name,
	       (unsigned long long)tally.count, (unsigned long long)tally.samples,
	       (unsigned long long)lost, (unsigned long long)tally.lost);
	tap_ok(tally.samples > 3 && told >= due && told <= due + 1,
	       "%s, stopped 300 times: samples and losses are those of the count", kind->name);
	tap_ok(tally.lost == lost, "%s, stopped 300 times: words tell the losses", kind->name);
}

static void check_counts(void)
{
	check_monotonic(TEA_EVENT_INSTRUCTIONS, 0, 1000);
	check_monotonic(TEA_EVENT_INSTRUCTIONS, 10000, 1000);
	check_monotonic(TEA_EVENT_TAKEN, 1000, 1000);
	check_monotonic(TEA_EVENT_TAKEN, 0, 1000);
	check_monotonic(TEA_EVENT_CYCLES, 10000, 1000);
	for (unsigned int i = 0; i < KINDS; i++)
		check_agreement(&kinds[i]);
}

/* All of it, beside another task's work. */

static void open_to_stay(struct perf_event_attr *attr)
{
	if (fcntl(open_or_exit(attr), F_SETFD, 0))
		exit(2);
}

/* Its events start all at once, as the program does: one by one each would start the others again. */
static void load(void)
{
	struct perf_event_attr slots = tea_slots_attr(TEA_STACK_DISPATCH, TEA_COMPONENTS_MASK);
	const struct rlimit files = { 4096, 4096 };

	setrlimit(RLIMIT_NOFILE, &files);
	slots.exclude_kernel = 1;
	slots.enable_on_exec = 1;
	for (unsigned int i = 0; i < KINDS; i++) {
		struct perf_event_attr attr = user_attr(&kinds[i]);

		attr.enable_on_exec = 1;
		open_to_stay(&attr);
	}
	for (unsigned int i = 0; i < 900; i++)
		open_to_stay(&slots);
	execl("/proc/self/exe", "hostile", "load", NULL);
	perror("/proc/self/exe");
	exit(2);
}

static double own_us(void)
{
	struct timespec own;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
	return own.tv_sec * 1e6 + own.tv_nsec / 1e3;
}

/* A task that loads the hart: it runs, with all of its events. */
static pid_t load_start(void)
{
	int begun[2];
	char byte;
	pid_t pid;

	if (pipe2(begun, O_CLOEXEC))
		exit(2);
	pid = fork();
	if (!pid)
		load();
	close(begun[1]);
	if (read(begun[0], &byte, 1))
		exit(2);
	close(begun[0]);
	return pid;
}

/* Rounds of this task's work in so much time beside the load. */
static void check_beside(double seconds)
{
	const pid_t pid = load_start();
	const double begun_us = now_us(), begun_own_us = own_us();
	double gone_us, had_us;
	unsigned long rounds = 0;

	do {
		branches(100000);
		rounds++;
		gone_us = now_us() - begun_us;
	} while (gone_us < seconds * 1e6);
	had_us = own_us() - begun_own_us;
	kill(pid, 9);
	waitpid(pid, NULL, 0);
	printf("# in %.3f s this task had %.3f s of the hart, and did %lu rounds\n", gone_us / 1e6,
	       had_us / 1e6, rounds);
	tap_ok(had_us > gone_us / 3, "a task beside the load gets its share of the hart");
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "shares") && argc == 5)
		check_shares(argv[2], argv[3], strtod(argv[4], NULL));
	else if (!strcmp(what, "switches") && argc == 4)
		check_switches(strtoul(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
	else if (!strcmp(what, "counts"))
		check_counts();
	else if (!strcmp(what, "minute") && argc == 3)
		check_beside(strtod(argv[2], NULL));
	else if (!strcmp(what, "load"))
		for (;;)
			branches(100000);
	else
		return fprintf(stderr, "usage: hostile shares RATE PERCENT MOST | switches LEAST MOST | "
			       "counts | minute SECONDS\n"), 2;
	return tap_done();
}
