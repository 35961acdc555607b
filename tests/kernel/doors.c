// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * doors.c - one program, recorded by both doors at once: sample for sample the same
 *
 * Runs in the guest as root. Both events begin with the program's exec, in the same cycle, and
 * draw their targets from the same state.
 *
 *	doors		records `doors work`
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tea_event.h"

#define PERIOD		200003
#define ROUNDS		800000
#define SAMPLES_LEAST	100
#define ORDER		8		/* pages of a ring: 2^8 */

/* Loads and fetches that miss, transfers that cannot be foretold, divisions. */
static uint32_t memory[1 << 20];

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
#define FUNCTIONS	1024
#define FUNCTION_BYTES	256

/* So many, of several lines each, no operation but the return: c.nop. */
extern char functions[];
__asm__(".text\n.balign 64\n.globl functions\nfunctions:\n"
	".rept " TEXT(FUNCTIONS) "\n.fill 127, 2, 1\nret\n.endr\n");

static __attribute__((noinline)) uint32_t mix(uint32_t word)
{
	__asm__ volatile("");
	return word * 2654435761U >> 7 ^ word;
}

static int work(void)
{
	uint32_t at = 1, sum = 0;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		at = mix(at + i);
		sum += memory[at % (sizeof(memory) / sizeof(memory[0]))]++;
		if (at & 64)
			sum = sum / (at | 1) + 3;
		if (at & 128)
			((void (*)(void))(functions + FUNCTION_BYTES * (at % FUNCTIONS)))();
		for (unsigned int j = 0; j < (at & 7); j++)
			sum += j ^ at;
	}
	return sum == 4711;
}

static unsigned int type_of(const char *pmu)
{
	char path[64];
	unsigned int type = 0;
	FILE *stream;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
	stream = fopen(path, "r");
	if (!stream || fscanf(stream, "%u", &type) != 1) {
		fprintf(stderr, "doors: no PMU '%s'\n", pmu);
		exit(2);
	}
	fclose(stream);
	return type;
}

static struct tea_ring open_ring(const char *pmu, pid_t pid)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = type_of(pmu), .sample_period = PERIOD,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_RAW,
		.read_format = PERF_FORMAT_LOST,
		.disabled = 1, .enable_on_exec = 1, .exclude_kernel = 1,
	};
	struct tea_ring ring = { .sample_type = attr.sample_type };

	ring.fd = syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	ring.bytes = (1 + (1UL << ORDER)) * sysconf(_SC_PAGESIZE);
	ring.page = mmap(NULL, ring.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, 0);
	if (ring.fd < 0 || ring.page == MAP_FAILED) {
		fprintf(stderr, "doors: cannot open %s//: %s\n", pmu, strerror(errno));
		exit(2);
	}
	return ring;
}

/* A process that waits for the pipe's end, and then runs work(). */
static pid_t begin_work(int *go)
{
	int ends[2];
	char byte;
	pid_t pid;

	if (pipe(ends)) {
		perror("doors: pipe");
		exit(2);
	}
	pid = fork();
	if (!pid) {
		close(ends[1]);
		if (!read(ends[0], &byte, 1))
			execl("/proc/self/exe", "doors", "work", NULL);
		_exit(2);
	}
	close(ends[0]);
	*go = ends[1];
	return pid;
}

/* The next sample; false at the end. */
static bool next_sample(struct tea_ring *ring, struct tea_record *record)
{
	while (tea_ring_next(ring, record)) {
		if (record->type == PERF_RECORD_SAMPLE)
			return true;
	}
	return false;
}

/* TIME is the unit's alone. */
static bool same_sample(const struct tea_record *one, const struct tea_record *other)
{
	struct tea_raw raw = *one->raw;

	raw.time = other->raw->time;
	return one->ip == other->ip && one->tid == other->tid &&
	       one->raw_bytes == other->raw_bytes && !memcmp(&raw, other->raw, sizeof(raw));
}

static void show(const char *door, const struct tea_record *record)
{
	const struct tea_raw *raw = record->raw;

	printf("# %s: ip %#llx state %u slots %#x psv", door, (unsigned long long)record->ip,
	       raw->state, raw->slots);
	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		printf(" %#x@%#llx", raw->psv[i], (unsigned long long)raw->pc[i]);
	printf("\n");
}

static void compare(struct tea_ring *unit, struct tea_ring *pesa)
{
	struct tea_record one, other;
	unsigned int samples = 0, unlike = 0, states = 0, parallel = 0;
	bool more[2];

	for (;; samples++) {
		more[0] = next_sample(unit, &one);
		more[1] = next_sample(pesa, &other);
		if (!more[0] || !more[1])
			break;
		states |= 1U << one.raw->state;
		parallel += !!(one.raw->slots & 2);
		if (same_sample(&one, &other) || unlike++)
			continue;
		printf("# sample %u\n", samples);
		show("registers", &one);
		show("sspesa", &other);
	}
	printf("# %u samples, %u of several instructions, states %#x\n", samples, parallel, states);
	tap_ok(samples >= SAMPLES_LEAST && states == 15 && parallel > 10,
	       "a recording of all states by the unit's registers");
	tap_ok(!more[0] && !more[1], "as many samples by Sspesa");
	tap_ok(!unlike, "each of them the same: addresses, signatures, state");
}

int main(int argc, char **argv)
{
	struct tea_ring unit, pesa;
	int go, status;
	pid_t pid;

	if (argc == 2 && !strcmp(argv[1], "work"))
		return work();
	pid = begin_work(&go);
	unit = open_ring("tea", pid);
	pesa = open_ring("tea_pesa", pid);
	close(go);
	waitpid(pid, &status, 0);
	tap_ok(WIFEXITED(status) && !WEXITSTATUS(status), "the program runs to its end");
	compare(&unit, &pesa);
	printf("# lost: %llu and %llu\n", (unsigned long long)tea_ring_lost(&unit),
	       (unsigned long long)tea_ring_lost(&pesa));
	tap_ok(!tea_ring_lost(&unit) && !tea_ring_lost(&pesa), "neither has lost a sample");
	tap_ok(tea_ring_count(&unit) == tea_ring_count(&pesa), "and both have counted the same cycles");
	return tap_done();
}
