// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * choice.c - sets of events of all sizes: their cost, and the cycles that they explain
 *
 * Usage: choice RESULT... > TABLE
 *
 * RESULTs are those of the job kind `events`, all on one core. The table has values separated by
 * tabs, of three kinds of line, named by the first value:
 *
 *	set		name, events, bytes of storage, part of the cycles explained: of all
 *			in which nothing commits, of the stalled, drained, flushed ones; lengths
 *			of stalls that are not explained: 50, 90, 99, 99.9 %; 99 % of all programs'
 *			together; categories
 *	program		program, name of the set, part explained, 99 % of the lengths
 *	event		name, part of the executions that have it
 *
 * Names of sets: ruleN, N of TEA's events, each the one that explains the most cycles that those
 * before it do not; figureN, those of the paper's figure 3; and the nine with others.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eventsets.h"
#include "storage.h"

#define SETS_MAX	(TEA_PAPER_EVENTS_COUNT + 7)

struct set {
	char name[16];
	uint32_t events;
};

static const char *const names[TEA_STALLS_BITS] = {
#define TEA_X(bit, id, name, ...) [bit] = name,
	TEA_PAPER_EVENTS(TEA_X)
	TEA_STALLS_EVENTS(TEA_X)
#undef TEA_X
};

/* In the order of the rule; then the sets for comparison. */
static void list_sets(const struct eventsets_program *programs, size_t count,
		      struct set sets[SETS_MAX])
{
	static const struct set others[] = {
		{ "figure1", TEA_STALLS_ST_LD },
		{ "figure2", TEA_PSV_ST_L1 | TEA_PSV_ST_TLB },
		{ "figure3", TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC },
		{ "operation", TEA_PSV_PAPER | TEA_STALLS_ST_OP },
		{ "dependence", TEA_PSV_PAPER | TEA_STALLS_ST_DEP },
		{ "both", TEA_PSV_PAPER | TEA_STALLS_ST_OP | TEA_STALLS_ST_DEP },
		{ "all", TEA_STALLS_SIGNATURES - 1 },
	};
	uint32_t events = 0;

	for (unsigned int i = 0; i < TEA_PAPER_EVENTS_COUNT; i++) {
		events |= eventsets_next(programs, count, events, TEA_PSV_PAPER & ~events);
		snprintf(sets[i].name, sizeof(sets[i].name), "rule%u", i + 1);
		sets[i].events = events;
	}
	memcpy(sets + TEA_PAPER_EVENTS_COUNT, others, sizeof(others));
}

/* "nan" where there is no number. */
static void put(double value)
{
	if (isnan(value))
		printf("\tnan");
	else
		printf("\t%.6g", value);
}

static void put_events(uint32_t events)
{
	char separator = '\t';

	for (; events; events &= events - 1) {
		printf("%c%s", separator, names[__builtin_ctz(events)]);
		separator = '+';
	}
}

static void put_set(const struct eventsets_program *programs, size_t count, const struct set *set,
		    const struct tea_params *params)
{
	struct eventsets_value value;

	eventsets_evaluate(programs, count, set->events, &value);
	printf("set\t%s", set->name);
	put_events(set->events);
	printf("\t%u", tea_storage_bytes(params, set->events, TEA_STORAGE_TEA));
	put(value.explained);
	put(value.by_state[TEA_STATE_STALLED]);
	put(value.by_state[TEA_STATE_DRAINED]);
	put(value.by_state[TEA_STATE_FLUSHED]);
	for (unsigned int i = 0; i < EVENTSETS_PERCENTILES; i++)
		put(value.lengths[i]);
	put(value.pooled);
	put(value.categories);
	putchar('\n');
	for (size_t i = 0; i < count; i++) {
		eventsets_evaluate(&programs[i], 1, set->events, &value);
		printf("program\t%s\t%s", programs[i].name, set->name);
		put(value.explained);
		put(value.pooled);
		putchar('\n');
	}
}

static void put_event(const struct eventsets_program *programs, size_t count, unsigned int bit)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += programs[i].executions[bit] / programs[i].instructions;
	printf("event\t%s", names[bit]);
	put(sum / (double)count);
	putchar('\n');
}

static int put_table(const struct eventsets_program *programs, size_t count, struct fault *fault)
{
	struct set sets[SETS_MAX];
	struct tea_params params;

	tea_params_init(&params);
	if (tea_params_select(&params, programs[0].core))
		return fault_set(fault, -1, "no core '%s'", programs[0].core);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(programs[i].core, programs[0].core))
			return fault_set(fault, -1, "'%s' ran on '%s', '%s' on '%s': give results "
					 "of one core", programs[0].name, programs[0].core,
					 programs[i].name, programs[i].core);
	}
	list_sets(programs, count, sets);
	for (size_t i = 0; i < SETS_MAX; i++)
		put_set(programs, count, &sets[i], &params);
	for (unsigned int i = 0; i < TEA_STALLS_BITS; i++)
		put_event(programs, count, i);
	return 0;
}

int main(int argc, char **argv)
{
	const size_t count = argc > 1 ? (size_t)argc - 1 : 0;
	struct eventsets_program *programs;
	struct fault fault;
	int error = 0;

	if (!count) {
		fprintf(stderr, "usage: choice RESULT... > TABLE\n");
		return 2;
	}
	programs = calloc(count, sizeof(*programs));
	if (!programs)
		error = fault_set(&fault, -1, "out of memory");
	for (size_t i = 0; i < count && !error; i++)
		error = eventsets_read(&programs[i], argv[i + 1], &fault);
	if (!error)
		error = put_table(programs, count, &fault);
	if (error)
		fprintf(stderr, "choice: %s\n", fault.text);
	for (size_t i = 0; i < count && programs; i++)
		eventsets_deinit(&programs[i]);
	free(programs);
	return error || fflush(stdout) || ferror(stdout);
}
