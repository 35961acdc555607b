/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sensitivity.h - how much a program gains from more of each resource of the core
 *
 * With f(w) the cycles of the same run with w times as much of a resource, its sensitivity is
 * s(w) = f(1) / f(w) - 1: 0.1 says a tenth faster, 0 that there is enough of it (Pompougnac
 * et al., HAL 2024). A resource can be full and its sensitivity 0.
 *
 * There are two kinds that cannot be compared. Rates, latencies and sizes limit the operations
 * under way; they are ranked by the first weight. Structures that miss decide how many operations
 * there are at all; these are ranked by their gain when they never miss.
 */
#ifndef SENSITIVITY_H
#define SENSITIVITY_H

#include "resources.h"
#include "setsearch.h"

#define SENSITIVITY_MOST	64	/* resources: a set is a word */
#define SENSITIVITY_SHOWN	0.005	/* less reads as 1.00x */

/* A resource with a weight. */
struct sensitivity_cell {
	bool exists;			/* the weight changes a knob */
	uint64_t cycles;
	char *failure;			/* there are no cycles: why; else NULL */
};

struct sensitivity_resource {
	const struct tea_resource *resource;
	struct sensitivity_cell *cells;	/* of each weight */
	size_t weight;			/* by which it is ranked, once it is */
	unsigned int rank;		/* within its kind: from 1 on */
};

/* Gains by place of code, with each resource at the weight that ranks it. */
struct sensitivity_place {
	char *name, *object;
	uint64_t cycles;		/* with no resource changed */
	double *gains;			/* cycles, by column; negative: it takes longer */
};

struct sensitivity {
	struct sensitivity_resource *resources;	/* in the order of ranks, kind by kind */
	size_t count;
	uint32_t *weights;
	size_t weights_count;
	uint64_t cycles, instructions;
	struct setsearch sets;		/* with the first weight; members are by their numbers in ... */
	const struct tea_resource **members;	/* ... this list, which is not ranked */
	struct sensitivity_place *places;
	size_t places_count;
	size_t *columns;		/* of resources: those that have gains by place */
	size_t columns_count;
};

/* Room for @count resources at @weights_count weights, of which none exists. 0 or -ENOMEM. */
int sensitivity_init(struct sensitivity *sensitivity, size_t count, size_t weights_count);
void sensitivity_deinit(struct sensitivity *sensitivity);

/* Is it one of those that hit or miss? */
bool sensitivity_is_structure(const struct sensitivity_resource *resource);
/* s of a cell. False: it has no cycles. */
bool sensitivity_of(const struct sensitivity *sensitivity, const struct sensitivity_cell *cell,
		    double *value);
/* The weight that ranks it: the first that exists, of a structure ideal if that does. */
size_t sensitivity_rating(const struct sensitivity *sensitivity,
			  const struct sensitivity_resource *resource);
/* That of the cell that ranks the resource; 0 where there are no cycles. */
double sensitivity_rated(const struct sensitivity *sensitivity,
			 const struct sensitivity_resource *resource);
/* The largest change of any of its weights, above 0. */
double sensitivity_largest(const struct sensitivity *sensitivity,
			   const struct sensitivity_resource *resource);
/* Bring the resources into order, largest first, once all cells have their cycles. */
void sensitivity_rank(struct sensitivity *sensitivity);

/* "2", "1.15" or "ideal". */
#define SENSITIVITY_WEIGHT_TEXT	16
const char *sensitivity_weight(uint32_t weight, char text[SENSITIVITY_WEIGHT_TEXT]);

#endif /* SENSITIVITY_H */
