// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slices.c - the stacks of a run over its time: see slices.h
 */
#include "slices.h"

#include <errno.h>
#include <stdlib.h>

int tea_slices_init(struct tea_slices *slices, const struct tea_params *params,
		    uint32_t cycle_parts)
{
	*slices = (struct tea_slices){ .length = TEA_SLICES_LENGTH, .next = TEA_SLICES_LENGTH };
	for (unsigned int n = 1; n <= TEA_COMMIT_MAX; n++)
		slices->share[n] = cycle_parts / n;
	return tea_stages_init(&slices->stages, params, 0, false);
}

void tea_slices_deinit(struct tea_slices *slices)
{
	free(slices->columns);
	slices->columns = NULL;
	tea_stages_deinit(&slices->stages);
}

/* ---- slices ---- */

static void add_sums(struct tea_slices_sums *sums, const struct tea_slices_sums *more)
{
	sums->instructions += more->instructions;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++)
			sums->slots[i][k] += more->slots[i][k];
	}
}

/* Two neighbours become one. */
static void double_length(struct tea_slices *slices)
{
	for (uint32_t c = 0; c < slices->columns_count; c++) {
		uint64_t *parts = slices->columns[c].parts;

		for (unsigned int i = 0; i < TEA_SLICES_MOST; i++) {
			const uint64_t moved = parts[i];

			parts[i] = 0;
			parts[i / 2] += moved;
		}
	}
	for (unsigned int i = 0; i < TEA_SLICES_MOST; i++) {
		const struct tea_slices_sums moved = slices->sums[i];

		slices->sums[i] = (struct tea_slices_sums){ 0 };
		add_sums(&slices->sums[i / 2], &moved);
	}
	slices->length *= 2;
	slices->count = (slices->count + 1) / 2;
}

/* The slice of @cycle, which is there from now on. */
static uint32_t reach(struct tea_slices *slices, cycle_t cycle)
{
	uint32_t number;

	while (cycle / slices->length >= TEA_SLICES_MOST)
		double_length(slices);
	number = (uint32_t)(cycle / slices->length);
	slices->count = number >= slices->count ? number + 1 : slices->count;
	return number;
}

/* ---- cycles ---- */

/* NULL: no memory. */
static struct tea_slices_column *make_column(struct tea_slices *slices, unsigned int kind)
{
	struct tea_slices_column *columns =
		reallocarray(slices->columns, slices->columns_count + 1, sizeof(*columns));

	if (!columns) {
		slices->failed = true;
		return NULL;
	}
	slices->columns = columns;
	columns[slices->columns_count] = (struct tea_slices_column){ 0 };
	slices->numbers[kind] = (uint16_t)++slices->columns_count;
	return &columns[slices->columns_count - 1];
}

/* The same. */
static struct tea_slices_column *find_column(struct tea_slices *slices, unsigned int kind)
{
	const uint16_t number = slices->numbers[kind];

	return number ? &slices->columns[number - 1] : make_column(slices, kind);
}

/* @cycles of the span, all in slice @number. */
static void give(struct tea_slices *slices, const struct tea_span *span, uint32_t number,
		 cycle_t cycles)
{
	for (unsigned int i = 0; i < span->slots; i++) {
		struct tea_slices_column *column =
			find_column(slices, TEA_SLICES_KIND(span->psv[i], span->state));

		if (column)
			column->parts[number] += cycles * slices->share[span->slots];
	}
}

void tea_slices_span(struct tea_slices *slices, const struct tea_span *span)
{
	for (cycle_t at = span->begin; at < span->end;) {
		const uint32_t number = reach(slices, at);
		const cycle_t end = cycle_min(span->end, (number + 1) * slices->length);

		give(slices, span, number, end - at);
		at = end;
	}
}

/* ---- slots ---- */

/*
 * All that were given out by now. Base is not counted until the end; it is what was passed in
 * slots that were not lost, up to the last record's commit.
 */
static struct tea_slices_sums sum_up(const struct tea_slices *slices)
{
	const struct tea_stages *stages = &slices->stages;
	const uint64_t last = (stages->exits.count - 1) & stages->exits.mask;
	const uint64_t end = stages->width * stages->exits.ends[last];
	struct tea_slices_sums sums = { .instructions = -stages->more };

	for (unsigned int row = 0; row <= TEA_PRIV_M; row++)
		sums.instructions += stages->counts[row].passed;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		uint64_t *slots = sums.slots[i], lost = 0;

		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
			for (unsigned int row = 0; row <= TEA_PRIV_M; row++)
				slots[k] += stages->rows[row].slots[i][k];
			lost += k == TEA_COMPONENT_BASE ? 0 : slots[k];
		}
		slots[TEA_COMPONENT_BASE] = cycle_min(stages->position[i], end) - stages->begin - lost;
	}
	return sums;
}

/* What was given out since the last time is of the last record's slice. */
static void give_slots(struct tea_slices *slices)
{
	const struct tea_slices_sums now = sum_up(slices);
	struct tea_slices_sums *to = &slices->sums[reach(slices, slices->last)];

	to->instructions += now.instructions - slices->given.instructions;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++)
			to->slots[i][k] += now.slots[i][k] - slices->given.slots[i][k];
	}
	slices->given = now;
}

/* @commit may be in another slice than the last record. */
static __attribute__((noinline)) void turn(struct tea_slices *slices, cycle_t commit)
{
	if (slices->stages.exits.count)
		give_slots(slices);
	slices->next = (reach(slices, commit) + 1) * slices->length;
}

void tea_slices_record(struct tea_slices *slices, const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT];

	if (__builtin_expect(commit >= slices->next, false))
		turn(slices, commit);
	tea_stages_record(&slices->stages, record);
	slices->last = commit;
}

void tea_slices_cut(struct tea_slices *slices)
{
	if (!slices->stages.exits.count)
		return;
	tea_stages_cut(&slices->stages, TEA_COMPONENT_FRONTEND);
	give_slots(slices);
	slices->failed |= slices->stages.failed;
}

/* ---- all of it ---- */

void tea_slices_add(struct tea_slices *slices, const struct tea_slices *more)
{
	uint64_t ratio;

	while (slices->length < more->length)
		double_length(slices);
	if (more->count)
		reach(slices, (more->count - 1) * more->length);
	ratio = slices->length / more->length;
	for (unsigned int kind = 0; kind < TEA_SLICES_KINDS; kind++) {
		struct tea_slices_column *to = more->numbers[kind] ? find_column(slices, kind) : NULL;

		for (uint32_t i = 0; to && i < more->count; i++)
			to->parts[i / ratio] += tea_slices_parts(more, i, kind);
	}
	for (uint32_t i = 0; i < more->count; i++)
		add_sums(&slices->sums[i / ratio], &more->sums[i]);
	slices->failed |= more->failed;
}
