/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench.h - one program for two machines: BOOM as RTL, and QEMU's board with the TEA unit
 *
 * RTL's loader sets platform_rtl in the ELF file; all else is the same there and here. The
 * measured programs are machine code, at its addresses: large.csv has its checksum. So names,
 * comments and layout of these sources may change, and nothing that the compiler sees: neither the
 * order of functions, nor which are inlined where.
 *
 * Each measurement is a line of eight fields, separated by tabs: name, x (the size of a round),
 * n1, cycles and instructions of n1 rounds, n2, cycles and instructions of n2. The differences of
 * n2 and n1 are of rounds that find everything warm.
 */
#ifndef TEA_BENCH_H
#define TEA_BENCH_H

#include <stddef.h>
#include <stdint.h>

/* A part of bench_main(), where it is compiled to the same code as if it stood there. */
#define PART static inline __attribute__((always_inline))

extern uint64_t platform_rtl;

void put(const char *text);
void put_decimal(uint64_t n);

/* Core cycles, after all before has finished: on RTL mcycle, here LEFT. */
uint64_t cycles_now(void);
/* minstret: on QEMU it counts instructions only as long as no model gives the time. */
uint64_t insns_now(void);

/* RTL prints its events since the last mark. */
void mark(uint64_t n);

/* @kernel's line, by runs of @n1 and of @n2 rounds after one of @n1 to warm up. */
void measure(const char *name, uint64_t x, void (*kernel)(long n, void *data), void *data, long n1,
	     long n2);
void line(const char *name, uint64_t x, uint64_t n1, uint64_t c1, uint64_t i1, uint64_t n2,
	  uint64_t c2, uint64_t i2);

void bench_exit(int status) __attribute__((noreturn));

/* Defined by each program. */
void bench_main(void);

#endif /* TEA_BENCH_H */
