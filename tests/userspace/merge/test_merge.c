// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_merge.c - intervals of merged profiles against the spread of fleets, and which machines are
 * unlike the others
 *
 * Fleets are drawn whose truth is known: a machine's shares vary around the fleet's by a known
 * deviation, and its samples are multinomial. The interval of each row has to hold the fleet's
 * share in 95 of 100 fleets. The seed is fixed; TEA_MERGE_DRAWS draws more of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/places/chance.h"
#include "analysis/places/rows.h"
#include "merge/merge.h"

#define ROWS		3		/* instructions: two of one object, and one of another */
#define SAMPLES		400		/* of a machine: so many to four times as many */
#define PERIOD		1000
#define DRAWS		300
#define SHOWN		4		/* each instruction, and the first object */
#define NEAR		0.02		/* of 0.95, apart from the chance of the draws */

/* The fleet's shares, and how much those of machines deviate from them. */
static const double shares[ROWS] = { 0.1, 0.25, 0.65 }, deviations[ROWS] = { 0.02, 0.06, 0 };

static unsigned short seed[3] = { 20, 26, 11 };
static char directory[] = "/tmp/test_merge-XXXXXX";

static double normal(void)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += erand48(seed);
	return sum;
}

static const char *path_of(unsigned int machine, char path[64])
{
	snprintf(path, 64, "%s/%u", directory, machine);
	return path;
}

static void write_machine(unsigned int machine, const unsigned int counts[ROWS])
{
	char path[64];
	FILE *file = fopen(path_of(machine, path), "w");
	unsigned int samples = 0;

	assert_non_null(file);
	for (int i = 0; i < ROWS; i++)
		samples += counts[i];
	fprintf(file, "{\"tea_profile\":1,\"parts_per_cycle\":1,\"command\":[\"prog\"],"
		"\"config\":{},\"period\":%d,\"total_cycles\":%u,\"samples\":%u,\"lost\":0,"
		"\"mappings\":["
		"{\"start\":\"0x10000\",\"end\":\"0x11000\",\"offset\":\"0x0\",\"path\":\"/1\"},"
		"{\"start\":\"0x20000\",\"end\":\"0x21000\",\"offset\":\"0x0\",\"path\":\"/2\"}],"
		"\"tea\":[", PERIOD, samples * PERIOD, samples);
	for (int i = 0; i < ROWS; i++)
		fprintf(file, "%s[\"0x%x\",0,0,0,%u]", i ? "," : "",
			i < 2 ? 0x10100 + 4 * i : 0x20100, counts[i] * PERIOD);
	fputs("]}\n", file);
	assert_int_equal(fclose(file), 0);
}

/* A machine of the fleet, whose first share is @more than it would have been. */
static void draw_machine(unsigned int machine, double more)
{
	const unsigned int samples = SAMPLES + (unsigned int)(3 * SAMPLES * erand48(seed));
	unsigned int counts[ROWS] = { 0 };
	double own[ROWS], left = 1;

	for (int i = 0; i < ROWS; i++)
		own[i] = shares[i] + deviations[i] * normal();
	own[0] += more;
	for (int i = 0; i < ROWS - 1; i++)
		left -= own[i];
	own[ROWS - 1] = left;
	for (unsigned int n = 0; n < samples; n++) {
		double at = erand48(seed);
		int row = 0;

		while (row < ROWS - 1 && at >= own[row])
			at -= own[row++];
		counts[row]++;
	}
	write_machine(machine, counts);
}

static void merge_machines(unsigned int machines, struct mergelist *list, struct merge *merge)
{
	const struct recording_options options = { .symfs = "" };
	struct fault fault = { "" };
	char path[64], label[16];

	*list = (struct mergelist){ 0 };
	*merge = (struct merge){ 0 };
	for (unsigned int i = 0; i < machines; i++) {
		snprintf(label, sizeof(label), "m%05u", i);
		assert_int_equal(mergelist_add(list, path_of(i, path), label, &fault), 0);
	}
	assert_int_equal(mergelist_deal(list, &options.progress, &fault), 0);
	if (merge_read(merge, list, &options, &fault))
		fail_msg("%s", fault.text);
}

static void open_merged(struct merge *merge, struct recording *recording)
{
	struct recording_options options = { .symfs = "" };
	struct fault fault;
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/merged", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	merge_write(merge, file);
	assert_int_equal(fclose(file), 0);
	options.path = path;
	if (recording_open(recording, &options, &fault))
		fail_msg("%s", fault.text);
	unlink(path);
}

/* Which of the intervals of the rows by @by hold the truth: those from number @first on. */
static void count_rows(struct recording *recording, enum rows_by by, unsigned int first,
		       unsigned int held[SHOWN])
{
	const struct rows_options options = { .by = by };
	struct rows rows;

	assert_int_equal(rows_fold(&rows, recording, recording->shown, &options), 0);
	for (size_t i = 0; i < rows.count; i++) {
		const struct pics_stack *stack = rows.rows[i].stack;
		const bool one = !strcmp(rows.rows[i].location.object->path, "/1");
		const uint64_t address = rows.rows[i].location.address;
		const unsigned int row = !one ? 2 : by == ROWS_BY_OBJECT ? 3 : address == 0x104;
		const double truth = row < ROWS ? shares[row] : shares[0] + shares[1];
		const struct pics_stack *total = &rows.total.stacks[0];

		if (row < first)
			continue;
		held[row] += fabs((double)stack->parts / (double)total->parts - truth) <=
			     chance_margin(stack->parts, &stack->weight, total);
	}
	rows_deinit(&rows);
}

static void hold(unsigned int machines, unsigned int draws)
{
	unsigned int held[SHOWN] = { 0 };
	struct recording recording;
	struct mergelist list;
	struct merge merge;

	for (unsigned int draw = 0; draw < draws; draw++) {
		for (unsigned int i = 0; i < machines; i++)
			draw_machine(i, 0);
		merge_machines(machines, &list, &merge);
		open_merged(&merge, &recording);
		count_rows(&recording, ROWS_BY_INSTRUCTION, 0, held);
		count_rows(&recording, ROWS_BY_OBJECT, 3, held);
		recording_close(&recording);
		merge_deinit(&merge);
		mergelist_deinit(&list);
	}
	for (int i = 0; i < SHOWN; i++) {
		double share = (double)held[i] / draws, chance = 2.6 * sqrt(0.95 * 0.05 / draws);

		print_message("%u machines, row %d: %.2f %% of %u intervals "
			      "hold\n", machines, i, 100 * share,
			      draws);
		assert_true(fabs(share - CHANCE_LEVEL) <= NEAR + chance);
	}
}

static unsigned int draws_wanted(unsigned int usual)
{
	const char *text = getenv("TEA_MERGE_DRAWS");

	return text ? (unsigned int)strtoul(text, NULL, 10) : usual;
}

static void test_few_machines(void **state)
{
	(void)state;
	hold(5, draws_wanted(DRAWS));
	hold(20, draws_wanted(DRAWS));
}

/* Of 32 groups some have four machines, and most have three. */
static void test_dealt_machines(void **state)
{
	(void)state;
	hold(100, draws_wanted(DRAWS / 3));
}

/*
 * Of 40 machines, 3 that spend half of their cycles elsewhere are named, with that row; of like
 * ones none.
 */
static void test_outliers(void **state)
{
	struct mergelist list;
	struct merge merge;

	(void)state;
	for (unsigned int unlike = 0; unlike <= 3; unlike += 3) {
		for (unsigned int i = 0; i < 40; i++)
			draw_machine(i, i % 13 == 5 && i / 13 < unlike ? 0.5 : 0);
		merge_machines(40, &list, &merge);
		assert_int_equal(merge.cells.outliers, unlike);
		for (size_t i = 0; i < merge.cells.machines_count; i++) {
			const struct mergecells_machine *machine = &merge.cells.machines[i];

			assert_int_equal(machine->outlier, machine->number % 13 == 5 &&
					 machine->number / 13 < unlike);
			assert_true(!machine->outlier ||
				    fabs(machine->there - machine->elsewhere) > 0.3);
		}
		merge_deinit(&merge);
		mergelist_deinit(&list);
	}
}

/* Machines that have the same shares differ by chance alone; those that do not, hardly by it. */
static void test_between(void **state)
{
	const unsigned int alike[2] = { 1000, 3000 };
	double between[2];
	struct mergelist list;
	struct merge merge;

	(void)state;
	for (int i = 0; i < 2; i++) {
		for (unsigned int machine = 0; machine < 50; machine++) {
			unsigned int counts[ROWS] = { 0 };

			for (unsigned int n = 0; n < alike[i]; n++)
				counts[erand48(seed) < (i ? machine % 2 ? 0.2 : 0.8 : 0.5) ? 0 :
											     2]++;
			write_machine(machine, counts);
		}
		merge_machines(50, &list, &merge);
		between[i] = merge.between;
		merge_deinit(&merge);
		mergelist_deinit(&list);
	}
	print_message("between machines: %.3f of like ones, %.3f of "
		      "others\n", between[0], between[1]);
	assert_true(between[0] < 0.4 && between[1] > 0.99);
}

static int set_up(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
	char path[64];

	(void)state;
	for (unsigned int i = 0; i < 100; i++)
		unlink(path_of(i, path));
	return rmdir(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few_machines), cmocka_unit_test(test_dealt_machines),
		cmocka_unit_test(test_outliers), cmocka_unit_test(test_between),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
