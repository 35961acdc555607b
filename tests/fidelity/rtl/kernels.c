// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernels.c - small programs in C, of some 300 to 30,000 instructions a round
 *
 * large.csv has RTL's results; bench.h says what may be changed here.
 */
#include "bench.h"

#define NOINLINE __attribute__((noinline))
#define BUCKET(key) ((key) * 2654435761u >> 24)

struct node {
	struct node *next;
	uint32_t key, value;
};

/* The kernels' data, and results that are never read. */
static uint64_t seed = 88172645463325252ull;
static volatile uint64_t sink;
static uint32_t data[4096];		/* random */
static uint32_t sorted[1024];
static uint32_t crc_table[256];
static double ma[16][16], mb[16][16], mc[16][16];
static uint8_t flags[4096];
static struct node pool[1024], *buckets[256];
static char text1[512], text2[512];
static double xs[512], ys[512];
static uint32_t histogram[64];

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Calls and returns. */
static NOINLINE uint64_t fib(uint64_t n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void k_fib(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		sink = fib(15);
}

/* A branch on random data. */
static void k_randbranch(long rounds, void *unused)
{
	uint64_t s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 1024; i++) {
			if (data[i] & 0x100)
				s += data[i] ^ s >> 3;
			else
				s -= 7 + (s << 1);
		}
	sink = s;
}

static void k_sum(long rounds, void *unused)
{
	uint64_t s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 2048; i++)
			s += data[i];
	sink = s;
}

/* Binary search: branches on random data, each decides the next load. */
static void k_bsearch(long rounds, void *unused)
{
	uint64_t s = 0, r = 12345;

	(void)unused;
	while (rounds--)
		for (int k = 0; k < 100; k++) {
			uint32_t key;
			int lo = 0, hi = 1024;

			r = r * 6364136223846793005ull + 1442695040888963407ull;
			key = (uint32_t)(r >> 33);
			while (lo < hi) {
				int mid = (lo + hi) / 2;

				if (sorted[mid] < key)
					lo = mid + 1;
				else
					hi = mid;
			}
			s += (uint64_t)lo;
		}
	sink = s;
}

/* CRC by table: a load in the chain of each byte. */
static void k_crc(long rounds, void *unused)
{
	uint32_t c = ~0u;
	const uint8_t *p = (const uint8_t *)data;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 2048; i++)
			c = crc_table[(c ^ p[i]) & 255] ^ c >> 8;
	sink = c;
}

/* Product of two matrices of doubles. */
static void k_matmul(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		for (int i = 0; i < 16; i++)
			for (int j = 0; j < 16; j++) {
				double s = 0;

				for (int k = 0; k < 16; k++)
					s += ma[i][k] * mb[k][j];
				mc[i][j] = s;
			}
	sink = (uint64_t)mc[3][5];
}

static void k_sieve(long rounds, void *unused)
{
	(void)unused;
	while (rounds--) {
		for (int i = 0; i < 2048; i++)
			flags[i] = 1;
		for (int i = 2; i * i < 2048; i++)
			if (flags[i])
				for (int j = i * i; j < 2048; j += i)
					flags[j] = 0;
	}
}

/* Six queens: recursion, and branches that depend on the board. */
static NOINLINE int queens(unsigned int all, unsigned int cols, unsigned int d1, unsigned int d2)
{
	unsigned int poss;
	int c = 0;

	if (cols == all)
		return 1;
	poss = all & ~(cols | d1 | d2);
	while (poss) {
		unsigned int bit = poss & -poss;

		poss -= bit;
		c += queens(all, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
	}
	return c;
}

static void k_queens(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		sink = (uint64_t)queens(63, 0, 0, 0);
}

/* A hash table with chains. */
static void k_hash(long rounds, void *unused)
{
	uint64_t s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 256; i++) {
			uint32_t key = data[(i * 37) & 1023];

			for (struct node *p = buckets[BUCKET(key)]; p; p = p->next)
				if (p->key == key) {
					s += p->value++;
					break;
				}
		}
	sink = s;
}

/* Copy a string and compare it, byte by byte. */
static void k_string(long rounds, void *unused)
{
	(void)unused;
	while (rounds--) {
		char *p = text2;
		const char *q = text1;

		while ((*p++ = *q++))
			;
		p = text2;
		q = text1;
		while (*p && *p == *q)
			p++, q++;
		sink = (uint64_t)(p - text2);
	}
}

/* Insertion sort of 48 random numbers. */
static void k_isort(long rounds, void *unused)
{
	static uint32_t v[48];

	(void)unused;
	while (rounds--) {
		for (int i = 0; i < 48; i++)
			v[i] = data[i + (rounds & 31) * 48];
		for (int i = 1; i < 48; i++) {
			uint32_t x = v[i];
			int j = i;

			for (; j && v[j - 1] > x; j--)
				v[j] = v[j - 1];
			v[j] = x;
		}
	}
}

/* A state machine by switch. */
static void k_switch(long rounds, void *unused)
{
	uint64_t s = 0;
	unsigned int st = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 1024; i++) {
			unsigned int c = data[i] & 7;

			switch (st) {
			case 0:
				st = c;
				s += 3;
				break;
			case 1:
				st = c ^ 1;
				s ^= 5;
				break;
			case 2:
				st = (c + 3) & 7;
				s += c;
				break;
			case 3:
				st = c >> 1;
				s <<= 1;
				break;
			case 4:
				st = (c * 3) & 7;
				s -= 9;
				break;
			case 5:
				st = 7 - c;
				s += 17;
				break;
			case 6:
				st = c & 3;
				s ^= c;
				break;
			default:
				st = 0;
				s++;
			}
		}
	sink = s;
}

static void k_daxpy(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		for (int i = 0; i < 512; i++)
			ys[i] += 1.000001 * xs[i];
}

static void k_fdiv(long rounds, void *unused)
{
	double s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 128; i++)
			s += (xs[i] * xs[i] + 1.0) / (xs[i] + 3.0);
	sink = (uint64_t)s;
}

/* Greatest common divisors: integer divides, each needs the one before. */
static void k_gcd(long rounds, void *unused)
{
	uint64_t s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 32; i++) {
			uint64_t a = data[i] | 1, b = data[i + 32] | 1;

			while (b) {
				uint64_t t = a % b;

				a = b;
				b = t;
			}
			s += a;
		}
	sink = s;
}

/* Integer operations, each needs the one before. */
static void k_xorshift(long rounds, void *unused)
{
	uint64_t x = 88172645463325252ull;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 512; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
		}
	sink = x;
}

/* Integer operations that need each other little. */
static void k_ilp(long rounds, void *unused)
{
	uint64_t a = 1, b = 2, c = 3, e = 4, f = 5, g = 6;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 256; i++) {
			a += a << 1;
			b ^= b >> 3;
			c += 0x1234;
			e ^= c;
			f -= a;
			g += b;
			asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(e), "+r"(f), "+r"(g));
		}
	sink = a + b + c + e + f + g;
}

/* Calls through a table: targets at random, then round and round. */
static NOINLINE uint64_t v0(uint64_t x)
{
	return x + 1;
}

static NOINLINE uint64_t v1(uint64_t x)
{
	return x * 3;
}

static NOINLINE uint64_t v2(uint64_t x)
{
	return x ^ 0x55;
}

static NOINLINE uint64_t v3(uint64_t x)
{
	return x >> 1;
}

static uint64_t (*const table[4])(uint64_t) = { v0, v1, v2, v3 };
static void k_virtual(long rounds, void *unused)
{
	uint64_t x = 1;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 512; i++)
			x = table[data[i] & 3](x);
	sink = x;
}

static void k_virtual_regular(long rounds, void *unused)
{
	uint64_t x = 1;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 512; i++)
			x = table[i & 3](x);
	sink = x;
}

/* Loads of recently stored data. */
static void k_histogram(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		for (int i = 0; i < 1024; i++)
			histogram[data[i] & 63]++;
}

static void k_copy(long rounds, void *unused)
{
	(void)unused;
	while (rounds--) {
		uint64_t *p = (uint64_t *)text2, *q = (uint64_t *)data;

		for (int i = 0; i < 2048 - 64; i++) {
			asm volatile("" ::: "memory");
			p[i & 63] = q[i & 1023];
		}
	}
}

static void k_stencil(long rounds, void *unused)
{
	(void)unused;
	while (rounds--)
		for (int i = 1; i < 511; i++)
			ys[i] = 0.25 * xs[i - 1] + 0.5 * xs[i] + 0.25 * xs[i + 1];
}

/* Inner loops of seven rounds. */
static void k_loops(long rounds, void *unused)
{
	uint64_t s = 0;

	(void)unused;
	while (rounds--)
		for (int i = 0; i < 128; i++) {
			for (int j = 0; j < 7; j++) {
				s += (uint64_t)(i ^ j);
				asm volatile("" : "+r"(s));
			}
		}
	sink = s;
}

PART void numbers_init(void)
{
	uint32_t at = 0;

	for (int i = 0; i < 4096; i++)
		data[i] = (uint32_t)(rnd() >> 16);
	for (int i = 0; i < 1024; i++)
		sorted[i] = at += (uint32_t)(rnd() & 0x3fffff);
}

PART void crc_init(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;

		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		crc_table[i] = c;
	}
}

PART void arrays_init(void)
{
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 16; j++) {
			ma[i][j] = i + j;
			mb[i][j] = i - j;
		}
	for (int i = 0; i < 512; i++) {
		xs[i] = i * 0.5;
		ys[i] = i;
		text1[i] = i == 300 ? 0 : (char)('a' + i % 26);
	}
}

PART void hash_init(void)
{
	for (int i = 0; i < 1024; i++) {
		struct node **b;

		pool[i].key = data[i];
		b = &buckets[BUCKET(data[i])];
		pool[i].next = *b;
		*b = &pool[i];
	}
}

void bench_main(void)
{
	numbers_init();
	crc_init();
	arrays_init();
	hash_init();
	measure("fib", 0, k_fib, 0, 1, 3);
	measure("randbranch", 0, k_randbranch, 0, 3, 9);
	measure("sum", 0, k_sum, 0, 2, 6);
	measure("bsearch", 0, k_bsearch, 0, 2, 6);
	measure("crc", 0, k_crc, 0, 2, 6);
	measure("matmul", 0, k_matmul, 0, 1, 3);
	measure("sieve", 0, k_sieve, 0, 2, 6);
	measure("queens", 0, k_queens, 0, 2, 6);
	measure("hash", 0, k_hash, 0, 3, 9);
	measure("string", 0, k_string, 0, 3, 9);
	measure("isort", 0, k_isort, 0, 3, 9);
	measure("switch", 0, k_switch, 0, 2, 6);
	measure("daxpy", 0, k_daxpy, 0, 3, 9);
	measure("fdiv", 0, k_fdiv, 0, 2, 6);
	measure("gcd", 0, k_gcd, 0, 2, 6);
	measure("xorshift", 0, k_xorshift, 0, 3, 9);
	measure("ilp", 0, k_ilp, 0, 3, 9);
	measure("virtual", 0, k_virtual, 0, 3, 9);
	measure("virtual_regular", 0, k_virtual_regular, 0, 3, 9);
	measure("histogram", 0, k_histogram, 0, 2, 6);
	measure("copy", 0, k_copy, 0, 1, 3);
	measure("stencil", 0, k_stencil, 0, 2, 6);
	measure("loops", 0, k_loops, 0, 3, 9);
}
