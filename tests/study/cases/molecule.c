// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * molecule.c - the case study of nab (paper, section 6): molecule [STEPS]
 *
 * Non-bonded forces of a drop of argon with partial charges: Lennard-Jones and
 * Coulomb over a list of pairs, leapfrog steps, as molecular-dynamics codes have
 * it. One C source for all variants: nothing but the compiler's options differ.
 * sqrt() has to set errno for negative numbers and must not raise a flag for a
 * NaN, so the compiler's comparison saves and restores the exception flags
 * (frflags, fsflags), and these two flush the pipeline, once for each pair.
 *
 * Prints potential and total energy, which hardly drifts.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE		8			/* atoms along an edge of the first lattice */
#define ATOMS		(SIDE * SIDE * SIDE)
#define SPACING		1.15			/* of the lattice, in diameters of an atom */
#define CUTOFF		2.6
#define PAIRS_MAX	(ATOMS * 64)
#define STEP_TIME	0.002
#define CHARGE		0.2			/* alternating: the drop is neutral */
#define STEPS_MAX	100000

struct vector {
	double x, y, z;
};

struct atom {
	struct vector position, velocity, force;
	double charge;
};

static struct atom atoms[ATOMS];
static int partners[PAIRS_MAX];			/* of each atom, those of a higher number */
static int partners_begin[ATOMS + 1];

/* A number from -0.5 to 0.5, the same in every run. */
static double noise(void)
{
	static unsigned int state = 1;

	state = state * 1103515245 + 12345;
	return (state >> 8 & 0xffff) / 65535.0 - 0.5;
}

static void atoms_place(void)
{
	for (int i = 0; i < ATOMS; i++) {
		int x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);

		atoms[i].position = (struct vector){ x * SPACING + 0.05 * noise(),
						     y * SPACING + 0.05 * noise(),
						     z * SPACING + 0.05 * noise() };
		atoms[i].charge = (x + y + z) % 2 ? CHARGE : -CHARGE;
	}
}

static double distance_squared(const struct vector *a, const struct vector *b)
{
	double x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;

	return x * x + y * y + z * z;
}

/* Once: the time is too short for an atom to come from beyond the margin of the cutoff. */
static void pairs_find(void)
{
	int count = 0;

	for (int i = 0; i < ATOMS; i++) {
		partners_begin[i] = count;
		for (int j = i + 1; j < ATOMS; j++)
			if (distance_squared(&atoms[i].position, &atoms[j].position) <
			    CUTOFF * CUTOFF && count < PAIRS_MAX)
				partners[count++] = j;
	}
	partners_begin[ATOMS] = count;
}

/* The hot one. Returns the potential energy; forces are added to the atoms. */
__attribute__((noinline)) static double forces_add(void)
{
	double energy = 0;

	for (int i = 0; i < ATOMS; i++) {
		const struct atom a = atoms[i];
		struct vector sum = { 0, 0, 0 };

		for (int k = partners_begin[i]; k < partners_begin[i + 1]; k++) {
			struct atom *b = &atoms[partners[k]];
			double x = a.position.x - b->position.x;
			double y = a.position.y - b->position.y;
			double z = a.position.z - b->position.z;
			double inverse = 1 / sqrt(x * x + y * y + z * z);
			double square = inverse * inverse;
			double s = square * square * square;
			double coulomb = a.charge * b->charge * inverse;
			double pull = (24 * s * (2 * s - 1) + coulomb) * square;

			energy += 4 * s * (s - 1) + coulomb;
			sum.x += pull * x;
			sum.y += pull * y;
			sum.z += pull * z;
			b->force.x -= pull * x;
			b->force.y -= pull * y;
			b->force.z -= pull * z;
		}
		atoms[i].force.x += sum.x;
		atoms[i].force.y += sum.y;
		atoms[i].force.z += sum.z;
	}
	return energy;
}

/* Half a step's worth of force; returns the kinetic energy after it. */
static double kick(double time)
{
	double energy = 0;

	for (int i = 0; i < ATOMS; i++) {
		struct atom *a = &atoms[i];

		a->velocity.x += time * a->force.x;
		a->velocity.y += time * a->force.y;
		a->velocity.z += time * a->force.z;
		energy += (a->velocity.x * a->velocity.x + a->velocity.y * a->velocity.y +
			   a->velocity.z * a->velocity.z) / 2;
	}
	return energy;
}

static void drift(double time)
{
	for (int i = 0; i < ATOMS; i++) {
		struct atom *a = &atoms[i];

		a->position.x += time * a->velocity.x;
		a->position.y += time * a->velocity.y;
		a->position.z += time * a->velocity.z;
		a->force = (struct vector){ 0, 0, 0 };
	}
}

/* A whole number from 1 to STEPS_MAX, or -1. */
static long steps_parse(const char *text)
{
	char *end;
	long steps;

	errno = 0;
	steps = strtol(text, &end, 10);
	return errno || end == text || *end || steps < 1 || steps > STEPS_MAX ? -1 : steps;
}

int main(int argc, char **argv)
{
	long steps = argc > 1 ? steps_parse(argv[1]) : 40;
	double potential, kinetic = 0;

	if (argc > 2 || steps < 0) {
		fprintf(stderr, "usage: molecule [STEPS]: from 1 to %d\n", STEPS_MAX);
		return 2;
	}
	atoms_place();
	pairs_find();
	potential = forces_add();
	printf("pairs %d potential %.4f total %.4f\n", partners_begin[ATOMS], potential,
	       potential);
	for (long step = 0; step < steps; step++) {
		kick(STEP_TIME / 2);
		drift(STEP_TIME);
		potential = forces_add();
		kinetic = kick(STEP_TIME / 2);
	}
	printf("pairs %d potential %.4f total %.4f\n", partners_begin[ATOMS], potential,
	       potential + kinetic);
	return 0;
}
