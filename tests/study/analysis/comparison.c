// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * comparison.c - sampled cycle stacks against the golden reference: see comparison.h
 */
#include "comparison.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "statistics.h"

#define DRAWS_MAX	1000
#define POISSON_NORMAL	60.0	/* from this mean on, Poisson is drawn as a normal */

static struct comparison_component *append(struct comparison *comparison, uint32_t unit,
					   uint16_t psv)
{
	if (comparison->count == comparison->capacity) {
		size_t capacity = comparison->capacity ? 2 * comparison->capacity : 1024;
		void *bigger = realloc(comparison->list, capacity * sizeof(*comparison->list));

		if (!bigger)
			return NULL;
		comparison->list = bigger;
		comparison->capacity = capacity;
	}
	comparison->list[comparison->count] = (struct comparison_component){
		.unit = unit, .psv = psv,
	};
	return &comparison->list[comparison->count++];
}

int comparison_add_golden(struct comparison *comparison, uint32_t unit, uint16_t psv,
			  double parts, double compute)
{
	struct comparison_component *component = append(comparison, unit, psv);

	if (!component)
		return -ENOMEM;
	component->golden = parts;
	component->compute = compute;
	return 0;
}

int comparison_add_sampled(struct comparison *comparison, uint32_t unit, uint16_t psv,
			   const uint64_t parts[TEA_THINNING_LEVELS])
{
	struct comparison_component *component = append(comparison, unit, psv);

	if (!component)
		return -ENOMEM;
	for (unsigned int level = 0; level < TEA_THINNING_LEVELS; level++)
		component->sampled[level] = (double)parts[level];
	return 0;
}

static int compare_components(const void *left, const void *right)
{
	const struct comparison_component *a = left, *b = right;

	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	return (int)a->psv - (int)b->psv;
}

static void join(struct comparison_component *to, const struct comparison_component *from)
{
	to->golden += from->golden;
	to->compute += from->compute;
	for (unsigned int level = 0; level < TEA_THINNING_LEVELS; level++)
		to->sampled[level] += from->sampled[level];
}

void comparison_seal(struct comparison *comparison)
{
	size_t kept = 0;

	if (comparison->count)
		qsort(comparison->list, comparison->count, sizeof(*comparison->list),
		      compare_components);
	for (size_t i = 0; i < comparison->count; i++) {
		const struct comparison_component *from = &comparison->list[i];

		comparison->golden += from->golden;
		for (unsigned int level = 0; level < TEA_THINNING_LEVELS; level++)
			comparison->sampled[level] += from->sampled[level];
		if (i && !compare_components(&comparison->list[kept], from))
			join(&comparison->list[kept], from);
		else
			comparison->list[kept += i != 0] = *from;
	}
	comparison->count = comparison->count ? kept + 1 : 0;
}

void comparison_deinit(struct comparison *comparison)
{
	free(comparison->list);
	*comparison = (struct comparison){ .list = NULL };
}

double comparison_error(const struct comparison *comparison, unsigned int level)
{
	double correct = 0, total = comparison->sampled[level];

	if (total <= 0 || comparison->golden <= 0)
		return 1;
	for (size_t i = 0; i < comparison->count; i++)
		correct += fmin(comparison->list[i].sampled[level] / total,
				comparison->list[i].golden / comparison->golden);
	return fmax(0, 1 - correct);
}

/* Chance */

static double draw_normal(uint64_t *state)
{
	double radius = sqrt(-2 * log(statistics_uniform(state)));

	return radius * cos(2 * M_PI * statistics_uniform(state));
}

static double draw_poisson(uint64_t *state, double mean)
{
	double limit, product = 1, count = -1;

	if (mean <= 0)
		return 0;
	if (mean >= POISSON_NORMAL)
		return fmax(0, round(mean + sqrt(mean) * draw_normal(state)));
	limit = exp(-mean);
	do {
		product *= statistics_uniform(state);
		count++;
	} while (product > limit);
	return count;
}

/*
 * The error of one draw: @share of the @samples fall upon a component on average, of
 * which the part @compute comes in shares of 1 / @slots.
 */
struct chance {
	double samples, slots;
	uint64_t state;
};

static double draw_component(struct chance *chance, double share, double compute)
{
	double whole = draw_poisson(&chance->state, (share - compute) * chance->samples);

	return whole + draw_poisson(&chance->state, compute * chance->samples * chance->slots) /
	       chance->slots;
}

static struct comparison_estimate summarise(double *errors, unsigned int draws)
{
	struct comparison_estimate estimate = { .mean = 0 };

	for (unsigned int i = 0; i < draws; i++)
		estimate.mean += errors[i] / draws;
	statistics_middle(errors, draws, &estimate.low, &estimate.high);
	return estimate;
}

/* The share to draw from: the golden reference's, or that of the samples of a level. */
static double share_of(const struct comparison *comparison,
		       const struct comparison_component *component, int level, double *compute)
{
	double golden = component->golden, share;

	if (level < 0)
		share = golden / comparison->golden;
	else
		share = component->sampled[level] / comparison->sampled[level];
	*compute = golden > 0 ? share * component->compute / golden : 0;
	return share;
}

static double draw_error(const struct comparison *comparison, int level, struct chance *chance,
			 double *drawn)
{
	double total = 0, correct = 0;

	for (size_t i = 0; i < comparison->count; i++) {
		double compute, share = share_of(comparison, &comparison->list[i], level, &compute);

		drawn[i] = draw_component(chance, share, compute);
		total += drawn[i];
	}
	for (size_t i = 0; i < comparison->count; i++)
		correct += fmin(drawn[i] / total, comparison->list[i].golden / comparison->golden);
	return fmax(0, 1 - correct);
}

static struct comparison_estimate draw_errors(const struct comparison *comparison, int level,
					      struct chance chance, unsigned int draws)
{
	double errors[DRAWS_MAX], *drawn = malloc((comparison->count + 1) * sizeof(*drawn));
	struct comparison_estimate none = { .mean = NAN, .low = NAN, .high = NAN };

	assert(draws && draws <= DRAWS_MAX);
	if (!drawn || chance.samples <= 0 || comparison->golden <= 0) {
		free(drawn);
		return none;
	}
	for (unsigned int i = 0; i < draws; i++)
		errors[i] = draw_error(comparison, level, &chance, drawn);
	free(drawn);
	return summarise(errors, draws);
}

struct comparison_estimate comparison_noise(const struct comparison *comparison, double samples,
					    double slots, unsigned int draws, uint64_t seed)
{
	struct chance chance = { .samples = samples, .slots = slots, .state = seed };

	return draw_errors(comparison, -1, chance, draws);
}

struct comparison_estimate comparison_interval(const struct comparison *comparison,
					       unsigned int level, double samples, double slots,
					       unsigned int draws, uint64_t seed)
{
	struct chance chance = { .samples = samples, .slots = slots, .state = seed };
	struct comparison_estimate drawn = draw_errors(comparison, (int)level, chance, draws);
	double error = comparison_error(comparison, level);

	/* drawing again adds noise to noise: only the scatter about the mean is meant */
	return (struct comparison_estimate){
		.mean = error, .low = fmax(0, error - (drawn.mean - drawn.low)),
		.high = fmin(1, error + (drawn.high - drawn.mean)),
	};
}
