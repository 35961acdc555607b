// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_counts.c - slots that perf stat counted as a recording
 *
 * It has the stage stacks of a whole run, and its FLOPS stack if the unit has one: one place, run
 * by one thread, since counts have no code. Each instruction that commits takes one slot of base
 * there, so instructions are counted with the slots, over the same cycles.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata/perfcounts.h"
#include "recording_formats.h"
#include "recording_store.h"
#include "slotevents.h"

#define BYTES_MOST	(1U << 20)	/* of lines; those of all counters are some thousand */
#define SLOTS_MOST	9e15		/* that are exact in a double */
#define CLOCK_TEXT	32

#define BASE_AT(stage)	CATEGORY_AT_STAGE(TEA_STACK_##stage, TEA_COMPONENT_BASE)

struct counts_reader {
	struct recording *recording;
	const struct recording_counted *counted;
	struct fault *fault;
	struct recording_place place;
	bool seen[SLOTEVENTS_COUNT];
	uint64_t slots[SLOTEVENTS_COUNT];
	uint64_t running_ns;
	double percent;			/* of the time that was counted, at the least */
	char modifiers[16];		/* of all events */
};

static int check_state(const struct perfcount *count, struct fault *fault)
{
	if (count->state == PERFCOUNT_NOT_SUPPORTED)
		return fault_set(fault, -ENODATA, "perf stat cannot count '%s': 'dmesg | grep -i perf' "
				 "has the driver's reason", count->event);
	if (count->state == PERFCOUNT_NOT_COUNTED)
		return fault_set(fault, -ENODATA, "perf stat did not count '%s': the program never ran "
				 "on a processor whose TEA unit was free; run it again, alone",
				 count->event);
	return 0;
}

/* All of the run, or of its user code where that is all that perf may see: one for all. */
static int note_modifiers(struct counts_reader *reader, const char *modifiers, bool first)
{
	if (first)
		snprintf(reader->modifiers, sizeof(reader->modifiers), "%s", modifiers);
	if (strcmp(reader->modifiers, modifiers))
		return fault_set(reader->fault, -EINVAL, "perf stat counted events of '%s' and of '%s', "
				 "which are no stacks together: run it again",
				 reader->modifiers, modifiers);
	return 0;
}

static int add_count(struct counts_reader *reader, const struct perfcount *count, bool first)
{
	const struct recording_counted *counted = reader->counted;
	const char *modifiers;
	unsigned int number;
	double slots;
	int error;

	if (!slotevents_parse(count->event, &number, &modifiers) || reader->seen[number])
		return fault_set(reader->fault, -EINVAL, "perf stat counted '%s', which was not asked "
				 "for, or twice: use the distribution's 'perf'", count->event);
	error = check_state(count, reader->fault);
	if (!error)
		error = note_modifiers(reader, modifiers, first);
	if (error)
		return error;
	slots = count->value * (number < SLOTEVENTS_FLOPS ? counted->width : counted->flops);
	if (slots > SLOTS_MOST)
		return recording_overflow(reader->fault);
	reader->slots[number] = (uint64_t)(slots + 0.5);
	reader->seen[number] = true;
	if (count->running_ns > reader->running_ns)
		reader->running_ns = count->running_ns;
	if (first || count->percent < reader->percent)
		reader->percent = count->percent;
	return 0;
}

static int read_counts(struct counts_reader *reader, const char *text, size_t size)
{
	struct perfcounts counts;
	struct perfcount count;
	bool first = true;
	int found, error = 0;

	perfcounts_init(&counts, text, size);
	while (!error && (found = perfcounts_next(&counts, &count, reader->fault)) > 0) {
		error = add_count(reader, &count, first);
		first = false;
	}
	return error ? error : found;
}

static int read_file(struct counts_reader *reader)
{
	const struct input *input = &reader->recording->input;
	char *text = malloc(BYTES_MOST);
	ssize_t size = text ? input_read(input, 0, text, BYTES_MOST) : -ENOMEM;
	int error;

	if (size < 0)
		error = fault_set(reader->fault, (int)size, "cannot read what perf stat counted: %s",
				  strerror((int)-size));
	else if (size == BYTES_MOST)
		error = fault_set(reader->fault, -EFBIG, "perf stat wrote more than counts: use the "
				  "distribution's 'perf'");
	else
		error = read_counts(reader, text, (size_t)size);
	free(text);
	return error;
}

/* A stack with its base has all components of the unit. */
static int check_stages(const struct counts_reader *reader)
{
	static const unsigned int bases[] = { BASE_AT(DISPATCH), BASE_AT(ISSUE), BASE_AT(COMMIT) };

	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		if (!reader->seen[bases[i]])
			return fault_set(reader->fault, -ENODATA, "perf stat did not tell of '%s': use the "
					 "distribution's 'perf'", slotevents_names[bases[i]]);
	if (!reader->slots[BASE_AT(COMMIT)])
		return fault_set(reader->fault, -ENODATA, "perf stat counted no instruction: run a "
				 "program that does more");
	return 0;
}

static uint64_t sum_of(const struct counts_reader *reader, unsigned int first, unsigned int count)
{
	uint64_t sum = 0;

	for (unsigned int i = first; i < first + count; i++)
		sum += reader->slots[i];
	return sum;
}

static uint64_t stage_slots(const struct counts_reader *reader, enum tea_stack stage)
{
	return sum_of(reader, CATEGORY_AT_STAGE(stage, 0), TEA_COMPONENTS_COUNT);
}

/* The slots of a measure, beside @slots that are known, are @count numbers from @first on. */
static int count_slots(struct counts_reader *reader, enum measure id, struct recording_slots *slots,
		       unsigned int first, unsigned int count)
{
	struct recording *recording = reader->recording;
	struct recording_measure *measure = &recording->measures[id];
	uint32_t number = recording_place_number(recording, &reader->place);
	int error = 0;

	recording_begin(recording, measure,
			id == MEASURE_STAGES ? &category_stages : &category_flops);
	slots->threads = calloc(1, sizeof(*slots->threads));
	if (!slots->threads || number == KEYINDEX_NONE)
		return fault_no_memory(reader->fault, "its counts");
	slots->per_operation = 1;
	slots->threads_count = 1;
	measure->parts_per_unit = slots->per_cycle * (id == MEASURE_STAGES ? TEA_STACKS_COUNT : 1);
	measure->event = "perf stat, stages";
	for (unsigned int i = 0; !error && i < count; i++) {
		slots->total.slots[i] = reader->slots[first + i];
		if (reader->slots[first + i] &&
		    pics_count(&measure->pics, number, (uint16_t)i, PICS_NO_STATE,
			       reader->slots[first + i]))
			error = fault_no_memory(reader->fault, "its counts");
	}
	slots->threads[0] = slots->total;
	return error;
}

/*
 * The cycles are those of commit: with some privilege levels alone the stages differ, by which
 * level is charged.
 */
static int set_stages(struct counts_reader *reader)
{
	struct recording_slots *stages = &reader->recording->stages;

	stages->per_cycle = reader->counted->width;
	stages->total.cycles = stage_slots(reader, TEA_STACK_COMMIT) / stages->per_cycle;
	stages->total.instructions = reader->slots[BASE_AT(COMMIT)];
	return count_slots(reader, MEASURE_STAGES, stages, 0, SLOTEVENTS_FLOPS);
}

static int set_flops(struct counts_reader *reader)
{
	struct recording_slots *flops = &reader->recording->flops;

	if (!reader->counted->flops || !reader->seen[SLOTEVENTS_FLOPS])
		return 0;
	flops->per_cycle = reader->counted->flops;
	flops->vectors = reader->counted->vectors;
	flops->total.cycles = sum_of(reader, SLOTEVENTS_FLOPS, TEA_FLOPS_COUNT) / flops->per_cycle;
	return count_slots(reader, MEASURE_FLOPS, flops, SLOTEVENTS_FLOPS, TEA_FLOPS_COUNT);
}

/* The mean frequency of the run, for FLOPS. */
static int set_clock(struct counts_reader *reader)
{
	struct recording *recording = reader->recording;
	char text[CLOCK_TEXT];
	const char *kept;

	if (!reader->running_ns)
		return 0;
	snprintf(text, sizeof(text), "%.1f", (double)recording->stages.total.cycles * 1000 /
		 (double)reader->running_ns);
	kept = texts_intern(&recording->texts, text);
	if (!kept || recording_set(recording, "core_mhz", kept))
		return fault_no_memory(reader->fault, "its counts");
	return 0;
}

/* Limits of the numbers. */
static void add_notes(const struct counts_reader *reader)
{
	struct notes *notes = &reader->recording->notes;
	uint64_t cycles[TEA_STACKS_COUNT];

	if (reader->percent < 100)
		notes_add(notes, "perf counted for %.2f%% of the time, while others had the unit; all "
			  "amounts are scaled up from that, as it does: estimates", reader->percent);
	if (reader->modifiers[0])
		notes_add(notes, "only of levels '%s', which is all that perf may count here: "
			  "sysctl kernel.perf_event_paranoid=-1 lets it count the kernel, too",
			  reader->modifiers);
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
		cycles[stage] = stage_slots(reader, stage) / reader->counted->width;
	if (cycles[TEA_STACK_DISPATCH] != cycles[TEA_STACK_COMMIT] ||
	    cycles[TEA_STACK_ISSUE] != cycles[TEA_STACK_COMMIT])
		notes_add(notes, "the stages have %llu, %llu and %llu cycles: amounts are told by the "
			  "last, those of commit", (unsigned long long)cycles[TEA_STACK_DISPATCH],
			  (unsigned long long)cycles[TEA_STACK_ISSUE],
			  (unsigned long long)cycles[TEA_STACK_COMMIT]);
}

static int describe(struct counts_reader *reader)
{
	const struct recording_counted *counted = reader->counted;
	struct recording *recording = reader->recording;
	struct recording_thread thread = { .comm = counted->command[0] };

	if (strrchr(thread.comm, '/'))
		thread.comm = strrchr(thread.comm, '/') + 1;
	reader->place = (struct recording_place){
		.thread = recording_thread(recording, &thread), .cpu = RECORDING_NO_CPU,
		.frame = RECORDING_NO_FRAME,
		.object = symbols_object(&recording->symbols, "[unknown]", SYMBOLS_NO_FILE),
	};
	if (reader->place.thread == KEYINDEX_NONE || reader->place.object == KEYINDEX_NONE ||
	    recording_set_command(recording, counted->command, counted->command_count))
		return fault_no_memory(reader->fault, "its counts");
	return 0;
}

int recording_read_counts(struct recording *recording, struct fault *fault)
{
	struct counts_reader reader = {
		.recording = recording, .counted = recording->options.counted, .fault = fault,
	};
	int error;

	recording->shown = &recording->measures[MEASURE_STAGES];
	error = read_file(&reader);

	if (!error)
		error = check_stages(&reader);
	if (!error)
		error = describe(&reader);
	if (!error)
		error = set_stages(&reader);
	if (!error)
		error = set_flops(&reader);
	if (!error)
		error = set_clock(&reader);
	if (error)
		return error;
	add_notes(&reader);
	return 0;
}
