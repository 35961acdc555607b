// SPDX-License-Identifier: GPL-2.0-or-later
/* bench.c - one program for two machines: see bench.h */
#include "../../device/bare.h"
#include "bench.h"

#define UART	 ((volatile uint8_t *)0x10000000)
#define FINISHER ((volatile uint32_t *)0x100000)
#define LONG	 (1ULL << 62)

/* Below M-mode the counters have other names. */
#ifdef SUPERVISOR
#define CYCLES	     cycle
#define INSTRUCTIONS instret
#else
#define CYCLES	     mcycle
#define INSTRUCTIONS minstret
#endif

/* RTL's test bench reads words here: the request is in the upper byte. */
#define HOST	  ((volatile uint64_t *)0x2004008)
#define HOST_TEXT 1ull
#define HOST_MARK 2ull
#define HOST_EXIT 0xffull

void bench_trap(uint64_t cause, uint64_t pc, uint64_t value);
void bench_start(void);

void put(const char *text)
{
	if (!platform_rtl) {
		while (*text)
			UART[0] = (uint8_t)*text++;
		return;
	}
	while (*text) {
		uint64_t word = 0;

		for (int i = 0; i < 7 && *text; i++)
			word |= (uint64_t)(uint8_t)*text++ << 8 * i;
		*HOST = HOST_TEXT << 56 | word;
	}
}

void put_decimal(uint64_t n)
{
	char digits[21], *at = &digits[20];

	*at = 0;
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	put(at);
}

__attribute__((noinline)) uint64_t cycles_now(void)
{
	asm volatile("fence" : : : "memory");
	return platform_rtl ? csr_read(CYCLES) : -csr_read_number(TEA_CSR_SIREG(3));
}

__attribute__((noinline)) uint64_t insns_now(void)
{
	return csr_read(INSTRUCTIONS);
}

void mark(uint64_t n)
{
	if (platform_rtl) {
		asm volatile("fence" ::: "memory");
		*HOST = HOST_MARK << 56 | n;
		asm volatile("fence" ::: "memory");
	}
}

void bench_exit(int status)
{
	if (platform_rtl)
		*HOST = HOST_EXIT << 56 | (uint8_t)status;
	else
		*FINISHER = status ? 0x13333 : 0x5555;
	for (;;)
		;
}

void bench_trap(uint64_t cause, uint64_t pc, uint64_t value)
{
	put("TRAP cause ");
	put_decimal(cause);
	put(" pc ");
	put_decimal(pc);
	put(" value ");
	put_decimal(value);
	put("\n");
	bench_exit(1);
}

void line(const char *name, uint64_t x, uint64_t n1, uint64_t c1, uint64_t i1, uint64_t n2,
	  uint64_t c2, uint64_t i2)
{
	uint64_t v[] = { x, n1, c1, i1, n2, c2, i2 };

	put(name);
	for (int i = 0; i < 7; i++) {
		put("\t");
		put_decimal(v[i]);
	}
	put("\n");
}

void measure(const char *name, uint64_t x, void (*kernel)(long n, void *data), void *data, long n1,
	     long n2)
{
	uint64_t c[3], i[3];

	kernel(n1, data);
	i[0] = insns_now();
	c[0] = cycles_now();
	kernel(n1, data);
	c[1] = cycles_now();
	i[1] = insns_now();
	c[1] -= c[0];
	i[1] -= i[0];
	mark(0);
	i[0] = insns_now();
	c[0] = cycles_now();
	kernel(n2, data);
	c[2] = cycles_now();
	i[2] = insns_now();
	mark(1);
	c[2] -= c[0];
	i[2] -= i[0];
	line(name, x, n1, c[1], i[1], n2, c[2], i[2]);
}

/* Without a constant of the compiler's, which would stand among the data that RTL had. */
static inline __attribute__((always_inline)) void select_group(unsigned int csr, uint64_t group)
{
	asm volatile("li t0, %1\ncsrw %0, t0"
		     : : "i"(csr), "i"(TEA_SELECT_BASE + group) : "t0", "memory");
}

/*
 * On QEMU model time from here on: the period is so long that no sample comes. It is far from
 * RTL's code, and leaves the group of LEFT selected.
 */
static __attribute__((noinline, section(".unit"))) void unit_start(void)
{
	select_group(TEA_CSR_MISELECT, TEA_REG_GROUP(TEA_REG_ALLOW));
	csr_write_number(TEA_CSR_MIREG(1), TEA_ALLOW_M);
	select_group(TEA_CSR_SISELECT, TEA_REG_GROUP(TEA_REG_CTL));
	csr_write_number(TEA_CSR_SIREG(2), LONG);
	csr_write_number(TEA_CSR_SIREG(3), LONG);
	csr_write_number(TEA_CSR_SIREG(1), TEA_CTL_ENABLE | TEA_CTL_U | TEA_CTL_S | TEA_CTL_M);
}

/* The call is as long as the code in its place when RTL ran it: all else is where it was. */
void bench_start(void)
{
	if (!platform_rtl)
		asm volatile("call %0\n.rept 5\nnop\n.endr"
			     : : "i"(unit_start) : "ra", "t0", "a5", "memory");
	bench_main();
	bench_exit(0);
}
