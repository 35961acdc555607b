// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tiles.c - puzzle search: the fifteen puzzle by iterative deepening A*
 */
#include "kernel.h"

#define SIDE	4
#define CELLS	(SIDE * SIDE)
#define FOUND	(-1)

static int board[CELLS];
static uint64_t visited;

static int distance(int tile, int cell)
{
	int goal = tile - 1;

	return abs(cell / SIDE - goal / SIDE) + abs(cell % SIDE - goal % SIDE);
}

/* Neighbour of @cell in @direction, or -1. */
static int neighbour(int cell, int direction)
{
	switch (direction) {
	case 0: return cell >= SIDE ? cell - SIDE : -1;
	case 1: return cell % SIDE < SIDE - 1 ? cell + 1 : -1;
	case 2: return cell < CELLS - SIDE ? cell + SIDE : -1;
	default: return cell % SIDE ? cell - 1 : -1;
	}
}

/* The least estimate beyond @bound, or FOUND. */
static int search(int empty, int depth, int estimate, int bound, int last)
{
	int least = 1000;

	visited++;
	if (depth + estimate > bound)
		return depth + estimate;
	if (!estimate)
		return FOUND;
	for (int direction = 0; direction < 4; direction++) {
		int from = neighbour(empty, direction), tile, result;

		if (from < 0 || direction == (last ^ 2))
			continue;
		tile = board[from];
		board[empty] = tile;
		board[from] = 0;
		result = search(from, depth + 1, estimate - distance(tile, from) +
				distance(tile, empty), bound, direction);
		board[from] = tile;
		board[empty] = 0;
		if (result == FOUND)
			return FOUND;
		if (result < least)
			least = result;
	}
	return least;
}

static int solve(uint64_t *state)
{
	int empty = CELLS - 1, estimate = 0, bound;

	for (int i = 0; i < CELLS; i++)
		board[i] = (i + 1) % CELLS;
	for (int moves = 0; moves < 90;) {
		int from = neighbour(empty, (int)(kernel_draw(state) % 4));

		if (from < 0)
			continue;
		board[empty] = board[from];
		board[empty = from] = 0;
		moves++;
	}
	for (int i = 0; i < CELLS; i++)
		estimate += board[i] ? distance(board[i], i) : 0;
	for (bound = estimate;;) {
		int next = search(empty, 0, estimate, bound, -1);

		if (next == FOUND)
			return bound;
		bound = next;
	}
}

int main(int argc, char **argv)
{
	uint64_t state = 9;
	int moves = 0;

	for (long n = kernel_repeats(argc, argv); n; n--)
		moves += solve(&state);
	printf("moves %d visited %llu\n", moves, (unsigned long long)visited);
	return 0;
}
