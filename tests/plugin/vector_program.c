// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vector_program.c - executes vector instructions with known operations
 *
 *   vector_program kinds         one of each kind, at fixed addresses: see `vectors`
 *   vector_program random SEED   loads and stores of all kinds, types, lengths, masks and
 *                                strides, legal and not, some of which fault on their way
 *
 * It stands at one address, and so do its data. A page that it may not access becomes
 * accessible by the fault; an illegal instruction is stepped over.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define DATA		((char *)0x50000000)
#define DATA_BYTES	(1UL << 20)
#define PAGE		4096UL
#define ROUNDS		3000
#define REGISTER_BYTES	128		/* of the longest */
#define WHOLE_LIMIT	2		/* elements that whole registers have at least */

static volatile unsigned long faults, illegals;

static void on_fault(int number, siginfo_t *info, void *context)
{
	char *page = (char *)((uintptr_t)info->si_addr & ~(PAGE - 1));

	(void)number;
	(void)context;
	if (page < DATA || page >= DATA + DATA_BYTES)
		abort();
	mprotect(page, PAGE, PROT_READ | PROT_WRITE);
	faults++;
}

static void on_illegal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	((ucontext_t *)context)->uc_mcontext.__gregs[REG_PC] += 4;
	illegals++;
}

static void *map(void *at, size_t bytes, int protection)
{
	void *got = mmap(at, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0),
			 -1, 0);

	if (got == MAP_FAILED)
		abort();
	return got;
}

static void prepare(void)
{
	struct sigaction fault = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	struct sigaction illegal = { .sa_sigaction = on_illegal, .sa_flags = SA_SIGINFO };

	sigaction(SIGSEGV, &fault, NULL);
	sigaction(SIGILL, &illegal, NULL);
	map(DATA, DATA_BYTES, PROT_READ | PROT_WRITE);
	DATA[0] = 0x15;
	/* the third page cannot be accessed, at first */
	mprotect(DATA + 2 * PAGE, PAGE, PROT_NONE);
}

static void run_kinds(void)
{
	register char *a0 asm("a0") = DATA;
	register char *a1 asm("a1") = DATA + 64;
	register long a2 asm("a2") = -12;
	register char *a3 asm("a3") = DATA + 2 * PAGE - 3;
	register long a4 asm("a4") = 1L << 8;		/* a vtype that there is not */

	asm volatile(
		"vsetivli zero, 5, e32, m1, ta, ma\n"
		"vle32.v v1, (a0)\n"
		"vadd.vv v2, v1, v1\n"
		"vlse32.v v3, (a1), a2\n"
		"vfmacc.vv v3, v2, v1\n"
		"vsetivli zero, 6, e16, m2, tu, mu\n"
		"vlm.v v0, (a0)\n"
		"vlseg2e16.v v4, (a0)\n"
		"vse16.v v4, (a1), v0.t\n"
		"vid.v v8\n"
		"vsll.vi v8, v8, 3\n"
		"vluxei16.v v10, (a0), v8\n"
		"vsoxei16.v v10, (a1), v8, v0.t\n"
		"vl2re64.v v12, (a0)\n"
		"vs1r.v v12, (a1)\n"
		"csrwi vstart, 2\n"
		"vle16.v v14, (a0)\n"
		"vredsum.vs v16, v14, v14\n"
		"vsetivli zero, 8, e8, mf2, ta, mu\n"
		"vle8ff.v v1, (a3)\n"
		"vrgather.vv v2, v1, v1\n"
		"vse8.v v2, (a3)\n"
		"vsetivli zero, 8, e8, mf2, ta, mu\n"
		"vse8.v v2, (a3)\n"
		"vsetvl zero, a0, a4\n"
		"vadd.vv v2, v1, v1\n"
		: : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(a4) : "memory");
}

static uint64_t seed;

static uint64_t random_below(uint64_t limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % limit;
}

static uint64_t random_bit(void)
{
	return random_below(2);
}

/* A type that is legal. */
static uint64_t random_type(void)
{
	uint64_t sew = random_below(4);
	int64_t lmul = (int64_t)random_below(7 - sew) + (int64_t)sew - 3;

	return random_bit() << 7 | random_bit() << 6 | sew << 3 | ((uint64_t)lmul & 7);
}

/* Registers are multiples of 1, 2, 4 or 8: more instructions are legal so. */
static uint32_t random_register(void)
{
	return (uint32_t)(random_below(32) >> random_below(4) << random_below(4) & 31);
}

/*
 * A load or store: opcode, register, width, base a0, then of each mode lumop, stride a1
 * or index v16, then vm, mop, mew and nf.
 */
static uint32_t random_access(void)
{
	static const uint32_t widths[] = { 0, 5, 6, 7 };
	static const uint32_t unit[] = { 0, 0, 0, 8, 11, 16 };
	uint32_t mop = (uint32_t)random_below(4);
	uint32_t lumop = mop ? mop == 2 ? 11 : 16 : unit[random_below(6)];
	uint32_t bits = random_bit() ? 0x07 : 0x27;
	uint32_t nf = random_bit() ? 0 : (uint32_t)random_below(8);

	bits |= random_register() << 7 | widths[random_below(4)] << 12 | 10 << 15 | lumop << 20;
	return bits | (uint32_t)random_bit() << 25 | mop << 26 | nf << 29;
}

/* v16: indices for an access, less than 2^12. v0: a mask. */
static void random_indices(uint32_t access)
{
	static char bytes[8 * REGISTER_BYTES], mask[REGISTER_BYTES];
	size_t width = access >> 12 & 7 ? 1UL << ((access >> 12 & 7) - 4) : 1;

	memset(bytes, 0, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i += width) {
		bytes[i] = (char)random_below(256);
		if (width > 1)
			bytes[i + 1] = (char)random_below(16);
	}
	for (size_t i = 0; i < sizeof(mask); i++)
		mask[i] = (char)random_below(256);
	/* an illegal instruction leaves vstart as it was */
	asm volatile("csrwi vstart, 0\nvl8re8.v v16, (%0)\nvl1re8.v v0, (%1)"
		     : : "r"(bytes), "r"(mask) : "memory");
}

typedef void code_function(char *base, int64_t stride, uint64_t avl, uint64_t type,
			   uint64_t vstart);

static void run_random(void)
{
	uint32_t *code = map(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);

	code[0] = 0x80d67057;		/* vsetvl zero, a2, a3 */
	code[1] = 0x00871073;		/* csrw vstart, a4 */
	code[3] = 0x00008067;		/* ret */
	for (unsigned int i = 0; i < ROUNDS; i++) {
		char *page = DATA + DATA_BYTES / 2 + random_below(8) * PAGE;
		char *base = random_bit() ? page - random_below(64) : page + random_below(PAGE);
		uint64_t vstart = random_below(8) ? 0 : random_below(16);

		code[2] = random_access();
		/* QEMU 10.0 fails where vstart is behind the end of whole registers */
		if (!(code[2] >> 26 & 3) && (code[2] >> 20 & 31) == 8)
			vstart %= WHOLE_LIMIT;
		asm volatile("fence.i" : : : "memory");
		random_indices(code[2]);
		if (!random_below(4))
			mprotect(page, random_below(4) * PAGE, PROT_NONE);
		((code_function *)code)(base, (int64_t)random_below(513) - 256, random_below(80),
					random_type(), vstart);
	}
}

int main(int argc, char **argv)
{
	prepare();
	if (argc == 2 && !strcmp(argv[1], "kinds"))
		run_kinds();
	if (argc == 3 && !strcmp(argv[1], "random")) {
		seed = strtoull(argv[2], NULL, 10) | 1;
		run_random();
	}
	printf("%lu faults, %lu illegal\n", faults, illegals);
	return 0;
}
