// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * limits.c - the limits on an event's use of a hart: samples, time, signals
 *
 * Runs in the guest as root, since it sets kernel.perf_event_max_sample_rate and
 * kernel.perf_cpu_time_max_percent, and sets them back. Samples over a limit are
 * lost, and counted.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tea_event.h"

#define RATE_SYSCTL "/proc/sys/kernel/perf_event_max_sample_rate"
#define PERCENT_SYSCTL "/proc/sys/kernel/perf_cpu_time_max_percent"

/* The core clock is 3.2 GHz here, and the unit's cycles are its cycles. */
#define CYCLES_PER_NS 3.2

/* Rings of 16 MB. */
#define PAGES_ORDER 12

static unsigned int sysctl_read(const char *path)
{
	FILE *file = fopen(path, "r");
	unsigned int value;

	if (!file || fscanf(file, "%u", &value) != 1) {
		perror(path);
		exit(2);
	}
	fclose(file);
	return value;
}

static void sysctl_write(const char *path, unsigned int value)
{
	FILE *file = fopen(path, "w");

	if (!file || fprintf(file, "%u\n", value) < 0 || fclose(file)) {
		perror(path);
		exit(2);
	}
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

/* As a module the driver keeps to the limits itself; built in it leaves them to perf. */
static bool is_module(void)
{
	return !access("/sys/module/tea_pmu/initstate", F_OK);
}

/* Results of a stretch of work. */
struct stretch {
	double ns;
	uint64_t cycles, words, lost;
};

static void stretch_tally(struct stretch *stretch, struct tea_ring *ring)
{
	struct tea_record record;

	while (tea_ring_next(ring, &record)) {
		if (record.type != TEA_RECORD_WORD)
			continue;
		stretch->words += !!tea_word_slots(record.word);
		stretch->lost += tea_word_lost(record.word);
	}
}

static void stretch_print(const char *name, const struct stretch *it)
{
	printf("# %s: %.1f ms, %llu cycles, %llu words, %llu lost\n", name, it->ns / 1e6,
	       (unsigned long long)it->cycles, (unsigned long long)it->words,
	       (unsigned long long)it->lost);
}

static struct stretch stretch_run(struct perf_event_attr *attr, unsigned long loops)
{
	struct stretch stretch = { 0 };
	struct tea_ring ring;

	if (tea_ring_open(&ring, attr, PAGES_ORDER)) {
		tap_ok(false, "cannot open the event");
		return stretch;
	}
	stretch.ns = now_ns();
	tea_ring_enable(&ring);
	tea_work_user(loops);
	tea_ring_disable(&ring);
	stretch.ns = now_ns() - stretch.ns;
	stretch.cycles = tea_ring_count(&ring);
	stretch_tally(&stretch, &ring);
	tea_ring_close(&ring);
	return stretch;
}

/* A thousand samples a second, where ten thousand cycles would be 320 thousand. */
static void check_rate(void)
{
	struct perf_event_attr attr = tea_attr(10000, PERF_SAMPLE_IP);
	const unsigned int rate = sysctl_read(RATE_SYSCTL);
	struct stretch stretch;

	sysctl_write(RATE_SYSCTL, 1000);
	stretch = stretch_run(&attr, 3000000);
	sysctl_write(RATE_SYSCTL, rate);
	stretch_print("rate", &stretch);
	/* The limit is per tick, so one tick's samples may come at once. */
	tap_ok(stretch.words >= 4 && stretch.words <= 5 + stretch.ns / 1e6,
	       "rate: as many samples as kernel.perf_event_max_sample_rate allows");
	/* The sample of the period under way may have been taken. */
	tap_ok(stretch.words + stretch.lost - stretch.cycles / 10000 <= 1,
	       "rate: those over the limit are lost, in numbers");
	stretch = stretch_run(&attr, 300000);
	stretch_print("rate set back", &stretch);
	tap_ok(stretch.words > 4 * (5 + stretch.ns / 1e6), "rate: a new limit holds at once");
}

/* A limit that is set while the event runs. */
static void check_change(void)
{
	struct perf_event_attr attr = tea_attr(20000, PERF_SAMPLE_IP);
	const unsigned int rate = sysctl_read(RATE_SYSCTL);
	struct stretch stretch = { 0 };
	struct tea_ring ring;

	tap_ring_open(&ring, &attr, PAGES_ORDER, "change");
	tea_ring_enable(&ring);
	sysctl_write(RATE_SYSCTL, 1000);
	tea_work_user(6000000);
	tea_ring_disable(&ring);
	stretch_tally(&stretch, &ring);
	stretch = (struct stretch){ .ns = now_ns() };
	tea_ring_enable(&ring);
	tea_work_user(1000000);
	tea_ring_disable(&ring);
	stretch.ns = now_ns() - stretch.ns;
	stretch_tally(&stretch, &ring);
	sysctl_write(RATE_SYSCTL, rate);
	stretch_print("change", &stretch);
	/* perf counts by tick, four to each, and there are two where one is near. */
	tap_ok(stretch.words <= (is_module() ? 5 : 9) + stretch.ns / 1e6,
	       "change: a limit holds for running events, too");
	tea_ring_close(&ring);
}

/*
 * Samples with 60 KB of stack. The unit stands still while they are written, so the
 * time that is not in its cycles is theirs.
 */
static void check_percent(void)
{
	struct perf_event_attr attr = tea_attr(20000, PERF_SAMPLE_IP | PERF_SAMPLE_STACK_USER |
					       PERF_SAMPLE_REGS_USER);
	const unsigned int percent = sysctl_read(PERCENT_SYSCTL), rate = sysctl_read(RATE_SYSCTL);
	volatile char stack[65536];
	struct stretch stretch;
	double share;

	for (size_t i = 0; i < sizeof(stack); i += 1024)
		stack[i] = 1;
	attr.sample_stack_user = 60000;
	attr.sample_regs_user = 1;
	attr.config1 = TEA_CONFIG1_MMODE;
	sysctl_write(PERCENT_SYSCTL, 10);
	/* perf has to learn the cost of a sample first */
	if (!is_module())
		stretch_run(&attr, 3000000);
	stretch = stretch_run(&attr, 3000000);
	sysctl_write(PERCENT_SYSCTL, percent);
	sysctl_write(RATE_SYSCTL, rate);
	stretch_print("percent", &stretch);
	share = 100 - 100 * stretch.cycles / CYCLES_PER_NS / stretch.ns;
	printf("# percent: %.1f %% of the time in samples\n", share);
	tap_ok(stretch.words && stretch.lost, "percent: some samples are written, others lost");
	/* And as much again for the interrupts of those that are lost, and the head start. */
	tap_ok(share < 20, "percent: samples take what kernel.perf_cpu_time_max_percent allows");
}

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
}

static double time_of_work(unsigned long loops)
{
	const double start = now_ns();

	tea_work_user(loops);
	return now_ns() - start;
}

/*
 * A signal for each sample, kernel included: the program still gets on. The kernel's work at a
 * tick can take 0.7 ms, and on a slow kernel the samples' head start as long: the measured work
 * is so long that this is little of it.
 */
static void check_signals(void)
{
	struct perf_event_attr attr = tea_attr(10000, PERF_SAMPLE_IP);
	struct sigaction action = { .sa_handler = on_signal };
	const unsigned long loops = is_module() ? 1200000 : 6000000;
	double alone, signalled;
	struct tea_ring ring;

	attr.wakeup_events = 1;
	sigaction(SIGIO, &action, NULL);
	tap_ring_open(&ring, &attr, PAGES_ORDER, "signals");
	tea_ring_enable(&ring);
	alone = time_of_work(loops);
	tea_ring_disable(&ring);
	fcntl(ring.fd, F_SETOWN, getpid());
	fcntl(ring.fd, F_SETFL, O_ASYNC);
	tea_ring_enable(&ring);
	signalled = time_of_work(loops);
	tea_ring_disable(&ring);
	printf("# signals: %.0f us, and %.0f us with %d signals: %.1f times\n", alone / 1e3,
	       signalled / 1e3, (int)signals, signalled / alone);
	tap_ok(signals > 3, "signals: they come");
	tap_ok(signalled < 2 * alone, "signals: the program gets on");
	tea_ring_close(&ring);
}

int main(void)
{
	check_rate();
	check_change();
	check_percent();
	check_signals();
	return tap_done();
}
