// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_firefox.c - the Firefox Profiler's processed profile format, version 56: JSON
 *
 * https://github.com/firefox-devtools/profiler, docs-developer/processed-profile-format.md and its
 * changelog; newer versions of the profiler upgrade it. A thread has tables of columns: samples
 * name the last row of their stack, a row its caller's row and its frame, a frame its function.
 * Categories colour the graph of each thread: here they are those of the recording, of the
 * innermost frame. The weight of a sample is its cycles. Where samples have no times, each stack
 * is one sample as long as its cycles are in nanoseconds, largest first.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/calls/calltree.h"
#include "export.h"
#include "exporttext.h"
#include "output/json.h"
#include "texttable.h"

#define VERSION		56		/* of processed profiles */
#define GECKO_VERSION	27		/* the profiler's raw version that it stands for */
#define RESOURCE_LIBRARY 1
#define NS_PER_MS	1e6

struct firefox_sample {
	uint64_t time_ns, parts;
	uint32_t node;			/* of the tree */
	uint16_t category;
};

struct firefox {
	const struct calltree *tree;
	struct jsonwriter json;
	struct texttable texts;
	struct firefox_sample *samples;	/* thread after thread, each in the order of time */
	size_t samples_count;
	uint32_t *rows;			/* by node: of its thread's stacks; its categories' follow */
	uint32_t *functions;		/* by frame of the tree: number in the table of the thread */
	uint32_t *frames;		/* those of the thread, in the order of that table */
	size_t frames_count;
	uint32_t ranks[CATEGORY_MOST];	/* of categories; 0 is none */
	struct export_rounding rounding;
};

static const struct recording *recording_of(const struct firefox *firefox)
{
	return firefox->tree->recording;
}

static uint32_t thread_of(const struct firefox *firefox, const struct firefox_sample *sample)
{
	return firefox->tree->nodes.items[sample->node].thread;
}

static int compare_samples(const void *left, const void *right, void *context)
{
	const struct firefox_sample *a = left, *b = right;
	uint32_t thread_a = thread_of(context, a), thread_b = thread_of(context, b);

	if (thread_a != thread_b)
		return thread_a < thread_b ? -1 : 1;
	if (a->time_ns != b->time_ns)
		return a->time_ns < b->time_ns ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return a->category < b->category ? -1 : a->category > b->category;
}

static void add_sample(struct firefox *firefox, uint32_t node, uint16_t category, uint64_t parts,
		       uint64_t time_ns)
{
	firefox->samples[firefox->samples_count++] = (struct firefox_sample){
		.time_ns = time_ns, .parts = parts, .node = node, .category = category,
	};
}

/* By place, the node that its stack is in. */
static uint32_t *leaves_by_place(const struct calltree *tree)
{
	const struct recording *recording = tree->recording;
	uint32_t *leaves = malloc((recording->places_count + 1) * sizeof(*leaves));

	for (size_t i = 0; leaves && i < recording->places_count; i++)
		leaves[i] = CALLTREE_NONE;
	for (size_t i = 0; leaves && i < tree->measure->pics.stacks_count; i++)
		leaves[tree->measure->pics.stacks[i].place] = tree->leaves[i];
	return leaves;
}

static int take_sequence(struct firefox *firefox)
{
	const struct recording_measure *measure = firefox->tree->measure;
	uint32_t *leaves = leaves_by_place(firefox->tree);

	firefox->samples = calloc(measure->sequence_count + 1, sizeof(*firefox->samples));
	if (!leaves || !firefox->samples) {
		free(leaves);
		return -ENOMEM;
	}
	for (size_t i = 0; i < measure->sequence_count; i++) {
		const struct recording_sample *sample = &measure->sequence[i];

		if (leaves[sample->place] != CALLTREE_NONE)
			add_sample(firefox, leaves[sample->place], sample->category, sample->parts,
				   sample->time_ns - measure->first_ns);
	}
	free(leaves);
	return 0;
}

/* For sums: one sample for each category of each stack, one behind the other. */
static int take_stacks(struct firefox *firefox)
{
	const struct pics *pics = &firefox->tree->nodes.pics;
	uint64_t *times = calloc(recording_of(firefox)->threads_count + 1, sizeof(*times));
	size_t count = 0;

	for (size_t i = 0; i < pics->stacks_count; i++)
		count += pics->stacks[i].shares_count;
	firefox->samples = calloc(count + 1, sizeof(*firefox->samples));
	if (!times || !firefox->samples) {
		free(times);
		return -ENOMEM;
	}
	for (size_t i = 0; i < pics->stacks_count; i++) {
		const struct pics_stack *stack = &pics->stacks[i];
		uint64_t *time = &times[firefox->tree->nodes.items[stack->place].thread];

		for (size_t j = 0; j < stack->shares_count; j++) {
			add_sample(firefox, stack->place, stack->shares[j].category,
				   stack->shares[j].parts, *time);
			*time += stack->shares[j].parts / firefox->tree->measure->parts_per_unit;
		}
	}
	free(times);
	return 0;
}

static int firefox_init(struct firefox *firefox, const struct calltree *tree, FILE *file)
{
	int error;

	*firefox = (struct firefox){ .tree = tree, .json.file = file };
	firefox->rows = calloc(tree->nodes.count + 1, sizeof(*firefox->rows));
	firefox->functions = calloc(tree->frames_count + 1, sizeof(*firefox->functions));
	firefox->frames = calloc(tree->frames_count + 1, sizeof(*firefox->frames));
	if (!firefox->rows || !firefox->functions || !firefox->frames)
		return -ENOMEM;
	error = tree->measure->sequence_count ? take_sequence(firefox) : take_stacks(firefox);
	if (!error)
		qsort_r(firefox->samples, firefox->samples_count, sizeof(*firefox->samples),
			compare_samples, firefox);
	return error;
}

static void firefox_deinit(struct firefox *firefox)
{
	texttable_deinit(&firefox->texts);
	free(firefox->samples);
	free(firefox->rows);
	free(firefox->functions);
	free(firefox->frames);
}

/* The colours that the profiler knows by name; grey for categories without one. */
static void put_category(struct firefox *firefox, const char *name, const char *color)
{
	json_open_object(&firefox->json, NULL);
	json_text(&firefox->json, "name", name);
	json_text(&firefox->json, "color", color);
	json_open_list(&firefox->json, "subcategories");
	json_text(&firefox->json, NULL, "Other");
	json_close_list(&firefox->json);
	json_close_object(&firefox->json);
}

static void put_categories(struct firefox *firefox)
{
	static const char *const colors[] = {
		"blue", "orange", "purple", "green", "red", "yellow", "lightblue", "brown", "magenta",
		"lightred",
	};
	const struct category_kind *kind = firefox->tree->measure->kind;
	uint32_t rank = 0, colored = 0;
	char name[CATEGORY_TEXT];

	json_open_list(&firefox->json, "categories");
	put_category(firefox, "Other", "grey");
	for (size_t i = 0; i < firefox->samples_count; i++) {
		uint16_t category = firefox->samples[i].category;
		bool empty = kind->empty && !category;

		if (firefox->ranks[category])
			continue;
		firefox->ranks[category] = ++rank;
		json_line(&firefox->json);
		put_category(firefox, category_name(kind, category, name), empty ? "darkgrey" :
			     colors[colored % (sizeof(colors) / sizeof(colors[0]))]);
		colored += !empty;
	}
	json_close_list(&firefox->json);
}

static double interval_ms(const struct recording_measure *measure)
{
	double length_ns = (double)(measure->last_ns - measure->first_ns);

	return measure->sequence_count > 1 && length_ns > 0 ?
	       length_ns / NS_PER_MS / (double)(measure->sequence_count - 1) : 1;
}

static void put_meta(struct firefox *firefox)
{
	const struct recording *recording = recording_of(firefox);
	struct jsonwriter *json = &firefox->json;

	json_open_object(json, "meta");
	json_whole(json, "version", GECKO_VERSION);
	json_whole(json, "preprocessedProfileVersion", VERSION);
	json_real(json, "interval", interval_ms(firefox->tree->measure), 6);
	json_whole(json, "startTime", 0);
	json_whole(json, "processType", 0);
	json_whole(json, "stackwalk", recording->has_chains);
	json_truth(json, "debug", false);
	json_truth(json, "symbolicated", true);
	json_text(json, "importedFrom", "tea");
	json_truth(json, "usesOnlyOneStackType", true);
	json_open_object(json, "sampleUnits");
	json_text(json, "time", "ms");
	json_text(json, "eventDelay", "ms");
	json_text(json, "threadCPUDelta", "ns");
	json_close_object(json);
	json_open_list(json, "markerSchema");
	json_close_list(json);
	json_text(json, "product", recording->command && recording->command[0] ?
		  recording->command : recording->path);
	if (recording->release)
		json_text(json, "oscpu", recording->release);
	put_categories(firefox);
	json_close_object(json);
}

static void put_libraries(struct firefox *firefox)
{
	const struct symbols *symbols = &recording_of(firefox)->symbols;
	struct jsonwriter *json = &firefox->json;

	json_line(json);
	json_open_list(json, "libs");
	for (size_t i = 0; i < symbols->count; i++) {
		const char *path = symbols->objects[i].path;

		json_open_row(json);
		json_text(json, "name", symbols_base_name(path));
		json_text(json, "path", path);
		json_text(json, "debugName", symbols_base_name(path));
		json_text(json, "debugPath", path);
		json_text(json, "breakpadId", "");
		json_null(json, "codeId");
		json_null(json, "arch");
		json_close_object(json);
	}
	json_close_list(json);
}

/* A column of @count values that are all @value. */
static void put_column(struct firefox *firefox, const char *name, size_t count, const char *value)
{
	json_open_list(&firefox->json, name);
	for (size_t i = 0; i < count; i++)
		fputs(value, json_value(&firefox->json, NULL));
	json_close_list(&firefox->json);
}

static void put_number(struct firefox *firefox, uint32_t number)
{
	if (number == KEYINDEX_NONE)
		json_null(&firefox->json, NULL);
	else
		json_whole(&firefox->json, NULL, number);
}

/* How many there are, which is the last member of a table. */
static void close_table(struct firefox *firefox, size_t length)
{
	json_whole(&firefox->json, "length", length);
	json_close_object(&firefox->json);
	json_line(&firefox->json);
}

/* A column over the thread's stacks: over each node, and once more for each category. */
typedef uint32_t (*row_value)(const struct firefox *firefox, uint32_t node,
			      const struct pics_share *share);

static const struct pics_stack *stack_of(const struct firefox *firefox, uint32_t node)
{
	static const struct pics_stack none;
	const struct pics_stack *stack = pics_find(&firefox->tree->nodes.pics, node);

	return stack ? stack : &none;
}

static void put_rows(struct firefox *firefox, uint32_t thread, const char *name, row_value value)
{
	const struct callnodes *nodes = &firefox->tree->nodes;

	json_open_list(&firefox->json, name);
	for (uint32_t i = 0; i < nodes->count; i++) {
		const struct pics_stack *stack = stack_of(firefox, i);

		if (nodes->items[i].thread != thread)
			continue;
		put_number(firefox, value(firefox, i, NULL));
		for (size_t j = 0; j < stack->shares_count; j++)
			put_number(firefox, value(firefox, i, &stack->shares[j]));
	}
	json_close_list(&firefox->json);
}

static uint32_t row_prefix(const struct firefox *firefox, uint32_t node,
			   const struct pics_share *share)
{
	uint32_t parent = firefox->tree->nodes.items[node].parent;

	(void)share;
	return parent == CALLTREE_NONE ? KEYINDEX_NONE : firefox->rows[parent];
}

static uint32_t row_category(const struct firefox *firefox, uint32_t node,
			     const struct pics_share *share)
{
	(void)node;
	return share ? firefox->ranks[share->category] : 0;
}

static uint32_t row_function(const struct firefox *firefox, uint32_t node,
			     const struct pics_share *share)
{
	(void)share;
	return firefox->functions[firefox->tree->nodes.items[node].frame];
}

/* Numbers the thread's stacks and functions; returns how many stacks it has. */
static uint32_t number_rows(struct firefox *firefox, uint32_t thread)
{
	const struct callnodes *nodes = &firefox->tree->nodes;
	uint32_t rows = 0;

	firefox->frames_count = 0;
	for (size_t i = 0; i < firefox->tree->frames_count; i++)
		firefox->functions[i] = KEYINDEX_NONE;
	for (uint32_t i = 0; i < nodes->count; i++) {
		uint32_t frame = nodes->items[i].frame;

		if (nodes->items[i].thread != thread)
			continue;
		firefox->rows[i] = rows;
		rows += 1 + (uint32_t)stack_of(firefox, i)->shares_count;
		if (firefox->functions[frame] != KEYINDEX_NONE)
			continue;
		firefox->functions[frame] = (uint32_t)firefox->frames_count;
		firefox->frames[firefox->frames_count++] = frame;
	}
	return rows;
}

/* Each stack has a frame of its own, as its number. */
static void put_stacks(struct firefox *firefox, uint32_t thread, uint32_t rows)
{
	json_open_object(&firefox->json, "stackTable");
	put_rows(firefox, thread, "prefix", row_prefix);
	json_open_list(&firefox->json, "frame");
	for (uint32_t i = 0; i < rows; i++)
		json_whole(&firefox->json, NULL, i);
	json_close_list(&firefox->json);
	close_table(firefox, rows);
	json_open_object(&firefox->json, "frameTable");
	put_column(firefox, "address", rows, "-1");
	put_column(firefox, "inlineDepth", rows, "0");
	put_rows(firefox, thread, "category", row_category);
	put_column(firefox, "subcategory", rows, "0");
	put_rows(firefox, thread, "func", row_function);
	put_column(firefox, "nativeSymbol", rows, "null");
	put_column(firefox, "innerWindowID", rows, "null");
	put_column(firefox, "line", rows, "null");
	put_column(firefox, "column", rows, "null");
	close_table(firefox, rows);
}

static const struct calltree_frame *frame_at(const struct firefox *firefox, size_t i)
{
	return &firefox->tree->frames[firefox->frames[i]];
}

static void put_functions(struct firefox *firefox)
{
	const size_t count = firefox->frames_count;
	struct jsonwriter *json = &firefox->json;
	char name[EXPORTTEXT_NAME];

	json_open_object(json, "funcTable");
	json_open_list(json, "name");
	for (size_t i = 0; i < count; i++)
		put_number(firefox, texttable_number(&firefox->texts,
			   exporttext_function(&frame_at(firefox, i)->location, name)));
	json_close_list(json);
	json_open_list(json, "resource");
	for (size_t i = 0; i < count; i++)
		json_signed(json, NULL, frame_at(firefox, i)->location.object -
			    recording_of(firefox)->symbols.objects);
	json_close_list(json);
	json_open_list(json, "fileName");
	for (size_t i = 0; i < count; i++)
		put_number(firefox, frame_at(firefox, i)->line.file ?
			   texttable_number(&firefox->texts, frame_at(firefox, i)->line.file) :
			   KEYINDEX_NONE);
	json_close_list(json);
	json_open_list(json, "lineNumber");
	for (size_t i = 0; i < count; i++)
		put_number(firefox, frame_at(firefox, i)->line.file ?
			   (uint32_t)frame_at(firefox, i)->line.line : KEYINDEX_NONE);
	json_close_list(json);
	put_column(firefox, "columnNumber", count, "null");
	put_column(firefox, "isJS", count, "false");
	put_column(firefox, "relevantForJS", count, "false");
	close_table(firefox, count);
}

/* Its objects, which are the libraries of all threads. */
static void put_resources(struct firefox *firefox)
{
	const struct symbols *symbols = &recording_of(firefox)->symbols;
	struct jsonwriter *json = &firefox->json;

	json_open_object(json, "resourceTable");
	json_open_list(json, "name");
	for (size_t i = 0; i < symbols->count; i++)
		put_number(firefox, texttable_number(&firefox->texts,
			   symbols_base_name(symbols->objects[i].path)));
	json_close_list(json);
	json_open_list(json, "lib");
	for (uint32_t i = 0; i < symbols->count; i++)
		json_whole(json, NULL, i);
	json_close_list(json);
	put_column(firefox, "host", symbols->count, "null");
	json_open_list(json, "type");
	for (size_t i = 0; i < symbols->count; i++)
		json_whole(json, NULL, RESOURCE_LIBRARY);
	json_close_list(json);
	close_table(firefox, symbols->count);
}

/* A table with nothing in it. */
static void put_empty(struct firefox *firefox, const char *name, const char *const *columns)
{
	json_open_object(&firefox->json, name);
	for (; *columns; columns++)
		put_column(firefox, *columns, 0, NULL);
	close_table(firefox, 0);
}

static uint32_t row_of(const struct firefox *firefox, const struct firefox_sample *sample)
{
	const struct pics_stack *stack = stack_of(firefox, sample->node);
	uint32_t row = firefox->rows[sample->node] + 1;

	for (size_t i = 0; i < stack->shares_count && stack->shares[i].category != sample->category; i++)
		row++;
	return row;
}

static void put_samples(struct firefox *firefox, const struct firefox_sample *samples,
			size_t count)
{
	struct jsonwriter *json = &firefox->json;

	json_line(json);
	json_open_object(json, "samples");
	json_open_list(json, "stack");
	for (size_t i = 0; i < count; i++)
		put_number(firefox, row_of(firefox, &samples[i]));
	json_close_list(json);
	json_line(json);
	json_open_list(json, "time");
	for (size_t i = 0; i < count; i++)
		json_real(json, NULL, (double)samples[i].time_ns / NS_PER_MS, 6);
	json_close_list(json);
	json_line(json);
	json_open_list(json, "weight");
	for (size_t i = 0; i < count; i++)
		json_whole(json, NULL, export_whole_cycles(firefox->tree->measure,
							   &firefox->rounding, samples[i].parts));
	json_close_list(json);
	json_text(json, "weightType", "samples");
	close_table(firefox, count);
}

static void put_thread(struct firefox *firefox, const struct firefox_sample *samples, size_t count)
{
	static const char *const symbols[] = { "libIndex", "address", "name", "functionSize", NULL };
	static const char *const markers[] = {
		"data", "name", "startTime", "endTime", "phase", "category", NULL,
	};
	uint32_t number = thread_of(firefox, samples);
	const struct recording_thread *thread = &recording_of(firefox)->threads[number];
	uint32_t rows = number_rows(firefox, number);
	struct jsonwriter *json = &firefox->json;

	json_open_row(json);
	json_text(json, "name", thread->comm);
	json_text(json, "processName", thread->comm);
	json_text(json, "processType", "default");
	json_truth(json, "isMainThread", thread->pid == thread->tid);
	fprintf(json_value(json, "pid"), "\"%" PRIu32 "\"", thread->pid);
	json_whole(json, "tid", thread->tid);
	json_whole(json, "processStartupTime", 0);
	json_null(json, "processShutdownTime");
	json_whole(json, "registerTime", 0);
	json_null(json, "unregisterTime");
	put_column(firefox, "pausedRanges", 0, NULL);
	put_samples(firefox, samples, count);
	put_stacks(firefox, number, rows);
	put_functions(firefox);
	put_resources(firefox);
	put_empty(firefox, "nativeSymbols", symbols);
	put_empty(firefox, "markers", markers);
	json->line = false;
	json_close_object(json);
}

static void put_document(struct firefox *firefox)
{
	const struct firefox_sample *samples = firefox->samples;
	struct jsonwriter *json = &firefox->json;
	size_t first = 0;

	json_open_object(json, NULL);
	put_meta(firefox);
	put_libraries(firefox);
	json_line(json);
	json_open_list(json, "threads");
	for (size_t i = 1; i <= firefox->samples_count; i++) {
		if (i < firefox->samples_count &&
		    thread_of(firefox, &samples[i]) == thread_of(firefox, &samples[first]))
			continue;
		put_thread(firefox, &samples[first], i - first);
		first = i;
	}
	json_close_list(json);
	json_line(json);
	json_open_object(json, "shared");
	json_open_list(json, "stringArray");
	for (size_t i = 0; i < firefox->texts.count; i++) {
		json_line(json);
		json_text(json, NULL, firefox->texts.texts[i]);
	}
	json_close_list(json);
	json_close_object(json);
	json_close_document(json);
}

int export_firefox(const struct export *export, struct fault *fault)
{
	struct firefox firefox;
	struct calltree tree;
	int error = calltree_build(&tree, export->recording, export->measure, export->wanted,
				   CALLTREE_FUNCTIONS);

	if (error)
		return fault_no_memory(fault, "the stacks");
	error = firefox_init(&firefox, &tree, export->file);
	if (!error) {
		put_document(&firefox);
		error = firefox.texts.failed ? -ENOMEM : 0;
	}
	if (error)
		fault_no_memory(fault, "the stacks");
	firefox_deinit(&firefox);
	calltree_deinit(&tree);
	return error;
}
