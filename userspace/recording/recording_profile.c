// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_profile.c - a profile of tea sim as a recording
 *
 * One JSON document, see docs/contracts.md. Its rows are parts of cycles by
 * address, category, commit state and privilege: the golden reference, and TEA's samples.
 * Categories are PSVs, unless the profile has a list of its own.
 */
#include <errno.h>
#include <json-c/json.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile_parts.h"
#include "recording_formats.h"
#include "recording_store.h"

#define PROFILE_VERSION		1
#define PARTS_PER_CYCLE_MAX	1000000
#define JSON_DEPTH_MAX		8

/* "0x0073": as many digits as it has, most significant first. */
static bool parse_insn(struct json_object *field, struct recording_end *end)
{
	uint64_t bits = 0;

	if (!field)
		return true;
	if (!profile_address(field, &bits) || bits > UINT32_MAX)
		return false;
	end->insn_bytes = json_object_get_string_len(field) > 6 ? 4 : 2;
	for (size_t i = 0; i < end->insn_bytes; i++)
		end->insn[i] = (uint8_t)(bits >> 8 * i);
	return true;
}

/* Notes that the profile is of a part of the run, in a sentence, and keeps that apart. */
static void __attribute__((format(printf, 2, 3)))
mark_partial(struct recording *recording, const char *format, ...)
{
	char *text, *both = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	if (!text)
		return;
	notes_add(&recording->notes, "%s", text);
	if (recording->partial && asprintf(&both, "%s; %s", recording->partial, text) >= 0) {
		free(text);
		text = both;
	}
	free(recording->partial);
	recording->partial = text;
}

/* The requested region, and how much of it there is. */
static int read_region(struct recording *recording, struct fault *fault)
{
	struct json_object *region = json_object_object_get(recording->json, "region");
	const char *asked, *end;
	uint64_t before = 0;

	if (!region)
		return 0;
	asked = profile_text(region, "asked");
	end = profile_text(region, "end");
	if (!asked || profile_number(region, "before", &before, fault) ||
	    (end && strcmp(end, "limit") && strcmp(end, "to")))
		return profile_damaged(fault, "region");
	mark_partial(recording, "the profile is of a part of the run (%s): %llu instructions before it are "
		     "left out, and the program %s", asked, (unsigned long long)before,
		     !end ? "ended by itself" : *end == 'l' ? "was ended at the limit" :
		     "was ended where --to was reached");
	return 0;
}

static int read_signal(struct recording *recording, struct json_object *ended, struct fault *fault)
{
	struct recording_end *end = &recording->end;
	uint64_t number = 0;
	int error = profile_number(ended, "signal", &number, fault);

	if (error)
		return error;
	if (!number || number >= NSIG ||
	    !profile_address(json_object_object_get(ended, "pc"), &end->pc) ||
	    !parse_insn(json_object_object_get(ended, "insn"), end))
		return profile_damaged(fault, "ended");
	end->signal = (int)number;
	if (profile_locate(recording, end->pc, &end->place))
		return fault_no_memory(fault, "its end");
	mark_partial(recording, "a signal ended the program at 0x%llx: %s; the profile is of the "
		  "run until then", (unsigned long long)end->pc, strsignal(end->signal));
	return 0;
}

/* How the program ended, if not on its own. */
static int read_end(struct recording *recording, struct fault *fault)
{
	struct json_object *ended = json_object_object_get(recording->json, "ended");
	const char *becomes;

	if (!ended)
		return 0;
	if (!json_object_is_type(ended, json_type_object))
		return profile_damaged(fault, "ended");
	becomes = profile_text(ended, "becomes");
	if (!becomes)
		return read_signal(recording, ended, fault);
	mark_partial(recording, "the program became '%s', which is no RISC-V program; the profile "
		  "is of the run until then", becomes);
	return 0;
}

/* Places that held more than one thing. */
static int read_replaced(struct recording *recording, struct fault *fault)
{
	struct json_object *replaced = json_object_object_get(recording->json, "replaced");
	uint64_t ranges = 0, instructions = 0;
	int error;

	if (!replaced)
		return 0;
	if (!json_object_is_type(replaced, json_type_object))
		return profile_damaged(fault, "replaced");
	error = profile_number(replaced, "ranges", &ranges, fault);
	if (!error)
		error = profile_number(replaced, "instructions", &instructions, fault);
	if (error)
		return error;
	if (ranges)
		notes_add(&recording->notes, "address ranges that held code of more than one file: %llu; "
			  "their cycles are shown under the last one", (unsigned long long)ranges);
	if (instructions)
		notes_add(&recording->notes, "times that another instruction came to the place of one: "
			  "%llu; their cycles are added up", (unsigned long long)instructions);
	return 0;
}

/* ["0xpc", category, state, privilege, parts]; samples without a word are in merged ones alone. */
static bool parse_row(const struct recording *recording, const struct category_kind *kind,
		      struct json_object *row, uint64_t *pc, struct recording_hit *hit)
{
	const int64_t unknown = !!recording->merged.recordings;
	const int64_t items = (int64_t)kind->items_count;
	int64_t categories = category_sets(kind) ? category_unknown(kind) + unknown : items;
	int64_t numbers[4];

	if (!json_object_is_type(row, json_type_array) || json_object_array_length(row) != 5 ||
	    !profile_address(json_object_array_get_idx(row, 0), pc))
		return false;
	for (size_t i = 0; i < 4; i++) {
		struct json_object *number = json_object_array_get_idx(row, i + 1);

		if (!json_object_is_type(number, json_type_int))
			return false;
		numbers[i] = json_object_get_int64(number);
		if (numbers[i] < 0)
			return false;
	}
	if (numbers[0] >= categories || numbers[1] > PICS_NO_STATE)
		return false;
	hit->category = (uint16_t)numbers[0];
	hit->state = kind->states ? (uint8_t)numbers[1] : PICS_NO_STATE;
	hit->parts = (uint64_t)numbers[3];
	return true;
}

static bool is_wanted(const struct recording *recording, const struct recording_hit *hit)
{
	const struct recording_filter *filter = &recording->options.filter;
	const struct recording_thread *thread = &recording->threads[hit->place.thread];
	struct filter_origin origin = { .comm = thread->comm };

	return filter_wants_origin(filter, &origin) &&
	       filter_wants_word(filter, hit->category, hit->state);
}

static const char *get_word(struct json_object *object, const char *name)
{
	const char *word = profile_text(object, name);

	return word && category_is_word(word) ? word : NULL;
}

/* {"name": "...", "text": "..."}, of which the text may be missing. */
static bool read_item(struct json_object *item, struct category_list *list, unsigned int number)
{
	struct category *category = &list->items[number];
	struct json_object *text;

	category->name = get_word(item, "name");
	category->text = profile_text(item, "text");
	for (unsigned int i = 0; category->name && i < number; i++)
		if (category_same_word(list->items[i].name, category->name))
			return false;
	return category->name && (category->text || !json_object_object_get_ex(item, "text", &text));
}

/* {"name": "...", "names": "...", "unit": "...", "items": [...]} */
static bool read_list(struct json_object *object, struct category_list *list)
{
	struct json_object *items = profile_array(object, "items");
	struct category_kind *kind = &list->kind;

	kind->name = get_word(object, "name");
	kind->names = get_word(object, "names");
	kind->unit = get_word(object, "unit");
	for (unsigned int i = 0; i < kind->items_count; i++)
		if (!read_item(json_object_array_get_idx(items, i), list, i))
			return false;
	return kind->name && kind->names && kind->unit;
}

/* Begins a measure of the categories in the member @stacks, or in the profile itself. */
static int begin(struct recording *recording, struct recording_measure *measure,
		 struct json_object *stacks, struct fault *fault)
{
	struct json_object *object, *items;
	struct category_list *list;
	size_t count;
	int error;

	if (!json_object_object_get_ex(stacks, "categories", &object))
		return profile_begin(recording, measure, &category_signatures, fault);
	items = profile_array(object, "items");
	count = items ? json_object_array_length(items) : 0;
	if (!count || count > CATEGORY_ITEMS)
		return profile_damaged(fault, "categories");
	list = category_list_create((unsigned int)count);
	if (!list)
		return fault_no_memory(fault, "its categories");
	error = read_list(object, list) ? profile_begin(recording, measure, &list->kind, fault) :
		profile_damaged(fault, "categories");
	if (error)
		free(list);
	else
		measure->categories = list;
	return error;
}

/* Parts of a profile's sample, whose period is fixed. */
static uint64_t sample_parts(const struct recording_measure *measure)
{
	uint64_t parts;

	return __builtin_mul_overflow(measure->period, measure->parts_per_unit, &parts) ? UINT64_MAX :
	       parts;
}

/* @windows: room for those of a row; NULL: rows are none of their estimates. */
static int add_rows(struct recording *recording, struct recording_measure *measure,
		    struct json_object *rows, const char *name, struct pics_windows *windows,
		    struct fault *fault)
{
	const size_t count = json_object_array_length(rows);
	int error = 0;

	for (size_t i = 0; !error && i < count; i++) {
		struct recording_hit hit = { .place = PROFILE_PLACE };
		uint64_t pc;

		if (!parse_row(recording, measure->kind, json_object_array_get_idx(rows, i), &pc, &hit))
			return profile_damaged(fault, name);
		if (!is_wanted(recording, &hit)) {
			measure->filtered_samples++;
			continue;
		}
		if (measure->samples && measure->period)
			hit.weight = pics_weight_of(hit.parts, sample_parts(measure));
		if (windows)
			error = profile_weigh_row(recording, i, windows, &hit, fault);
		if (error)
			break;
		if (profile_locate(recording, pc, &hit.place))
			return fault_no_memory(fault, "its rows");
		error = recording_add(recording, measure, &hit, fault);
	}
	return error;
}

static int read_rows(struct recording *recording, struct recording_measure *measure,
		     struct json_object *stacks, const char *name, struct fault *fault)
{
	struct json_object *rows = profile_array(stacks, name);
	struct pics_windows *windows = NULL;
	int error;

	if (!rows)
		return profile_missing_rows(fault, name);
	if (measure->groups)
		windows = pics_windows_create(measure->groups, recording->sampled.bias, true);
	if (measure->groups && !windows)
		return fault_no_memory(fault, "its rows");
	error = add_rows(recording, measure, rows, name, windows, fault);
	free(windows);
	return error;
}

static int read_command(struct recording *recording, struct fault *fault)
{
	struct json_object *words = profile_array(recording->json, "command");
	size_t count = words ? json_object_array_length(words) : 0, size = 1;
	struct recording_thread name = { 0 };
	char *end;

	if (!count)
		return profile_damaged(fault, "command");
	for (size_t i = 0; i < count; i++) {
		struct json_object *word = json_object_array_get_idx(words, i);

		if (!json_object_is_type(word, json_type_string))
			return profile_damaged(fault, "command");
		size += strlen(json_object_get_string(word)) + 1;
	}
	recording->command = end = calloc(1, size);
	if (!end)
		return fault_no_memory(fault, "its command line");
	for (size_t i = 0; i < count; i++)
		end = stpcpy(stpcpy(end, i ? " " : ""),
			     json_object_get_string(json_object_array_get_idx(words, i)));
	name.comm = json_object_get_string(json_object_array_get_idx(words, 0));
	if (strrchr(name.comm, '/'))
		name.comm = strrchr(name.comm, '/') + 1;
	if (recording_thread(recording, &name) != PROFILE_THREAD)
		return fault_no_memory(fault, "its command line");
	return 0;
}

static int read_config(struct recording *recording, struct fault *fault)
{
	struct json_object *config = json_object_object_get(recording->json, "config");

	if (!json_object_is_type(config, json_type_object))
		return profile_damaged(fault, "config");
	json_object_object_foreach(config, name, value) {
		if (!value)
			return profile_damaged(fault, "config");
		if (recording_set(recording, name, json_object_get_string(value)))
			return fault_no_memory(fault, "its configuration");
	}
	return 0;
}

static int parse_file(const struct input *input, struct json_object **json, struct fault *fault)
{
	if (lseek(input->fd, 0, SEEK_SET) < 0)
		return fault_set(fault, -errno, "cannot be read: %s", strerror(errno));
	*json = json_object_from_fd_ex(input->fd, JSON_DEPTH_MAX);
	if (!*json)
		return fault_set(fault, -EINVAL, "a truncated or damaged profile: "
				 "run 'tea sim' again");
	return 0;
}

static int check_filter(const struct recording *recording, struct fault *fault)
{
	const struct recording_filter *filter = &recording->options.filter;

	if (filter->pids.count || filter->tids.count || filter_asks_cpu(filter) ||
	    filter_asks_time(filter))
		return fault_set(fault, -ENODATA, "a profile of 'tea sim' has one thread, and no CPUs "
				 "nor times: filter by something else");
	return 0;
}

static int read_header(struct recording *recording, struct fault *fault)
{
	static const char *const numbers[] = { "samples", "lost", "period" };	/* for measures */
	uint64_t version = 0, number = 0;
	int error = profile_number(recording->json, "tea_profile", &version, fault);

	if (error)
		return fault_set(fault, error, "not a profile of 'tea sim': no 'tea_profile' in it");
	if (version != PROFILE_VERSION)
		return fault_set(fault, -EINVAL, "a profile of version %llu, this 'tea' reads %d: "
				 "use the 'tea' that wrote it", (unsigned long long)version,
				 PROFILE_VERSION);
	error = profile_number(recording->json, "parts_per_cycle", &number, fault);
	if (!error && (!number || number > PARTS_PER_CYCLE_MAX))
		error = profile_damaged(fault, "parts_per_cycle");
	for (size_t i = 0; !error && i < sizeof(numbers) / sizeof(numbers[0]); i++)
		error = profile_number(recording->json, numbers[i], &number, fault);
	if (!error)
		error = profile_number(recording->json, "total_cycles", &recording->run_cycles, fault);
	/* handmade ones may have none */
	if (!error && json_object_object_get_ex(recording->json, "instructions", NULL))
		error = profile_number(recording->json, "instructions", &recording->run_instructions,
				       fault);
	if (!error && json_object_object_get_ex(recording->json, "threads", NULL))
		error = profile_number(recording->json, "threads", &recording->run_threads, fault);
	return error;
}

/* "tea sim, samples", or the name of another writer. NULL: out of memory. */
static const char *name_event(struct recording *recording, const char *what)
{
	const char *writer = profile_text(recording->json, "writer");
	char name[100];

	snprintf(name, sizeof(name), "%.60s, %s", writer ? writer : "tea sim", what);
	return texts_intern(&recording->texts, name);
}

static int read_cycles(struct recording *recording, struct recording_measure *measure,
		       struct fault *fault)
{
	bool golden = measure == &recording->measures[MEASURE_GOLDEN];
	int error = begin(recording, measure, recording->json, fault);

	if (error)
		return error;
	measure->groups = recording->merged.groups;
	if (golden && recording->sampled.groups) {
		measure->groups = recording->sampled.groups;
	} else if (!golden) {
		measure->samples = profile_header_number(recording, "samples");
		measure->period = profile_header_number(recording, "period");
	}
	measure->event = name_event(recording, !golden ? "samples" :
				    measure->groups ? "sampled simulation" : "golden reference");
	if (!measure->event)
		return fault_no_memory(fault, "its writer");
	if (recording->merged.recordings) {
		measure->event = recording->merged.event;
		measure->stage = strcmp(recording->merged.stage, "dispatch") ? TEA_STACK_COMMIT :
				 TEA_STACK_DISPATCH;
		measure->unknown_samples = recording->merged.unknown;
	}
	return read_rows(recording, measure, recording->json, golden ? "golden" : "tea", fault);
}

static int read_path(struct recording *recording, struct recording_measure *measure,
		     struct fault *fault)
{
	struct json_object *path;
	int error;

	if (!json_object_object_get_ex(recording->json, "path", &path))
		return profile_missing(recording, "critical path", "path", fault);
	if (!json_object_is_type(path, json_type_object))
		return profile_damaged(fault, "path");
	error = begin(recording, measure, path, fault);
	if (error)
		return error;
	measure->event = "tea sim, critical path";
	error = read_rows(recording, measure, path, "rows", fault);
	return error ? error : profile_read_path(recording, path, fault);
}

/* For each measure that profiles have. */
static int (*const readers[MEASURES_COUNT])(struct recording *, struct recording_measure *,
					    struct fault *) = {
	[MEASURE_CYCLES] = read_cycles, [MEASURE_GOLDEN] = read_cycles,
	[MEASURE_STAGES] = profile_read_slots, [MEASURE_FLOPS] = profile_read_slots,
	[MEASURE_PATH] = read_path,
	[MEASURE_INSTRUCTIONS] = profile_read_mix, [MEASURE_COUNTS] = profile_read_mix,
};

/* The first of those wanted that is there; or else the one whose reader says that it is not. */
static enum measure choose(const struct recording *recording)
{
	static const struct measures_wanted any = { { MEASURE_CYCLES, MEASURE_GOLDEN } };
	const struct measures_wanted *wanted = &recording->options.of;
	enum measure found;

	if (wanted->items[0] == MEASURE_NONE)
		wanted = &any;
	found = recording_first(recording, wanted);
	if (found != MEASURE_NONE)
		return found;
	if (measure_is_wanted(wanted, MEASURE_GOLDEN))
		return MEASURE_GOLDEN;
	return measure_is_wanted(wanted, MEASURE_COUNTS) ? MEASURE_COUNTS : wanted->items[0];
}

/* Which of its measures is shown. */
static int choose_measure(struct recording *recording, struct fault *fault)
{
	const char *event = recording->options.event;
	enum measure id = choose(recording);
	char text[MEASURES_TEXT];

	measures_list(recording_measures(recording), text);
	if (event)
		return fault_set(fault, -EINVAL, "--of cannot be '%s': the profile has %s", event, text);
	recording->shown = &recording->measures[id];
	return readers[id] ? 0 : fault_set(fault, -EINVAL, "no %s in a profile: it has %s",
					   measure_texts[id], text);
}

static int read_measure(struct recording *recording, enum measure id, struct fault *fault)
{
	struct recording_measure *measure = &recording->measures[id];

	return recording_fail(recording, measure, readers[id](recording, measure, fault), fault);
}

/* Those beside the one that is shown, and it. */
static int read_measures(struct recording *recording, struct fault *fault)
{
	const enum measure shown = (enum measure)(recording->shown - recording->measures);
	int error = 0;

	for (size_t i = 0; !error && i < MEASURES_ALSO; i++) {
		enum measure id = recording_first(recording, &recording->options.also[i]);

		if (id != MEASURE_NONE && id != shown)
			error = read_measure(recording, id, fault);
	}
	return error ? error : read_measure(recording, shown, fault);
}

int recording_read_profile(struct recording *recording, struct fault *fault)
{
	struct symbols_options *symbols = &recording->symbols.options;
	int error = check_filter(recording, fault);

	/* of a machine's kernel there is nothing but addresses */
	symbols->kernel_reference = "_text";
	symbols->kernel_given = *recording->options.symfs;
	if (!error)
		error = parse_file(&recording->input, &recording->json, fault);
	if (!error)
		error = read_header(recording, fault);
	if (!error)
		error = choose_measure(recording, fault);
	if (!error)
		error = read_command(recording, fault);
	if (!error)
		error = read_config(recording, fault);
	if (!error)
		error = profile_read_mappings(recording, fault);
	if (!error)
		error = profile_read_gains(recording, fault);
	if (!error)
		error = profile_read_sampled(recording, fault);
	if (!error)
		error = profile_read_merged(recording, fault);
	if (!error)
		error = read_measures(recording, fault);
	return error || !recording->options.sequence ? error :
	       profile_read_slices(recording, recording->shown, fault);
}

int recording_note_profile(struct recording *recording, struct fault *fault)
{
	int error = read_end(recording, fault);

	if (!error)
		error = read_region(recording, fault);
	profile_note_sampled(recording);
	profile_note_merged(recording);
	if (recording->mixed)
		notes_add(&recording->notes, "address ranges at which processes had different code: %llu; "
			  "their cycles are shown under the last one",
			  (unsigned long long)recording->mixed);
	return error ? error : read_replaced(recording, fault);
}
