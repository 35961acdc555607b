// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * screening.c - the fast engine's choice of resources; see screening.h
 */
#include "screening.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct screen {
	const struct weighing *weighing;
	struct experiment *experiment;
	uint64_t cycles[SENSITIVITY_MOST + 1];	/* of no resource, and of each; 0: none */
	size_t order[SENSITIVITY_MOST];		/* resources, those that gain most first */
};

static size_t count_cells(const struct weighing *weighing, uint64_t members)
{
	size_t count = 0;

	for (size_t w = 0; w < weighing->weights_count; w++)
		count += (size_t)__builtin_popcountll(weighing_changed(weighing, weighing->weights[w]) &
						      members);
	return count;
}

bool screening_helps(const struct weighing *weighing)
{
	return !weighing->base.vlen && count_cells(weighing, UINT64_MAX) >= SCREENING_CORES;
}

/* The weight by which the resource is ranked: of a structure ideal, else the first that changes it. */
static uint32_t find_weight(const struct weighing *weighing, size_t resource)
{
	const bool structure = weighing->list[resource]->kind == TEA_LIMIT_EVENTS;
	uint32_t first = 0;

	for (size_t w = 0; w < weighing->weights_count; w++) {
		uint32_t weight = weighing->weights[w];

		if (!(weighing_changed(weighing, weight) >> resource & 1))
			continue;
		if (structure && weight == TEA_WEIGHT_IDEAL)
			return weight;
		if (!first)
			first = weight;
	}
	return first;
}

/* The core without any, or with one. */
static struct tea_variant find_variant(const struct weighing *weighing, size_t number)
{
	uint32_t weight = number ? find_weight(weighing, number - 1) : TEA_WEIGHT_ONE;
	struct tea_variant variant = { 0 };

	weighing_apply(weighing, number ? 1ULL << (number - 1) : 0, weight, &variant.params);
	return variant;
}

static int want_all(const struct screen *screen, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i <= screen->weighing->count && !error; i++) {
		const struct tea_variant variant = find_variant(screen->weighing, i);
		size_t number;

		error = experiment_want(screen->experiment, NULL, &variant, TEA_PLAN_UNOBSERVED, &number,
					fault);
	}
	return error;
}

static void read_cycles(struct screen *screen)
{
	for (size_t i = 0; i <= screen->weighing->count; i++) {
		const struct tea_variant variant = find_variant(screen->weighing, i);
		const struct experiment_run *run = experiment_find(screen->experiment, &variant);

		screen->cycles[i] = run->cycles;
	}
}

/* An unknown change comes before no change. */
static double find_change(const struct screen *screen, size_t resource)
{
	double base = (double)screen->cycles[0], cycles = (double)screen->cycles[1 + resource];

	return cycles > 0 ? fabs(base / cycles - 1) : INFINITY;
}

/* Stable: of two that change as much the first one in the list stays first. */
static void rank(struct screen *screen)
{
	for (size_t i = 0; i < screen->weighing->count; i++) {
		double change = find_change(screen, i);
		size_t at = i;

		for (; at && find_change(screen, screen->order[at - 1]) < change; at--)
			screen->order[at] = screen->order[at - 1];
		screen->order[at] = i;
	}
}

/* As many of the first as there are cores for, one for the core as it is. */
static uint64_t choose(const struct screen *screen)
{
	uint64_t chosen = 0;

	for (size_t i = 0; i < screen->weighing->count; i++) {
		uint64_t more = chosen | 1ULL << screen->order[i];

		if (1 + count_cells(screen->weighing, more) <= SCREENING_CORES)
			chosen = more;
	}
	return chosen;
}

static int leave(struct weighing *weighing, uint64_t chosen, struct fault *fault)
{
	size_t kept = 0, size;
	FILE *file = open_memstream(&weighing->unmeasured, &size);

	if (!file)
		return fault_no_memory(fault, "the resources");
	for (size_t i = 0; i < weighing->count; i++) {
		if (chosen >> i & 1)
			weighing->list[kept++] = weighing->list[i];
		else
			fprintf(file, "%s%s", ftell(file) ? ", " : "", weighing->list[i]->name);
	}
	weighing->count = kept;
	return fclose(file) ? fault_no_memory(fault, "the resources") : 0;
}

int screening_run(struct weighing *weighing, struct experiment *experiment, int argc, char **program,
	       struct fault *fault)
{
	struct screen screen = { .weighing = weighing, .experiment = experiment };
	int status, error = 0;

	experiment->fast = true;
	status = want_all(&screen, fault);
	if (!status)
		status = experiment_execute(experiment, argc, program, fault);
	if (status >= 0)
		read_cycles(&screen);
	experiment->fast = false;
	if (screen.cycles[0]) {
		rank(&screen);
		error = leave(weighing, choose(&screen), fault);
		status = 0;
	} else if (!status) {
		status = fault_set(fault, -EIO, "the run of the fast engine left no cycles");
	}
	return error ? error : status;
}
