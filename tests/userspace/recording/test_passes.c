// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_passes.c - samples find the state at their time, wherever that stands in the file
 *
 * Random histories of processes and threads are written in several orders. Whatever the order, and
 * however often it has to be read for that, the recording is the same.
 */
#include "tools/clitest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/perfwriter.h"
#include "recording/recording.h"

#define TEXT	0x10000
#define CPUS	3
#define TASKS	6
#define THINGS	400

enum kind { MAPPED, FORKED, NAMED, EXECED, SAMPLED, KINDS };

/* An event at a time, which is its place in the history. */
struct thing {
	enum kind kind;
	uint32_t cpu, tid, other;
	uint64_t address;
};

static char directory[] = "/tmp/test_passes.XXXXXX";

static void make_history(struct thing *things, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		unsigned int dice = (unsigned int)rand() % 16;

		things[i] = (struct thing){
			.kind = dice < SAMPLED ? dice : SAMPLED,
			.cpu = (uint32_t)rand() % CPUS, .tid = 1 + (uint32_t)rand() % TASKS,
			.other = 1 + (uint32_t)rand() % TASKS,
			.address = TEXT + (uint64_t)(rand() % 8) * 0x1000,
		};
	}
}

static void put(struct writer *writer, const struct thing *things, size_t time)
{
	static const char *const names[] = { "/one", "/two", "/three" };
	static const uint16_t psv[4] = { 0x40, 0x40, 0x40, 0x40 };
	const struct thing *thing = &things[time];
	struct writer_where where = {
		.cpu = thing->cpu, .pid = thing->tid, .tid = thing->tid, .time_ns = time,
	};

	switch (thing->kind) {
	case MAPPED:
		writer_mmap(writer, &where, thing->tid, thing->address, 0x2000, 0,
			    names[thing->other % COUNT(names)]);
		break;
	case FORKED:
		if (thing->other != thing->tid)
			writer_fork(writer, &where, thing->other, thing->other);
		break;
	case NAMED:
	case EXECED:
		writer_comm(writer, &where, names[thing->other % COUNT(names)],
			    thing->kind == EXECED);
		break;
	default:
		writer_group(writer, &where, 1, psv, 2, thing->address, 1000 + time);
	}
}

/* How far the file was, and of how much, whenever more of it was read. */
struct steps {
	size_t count;
	uint64_t done, total;
};

static void count_steps(void *context, const char *what, uint64_t done, uint64_t total)
{
	struct steps *steps = context;

	assert_string_equal(what, "reading");
	steps->count++;
	steps->done = done;
	steps->total = total;
}

static int compare_lines(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* All places with their cycles as sorted text; ends the writer. */
static char *read_back(struct writer *writer, struct steps *steps)
{
	struct recording_options options = {
		.path = writer_save(writer, directory), .symfs = "/nowhere",
		.progress = { count_steps, steps },
	};
	struct recording recording;
	struct fault fault;
	char **lines, *text;
	size_t size = 1;

	if (recording_open(&recording, &options, &fault))
		fail_msg("%s", fault.text);
	lines = calloc(recording.shown->pics.stacks_count, sizeof(*lines));
	for (size_t i = 0; i < recording.shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording.shown->pics.stacks[i];
		const struct recording_place *place = &recording.places[stack->place];
		const struct recording_thread *thread = &recording.threads[place->thread];

		size += (size_t)asprintf(&lines[i], "%s %u %s+%llx %llu\n", thread->comm, thread->pid,
					 recording.symbols.objects[place->object].path,
					 (unsigned long long)place->address,
					 (unsigned long long)stack->parts);
	}
	qsort(lines, recording.shown->pics.stacks_count, sizeof(*lines), compare_lines);
	text = calloc(1, size);
	for (size_t i = 0; i < recording.shown->pics.stacks_count; i++) {
		strcat(text, lines[i]);
		free(lines[i]);
	}
	free(lines);
	recording_close(&recording);
	unlink(options.path);
	writer_deinit(writer);
	return text;
}

/* As they happened; all changes first; or in chunks of @chunk, in each CPU by CPU. */
enum { IN_TIME, CHANGES_FIRST };

static char *read_ordered(const struct thing *things, size_t count, size_t chunk,
			  struct steps *steps)
{
	struct writer writer;

	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
	*steps = (struct steps){ 0 };
	if (chunk == CHANGES_FIRST)
		for (size_t i = 0; i < count; i++)
			if (things[i].kind != SAMPLED)
				put(&writer, things, i);
	if (chunk <= CHANGES_FIRST)
		for (size_t i = 0; i < count; i++)
			if (chunk == IN_TIME || things[i].kind == SAMPLED)
				put(&writer, things, i);
	for (size_t begin = 0; chunk > CHANGES_FIRST && begin < count; begin += chunk)
		for (uint32_t cpu = 0; cpu < CPUS; cpu++)
			for (size_t i = begin; i < count && i < begin + chunk; i++)
				if (things[i].cpu == cpu)
					put(&writer, things, i);
	return read_back(&writer, steps);
}

static void order_does_not_matter(void **state)
{
	static const size_t orders[] = { IN_TIME, 3, 20, THINGS };
	struct thing things[THINGS];
	struct steps steps;

	(void)state;
	for (int round = 0; round < 20; round++) {
		char *expected;

		make_history(things, THINGS);
		expected = read_ordered(things, THINGS, CHANGES_FIRST, &steps);
		for (size_t i = 0; i < COUNT(orders); i++) {
			char *found = read_ordered(things, THINGS, orders[i], &steps);

			assert_string_equal(found, expected);
			free(found);
		}
		free(expected);
	}
}

/* Reads a file of @count samples, of which @late have to wait for the mapping behind them. */
static struct steps read_late(size_t count, size_t late)
{
	struct thing *things = calloc(count + 2, sizeof(*things));
	struct writer writer;
	struct steps steps = { 0 };
	char *text;

	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
	for (size_t i = 0; i < count + 2; i++)
		things[i] = (struct thing){ .kind = SAMPLED, .tid = 1, .address = TEXT };
	things[0].kind = things[1].kind = MAPPED;
	things[1].other = 1;
	put(&writer, things, 0);
	for (size_t i = 0; i < count; i++) {
		if (i == late)
			put(&writer, things, 1);
		put(&writer, things, i + 2);
	}
	text = read_back(&writer, &steps);
	assert_memory_equal(text, "[unknown] 1 /two+0 ", 19);
	assert_null(strchr(strchr(text, '\n') + 1, '\n'));
	free(text);
	free(things);
	return steps;
}

/* A file that is read at a stroke: two steps for each pass, the last of no bytes. */
static void one_pass_if_that_will_do(void **state)
{
	struct steps once = read_late(1000, 0), begun_again, learnt;

	(void)state;
	assert_int_equal(once.count, 2);
	assert_int_equal(once.done, once.total);
	begun_again = read_late(1000, 10);
	assert_int_equal(begun_again.count, 3);
	assert_int_equal(begun_again.done, once.total);
	assert_int_equal(begun_again.total, once.total);
	learnt = read_late(1000, 500);
	assert_int_equal(learnt.count, 4);
	assert_int_equal(learnt.done, 2 * once.total);
	assert_int_equal(learnt.total, 2 * once.total);
}

/* Too many to sort again for each sample. */
static void many_changes_take_no_longer(void **state)
{
	const size_t count = 40000;
	struct thing *things = calloc(count, sizeof(*things));
	struct steps steps;
	char *first, *second;

	(void)state;
	for (size_t i = 0; i < count; i++)
		things[i] = (struct thing){
			.kind = i % 2 ? SAMPLED : MAPPED, .tid = 1, .address = TEXT + i / 4 * 0x2000,
		};
	second = read_ordered(things, count, IN_TIME, &steps);
	first = read_ordered(things, count, CHANGES_FIRST, &steps);
	assert_string_equal(first, second);
	free(first);
	free(second);
	free(things);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(one_pass_if_that_will_do),
		cmocka_unit_test(many_changes_take_no_longer),
	};
	const char *wanted = getenv("TEA_SEED");
	unsigned int seed = wanted ? (unsigned int)strtoul(wanted, NULL, 0) :
				     (unsigned int)time(NULL);
	int failed;

	print_message("# TEA_SEED=%u\n", seed);
	srand(seed);
	if (!mkdtemp(directory))
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	rmdir(directory);
	return failed;
}
