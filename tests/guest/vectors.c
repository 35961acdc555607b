// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vectors.c - a program of the guest that has vectors, or finds none
 *
 *   vectors tell           what there is: the bytes of a vector register, or "none", as
 *                          AT_HWCAP and hwprobe say it, each on a line
 *   vectors keep ROUNDS SEED  hold numbers of SEED's in all vector registers, with the other
 *                          processes running between the rounds, and in them
 *   vectors work ROUNDS    double-precision multiply and add, of which the sum is known
 *   vectors force          a vector instruction, whatever there is
 *   vectors reserved       one without a legal type
 *   vectors start          one that begins behind its first elements
 *   vectors fault ROUNDS   stores that reach a page that cannot be written, half way, and go on
 *                          once it can be
 *
 * Status 1 says that registers, sum or memory are others.
 */
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define HWCAP_V		(1UL << ('V' - 'A'))
#define SYS_HWPROBE	258
#define HWPROBE_EXTENSIONS	4
#define HWPROBE_V	(1UL << 2)

#define REGISTERS	32
#define REGISTER_BYTES	128		/* of the longest */
#define SPIN		200000UL	/* rounds of a loop: several time slices for all of them */
#define ELEMENTS	1024

struct probe {
	int64_t key;
	uint64_t value;
};

static unsigned long register_bytes(void)
{
	unsigned long bytes;

	asm volatile("csrr %0, vlenb" : "=r"(bytes));
	return bytes;
}

static void tell_one(const char *name, int has)
{
	if (has)
		printf("%s %lu\n", name, register_bytes());
	else
		printf("%s none\n", name);
}

static int tell(char **argv)
{
	struct probe probe = { .key = HWPROBE_EXTENSIONS };

	(void)argv;
	if (syscall(SYS_HWPROBE, &probe, 1, 0, NULL, 0))
		return 2;
	tell_one("AT_HWCAP", !!(getauxval(AT_HWCAP) & HWCAP_V));
	tell_one("hwprobe", !!(probe.value & HWPROBE_V));
	return 0;
}

static void load_all(const uint8_t *from, unsigned long group_bytes)
{
	asm volatile("vl8re8.v v0, (%0)\nvl8re8.v v8, (%1)\nvl8re8.v v16, (%2)\nvl8re8.v v24, (%3)"
		     : : "r"(from), "r"(from + group_bytes), "r"(from + 2 * group_bytes),
		     "r"(from + 3 * group_bytes) : "memory");
}

static void store_all(uint8_t *to, unsigned long group_bytes)
{
	asm volatile("vs8r.v v0, (%0)\nvs8r.v v8, (%1)\nvs8r.v v16, (%2)\nvs8r.v v24, (%3)"
		     : : "r"(to), "r"(to + group_bytes), "r"(to + 2 * group_bytes),
		     "r"(to + 3 * group_bytes) : "memory");
}

/* What the kernel saves with the registers: a length and a type of this process's own. */
static unsigned long set_type(unsigned long length)
{
	unsigned long got;

	asm volatile("vsetvli %0, %1, e16, m2, tu, mu" : "=r"(got) : "r"(length));
	return got;
}

static unsigned long current_type(unsigned long *length)
{
	unsigned long type;

	asm volatile("csrr %0, vtype\ncsrr %1, vl" : "=r"(type), "=r"(*length));
	return type;
}

/* Nothing but registers, for a while: a time slice ends in here. */
static void spin(void)
{
	unsigned long left = SPIN;

	asm volatile("1: addi %0, %0, -1\nbnez %0, 1b" : "+r"(left));
}

static int keep(char **argv)
{
	static uint8_t wanted[REGISTERS * REGISTER_BYTES], found[REGISTERS * REGISTER_BYTES];
	unsigned long group_bytes = 8 * register_bytes(), rounds = strtoul(argv[2], NULL, 10);
	unsigned long seed = strtoul(argv[3], NULL, 10), length = 1 + seed % 7, got;

	for (unsigned long round = 0; round < rounds; round++) {
		for (unsigned long i = 0; i < 4 * group_bytes; i++)
			wanted[i] = (uint8_t)(seed * 31 + round * 7 + i * (i >> 8 | 1));
		load_all(wanted, group_bytes);
		set_type(length);
		/* a system call may spoil them, and none is made: only time passes */
		spin();
		if (current_type(&got) != 0x09 || got != length) {
			printf("round %lu: vl %lu instead of %lu\n", round, got, length);
			return 1;
		}
		store_all(found, group_bytes);
		if (memcmp(found, wanted, 4 * group_bytes)) {
			printf("round %lu: registers changed\n", round);
			return 1;
		}
		sched_yield();
	}
	return 0;
}

/* sums[i] += a[i] * b[i] */
__attribute__((noipa)) static void multiply_add(double *sums, const double *a, const double *b,
						    unsigned long count)
{
	unsigned long done;

	for (; count; count -= done, sums += done, a += done, b += done)
		asm volatile("vsetvli %0, %1, e64, m1, ta, ma\n"
			     "vle64.v v1, (%2)\n"
			     "vle64.v v2, (%3)\n"
			     "vle64.v v3, (%4)\n"
			     "vfmacc.vv v3, v1, v2\n"
			     "vse64.v v3, (%4)"
			     : "=&r"(done) : "r"(count), "r"(a), "r"(b), "r"(sums) : "memory");
}

static int work(char **argv)
{
	static double sums[ELEMENTS], a[ELEMENTS], b[ELEMENTS];
	unsigned long rounds = strtoul(argv[2], NULL, 10);

	for (unsigned long i = 0; i < ELEMENTS; i++) {
		a[i] = (double)i;
		b[i] = 2;
	}
	for (unsigned long round = 0; round < rounds; round++)
		multiply_add(sums, a, b, ELEMENTS);
	for (unsigned long i = 0; i < ELEMENTS; i++) {
		if (sums[i] != (double)(2 * i * rounds))
			return 1;
	}
	return 0;
}

/* vstart is a program's own to write: elements before it are not touched, and then it is 0. */
static int start(char **argv)
{
	static const uint8_t wanted[8] = { 1, 1, 1, 5, 5, 5, 5, 5 };
	uint8_t found[8];
	unsigned long left;

	(void)argv;
	asm volatile("vsetivli zero, 8, e8, m1, ta, ma\n"
		     "vmv.v.i v1, 1\n"
		     "csrwi vstart, 3\n"
		     "vadd.vi v1, v1, 4\n"
		     "csrr %0, vstart\n"
		     "vse8.v v1, (%1)" : "=&r"(left) : "r"(found) : "memory");
	return left || memcmp(found, wanted, sizeof(found));
}

#define PAGE_BYTES	4096UL

static uint8_t *closed;			/* the page that cannot be written */
static unsigned int told;		/* how often rightly */

extern const char across_store[];

/* 2 * @half double words of ones, the second half of them behind @middle. */
__attribute__((noipa)) static void across(uint8_t *middle, unsigned long half)
{
	asm volatile(".globl across_store\n"
		     "vsetvli zero, %1, e64, m8, ta, ma\n"
		     "vmv.v.i v8, -1\n"
		     "across_store: vse64.v v8, (%0)"
		     : : "r"(middle - 8 * half), "r"(2 * half) : "memory");
}

static void open_page(int number, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;

	(void)number;
	told += info->si_addr == closed &&
		at->uc_mcontext.__gregs[REG_PC] == (unsigned long)across_store;
	if (mprotect(closed, PAGE_BYTES, PROT_READ | PROT_WRITE))
		_exit(2);
}

static int fault(char **argv)
{
	struct sigaction action = { .sa_sigaction = open_page, .sa_flags = SA_SIGINFO };
	unsigned long rounds = strtoul(argv[2], NULL, 10), half = register_bytes() / 2;
	uint8_t *pages = mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || sigaction(SIGSEGV, &action, NULL))
		return 2;
	closed = pages + PAGE_BYTES;
	for (unsigned long round = 0; round < rounds; round++) {
		memset(pages, 0, 2 * PAGE_BYTES);
		if (mprotect(closed, PAGE_BYTES, PROT_NONE))
			return 2;
		across(closed, half);
		for (unsigned long i = 0; i < 2 * PAGE_BYTES; i++) {
			unsigned long from_middle = i < PAGE_BYTES ? PAGE_BYTES - 1 - i : i - PAGE_BYTES;

			if (pages[i] != (from_middle < 8 * half ? 0xff : 0))
				return 1;
		}
	}
	return told != rounds;
}

static int force(char **argv)
{
	(void)argv;
	asm volatile(".globl force_insn\n"
		     "force_insn: vsetivli zero, 1, e8, m1, ta, ma");
	return 0;
}

static int reserved(char **argv)
{
	(void)argv;
	asm volatile("vsetvl zero, %0, %1\nvadd.vv v2, v1, v1" : : "r"(1L), "r"(1L << 8));
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int arguments;
		int (*run)(char **argv);
	} table[] = {
		{ "tell", 2, tell }, { "keep", 4, keep }, { "work", 3, work }, { "force", 2, force },
		{ "reserved", 2, reserved }, { "start", 2, start }, { "fault", 3, fault },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (argc == table[i].arguments && !strcmp(argv[1], table[i].name))
			return table[i].run(argv);
	}
	return 2;
}
