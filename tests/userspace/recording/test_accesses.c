// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_accesses.c - places by what their instructions access: the memory at data addresses
 */
#include "tools/clitest.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/recording.h"
#include "tools/perfwriter.h"

#define TEXT	0x10000
#define DATA	0x20000
#define LIBRARY	0x7f0000000
#define HEAP	0x30000000
#define STACK	0x3fffff0000

static char directory[] = "/tmp/test_accesses.XXXXXX";
static const struct writer_where where = { .pid = 10, .tid = 10, .time_ns = 100, .id = 1 };

static void start(struct writer *writer)
{
	writer_init(writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW | WRITER_MEMORY_TYPE);
	writer_comm(writer, &where, "prog", true);
	writer_mmap(writer, &where, 10, TEXT, 0x1000, 0x400, "/bin/prog");
	writer_mapping(writer, &where, PERF_RECORD_MISC_MMAP_DATA, 10, DATA, 0x1000, 0x1000, "/bin/prog");
	writer_mapping(writer, &where, PERF_RECORD_MISC_MMAP_DATA, 10, DATA + 0x1000, 0x1000, 0, "//anon");
	writer_mapping(writer, &where, PERF_RECORD_MISC_MMAP_DATA, 10, HEAP, 0x1000, 0, "/etc/words");
	writer_mmap(writer, &where, 10, LIBRARY, 0x1000, 0, "/lib/lib.so");
}

/* A sample of one instruction. */
static void put(struct writer *writer, uint64_t access, uint64_t address)
{
	const struct tea_raw_memory memory = { .addr = { address }, .mem = { access } };
	const struct tea_raw raw = {
		.version = TEA_RAW_VERSION, .size = sizeof(raw) + sizeof(memory), .slots = 1,
		.pc = { TEXT + 8 },
	};

	writer_slots(writer, &where, &raw, &memory, 1000);
}

static void load(struct recording *recording, struct writer *writer, bool data)
{
	struct recording_options options = { .symfs = "/nowhere", .data = data };
	struct fault fault = { "" };

	options.path = writer_save(writer, directory);
	if (recording_open(recording, &options, &fault))
		fail_msg("%s", fault.text);
	unlink(options.path);
	writer_deinit(writer);
}

/* What the only place of the recording accesses. */
static struct recording_space only_space(uint64_t access, uint64_t address, uint64_t *place)
{
	struct recording recording;
	struct recording_space space;
	struct writer writer;
	uint32_t datum;

	start(&writer);
	put(&writer, access, address);
	load(&recording, &writer, true);
	assert_int_equal(recording.places_count, 1);
	datum = recording.places[0].datum;
	assert_in_range(datum, 1, recording.data_count - 1);
	space = recording.spaces[recording.data[datum].space];
	*place = recording.data[datum].address - space.slide;
	recording_close(&recording);
	return space;
}

static void memory_at_addresses(void **state)
{
	static const struct {
		uint64_t access, address;
		enum recording_memory memory;
		uint64_t place;		/* in the object; 0: it has none */
	} cases[] = {
		{ 0, 0, RECORDING_MEMORY_NONE, 0 },
		{ TEA_MEM_STORE, 0, RECORDING_MEMORY_UNKNOWN, 0 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, TEXT + 0x10, RECORDING_MEMORY_HEAP, 0x410 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, DATA + 0x10, RECORDING_MEMORY_HEAP, 0x10410 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, DATA + 0x1010, RECORDING_MEMORY_HEAP, 0x11410 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, LIBRARY - 8, RECORDING_MEMORY_HEAP, LIBRARY - TEXT + 0x400 - 8 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, LIBRARY + 0x5000, RECORDING_MEMORY_STACK, 0x5000 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, HEAP + 8, RECORDING_MEMORY_FILE, 8 },
		{ TEA_MEM_ATOMIC | TEA_MEM_ADDR, STACK, RECORDING_MEMORY_STACK, STACK - LIBRARY },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, 0xffffffff80000000, RECORDING_MEMORY_KERNEL, 0xffffffff80000000 },
		{ TEA_MEM_LOAD | TEA_MEM_ADDR, 8, RECORDING_MEMORY_HEAP, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint64_t place;
		struct recording_space space = only_space(cases[i].access, cases[i].address, &place);

		assert_int_equal(space.memory, cases[i].memory);
		assert_int_equal(space.object != KEYINDEX_NONE, cases[i].place != 0);
		if (cases[i].place)
			assert_true(place == cases[i].place);
	}
}

/* Equal data are one place, of which each address is one; unless nobody asked. */
static void places_by_data(void **state)
{
	(void)state;
	for (int data = 0; data <= 1; data++) {
		struct recording recording;
		struct writer writer;

		start(&writer);
		for (uint64_t i = 0; i < 6; i++)
			put(&writer, TEA_MEM_LOAD | TEA_MEM_ADDR, HEAP + 0x10000 + i % 3 * 8);
		load(&recording, &writer, data);
		assert_int_equal(recording.places_count, data ? 3 : 1);
		assert_int_equal(recording.has_data, data);
		assert_int_equal(recording.spaces_count, data);
		assert_true(recording.shown->pics.parts == 6000);
		assert_int_equal(recording.places[0].datum != 0, data);
		recording_close(&recording);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_at_addresses),
		cmocka_unit_test(places_by_data),
	};
	int failures;

	if (!mkdtemp(directory))
		return 1;
	failures = cmocka_run_group_tests(tests, NULL, NULL);
	rmdir(directory);
	return failures;
}
