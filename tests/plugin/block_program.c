// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * block_program.c - leaves stretches of code in all ways that a user program can: see `blocks`
 *
 * Instructions that trap are stepped over by a handler; a timer interrupts loops.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

#define PAGE	4096UL
#define ROUNDS	50
#define ALARMS	40

static volatile unsigned long traps[_NSIG], alarms;
static uint64_t data[32] __attribute__((aligned(64)));

static void on_trap(int number, siginfo_t *info, void *context)
{
	(void)info;
	((ucontext_t *)context)->uc_mcontext.__gregs[REG_PC] += 4;
	traps[number]++;
}

static void on_alarm(int number)
{
	(void)number;
	alarms++;
}

/* Code that is not compressed: each instruction is stepped over by four bytes. */
#define RUN(code) \
	do { \
		register uint64_t *a0 asm("a0") = data; \
		register uint64_t a1 asm("a1") = 7; \
		asm volatile(".option push\n.option norvc\n" code "\n.option pop" \
			     : "+r"(a0), "+r"(a1) : \
			     : "t0", "t1", "t2", "ft0", "ft1", "memory"); \
	} while (0)

/* First, in the middle and last, before and behind other accesses, and twice. */
static void fault(void)
{
	RUN("ld t0, 16(zero)\nadd t0, t0, t0\nsd t0, 8(a0)");
	RUN("ld t0, 0(a0)\nadd t1, t0, a1\nld t2, 16(zero)\nadd t2, t2, t1\nsd t2, 8(a0)");
	RUN("sd a1, 0(a0)\nsd a1, 16(zero)\nld t1, 16(zero)\nld t2, 0(a0)");
	RUN("ld t0, 0(a0)\nsd t0, 16(zero)\nj 1f\nnop\n1: add t0, t0, t0");
	RUN("fld ft0, 0(a0)\nfsd ft0, 16(zero)\nbnez a1, 1f\nnop\n1: fld ft1, 16(zero)");
	RUN("ld t0, 0(a0)\n.insn i 0x0f, 2, zero, a0, 4\nld t1, 8(a0)");	/* cbo.zero */
	RUN("ld t0, 0(a0)\n.insn i 0x0f, 2, zero, zero, 4\nld t1, 8(a0)");
}

static void atomics(void)
{
	RUN("ld t0, 0(a0)\nsc.d t1, a1, (a0)\nld t2, 16(zero)\nld t2, 8(a0)");
	RUN("1: lr.d t0, (a0)\nadd t0, t0, a1\nsc.d t1, t0, (a0)\nbnez t1, 1b\nld t2, (a0)");
	RUN("ld t0, 0(a0)\nlr.d t0, (zero)\nsc.d t1, t0, (zero)\nld t2, (a0)");
	RUN("ld t0, 0(a0)\namoadd.d t0, a1, (a0)\nsd t0, 8(a0)");
	RUN("ld t0, 0(a0)\namoadd.d t0, a1, (zero)\nsd t0, 8(a0)");
	RUN("addi t2, a0, 1\namoadd.d t0, a1, (t2)\nsd t0, 8(a0)");
	RUN("fence\nld t0, 0(a0)\nfence.i\nld t0, 0(a0)");
}

/* Illegal by reserved rounding modes, and by unknown encodings. */
static void illegal(void)
{
	RUN("fsrmi 5\nld t0, 0(a0)\nfadd.d ft0, ft0, ft1\nfmul.d ft0, ft0, ft1\nfsrmi 0");
	RUN("fsrmi 6\nfadd.d ft0, ft0, ft1, rtz\nfadd.d ft0, ft0, ft1\nsd t0, 0(a0)\nfsrmi 0");
	RUN("1: fadd.d ft0, ft0, ft1\naddi a1, a1, -1\nfmul.d ft0, ft0, ft1\nbnez a1, 1b");
	RUN("ld t0, 0(a0)\n.word 0x0000000b\nld t0, 0(a0)");
	RUN("ld t0, 0(a0)\ncsrr t0, satp\nld t0, 0(a0)\nebreak\nld t0, 8(a0)");
}

/* Words that are no accesses. */
static void words(void)
{
	RUN("div t0, a1, a1\nld t1, 0(a0)\nremu t2, t1, a1\ndivw t2, t2, t0\ndiv t2, t2, zero");
	RUN(".insn i 0x13, 6, zero, a0, 65\nld t0, 0(a0)\n.insn i 0x13, 6, zero, a0, 35");
}

/* A store into the code that executes it, and into code that was executed. */
static void rewrite(uint32_t *code)
{
	static const uint32_t body[] = {
		0x00b50533,	/* add a0, a0, a1 */
		0x00c6a023,	/* sw a2, 0(a3) */
		0x00b50533,
		0x00b50533,
		0x00008067,	/* ret */
	};

	memcpy(code, body, sizeof(body));
	for (uint32_t i = 0; i < 4; i++) {
		asm volatile("fence.i" : : : "memory");
		((void (*)(long, long, uint32_t, uint32_t *))code)(1, 2, 0x00b50533 ^ i << 20,
								  &code[i % 2 ? 0 : 3]);
	}
}

static void interrupt(void)
{
	const struct itimerval often = { { 0, 700 }, { 0, 700 } }, never = { { 0, 0 }, { 0, 0 } };

	setitimer(ITIMER_REAL, &often, NULL);
	while (alarms < ALARMS) {
		RUN("li a1, 300\n1: fadd.d ft0, ft0, ft1\nld t0, 0(a0)\naddi a1, a1, -1\nbnez a1, 1b");
		RUN("li a1, 300\n1: addi a1, a1, -1\nbnez a1, 1b");
		RUN("li a1, 300\n1: frflags t0\nld t0, 0(a0)\naddi a1, a1, -1\nbnez a1, 1b");
		RUN("li a1, 99\n1: sd a1, 0(a0)\njal t2, 2f\naddi a1, a1, -1\nbnez a1, 1b\nj 3f\n"
		    "2: jr t2\n3:");
	}
	setitimer(ITIMER_REAL, &never, NULL);
}

int main(void)
{
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGILL, SIGTRAP };
	struct sigaction trap = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	uint32_t *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &trap, NULL);
	signal(SIGALRM, on_alarm);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		fault();
		atomics();
		illegal();
		words();
		rewrite(code);
	}
	interrupt();
	raise(SIGALRM);
	printf("%lu %lu %lu %lu\n", traps[SIGSEGV], traps[SIGBUS], traps[SIGILL], traps[SIGTRAP]);
	fflush(stdout);
	/* no handler is left for this one */
	signal(SIGSEGV, SIG_DFL);
	RUN("ld t0, 0(a0)\nadd t0, t0, a1\nld t0, 16(zero)\nsd t0, 8(a0)");
	return 0;
}
