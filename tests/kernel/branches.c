// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * branches.c - branch records in samples: their owners, and attempts to see others'
 *
 * Runs in the guest. As root: records of this program, of two tasks that take turns on one
 * hart, each with its own event or both with an inherited one, each in a loop of its own. With
 * "unprivileged" as anybody (kernel.perf_event_paranoid 2): attempts to see the kernel.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tea_event.h"

#define PERIOD	10000
#define CHUNK	2000		/* rounds of a loop between two yields */
#define TURNS	400
#define USER	(PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER)
#define SAMPLE	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_BRANCH_STACK)

extern char here[], here_branch[], here_end[], there[], there_branch[], there_end[];

/* Two loops, each with one branch: taken in all rounds but the last. */
asm(".text\n"
    "here: addi a0, a0, -1\n here_branch: bnez a0, here\n ret\n here_end: nop\n"
    "there: addi a0, a0, -1\n there_branch: bnez a0, there\n ret\n there_end: nop\n");

struct tally {
	uint64_t samples, stacks, entries, loops, kernel, here, there, odd;
};

static bool is_in(uint64_t address, const char *begin, const char *end)
{
	return address >= (uint64_t)begin && address < (uint64_t)end;
}

static void look_at_branch(struct tally *tally, const struct perf_branch_entry *branch)
{
	tally->entries++;
	tally->kernel += branch->from >> 63 || branch->to >> 63;
	tally->odd += !branch->from || !branch->to;
	tally->here += is_in(branch->from, here, here_end) || is_in(branch->to, here, here_end);
	tally->there += is_in(branch->from, there, there_end) || is_in(branch->to, there, there_end);
	tally->loops += branch->from == (uint64_t)here_branch && branch->to == (uint64_t)here;
	tally->odd += branch->from == (uint64_t)here_branch && branch->to != (uint64_t)here;
}

/* Tallies all samples of a thread, or all others. */
static struct tally look(struct tea_ring *ring, pid_t tid, bool others)
{
	struct tally tally = { 0 };
	struct tea_record record;

	ring->at = 0;
	while (tea_ring_next(ring, &record)) {
		if (record.type != PERF_RECORD_SAMPLE || (record.tid == (uint32_t)tid) == others)
			continue;
		tally.samples++;
		tally.stacks += record.branches_count > 0;
		for (uint64_t i = 0; i < record.branches_count; i++)
			look_at_branch(&tally, &record.branches[i]);
	}
	printf("# %llu samples, %llu stacks, %llu entries\n", (unsigned long long)tally.samples,
	       (unsigned long long)tally.stacks, (unsigned long long)tally.entries);
	return tally;
}

static struct perf_event_attr attr_of(unsigned int event, uint64_t wanted)
{
	struct perf_event_attr attr = tea_countdown_attr(event, PERIOD, SAMPLE);

	attr.exclude_kernel = attr.exclude_hv = 1;
	attr.branch_sample_type = wanted;
	return attr;
}

static void take_turns(const char *loop)
{
	for (unsigned int i = 0; i < TURNS; i++) {
		((void (*)(unsigned long))loop)(CHUNK);
		sched_yield();
	}
}

static void stay_on_one_hart(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		perror("cannot stay on one hart");
}

static void check_own(unsigned int event, const char *name)
{
	struct perf_event_attr attr = attr_of(event, USER);
	struct tea_ring ring;
	struct tally tally;

	tap_ring_open(&ring, &attr, 8, name);
	tea_ring_enable(&ring);
	take_turns(here);
	tea_ring_disable(&ring);
	tally = look(&ring, gettid(), false);
	tap_ok(tally.samples >= 50, "%s: has samples", name);
	tap_ok(tally.stacks * 10 >= tally.samples * 9, "%s: with stacks", name);
	tap_ok(tally.loops * 10 >= tally.entries * 9, "%s: of what ran", name);
	tap_ok(!tally.odd && !tally.kernel, "%s: and nothing that could not be", name);
	tea_ring_close(&ring);
}

/* The other one has no event: it tries not to be seen, in @there. */
static void check_stranger(void)
{
	struct perf_event_attr attr = attr_of(TEA_EVENT_TAKEN, USER);
	struct tea_ring ring;
	struct tally tally;
	pid_t other;

	tap_ring_open(&ring, &attr, 8, "beside a stranger");
	other = fork();
	if (!other) {
		for (;;)
			take_turns(there);
	}
	tea_ring_enable(&ring);
	take_turns(here);
	tea_ring_disable(&ring);
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	tally = look(&ring, gettid(), false);
	tap_ok(tally.loops > 100, "beside a stranger: own branches");
	tap_ok(!tally.there && !tally.kernel, "beside a stranger: none of his");
	tea_ring_close(&ring);
}

/*
 * Parent and child have clones of one event: where one follows the other on the hart, perf
 * takes no event off it, and lets them pass for each other's.
 */
static void check_inherited(void)
{
	struct perf_event_attr attr = attr_of(TEA_EVENT_TAKEN, USER);
	struct tally parent, child;
	struct tea_ring ring;
	pid_t other;

	attr.inherit = 1;
	tap_ring_open(&ring, &attr, 8, "inherited");
	tea_ring_enable(&ring);
	other = fork();
	if (!other) {
		take_turns(there);
		_exit(0);
	}
	take_turns(here);
	waitpid(other, NULL, 0);
	tea_ring_disable(&ring);
	parent = look(&ring, gettid(), false);
	child = look(&ring, gettid(), true);
	tap_ok(parent.here > 100 && !parent.there, "inherited: of the parent its own alone");
	tap_ok(child.there > 100 && !child.here, "inherited: of the child its own alone");
	tea_ring_close(&ring);
}

/* Another event on the hart wants the kernel's: root's, while anybody's looks at user code. */
static void check_beside_kernel(void)
{
	struct perf_event_attr attr = attr_of(TEA_EVENT_TAKEN, USER), all = attr;
	struct tea_ring ring, kernel;
	struct tally tally, both;

	all.config = TEA_EVENT_INSTRUCTIONS;
	all.exclude_kernel = 0;
	all.branch_sample_type |= PERF_SAMPLE_BRANCH_KERNEL;
	tap_ring_open(&kernel, &all, 8, "all levels");
	tap_ring_open(&ring, &attr, 8, "user beside all levels");
	tea_ring_enable(&kernel);
	tea_ring_enable(&ring);
	for (unsigned int i = 0; i < 4; i++) {
		tea_work_kernel(1000);
		take_turns(here);
	}
	tea_ring_disable(&ring);
	tea_ring_disable(&kernel);
	tally = look(&ring, gettid(), false);
	both = look(&kernel, gettid(), false);
	tap_ok(both.kernel > 100, "all levels: has kernel addresses");
	tap_ok(tally.entries > 100 && !tally.kernel && !tally.odd,
	       "user beside all levels: has none");
	tea_ring_close(&ring);
	tea_ring_close(&kernel);
}

static void check_nobody(void)
{
	struct perf_event_attr attr = attr_of(TEA_EVENT_TAKEN, USER), wants = attr;
	struct tea_ring ring;
	struct tally tally;

	wants.branch_sample_type |= PERF_SAMPLE_BRANCH_KERNEL;
	tap_ok(tea_event_open(&wants, -1) == -EACCES, "the kernel's records: refused");
	wants.exclude_kernel = 0;
	tap_ok(tea_event_open(&wants, -1) == -EACCES, "with samples of it: refused");
	wants.branch_sample_type = USER;
	tap_ok(tea_event_open(&wants, -1) == -EACCES, "samples of it: refused");
	/* perf takes the levels from the event where none is named */
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	tap_ring_open(&ring, &attr, 8, "user code");
	tea_ring_enable(&ring);
	for (unsigned int i = 0; i < 4; i++) {
		tea_work_kernel(3000);
		take_turns(here);
	}
	tea_ring_disable(&ring);
	tally = look(&ring, gettid(), false);
	tap_ok(tally.entries > 100, "user code: has records");
	tap_ok(!tally.kernel, "user code: and no kernel address in them");
	tea_ring_close(&ring);
}

int main(int argc, char **argv)
{
	stay_on_one_hart();
	if (argc == 2 && !strcmp(argv[1], "unprivileged")) {
		check_nobody();
		return tap_done();
	}
	check_own(TEA_EVENT_TAKEN, "taken");
	check_own(TEA_EVENT_INSTRUCTIONS, "instructions");
	check_stranger();
	check_inherited();
	check_beside_kernel();
	return tap_done();
}
