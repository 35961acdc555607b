// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hello.c - a user program for profiles, that ends in one of many ways
 *
 * hello [exit STATUS | abort | segv | illegal | vector | fault | threads | leader | fork | exec |
 *        signals | become PROGRAM ARG... | spawn PROGRAM ARG... | system COMMAND |
 *        remap FILE FILE | rewrite | read | spin FILE N | catch FILE | uncatch FILE]
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned int sink;
static volatile sig_atomic_t faults, alarms;

static void *work(void *steps)
{
	for (unsigned long i = (unsigned long)steps; i; i--)
		sink += (unsigned int)(i * i);
	return NULL;
}

static int end_exit(char **argv)
{
	return argv[2] ? atoi(argv[2]) : 0;
}

/* Some work for each byte of the input. */
static int end_read(char **argv)
{
	(void)argv;
	while (getchar() != EOF)
		work((void *)100);
	return 0;
}

static int end_abort(char **argv)
{
	(void)argv;
	abort();
}

static int end_segv(char **argv)
{
	char *volatile nowhere = (char *)argv - (unsigned long)argv + 8;

	return *nowhere;
}

static int end_illegal(char **argv)
{
	(void)argv;
	asm volatile(".2byte 0");
	return 0;
}

/* vsetvli a0, a1, e32, m1, ta, ma */
static int end_vector(char **argv)
{
	(void)argv;
	asm volatile(".4byte 0x0d05f557" : : : "a0");
	return 0;
}

static int end_vlenb(char **argv)
{
	(void)argv;
	asm volatile("csrr a0, 0xc22" : : : "a0");
	return 0;
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	((ucontext_t *)context)->uc_mcontext.__gregs[REG_PC] += 4;
	faults++;
}

/* Loads that fault; the handler steps over each. */
static int end_fault(char **argv)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };

	(void)argv;
	sigaction(SIGSEGV, &action, NULL);
	for (int i = 0; i < 100; i++)
		asm volatile(".option push\n.option norvc\nld t0, 16(zero)\n.option pop"
			     : : : "t0", "memory");
	return faults != 100;
}

static void on_alarm(int number)
{
	(void)number;
	alarms++;
}

static int end_signals(char **argv)
{
	(void)argv;
	signal(SIGALRM, on_alarm);
	for (int i = 0; i < 5; i++) {
		ualarm(2000, 0);
		while (alarms <= i)
			work((void *)100);
	}
	return alarms != 5;
}

/* One more line in FILE: returns how many there are. */
static int count_run(const char *path)
{
	FILE *file = fopen(path, "a+");
	int lines = 0;

	fputc('\n', file);
	rewind(file);
	for (int c = getc(file); c != EOF; c = getc(file))
		lines += c == '\n';
	fclose(file);
	return lines;
}

/* The Nth run spins until a signal ends it: however soon that comes, something is done by then. */
static int end_spin(char **argv)
{
	bool spins;

	work((void *)50000);
	spins = count_run(argv[2]) >= atoi(argv[3]);
	do
		work((void *)20000);
	while (spins);
	return 0;
}

static void on_interrupt(int number)
{
	(void)number;
	_exit(7);
}

static int end_catch(char **argv)
{
	signal(SIGINT, on_interrupt);
	count_run(argv[2]);
	for (;;)
		work((void *)100);
	return 0;
}

static int end_uncatch(char **argv)
{
	signal(SIGINT, on_interrupt);
	signal(SIGINT, SIG_DFL);
	count_run(argv[2]);
	for (;;)
		work((void *)100);
	return 0;
}

static int end_threads(char **argv)
{
	pthread_t threads[3];

	(void)argv;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)20000);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* The other thread has left by then, and other code comes, with other mappings. */
static void *go_on(void *unused)
{
	void *page;

	usleep(50000);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || munmap(page, 4096))
		exit(1);
	work((void *)20000);
	exit(7);
	return unused;
}

static int end_leader(char **argv)
{
	pthread_t thread;

	(void)argv;
	pthread_create(&thread, NULL, go_on, NULL);
	pthread_exit(NULL);
}

static int end_fork(char **argv)
{
	int status;

	(void)argv;
	if (!fork()) {
		work((void *)100000);
		_exit(5);
	}
	wait(&status);
	return WEXITSTATUS(status);
}

static int end_exec(char **argv)
{
	execl("/does/not/exist", "exist", (char *)NULL);
	return argv[2] ? atoi(argv[2]) : 0;
}

/* In another directory, so that nothing depends on the first one. */
static int end_become(char **argv)
{
	if (chdir("/") || execv(argv[2], argv + 2))
		perror(argv[2]);
	return 126;
}

static int end_spawn(char **argv)
{
	int status;

	if (!fork())
		_exit(end_become(argv));
	wait(&status);
	return WEXITSTATUS(status);
}

static int end_system(char **argv)
{
	return WEXITSTATUS(system(argv[2]));
}

#define PLACE	((void *)0x20000000)
#define PAGE	4096

static int call_place(void)
{
	__builtin___clear_cache(PLACE, (char *)PLACE + PAGE);
	return ((int (*)(void))PLACE)();
}

/* Code of two files at one address. */
static int end_remap(char **argv)
{
	int sum = 0;

	for (int i = 2; argv[i]; i++) {
		int fd = open(argv[i], O_RDONLY);

		if (mmap(PLACE, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0) != PLACE)
			return 126;
		close(fd);
		sum += call_place();
		munmap(PLACE, PAGE);
	}
	return sum;
}

/* Code that is made while it runs: li a0, 1; ret, then with 2. */
static int end_rewrite(char **argv)
{
	unsigned short *code = mmap(PLACE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
				    MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0);
	int sum = 0;

	(void)argv;
	for (unsigned short i = 1; i <= 2; i++) {
		code[0] = (unsigned short)(0x4501 | i << 2);
		code[1] = 0x8082;
		sum += call_place();
	}
	return sum;
}

static const struct {
	const char *name;
	int (*end)(char **argv);
} ends[] = {
	{ "exit", end_exit }, { "abort", end_abort }, { "segv", end_segv },
	{ "illegal", end_illegal }, { "vector", end_vector }, { "vlenb", end_vlenb },
	{ "fault", end_fault }, { "signals", end_signals }, { "threads", end_threads },
	{ "leader", end_leader },
	{ "fork", end_fork }, { "exec", end_exec }, { "become", end_become },
	{ "spawn", end_spawn }, { "system", end_system },
	{ "remap", end_remap }, { "rewrite", end_rewrite }, { "read", end_read },
	{ "spin", end_spin }, { "catch", end_catch }, { "uncatch", end_uncatch },
};

int main(int argc, char **argv)
{
	work((void *)3000);
	puts("hello");
	fflush(stdout);
	for (size_t i = 0; argc > 1 && i < sizeof(ends) / sizeof(ends[0]); i++) {
		if (!strcmp(ends[i].name, argv[1]))
			return ends[i].end(argv);
	}
	return argc > 1;
}
