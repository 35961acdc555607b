// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_rawsample.c - samples with struct tea_raw: their fields, and records without it
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/perfwriter.h"
#include "recording/rawsample.h"
#include "recording/recording.h"

#define TEXT	0x10000
#define KERNEL	0xffffffff80000000

static char directory[] = "/tmp/test_rawsample.XXXXXX";

/* Slots 1 and 3, of which 3 was picked. */
static const struct tea_raw sound = {
	.version = 2, .size = sizeof(sound), .state = TEA_STATE_STALLED, .priv = TEA_PRIV_U,
	.slots = 0xa, .picked = 3, .lost = 5, .time = 0x123456789,
	.psv = { 0, TEA_PSV_ST_L1, 0, TEA_PSV_FL_MB }, .pc = { 0, TEXT + 4, 0, TEXT + 12 },
};

static enum rawsample_form form_of(const struct tea_raw *raw, size_t size)
{
	uint8_t bytes[4 + sizeof(*raw)];	/* aligned as in perf.data: to 4 bytes */
	struct tea_raw read;

	memcpy(bytes + 4, raw, sizeof(*raw));
	return rawsample_read(bytes + 4, size, &read);
}

static void reads_little_endian_bytes(void **state)
{
	static const uint8_t bytes[60] = {
		2, 0, 60, 0, 2, 1, 0x8, 3, 5, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8,
		[26] = 0x40, 1, [52] = 0xf0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12,
	};
	struct tea_raw raw;

	(void)state;
	assert_int_equal(rawsample_read(bytes, sizeof(bytes), &raw), RAWSAMPLE_WHOLE);
	assert_int_equal(raw.version, 2);
	assert_int_equal(raw.size, 60);
	assert_int_equal(raw.state, TEA_STATE_STALLED);
	assert_int_equal(raw.priv, TEA_PRIV_S);
	assert_int_equal(raw.slots, 0x8);
	assert_int_equal(raw.picked, 3);
	assert_int_equal(raw.lost, 0x10005);
	assert_int_equal(raw.time, 0x0807060504030201);
	assert_int_equal(raw.psv[3], 0x140);
	assert_int_equal(raw.pc[3], 0x123456789abcdef0);
}

static void knows_versions(void **state)
{
	static const struct tea_raw_record old = { .version = 1, .size = sizeof(old) };
	struct tea_raw raw = sound;

	(void)state;
	assert_int_equal(form_of(&sound, sizeof(sound)), RAWSAMPLE_WHOLE);
	assert_int_equal(rawsample_read(NULL, 0, &raw), RAWSAMPLE_NONE);
	assert_int_equal(rawsample_read("\2", 1, &raw), RAWSAMPLE_NONE);
	assert_int_equal(rawsample_read("\0\0\0", 4, &raw), RAWSAMPLE_NONE);
	assert_int_equal(rawsample_read(&old, sizeof(old), &raw), RAWSAMPLE_NONE);
	raw.version = 3;
	assert_int_equal(form_of(&raw, sizeof(raw)), RAWSAMPLE_NEWER);
	assert_int_equal(form_of(&raw, 2), RAWSAMPLE_NEWER);
}

static void tells_what_is_cut_off(void **state)
{
	struct tea_raw raw = sound;

	(void)state;
	for (size_t size = 2; size < sizeof(raw); size++)
		assert_int_equal(form_of(&sound, size), RAWSAMPLE_DAMAGED);
	raw.size = sizeof(raw) - 1;
	assert_int_equal(form_of(&raw, sizeof(raw)), RAWSAMPLE_DAMAGED);
	raw.size = sizeof(raw) + 1;
	assert_int_equal(form_of(&raw, sizeof(raw)), RAWSAMPLE_DAMAGED);
}

static void tells_what_cannot_be(void **state)
{
	const struct {
		uint8_t state, priv, slots, picked;
		enum rawsample_form form;
	} rows[] = {
		{ 3, 0, 0xf, 0, RAWSAMPLE_WHOLE }, { 0, 3, 1, 0, RAWSAMPLE_WHOLE },
		{ 0, TEA_PRIV_VIRTUAL | 1, 8, 3, RAWSAMPLE_WHOLE },
		{ 4, 0, 1, 0, RAWSAMPLE_DAMAGED }, { 0, 8, 1, 0, RAWSAMPLE_DAMAGED },
		{ 0, 0, 0, 0, RAWSAMPLE_DAMAGED }, { 0, 0, 0x10, 0, RAWSAMPLE_DAMAGED },
		{ 0, 0, 0x11, 0, RAWSAMPLE_DAMAGED }, { 0, 0, 0x10, 4, RAWSAMPLE_DAMAGED },
		{ 0, 0, 0xf, 4, RAWSAMPLE_DAMAGED }, { 0, 0, 0xf, 255, RAWSAMPLE_DAMAGED },
		{ 0, 0, 0x5, 1, RAWSAMPLE_DAMAGED },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tea_raw raw = sound;

		raw.state = rows[i].state;
		raw.priv = rows[i].priv;
		raw.slots = rows[i].slots;
		raw.picked = rows[i].picked;
		assert_int_equal(form_of(&raw, sizeof(raw)), rows[i].form);
	}
}

/* Fields end with the record: bytes behind a record without them are another's. */
static void reads_memory(void **state)
{
	const uint64_t load = TEA_MEM_LOAD | TEA_MEM_ADDR | TEA_MEM_SOURCE_MEMORY <<
			      TEA_MEM_SOURCE_SHIFT | TEA_MEM_TLB_WALK << TEA_MEM_TLB_SHIFT |
			      UINT64_C(77) << TEA_MEM_LATENCY_SHIFT;
	const struct tea_raw_memory memory = { .addr = { 0, 0x1234 }, .mem = { 0, load } };
	uint8_t bytes[sizeof(sound) + sizeof(memory) + 8] = { 0 };
	struct tea_raw_memory found;
	struct tea_raw raw = sound;

	(void)state;
	memcpy(bytes + sizeof(raw), &memory, sizeof(memory));
	for (unsigned int size = sizeof(raw); size <= sizeof(bytes); size++) {
		raw.size = (uint16_t)size;
		memcpy(bytes, &raw, sizeof(raw));
		assert_int_equal(rawsample_read(bytes, size, &raw), RAWSAMPLE_WHOLE);
		assert_int_equal(rawsample_memory(bytes, &raw, &found),
				 size >= sizeof(raw) + sizeof(memory));
	}
	assert_int_equal(found.addr[1], 0x1234);
	assert_int_equal(tea_mem_kind(found.mem[1]), TEA_MEM_LOAD);
	assert_int_equal(tea_mem_source(found.mem[1]), TEA_MEM_SOURCE_MEMORY);
	assert_int_equal(tea_mem_tlb(found.mem[1]), TEA_MEM_TLB_WALK);
	assert_int_equal(tea_mem_latency(found.mem[1]), 77);
	assert_int_equal(found.mem[0], 0);
}

static struct writer_where at(uint64_t time_ns)
{
	return (struct writer_where){ .pid = 10, .tid = 10, .time_ns = time_ns, .id = 1 };
}

static void start(struct writer *writer, uint64_t sample_type)
{
	struct writer_where where = at(1);

	writer_init(writer, sample_type | PERF_SAMPLE_RAW);
	writer->raw = true;
	writer_comm(writer, &where, "prog", true);
	writer_mmap(writer, &where, 10, TEXT, 0x1000, 0, "/bin/prog");
}

/* One sample as @raw, of 1001 cycles. */
static void put(struct writer *writer, const struct tea_raw *raw)
{
	struct writer_where where = at(10);

	writer_slots(writer, &where, raw, NULL, 1001);
}

static int try_load(struct recording *recording, struct writer *writer,
		    struct recording_options options, struct fault *fault)
{
	int error;

	options.path = writer_save(writer, directory);
	error = recording_open(recording, &options, fault);
	unlink(options.path);
	writer_deinit(writer);
	return error;
}

static void load(struct recording *recording, struct writer *writer,
		 struct recording_options options)
{
	struct fault fault = { "" };

	options.symfs = "/nowhere";
	if (try_load(recording, writer, options, &fault))
		fail_msg("%s", fault.text);
}

/* Parts of @category at @address, or at all addresses with 0. */
static uint64_t parts_of(const struct recording *recording, uint16_t category, uint64_t address)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < recording->shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording->shown->pics.stacks[i];

		if (address && recording->places[stack->place].address != address)
			continue;
		for (size_t j = 0; j < stack->shares_count; j++)
			if (stack->shares[j].category == category)
				parts += stack->shares[j].parts;
	}
	return parts;
}

static bool has_note(const struct recording *recording, const char *words)
{
	for (size_t i = 0; i < recording->notes.count; i++)
		if (strstr(recording->notes.texts[i], words))
			return true;
	return false;
}

/* Any number of slots, an odd cycle to the first. */
static void slots_share_the_period(void **state)
{
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	put(&writer, &sound);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.shown->samples, 1);
	assert_int_equal(recording.shown->unknown_samples, 0);
	assert_int_equal(recording.places_count, 2);
	assert_int_equal(parts_of(&recording, TEA_PSV_ST_L1, 4), 501);
	assert_int_equal(parts_of(&recording, TEA_PSV_FL_MB, 12), 500);
	assert_int_equal(recording.shown->lost, 5);
	recording_close(&recording);
}

/* A fixed period that is not in the records is shared by all slots, too. */
static void slots_share_a_fixed_period(void **state)
{
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_PERIOD);
	writer.period = 5001;
	put(&writer, &sound);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(parts_of(&recording, TEA_PSV_ST_L1, 4), 2501);
	assert_int_equal(parts_of(&recording, TEA_PSV_FL_MB, 12), 2500);
	recording_close(&recording);
}

/* The kernel's count at the end includes the losses that samples have reported. */
static void losses_are_counted_once(void **state)
{
	struct writer_where where = at(20);
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	put(&writer, &sound);
	put(&writer, &sound);
	writer_lost(&writer, &where, 3);
	writer_lost_samples(&writer, &where, 14);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.shown->lost, 14);
	recording_close(&recording);
}

static void a_filter_takes_slots(void **state)
{
	const struct {
		const char *signature;
		uint64_t samples, filtered, parts;
	} rows[] = {
		{ "ST-L1", 1, 1, 501 }, { "ST-L1,FL-MB", 1, 1, 1001 }, { "Base", 1, 1, 1001 },
		{ "Base,FL-MB", 2, 0, 1501 },
	};
	struct tea_raw without = sound;

	(void)state;
	memset(without.psv, 0, sizeof(without.psv));
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct recording_options options = { .filter.categories = rows[i].signature };
		struct recording recording;
		struct writer writer;

		start(&writer, WRITER_SAMPLE_TYPE);
		put(&writer, &sound);
		put(&writer, &without);
		load(&recording, &writer, options);
		assert_int_equal(recording.shown->samples, rows[i].samples);
		assert_int_equal(recording.shown->filtered_samples, rows[i].filtered);
		assert_int_equal(recording.shown->pics.parts, rows[i].parts);
		recording_close(&recording);
	}
}

static void damaged_ones_are_unknown_and_told(void **state)
{
	struct writer_where where = at(10);
	struct tea_raw raw = sound;
	struct recording recording;
	struct writer writer;

	(void)state;
	raw.slots = 0;
	start(&writer, WRITER_SAMPLE_TYPE);
	writer_raw_sample(&writer, &where, TEXT + 12, 1001, &sound, sizeof(sound) - 4);
	writer_raw_sample(&writer, &where, TEXT + 12, 1001, &raw, sizeof(raw));
	put(&writer, &sound);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.shown->samples, 3);
	assert_int_equal(recording.shown->unknown_samples, 2);
	assert_int_equal(parts_of(&recording, SIGNATURE_UNKNOWN, 12), 2 * 1001);
	assert_int_equal(recording.shown->lost, 5);
	assert_true(has_note(&recording, "2 samples have raw records that are cut off or damaged"));
	recording_close(&recording);
}

static void newer_ones_are_refused(void **state)
{
	struct tea_raw raw = sound;
	struct recording recording;
	struct writer writer;
	struct fault fault = { "" };

	(void)state;
	raw.version = 3;
	start(&writer, WRITER_SAMPLE_TYPE);
	put(&writer, &sound);
	put(&writer, &raw);
	assert_int_equal(try_load(&recording, &writer, (struct recording_options){ 0 }, &fault),
			 -EINVAL);
	assert_non_null(strstr(fault.text, "of version 3"));
	assert_non_null(strstr(fault.text, "use the 'tea' that came with the driver"));
}

/* An event that a newer unit has is no reason to take it for none. */
static void unknown_events_make_unknown_signatures(void **state)
{
	struct tea_raw raw = sound;
	struct recording recording;
	struct writer writer;

	(void)state;
	raw.psv[3] |= 1 << TEA_EVENTS_COUNT;
	start(&writer, WRITER_SAMPLE_TYPE);
	put(&writer, &raw);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.shown->unknown_samples, 1);
	assert_int_equal(parts_of(&recording, SIGNATURE_UNKNOWN, 12), 500);
	assert_int_equal(parts_of(&recording, TEA_PSV_ST_L1, 4), 501);
	recording_close(&recording);
}

static const char *object_of(uint8_t priv, uint64_t address)
{
	static char path[64];
	struct tea_raw raw = sound;
	struct recording recording;
	struct writer writer;

	raw.priv = priv;
	raw.slots = 1;
	raw.picked = 0;
	raw.pc[0] = address;
	start(&writer, WRITER_SAMPLE_TYPE);
	put(&writer, &raw);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.places_count, 1);
	strncpy(path, recording.symbols.objects[recording.places[0].object].path, sizeof(path) - 1);
	recording_close(&recording);
	return path;
}

/* Addresses of a virtual machine are none of the program's beside it. */
static void privileges_tell_whose_code_it_is(void **state)
{
	(void)state;
	assert_string_equal(object_of(TEA_PRIV_U, TEXT), "/bin/prog");
	assert_string_equal(object_of(TEA_PRIV_S, KERNEL), "[kernel.kallsyms]");
	assert_string_equal(object_of(TEA_PRIV_M, 0x80000000), "[firmware]");
	assert_string_equal(object_of(TEA_PRIV_VIRTUAL | TEA_PRIV_U, TEXT), "[guest]");
	assert_string_equal(object_of(TEA_PRIV_VIRTUAL | TEA_PRIV_S, KERNEL), "[guest]");
}

/* A full buffer drops the one record of a sample, where it dropped one or both of two. */
static void dropped_records_are_samples(void **state)
{
	struct writer_where where = at(20);
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE);
	writer.config = TEA_EVENT_INSTRUCTIONS;
	writer.event = "tea/instructions/";
	put(&writer, &sound);
	writer_lost(&writer, &where, 5);
	load(&recording, &writer, (struct recording_options){ .of = { { MEASURE_INSTRUCTIONS } } });
	/* one came; 5 were lost before it, and 5 behind it */
	assert_true(recording.shown->scale == 11);
	recording_close(&recording);
}

static void others_are_counted(void **state)
{
	static const uint16_t psv[4];
	struct writer_where where = at(10);
	struct recording recording;
	struct writer writer;

	(void)state;
	start(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER);
	writer.events = 2;
	writer.second = "tea//k";
	writer_group(&writer, &where, 4, psv, 0, TEXT, 1000);
	where.id = 2;
	writer_group(&writer, &where, 4, psv, 0, TEXT, 1000);
	writer_group(&writer, &where, 1, psv, 0, TEXT, 1000);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(recording.shown->samples, 1);
	assert_int_equal(recording.others_count, 1);
	assert_int_equal(recording.others[0].samples, 2);
	recording_close(&recording);
}

/* The unit's records are little endian in the file of a big-endian machine, too. */
static void a_big_endian_file_has_the_same_records(void **state)
{
	struct recording recording;
	struct writer writer;
	struct writer_where where = at(1);

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW);
	writer_set_big(&writer);
	writer_comm(&writer, &where, "prog", true);
	put(&writer, &sound);
	load(&recording, &writer, (struct recording_options){ 0 });
	assert_int_equal(parts_of(&recording, TEA_PSV_ST_L1, 0), 501);
	recording_close(&recording);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_little_endian_bytes),
		cmocka_unit_test(knows_versions),
		cmocka_unit_test(tells_what_is_cut_off),
		cmocka_unit_test(tells_what_cannot_be),
		cmocka_unit_test(reads_memory),
		cmocka_unit_test(slots_share_the_period),
		cmocka_unit_test(slots_share_a_fixed_period),
		cmocka_unit_test(losses_are_counted_once),
		cmocka_unit_test(a_filter_takes_slots),
		cmocka_unit_test(damaged_ones_are_unknown_and_told),
		cmocka_unit_test(newer_ones_are_refused),
		cmocka_unit_test(unknown_events_make_unknown_signatures),
		cmocka_unit_test(privileges_tell_whose_code_it_is),
		cmocka_unit_test(dropped_records_are_samples),
		cmocka_unit_test(others_are_counted),
		cmocka_unit_test(a_big_endian_file_has_the_same_records),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
