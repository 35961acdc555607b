// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * limited.c - loops whose limit on the default core is known by construction: limited KERNEL [ROUNDS]
 *
 * Each is written in assembly, and says of the core what it runs into; all else it has enough of.
 * Lines from memory are taken downwards, against the next-line prefetcher, and have never been
 * touched. What limits it is held against tea sensitivity by tests/device/sensitivity.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOP(body) \
	"1:\n" body \
	"	addi	%0, %0, -1\n" \
	"	bnez	%0, 1b\n"

#define TIMES(count, body)	"	.rept " #count "\n" body "	.endr\n"

/* A body for each word of 256 bytes: at \word. */
#define WORDS(body) \
	"	.irp	word, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, " \
	"128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248\n" \
	body "	.endr\n"

static char memory[128 << 20] __attribute__((aligned(1 << 20)));

/* Each addition waits for the one before. */
static void chain(unsigned long rounds)
{
	asm volatile(LOOP(TIMES(16, "fadd.d fa0, fa0, fa1\n"))
		     : "+r" (rounds) : : "fa0", "fa1");
}

/* The same, of multiplies. */
static void multiplies(unsigned long rounds)
{
	asm volatile(LOOP(TIMES(16, "mul t0, t0, t1\n")) : "+r" (rounds) : : "t0", "t1");
}

/* Quotients of 62 bits, of operands that are always there. */
static void divider(unsigned long rounds)
{
	asm volatile("	li	t1, -1\n"
		     "	srli	t1, t1, 1\n"
		     "	li	t2, 3\n"
		     LOOP(TIMES(4, "div t0, t1, t2\n")) : "+r" (rounds) : : "t0", "t1", "t2");
}

static void roots(unsigned long rounds)
{
	asm volatile("	li	t0, 2\n"
		     "	fcvt.d.l fa1, t0\n"
		     LOOP(TIMES(4, "fsqrt.d fa0, fa1\n"))
		     : "+r" (rounds) : : "t0", "fa0", "fa1");
}

/* One multiplier, and nothing waits for what it makes. */
static void multiplier(unsigned long rounds)
{
	asm volatile(LOOP(TIMES(16, "mul t0, t1, t2\n")) : "+r" (rounds) : : "t0", "t1", "t2");
}

/* Two ports lead to floating-point units. */
static void fp_port(unsigned long rounds)
{
	asm volatile(LOOP(TIMES(32, "fadd.d fa0, fa1, fa2\n"))
		     : "+r" (rounds) : : "fa0", "fa1", "fa2");
}

/* Two lead to memory; all lines are in the L1. */
static void mem_port(unsigned long rounds)
{
	asm volatile(LOOP(WORDS("ld t0, \\word(%1)\n")) : "+r" (rounds) : "r" (memory) : "t0");
}

/* One store is written to the L1 in a cycle. */
static void drain(unsigned long rounds)
{
	asm volatile(LOOP(WORDS("sd zero, \\word(%1)\n"))
		     : "+r" (rounds) : "r" (memory) : "memory");
}

/* Twenty bytes and a jump to the next line: two fetch blocks of 16 bytes for five instructions. */
static void fetch(unsigned long rounds)
{
	asm volatile("	.option push\n"
		     "	.option norvc\n"
		     "	j	1f\n"
		     "	.balign	64\n"
		     LOOP(TIMES(3, "addi t0, zero, 1\n"
				   "addi t1, zero, 1\n"
				   "addi t2, zero, 1\n"
				   "addi t3, zero, 1\n"
				   "j 2f\n"
				   ".balign 64\n"
				   "2:\n"))
		     "	.option pop\n"
		     : "+r" (rounds) : : "t0", "t1", "t2", "t3");
}

/* A line from memory, with so much behind it that the ROB has two of them. */
static void rob(unsigned long rounds)
{
	char *line = memory + sizeof(memory) / 2;

	asm volatile(LOOP("	ld	t0, 0(%1)\n"
			  "	addi	%1, %1, -64\n"
			  TIMES(90, "nop\n"))
		     : "+r" (rounds), "+r" (line) : : "t0");
}

/* The same of loads that hit: the load queue has two. */
static void loads(unsigned long rounds)
{
	char *line = memory + sizeof(memory) / 2;

	asm volatile(LOOP("	ld	t0, 0(%1)\n"
			  "	addi	%1, %1, -64\n"
			  WORDS("ld t1, \\word(%2)\n"))
		     : "+r" (rounds), "+r" (line) : "r" (memory) : "t0", "t1");
}

/* And of stores. */
static void stores(unsigned long rounds)
{
	char *line = memory + sizeof(memory) / 2;

	asm volatile(LOOP("	ld	t0, 0(%1)\n"
			  "	addi	%1, %1, -64\n"
			  WORDS("sd zero, \\word(%2)\n"))
		     : "+r" (rounds), "+r" (line) : "r" (memory)
		     : "t0", "memory");
}

/* Lines from memory, none waits for another. */
static void lines(unsigned long rounds)
{
	char *line = memory + sizeof(memory) / 2;

	asm volatile(LOOP("	ld	t0, 0(%1)\n"
			  "	ld	t0, -64(%1)\n"
			  "	ld	t0, -128(%1)\n"
			  "	ld	t0, -192(%1)\n"
			  "	addi	%1, %1, -256\n")
		     : "+r" (rounds), "+r" (line) : : "t0");
}

/* Each waits for the one before, by a 0 that is added to its address. */
static void misses(unsigned long rounds)
{
	char *line = memory + sizeof(memory) / 2;

	asm volatile(LOOP("	ld	t0, 0(%1)\n"
			  "	add	%1, %1, t0\n"
			  "	addi	%1, %1, -64\n")
		     : "+r" (rounds), "+r" (line) : : "t0");
}

/* Branches by chance: a bit of a linear congruential sequence. */
static void branches(unsigned long rounds)
{
	asm volatile("	li	t1, 1103515245\n"
		     "	li	t2, 12345\n"
		     "	li	t0, 1\n"
		     LOOP("	mul	t0, t0, t1\n"
			  "	add	t0, t0, t2\n"
			  "	slli	t3, t0, 33\n"
			  "	bltz	t3, 2f\n"
			  "	addi	t4, t4, 1\n"
			  "2:\n")
		     : "+r" (rounds) : : "t0", "t1", "t2", "t3", "t4");
}

/* Code of 64 KiB, a jump in each line. */
static void code(unsigned long rounds)
{
	asm volatile("	.option push\n"
		     "	.option norvc\n"
		     "	j	1f\n"
		     "	.balign	64\n"
		     "1:\n"
		     TIMES(1024, "j 2f\n"
				 ".balign 64\n"
				 "2:\n")
		     "	addi	%0, %0, -1\n"
		     "	beqz	%0, 3f\n"
		     "	j	1b\n"
		     "3:\n"
		     "	.option pop\n"
		     : "+r" (rounds));
}

/* A word in each of 64 pages, all of them in the L1. */
static void pages(unsigned long rounds)
{
	asm volatile("	li	t1, 4160\n"
		     LOOP("	mv	t2, %1\n"
			  TIMES(64, "ld t0, 0(t2)\n"
				    "add t2, t2, t1\n"))
		     : "+r" (rounds) : "r" (memory) : "t0", "t1", "t2");
}

/*
 * An integer divide and a floating-point one, each 20 cycles of its unit: each hides behind the
 * other.
 */
static void balanced(unsigned long rounds)
{
	asm volatile("	li	t1, 24576\n"	/* by 3: a quotient of 14 bits */
		     "	li	t2, 3\n"
		     "	fcvt.d.l fa1, t1\n"
		     "	fcvt.d.l fa2, t2\n"
		     LOOP(TIMES(4, "div t0, t1, t2\n"
				   "fdiv.d fa0, fa1, fa2\n"))
		     : "+r" (rounds) : : "t0", "t1", "t2", "fa0", "fa1", "fa2");
}

/* As wide as the core: decode, issue ports and commit take four each. */
static void width(unsigned long rounds)
{
	asm volatile(LOOP(TIMES(128, "c.nop\n")) : "+r" (rounds));
}

/* A chain that goes through memory, five words a round; the divide beside it looks like the limit. */
static void adi(unsigned long rounds)
{
	asm volatile("	li	t1, 3\n"
		     "	fcvt.d.l fa1, t1\n"
		     LOOP("	fdiv.d	fa0, fa1, fa1\n"
			  TIMES(5, "ld t0, 0(%1)\n"
				   "addi t0, t0, 1\n"
				   "sd t0, 0(%1)\n"))
		     : "+r" (rounds) : "r" (memory) : "t0", "t1", "fa0", "fa1", "memory");
}

static const struct {
	const char *name;
	void (*run)(unsigned long rounds);
	unsigned long rounds;
} kernels[] = {
	{ "chain", chain, 20000 }, { "multiplies", multiplies, 20000 }, { "divider", divider, 7500 },
	{ "roots", roots, 15000 }, { "multiplier", multiplier, 50000 }, { "fp_port", fp_port, 40000 },
	{ "mem_port", mem_port, 40000 }, { "drain", drain, 30000 }, { "fetch", fetch, 150000 },
	{ "rob", rob, 15000 }, { "loads", loads, 25000 }, { "stores", stores, 25000 },
	{ "lines", lines, 30000 }, { "misses", misses, 15000 }, { "branches", branches, 150000 },
	{ "code", code, 150 }, { "pages", pages, 7500 }, { "balanced", balanced, 15000 },
	{ "width", width, 15000 }, { "adi", adi, 30000 },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]) && argc > 1; i++) {
		if (strcmp(kernels[i].name, argv[1]))
			continue;
		kernels[i].run(argc > 2 ? strtoul(argv[2], NULL, 10) : kernels[i].rounds);
		return 0;
	}
	fputs("usage: limited KERNEL [ROUNDS], a kernel being one of:", stderr);
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
		fprintf(stderr, " %s", kernels[i].name);
	fputc('\n', stderr);
	return 2;
}
