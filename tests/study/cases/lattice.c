// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lattice.c - the case study of lbm (paper, section 6): lattice [STEPS [DISTANCE]]
 *
 * D3Q19 lattice Boltzmann as SPEC's lbm lays it out: a cell is 19 populations and its kind, 160
 * bytes; a step reads each cell once, in order, and pushes the populations that leave it to 19
 * cells around, all on cache lines of their own. A slice of 100 x 100 cells, as there, is nearly as
 * large as the last-level cache. Walls all around reflect the incoming ones. With a DISTANCE above
 * 0 the loop prefetches the three lines of the cell that many ahead; that changes time, not the
 * result.
 *
 * Prints the mass, which stays, and the kinetic energy, which only viscosity takes.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE		100		/* cells along x and y, walls among them */
#ifndef SLICES
#define SLICES		6		/* and along z */
#endif
#define SLICE		(SIDE * SIDE)
#define CELLS		(SLICES * SLICE)
#define MARGIN		(SLICE + SIDE + 1)	/* the reach of the outermost cells */
#define DIRECTIONS	19
#define LINE_BYTES	64
#define OMEGA		1.85		/* relaxation rate, below 2 */
#define SPEED		0.05		/* of the first stir, lattice units a step */
#define STEPS_MAX	10000
#define DISTANCE_MAX	64

enum kind { FLUID, WALL };

struct cell {
	double f[DIRECTIONS];
	long kind;
};

struct direction {
	int x, y, z;
	int opposite;
	double weight;
};

/* At rest, then the six faces, then the twelve edges of the cube. */
static const struct direction directions[DIRECTIONS] = {
	{ 0, 0, 0, 0, 1.0 / 3 },
	{ 1, 0, 0, 2, 1.0 / 18 }, { -1, 0, 0, 1, 1.0 / 18 },
	{ 0, 1, 0, 4, 1.0 / 18 }, { 0, -1, 0, 3, 1.0 / 18 },
	{ 0, 0, 1, 6, 1.0 / 18 }, { 0, 0, -1, 5, 1.0 / 18 },
	{ 1, 1, 0, 8, 1.0 / 36 }, { -1, -1, 0, 7, 1.0 / 36 },
	{ 1, -1, 0, 10, 1.0 / 36 }, { -1, 1, 0, 9, 1.0 / 36 },
	{ 1, 0, 1, 12, 1.0 / 36 }, { -1, 0, -1, 11, 1.0 / 36 },
	{ 1, 0, -1, 14, 1.0 / 36 }, { -1, 0, 1, 13, 1.0 / 36 },
	{ 0, 1, 1, 16, 1.0 / 36 }, { 0, -1, -1, 15, 1.0 / 36 },
	{ 0, 1, -1, 18, 1.0 / 36 }, { 0, -1, 1, 17, 1.0 / 36 },
};

/* The last cells prefetch a little beyond the margin. */
static struct cell memory[2][MARGIN + CELLS + MARGIN + DISTANCE_MAX];

static inline long downstream(const struct direction *d)
{
	return d->z * SLICE + d->y * SIDE + d->x;
}

static void cell_stir(struct cell *cell, bool forward)
{
	double speed = forward ? SPEED : -SPEED;

	for (int q = 0; q < DIRECTIONS; q++)
		cell->f[q] *= 1 + 3 * directions[q].x * speed;
	cell->kind = FLUID;
}

/* At rest but for the fluid, which is stirred along x: one half one way, one the other. */
static void grid_fill(struct cell *grid)
{
	for (long i = -MARGIN; i < CELLS + MARGIN; i++) {
		for (int q = 0; q < DIRECTIONS; q++)
			grid[i].f[q] = directions[q].weight;
		grid[i].kind = WALL;
	}
	for (long z = 1; z < SLICES - 1; z++)
		for (long y = 1; y < SIDE - 1; y++)
			for (long x = 1; x < SIDE - 1; x++)
				cell_stir(&grid[z * SLICE + y * SIDE + x], y < SIDE / 2);
}

static inline void prefetch(const char *address)
{
	/* prefetch.r 0(address), of Zicbop: a hint wherever it is unknown */
	asm volatile(".insn i 0x13, 6, x0, %0, 1" : : "r" (address));
}

static inline void collide(const struct cell *cell, double out[DIRECTIONS])
{
	double rho = 0, ux = 0, uy = 0, uz = 0, uu;

#pragma GCC unroll 19
	for (int q = 0; q < DIRECTIONS; q++) {
		rho += cell->f[q];
		ux += directions[q].x * cell->f[q];
		uy += directions[q].y * cell->f[q];
		uz += directions[q].z * cell->f[q];
	}
	ux /= rho;
	uy /= rho;
	uz /= rho;
	uu = 1.5 * (ux * ux + uy * uy + uz * uz);
#pragma GCC unroll 19
	for (int q = 0; q < DIRECTIONS; q++) {
		const struct direction *d = &directions[q];
		double cu = 3 * (d->x * ux + d->y * uy + d->z * uz);
		double equilibrium = d->weight * rho * (1 + cu + 0.5 * cu * cu - uu);

		out[q] = cell->f[q] + OMEGA * (equilibrium - cell->f[q]);
	}
}

static inline void push_cell(const struct cell *from, struct cell *to)
{
	double out[DIRECTIONS];

	if (from->kind == WALL) {
#pragma GCC unroll 19
		for (int q = 0; q < DIRECTIONS; q++)
			to[downstream(&directions[q])].f[q] = from->f[directions[q].opposite];
		return;
	}
	collide(from, out);
#pragma GCC unroll 19
	for (int q = 0; q < DIRECTIONS; q++)
		to[downstream(&directions[q])].f[q] = out[q];
}

/* The hot one, as first written. */
__attribute__((noinline)) static void stream_collide(const struct cell *from, struct cell *to)
{
	for (long i = 0; i < CELLS; i++)
		push_cell(&from[i], &to[i]);
}

/* And with the three lines of the cell @distance ahead on their way. */
__attribute__((noinline)) static void stream_collide_prefetched(const struct cell *from,
								 struct cell *to, long distance)
{
	for (long i = 0; i < CELLS; i++) {
		const char *ahead = (const char *)&from[i + distance];

		prefetch(ahead);
		prefetch(ahead + LINE_BYTES);
		prefetch(ahead + 2 * LINE_BYTES);
		push_cell(&from[i], &to[i]);
	}
}

/* Populations on their way through a wall count where they come back to fluid. */
static bool counts(const struct cell *grid, long index, int q)
{
	return grid[index].kind == FLUID ||
	       grid[index + downstream(&directions[directions[q].opposite])].kind == FLUID;
}

static void print_totals(const struct cell *grid)
{
	double mass = 0, energy = 0;

	for (long i = 0; i < CELLS; i++) {
		double rho = 0, ux = 0, uy = 0, uz = 0;

		for (int q = 0; q < DIRECTIONS; q++) {
			double f = counts(grid, i, q) ? grid[i].f[q] : 0;

			rho += f;
			ux += directions[q].x * f;
			uy += directions[q].y * f;
			uz += directions[q].z * f;
		}
		mass += rho;
		if (grid[i].kind == FLUID)
			energy += (ux * ux + uy * uy + uz * uz) / (2 * rho);
	}
	printf("mass %.6f energy %.9f\n", mass, energy);
}

/* A whole number from @least to @most, or -1. */
static long number_parse(const char *text, long least, long most)
{
	char *end;
	long number;

	errno = 0;
	number = strtol(text, &end, 10);
	return errno || end == text || *end || number < least || number > most ? -1 : number;
}

int main(int argc, char **argv)
{
	long steps = argc > 1 ? number_parse(argv[1], 1, STEPS_MAX) : 4;
	long distance = argc > 2 ? number_parse(argv[2], 0, DISTANCE_MAX) : 0;
	struct cell *grids[2] = { memory[0] + MARGIN, memory[1] + MARGIN };

	if (argc > 3 || steps < 0 || distance < 0) {
		fprintf(stderr, "usage: lattice [STEPS [DISTANCE]]: at most %d steps, "
			"prefetching at most %d cells ahead\n", STEPS_MAX, DISTANCE_MAX);
		return 2;
	}
	grid_fill(grids[0]);
	grid_fill(grids[1]);
	for (long step = 0; step < steps; step++) {
		const struct cell *from = grids[step & 1];
		struct cell *to = grids[~step & 1];

		if (distance)
			stream_collide_prefetched(from, to, distance);
		else
			stream_collide(from, to);
	}
	print_totals(grids[steps & 1]);
	return 0;
}
