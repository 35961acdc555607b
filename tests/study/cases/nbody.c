// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nbody.c - gravitation of each of some bodies on each other one: nbody STEPS
 */
#include <math.h>

#include "kernel.h"

#define BODIES		128
#define SOFTENING	1e-2		/* squared: keeps forces finite */
#define STEP_TIME	1e-3

struct body {
	double x, y, z, mass;
	double vx, vy, vz;
};

static struct body bodies[BODIES];

static void place(void)
{
	uint64_t state = 1;

	for (int i = 0; i < BODIES; i++) {
		bodies[i].x = (double)(kernel_draw(&state) % 1000) * 1e-3;
		bodies[i].y = (double)(kernel_draw(&state) % 1000) * 1e-3;
		bodies[i].z = (double)(kernel_draw(&state) % 1000) * 1e-3;
		bodies[i].mass = 1.0 / BODIES;
	}
}

#ifdef INTRINSICS
#include "nbody_lanes.h"	/* of tests/study/vectors */
#else
/* The hot one: the pull on a body by all others, and by itself from no distance. */
__attribute__((noinline)) static void pull(struct body *body)
{
	double ax = 0, ay = 0, az = 0;

	for (int i = 0; i < BODIES; i++) {
		double dx = bodies[i].x - body->x, dy = bodies[i].y - body->y,
			dz = bodies[i].z - body->z;
		double squared = dx * dx + dy * dy + dz * dz + SOFTENING;
		double force = bodies[i].mass / (squared * sqrt(squared));

		ax += force * dx;
		ay += force * dy;
		az += force * dz;
	}
	body->vx += ax * STEP_TIME;
	body->vy += ay * STEP_TIME;
	body->vz += az * STEP_TIME;
}
#endif

static void move(struct body *body)
{
	body->x += body->vx * STEP_TIME;
	body->y += body->vy * STEP_TIME;
	body->z += body->vz * STEP_TIME;
}

int main(int argc, char **argv)
{
	double energy = 0;

	place();
	for (long n = kernel_repeats(argc, argv); n; n--) {
		for (int i = 0; i < BODIES; i++)
			pull(&bodies[i]);
		for (int i = 0; i < BODIES; i++)
			move(&bodies[i]);
	}
	for (int i = 0; i < BODIES; i++) {
		const struct body *body = &bodies[i];

		energy += body->mass * (body->vx * body->vx + body->vy * body->vy +
					body->vz * body->vz) / 2;
	}
	printf("energy %.9f\n", energy);
	return 0;
}
