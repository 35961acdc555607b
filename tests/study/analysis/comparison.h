/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * comparison.h - sampled cycle stacks against the golden reference
 *
 * A component is the cycles of one unit (an instruction, a basic block, a function, the program)
 * with one signature, reduced to the events that the scheme records. The error is the paper's (TEA
 * section 4): the part of the cycles that is not attributed to its component,
 *
 *	E = (T_total - sum of min(C, C_golden)) / T_total
 *
 * with the samples scaled to T_total, the golden reference's cycles.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stddef.h>
#include <stdint.h>

#include "observers/thinning.h"

struct comparison_component {
	uint32_t unit;
	uint16_t psv;
	double golden;				/* parts of cycles */
	double compute;				/* of these, in the compute state */
	double sampled[TEA_THINNING_LEVELS];	/* parts of samples */
};

struct comparison {
	struct comparison_component *list;
	size_t count, capacity;
	double golden;				/* sums over all components */
	double sampled[TEA_THINNING_LEVELS];
};

/* An estimate with its 95 % interval. */
struct comparison_estimate {
	double mean, low, high;
};

/* Zeroed memory is an empty comparison. The two return 0 or -ENOMEM. */
int comparison_add_golden(struct comparison *comparison, uint32_t unit, uint16_t psv,
			  double parts, double compute);
int comparison_add_sampled(struct comparison *comparison, uint32_t unit, uint16_t psv,
			   const uint64_t parts[TEA_THINNING_LEVELS]);
/* All is added: joins items of one component. */
void comparison_seal(struct comparison *comparison);
void comparison_deinit(struct comparison *comparison);

/* The error of the samples of @level, 0..1; 1 if there are none. */
double comparison_error(const struct comparison *comparison, unsigned int level);

/*
 * The error that chance alone gives to @samples independent samples of the golden reference: their
 * numbers by component are drawn @draws times. A sample of a compute cycle is shared by @slots
 * instructions on average, so it is drawn as @slots shares, each of that fraction. @seed makes the
 * draws repeatable.
 */
struct comparison_estimate comparison_noise(const struct comparison *comparison, double samples,
					    double slots, unsigned int draws, uint64_t seed);

/*
 * The interval of the error at @level, of @samples: its scatter when the samples are drawn again
 * from the sampled ones (parametric bootstrap), about its own value.
 */
struct comparison_estimate comparison_interval(const struct comparison *comparison,
					       unsigned int level, double samples, double slots,
					       unsigned int draws, uint64_t seed);

#endif /* COMPARISON_H */
