// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz.c - files of any bytes; see fuzz.h
 */
#include "fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int fuzz_file(const uint8_t *bytes, size_t size, char path[64])
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
		abort();
	snprintf(path, 64, "/proc/self/fd/%d", fd);
	return fd;
}

static void expect(bool holds)
{
	if (!holds)
		abort();
}

/*
 * Each stage has all slots of all cycles, in the first @count categories, and rows have what threads
 * have.
 */
static void check_slots(const struct recording_slots *slots, const struct recording_measure *measure,
			unsigned int stages, size_t count)
{
	uint64_t parts = 0;

	if (!slots->per_cycle)
		return;
	for (size_t i = 0; i < count; i++)
		parts += slots->total.slots[i];
	expect(parts == slots->total.cycles * slots->per_cycle * stages);
	for (size_t i = count; i < RECORDING_SLOTS_MOST; i++)
		parts += slots->total.slots[i];
	expect(measure->pics.parts + slots->operations.parts == parts);
}

static void check(const struct recording *recording)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < recording->shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording->shown->pics.stacks[i];

		parts += stack->parts;
		for (size_t j = 0; j < stack->shares_count; j++)
			expect(stack->shares[j].category < category_count(recording->shown->kind));
	}
	expect(parts == recording->shown->pics.parts);
	check_slots(&recording->stages, &recording->measures[MEASURE_STAGES],
		    TEA_STACKS_COUNT, RECORDING_SLOTS_MOST);
	check_slots(&recording->flops, &recording->measures[MEASURE_FLOPS], 1, TEA_FLOPS_COUNT);
	for (size_t i = 0; i < recording->places_count; i++) {
		const struct recording_place *place = &recording->places[i];

		expect(place->object < recording->symbols.count);
		expect(place->thread < recording->threads_count);
		expect(place->frame == RECORDING_NO_FRAME || place->frame < recording->frames_count);
		expect(!place->datum || place->datum < recording->data_count);
	}
	for (size_t i = 1; i < recording->data_count; i++) {
		expect(recording->data[i].space < recording->spaces_count);
		expect(!recording->data[i].site || recording->data[i].site < recording->sites_count);
	}
	for (size_t i = 0; i < recording->frames_count; i++)
		expect(recording->frames[i].parent == RECORDING_NO_FRAME ||
		       recording->frames[i].parent < i);
}

void fuzz_recording(const uint8_t *bytes, size_t size, struct recording_options options)
{
	struct recording recording;
	struct fault fault = { "" };
	char path[64];
	int fd = fuzz_file(bytes, size, path);

	options.path = path;
	options.symfs = "/nowhere";
	options.cpus = options.chains = options.data = true;
	if (!recording_open(&recording, &options, &fault)) {
		check(&recording);
		recording_close(&recording);
	} else {
		expect(fault.text[0] != '\0');
	}
	close(fd);
}
