// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe_memory.c - the memory side: streams, copies, chains and conflicts; with PAGED, pages
 *
 * Streams go over 128 KiB that are in the L2 (_l2), and over lines that nothing has touched (_mem).
 * conflict_* are x lines so many bytes apart, in turn: each load waits for the one before, for none
 * (_free), or they are stores. With PAGED they are x neighbouring pages of 4 KiB, in S-mode.
 */
#include "bench.h"

typedef volatile uint64_t v64;

#define L2_BASE	   0x81000000ull
#define L2_BYTES   0x20000ull
#define FRESH	   0x82000000ull		/* never touched */
#define LINE_BYTES 64

struct walk {
	uint64_t base, mask;
	int64_t stride;
	long count;
	uint64_t at;
};

static volatile uint64_t sink;

#define KERNEL __attribute__((noinline, unused)) static void

KERNEL k_read(long n, void *data)
{
	struct walk *w = data;
	uint64_t sum = 0, at = w->at;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			sum += *(v64 *)(w->base + (at & w->mask));
			at += (uint64_t)w->stride;
		}
	w->at = at;
	sink = sum;
}

KERNEL k_write(long n, void *data)
{
	struct walk *w = data;
	uint64_t at = w->at;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			*(v64 *)(w->base + (at & w->mask)) = at;
			at += (uint64_t)w->stride;
		}
	w->at = at;
}

/* Whole lines. */
KERNEL k_fill(long n, void *data)
{
	struct walk *w = data;
	uint64_t at = w->at;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			v64 *p = (v64 *)(w->base + (at & w->mask));

			p[0] = 1; p[1] = 1; p[2] = 1; p[3] = 1;
			p[4] = 1; p[5] = 1; p[6] = 1; p[7] = 1;
			at += (uint64_t)w->stride;
		}
	w->at = at;
}

KERNEL k_sum8(long n, void *data)
{
	struct walk *w = data;
	uint64_t at = w->at, sum = 0;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			v64 *p = (v64 *)(w->base + (at & w->mask));

			sum += p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
			at += (uint64_t)w->stride;
		}
	w->at = at;
	sink = sum;
}

/* A line to another: half of the region away. */
KERNEL k_copy(long n, void *data)
{
	struct walk *w = data;
	uint64_t at = w->at, half = (w->mask + 1) / 2;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			v64 *p = (v64 *)(w->base + (at & w->mask & ~half));
			v64 *q = (v64 *)(w->base + ((at & w->mask) | half));

			q[0] = p[0]; q[1] = p[1]; q[2] = p[2]; q[3] = p[3];
			q[4] = p[4]; q[5] = p[5]; q[6] = p[6]; q[7] = p[7];
			at += (uint64_t)w->stride;
		}
	w->at = at;
}

/* Eight bytes of each line. */
KERNEL k_copy1(long n, void *data)
{
	struct walk *w = data;
	uint64_t at = w->at, half = (w->mask + 1) / 2;

	while (n--)
		for (long i = 0; i < w->count; i++) {
			*(v64 *)(w->base + ((at & w->mask) | half)) =
				*(v64 *)(w->base + (at & w->mask & ~half));
			at += (uint64_t)w->stride;
		}
	w->at = at;
}

/* Chains of dependent loads at random lines, @K beside each other: the loaded values are 0. */
#define CHAIN(K)										\
KERNEL k_chain##K(long n, void *data)								\
{												\
	struct walk *w = data;									\
	uint64_t v[K] = { 0 }, r = w->at, sum = 0;						\
												\
	while (n--)										\
		for (long i = 0; i < w->count; i++) {						\
			_Pragma("GCC unroll 8")							\
			for (int k = 0; k < K; k++) {						\
				r = r * 6364136223846793005ull + 1442695040888963407ull;	\
				v[k] = *(v64 *)(w->base + ((r >> 20) & w->mask & ~63ull) + v[k]); \
			}									\
		}										\
	w->at = r;										\
	for (int k = 0; k < K; k++)								\
		sum += v[k];									\
	sink = sum;										\
}

CHAIN(1)
CHAIN(2)
CHAIN(3)
CHAIN(4)
CHAIN(6)
CHAIN(8)

/* Round and round, each waits for the one before. */
KERNEL k_robin(long n, void *data)
{
	struct walk *w = data;
	uint64_t v = 0;

	while (n--) {
		uint64_t p = w->base;

		for (long i = 0; i < w->count; i++) {
			v = *(v64 *)(p + v);
			p += (uint64_t)w->stride;
		}
	}
	sink = v;
}

KERNEL k_robin_free(long n, void *data)
{
	struct walk *w = data;
	uint64_t v = 0;

	while (n--) {
		uint64_t p = w->base;

		for (long i = 0; i < w->count; i++) {
			v += *(v64 *)p;
			p += (uint64_t)w->stride;
		}
	}
	sink = v;
}

KERNEL k_robin_store(long n, void *data)
{
	struct walk *w = data;

	while (n--) {
		uint64_t p = w->base;

		for (long i = 0; i < w->count; i++) {
			*(v64 *)p = 0;
			p += (uint64_t)w->stride;
		}
	}
}

static void robin(const char *name, void (*k)(long, void *), uint64_t base, int64_t stride, long count,
		  long n1, long n2)
{
	struct walk w = { base, 0, stride, count, 0 };

	measure(name, (uint64_t)count, k, &w, n1, n2);
}

#ifndef PAGED
static uint64_t fresh = FRESH;

static char *append(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
	*to = 0;
	return to;
}

static void stream(const char *name, void (*k)(long, void *), int64_t stride, long count)
{
	const uint64_t size = 1ull << 22;	/* a region of its own, walked once */
	struct walk near = { L2_BASE, L2_BYTES - 1, stride, count,
			     stride < 0 ? L2_BYTES - LINE_BYTES : 0 };
	struct walk far = { fresh, size - 1, stride, count, stride < 0 ? size - LINE_BYTES : 0 };
	char text[40], *end = append(text, name);

	append(end, "_l2");
	measure(text, (uint64_t)count, k, &near, 1, 4);
	append(end, "_mem");
	fresh += size;
	measure(text, (uint64_t)count, k, &far, 1, 4);
}

static void streams(void)
{
	stream("read_s1", k_read, LINE_BYTES, 64);
	stream("read_s2", k_read, 2 * LINE_BYTES, 64);
	stream("read_s4", k_read, 4 * LINE_BYTES, 64);
	stream("read_back1", k_read, -LINE_BYTES, 64);
	stream("read_back4", k_read, -4 * LINE_BYTES, 64);
	stream("read_page", k_read, 4096 + LINE_BYTES, 16);
	stream("sum8", k_sum8, LINE_BYTES, 64);
	stream("sum8_back", k_sum8, -LINE_BYTES, 64);
	stream("chain1", k_chain1, 0, 32);
	stream("chain2", k_chain2, 0, 32);
	stream("chain3", k_chain3, 0, 32);
	stream("chain4", k_chain4, 0, 32);
	stream("chain6", k_chain6, 0, 32);
	stream("chain8", k_chain8, 0, 32);
}

static void conflicts(void)
{
	static const int ways[] = { 4, 8, 9, 10, 12, 16 };

	for (int i = 0; i < 6; i++)
		robin("conflict_4k", k_robin, L2_BASE, 4096, ways[i], 16, 64);
	for (int i = 0; i < 6; i++)
		robin("conflict_4k_free", k_robin_free, L2_BASE, 4096, ways[i], 16, 64);
	for (int i = 1; i < 6; i++)
		robin("conflict_4k_store", k_robin_store, L2_BASE, 4096, ways[i], 16, 64);
	for (int i = 1; i < 6; i++)
		robin("conflict_64k", k_robin, 0x84000000ull, 65536, ways[i], 8, 24);
}

void bench_main(void)
{
	for (uint64_t at = 0; at < L2_BYTES; at += LINE_BYTES)
		sink = *(v64 *)(L2_BASE + at);
	streams();
	conflicts();
	stream("write_s1", k_write, LINE_BYTES, 64);
	stream("write_s2", k_write, 2 * LINE_BYTES, 64);
	stream("write_s4", k_write, 4 * LINE_BYTES, 64);
	stream("write_back1", k_write, -LINE_BYTES, 64);
	stream("fill", k_fill, LINE_BYTES, 64);
	stream("copy8", k_copy, LINE_BYTES, 64);
	stream("copy1", k_copy1, LINE_BYTES, 64);
}
#else
#define PAGES_VIRTUAL  0xc0000000ull		/* the fourth GiB */
#define PAGES_PHYSICAL 0x86000000ull
#define PAGE_STRIDE    (4096 + LINE_BYTES)
#define PTE_LEAF       0xc7			/* valid, read, write, accessed, dirty */
#define PTE_EXECUTE    0x08
#define PTE_TABLE      0x01

static uint64_t root[512] __attribute__((aligned(4096)));
static uint64_t middle[512] __attribute__((aligned(4096)));
static uint64_t leaf[4][512] __attribute__((aligned(4096)));

static void measure_pages(void)
{
	static const int pages[] = { 4, 8, 12, 16, 32, 64, 128, 256, 512 };

	for (int i = 0; i < 9; i++)
		robin("pages", k_robin, PAGES_VIRTUAL, PAGE_STRIDE, pages[i], 2, 5);
	for (int i = 0; i < 9; i++)
		robin("pages_free", k_robin_free, PAGES_VIRTUAL, PAGE_STRIDE, pages[i], 2, 5);
	for (int i = 0; i < 9; i += 2)
		robin("pages_store", k_robin_store, PAGES_VIRTUAL, PAGE_STRIDE, pages[i], 2, 5);
	bench_exit(0);
}

/* Devices and memory as they are, in pages of 1 GiB; the data in pages of 4 KiB. */
static void map(void)
{
	root[0] = PTE_LEAF | PTE_EXECUTE;
	root[2] = (0x80000000ull >> 12) << 10 | PTE_LEAF | PTE_EXECUTE;
	root[3] = ((uint64_t)middle >> 12) << 10 | PTE_TABLE;
	for (int t = 0; t < 4; t++) {
		middle[t] = ((uint64_t)leaf[t] >> 12) << 10 | PTE_TABLE;
		for (int i = 0; i < 512; i++)
			leaf[t][i] = ((PAGES_PHYSICAL >> 12) + (uint64_t)t * 512 + (uint64_t)i) << 10 |
				     PTE_LEAF;
	}
}

void bench_main(void)
{
	map();
	asm volatile("csrw mcounteren, %0" : : "r"(7l));
	asm volatile("csrw satp, %0; sfence.vma"
		     : : "r"(8ull << 60 | (uint64_t)root >> 12) : "memory");
	asm volatile("csrc mstatus, %0; csrs mstatus, %1; csrw mepc, %2; mret"
		     : : "r"(3l << 11), "r"(1l << 11), "r"(measure_pages) : "memory");
	__builtin_unreachable();
}
#endif
