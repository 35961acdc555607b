// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * force.c - molecular dynamics: Lennard-Jones and Coulomb forces from neighbour lists
 */
#include <math.h>

#include "kernel.h"

#define ATOMS		1728
#define SIDE		12		/* atoms along an edge of the box */
#define NEIGHBOURS	128
#define CUTOFF		2.5

struct atom {
	double x, y, z, charge;
	double fx, fy, fz;
	double vx, vy, vz;
};

static struct atom atoms[ATOMS];
static int neighbours[ATOMS][NEIGHBOURS], counts[ATOMS];

static void place(void)
{
	uint64_t state = 1;

	for (int i = 0; i < ATOMS; i++) {
		atoms[i].x = i % SIDE * 1.1 + (double)(kernel_draw(&state) % 100) * 1e-3;
		atoms[i].y = i / SIDE % SIDE * 1.1 + (double)(kernel_draw(&state) % 100) * 1e-3;
		atoms[i].z = i / SIDE / SIDE * 1.1 + (double)(kernel_draw(&state) % 100) * 1e-3;
		atoms[i].charge = i & 1 ? 0.2 : -0.2;
	}
}

static double distance_squared(const struct atom *a, const struct atom *b)
{
	double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;

	return dx * dx + dy * dy + dz * dz;
}

static void list_neighbours(void)
{
	const double reach = (CUTOFF + 0.2) * (CUTOFF + 0.2);

	for (int i = 0; i < ATOMS; i++) {
		counts[i] = 0;
		for (int j = i + 1; j < ATOMS; j++) {
			if (distance_squared(&atoms[i], &atoms[j]) < reach &&
			    counts[i] < NEIGHBOURS)
				neighbours[i][counts[i]++] = j;
		}
	}
}

static double add_forces(void)
{
	double energy = 0;

	for (int i = 0; i < ATOMS; i++) {
		struct atom *a = &atoms[i];

		for (int k = 0; k < counts[i]; k++) {
			struct atom *b = &atoms[neighbours[i][k]];
			double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
			double squared = dx * dx + dy * dy + dz * dz, r, inverse, s6, force;

			if (squared > CUTOFF * CUTOFF)
				continue;
			r = sqrt(squared);
			inverse = 1 / r;
			s6 = inverse * inverse * inverse;
			s6 *= s6;
			force = (24 * s6 * (2 * s6 - 1) * inverse +
				 a->charge * b->charge * inverse * inverse) * inverse;
			energy += 4 * s6 * (s6 - 1) + a->charge * b->charge * inverse;
			a->fx += force * dx, a->fy += force * dy, a->fz += force * dz;
			b->fx -= force * dx, b->fy -= force * dy, b->fz -= force * dz;
		}
	}
	return energy;
}

static void move(void)
{
	const double step = 1e-3;

	for (int i = 0; i < ATOMS; i++) {
		struct atom *a = &atoms[i];

		a->vx += a->fx * step, a->vy += a->fy * step, a->vz += a->fz * step;
		a->x += a->vx * step, a->y += a->vy * step, a->z += a->vz * step;
		a->fx = a->fy = a->fz = 0;
	}
}

int main(int argc, char **argv)
{
	double energy = 0;

	place();
	for (long n = kernel_repeats(argc, argv); n; n--) {
		if (n % 20 == 0 || !energy)
			list_neighbours();
		energy = add_forces();
		move();
	}
	printf("energy %.6f\n", energy);
	return 0;
}
