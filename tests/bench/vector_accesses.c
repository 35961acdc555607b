// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vector_accesses.c - loops of a vector load, an addition and a store
 *
 * Usage: vector_accesses unit|strided|indexed|masked 32|64 ROUNDS
 *
 * It uses registers full of elements of 32 or 64 bits, the same ones each time: only their
 * execution is measured. Strided and indexed ones are 24 bytes apart; every other masked one is
 * active.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIDE		24
#define ELEMENTS	128	/* in a register, at most */

static uint64_t from[ELEMENTS * STRIDE / 8], to[ELEMENTS * STRIDE / 8];

/* @load and @store are without their address, and the operands behind it. */
#define LOOP(name, bits, load, add, store)						\
	static void name##bits(uint64_t rounds)						\
	{										\
		uint64_t vl;								\
											\
		asm volatile(								\
			"vsetvli	%[vl], zero, e" #bits ", m1, ta, ma\n\t"	\
			"vid.v		v0\n\t"						\
			"vmul.vx	v1, v0, %[stride]\n\t"				\
			"vand.vi	v0, v0, 1\n\t"					\
			"vmseq.vi	v0, v0, 0\n\t"					\
			"vmv.v.i	v3, 0\n"					\
			"0:\t"								\
			load "\n\t" add "\n\t" store "\n\t"				\
			"addi		%[rounds], %[rounds], -1\n\t"			\
			"bnez		%[rounds], 0b"					\
			: [vl] "=&r"(vl), [rounds] "+r"(rounds)				\
			: [from] "r"(from), [to] "r"(to), [stride] "r"(STRIDE)		\
			: "memory", "v0", "v1", "v2", "v3");				\
	}

#define LOOPS(bits)									\
	LOOP(unit, bits, "vle" #bits ".v v2, (%[from])", "vadd.vv v3, v3, v2",		\
	     "vse" #bits ".v v3, (%[to])")						\
	LOOP(strided, bits, "vlse" #bits ".v v2, (%[from]), %[stride]",			\
	     "vadd.vv v3, v3, v2", "vsse" #bits ".v v3, (%[to]), %[stride]")		\
	LOOP(indexed, bits, "vluxei" #bits ".v v2, (%[from]), v1", "vadd.vv v3, v3, v2", \
	     "vsuxei" #bits ".v v3, (%[to]), v1")					\
	LOOP(masked, bits, "vle" #bits ".v v2, (%[from]), v0.t",			\
	     "vadd.vv v3, v3, v2, v0.t", "vse" #bits ".v v3, (%[to]), v0.t")

LOOPS(32)
LOOPS(64)

static const struct {
	const char *access, *bits;
	void (*run)(uint64_t rounds);
} loops[] = {
	{ "unit", "32", unit32 }, { "unit", "64", unit64 },
	{ "strided", "32", strided32 }, { "strided", "64", strided64 },
	{ "indexed", "32", indexed32 }, { "indexed", "64", indexed64 },
	{ "masked", "32", masked32 }, { "masked", "64", masked64 },
};

int main(int argc, char **argv)
{
	uint64_t rounds = argc == 4 ? strtoull(argv[3], NULL, 0) : 0;

	for (size_t i = 0; rounds && i < sizeof(loops) / sizeof(loops[0]); i++) {
		if (strcmp(argv[1], loops[i].access) || strcmp(argv[2], loops[i].bits))
			continue;
		loops[i].run(rounds);
		return EXIT_SUCCESS;
	}
	fprintf(stderr, "usage: vector_accesses unit|strided|indexed|masked 32|64 ROUNDS\n");
	return EXIT_FAILURE;
}
