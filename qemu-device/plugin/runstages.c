// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runstages.c - the stage stacks of a run, from those of its windows: see runstages.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "observers/siterows.h"
#include "runstages.h"

/* Room for @least items of @list, of *@size now. */
#define HAS_ROOM(runstages, list, size, least) \
	((least) <= (size) || grow(runstages, (void **)&(list), &(size), sizeof(*(list)), least))

static bool grow(struct runstages *runstages, void **list, size_t *size, size_t bytes, size_t least)
{
	void *bigger = tea_siterows_grow(*list, size, bytes, least);

	runstages->failed |= !bigger;
	*list = bigger ? bigger : *list;
	return bigger;
}

int runstages_init(struct runstages *runstages, const struct tea_params *params)
{
	*runstages = (struct runstages){ .of_rows_count = 1, .cells_count = 1 };
	if (!tea_stages_init(&runstages->stages, params, 0, true) &&
	    HAS_ROOM(runstages, runstages->of_rows, runstages->of_rows_size, 1) &&
	    HAS_ROOM(runstages, runstages->cells, runstages->cells_size, 1))
		return 0;
	runstages_deinit(runstages);
	return -ENOMEM;
}

void runstages_deinit(struct runstages *runstages)
{
	tea_stages_deinit(&runstages->stages);
	free(runstages->sites);
	free(runstages->of_rows);
	free(runstages->before);
	free(runstages->cells);
	*runstages = (struct runstages){ .sites = NULL };
}

/* Records */

void runstages_restart(struct runstages *runstages, cycle_t now)
{
	const size_t rows = runstages->of_rows_count;

	for (size_t row = 1; row < rows; row++)
		runstages->sites[runstages->of_rows[row]].row = 0;
	runstages->of_rows_count = 1;
	tea_stages_restart(&runstages->stages, now, rows < runstages->stages.rows_count ? rows :
			   runstages->stages.rows_count);
}

/* The row of an instruction; 0, which is of none, where there is no memory, or no number. */
static uint32_t find_row(struct runstages *runstages, const struct tea_retired *record)
{
	const size_t row = runstages->of_rows_count;
	struct runstages_site *site;

	if (!HAS_ROOM(runstages, runstages->sites, runstages->sites_count, (size_t)record->site + 1))
		return 0;
	site = &runstages->sites[record->site];
	if (site->row || !record->site)
		return site->row;
	if (!HAS_ROOM(runstages, runstages->of_rows, runstages->of_rows_size, row + 1))
		return 0;
	runstages->of_rows[row] = record->site;
	runstages->of_rows_count = row + 1;
	site->pc = record->pc;
	return site->row = (uint32_t)row;
}

void runstages_records(struct runstages *runstages, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct tea_retired record = records[i];

		record.site = find_row(runstages, &records[i]);
		tea_stages_record(&runstages->stages, &record);
	}
}

/* Windows */

/* All that was given out by now; each operation had its slot of each stage, or will have it. */
static struct tea_stages_row given(const struct tea_stages *stages, size_t row)
{
	struct tea_stages_row slots = stages->rows[row];

	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		slots.slots[i][TEA_COMPONENT_BASE] = stages->counts[row].passed;
	return slots;
}

void runstages_open(struct runstages *runstages)
{
	runstages->before_count = 0;
	if (!HAS_ROOM(runstages, runstages->before, runstages->before_size, runstages->of_rows_count))
		return;
	runstages->before_count = runstages->of_rows_count;
	for (size_t row = 0; row < runstages->before_count; row++)
		runstages->before[row] = given(&runstages->stages, row);
}

/* NULL: no memory. */
static struct runstages_cell *find_cell(struct runstages *runstages, size_t number, unsigned int stack,
					unsigned int component)
{
	struct runstages_site *site = &runstages->sites[number];
	const size_t count = runstages->cells_count;

	for (uint32_t at = site->first; at; at = runstages->cells[at].next) {
		struct runstages_cell *cell = &runstages->cells[at];

		if (cell->stack == stack && cell->component == component)
			return cell;
	}
	if (!HAS_ROOM(runstages, runstages->cells, runstages->cells_size, count + 1))
		return NULL;
	runstages->cells[count] = (struct runstages_cell){
		.next = site->first, .stack = (uint8_t)stack, .component = (uint8_t)component,
	};
	site->first = (uint32_t)count;
	runstages->cells_count = count + 1;
	return &runstages->cells[count];
}

static void close_row(struct runstages *runstages, size_t row, const struct window *window)
{
	static const struct tea_stages_row none;
	const struct tea_stages_row now = given(&runstages->stages, row);
	const struct tea_stages_row *before =
		row < runstages->before_count ? &runstages->before[row] : &none;

	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
			const uint64_t slots = now.slots[i][k] - before->slots[i][k];
			struct runstages_cell *cell = slots ?
				find_cell(runstages, runstages->of_rows[row], i, k) : NULL;

			if (cell)
				cell->sums.of[window->number % RUNRATIO_GROUPS] += slots * window->weight;
		}
	}
}

void runstages_close(struct runstages *runstages, const struct window *window)
{
	for (size_t row = 1; row < runstages->of_rows_count; row++)
		close_row(runstages, row, window);
	runstages->failed |= runstages->stages.failed;
}

static void add_site(struct runstages *runstages, size_t number, const struct runstages *more)
{
	const struct runstages_site *site = &more->sites[number];

	if (site->pc)
		runstages->sites[number].pc = site->pc;
	for (uint32_t at = site->first; at; at = more->cells[at].next) {
		const struct runstages_cell *from = &more->cells[at];
		struct runstages_cell *cell = find_cell(runstages, number, from->stack, from->component);

		if (cell)
			runratio_add(&cell->sums, &from->sums);
	}
}

int runstages_add(struct runstages *runstages, const struct runstages *more)
{
	runstages->failed |= more->failed;
	if (!HAS_ROOM(runstages, runstages->sites, runstages->sites_count, more->sites_count))
		return -ENOMEM;
	for (size_t i = 0; i < more->sites_count; i++)
		add_site(runstages, i, more);
	return runstages->failed ? -ENOMEM : 0;
}

/* Rows */

/* What windows have of an instruction, or of its donor (runratio.h). */
struct kind {
	uint64_t pc;
	bool imputed;
	struct runratio_sums sums;
	uint8_t stack, component;
};

static int compare_kinds(const void *left, const void *right)
{
	const struct kind *a = left, *b = right;

	if (a->stack != b->stack)
		return a->stack < b->stack ? -1 : 1;
	if (a->pc != b->pc)
		return a->pc < b->pc ? -1 : 1;
	return a->component - b->component;
}

/* Of all cells, in the order of rows. */
static size_t list_kinds(const struct runstages *runstages, struct kind *kinds)
{
	size_t count = 0;

	for (size_t i = 0; i < runstages->sites_count; i++) {
		const struct runstages_site *site = &runstages->sites[i];

		for (uint32_t at = site->first; at; at = runstages->cells[at].next) {
			const struct runstages_cell *cell = &runstages->cells[at];

			kinds[count++] = (struct kind){
				.pc = site->pc, .sums = cell->sums, .stack = cell->stack,
				.component = cell->component,
			};
		}
	}
	qsort(kinds, count, sizeof(*kinds), compare_kinds);
	return count;
}

/* The first of @kinds, which are in order, of @stack at @pc or behind it. */
static size_t find_first(const struct kind *kinds, size_t count, unsigned int stack, uint64_t pc)
{
	const struct kind key = { .pc = pc, .stack = (uint8_t)stack };
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (compare_kinds(&kinds[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_of(const struct kind *kind, unsigned int stack, uint64_t pc)
{
	return kind->stack == stack && kind->pc == pc;
}

/* Copies of the donor's kinds at a stage, if @copies is not NULL, for @at, which has none. Returns how many. */
static size_t copy_kinds(const struct runratio_executed *at, unsigned int stack, const struct kind *kinds,
			 size_t count, struct kind *copies)
{
	const size_t own = find_first(kinds, count, stack, at->pc);
	size_t copied = 0;

	if (own < count && is_of(&kinds[own], stack, at->pc))
		return 0;
	for (size_t i = find_first(kinds, count, stack, at->donor->pc);
	     i < count && is_of(&kinds[i], stack, at->donor->pc); i++, copied++) {
		if (!copies)
			continue;
		copies[copied] = kinds[i];
		copies[copied].pc = at->pc;
		copies[copied].imputed = true;
	}
	return copied;
}

static size_t copy_all(const struct runratio_table *table, const struct kind *kinds, size_t count,
		       struct kind *copies)
{
	size_t copied = 0;

	for (size_t i = 0; i < table->count; i++)
		for (unsigned int stack = 0; stack < TEA_STACKS_COUNT && table->list[i].donor; stack++)
			copied += copy_kinds(&table->list[i], stack, kinds, count,
					     copies ? copies + copied : NULL);
	return copied;
}

/* Of all cells, and of what is imputed, in the order of rows. NULL: no memory. */
static struct kind *make_kinds(const struct runstages *runstages, const struct runratio_table *table,
			       size_t *count)
{
	struct kind *kinds = malloc(runstages->cells_count * sizeof(*kinds)), *all;
	size_t own;

	if (!kinds)
		return NULL;
	own = list_kinds(runstages, kinds);
	*count = own + copy_all(table, kinds, own, NULL);
	all = reallocarray(kinds, *count + 1, sizeof(*kinds));
	if (!all) {
		free(kinds);
		return NULL;
	}
	copy_all(table, all, own, all + own);
	qsort(all, *count, sizeof(*all), compare_kinds);
	return all;
}

/* Those of a stage, before they are scaled: all, and without each group. */
struct stage_sums {
	uint64_t slots, without[RUNRATIO_GROUPS];
};

static uint64_t without(const struct runstages_row *row, unsigned int group)
{
	return row->slots + (uint64_t)row->deviations[group];
}

/* What windows say alone. */
static void estimate(struct runstages_row *row, const struct kind *kind,
		     const struct runratio_table *table, struct stage_sums *sums)
{
	const struct runratio_executed *at = runratio_find(table, kind->pc);

	/* of an instruction without executions in windows, these are no executions */
	if (at && at->donor && !kind->imputed)
		at = NULL;
	*row = (struct runstages_row){
		.pc = kind->pc, .stack = kind->stack, .component = kind->component,
	};
	row->slots = runratio_estimate(&kind->sums, at, row->deviations);
	sums->slots += row->slots;
	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		sums->without[i] += without(row, i);
}

static uint64_t slots_of(uint64_t parts, const struct runstages_cycles *cycles, uint32_t width)
{
	return runratio_scale(parts, cycles->cycle_parts, width);
}

/* All rows of a stage: rounded so that the sums from the first on are. */
static void scale_stage(struct runstages_row *rows, size_t count, const struct stage_sums *sums,
			const struct runstages_cycles *cycles, uint32_t width)
{
	const uint64_t all = slots_of(cycles->parts, cycles, width);
	uint64_t before = 0, begin = 0;

	for (size_t i = 0; i < count; i++) {
		struct runstages_row *row = &rows[i];
		uint64_t until;

		for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
			row->deviations[k] = sums->without[k] ? (int64_t)
				runratio_scale(without(row, k), sums->without[k],
					       slots_of(cycles->without[k], cycles, width)) : 0;
		before += row->slots;
		until = runratio_scale(before, sums->slots, all);
		row->slots = until - begin;
		begin = until;
		for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
			row->deviations[k] -= (int64_t)row->slots;
	}
}

static void scale_all(struct runstages_rows *rows, const struct stage_sums sums[TEA_STACKS_COUNT],
		      const struct runstages_cycles *cycles)
{
	size_t begin = 0, end = 0;

	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++, begin = end) {
		while (end < rows->count && rows->rows[end].stack == i)
			end++;
		if (sums[i].slots)
			scale_stage(&rows->rows[begin], end - begin, &sums[i], cycles, rows->width);
		else
			rows->cycles = 0;
	}
	if (!rows->cycles)
		rows->count = 0;
}

int runstages_make(const struct runstages *runstages, const struct runratio_table *table,
		   const struct runstages_cycles *cycles, struct runstages_rows *rows)
{
	struct stage_sums sums[TEA_STACKS_COUNT] = { 0 };
	size_t count = 0;
	struct kind *kinds = make_kinds(runstages, table, &count);

	*rows = (struct runstages_rows){
		.rows = malloc((count + 1) * sizeof(*rows->rows)), .count = count,
		.width = runstages->stages.width, .cycles = cycles->parts / cycles->cycle_parts,
	};
	if (!kinds || !rows->rows) {
		free(kinds);
		runstages_rows_deinit(rows);
		return -ENOMEM;
	}
	for (size_t i = 0; i < rows->count; i++)
		estimate(&rows->rows[i], &kinds[i], table, &sums[kinds[i].stack]);
	free(kinds);
	scale_all(rows, sums, cycles);
	return 0;
}

void runstages_rows_deinit(struct runstages_rows *rows)
{
	free(rows->rows);
	*rows = (struct runstages_rows){ .rows = NULL };
}
