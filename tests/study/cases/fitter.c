// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fitter.c - straight tracks fitted to positions by a Kalman filter, eight at a time: fitter [ROUNDS]
 *
 * Eight tracks are the lanes of a vector: the compiler makes scalar code of it, or vector code. With
 * CALLS the operations on lanes are no longer inlined, as a regression of the compiler had it in
 * the paper's Fitter (Nowak et al., ISPASS 2018, section VIII.C): as many vectors, and a lot of calls.
 */
#include <stdio.h>
#include <stdlib.h>

#define STATIONS	8
#define GROUPS		64	/* of eight tracks */

#ifdef CALLS
#define OPERATION	static __attribute__((noinline)) lanes
#else
#define OPERATION	static inline __attribute__((always_inline)) lanes
#endif

typedef float lanes __attribute__((vector_size(32)));

/* Position and slope, and how sure they are. */
struct track {
	lanes position, slope;
	lanes pp, ps, ss;
};

static lanes measured[GROUPS][STATIONS];

OPERATION add(lanes a, lanes b) { return a + b; }
OPERATION subtract(lanes a, lanes b) { return a - b; }
OPERATION multiply(lanes a, lanes b) { return a * b; }
OPERATION divide(lanes a, lanes b) { return a / b; }
OPERATION multiply_add(lanes a, lanes b, lanes c) { return a * b + c; }

static lanes splat(float value)
{
	return (lanes){ value, value, value, value, value, value, value, value };
}

static void track_extrapolate(struct track *track, lanes distance)
{
	track->position = multiply_add(track->slope, distance, track->position);
	track->pp = add(track->pp, multiply(distance, add(add(track->ps, track->ps),
							  multiply(distance, track->ss))));
	track->ps = multiply_add(distance, track->ss, track->ps);
}

static void track_filter(struct track *track, lanes position, lanes noise)
{
	lanes weight = divide(splat(1), add(track->pp, noise));
	lanes gain = multiply(track->pp, weight), turn = multiply(track->ps, weight);
	lanes residual = subtract(position, track->position);

	track->position = multiply_add(gain, residual, track->position);
	track->slope = multiply_add(turn, residual, track->slope);
	track->ss = subtract(track->ss, multiply(turn, track->ps));
	track->ps = subtract(track->ps, multiply(gain, track->ps));
	track->pp = subtract(track->pp, multiply(gain, track->pp));
}

static void measure(void)
{
	unsigned int seed = 1;

	for (int group = 0; group < GROUPS; group++) {
		for (int station = 0; station < STATIONS; station++) {
			for (int lane = 0; lane < 8; lane++) {
				seed = seed * 1103515245 + 12345;
				measured[group][station][lane] =
					(float)(group - lane * station) + (float)(seed >> 16 & 255) / 512;
			}
		}
	}
}

static struct track fit(const lanes positions[STATIONS])
{
	struct track track = { .pp = splat(100), .ss = splat(100) };

	for (int station = 0; station < STATIONS; station++) {
		track_extrapolate(&track, splat(1));
		track_filter(&track, positions[station], splat(0.25f));
	}
	return track;
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
	float sum = 0;

	measure();
	for (long round = 0; round < rounds; round++) {
		for (int group = 0; group < GROUPS; group++) {
			struct track track = fit(measured[group]);

			sum += track.position[round % 8] + track.slope[3];
		}
	}
	printf("fitter %.3f\n", (double)sum);
	return 0;
}
