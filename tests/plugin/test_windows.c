// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_windows.c - each instruction has the same chance to be in a window, and weighs as much
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "windows.h"

#define RUN_MOST	64		/* instructions of a run */

/* The windows of a stream, as its runs come: their instructions, and the sum of their weights. */
struct drawn {
	uint64_t instructions, weighted, windows;
	uint64_t before;		/* lead-in before the last one */
};

/* Any number up to @most, from 1 on. */
static uint32_t below(uint32_t most)
{
	return (uint32_t)rand() % most + 1;
}

/* Whether the next window is near where a part begins that warms @at. */
static bool is_near(const struct windows *windows, uint64_t at)
{
	return windows->begin - WINDOWS_LEAD - at <= WINDOWS_STRAYS;
}

static void check(struct drawn *drawn, const struct part *part, const struct window **last,
		  uint32_t count)
{
	assert_int_equal(part->phase == PHASE_WINDOW, part->window != NULL);
	if (part->phase == PHASE_LEAD)
		drawn->before += count;
	if (part->window && part->window != *last) {
		assert_int_equal(part->window->number, drawn->windows);
		assert_true(!*last || part->window->weight >= (*last)->weight);
		/* but where the window before was too near */
		assert_true(drawn->before <= WINDOWS_LEAD + RUN_MOST);
		drawn->windows++;
		*last = part->window;
	}
	if (part->phase == PHASE_WINDOW || part->phase == PHASE_WARM)
		drawn->before = 0;
	if (!part->window)
		return;
	drawn->instructions += count;
	drawn->weighted += count * part->window->weight;
}

static struct drawn draw(uint64_t millionths, uint64_t seed, uint64_t instructions, uint32_t run_most)
{
	const struct sampling sampling = { .millionths = millionths, .seed = seed, .warm = WINDOWS_WARM_ALL };
	const struct window *last = NULL;
	struct drawn drawn = { .windows = 0 };
	struct windows windows;
	uint64_t phases = 0;

	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	while (windows.passed < instructions) {
		const uint32_t count = below(run_most);
		const struct part part = windows_take(&windows, count);

		assert_int_equal(part.strays, part.phase == PHASE_WARM &&
				 is_near(&windows, windows.passed - count));
		check(&drawn, &part, &last, count);
	}
	for (unsigned int i = 0; i <= PHASE_WINDOW; i++)
		phases += windows.phases[i];
	assert_int_equal(phases, windows.passed);
	assert_int_equal(windows.phases[PHASE_WINDOW], drawn.instructions);
	assert_int_equal(windows.count, drawn.windows);
	windows_deinit(&windows);
	return drawn;
}

static void test_weights_make_up_the_run(void **state)
{
	static const uint64_t shares[] = { 500000, 100000, 10000, 1000 };	/* millionths */
	const uint64_t instructions = 200000000;

	(void)state;
	srand(1);
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
		const struct drawn drawn = draw(shares[i], i, instructions, RUN_MOST);
		const double part = (double)drawn.instructions / (double)instructions;

		/* more than asked for at its begin, so that a short run has some, too */
		assert_true(part > 0.95e-6 * (double)shares[i]);
		assert_true(part < 1.05e-6 * (double)shares[i] + 700.0 * WINDOWS_CELL / (double)instructions);
		assert_true(drawn.windows >= WINDOWS_PART);
		assert_in_range(drawn.weighted, instructions - instructions / 40, instructions + instructions / 40);
	}
}

/* Over all seeds, each cell of the run's begin is in a window as often as its stratum has cells. */
static void test_cells_have_equal_chances(void **state)
{
	enum { CELLS = 400, SEEDS = 4000 };
	static double hits[CELLS];

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		const struct sampling sampling = { .millionths = 10000, .seed = seed, .warm = WINDOWS_WARM_ALL };
		struct windows windows;

		assert_int_equal(windows_init(&windows, &sampling, 0), 0);
		while (windows.passed < (uint64_t)CELLS * WINDOWS_CELL) {
			const uint64_t cell = windows.passed / WINDOWS_CELL;
			const struct part part = windows_take(&windows, WINDOWS_CELL);

			hits[cell] += part.window ? (double)part.window->weight / SEEDS : 0;
		}
		windows_deinit(&windows);
	}
	/* of weight up to 6: deviations of sqrt(5 / 4000) */
	for (unsigned int i = 0; i < CELLS; i++)
		assert_true(hits[i] > 0.8 && hits[i] < 1.2);
}

static void test_seeds_and_streams_differ(void **state)
{
	struct sampling sampling = { .millionths = 10000, .seed = 7, .warm = WINDOWS_WARM_ALL };
	struct windows windows[3];
	unsigned int same[2] = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		sampling.seed = i == 2 ? 8 : 7;
		assert_int_equal(windows_init(&windows[i], &sampling, i == 1), 0);
	}
	for (unsigned int n = 0; n < 1000; n++) {
		for (unsigned int i = 0; i < 3; i++)
			windows_advance(&windows[i]);
		same[0] += windows[0].begin == windows[1].begin;
		same[1] += windows[0].begin == windows[2].begin;
	}
	assert_true(same[0] < 700 && same[1] < 700);
	for (unsigned int i = 0; i < 3; i++)
		windows_deinit(&windows[i]);
}

/* What is between instructions belongs where the next of them does, and counts for nothing. */
static void test_events_take_no_room(void **state)
{
	const struct sampling sampling = { .millionths = 10000, .seed = 1, .warm = WINDOWS_WARM_ALL };
	struct windows windows;

	(void)state;
	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	for (unsigned int i = 0; i < 100000; i++) {
		const struct part event = windows_take(&windows, 0), part = windows_take(&windows, 1);

		assert_int_equal(event.phase, part.phase);
		assert_ptr_equal(event.window, part.window);
	}
	assert_int_equal(windows.passed, 100000);
	windows_deinit(&windows);
}

/* So many instructions warm before a lead-in, and what is before them is skipped, however it comes. */
static void test_the_last_before_a_window_warm(void **state)
{
	const struct sampling sampling = {
		.millionths = 10000, .seed = 3, .warm = 20 * WINDOWS_CELL * WINDOWS_WARM_PART,
	};
	struct windows windows;
	uint64_t warm = 0, window = 0, seen = 0, weighted = 0;

	(void)state;
	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	assert_int_equal(windows.cell, 20 * WINDOWS_CELL);
	while (windows.passed < 2000000000) {
		const uint32_t count = below(RUN_MOST);
		const struct part part = windows_take(&windows, count);
		const uint64_t left = windows_skip(&windows);

		if (part.phase == PHASE_SKIP && left > 1) {
			assert_int_equal(warm, 0);
			windows_skipped(&windows, left + below(RUN_MOST) - 1);
		}
		warm = part.phase == PHASE_WARM ? warm + count : part.phase == PHASE_LEAD ? warm : 0;
		assert_true(warm <= sampling.warm + RUN_MOST);
		if (!part.window)
			continue;
		window += count;
		weighted += count * part.window->weight;
		seen = part.window->number;
	}
	for (unsigned int i = 0; i <= PHASE_WINDOW; i++)
		warm += windows.phases[i];
	assert_int_equal(warm, windows.passed);
	assert_in_range(weighted, 1900000000, 2100000000);
	assert_in_range(window, seen * (20 * WINDOWS_CELL - RUN_MOST), (seen + 1) * (20 * WINDOWS_CELL + RUN_MOST));
	assert_true(windows.phases[PHASE_SKIP] > windows.passed / 2);
	assert_in_range(windows.phases[PHASE_WARM], 0, (seen + 1) * (sampling.warm + RUN_MOST));
	windows_deinit(&windows);
}

#define STREAM		6000000		/* instructions */
#define PIECE		8		/* instructions of a run */
#define SEEN_MOST	2000		/* windows */

/* A stream: where each of its windows began, and where it was stopped. */
struct seen {
	uint64_t at[SEEN_MOST];		/* instructions that had passed, those not counted, too */
	uint64_t count;
	struct windows_state stopped;
	uint64_t phases[PHASE_WINDOW + 1];
};

static uint64_t now(const struct windows *windows)
{
	return windows->passed + (uint64_t)windows->lost;
}

/* What is skipped comes in pieces, too; one more passes behind it, which is not counted. */
static void skip_part(struct windows *windows)
{
	const uint64_t left = windows_skip(windows);

	if (!left)
		return;
	windows_skipped(windows, (left + PIECE - 1) / PIECE * PIECE);
	windows_lose(windows, PIECE);
}

/* The rest of a stream, stopped behind @stop instructions; 0: it is not. */
static void pass(struct windows *windows, struct seen *seen, uint64_t stop)
{
	while (now(windows) < STREAM) {
		const struct part part = windows_take(windows, PIECE);

		if (part.window && part.window->number >= seen->count) {
			seen->count = part.window->number + 1;
			seen->at[part.window->number] = now(windows) - PIECE;
		}
		if (part.phase == PHASE_SKIP)
			skip_part(windows);
		if (now(windows) <= stop)
			seen->stopped = windows->state;
	}
	memcpy(seen->phases, windows_phases(windows), sizeof(seen->phases));
}

static void check_resumed(uint64_t warm, uint64_t stop, uint64_t off)
{
	const struct sampling sampling = { .millionths = 10000, .seed = 5, .warm = warm };
	struct seen all = { .count = 0 }, rest = { .count = 0 };
	struct windows windows, resumed;

	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	pass(&windows, &all, stop);
	assert_true(all.stopped.passed <= stop && all.stopped.count < all.count);
	assert_int_equal(windows_init(&resumed, &sampling, 0), 0);
	windows_resume(&resumed, &all.stopped);
	pass(&resumed, &rest, 0);
	assert_int_equal(rest.count, all.count);
	for (uint64_t i = 0; i < all.count; i++)
		assert_true(i < all.stopped.count ? !rest.at[i] : llabs((long long)(rest.at[i] - all.at[i])) <= (long long)off);
	assert_int_equal(rest.phases[PHASE_WINDOW], all.phases[PHASE_WINDOW]);
	assert_int_equal(rest.phases[PHASE_LEAD], all.phases[PHASE_LEAD]);
	/* more before the first one */
	if (warm != WINDOWS_WARM_ALL)
		off += windows_warm_resumed(&sampling);
	assert_true(rest.phases[PHASE_WARM] >= all.phases[PHASE_WARM] - (off ? 2 * PIECE : 0) &&
		    rest.phases[PHASE_WARM] <= all.phases[PHASE_WARM] + off);
	windows_deinit(&windows);
	windows_deinit(&resumed);
}

/* In another run the windows behind the last whole one come where they would have. */
static void test_resumed_streams_have_the_same_windows(void **state)
{
	(void)state;
	for (uint64_t stop = 100; stop < STREAM - 500000; stop += 330000) {
		check_resumed(WINDOWS_WARM_ALL, stop, 0);
		/* the next one has a stretch skipped before it, or not */
		check_resumed(6000, stop, 2 * PIECE);
	}
}

/* A stream that ended comes to no other window, but has had what it had. */
static void test_ended_streams_have_no_more(void **state)
{
	const struct sampling sampling = { .millionths = 10000, .seed = 5, .warm = WINDOWS_WARM_ALL };
	struct windows_state ended = { .count = 100, .passed = 1000000, .ended = true };
	struct windows windows;

	(void)state;
	ended.phases[PHASE_WARM] = 123;
	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	windows_resume(&windows, &ended);
	while (windows.passed < 2000000)
		assert_int_equal(windows_take(&windows, PIECE).phase, PHASE_SKIP);
	assert_true(windows_skip(&windows) > UINT64_C(1) << 60);
	assert_int_equal(windows.count, 100);
	assert_int_equal(windows_phases(&windows)[PHASE_WARM], 123);
	windows_deinit(&windows);
}

/* Windows of 200 million instructions: three parts of 16 million deviate twenty times as much as the others. */
static struct allotment uneven(void)
{
	struct allotment allotment = { .length = 0 };

	for (uint64_t at = 0; at < 200000000; at += 20000)
		allotment_note(&allotment, at, at / 16777216 % 4 == 1 ? 4000 : 200);
	allotment_weigh(&allotment);
	return allotment;
}

static void test_windows_are_where_others_deviate(void **state)
{
	struct allotment allotment = uneven();
	const struct sampling sampling = {
		.millionths = 10000, .seed = 3, .warm = WINDOWS_WARM_ALL, .allotments = { &allotment, 1 },
	};
	uint64_t weighted = 0, windows_in[2] = { 0 }, all;
	const struct window *last = NULL;
	struct windows windows;

	(void)state;
	all = draw(sampling.millionths, sampling.seed, 200000000, 1).windows;
	assert_int_equal(windows_init(&windows, &sampling, 0), 0);
	while (windows.passed < 200000000) {
		const struct part part = windows_take(&windows, 1);

		weighted += part.window ? part.window->weight : 0;
		if (part.window && part.window != last) {
			assert_int_equal(part.window->begin, windows.passed - 1);
			windows_in[part.window->begin / 16777216 % 4 == 1]++;
		}
		last = part.window ? part.window : last;
	}
	windows_deinit(&windows);
	/* of equal size: 3 of 12 parts; densities are bounded, and the first windows are dense in any case */
	assert_true(windows_in[1] > 2 * windows_in[0]);
	assert_in_range(windows_in[0] + windows_in[1], all * 8 / 10, all * 12 / 10);
	assert_in_range(weighted, 200000000 - 200000000 / 20, 200000000 + 200000000 / 20);
}

/* A part that few windows tell of is near the mean, and a run that does not deviate has windows as without. */
static void test_allotments_are_bounded(void **state)
{
	struct allotment allotment = { .length = 0 };
	double sum = 0;

	(void)state;
	for (uint64_t i = 0; i < 64; i++)
		for (unsigned int k = 0; k < 50; k++)
			allotment_note(&allotment, i * ALLOTMENT_LEAST, i ? 1 : 1e6);
	allotment_weigh(&allotment);
	for (size_t i = 0; i < ALLOTMENT_PARTS; i++) {
		assert_true(allotment.density[i] >= 1.0 / ALLOTMENT_BOUND);
		assert_true(allotment.density[i] <= ALLOTMENT_BOUND);
		sum += allotment.density[i];
	}
	assert_true(allotment.density[0] > 6 && sum > 0.9 * ALLOTMENT_PARTS && sum < 1.1 * ALLOTMENT_PARTS);
	allotment = (struct allotment){ .length = 0 };
	for (uint64_t i = 0; i < 200; i++)
		allotment_note(&allotment, i * ALLOTMENT_LEAST, 0);
	assert_int_equal(allotment.length, 4 * ALLOTMENT_LEAST);
	assert_int_equal(allotment_count(&allotment), 50);
	allotment_weigh(&allotment);
	assert_int_equal(allotment_cells(&allotment, 0, WINDOWS_CELL, 100), 100);
	assert_int_equal(allotment_cells(&allotment, 300 * ALLOTMENT_LEAST, WINDOWS_CELL, 100), 100);
}

static void test_allotments_are_read_as_written(void **state)
{
	struct allotment allotment = uneven();
	const struct allotments all = { &allotment, 1 };
	struct allotments read;
	char path[] = "/tmp/test_windows.XXXXXX", *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	allotments_put(&all, file);
	fclose(file);
	assert_non_null(strstr(text, "\"part\":4194304,\"windows\":[210,"));
	free(text);
	file = fdopen(mkstemp(path), "w");
	fprintf(file, "1\n%" PRIu64 " %zu\n", allotment.length, allotment_count(&allotment));
	for (size_t i = 0; i < allotment_count(&allotment); i++)
		fprintf(file, "%" PRIu64 " %.17g\n", allotment.parts[i].windows, allotment.parts[i].squares);
	fclose(file);
	assert_int_equal(allotments_read(&read, path), 0);
	assert_memory_equal(read.list[0].density, allotment.density, sizeof(allotment.density));
	allotments_deinit(&read);
	file = fopen(path, "w");
	fprintf(file, "1\n1048576 65\n");
	fclose(file);
	assert_int_equal(allotments_read(&read, path), -1);
	unlink(path);
	assert_int_equal(allotments_read(&read, path), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_weights_make_up_the_run),
		cmocka_unit_test(test_cells_have_equal_chances),
		cmocka_unit_test(test_seeds_and_streams_differ),
		cmocka_unit_test(test_events_take_no_room),
		cmocka_unit_test(test_resumed_streams_have_the_same_windows),
		cmocka_unit_test(test_ended_streams_have_no_more),
		cmocka_unit_test(test_the_last_before_a_window_warm),
		cmocka_unit_test(test_windows_are_where_others_deviate),
		cmocka_unit_test(test_allotments_are_bounded),
		cmocka_unit_test(test_allotments_are_read_as_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
