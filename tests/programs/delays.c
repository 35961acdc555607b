// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * delays.c - loops that wait for something that no event names, known by construction: delays KIND
 *
 * Each is a function of its name, written as programs are. What tea explain says of its hottest
 * instruction is held against the name by tests/device/delays.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS	100000

union value {
	uint64_t whole;
	struct {
		volatile uint32_t low, high;
	};
};

struct node {
	struct node *next;
	uint32_t index;
};

static union value values[64];
static volatile uint64_t counter;
static struct node nodes[1 << 15];
static uint32_t table[1 << 21];
static atomic_int ready;

/* Without optimisation every variable is in memory. */
static __attribute__((noipa, optimize("O0"))) uint64_t unoptimised(void)
{
	uint64_t sum = 1;

	for (uint64_t i = 0; i < ROUNDS; i++)
		sum = sum * 3 + i;
	return sum;
}

static __attribute__((noipa)) uint64_t global(void)
{
	for (uint64_t i = 0; i < ROUNDS; i++)
		counter += i;
	return counter;
}

/* The compiler has to take it that the second store may be to the sum. */
static __attribute__((noipa)) uint64_t may_overlap(uint64_t *sum, uint64_t *last)
{
	for (uint64_t i = 0; i < ROUNDS; i++) {
		*sum += i;
		*last = i;
	}
	return *sum;
}

static uint64_t pointer(void)
{
	static uint64_t sum, last;

	return may_overlap(&sum, &last);
}

/* A wide load of what two narrower stores wrote. */
static __attribute__((noipa)) uint64_t halves(void)
{
	uint64_t sum = 1;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		union value *value = &values[i & 63];

		value->low = (uint32_t)sum;
		value->high = (uint32_t)i;
		sum += *(volatile uint64_t *)&value->whole >> 3;
	}
	return sum;
}

/* A list whose nodes are beside each other, and what they lead to is not. */
static __attribute__((noipa)) uint64_t listed(void)
{
	uint64_t sum = 0;

	for (const struct node *node = nodes; node; node = node->next)
		sum += table[node->index];
	return sum;
}

/* A store of a byte may be to any member of its own object, too. */
struct packer {
	uint8_t *target;
	const uint64_t *source;
	uint64_t left;
};

static __attribute__((noipa)) uint64_t bytes(struct packer *packer)
{
	for (; packer->left; packer->left--) {
		const uint64_t word = *packer->source++;

		packer->target[0] = word & 7;
		packer->target[1] = word >> 3 & 7;
		packer->target[2] = word >> 6 & 7;
		packer->target[3] = word >> 9 & 7;
		packer->target += 4;
	}
	return packer->left;
}

static uint64_t pack(void)
{
	static uint64_t words[ROUNDS / 8];
	static uint8_t packed[ROUNDS / 2];
	struct packer packer = { .target = packed, .source = words, .left = ROUNDS / 8 };

	return bytes(&packer) + packed[9];
}

/* The length is asked for before every character. */
static __attribute__((noipa)) uint64_t measured(void)
{
	static char text[600];
	uint64_t sum = 0;

	memset(text, 'x', sizeof(text) - 1);
	for (size_t i = 0; i < strlen(text); i++) {
		text[i] ^= 1;
		sum += (uint8_t)text[i];
	}
	return sum;
}

static void *work(void *unused)
{
	uint64_t sum = 1;

	for (uint64_t i = 0; i < ROUNDS; i++)
		asm volatile("div %0, %0, %1" : "+r" (sum) : "r" (i | 1));
	atomic_store_explicit(&ready, 1, memory_order_release);
	return unused;
}

static __attribute__((noipa)) uint64_t spin(void)
{
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		;
	return 1;
}

static uint64_t other(void)
{
	pthread_t thread;
	uint64_t result;

	if (pthread_create(&thread, NULL, work, NULL))
		return 0;
	result = spin();
	pthread_join(thread, NULL);
	return result;
}

static void prepare(void)
{
	const uint32_t count = sizeof(nodes) / sizeof(nodes[0]);
	uint64_t state = 1;

	for (uint32_t i = 0; i < count; i++) {
		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		nodes[i].next = i + 1 < count ? &nodes[i + 1] : NULL;
		nodes[i].index = (uint32_t)(state >> 40) % (sizeof(table) / sizeof(table[0]));
		table[nodes[i].index] = i;
	}
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint64_t (*run)(void);
	} kinds[] = {
		{ "unoptimised", unoptimised }, { "global", global }, { "may_overlap", pointer },
		{ "halves", halves }, { "listed", listed }, { "spin", other },
		{ "bytes", pack }, { "measured", measured },
	};

	for (size_t i = 0; argc == 2 && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(argv[1], kinds[i].name))
			continue;
		prepare();
		printf("%llu\n", (unsigned long long)kinds[i].run());
		return 0;
	}
	fprintf(stderr, "delays: name one kind: unoptimised, global, may_overlap, halves, listed, spin, "
		"bytes or measured\n");
	return 1;
}
