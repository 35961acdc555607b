// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runestimate.c - the cycles of a run, from those of its windows: see runestimate.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runestimate.h"
#include "observers/siterows.h"

static bool has_room(uint32_t **list, size_t *size, size_t count)
{
	uint32_t *bigger;

	if (count < *size)
		return true;
	bigger = reallocarray(*list, 2 * *size + 64, sizeof(*bigger));
	if (!bigger)
		return false;
	*list = bigger;
	*size = 2 * *size + 64;
	return true;
}

/* Cycles */

static void add_parts(struct runestimate *estimate, uint32_t number, uint64_t parts)
{
	struct tea_stacks_row *row = &estimate->stacks.rows[number];

	if (!row->parts) {
		if (!has_room(&estimate->rows_met, &estimate->rows_met_size, estimate->rows_met_count)) {
			estimate->failed = true;
			return;
		}
		estimate->rows_met[estimate->rows_met_count++] = number;
	}
	row->parts += parts;
}

static void on_span(void *opaque, const struct tea_span *span)
{
	struct runestimate *estimate = opaque;
	const uint64_t parts = (span->end - span->begin) * estimate->stacks.share[span->slots];

	for (unsigned int i = 0; i < span->slots && parts; i++)
		add_parts(estimate, tea_stacks_find(&estimate->stacks, span->pc[i], span->psv[i],
						    span->state, span->privilege), parts);
}

int runestimate_init(struct runestimate *estimate, uint32_t cycle_parts)
{
	*estimate = (struct runestimate){ .window = NULL };
	return tea_stacks_init(&estimate->stacks, cycle_parts);
}

void runestimate_deinit(struct runestimate *estimate)
{
	tea_stacks_deinit(&estimate->stacks);
	free(estimate->sums);
	free(estimate->row_sites);
	free(estimate->sites);
	free(estimate->rows_met);
	free(estimate->sites_met);
	if (estimate->stages)
		runstages_deinit(estimate->stages);
	free(estimate->stages);
	*estimate = (struct runestimate){ .window = NULL };
}

int runestimate_add_stages(struct runestimate *estimate, const struct tea_params *params)
{
	estimate->stages = malloc(sizeof(*estimate->stages));
	if (estimate->stages && !runstages_init(estimate->stages, params))
		return 0;
	free(estimate->stages);
	estimate->stages = NULL;
	return -ENOMEM;
}

void runestimate_open(struct runestimate *estimate, const struct window *window, cycle_t now)
{
	for (size_t i = 0; i < estimate->rows_met_count; i++)
		estimate->stacks.rows[estimate->rows_met[i]].parts = 0;
	for (size_t i = 0; i < estimate->sites_met_count; i++)
		estimate->sites[estimate->sites_met[i]].here = 0;
	estimate->rows_met_count = estimate->sites_met_count = 0;
	estimate->window = window;
	tea_spans_init(&estimate->spans, now, on_span, estimate);
	if (estimate->stages)
		runstages_open(estimate->stages);
}

/* Executions */

static bool grow_sites(struct runestimate *estimate, uint32_t site)
{
	struct runestimate_site *sites = tea_siterows_grow(estimate->sites, &estimate->sites_count,
							sizeof(*sites), (size_t)site + 1);

	if (!sites)
		return false;
	estimate->sites = sites;
	return true;
}

static void execute(struct runestimate *estimate, uint32_t site, uint64_t pc)
{
	struct runestimate_site *at;

	if ((site >= estimate->sites_count && !grow_sites(estimate, site)) ||
	    !has_room(&estimate->sites_met, &estimate->sites_met_size, estimate->sites_met_count)) {
		estimate->failed = true;
		return;
	}
	at = &estimate->sites[site];
	if (!at->here++)
		estimate->sites_met[estimate->sites_met_count++] = site;
	at->pc = pc;
}

/* An interrupt comes in the place of an instruction, which is not executed. */
void runestimate_step(struct runestimate *estimate, const struct tea_op *op)
{
	if (op->trap != TEA_TRAP_INTERRUPT && op->site)
		execute(estimate, op->site, op->pc);
}

void runestimate_run(struct runestimate *estimate, const struct tea_run *run)
{
	for (uint32_t i = 0; i < run->count; i++) {
		const struct tea_recipe *recipe = &run->block->recipes[i];

		if (recipe->site)
			execute(estimate, recipe->site, run->block->pc + recipe->offset);
	}
}

/* Windows */

static bool grow_sums(struct runestimate *estimate)
{
	const size_t least = (size_t)estimate->stacks.count + 1;
	struct runratio_sums *sums = estimate->sums;

	if (least > estimate->sums_count)
		sums = tea_siterows_grow(sums, &estimate->sums_count, sizeof(*sums), least);
	if (sums)
		estimate->sums = sums;
	return sums;
}

/* Deviations */

/* The site of a row that was met, 0 for an interrupt: the same for all windows, so it is looked for once. */
static uint32_t site_of(struct runestimate *estimate, uint32_t row)
{
	const uint64_t pc = estimate->stacks.rows[row].pc;

	for (size_t i = 0; i < estimate->sites_met_count && !estimate->row_sites[row]; i++)
		if (estimate->sites[estimate->sites_met[i]].pc == pc)
			estimate->row_sites[row] = estimate->sites_met[i];
	return estimate->row_sites[row];
}

/* Parts that what the window executed had in those before it; all instructions alike where they are new. */
static double parts_before(const struct runestimate *estimate)
{
	const double mean = estimate->executions ? (double)estimate->parts / (double)estimate->executions : 0;
	double sum = 0;

	for (size_t i = 0; i < estimate->sites_met_count; i++) {
		const struct runestimate_site *site = &estimate->sites[estimate->sites_met[i]];

		sum += (double)site->here * (site->executions ? (double)site->parts / (double)site->executions :
								mean);
	}
	return sum;
}

static bool grow_row_sites(struct runestimate *estimate)
{
	const size_t least = (size_t)estimate->stacks.count + 1;
	uint32_t *sites = estimate->row_sites;

	if (least > estimate->row_sites_count)
		sites = tea_siterows_grow(sites, &estimate->row_sites_count, sizeof(*sites), least);
	if (sites)
		estimate->row_sites = sites;
	return sites;
}

/* How far the window is from what those before it say; then it is one of them. */
static void note_deviation(struct runestimate *estimate)
{
	const double before = parts_before(estimate);
	const bool first = !estimate->executions;
	uint64_t parts = 0;

	for (size_t i = 0; i < estimate->sites_met_count; i++) {
		struct runestimate_site *site = &estimate->sites[estimate->sites_met[i]];

		site->executions += site->here;
		estimate->executions += site->here;
	}
	for (size_t i = 0; i < estimate->rows_met_count; i++) {
		const uint32_t row = estimate->rows_met[i], site = site_of(estimate, row);

		parts += estimate->stacks.rows[row].parts;
		if (site)
			estimate->sites[site].parts += estimate->stacks.rows[row].parts;
	}
	estimate->parts += parts;
	if (!first)
		allotment_note(&estimate->allotment, estimate->window->begin,
			       ((double)parts - before) / estimate->stacks.share[1]);
}

void runestimate_close(struct runestimate *estimate)
{
	const struct window *window = estimate->window;
	const unsigned int group = window ? window->number % RUNRATIO_GROUPS : 0;

	if (!window)
		return;
	tea_spans_finish(&estimate->spans);
	estimate->failed |= estimate->stacks.failed || !grow_sums(estimate) || !grow_row_sites(estimate);
	if (!estimate->failed)
		note_deviation(estimate);
	for (size_t i = 0; i < estimate->rows_met_count && !estimate->failed; i++) {
		const struct tea_stacks_row *row = &estimate->stacks.rows[estimate->rows_met[i]];

		estimate->sums[estimate->rows_met[i]].of[group] += row->parts * window->weight;
	}
	for (size_t i = 0; i < estimate->sites_met_count; i++) {
		struct runestimate_site *site = &estimate->sites[estimate->sites_met[i]];

		site->sums.of[group] += site->here * window->weight;
	}
	if (estimate->stages)
		runstages_close(estimate->stages, window);
	estimate->last = window;
	estimate->window = NULL;
}

static uint32_t find_row(struct runestimate *estimate, const struct tea_stacks_row *row)
{
	return tea_stacks_find(&estimate->stacks, row->pc, row->psv, row->state, row->privilege);
}

static void add_row(struct runestimate *estimate, const struct tea_stacks_row *row,
		    const struct runratio_sums *sums)
{
	const uint32_t number = find_row(estimate, row);

	estimate->failed |= !number || !grow_sums(estimate);
	if (!estimate->failed && sums)
		runratio_add(&estimate->sums[number], sums);
}

static void add_rows(struct runestimate *estimate, const struct runestimate *more)
{
	for (uint32_t i = 1; i <= more->stacks.count && !estimate->failed; i++)
		add_row(estimate, &more->stacks.rows[i], i < more->sums_count ? &more->sums[i] : NULL);
}

int runestimate_add(struct runestimate *estimate, const struct runestimate *more)
{
	estimate->failed |= more->failed;
	if (more->sites_count > estimate->sites_count &&
	    !grow_sites(estimate, (uint32_t)more->sites_count - 1))
		estimate->failed = true;
	for (size_t i = 0; i < more->sites_count && !estimate->failed; i++) {
		if (more->sites[i].pc)
			estimate->sites[i].pc = more->sites[i].pc;
		runratio_add(&estimate->sites[i].sums, &more->sites[i].sums);
	}
	add_rows(estimate, more);
	if (estimate->stages && more->stages && !estimate->failed)
		estimate->failed = runstages_add(estimate->stages, more->stages);
	return estimate->failed ? -ENOMEM : 0;
}

void runestimate_drop_last(struct runestimate *estimate, const struct runestimate *more)
{
	const unsigned int group = more->last ? more->last->number % RUNRATIO_GROUPS : 0;

	for (size_t i = 0; i < more->rows_met_count && more->last; i++) {
		const struct tea_stacks_row *row = &more->stacks.rows[more->rows_met[i]];

		estimate->sums[find_row(estimate, row)].of[group] -= row->parts * more->last->weight;
	}
	for (size_t i = 0; i < more->sites_met_count && more->last; i++) {
		const uint32_t site = more->sites_met[i];

		estimate->sites[site].sums.of[group] -= more->sites[site].here * more->last->weight;
	}
}

/* Totals */

int runestimate_add_totals(struct runestimate *estimate, const struct runestimate_totals *more)
{
	const size_t first = estimate->sites_count;

	for (size_t i = 0; i < more->rows_count && !estimate->failed; i++)
		add_row(estimate, &more->rows[i], &more->sums[i]);
	if (more->sites_count && !grow_sites(estimate, (uint32_t)(first + more->sites_count - 1)))
		estimate->failed = true;
	for (size_t i = 0; i < more->sites_count && !estimate->failed; i++)
		estimate->sites[first + i] = more->sites[i];
	return estimate->failed ? -ENOMEM : 0;
}

static int compare_sites(const void *left, const void *right)
{
	const struct runestimate_site *a = left, *b = right;

	return a->pc < b->pc ? -1 : a->pc > b->pc;
}

/* Sites of the same pc are one. */
static void gather_sites(const struct runestimate *estimate, struct runestimate_totals *totals)
{
	size_t count = 0;

	for (size_t i = 0; i < estimate->sites_count; i++)
		if (runratio_sum(&estimate->sites[i].sums))
			totals->sites[count++] = estimate->sites[i];
	qsort(totals->sites, count, sizeof(*totals->sites), compare_sites);
	for (size_t i = 0; i < count; i++) {
		struct runestimate_site *last = &totals->sites[totals->sites_count] - 1;

		if (totals->sites_count && last->pc == totals->sites[i].pc)
			runratio_add(&last->sums, &totals->sites[i].sums);
		else
			totals->sites[totals->sites_count++] = totals->sites[i];
	}
}

static void gather_rows(const struct runestimate *estimate, struct runestimate_totals *totals)
{
	for (uint32_t i = 1; i <= estimate->stacks.count && i < estimate->sums_count; i++) {
		if (!runratio_sum(&estimate->sums[i]))
			continue;
		totals->rows[totals->rows_count] = estimate->stacks.rows[i];
		totals->rows[totals->rows_count++].parts = i;	/* until they are in order */
	}
	tea_stacks_sort(totals->rows, totals->rows_count);
	for (size_t i = 0; i < totals->rows_count; i++)
		totals->sums[i] = estimate->sums[totals->rows[i].parts];
}

int runestimate_totals(const struct runestimate *estimate, struct runestimate_totals *totals)
{
	*totals = (struct runestimate_totals){
		.rows = malloc((estimate->stacks.count + 1) * sizeof(*totals->rows)),
		.sums = malloc((estimate->stacks.count + 1) * sizeof(*totals->sums)),
		.sites = malloc((estimate->sites_count + 1) * sizeof(*totals->sites)),
	};
	if (!totals->rows || !totals->sums || !totals->sites) {
		runestimate_totals_deinit(totals);
		return -ENOMEM;
	}
	gather_rows(estimate, totals);
	gather_sites(estimate, totals);
	return 0;
}

void runestimate_totals_deinit(struct runestimate_totals *totals)
{
	free(totals->rows);
	free(totals->sums);
	free(totals->sites);
	*totals = (struct runestimate_totals){ .rows = NULL };
}

/* Rows */

static int make_table(struct runratio_table *table, const struct runestimate *estimate,
		      const struct tea_counts *counts)
{
	if (runratio_init(table, counts))
		return -ENOMEM;
	for (size_t i = 0; i < estimate->sites_count; i++)
		runratio_meet(table, estimate->sites[i].pc, &estimate->sites[i].sums);
	for (size_t i = 1; i <= estimate->stacks.count && i < estimate->sums_count; i++)
		runratio_spend(table, estimate->stacks.rows[i].pc, &estimate->sums[i]);
	runratio_impute(table);
	return 0;
}

/* The first of @rows, which are in order, at @pc or behind it. */
static size_t find_first(const struct tea_stacks_row *rows, size_t count, uint64_t pc)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (rows[middle].pc < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Copies of the donors' rows, if @copies is not NULL; returns how many. */
static size_t copy_rows(const struct runratio_table *table, const struct tea_stacks_row *rows, size_t count,
			struct tea_stacks_row *copies)
{
	size_t copied = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct runratio_executed *at = &table->list[i];

		for (size_t row = at->donor ? find_first(rows, count, at->donor->pc) : count;
		     row < count && rows[row].pc == at->donor->pc; row++, copied++) {
			if (copies) {
				copies[copied] = rows[row];
				copies[copied].pc = at->pc;
			}
		}
	}
	return copied;
}

/* In the order of their keys, with the number of what windows have in place of their parts. 0 or -ENOMEM. */
static int list_rows(struct runestimate_rows *rows, const struct runestimate *estimate,
		     const struct runratio_table *table)
{
	const size_t own = estimate->stacks.count;
	struct tea_stacks_row *list = malloc((own + 1) * sizeof(*list)), *all;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < own; i++) {
		list[i] = estimate->stacks.rows[i + 1];
		list[i].parts = i + 1;
	}
	tea_stacks_sort(list, own);
	rows->count = own + copy_rows(table, list, own, NULL);
	rows->deviations = malloc((rows->count + 1) * sizeof(*rows->deviations));
	all = reallocarray(list, rows->count + 1, sizeof(*list));
	rows->rows = all ? all : list;
	if (!all || !rows->deviations)
		return -ENOMEM;
	copy_rows(table, all, own, all + own);
	tea_stacks_sort(all, rows->count);
	return 0;
}

/* Whole cycles: the largest row has the rest. */
static void round_up(struct runestimate_rows *rows, uint64_t cycle_parts)
{
	size_t most = 0;

	for (size_t i = 0; i < rows->count; i++) {
		rows->parts += rows->rows[i].parts;
		most = rows->rows[i].parts > rows->rows[most].parts ? i : most;
	}
	if (!rows->parts)
		return;
	rows->rows[most].parts += (cycle_parts - rows->parts % cycle_parts) % cycle_parts;
	rows->parts += (cycle_parts - rows->parts % cycle_parts) % cycle_parts;
}

static bool is_same(const struct tea_stacks_row *row, const struct tea_stacks_row *other)
{
	return row->pc == other->pc && row->psv == other->psv && row->state == other->state &&
	       row->privilege == other->privilege;
}

/* What windows have as @number makes the parts of @row, which is of another instruction if it is imputed. */
static void fill_row(struct tea_stacks_row *row, int64_t deviations[RUNRATIO_GROUPS], uint64_t number,
		     const struct runestimate *estimate, const struct runratio_table *table)
{
	static const struct runratio_sums none;

	const struct runratio_executed *at = runratio_find(table, row->pc);
	const bool imputed = estimate->stacks.rows[number].pc != row->pc;

	/* of an instruction without executions in windows, these are no executions */
	if (at && at->donor && !imputed)
		at = NULL;
	row->parts = runratio_estimate(number < estimate->sums_count ? &estimate->sums[number] : &none, at,
				       deviations);
}

static void fill(struct runestimate_rows *rows, const struct runestimate *estimate,
		 const struct runratio_table *table)
{
	const size_t all = rows->count;

	rows->count = 0;
	for (size_t i = 0; i < all; i++) {
		struct tea_stacks_row *row = &rows->rows[rows->count];
		const uint64_t number = rows->rows[i].parts;	/* since it was put in order */

		*row = rows->rows[i];
		fill_row(row, rows->deviations[rows->count], number, estimate, table);
		if (rows->count && row->parts && is_same(row - 1, row)) {
			row[-1].parts += row->parts;
			for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
				rows->deviations[rows->count - 1][k] += rows->deviations[rows->count][k];
			continue;
		}
		rows->count += row->parts != 0;
	}
	for (size_t i = 0; i < table->count; i++) {
		const struct runratio_executed *at = &table->list[i];
		const bool unmet = at->donor || !at->sum;

		rows->unmet += unmet;
		rows->unmet_executions += unmet ? at->executions : 0;
	}
	/* a cycle's parts, as one of a single instruction has */
	round_up(rows, estimate->stacks.share[1]);
}

static int make_stages(struct runestimate_rows *rows, const struct runestimate *estimate,
		       const struct runratio_table *table)
{
	struct runstages_cycles cycles = {
		.parts = rows->parts, .cycle_parts = estimate->stacks.share[1],
	};

	if (!estimate->stages)
		return 0;
	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++) {
		cycles.without[i] = rows->parts;
		for (size_t row = 0; row < rows->count; row++)
			cycles.without[i] += (uint64_t)rows->deviations[row][i];
	}
	return runstages_make(estimate->stages, table, &cycles, &rows->stages);
}

int runestimate_make(const struct runestimate *estimate, const struct tea_counts *counts,
		  struct runestimate_rows *rows)
{
	struct runratio_table table;
	int err;

	*rows = (struct runestimate_rows){ .count = 0 };
	if (make_table(&table, estimate, counts))
		return -ENOMEM;
	err = list_rows(rows, estimate, &table);
	if (!err) {
		fill(rows, estimate, &table);
		err = make_stages(rows, estimate, &table);
	}
	runratio_deinit(&table);
	if (err)
		runestimate_rows_deinit(rows);
	return err;
}

void runestimate_rows_deinit(struct runestimate_rows *rows)
{
	free(rows->rows);
	free(rows->deviations);
	runstages_rows_deinit(&rows->stages);
	*rows = (struct runestimate_rows){ .rows = NULL };
}
