// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * executions_program.c - signals, where it is hard to tell how often code was executed
 *
 * Usage: executions_program FINISH [vectors]    0: exit, 1: by a fault, 2: by a signal sent to itself
 *
 * See `executions`. Beside block_program, which leaves stretches of code in all other ways.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define PAGE	4096UL
#define ROUNDS	20
#define THREADS	4
#define TRANSLATED	512		/* instructions, by QEMU at most at a time */

static volatile unsigned long stepped, jumped, called, sent;
static __thread sigjmp_buf back;
static uint64_t data[16];

/* Over instructions of four bytes. Handlers of other signals call it, too, and may jump to it. */
static __attribute__((noinline)) void step_over(int number, siginfo_t *info, void *context)
{
	(void)number;
	if (info && info->si_code > 0)
		((ucontext_t *)context)->uc_mcontext.__gregs[REG_PC] += 4;
	__atomic_fetch_add(&stepped, 1, __ATOMIC_RELAXED);
}

static void jump_back(int number, siginfo_t *info, void *context)
{
	(void)number, (void)info, (void)context;
	jumped++;
	siglongjmp(back, 1);
}

/* A function, until it becomes a handler, too. */
static __attribute__((noinline)) void call(int number, siginfo_t *info, void *context)
{
	called++;
	if (info)
		step_over(number, info, context);
}

static __attribute__((noinline)) void call_and_return(int number, siginfo_t *info, void *context)
{
	step_over(number, info, context);
	called++;
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags };

	sigaction(number, &action, NULL);
}

/* More instructions than QEMU translates at a time, which fault at @bad. It can be entered at @entry. */
static __attribute__((noinline)) void straight(const uint64_t *good, const uint64_t *bad, long entry)
{
	asm volatile(".option push\n.option norvc\n.option norelax\n"
		     ".balign 4096\n"
		     "la t1, 1f\nslli t2, %2, 2\nadd t1, t1, t2\njr t1\n"
		     "1:\n"
		     ".rept 150\nadd t0, t0, t0\nld t0, (%0)\nadd t0, t0, t0\nadd t0, t0, t0\n.endr\n"
		     "ld t0, (%1)\n"
		     ".rept 150\nld t0, (%0)\nadd t0, t0, t0\n.endr\n"
		     "ld t0, (%1)\nld t0, (%0)\nld t0, (%1)\n"
		     "beqz t0, 2f\nadd t0, t0, t0\n2:\n.option pop"
		     : : "r"(good), "r"(bad), "r"(entry) : "t0", "t1", "t2", "memory");
}

static void long_code(void)
{
	static const long entries[] = { 0, 1, 88, 89, 100, 300, 511, 512, 513, 599, 602, 700, 800 };

	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		straight(data, data, entries[i]);
		straight(data, NULL, entries[i]);
		straight(NULL, data, entries[i]);
	}
	/* the last access of a translation that QEMU ended, and then the same one within another */
	for (long i = 0; i < 4; i++) {
		straight(data, data, i);
		straight(NULL, data, TRANSLATED - 2 + i);
	}
}

/* Code that faults, written anew at the same place, longer and shorter. */
static void rewritten(uint32_t *code)
{
	for (uint32_t i = 1; i < 12; i++) {
		for (uint32_t k = 0; k < i; k++)
			code[k] = 0x00000013 | i << 20;		/* nop, of sorts */
		code[i / 2] = 0x00053283;			/* ld t0, (a0) */
		code[i] = 0x00008067;				/* ret */
		asm volatile("fence.i" : : : "memory");
		((void (*)(const uint64_t *))code)(data);
		((void (*)(const uint64_t *))code)(NULL);
	}
}

/* Code that has been executed, and may not be any longer: it cannot be fetched. */
static void unfetched(uint32_t *code)
{
	handle(SIGSEGV, jump_back, SA_NODEFER);
	mprotect(code, PAGE, PROT_READ | PROT_WRITE);
	if (!sigsetjmp(back, 1))
		((void (*)(const uint64_t *))code)(data);
	mprotect(code, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
	if (!sigsetjmp(back, 1))
		((void (*)(void))16)();
	/* out of the handler, which does not return */
	if (!sigsetjmp(back, 1))
		((void (*)(const uint64_t *))code)(NULL);
}

static void on_sent(int number)
{
	(void)number;
	sent++;
}

/* Signals of faults that are none, and one handler interrupted by another. */
static void pretended(void)
{
	siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR };
	static ucontext_t context;
	sigset_t both, before;

	/* a handler that is called as if there were a fault */
	context.uc_mcontext.__gregs[REG_PC] = (unsigned long)long_code;
	step_over(SIGSEGV, &info, &context);
	handle(SIGSEGV, step_over, 0);
	raise(SIGSEGV);
	kill(getpid(), SIGBUS);
	sigqueue(getpid(), SIGTRAP, (union sigval){ 0 });
	signal(SIGUSR1, on_sent);
	signal(SIGUSR2, on_sent);
	sigemptyset(&both);
	sigaddset(&both, SIGUSR1);
	sigaddset(&both, SIGUSR2);
	sigprocmask(SIG_BLOCK, &both, &before);
	raise(SIGUSR1);
	raise(SIGUSR2);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* The same vector instruction, which is legal or not by what vtype holds: then QEMU ends with it. */
static void illegal_vector(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		long type = i % 2 ? -1 : 0xd8;

		asm volatile(".option push\n.option norvc\n"
			     "vsetvl zero, %0, %1\nj 1f\n"
			     "1: vadd.vv v1, v1, v1\nadd t0, t0, t0\nj 2f\n2:\n.option pop"
			     : : "r"(4L), "r"(type) : "t0", "memory");
	}
}

static void *run(void *opaque)
{
	uint32_t *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (long i = 0; i < ROUNDS; i++) {
		straight(data, i % 2 ? data : NULL, 40 * i + (long)opaque);
		rewritten(code);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t all[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&all[i], NULL, run, (void *)i);
	for (long i = 0; i < THREADS; i++)
		pthread_join(all[i], NULL);
}

/* Its executions are not the program's. */
static void forked(void)
{
	pid_t child = fork();

	if (!child) {
		long_code();
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
	int finish = argc > 1 ? atoi(argv[1]) : 0;
	uint32_t *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (int i = 0; i < ROUNDS; i++)
		call(0, NULL, NULL);
	handle(SIGBUS, step_over, 0);
	handle(SIGTRAP, step_over, 0);
	handle(SIGILL, step_over, 0);
	handle(SIGSEGV, call, 0);
	for (int i = 0; i < ROUNDS; i++) {
		handle(SIGSEGV, i % 2 ? call : call_and_return, 0);
		long_code();
		rewritten(code);
	}
	if (argc > 2)
		illegal_vector();
	unfetched(code);
	pretended();
	forked();
	threads();
	printf("%lu %lu %lu %lu\n", stepped, jumped, called, sent);
	fflush(stdout);
	signal(SIGSEGV, SIG_DFL);
	if (finish == 1)
		straight(NULL, data, 3);
	if (finish == 2)
		raise(SIGSEGV);
	return 0;
}
