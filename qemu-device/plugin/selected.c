// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * selected.c - golden references of a machine's units: see selected.h
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dying.h"
#include "observers/counts.h"
#include "observers/golden.h"
#include "profile.h"
#include "selected.h"

#define REFERENCES_MAX	64	/* periods; each has an array of all instructions that ran */

struct selected_reference {
	struct selected_reference *next;
	unsigned int observer;		/* its only one: golden, or counts of instructions */
	struct profile profile;
	struct profile_unsampled unsampled;
};

/* Harts take turns on one thread. */
static struct {
	struct selected_reference *references;
	unsigned int count;
} state;

static void *observer_of(const struct selected_reference *reference)
{
	return reference->profile.observers.entries[0].self;
}

static struct selected_reference *create_reference(unsigned int observer,
						   const struct tea_params *params, uint64_t period)
{
	static const struct mappings none;
	static char *command[] = { "qemu-system-riscv64", NULL };
	struct selected_reference *reference = calloc(1, sizeof(*reference));

	if (state.count++ == REFERENCES_MAX)
		dying_end("more than %d sampling periods: a golden reference is of fixed ones, as "
			 "of perf record -c", REFERENCES_MAX);
	if (!reference || observers_init(&reference->profile.observers, params, 1U << observer,
					 period))
		dying_end("no memory for the golden reference");
	reference->observer = observer;
	reference->profile.params = params;
	reference->profile.mappings = &none;
	reference->profile.command = command;
	if (observer == OBSERVERS_NUMBER_golden)
		reference->profile.unsampled = &reference->unsampled;
	reference->next = state.references;
	state.references = reference;
	return reference;
}

static struct selected_reference *find_reference(unsigned int observer,
						 const struct tea_params *params, uint64_t period)
{
	for (struct selected_reference *at = state.references; at; at = at->next) {
		if (at->observer == observer && at->profile.observers.period == period)
			return at;
	}
	return create_reference(observer, params, period);
}

/* Cycles between two recordings belong to neither. */
static void change_reference(struct selected *selected, const struct tea_params *params,
			     uint64_t period)
{
	selected->reference = find_reference(OBSERVERS_NUMBER_golden, params, period);
	for (unsigned int i = 0; i < SELECTED_PRIVILEGES; i++)
		selected->filtered[i] = selected->frozen[i] = 0;
}

/* Cycles between two selected ones of one recording are now known to be its own. */
static void add_between(struct selected *selected)
{
	struct profile_unsampled *sums = &selected->reference->unsampled;

	for (unsigned int i = 0; i < SELECTED_PRIVILEGES; i++) {
		sums->filtered[i] += selected->filtered[i];
		sums->frozen[i] += selected->frozen[i];
		selected->filtered[i] = selected->frozen[i] = 0;
	}
}

static uint64_t cycles_waiting(const struct selected *selected, const struct tea_span *span)
{
	if (!selected->waits || span->end <= selected->since)
		return 0;
	return span->end - (span->begin > selected->since ? span->begin : selected->since);
}

void selected_span(struct selected *selected, const struct tea_span *span,
		   const struct tea_params *params, uint64_t period)
{
	struct selected_reference *reference = selected->reference;

	if (!reference || reference->profile.observers.period != period)
		change_reference(selected, params, period);
	add_between(selected);
	reference = selected->reference;
	tea_golden_span(observer_of(reference), span);
	reference->profile.observers.samples[OBSERVERS_TEA] += selected->samples;
	selected->samples = 0;
	reference->profile.cycles += span->end - span->begin;
	if (span->state == TEA_STATE_COMPUTE)
		reference->profile.instructions += span->slots;
	reference->unsampled.waiting[span->privilege] += cycles_waiting(selected, span);
}

void selected_filter(struct selected *selected, const struct tea_span *span)
{
	selected->filtered[span->privilege] += span->end - span->begin;
}

void selected_freeze(struct selected *selected, const struct tea_span *span)
{
	selected->frozen[span->privilege] += span->end - span->begin;
}

void selected_sample(struct selected *selected, cycle_t now)
{
	selected->samples++;
	if (selected->waits)
		return;
	selected->waits = true;
	selected->since = now + 1;
}

void selected_instruction(struct selected *selected, const struct tea_retired *record,
			  const struct tea_params *params, uint64_t period)
{
	struct selected_reference *reference = selected->counts;

	if (!reference || reference->profile.observers.period != period)
		reference = find_reference(OBSERVERS_NUMBER_counts, params, period);
	selected->counts = reference;
	tea_counts_record(observer_of(reference), record);
	reference->profile.instructions++;
}

int selected_write(const char *dir)
{
	for (struct selected_reference *at = state.references; at; at = at->next) {
		char *path;
		int err;

		if (asprintf(&path, "%s/%s%" PRIu64, dir,
			     at->observer == OBSERVERS_NUMBER_counts ? "instructions-" : "",
			     at->profile.observers.period) < 0)
			return -ENOMEM;
		err = profile_write(&at->profile, path);
		free(path);
		if (err)
			return err;
	}
	return 0;
}
