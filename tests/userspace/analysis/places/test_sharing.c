// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_sharing.c - what a line is that goes from hart to hart, by the samples of both sides: at each
 * limit of the rules, and on either side of it
 */
#include "tools/clitest.h"

#include <string.h>

#include "analysis/places/sharing.h"

#define MOST	8

static const struct recording_thread threads[] = { { 1, 1, "one" }, { 1, 2, "two" }, { 0, 0, "swapper" } };

/* Lines with their accesses, which are put in the order of sharing.h. */
struct lines {
	struct sharing sharing;
	struct sharing_line lines[2];
	struct sharing_access accesses[2 * MOST];
};

static struct sharing_access *add(struct lines *lines, size_t line, size_t thread, enum sharing_kind kind,
				  unsigned int offset, uint64_t samples, uint64_t waited)
{
	struct sharing_access *access = &lines->accesses[lines->sharing.accesses_count++];
	struct sharing_line *of = &lines->lines[line];

	if (!of->count++)
		of->accesses = access;
	*access = (struct sharing_access){
		.thread = &threads[thread], .cpu = (uint32_t)thread, .line = (uint32_t)line, .offset = offset,
		.bytes = 8, .kind = kind, .code = { .bytes = 8 }, .parts = samples * 1000, .waited = waited * 1000,
		.location.address = 4 * lines->sharing.accesses_count, .samples = samples * PICS_SAMPLE,
		.waited_samples = waited * PICS_SAMPLE,
	};
	of->waited += access->waited;
	of->waited_samples += access->waited_samples;
	lines->sharing.lines = lines->lines;
	lines->sharing.accesses = lines->accesses;
	lines->sharing.count = line + 1;
	return access;
}

static enum sharing_verdict judge(struct lines *lines)
{
	sharing_judge(&lines->sharing);
	return lines->lines[0].verdict;
}

/* A load that waits, and the other side's stores to its own bytes and to the next ones. */
static enum sharing_verdict judge_load(uint64_t waited, uint64_t same, uint64_t other)
{
	struct lines lines = { .sharing.count = 0 };

	add(&lines, 0, 0, SHARING_LOAD, 0, waited, waited);
	if (same)
		add(&lines, 0, 1, SHARING_STORE, 0, same, 0);
	if (other)
		add(&lines, 0, 1, SHARING_STORE, 8, other, 0);
	return judge(&lines);
}

static void verdicts_take_samples(void **state)
{
	(void)state;
	assert_int_equal(judge_load(10, 0, 30), SHARING_FALSE);
	assert_int_equal(judge_load(9, 0, 30), SHARING_UNKNOWN);
	assert_int_equal(judge_load(10, 0, 29), SHARING_UNKNOWN);
	assert_int_equal(judge_load(1000, 0, 0), SHARING_UNKNOWN);
	assert_int_equal(judge_load(10, 3, 0), SHARING_TRUE);
	assert_int_equal(judge_load(10, 2, 0), SHARING_UNKNOWN);
	assert_int_equal(judge_load(9, 3, 0), SHARING_UNKNOWN);
	assert_int_equal(judge_load(10, 3, 27), SHARING_TRUE);
	assert_int_equal(judge_load(10, 3, 28), SHARING_FALSE);
}

/* A side that only reads takes no line from a reader, but it does from a writer. */
static void readers_conflict_with_writers(void **state)
{
	struct lines reads = { .sharing.count = 0 }, updates = reads;

	(void)state;
	add(&reads, 0, 0, SHARING_LOAD, 0, 20, 20);
	add(&reads, 0, 1, SHARING_LOAD, 0, 100, 0);
	assert_int_equal(judge(&reads), SHARING_UNKNOWN);
	add(&updates, 0, 0, SHARING_ATOMIC, 0, 20, 20);
	add(&updates, 0, 1, SHARING_LOAD, 8, 100, 0);
	assert_int_equal(judge(&updates), SHARING_FALSE);
	assert_ptr_equal(updates.accesses[0].other, &updates.accesses[1]);
	assert_false(updates.accesses[0].same);
}

/* Accesses overlap by bytes: one of them is enough. */
static void bytes_tell(void **state)
{
	struct lines lines = { .sharing.count = 0 };
	struct sharing_access *other;

	(void)state;
	add(&lines, 0, 0, SHARING_LOAD, 8, 20, 20);
	other = add(&lines, 0, 1, SHARING_STORE, 15, 40, 0);
	other->bytes = 1;
	assert_int_equal(judge(&lines), SHARING_TRUE);
	other->offset = 16;
	lines.accesses[0].other = NULL;
	lines.accesses[0].same = false;
	assert_int_equal(judge(&lines), SHARING_FALSE);
}

/* A message is written and read byte by byte, and waited for at its first byte: one instruction has them all. */
static void instructions_have_all_their_bytes(void **state)
{
	struct lines lines = { .sharing.count = 0 };

	(void)state;
	add(&lines, 0, 0, SHARING_LOAD, 0, 40, 40)->bytes = 1;
	for (unsigned int at = 0; at < MOST - 2; at++) {
		struct sharing_access *access = add(&lines, 0, 1, SHARING_STORE, 10 * at, 10, 0);

		access->bytes = 1;
		access->location.address = 0x200;
	}
	assert_int_equal(judge(&lines), SHARING_TRUE);
	assert_ptr_equal(lines.accesses[0].other, &lines.accesses[1]);
}

/* An element of an array for each thread: one instruction, whose bytes are those of its thread. */
static void elements_of_threads_are_apart(void **state)
{
	struct lines lines = { .sharing.count = 0 };

	(void)state;
	for (size_t thread = 0; thread < 2; thread++)
		for (unsigned int at = 0; at < 2; at++)
			add(&lines, 0, thread, at ? SHARING_STORE : SHARING_LOAD, (unsigned int)(32 * thread), 40,
			    at ? 0 : 20)->location.address = 0x100 + 4 * at;
	assert_int_equal(judge(&lines), SHARING_FALSE);
}

/* One thread is no other side, wherever it runs; the kernel's idle one is on each hart. */
static void sides_are_threads(void **state)
{
	struct lines moved = { .sharing.count = 0 }, idle = moved;

	(void)state;
	add(&moved, 0, 0, SHARING_LOAD, 0, 20, 20);
	add(&moved, 0, 0, SHARING_STORE, 0, 40, 0)->cpu = 1;
	assert_int_equal(judge(&moved), SHARING_UNKNOWN);
	add(&idle, 0, 2, SHARING_LOAD, 0, 20, 20);
	add(&idle, 0, 2, SHARING_STORE, 0, 40, 0)->cpu = 1;
	assert_int_equal(judge(&idle), SHARING_TRUE);
}

/* Waits of both kinds: three quarters make a verdict. */
static enum sharing_verdict judge_both(uint64_t same, uint64_t other)
{
	struct lines lines = { .sharing.count = 0 };

	add(&lines, 0, 0, SHARING_LOAD, 0, same, same);
	add(&lines, 0, 0, SHARING_LOAD, 32, other, other);
	add(&lines, 0, 1, SHARING_STORE, 0, 40, 0);
	return judge(&lines);
}

static void most_waiting_decides(void **state)
{
	(void)state;
	assert_int_equal(judge_both(75, 25), SHARING_TRUE);
	assert_int_equal(judge_both(74, 26), SHARING_MIXED);
	assert_int_equal(judge_both(26, 74), SHARING_MIXED);
	assert_int_equal(judge_both(25, 75), SHARING_FALSE);
}

/* Most of the waiting has to be known. */
static void unknown_waits_count(void **state)
{
	struct lines lines = { .sharing.count = 0 };
	struct sharing_access *alone;

	(void)state;
	add(&lines, 0, 0, SHARING_LOAD, 0, 10, 10);
	add(&lines, 0, 1, SHARING_STORE, 0, 5, 0);
	alone = add(&lines, 0, 1, SHARING_LOAD, 48, 10, 10);
	assert_int_equal(judge(&lines), SHARING_TRUE);
	alone->waited++;
	lines.lines[0].waited++;
	assert_int_equal(judge(&lines), SHARING_UNKNOWN);
}

static void atomics_that_take_are_locks(void **state)
{
	struct lines lines = { .sharing.count = 0 };

	(void)state;
	for (size_t thread = 0; thread < 2; thread++)
		add(&lines, 0, thread, SHARING_ATOMIC, 0, 20, 20);
	assert_int_equal(judge(&lines), SHARING_TRUE);
	lines.accesses[0].code.takes = true;
	assert_int_equal(judge(&lines), SHARING_CONVOY);
	assert_true(lines.accesses[0].word && lines.accesses[1].word);
	assert_int_equal(sharing_reason(&lines.sharing, &lines.accesses[1]), SHARING_CONVOY);
}

/* Elsewhere the threads wait longer: for the data that the lock guards. */
static void convoys_wait_at_the_lock(void **state)
{
	struct lines lines = { .sharing.count = 0 };
	struct sharing_access *data;

	(void)state;
	for (size_t thread = 0; thread < 2; thread++)
		add(&lines, 0, thread, SHARING_ATOMIC, 0, 20, 20)->code.takes = true;
	data = add(&lines, 1, 0, SHARING_LOAD, 0, 40, 40);
	add(&lines, 1, 1, SHARING_STORE, 0, 40, 0);
	assert_int_equal(judge(&lines), SHARING_LOCK);
	assert_int_equal(lines.lines[1].verdict, SHARING_TRUE);
	data->waited--;
	assert_int_equal(judge(&lines), SHARING_CONVOY);
}

/* Who spins and never writes waits for a flag or a message. */
static void spins_are_locks_if_both_write(void **state)
{
	struct lines lines = { .sharing.count = 0 };

	(void)state;
	add(&lines, 0, 0, SHARING_LOAD, 0, 20, 20)->code.spins = true;
	add(&lines, 0, 1, SHARING_STORE, 0, 20, 0);
	assert_int_equal(judge(&lines), SHARING_TRUE);
	add(&lines, 0, 0, SHARING_STORE, 0, 1, 0);
	assert_int_equal(judge(&lines), SHARING_CONVOY);
}

/* A ticket is drawn at another line than the one that is waited at. */
static void tickets_are_of_the_lock(void **state)
{
	static const struct symbols_location enter = { .function = "enter", .function_start = 0x100 };
	struct lines lines = { .sharing.count = 0 };

	(void)state;
	for (size_t thread = 0; thread < 2; thread++)
		add(&lines, 0, thread, SHARING_ATOMIC, 0, 20, 20)->location = enter;
	add(&lines, 1, 0, SHARING_LOAD, 0, 20, 20)->code.spins = true;
	lines.accesses[2].location = enter;
	for (size_t thread = 0; thread < 2; thread++)
		add(&lines, 1, thread, SHARING_STORE, 0, 20, 0);
	assert_int_equal(judge(&lines), SHARING_CONVOY);
	for (size_t i = 0; i < 2; i++)
		lines.accesses[i].code.counts = true;
	for (size_t i = 0; i < lines.sharing.accesses_count; i++)
		lines.accesses[i].word = false;
	assert_int_equal(judge(&lines), SHARING_TRUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts_take_samples),
		cmocka_unit_test(readers_conflict_with_writers),
		cmocka_unit_test(bytes_tell),
		cmocka_unit_test(instructions_have_all_their_bytes),
		cmocka_unit_test(elements_of_threads_are_apart),
		cmocka_unit_test(sides_are_threads),
		cmocka_unit_test(most_waiting_decides),
		cmocka_unit_test(unknown_waits_count),
		cmocka_unit_test(atomics_that_take_are_locks),
		cmocka_unit_test(convoys_wait_at_the_lock),
		cmocka_unit_test(spins_are_locks_if_both_write),
		cmocka_unit_test(tickets_are_of_the_lock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
