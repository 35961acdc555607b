// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * chase.c - a chain of dependent loads through memory that no cache holds, arcs relaxed on the way
 */
#include "kernel.h"

#define NODES	(1u << 17)		/* 64 bytes each: 8 MiB */

struct node {
	struct node *next;
	int64_t cost, potential;
	uint64_t visits;
	char rest[32];
};

int main(int argc, char **argv)
{
	long steps = kernel_repeats(argc, argv) * 1000;
	struct node *nodes = kernel_alloc(NODES, sizeof(*nodes)), *at;
	uint32_t *order = kernel_alloc(NODES, sizeof(*order));
	uint64_t state = 7;
	int64_t sum = 0;

	for (uint32_t i = 0; i < NODES; i++)
		order[i] = i;
	for (uint32_t i = NODES - 1; i; i--) {
		uint32_t j = (uint32_t)(kernel_draw(&state) % (i + 1)), old = order[i];

		order[i] = order[j];
		order[j] = old;
	}
	for (uint32_t i = 0; i < NODES; i++) {
		nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
		nodes[order[i]].cost = (int64_t)(kernel_draw(&state) % 1000) - 480;
	}
	at = nodes;
	for (long i = 0; i < steps; i++) {
		int64_t reduced = at->cost + at->potential;

		if (reduced < 0) {
			at->potential -= reduced / 2;
			sum += reduced;
		}
		at->visits++;
		at = at->next;
	}
	printf("sum %lld\n", (long long)sum + (long long)at->visits);
	return 0;
}
