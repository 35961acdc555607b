// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * forward.c - a layer's forward pass, which the compiler vectorises or does not: forward [ROUNDS]
 *
 * As it was written inputs end at the first negative one, so that no compiler knows how many are to be
 * read, and nothing is vectorised. With FRIENDLY they are as many as there are: a change as the
 * paper's CLForward got it (Nowak et al., ISPASS 2018, section VIII.E).
 */
#include <stdio.h>
#include <stdlib.h>

#define INPUTS	512
#define OUTPUTS	64

static float inputs[INPUTS + 1], weights[OUTPUTS][INPUTS], outputs[OUTPUTS];

#ifdef FRIENDLY
#define MORE(i)	((i) < INPUTS)
#else
#define MORE(i)	(inputs[i] >= 0)
#endif

static __attribute__((noinline)) float weigh(const float *weight)
{
	float sum = 0;

	for (int i = 0; MORE(i); i++)
		sum += inputs[i] * weight[i];
	return sum;
}

static void forward(void)
{
	for (int j = 0; j < OUTPUTS; j++) {
		float sum = weigh(weights[j]);

		outputs[j] = sum > 0 ? sum : 0;
	}
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
	float sum = 0;

	for (int i = 0; i < INPUTS; i++)
		inputs[i] = (float)(i % 7) / 8;
	inputs[INPUTS] = -1;
	for (int j = 0; j < OUTPUTS; j++) {
		for (int i = 0; i < INPUTS; i++)
			weights[j][i] = (float)((i + j) % 5 - 1) / 16;
	}
	for (long round = 0; round < rounds; round++) {
		forward();
		sum += outputs[round % OUTPUTS];
		inputs[round % INPUTS] += 0.125f;
	}
	printf("forward %.0f\n", (double)sum);
	return 0;
}
