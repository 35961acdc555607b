// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_speedscope.c - speedscope's own format: JSON, a sampled profile for each thread
 *
 * Frames are functions, and behind them the categories, which stand innermost in every
 * stack. Weights are cycles; the order of stacks is that of the largest first, since
 * places have no time.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/calls/calltree.h"
#include "export.h"
#include "exporttext.h"
#include "output/json.h"

#define SCHEMA	"https://www.speedscope.app/file-format-schema.json"

struct speedscope {
	const struct calltree *tree;
	struct jsonwriter json;
	uint32_t *path;
	uint32_t *order;		/* stacks of a thread side by side */
	uint64_t *totals;		/* by thread */
	uint32_t category_frames[CATEGORY_MOST];
};

/* The thread with most cycles is the first one shown. */
static int compare_threads(const void *left, const void *right, void *context)
{
	const struct speedscope *speedscope = context;
	const struct calltree *tree = speedscope->tree;
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	uint32_t thread_a = tree->nodes.items[tree->nodes.pics.stacks[a].place].thread;
	uint32_t thread_b = tree->nodes.items[tree->nodes.pics.stacks[b].place].thread;

	if (speedscope->totals[thread_a] != speedscope->totals[thread_b])
		return speedscope->totals[thread_a] > speedscope->totals[thread_b] ? -1 : 1;
	if (thread_a != thread_b)
		return thread_a < thread_b ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int speedscope_init(struct speedscope *speedscope, const struct calltree *tree, FILE *file)
{
	size_t stacks = tree->nodes.pics.stacks_count;

	*speedscope = (struct speedscope){ .tree = tree, .json.file = file };
	speedscope->path = calloc(tree->nodes.count + 1, sizeof(uint32_t));
	speedscope->order = calloc(stacks + 1, sizeof(uint32_t));
	speedscope->totals = calloc(tree->recording->threads_count + 1, sizeof(uint64_t));
	if (!speedscope->path || !speedscope->order || !speedscope->totals)
		return -ENOMEM;
	for (uint32_t i = 0; i < stacks; i++) {
		const struct pics_stack *stack = &tree->nodes.pics.stacks[i];

		speedscope->order[i] = i;
		speedscope->totals[tree->nodes.items[stack->place].thread] += stack->parts;
		for (size_t j = 0; j < stack->shares_count; j++)
			speedscope->category_frames[stack->shares[j].category] = 1;
	}
	qsort_r(speedscope->order, stacks, sizeof(uint32_t), compare_threads, speedscope);
	return 0;
}

static void speedscope_deinit(struct speedscope *speedscope)
{
	free(speedscope->path);
	free(speedscope->order);
	free(speedscope->totals);
}

/* Functions in the tree's order, then the categories that are there. */
static void put_frames(struct speedscope *speedscope)
{
	const struct calltree *tree = speedscope->tree;
	uint32_t number = (uint32_t)tree->frames_count;
	struct jsonwriter *json = &speedscope->json;
	char name[EXPORTTEXT_NAME], category[CATEGORY_TEXT];

	json_line(json);
	json_open_object(json, "shared");
	json_open_list(json, "frames");
	for (size_t i = 0; i < tree->frames_count; i++) {
		const struct calltree_frame *frame = &tree->frames[i];

		json_open_row(json);
		json_text(json, "name", exporttext_function(&frame->location, name));
		json_text(json, "file", frame->line.file ? frame->line.file :
			  frame->location.object->path);
		if (frame->line.file)
			json_signed(json, "line", frame->line.line);
		json_close_object(json);
	}
	for (uint16_t i = 0; i < category_count(tree->measure->kind); i++) {
		if (!speedscope->category_frames[i])
			continue;
		speedscope->category_frames[i] = number++;
		json_open_row(json);
		json_text(json, "name", category_name(tree->measure->kind, i, category));
		json_close_object(json);
	}
	json_line(json);
	json_close_list(json);
	json_close_object(json);
}

static void put_samples(struct speedscope *speedscope, const struct pics_stack *stack)
{
	const struct calltree *tree = speedscope->tree;
	size_t depth = callnodes_path(&tree->nodes, stack->place, speedscope->path,
				      tree->nodes.count);
	struct jsonwriter *json = &speedscope->json;

	for (size_t i = 0; i < stack->shares_count; i++) {
		json_line(json);
		json_open_list(json, NULL);
		for (size_t j = depth; j--;)
			json_whole(json, NULL, tree->nodes.items[speedscope->path[j]].frame);
		json_whole(json, NULL, speedscope->category_frames[stack->shares[i].category]);
		json_close_list(json);
	}
}

/* The stacks from @first to before @end are all those of one thread. */
static void put_profile(struct speedscope *speedscope, size_t first, size_t end)
{
	const struct calltree *tree = speedscope->tree;
	const struct pics_stack *stacks = tree->nodes.pics.stacks;
	uint32_t number = tree->nodes.items[stacks[speedscope->order[first]].place].thread;
	const struct recording_thread *thread = &tree->recording->threads[number];
	struct jsonwriter *json = &speedscope->json;
	char name[320];

	snprintf(name, sizeof(name), "%.256s %" PRIu32 "/%" PRIu32, thread->comm, thread->pid,
		 thread->tid);
	json_open_row(json);
	json_text(json, "type", "sampled");
	json_text(json, "name", name);
	json_text(json, "unit", "none");
	json_whole(json, "startValue", 0);
	json_cycles(json, "endValue", tree->measure, speedscope->totals[number]);
	json_line(json);
	json_open_list(json, "samples");
	for (size_t i = first; i < end; i++)
		put_samples(speedscope, &stacks[speedscope->order[i]]);
	json_close_list(json);
	json_line(json);
	json_open_list(json, "weights");
	json_line(json);
	for (size_t i = first; i < end; i++) {
		const struct pics_stack *stack = &stacks[speedscope->order[i]];

		for (size_t j = 0; j < stack->shares_count; j++)
			json_cycles(json, NULL, tree->measure, stack->shares[j].parts);
	}
	json_close_list(json);
	json_close_object(json);
}

static void put_document(struct speedscope *speedscope)
{
	const struct calltree *tree = speedscope->tree;
	const struct pics *pics = &tree->nodes.pics;
	struct jsonwriter *json = &speedscope->json;
	size_t first = 0;

	json_open_object(json, NULL);
	json_text(json, "$schema", SCHEMA);
	json_text(json, "exporter", "tea");
	json_text(json, "name", tree->recording->path);
	put_frames(speedscope);
	json_line(json);
	json_open_list(json, "profiles");
	for (size_t i = 1; i <= pics->stacks_count; i++) {
		const struct pics_stack *before = &pics->stacks[speedscope->order[i - 1]];
		const struct pics_stack *here = &pics->stacks[speedscope->order[i]];

		if (i < pics->stacks_count && tree->nodes.items[here->place].thread ==
		    tree->nodes.items[before->place].thread)
			continue;
		put_profile(speedscope, first, i);
		first = i;
	}
	json_line(json);
	json_close_list(json);
	json_close_document(json);
}

int export_speedscope(const struct export *export, struct fault *fault)
{
	struct speedscope speedscope;
	struct calltree tree;
	int error = calltree_build(&tree, export->recording, export->measure, export->wanted,
				   CALLTREE_FUNCTIONS);

	if (error)
		return fault_no_memory(fault, "the stacks");
	error = speedscope_init(&speedscope, &tree, export->file);
	if (error)
		fault_no_memory(fault, "the stacks");
	else
		put_document(&speedscope);
	speedscope_deinit(&speedscope);
	calltree_deinit(&tree);
	return error;
}
