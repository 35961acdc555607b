// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_counts.c - counts of slots as a recording: sums, clock, notes, refusals
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/recording.h"
#include "recording/slotevents.h"

#define WIDTH	4
#define FLOPS	2
#define CYCLES	(1000 * SLOTEVENTS_FLOPS / TEA_STACKS_COUNT / WIDTH)

static const char *const command[] = { "/bin/prog", "3" };

/* perf stat's counts, which a test changes. */
struct written {
	const char *modifiers;		/* of all events */
	unsigned int without;		/* this one is missing */
	unsigned int other;		/* this one's line is another: of it, values, NULL the same */
	const char *value, *event;
	double more;			/* cycles of that one */
	const char *percent;
};

#define WRITTEN { .without = SLOTEVENTS_COUNT, .other = SLOTEVENTS_COUNT }

/* Each stage has 1000 slots a component, and the FLOPS stack as many cycles. */
static double value_of(unsigned int number)
{
	if (number < SLOTEVENTS_FLOPS)
		return 1000.0 / WIDTH;
	return number == SLOTEVENTS_FLOPS ? CYCLES : 0;
}

static void write_counts(FILE *file, const struct written *written)
{
	fputs("# started on Thu Jan  1 00:00:00 2026\n\n", file);
	for (unsigned int i = 0; i < SLOTEVENTS_COUNT; i++) {
		bool other = i == written->other;
		char value[64], event[64];

		if (i == written->without)
			continue;
		snprintf(value, sizeof(value), "%.2f", value_of(i) + (other ? written->more : 0));
		snprintf(event, sizeof(event), "tea/%s/%s", slotevents_names[i],
			 written->modifiers ? written->modifiers : "");
		fprintf(file, "%s;cycles;%s;5000;%s;;\n", other && written->value ? written->value : value,
			other && written->event ? written->event : event,
			other && written->percent ? written->percent : "100.00");
	}
}

static const struct recording_counted counted = {
	.width = WIDTH, .flops = FLOPS, .command = command, .command_count = COUNT(command),
};

static int open_counts(struct recording *recording, const struct written *written,
		       const struct recording_counted *run, struct fault *fault)
{
	char path[] = "/tmp/test_counts.XXXXXX";
	struct recording_options options = {
		.path = path, .symfs = "", .counted = run,
	};
	FILE *file = fdopen(mkstemp(path), "w");
	int error;

	assert_non_null(file);
	write_counts(file, written);
	assert_int_equal(fclose(file), 0);
	error = recording_open(recording, &options, fault);
	unlink(path);
	return error;
}

static void slots_are_exact(void **state)
{
	const struct written written = WRITTEN;
	const struct recording_slots *stages, *flops;
	struct recording recording;
	struct fault fault;

	(void)state;
	assert_int_equal(open_counts(&recording, &written, &counted, &fault), 0);
	stages = &recording.stages;
	flops = &recording.flops;
	assert_ptr_equal(recording.shown->kind, &category_stages);
	assert_string_equal(recording.command, "/bin/prog 3");
	assert_int_equal(stages->per_cycle, WIDTH);
	assert_int_equal(stages->total.cycles, CYCLES);
	assert_int_equal(stages->total.instructions, 1000);
	assert_int_equal(stages->threads_count, 1);
	for (unsigned int i = 0; i < SLOTEVENTS_FLOPS; i++)
		assert_int_equal(stages->total.slots[i], 1000);
	assert_int_equal(recording.shown->pics.parts, 1000 * SLOTEVENTS_FLOPS);
	assert_int_equal(flops->per_cycle, FLOPS);
	assert_false(flops->vectors);
	assert_int_equal(flops->total.cycles, CYCLES);
	assert_int_equal(flops->total.slots[TEA_FLOPS_BASE], FLOPS * CYCLES);
	assert_int_equal(recording.settings_count, 1);
	assert_string_equal(recording.settings[0].name, "core_mhz");
	assert_string_equal(recording.settings[0].value, "950.0");
	assert_int_equal(recording.notes.count, 0);
	recording_close(&recording);
}

/* The notes of a run that is shown, in one text. */
static char *notes_of(const struct written *written, const struct recording_counted *run)
{
	static char text[2048];
	struct recording recording;
	struct fault fault;

	text[0] = '\0';
	assert_int_equal(open_counts(&recording, written, run, &fault), 0);
	for (size_t i = 0; i < recording.notes.count; i++)
		strncat(text, recording.notes.texts[i], sizeof(text) - strlen(text) - 1);
	recording_close(&recording);
	return text;
}

static void what_is_no_count_is_said(void **state)
{
	struct written written = WRITTEN;

	(void)state;
	written.other = 7;
	written.percent = "62.50";
	assert_non_null(strstr(notes_of(&written, &counted), "counted for 62.50% of the time"));
	written.percent = NULL;
	written.more = 25;
	assert_non_null(strstr(notes_of(&written, &counted), "4775, 4750 and 4750 cycles"));
	written.more = 0;
	written.modifiers = "u";
	assert_non_null(strstr(notes_of(&written, &counted), "only of levels 'u'"));
}

/* A component that a unit does not count is 0, and the FLOPS stack need not be there. */
static void units_have_less(void **state)
{
	struct recording_counted run = counted;
	struct written written = WRITTEN;
	struct recording recording;
	struct fault fault;

	(void)state;
	written.without = CATEGORY_AT_STAGE(TEA_STACK_ISSUE, TEA_COMPONENT_ITLB);
	assert_int_equal(open_counts(&recording, &written, &counted, &fault), 0);
	assert_int_equal(recording.stages.total.slots[written.without], 0);
	recording_close(&recording);
	run.flops = 0;
	assert_int_equal(open_counts(&recording, &written, &run, &fault), 0);
	assert_int_equal(recording.flops.per_cycle, 0);
	recording_close(&recording);
	written.without = SLOTEVENTS_FLOPS;
	assert_int_equal(open_counts(&recording, &written, &counted, &fault), 0);
	assert_int_equal(recording.flops.per_cycle, 0);
	recording_close(&recording);
}

/* A unit counts operations on 8 bytes, one on less in part, where the core has vectors. */
static void widths_are_not_told(void **state)
{
	const struct written written = WRITTEN;
	struct recording_counted run = counted;
	struct recording recording;
	struct fault fault;

	(void)state;
	run.vectors = true;
	assert_int_equal(open_counts(&recording, &written, &run, &fault), 0);
	assert_true(recording.flops.vectors);
	assert_true(recording_operation_slots(&recording.flops, 0) == 1);
	assert_true(recording_operation_slots(&recording.flops, 2) == 0.25);
	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++)
		assert_int_equal(recording.flops.total.slots[TEA_FLOPS_COUNT + width], 0);
	recording.flops.vectors = false;
	assert_true(recording_operation_slots(&recording.flops, 2) == 1);
	recording_close(&recording);
}

static void others_are_refused(void **state)
{
	static const struct {
		struct written written;
		int error;
		const char *said;
	} cases[] = {
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .value = "<not counted>" }, -ENODATA,
		  "did not count 'tea/dispatch_memory/'" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .value = "<not supported>" }, -ENODATA,
		  "cannot count 'tea/dispatch_memory/'" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .event = "tea/dispatch_l1i/" }, -EINVAL,
		  "or twice" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .event = "tea/dispatch_icache/" }, -EINVAL,
		  "not asked for" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .event = "tea/dispatch_memory/k" }, -EINVAL,
		  "of '' and of 'k'" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .value = "9999999999999999" }, -EOVERFLOW,
		  "64 bits" },
		{ { .without = SLOTEVENTS_COUNT, .other = 5, .value = "x" }, -EINVAL, "line 8 " },
		{ { .without = CATEGORY_AT_STAGE(TEA_STACK_ISSUE, TEA_COMPONENT_BASE),
		    .other = SLOTEVENTS_COUNT }, -ENODATA, "did not tell of 'issue_base'" },
		{ { .without = SLOTEVENTS_COUNT, .value = "0.00",
		    .other = CATEGORY_AT_STAGE(TEA_STACK_COMMIT, TEA_COMPONENT_BASE) }, -ENODATA,
		  "no instruction" },
	};
	struct recording recording;
	struct fault fault;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(open_counts(&recording, &cases[i].written, &counted, &fault),
				 cases[i].error);
		assert_non_null(strstr(fault.text, cases[i].said));
		assert_null(strstr(fault.text, "test_counts."));
	}
}

/* Each name is that of one event, and of no other. */
static void names_are_apart(void **state)
{
	char event[64];

	(void)state;
	for (unsigned int i = 0; i < SLOTEVENTS_COUNT; i++) {
		const char *modifiers;
		unsigned int number;

		snprintf(event, sizeof(event), "tea/%s/uk", slotevents_names[i]);
		assert_true(slotevents_parse(event, &number, &modifiers));
		assert_int_equal(number, i);
		assert_string_equal(modifiers, "uk");
	}
	for (size_t i = 0; i < 4; i++) {
		static const char *const none[] = {
			"tea/dispatch_base", "dispatch_base", "tea2/dispatch_base/", "tea/dispatch_bas/",
		};
		const char *modifiers;
		unsigned int number;

		assert_false(slotevents_parse(none[i], &number, &modifiers));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slots_are_exact),
		cmocka_unit_test(what_is_no_count_is_said),
		cmocka_unit_test(units_have_less),
		cmocka_unit_test(widths_are_not_told),
		cmocka_unit_test(others_are_refused),
		cmocka_unit_test(names_are_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
