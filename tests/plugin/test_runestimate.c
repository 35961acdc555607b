// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_runestimate.c - cycles and slots of a run from windows of it, of random programs under the model
 *
 * TEA_SEED=N repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runestimate.h"
#include "observers/golden.h"
#include "observers/stages.h"
#include "random_stream.h"

#define ITEMS	6000

static struct tea_op ops[ITEMS];
static struct stream_item items[ITEMS];
static const struct tea_env env = { .walk = random_walk };
static struct tea_params params;

static int make_stream(void **state)
{
	struct random_source source;

	(void)state;
	random_begin(&source);
	random_params(&source, &params);
	random_program(&source, ops, ITEMS);
	random_stream(&source, ops, items, ITEMS);
	return 0;
}

static void count(struct tea_counts *counts)
{
	assert_int_equal(tea_counts_init(counts), 0);
	for (unsigned int i = 0; i < ITEMS; i++) {
		const struct tea_op *op = &items[i].op;

		if (op->trap != TEA_TRAP_INTERRUPT && op->site)
			assert_int_equal(tea_counts_executed(counts, op->site, op->pc, op->insn.class, 1), 0);
	}
}

/* Windows of @length, with @between in between: warm, and @lead of them in detail. */
static void run(struct lane *lane, struct window *windows, unsigned int length, unsigned int between,
		unsigned int lead)
{
	assert_int_equal(lane_init(lane, &params, &env, 0, 1), 0);
	assert_int_equal(lane_estimate(lane, 1U << OBSERVERS_NUMBER_stages), 0);
	for (unsigned int i = 0; i < ITEMS; i++) {
		const unsigned int at = i % (length + between), number = i / (length + between);
		struct stream_item item = items[i];

		windows[number] = (struct window){ .number = number, .weight = 1 };
		item.part.phase = at < between - lead ? PHASE_WARM : at < between ? PHASE_LEAD : PHASE_WINDOW;
		item.part.window = item.part.phase == PHASE_WINDOW ? &windows[number] : NULL;
		lane_take_step(lane, &item);
	}
	lane_finish(lane);
	assert_false(lane->estimate->failed);
}

/* A lane that has run, all executions, and the estimate of both. */
struct made {
	struct window windows[ITEMS];
	struct lane lane;
	struct tea_counts counts;
	struct runestimate_rows rows;
};

static struct made made;

/* Parts that twice a sum of rows is off at most: the largest row has the rest of a cycle, and each is rounded. */
static uint64_t rounded(void)
{
	return 2 * made.lane.observers.cycle_parts + 64;
}

/* As run(). */
static void make(unsigned int length, unsigned int between, unsigned int lead)
{
	run(&made.lane, made.windows, length, between, lead);
	count(&made.counts);
	assert_int_equal(runestimate_make(made.lane.estimate, &made.counts, &made.rows), 0);
}

static void end(void)
{
	runestimate_rows_deinit(&made.rows);
	tea_counts_deinit(&made.counts);
	lane_deinit(&made.lane);
}

/* Each is in a window, one behind the other: the estimate is the golden reference. */
static void test_windows_of_all_are_the_reference(void **state)
{
	const struct runestimate_rows *rows = &made.rows;
	struct tea_stacks_row *golden;
	struct lane full;
	size_t golden_count;

	(void)state;
	assert_int_equal(lane_init(&full, &params, &env, 1U << OBSERVERS_NUMBER_golden, 1), 0);
	for (unsigned int i = 0; i < ITEMS; i++)
		lane_step(&full, &items[i]);
	lane_sync(&full);
	assert_int_equal(tea_golden_sorted(full.observers.entries[0].self, &golden, &golden_count), 0);
	make(ITEMS, 0, 0);
	assert_int_equal(rows->count, golden_count);
	assert_int_equal(rows->parts, lane_cycles(&full) * full.observers.cycle_parts);
	for (size_t i = 0; i < golden_count; i++) {
		assert_int_equal(rows->rows[i].pc, golden[i].pc);
		assert_int_equal(rows->rows[i].psv, golden[i].psv);
		assert_int_equal(rows->rows[i].parts, golden[i].parts);
	}
	assert_int_equal(rows->unmet, 0);
	free(golden);
	lane_finish(&full);
	lane_deinit(&full);
	end();
}

static uint64_t parts_of(const struct runestimate_rows *rows, uint64_t pc)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < rows->count; i++)
		parts += rows->rows[i].pc == pc ? rows->rows[i].parts : 0;
	return parts;
}

/* Instructions of which no window has an execution, and their executions. */
static void count_unmet(const struct tea_counts *counts, unsigned int length, unsigned int between,
			uint64_t *unmet, uint64_t *executions)
{
	bool *met = calloc(counts->capacity, sizeof(*met));

	for (unsigned int i = 0; i < ITEMS; i++) {
		const struct tea_op *op = &items[i].op;

		met[op->site] |= i % (length + between) >= between && op->trap != TEA_TRAP_INTERRUPT;
	}
	*unmet = *executions = 0;
	for (size_t i = 0; i < counts->capacity; i++) {
		*unmet += counts->rows[i].executions && !met[i];
		*executions += met[i] ? 0 : counts->rows[i].executions;
	}
	free(met);
}

/* The sums of what windows executed of the instruction at @pc. */
static struct runratio_sums executed(const struct runestimate *estimate, uint64_t pc)
{
	struct runratio_sums sums = { 0 };

	for (size_t i = 0; i < estimate->sites_count; i++)
		if (estimate->sites[i].pc == pc)
			runratio_add(&sums, &estimate->sites[i].sums);
	return sums;
}

/* Windows have cycles, of an interrupt in its place, but no execution. */
static bool is_interrupted_alone(const struct runestimate *estimate, uint64_t pc)
{
	const struct runratio_sums sums = executed(estimate, pc);
	uint64_t parts = 0;

	for (uint32_t i = 1; i <= estimate->stacks.count && i < estimate->sums_count; i++)
		if (estimate->stacks.rows[i].pc == pc)
			parts += runratio_sum(&estimate->sums[i]);
	return !runratio_sum(&sums) && parts;
}

/* An estimate is of the run: twice the executions are twice the cycles. */
static void test_cycles_go_by_executions(void **state)
{
	struct runestimate_rows twice;
	uint64_t unmet, executions;

	(void)state;
	make(50, 450, 50);
	for (size_t i = 0; i < made.counts.capacity; i++)
		made.counts.rows[i].executions *= 2;
	assert_int_equal(runestimate_make(made.lane.estimate, &made.counts, &twice), 0);
	for (size_t i = 0; i < made.rows.count; i++) {
		const uint64_t pc = made.rows.rows[i].pc;
		const uint64_t one = parts_of(&made.rows, pc), two = parts_of(&twice, pc);

		/* of interrupts, which are no executions, there are as many */
		assert_true(two == one || is_interrupted_alone(made.lane.estimate, pc) ||
			    (two + rounded() > 2 * one && two < 2 * one + rounded()));
	}
	count_unmet(&made.counts, 50, 450, &unmet, &executions);
	assert_int_equal(made.rows.unmet, unmet);
	assert_int_equal(twice.unmet_executions, executions);
	runestimate_rows_deinit(&twice);
	end();
}

/* Take a group's windows out of the estimate, and put into @was what it had; or put them back. */
static void swap_group(struct runestimate *estimate, unsigned int group, uint64_t *was)
{
	for (size_t i = 0; i < estimate->sums_count + estimate->sites_count; i++) {
		struct runratio_sums *sums = i < estimate->sums_count ? &estimate->sums[i] :
						&estimate->sites[i - estimate->sums_count].sums;
		const uint64_t has = sums->of[group];

		sums->of[group] = was[i];
		was[i] = has;
	}
}

static bool is_same(const struct tea_stacks_row *row, const struct tea_stacks_row *other)
{
	return row->pc == other->pc && row->psv == other->psv && row->state == other->state &&
	       row->privilege == other->privilege;
}

static uint64_t parts_without(const struct runestimate_rows *others, const struct tea_stacks_row *row)
{
	for (size_t i = 0; i < others->count; i++)
		if (is_same(row, &others->rows[i]))
			return others->rows[i].parts;
	return 0;
}

/* @others: the estimate without @group. What no window met has other donors there, if there are any. */
static void check_deviations(const struct runestimate_rows *others, unsigned int group)
{
	for (size_t i = 0; i < made.rows.count; i++) {
		const struct tea_stacks_row *row = &made.rows.rows[i];
		const struct runratio_sums met = executed(made.lane.estimate, row->pc);
		const int64_t left = (int64_t)parts_without(others, row);
		const int64_t told = made.rows.deviations[i][group], off = left - (int64_t)row->parts - told;

		/*
		 * The largest row has the rest of a cycle, and interrupts are scaled, unless all executions
		 * of the instruction in whose place they came are in the group: then it is told that nothing
		 * is known.
		 */
		if (runratio_sum(&met) && (left != 0) != (told == -(int64_t)row->parts))
			assert_true(llabs(off) <= (int64_t)row->parts / 14 + (int64_t)rounded());
	}
}

/* Without a group's windows the estimate is what it would be of the others. */
static void test_deviations_are_those_without_a_group(void **state)
{
	struct runestimate *estimate;
	struct runestimate_rows others;
	uint64_t *was;

	(void)state;
	make(60, 40, 20);
	estimate = made.lane.estimate;
	was = calloc(estimate->sums_count + estimate->sites_count, sizeof(*was));
	for (unsigned int group = 0; group < RUNRATIO_GROUPS; group++) {
		swap_group(estimate, group, was);
		assert_int_equal(runestimate_make(estimate, &made.counts, &others), 0);
		check_deviations(&others, group);
		runestimate_rows_deinit(&others);
		swap_group(estimate, group, was);
	}
	free(was);
	end();
}

/* An instruction of the run, and what windows have of it. */
struct met {
	const struct tea_counts_row *row;
	uint64_t executions, parts;
	unsigned int groups;
};

static unsigned int magnitude(uint64_t executions)
{
	unsigned int twos = 0;

	for (; executions > 1; executions /= 2)
		twos++;
	return twos;
}

static size_t list_met(struct met *list)
{
	const struct runestimate *estimate = made.lane.estimate;
	struct runratio_sums sums;
	size_t count = 0;

	for (size_t i = 0; i < made.counts.capacity; i++) {
		const struct tea_counts_row *row = &made.counts.rows[i];
		struct met *at = &list[count];

		if (!row->executions)
			continue;
		sums = executed(estimate, row->pc);
		*at = (struct met){ .row = row, .executions = runratio_sum(&sums) };
		for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
			at->groups += sums.of[k] != 0;
		for (uint32_t k = 1; k <= estimate->stacks.count && at->executions; k++)
			if (estimate->stacks.rows[k].pc == row->pc)
				at->parts += runratio_sum(&estimate->sums[k]);
		count++;
	}
	return count;
}

/* The donor's order of magnitude: the nearest of those of its class that few windows met, then in memory. */
static bool find_magnitude(const struct met *list, size_t count, const struct met *at, unsigned int *found)
{
	const unsigned int own = magnitude(at->row->executions);
	uint64_t far = UINT64_MAX, near = UINT64_MAX, pc = 0;

	for (size_t i = 0; i < count; i++) {
		const unsigned int other = magnitude(list[i].row->executions);
		const uint64_t off = (uint64_t)llabs((int64_t)other - (int64_t)own);
		const uint64_t gap = (uint64_t)llabs((int64_t)(list[i].row->pc - at->row->pc));

		if (!list[i].parts || list[i].groups > 4 || list[i].row->class != at->row->class)
			continue;
		if (off > far || (off == far && (gap > near || (gap == near && list[i].row->pc > pc))))
			continue;
		far = off;
		near = gap;
		pc = list[i].row->pc;
		*found = other;
	}
	return far != UINT64_MAX;
}

/* Parts of @at, which no window met. */
static void check_imputed(const struct met *list, size_t count, const struct met *at)
{
	uint64_t executions = 0, parts = 0, told = parts_of(&made.rows, at->row->pc);
	unsigned int order;

	if (!find_magnitude(list, count, at, &order)) {
		assert_int_equal(told, 0);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const struct met *other = &list[i];

		if (!other->executions || other->groups > 4 || other->row->class != at->row->class ||
		    magnitude(other->row->executions) != order)
			continue;
		executions += other->executions;
		parts += other->parts;
	}
	assert_true(told + rounded() > at->row->executions * parts / executions);
	assert_true(told < at->row->executions * parts / executions + rounded());
}

/* What no window met costs for each execution what code does that few windows met. */
static void test_what_no_window_met_is_imputed(void **state)
{
	struct met *list;
	size_t count, imputed = 0;

	(void)state;
	make(50, 450, 50);
	list = calloc(made.counts.capacity, sizeof(*list));
	count = list_met(list);
	for (size_t i = 0; i < count; i++) {
		if (list[i].executions || is_interrupted_alone(made.lane.estimate, list[i].row->pc))
			continue;
		check_imputed(list, count, &list[i]);
		imputed += parts_of(&made.rows, list[i].row->pc) != 0;
	}
	print_message("# imputed: %zu of %zu instructions\n", imputed, count);
	free(list);
	end();
}

/* Two sites of one pc, where code was replaced, are one instruction, which a window of either meets. */
static void test_sites_of_one_pc_are_one(void **state)
{
	struct runratio_table table;
	struct tea_counts counts;

	(void)state;
	assert_int_equal(tea_counts_init(&counts), 0);
	for (uint32_t site = 1; site < 4; site++)
		assert_int_equal(tea_counts_executed(&counts, site, site == 2 ? 0x20 : 0x10, 0, 10 * site), 0);
	assert_int_equal(runratio_init(&table, &counts), 0);
	runratio_meet(&table, 0x10, &(struct runratio_sums){ .of = { 1 } });
	assert_int_equal(table.count, 2);
	assert_int_equal(runratio_find(&table, 0x10)->executions, 40);
	assert_int_equal(runratio_find(&table, 0x10)->sum, 1);
	assert_int_equal(runratio_find(&table, 0x20)->executions, 20);
	runratio_deinit(&table);
	tea_counts_deinit(&counts);
}

/* Slots of an instruction, or of all if that is 0. */
static uint64_t slots_of(const struct runstages_rows *rows, uint64_t pc, unsigned int stack, int component)
{
	uint64_t slots = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct runstages_row *row = &rows->rows[i];

		if (row->stack == stack && (!pc || row->pc == pc) &&
		    (component < 0 || row->component == component))
			slots += row->slots;
	}
	return slots;
}

/* Stacks are the width times the cycles, which are the same. */
static void check_whole(const struct runestimate_rows *rows)
{
	assert_int_equal(rows->stages.cycles * made.lane.observers.cycle_parts, rows->parts);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		assert_int_equal(slots_of(&rows->stages, 0, i, -1), rows->stages.width * rows->stages.cycles);
}

/* What the stages gave out, with all operations that passed, if that is less than a slot off once scaled. */
static void check_given(const struct tea_stages *stages, unsigned int stack, size_t site, uint64_t all)
{
	const uint64_t whole = made.rows.stages.width * made.rows.stages.cycles;

	for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
		const uint64_t given = k == TEA_COMPONENT_BASE ? stages->counts[site].passed :
				       stages->rows[site].slots[stack][k];
		const uint64_t slots =
			slots_of(&made.rows.stages, stages->counts[site].pc, stack, (int)k);

		assert_true(llabs((int64_t)(slots * all) - (int64_t)(given * whole)) <= (int64_t)all);
	}
}

static uint64_t given_at(const struct tea_stages *stages, unsigned int stack)
{
	uint64_t all = 0;

	for (size_t i = 0; i < stages->rows_count; i++) {
		all += stages->counts[i].passed;
		for (unsigned int k = TEA_COMPONENT_BASE + 1; k < TEA_COMPONENTS_COUNT; k++)
			all += stages->rows[i].slots[stack][k];
	}
	return all;
}

/* Each instruction is in a window: slots are those that the stages give out until the last one. */
static void test_slots_of_all_are_the_stages(void **state)
{
	const struct tea_stages *stages;
	struct lane full;

	(void)state;
	assert_int_equal(lane_init(&full, &params, &env, 1U << OBSERVERS_NUMBER_stages, 1), 0);
	for (unsigned int i = 0; i < ITEMS; i++)
		lane_step(&full, &items[i]);
	stages = full.observers.entries[0].self;
	make(ITEMS, 0, 0);
	check_whole(&made.rows);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (size_t site = 1; site < stages->rows_count; site++) {
			if (stages->counts[site].pc)
				check_given(stages, i, site, given_at(stages, i));
		}
	}
	end();
	lane_finish(&full);
	lane_deinit(&full);
}

/* One behind the other, windows have what one of all of them has. */
static void test_slots_of_windows_add_up(void **state)
{
	struct runestimate_rows one;

	(void)state;
	make(ITEMS, 0, 0);
	assert_int_equal(runestimate_make(made.lane.estimate, &made.counts, &one), 0);
	end();
	make(60, 0, 0);
	check_whole(&made.rows);
	assert_int_equal(made.rows.stages.cycles, one.stages.cycles);
	assert_int_equal(made.rows.stages.count, one.stages.count);
	for (size_t i = 0; i < one.stages.count; i++)
		assert_int_equal(made.rows.stages.rows[i].slots, one.stages.rows[i].slots);
	runestimate_rows_deinit(&one);
	end();
}

/* Without a group, too, stacks are the width times the cycles, but for what is rounded. */
static void test_slots_deviate_as_cycles_do(void **state)
{
	const struct runstages_rows *stages = &made.rows.stages;

	(void)state;
	make(60, 40, 20);
	check_whole(&made.rows);
	for (unsigned int group = 0; group < RUNRATIO_GROUPS; group++) {
		int64_t without[TEA_STACKS_COUNT] = { 0 }, parts = (int64_t)made.rows.parts, whole;

		for (size_t i = 0; i < made.rows.count; i++)
			parts += made.rows.deviations[i][group];
		whole = parts * stages->width / made.lane.observers.cycle_parts;
		for (size_t i = 0; i < stages->count; i++) {
			const int64_t slots = (int64_t)stages->rows[i].slots + stages->rows[i].deviations[group];

			assert_true(slots >= 0);
			without[stages->rows[i].stack] += slots;
		}
		for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
			assert_true(llabs(without[i] - whole) <= (int64_t)stages->count);
	}
	end();
}

static void expect_same(const struct runestimate *estimate)
{
	struct runestimate_rows rows;

	assert_int_equal(runestimate_make(estimate, &made.counts, &rows), 0);
	assert_int_equal(rows.count, made.rows.count);
	assert_memory_equal(rows.rows, made.rows.rows, rows.count * sizeof(*rows.rows));
	assert_memory_equal(rows.deviations, made.rows.deviations, rows.count * sizeof(*rows.deviations));
	assert_int_equal(rows.unmet_executions, made.rows.unmet_executions);
	runestimate_rows_deinit(&rows);
}

/* Sums that another run takes in are as good as its own. */
static void test_totals_are_all_there_is(void **state)
{
	struct runestimate_totals totals, none = { .rows = NULL };
	struct runestimate sum;

	(void)state;
	make(60, 40, 20);
	assert_int_equal(runestimate_totals(made.lane.estimate, &totals), 0);
	assert_int_equal(runestimate_init(&sum, made.lane.observers.cycle_parts), 0);
	assert_int_equal(runestimate_add_totals(&sum, &none), 0);
	assert_int_equal(runestimate_add_totals(&sum, &totals), 0);
	expect_same(&sum);
	for (size_t i = 1; i < totals.sites_count; i++)
		assert_true(totals.sites[i - 1].pc < totals.sites[i].pc);
	runestimate_deinit(&sum);
	runestimate_totals_deinit(&totals);
	end();
}

/* The last window is taken out: what is left, and it alone, are all. */
static void test_last_window_can_be_dropped(void **state)
{
	struct runestimate *estimate;
	struct runestimate sum;
	const struct window *last;
	uint64_t cycles = 0, executions = 0, left;

	(void)state;
	make(60, 40, 20);
	estimate = made.lane.estimate;
	last = estimate->last;
	assert_int_equal(last->number, (ITEMS - 1) / 100);
	assert_int_equal(runestimate_init(&sum, made.lane.observers.cycle_parts), 0);
	assert_int_equal(runestimate_add(&sum, estimate), 0);
	runestimate_drop_last(&sum, estimate);
	for (size_t i = 0; i < estimate->sites_count; i++) {
		left = sum.sites[i].sums.of[last->number % RUNRATIO_GROUPS];
		executions += estimate->sites[i].sums.of[last->number % RUNRATIO_GROUPS] - left;
		assert_true(left <= estimate->sites[i].sums.of[last->number % RUNRATIO_GROUPS]);
	}
	for (uint32_t i = 1; i <= estimate->stacks.count && i < estimate->sums_count; i++)
		for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
			cycles += estimate->sums[i].of[k] - sum.sums[i].of[k];
	/* instructions of the window, but for interrupts; at least four in a cycle */
	assert_in_range(executions, 30, 60);
	assert_in_range(cycles, 60 / 4 * made.lane.observers.cycle_parts / 2, UINT32_MAX);
	runestimate_deinit(&sum);
	end();
}

/* Of two threads: all that either has. */
static void test_threads_add_up(void **state)
{
	struct runestimate_rows both;
	struct runestimate sum;

	(void)state;
	make(60, 40, 20);
	assert_int_equal(runestimate_init(&sum, made.lane.observers.cycle_parts), 0);
	assert_int_equal(runestimate_add_stages(&sum, &params), 0);
	assert_int_equal(runestimate_add(&sum, made.lane.estimate), 0);
	assert_int_equal(runestimate_add(&sum, made.lane.estimate), 0);
	assert_int_equal(runestimate_make(&sum, &made.counts, &both), 0);
	assert_int_equal(made.rows.count, both.count);
	for (size_t i = 0; i < made.rows.count; i++) {
		const uint64_t pc = made.rows.rows[i].pc;
		const uint64_t one = parts_of(&made.rows, pc), two = parts_of(&both, pc);

		assert_true(two + rounded() > one && two < 2 * one + rounded());
	}
	assert_int_equal(made.rows.unmet, both.unmet);
	check_whole(&both);
	runestimate_deinit(&sum);
	runestimate_rows_deinit(&both);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_windows_of_all_are_the_reference),
		cmocka_unit_test(test_cycles_go_by_executions),
		cmocka_unit_test(test_deviations_are_those_without_a_group),
		cmocka_unit_test(test_what_no_window_met_is_imputed),
		cmocka_unit_test(test_sites_of_one_pc_are_one),
		cmocka_unit_test(test_slots_of_all_are_the_stages),
		cmocka_unit_test(test_slots_of_windows_add_up),
		cmocka_unit_test(test_slots_deviate_as_cycles_do),
		cmocka_unit_test(test_totals_are_all_there_is),
		cmocka_unit_test(test_last_window_can_be_dropped),
		cmocka_unit_test(test_threads_add_up),
	};

	return cmocka_run_group_tests_name("runestimate", tests, make_stream, NULL);
}
