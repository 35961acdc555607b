// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe_forward.c - loads of recently stored data, which come later and later
 *
 * Each loop stores x, or its result from it, and loads it again; in k_free nothing waits for the
 * load. k_leaf2 and k_leaf6 call a function that saves so many registers and restores them.
 */
#include "bench.h"

static uint64_t cell[64] __attribute__((aligned(64)));

#define LOOP(name, body)									\
	__attribute__((noinline)) static void name(long n, void *unused)			\
	{											\
		uint64_t x = 1, c = 3, t;							\
												\
		asm volatile("1:\n" body "addi %[n], %[n], -1\nbnez %[n], 1b"			\
			     : [x] "+r"(x), [n] "+r"(n), [t] "=&r"(t)				\
			     : [p] "r"(cell), [c] "r"(c) : "memory");				\
		(void)unused;									\
	}

#define ADD		"addi %[x], %[x], 1\n"
#define MUL		"mul %[x], %[x], %[c]\n"
#define STORE_LOAD	"sd %[x], 0(%[p])\nld %[x], 0(%[p])\n"

LOOP(k_add, ADD STORE_LOAD)
LOOP(k_mul, MUL STORE_LOAD)
LOOP(k_mul2, MUL MUL STORE_LOAD)
LOOP(k_mul3, MUL MUL MUL STORE_LOAD)
LOOP(k_mul4, MUL MUL MUL MUL STORE_LOAD)
LOOP(k_add4, ADD ADD ADD ADD STORE_LOAD)
LOOP(k_ldst, "sd %[x], 8(%[p])\nld %[t], 8(%[p])\nadd %[x], %[t], %[c]\n")
LOOP(k_two, ADD "sd %[x], 0(%[p])\nsd %[x], 8(%[p])\nld %[t], 0(%[p])\nld %[x], 8(%[p])\n")
LOOP(k_free, "mul %[t], %[c], %[c]\nmul %[t], %[t], %[c]\nsd %[t], 0(%[p])\n"
	     "ld %[t], 0(%[p])\nadd %[t], %[t], %[c]\n")

__attribute__((noinline, naked)) static void leaf6(void)
{
	asm volatile("addi sp,sp,-48\nsd s4,0(sp)\nsd ra,40(sp)\nsd s0,32(sp)\nsd s1,24(sp)\n"
		     "sd s2,16(sp)\nsd s3,8(sp)\nld ra,40(sp)\nld s0,32(sp)\nld s1,24(sp)\n"
		     "ld s2,16(sp)\nld s3,8(sp)\nld s4,0(sp)\naddi sp,sp,48\nret");
}

__attribute__((noinline, naked)) static void leaf2(void)
{
	asm volatile("addi sp,sp,-16\nsd ra,8(sp)\nsd s0,0(sp)\nld ra,8(sp)\nld s0,0(sp)\n"
		     "addi sp,sp,16\nret");
}

__attribute__((noinline)) static void k_leaf6(long n, void *unused)
{
	(void)unused;
	while (n--)
		leaf6();
}

__attribute__((noinline)) static void k_leaf2(long n, void *unused)
{
	(void)unused;
	while (n--)
		leaf2();
}

void bench_main(void)
{
#define MEASURE(k) measure(#k, 1, k, 0, 40, 140)
	MEASURE(k_add);
	MEASURE(k_add4);
	MEASURE(k_mul);
	MEASURE(k_mul2);
	MEASURE(k_mul3);
	MEASURE(k_mul4);
	MEASURE(k_ldst);
	MEASURE(k_two);
	MEASURE(k_free);
	MEASURE(k_leaf2);
	MEASURE(k_leaf6);
}
