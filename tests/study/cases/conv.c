// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * conv.c - a layer of convolutions as loops: conv PHASE WIDTH HEIGHT CHANNELS FILTERS TAPS REPEATS
 *
 * The phase computes one of an image, the output and the filters' weights from the other two:
 * `forward` the output, `data` the image and `filter` the weights, as training has them. All phases
 * print the same sum, of products of their parts of each tensor: each is the other's adjoint.
 */
#include <string.h>

#include "kernel.h"
#include "sizes.h"

/* In planes, one for each channel or filter; the image has a margin of half the taps. */
struct layer {
	long width, height, channels, filters, taps, pitch;
};

/* For one channel and one filter. Each plane is of floats, and overlaps no other. */
typedef void plane_function(const struct layer *layer, float *restrict image,
			    float *restrict output, float *restrict weights);

#ifdef INTRINSICS
#include "conv_lanes.h"	/* of tests/study/vectors */
#else
/* Each point of the output: the weighted sum of the points below it. */
static inline __attribute__((always_inline)) void forward(const struct layer *layer,
	const float *restrict image, float *restrict output,
	const float *restrict weights, const int taps)
{
	for (long y = 0; y < layer->height; y++) {
		for (long x = 0; x < layer->width; x++) {
			float sum = output[y * layer->width + x];

#pragma GCC unroll 8
			for (int r = 0; r < taps; r++)
#pragma GCC unroll 8
				for (int s = 0; s < taps; s++)
					sum += weights[r * taps + s] *
					       image[(y + r) * layer->pitch + x + s];
			output[y * layer->width + x] = sum;
		}
	}
}

/* Each weight: row by row, to where the output's rows came from. */
static inline __attribute__((always_inline)) void data(const struct layer *layer,
	float *restrict image, const float *restrict output,
	const float *restrict weights, const int taps)
{
	for (int r = 0; r < taps; r++) {
		for (int s = 0; s < taps; s++) {
			float weight = weights[r * taps + s];

			for (long y = 0; y < layer->height; y++)
				for (long x = 0; x < layer->width; x++)
					image[(y + r) * layer->pitch + x + s] +=
						weight * output[y * layer->width + x];
		}
	}
}

/* Each point of the output: to all weights, which are sums over the plane. */
static inline __attribute__((always_inline)) void filter(const struct layer *layer,
	const float *restrict image, const float *restrict output,
	float *restrict weights, const int taps)
{
	float sums[taps * taps];

	memset(sums, 0, sizeof(sums));
	for (long y = 0; y < layer->height; y++) {
		for (long x = 0; x < layer->width; x++) {
			float at = output[y * layer->width + x];

#pragma GCC unroll 8
			for (int r = 0; r < taps; r++)
#pragma GCC unroll 8
				for (int s = 0; s < taps; s++)
					sums[r * taps + s] += at *
						image[(y + r) * layer->pitch + x + s];
		}
	}
	for (int i = 0; i < taps * taps; i++)
		weights[i] += sums[i];
}
#endif

/* The hot ones: of each phase one for each size of filters, so that these are constants. */
#define PHASE(name, taps) \
	__attribute__((noinline)) static void name##_##taps(const struct layer *layer, \
		float *restrict image, float *restrict output, float *restrict weights) \
	{ \
		name(layer, image, output, weights, taps); \
	}
#define PHASES(taps)	PHASE(forward, taps) PHASE(data, taps) PHASE(filter, taps)
PHASES(1)
PHASES(3)
PHASES(7)

enum tensor { OUTPUT, IMAGE, WEIGHTS, TENSORS };

/* The tensor that a phase computes, and the function for each number of taps. */
static const struct phase {
	const char *name;
	enum tensor result;
	long taps;
	plane_function *plane;
} phases[] = {
	{ "forward", OUTPUT, 1, forward_1 }, { "forward", OUTPUT, 3, forward_3 },
	{ "forward", OUTPUT, 7, forward_7 },
	{ "data", IMAGE, 1, data_1 }, { "data", IMAGE, 3, data_3 }, { "data", IMAGE, 7, data_7 },
	{ "filter", WEIGHTS, 1, filter_1 }, { "filter", WEIGHTS, 3, filter_3 },
	{ "filter", WEIGHTS, 7, filter_7 },
};

static const struct phase *phase_find(const char *name, long taps)
{
	for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++)
		if (!strcmp(phases[i].name, name) && phases[i].taps == taps)
			return &phases[i];
	fprintf(stderr, "usage: conv forward|data|filter ...: of 1, 3 or 7 taps\n");
	exit(2);
}

/* Small numbers, so that sums are exact, and no plane like its neighbour. */
static float *tensor_fill(long floats, long step)
{
	float *tensor = kernel_alloc((size_t)floats, sizeof(*tensor));

	for (long i = 0; i < floats; i++)
		tensor[i] = (float)(i * step % 11 % 4);
	return tensor;
}

static void layer_run(const struct layer *layer, const struct phase *phase, float *tensors[TENSORS])
{
	long image_plane = layer->pitch * (layer->height + layer->taps - 1);
	long output_plane = layer->width * layer->height, weights = layer->taps * layer->taps;

	for (long f = 0; f < layer->filters; f++)
		for (long c = 0; c < layer->channels; c++)
			phase->plane(layer, tensors[IMAGE] + c * image_plane,
				     tensors[OUTPUT] + f * output_plane,
				     tensors[WEIGHTS] + (f * layer->channels + c) * weights);
}

int main(int argc, char **argv)
{
	static const char usage[] = "conv PHASE WIDTH HEIGHT CHANNELS FILTERS TAPS REPEATS";
	long sizes[6], floats[TENSORS];
	float *tensors[TENSORS], *given, *result;
	const struct phase *phase;
	struct layer layer;
	double sum = 0;

	sizes_parse(argv + 2, argc - 2, sizes, 6, usage);
	layer = (struct layer) { sizes[0], sizes[1], sizes[2], sizes[3], sizes[4],
				 sizes[0] + sizes[4] - 1 };
	phase = phase_find(argv[1], layer.taps);
	floats[OUTPUT] = layer.filters * layer.width * layer.height;
	floats[IMAGE] = layer.channels * layer.pitch * (layer.height + layer.taps - 1);
	floats[WEIGHTS] = layer.filters * layer.channels * layer.taps * layer.taps;
	for (int i = 0; i < TENSORS; i++)
		tensors[i] = tensor_fill(floats[i], 3 + 2 * i);
	given = tensors[phase->result];
	result = tensors[phase->result] = kernel_alloc((size_t)floats[phase->result], sizeof(*result));
	for (long n = sizes[5]; n; n--)
		layer_run(&layer, phase, tensors);
	for (long i = 0; i < floats[phase->result]; i++)
		sum += (double)given[i] * result[i];
	printf("sum %.0f\n", sum);
	return 0;
}
