// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lbm.c - lattice-Boltzmann flow in a box whose lid moves: lbm [STEPS]
 *
 * D3Q19 with single-time relaxation (BGK), two grids of 32 x 32 x 32 cells and
 * their walls, 19 doubles a cell: 12 MB that stream through the caches once a
 * step, as in the paper's case study of SPEC's lbm (section 6). Each step pulls
 * the populations from the neighbours, relaxes them towards the equilibrium and
 * writes the other grid; walls throw back what would come out of them.
 * Prints the mass, which stays, and the kinetic energy.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE		32		/* fluid cells, each way */
#define SPAN		(SIDE + 2)	/* with a layer of wall on both sides */
#define CELLS		(SPAN * SPAN * SPAN)
#define DIRECTIONS	19
#define OMEGA		1.85		/* relaxation rate, below 2 */
#define LID_SPEED	0.05		/* lattice units a step, along x */
#define STEPS_DEFAULT	12

struct cell {
	double f[DIRECTIONS];
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

static struct cell grids[2][CELLS];

static inline long cell_index(int x, int y, int z)
{
	return ((long)z * SPAN + y) * SPAN + x;
}

/* Where a population that moves along @d comes from, relative to its cell. */
static inline long upstream(const struct direction *d)
{
	return -cell_index(d->x, d->y, d->z);
}

static void grid_fill(struct cell *grid)
{
	for (long i = 0; i < CELLS; i++)
		for (int q = 0; q < DIRECTIONS; q++)
			grid[i].f[q] = directions[q].weight;
}

static inline void relax(struct cell *out, const double f[DIRECTIONS])
{
	double rho = 0, ux = 0, uy = 0, uz = 0, uu;

#pragma GCC unroll 19
	for (int q = 0; q < DIRECTIONS; q++) {
		rho += f[q];
		ux += directions[q].x * f[q];
		uy += directions[q].y * f[q];
		uz += directions[q].z * f[q];
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

		out->f[q] = f[q] + OMEGA * (equilibrium - f[q]);
	}
}

/* The hot one: gather 19 populations of 19 cells, write one cell. */
__attribute__((noinline)) static void collide_stream(const struct cell *from, struct cell *to)
{
	double f[DIRECTIONS];

	for (int z = 1; z <= SIDE; z++)
		for (int y = 1; y <= SIDE; y++)
			for (int x = 1; x <= SIDE; x++) {
				long here = cell_index(x, y, z);

#pragma GCC unroll 19
				for (int q = 0; q < DIRECTIONS; q++)
					f[q] = from[here + upstream(&directions[q])].f[q];
				relax(&to[here], f);
			}
}

/* Fill one cell of the wall with what it throws back; the lid adds its momentum. */
static inline void wall_reflect(struct cell *grid, int x, int y, int z)
{
	long here = cell_index(x, y, z);

	for (int q = 1; q < DIRECTIONS; q++) {
		const struct direction *d = &directions[q];
		int nx = x + d->x, ny = y + d->y, nz = z + d->z;

		if (nx < 1 || nx > SIDE || ny < 1 || ny > SIDE || nz < 1 || nz > SIDE)
			continue;
		grid[here].f[q] = grid[cell_index(nx, ny, nz)].f[d->opposite];
		if (z == SIDE + 1)
			grid[here].f[q] += 6 * d->weight * d->x * LID_SPEED;
	}
}

__attribute__((noinline)) static void walls_reflect(struct cell *grid)
{
	for (int a = 0; a < SPAN; a++)
		for (int b = 0; b < SPAN; b++)
			for (int side = 0; side < SPAN; side += SPAN - 1) {
				wall_reflect(grid, side, a, b);
				wall_reflect(grid, a, side, b);
				wall_reflect(grid, a, b, side);
			}
}

__attribute__((noinline)) static void print_totals(const struct cell *grid)
{
	double mass = 0, energy = 0;

	for (int z = 1; z <= SIDE; z++)
		for (int y = 1; y <= SIDE; y++)
			for (int x = 1; x <= SIDE; x++) {
				const double *f = grid[cell_index(x, y, z)].f;
				double rho = 0, ux = 0, uy = 0, uz = 0;

				for (int q = 0; q < DIRECTIONS; q++) {
					rho += f[q];
					ux += directions[q].x * f[q];
					uy += directions[q].y * f[q];
					uz += directions[q].z * f[q];
				}
				mass += rho;
				energy += (ux * ux + uy * uy + uz * uz) / (2 * rho);
			}
	printf("mass %.6f energy %.9f\n", mass, energy);
}

static long steps_parse(const char *text)
{
	char *end;
	long steps;

	errno = 0;
	steps = strtol(text, &end, 10);
	return errno || end == text || *end || steps < 1 ? -1 : steps;
}

int main(int argc, char **argv)
{
	long steps = argc > 1 ? steps_parse(argv[1]) : STEPS_DEFAULT;

	if (steps < 0) {
		fprintf(stderr, "%s: '%s' is no number of steps: give one above 0\n",
			argv[0], argv[1]);
		return 2;
	}
	grid_fill(grids[0]);
	grid_fill(grids[1]);
	for (long step = 0; step < steps; step++) {
		walls_reflect(grids[step & 1]);
		collide_stream(grids[step & 1], grids[~step & 1]);
	}
	print_totals(grids[steps & 1]);
	return 0;
}
