// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bpf.c - a BPF program that lets no sample through, on events of each kind
 *
 * Runs in the guest as root. The kernel runs such a program where it handles an overflow, which
 * a module cannot reach: so the driver must write none of the event's samples, report nothing of
 * them but their number, and keep counting.
 */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tea_event.h"

/* r0 = 0; exit: no sample. */
static int load_program(void)
{
	static const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_PERF_EVENT,
		.insns = (uintptr_t)code,
		.insn_cnt = sizeof(code) / sizeof(code[0]),
		.license = (uintptr_t)"GPL",
	};

	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

struct tally {
	uint64_t samples, words, told;
};

static struct tally tally_ring(struct tea_ring *ring)
{
	struct tally tally = { 0 };
	struct tea_record record;

	while (tea_ring_next(ring, &record)) {
		tally.samples += record.type == PERF_RECORD_SAMPLE;
		if (record.type != TEA_RECORD_WORD)
			continue;
		tally.words += tea_word_slots(record.word) != 0;
		tally.told += tea_word_lost(record.word);
	}
	return tally;
}

static void check(unsigned int event, uint64_t sample_type, int program, const char *name)
{
	const uint64_t period = 20000;
	struct perf_event_attr attr = tea_countdown_attr(event, period, sample_type);
	struct tea_ring ring;
	struct tally tally;
	uint64_t count, lost;

	tap_ring_open(&ring, &attr, 8, name);
	if (ioctl(ring.fd, PERF_EVENT_IOC_SET_BPF, program)) {
		tap_ok(false, "%s: takes the program", name);
		return;
	}
	tea_ring_enable(&ring);
	tea_work_user(200000);
	tea_ring_disable(&ring);
	count = tea_ring_count(&ring);
	lost = tea_ring_lost(&ring);
	tally = tally_ring(&ring);
	printf("# %s: count %llu, %llu samples, %llu lost\n", name, (unsigned long long)count,
	       (unsigned long long)tally.samples, (unsigned long long)lost);
	tap_ok(!tally.samples && !tally.words, "%s: no sample, nor a word of one", name);
	tap_ok(lost > 5 && lost - count / period <= 1, "%s: all are lost, in numbers", name);
	tap_ok(sample_type & PERF_SAMPLE_RAW || tally.told == lost, "%s: words tell them", name);
	tea_ring_close(&ring);
}

int main(void)
{
	int program = load_program();

	if (program < 0) {
		perror("bpf");
		tap_ok(false, "the kernel takes a BPF program");
		return tap_done();
	}
	check(TEA_EVENT_CYCLES, PERF_SAMPLE_IP, program, "cycles");
	check(TEA_EVENT_CYCLES, PERF_SAMPLE_IP | PERF_SAMPLE_RAW, program, "raw records");
	check(TEA_EVENT_INSTRUCTIONS, PERF_SAMPLE_IP, program, "instructions");
	return tap_done();
}
