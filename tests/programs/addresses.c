// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * addresses.c - loops whose way to an address is known by construction: addresses KIND
 *
 * Each is a function of its name, written as programs are, and its time goes to one load. What tea
 * explain says of that load is held against the name by tests/device/addressing.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#define COUNT	(1 << 16)
#define ROUNDS	4
#define APART	16		/* words: two lines, against the next-line prefetcher */
#define PAGE	512		/* words */
#define COLUMN	(COUNT * APART / PAGE)

struct node {
	struct node *next;
	uint64_t value, rest[2 * APART - 2];
};

static struct node nodes[COUNT];
static uint64_t words[COUNT * APART];
static uint32_t links[COUNT * APART], order[COUNT];
static uint8_t noise[COUNT];
static char from[32] = "a string of some thirty letters", to[32];

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 33;
}

/* A permutation of all numbers below COUNT that is one circle. */
static void prepare(void)
{
	uint64_t state = 1;

	for (uint32_t i = 0; i < COUNT; i++)
		order[i] = i;
	for (uint32_t i = COUNT - 1; i; i--) {
		uint32_t j = (uint32_t)(next_random(&state) % i), other = order[i];

		order[i] = order[j];
		order[j] = other;
	}
	for (uint32_t i = 0; i < COUNT; i++) {
		nodes[i].next = &nodes[order[i]];
		nodes[i].value = i;
		links[i * APART] = order[i] * APART;
		words[i * APART] = i;
		noise[i] = (uint8_t)(next_random(&state) & 1);
	}
}

static __attribute__((noinline)) uint64_t stride(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < COUNT * APART; i += APART)
		sum += words[i];
	return sum;
}

/*
 * Down the columns of a matrix whose rows are a page each: more pages than the TLBs have entries,
 * and all lines of a column in the same few sets of each cache.
 */
static __attribute__((noinline)) uint64_t pages(void)
{
	uint64_t sum = 0;

	for (size_t column = 0; column < COUNT / COLUMN; column++)
		for (size_t row = 0; row < COLUMN; row++)
			sum += words[row * PAGE + column * APART];
	return sum;
}

static __attribute__((noinline)) uint64_t gather(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < COUNT; i++)
		sum += words[order[i] * APART];
	return sum;
}

/* The same, with so much to do that the ROB holds fewer misses than can be under way. */
static __attribute__((noinline)) uint64_t busy(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < COUNT; i++) {
		uint64_t word = words[order[i] * APART];

		asm volatile(".rept 24; addi %0, %0, 1; .endr" : "+r" (word));
		sum += word;
	}
	return sum;
}

static __attribute__((noinline)) uint64_t chase(void)
{
	uint64_t sum = 0;
	size_t left = COUNT;

	for (const struct node *node = nodes; left--; node = node->next)
		sum += node->value;
	return sum;
}

/* As bzip2 and others: links that are indices. */
static __attribute__((noinline)) uint64_t indices(void)
{
	uint32_t at = 0;

	for (size_t i = 0; i < COUNT; i++)
		at = links[at];
	return at;
}

static __attribute__((noinline)) uint64_t computed(void)
{
	uint64_t state = 1, sum = 0;

	for (size_t i = 0; i < COUNT; i++)
		sum += words[next_random(&state) % (COUNT * APART)];
	return sum;
}

/* Half of the branches are mispredicted, and the load behind them starts anew each time. */
static __attribute__((noinline)) uint64_t restart(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < COUNT; i++) {
		if (noise[i])
			asm volatile("addi %0, %0, 1" : "+r" (sum));
		sum += words[i % 4096 * 4];
	}
	return sum;
}

/* Byte by byte, as the smallest strcpy() there is. */
static __attribute__((noinline)) uint64_t copy(void)
{
	for (size_t i = 0; i < COUNT / 16; i++) {
		const char *source = from;
		char *target = to;

		while ((*target++ = *source++))
			asm volatile("" : : : "memory");	/* or it is a call of strcpy() */
	}
	return (uint64_t)to[0];
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint64_t (*run)(void);
	} kinds[] = {
		{ "stride", stride }, { "pages", pages }, { "gather", gather }, { "chase", chase },
		{ "indices", indices }, { "computed", computed }, { "restart", restart },
		{ "copy", copy }, { "busy", busy },
	};
	uint64_t sum = 0;

	/* A huge page would be in the TLB all the time. */
	prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	prepare();
	for (size_t i = 0; argc == 2 && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(argv[1], kinds[i].name))
			continue;
		for (int round = 0; round < ROUNDS; round++)
			sum += kinds[i].run();
		printf("%llu\n", (unsigned long long)sum);
		return 0;
	}
	fprintf(stderr, "addresses: name one kind: stride, pages, gather, chase, indices, computed, "
		"restart, copy or busy\n");
	return 1;
}
