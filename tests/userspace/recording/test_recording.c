// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_recording.c - a perf.data as cycle stacks: the cycles of each place, and losses
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/places/rows.h"
#include "tools/perfwriter.h"

#define TEXT	0x10000
#define KERNEL	0xffffffff80000000

static const uint16_t base[4], miss[4] = { 0x40, 0x40, 0x40, 0x40 };
static char directory[] = "/tmp/test_recording.XXXXXX";

static struct writer_where at(uint32_t cpu, uint32_t tid, uint64_t time_ns)
{
	return (struct writer_where){
		.cpu = cpu, .pid = tid, .tid = tid, .time_ns = time_ns, .id = 1,
	};
}

static void start(struct writer *writer, uint64_t sample_type)
{
	struct writer_where where = at(0, 10, 1);

	writer_init(writer, sample_type);
	writer_comm(writer, &where, "prog", true);
	writer_mmap(writer, &where, 10, TEXT, 0x1000, 0, "/bin/prog");
}

static void load_with(struct recording *recording, struct writer *writer,
		      struct recording_options options)
{
	struct fault fault = { "" };

	options.path = writer_save(writer, directory);
	if (recording_open(recording, &options, &fault))
		fail_msg("%s", fault.text);
	unlink(options.path);
	writer_deinit(writer);
}

static void load(struct recording *recording, struct writer *writer)
{
	load_with(recording, writer, (struct recording_options){ .symfs = "/nowhere" });
}

/* Parts of @category in all of the recording. */
static uint64_t parts_of(const struct recording *recording, uint16_t category)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < recording->shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording->shown->pics.stacks[i];

		for (size_t j = 0; j < stack->shares_count; j++)
			if (stack->shares[j].category == category)
				parts += stack->shares[j].parts;
	}
	return parts;
}

/* Periods of one to four slots add up to the sampling period, odd ones too. */
static void slots_share_the_period(void **state)
{
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	for (unsigned int slots = 1; slots <= 4; slots++) {
		struct writer_where where = at(0, 10, 10 * slots);

		writer_group(&writer, &where, slots, miss, 2, TEXT + 64 * slots, 1001);
	}
	load(&recording, &writer);
	assert_int_equal(recording.shown->samples, 4);
	assert_int_equal(recording.shown->pics.parts, 4 * 1001);
	assert_int_equal(parts_of(&recording, 0x40), 4 * 1001);
	assert_int_equal(recording.places_count, 10);
	recording_close(&recording);
}

/* Without PERF_SAMPLE_PERIOD there is one record per sample, of the whole fixed period. */
static void one_record_takes_a_fixed_period(void **state)
{
	const uint16_t third[4] = { 0, 0, 0x40, 0 };
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_PERIOD);
	writer.period = 5000;
	for (uint64_t i = 1; i <= 3; i++) {
		struct writer_where where = at(0, 10, 10 * i);

		writer_word(&writer, &where, writer_make_word(0x4, third, 2, 0, 0));
		writer_sample(&writer, &where, TEXT + 8, 0);
	}
	load(&recording, &writer);
	assert_int_equal(recording.shown->period, 5000);
	assert_int_equal(recording.shown->samples, 3);
	assert_int_equal(parts_of(&recording, 0x40), 3 * 5000);
	assert_int_equal(recording.shown->pics.parts, 3 * 5000);
	recording_close(&recording);
}

/* Two CPUs' chunks, one cut between word and samples, separated by CPU or by thread. */
static void chunks_interleave(void **state)
{
	static const uint64_t types[] = {
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU, WRITER_SAMPLE_TYPE,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		struct writer_where one = at(0, 10, 100), two = at(1, 20, 90);
		struct recording recording;
		struct writer writer;

		start(&writer, types[i]);
		writer_word(&writer, &one, writer_make_word(0x3, miss, 2, 0, 0));
		writer_sample(&writer, &one, TEXT, 600);
		writer_user(&writer, 68, "", 0);
		writer_group(&writer, &two, 2, base, 0, TEXT + 32, 1200);
		writer_user(&writer, 68, "", 0);
		writer_sample(&writer, &one, TEXT + 4, 600);
		load(&recording, &writer);
		assert_int_equal(recording.shown->unknown_samples, 0);
		assert_int_equal(recording.shown->samples, 2);
		assert_int_equal(parts_of(&recording, 0x40), 1200);
		assert_int_equal(parts_of(&recording, 0), 1200);
		recording_close(&recording);
	}
}

/* Words, LOST and the final LOST_SAMPLES report the same losses: they count once. */
static void losses_count_once(void **state)
{
	static const uint64_t finals[] = { 0, 12, 20 }, expected[] = { 12, 12, 20 };

	(void)state;
	for (size_t i = 0; i < COUNT(finals); i++) {
		struct writer_where where = at(0, 10, 100);
		struct recording recording;
		struct writer writer;

		start(&writer, WRITER_SAMPLE_TYPE);
		writer_group(&writer, &where, 1, base, 0, TEXT, 1000);
		writer_word(&writer, &where, writer_make_word(0, base, 0, 0, 7));
		writer_lost(&writer, &where, 5);
		writer_sample(&writer, &where, TEXT, 1000);
		if (finals[i])
			writer_lost_samples(&writer, &where, finals[i]);
		load(&recording, &writer);
		assert_int_equal(recording.shown->lost, expected[i]);
		assert_int_equal(recording.shown->unknown_samples, 1);
		assert_int_equal(parts_of(&recording, SIGNATURE_UNKNOWN), 1000);
		assert_int_equal(recording.shown->pics.parts, 2000);
		recording_close(&recording);
	}
}

/*
 * A sample of TEA's beside five of another event, @name with number @config or the writer's own:
 * only TEA's counts.
 */
static void load_beside(struct recording *recording, const char *name, uint64_t config)
{
	struct writer_where ours = at(0, 10, 100), theirs = at(0, 10, 101);
	struct writer writer;

	theirs.id = 2;
	start(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER);
	writer.events = 2;
	if (name) {
		writer.second = name;
		writer.second_config = config;
	}
	writer_group(&writer, &ours, 1, miss, 2, TEXT, 1000);
	for (int i = 0; i < 5; i++)
		writer_sample(&writer, &theirs, TEXT + 0x100, 77);
	load(recording, &writer);
	assert_int_equal(recording->shown->samples, 1);
	assert_int_equal(recording->shown->pics.parts, 1000);
}

/* Other events of the same file are not TEA's business. */
static void picks_its_event(void **state)
{
	struct recording recording;

	(void)state;
	load_beside(&recording, NULL, 0);
	recording_close(&recording);
}

/* An event of TEA's PMU with a number that has no source is one of the others. */
static void numbers_tell_events(void **state)
{
	struct recording recording;

	(void)state;
	load_beside(&recording, "tea/event=255/", 255);
	assert_int_equal(recording.notes.count, 0);
	assert_int_equal(recording.others_count, 1);
	assert_string_equal(recording.others[0].name, "tea/event=255/");
	assert_int_equal(recording.others[0].samples, 5);
	recording_close(&recording);
}

/* Two of TEA's own are not added up. */
static void picks_one_of_several(void **state)
{
	static const struct {
		const char *wanted;
		uint64_t parts;
	} choices[] = {
		{ NULL, 1000 }, { "tea//u", 1000 }, { "1", 1000 }, { "tea//k", 3500 }, { "2", 3500 },
	};
	struct writer_where user = at(0, 10, 100), kernel = at(0, 10, 101);

	(void)state;
	kernel.id = 2;
	for (size_t i = 0; i < COUNT(choices); i++) {
		struct recording recording;
		struct writer writer;

		start(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER);
		writer.events = 2;
		writer.event = "tea//u";
		writer.second = "tea//k";
		writer_group(&writer, &user, 1, miss, 2, TEXT, 1000);
		for (int j = 0; j < 5; j++)
			writer_group(&writer, &kernel, 2, base, 0, TEXT + 0x100, 700);
		load_with(&recording, &writer, (struct recording_options){
			.symfs = "/nowhere", .event = choices[i].wanted,
		});
		assert_int_equal(recording.shown->pics.parts, choices[i].parts);
		assert_int_equal(recording.notes.count, 1);
		assert_int_equal(recording.others_count, 1);
		assert_int_equal(recording.others[0].samples, choices[i].parts == 1000 ? 5 : 1);
		recording_close(&recording);
	}
}

/* The word knows the sampled privilege: the record only that of the interrupt. */
static void privilege_picks_the_object(void **state)
{
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct writer_where where = at(0, 10, 100);
	struct recording recording;
	struct writer writer;
	struct rows rows;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	writer_mmap(&writer, &where, UINT32_MAX, KERNEL, 0x100000, KERNEL,
		    "[kernel.kallsyms]_text");
	writer_group(&writer, &where, 1, base, 0, TEXT + 8, 1000);
	writer_group(&writer, &where, 1, base, 0, KERNEL + 8, 2000);
	writer_word(&writer, &where, writer_make_word(1, base, 0, TEA_PRIV_M, 0));
	writer_sample(&writer, &where, 0x80001234, 4000);
	load(&recording, &writer);
	assert_int_equal(rows_fold(&rows, &recording, recording.shown, &by_object), 0);
	assert_int_equal(rows.count, 3);
	assert_string_equal(rows.rows[0].location.object->path, "[firmware]");
	assert_string_equal(rows.rows[1].location.object->path, "[kernel.kallsyms]");
	assert_string_equal(rows.rows[2].location.object->path, "/bin/prog");
	assert_true(recording.symbols.options.kernel_text == KERNEL);
	assert_string_equal(recording.symbols.options.kernel_reference, "_text");
	rows_deinit(&rows);
	recording_close(&recording);
}

/* Mappings of another CPU's ring may come behind the samples that need them. */
static void late_mappings_count(void **state)
{
	struct writer_where sample = at(0, 30, 100), mapping = at(1, 30, 50);
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	writer_group(&writer, &sample, 1, base, 0, 0x7000010, 1000);
	writer_mmap(&writer, &mapping, 30, 0x7000000, 0x1000, 0x3000, "/lib/late.so");
	load(&recording, &writer);
	assert_int_equal(recording.places_count, 1);
	assert_int_equal(recording.places[0].address, 0x3010);
	recording_close(&recording);
}

/* Equal chains are one frame, whatever the address sampled; a call is within its caller. */
static void chains_become_frames(void **state)
{
	static const uint64_t chain[] = {
		KERNEL + 0x20, (uint64_t)PERF_CONTEXT_USER, TEXT + 0x40, TEXT + 0x80,
	};
	struct recording_options options = { .symfs = "/nowhere", .chains = true };
	struct writer_where where = at(0, 10, 100);
	const struct recording_frame *frame;
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN);
	writer_mmap(&writer, &where, UINT32_MAX, KERNEL, 0x100000, KERNEL,
		    "[kernel.kallsyms]_text");
	writer.chain = chain;
	writer.chain_count = COUNT(chain);
	writer_group(&writer, &where, 2, base, 0, KERNEL + 8, 1000);
	writer.chain_count = 0;
	writer_group(&writer, &where, 1, base, 0, TEXT + 8, 1000);
	load_with(&recording, &writer, options);
	assert_true(recording.has_chains);
	assert_int_equal(recording.frames_count, 3);
	assert_int_equal(recording.places_count, 3);
	assert_int_equal(recording.places[0].frame, recording.places[1].frame);
	assert_int_equal(recording.places[2].frame, RECORDING_NO_FRAME);
	frame = &recording.frames[recording.places[0].frame];
	assert_true(frame->address == KERNEL + 0x1f);
	frame = &recording.frames[frame->parent];
	assert_int_equal(frame->address, 0x40);
	frame = &recording.frames[frame->parent];
	assert_int_equal(frame->address, 0x7f);
	assert_int_equal(frame->parent, RECORDING_NO_FRAME);
	recording_close(&recording);
}

/* A file of which only the data came: its one event of an unknown PMU is TEA's. */
static void reads_what_was_cut_off(void **state)
{
	struct recording_options options = { .symfs = "/nowhere" };
	struct writer_where where = at(0, 10, 100);
	struct recording recording;
	struct fault fault = { "" };
	struct writer writer;
	size_t features;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	for (int i = 0; i < 3; i++)
		writer_group(&writer, &where, 1, miss, 2, TEXT + 64, 1000);
	options.path = writer_save(&writer, directory);
	features = 104 + 8 + 128 + 16 + writer.data.size;
	for (size_t cut = 0; cut < 2; cut++) {
		assert_int_equal(truncate(options.path, (off_t)(features - 10 * cut)), 0);
		assert_int_equal(recording_open(&recording, &options, &fault), 0);
		assert_int_equal(recording.shown->samples, 3 - cut);
		assert_true(recording.notes.count >= 1 + cut);
		recording_close(&recording);
	}
	unlink(options.path);
	writer_deinit(&writer);
}

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	(void)state;
	return rmdir(directory);
}

/* The same recording from machines of either byte order, through a pipe, compressed. */
static void forms_do_not_matter(void **state)
{
	static const struct {
		bool big, pipe;
		uint32_t packed;
	} forms[] = {
		{ 0 }, { .big = true }, { .pipe = true }, { .packed = WRITER_COMPRESSED },
		{ .big = true, .pipe = true, .packed = WRITER_COMPRESSED2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(forms); i++) {
		struct writer_where where = at(0, 10, 1), thread = at(1, 11, 20);
		struct recording recording;
		struct writer writer;

		writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
		if (forms[i].big)
			writer_set_big(&writer);
		writer.pipe = forms[i].pipe;
		writer_comm(&writer, &where, "prog", true);
		writer_mmap(&writer, &where, 10, TEXT, 0x1000, 0x300, "/bin/prog");
		writer_fork(&writer, &where, 10, 11);
		thread.pid = 10;
		writer_group(&writer, &thread, 3, miss, 2, TEXT + 0x40, 900);
		if (forms[i].packed)
			writer_pack(&writer, forms[i].packed, 50);
		load(&recording, &writer);
		assert_int_equal(recording.shown->samples, 1);
		assert_int_equal(recording.shown->unknown_samples, 0);
		assert_int_equal(parts_of(&recording, 0x40), 900);
		assert_int_equal(recording.places_count, 3);
		assert_int_equal(recording.places[0].address, 0x340);
		assert_string_equal(recording.symbols.objects[recording.places[0].object].path,
				    "/bin/prog");
		assert_int_equal(recording.threads_count, 1);
		assert_int_equal(recording.threads[0].tid, 11);
		assert_string_equal(recording.threads[0].comm, "prog");
		recording_close(&recording);
	}
}

/* A machine with one CPU: samples are of that, whether they say so or not. */
static void one_cpu_is_known(void **state)
{
	struct writer_where where = at(0, 10, 10);

	(void)state;
	for (uint32_t cpus = 0; cpus <= 2; cpus++) {
		struct recording recording;
		struct writer writer;

		start(&writer, WRITER_SAMPLE_TYPE);
		writer.cpus = cpus;
		writer_group(&writer, &where, 1, miss, 2, TEXT + 64, 1000);
		load_with(&recording, &writer, (struct recording_options){
			.symfs = "/nowhere", .cpus = true,
		});
		assert_int_equal(recording.has_cpus, cpus == 1);
		assert_int_equal(recording.places[0].cpu, cpus == 1 ? 0 : RECORDING_NO_CPU);
		recording_close(&recording);
	}
}

/* In the order of their times, whatever order they are written in, and adding up to the stacks. */
static void samples_are_kept_in_order(void **state)
{
	static const uint64_t times[] = { 400, 100, 300, 200, 200 };
	struct recording recording;
	struct writer writer;
	uint64_t parts = 0;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	for (size_t i = 0; i < COUNT(times); i++) {
		struct writer_where where = at(0, 10, times[i]);

		writer_group(&writer, &where, 2, i % 2 ? base : miss, 2, TEXT + 64 * i, 1000 + 2 * i);
	}
	load_with(&recording, &writer, (struct recording_options){
		.symfs = "/nowhere", .sequence = true,
	});
	assert_int_equal(recording.shown->sequence_count, 2 * COUNT(times));
	for (size_t i = 0; i < recording.shown->sequence_count; i++) {
		const struct recording_sample *sample = &recording.shown->sequence[i];

		assert_true(!i || sample[-1].time_ns <= sample->time_ns);
		assert_true(sample->place < recording.places_count);
		parts += sample->parts;
	}
	assert_int_equal(recording.shown->sequence[0].time_ns, 100);
	assert_int_equal(recording.shown->sequence[0].category, 0);
	assert_int_equal(recording.shown->sequence[9].category, 0x40);
	assert_int_equal(parts, recording.shown->pics.parts);
	recording_close(&recording);
}

/* Percents of the time in the file, both ends included. */
static void percents_are_of_the_files_time(void **state)
{
	struct recording_options options = {
		.symfs = "/nowhere", .filter = { .percent_begin = 20, .percent_end = 50 },
	};
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	writer.first_ns = 1000;
	writer.last_ns = 2000;
	for (uint64_t i = 0; i <= 10; i++) {
		struct writer_where where = at(0, 10, 1000 + 100 * i);

		writer_group(&writer, &where, 1, miss, 2, TEXT + 64, 1 << i);
	}
	load_with(&recording, &writer, options);
	assert_int_equal(recording.shown->pics.parts, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
	recording_close(&recording);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slots_share_the_period),
		cmocka_unit_test(one_record_takes_a_fixed_period),
		cmocka_unit_test(chunks_interleave),
		cmocka_unit_test(losses_count_once),
		cmocka_unit_test(picks_its_event),
		cmocka_unit_test(numbers_tell_events),
		cmocka_unit_test(picks_one_of_several),
		cmocka_unit_test(privilege_picks_the_object),
		cmocka_unit_test(late_mappings_count),
		cmocka_unit_test(chains_become_frames),
		cmocka_unit_test(reads_what_was_cut_off),
		cmocka_unit_test(forms_do_not_matter),
		cmocka_unit_test(one_cpu_is_known),
		cmocka_unit_test(samples_are_kept_in_order),
		cmocka_unit_test(percents_are_of_the_files_time),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
