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

#include "analysis/calltree.h"
#include "export.h"
#include "exporttext.h"
#include "output/json.h"

#define SCHEMA	"https://www.speedscope.app/file-format-schema.json"

struct speedscope {
	const struct calltree *tree;
	FILE *file;
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

	*speedscope = (struct speedscope){ .tree = tree, .file = file };
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

static void put_cycles(const struct speedscope *speedscope, uint64_t parts)
{
	json_put_cycles(speedscope->file, speedscope->tree->recording, parts);
}

/* Functions in the tree's order, then the categories that are there. */
static void put_frames(struct speedscope *speedscope)
{
	const struct calltree *tree = speedscope->tree;
	uint32_t number = (uint32_t)tree->frames_count;
	char name[EXPORTTEXT_NAME], category[CATEGORY_TEXT];

	fputs("\"shared\":{\"frames\":[", speedscope->file);
	for (size_t i = 0; i < tree->frames_count; i++) {
		const struct calltree_frame *frame = &tree->frames[i];

		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", speedscope->file);
		json_put_text(speedscope->file, exporttext_function(&frame->location, name));
		fputs(",\"file\":", speedscope->file);
		json_put_text(speedscope->file, frame->line.file ? frame->line.file :
				frame->location.object->path);
		if (frame->line.file)
			fprintf(speedscope->file, ",\"line\":%d", frame->line.line);
		fputc('}', speedscope->file);
	}
	for (uint16_t i = 0; i < category_count(tree->recording->kind); i++) {
		if (!speedscope->category_frames[i])
			continue;
		speedscope->category_frames[i] = number;
		fprintf(speedscope->file, "%s\n{\"name\":\"%s\"}", number ? "," : "",
			category_name(tree->recording->kind, i, category));
		number++;
	}
	fputs("\n]},\n", speedscope->file);
}

static void put_samples(const struct speedscope *speedscope, const struct pics_stack *stack,
			const char **separator)
{
	const struct calltree *tree = speedscope->tree;
	size_t depth = callnodes_path(&tree->nodes, stack->place, speedscope->path,
				      tree->nodes.count);

	for (size_t i = 0; i < stack->shares_count; i++) {
		fprintf(speedscope->file, "%s[", *separator);
		for (size_t j = depth; j--;)
			fprintf(speedscope->file, "%" PRIu32 ",",
				tree->nodes.items[speedscope->path[j]].frame);
		fprintf(speedscope->file, "%" PRIu32 "]",
			speedscope->category_frames[stack->shares[i].category]);
		*separator = ",\n";
	}
}

/* The stacks from @first to before @end are all those of one thread. */
static void put_profile(const struct speedscope *speedscope, size_t first, size_t end)
{
	const struct calltree *tree = speedscope->tree;
	const struct pics_stack *stacks = tree->nodes.pics.stacks;
	uint32_t number = tree->nodes.items[stacks[speedscope->order[first]].place].thread;
	const struct recording_thread *thread = &tree->recording->threads[number];
	const char *separator = "\n";
	char name[320];

	snprintf(name, sizeof(name), "%.256s %" PRIu32 "/%" PRIu32, thread->comm, thread->pid,
		 thread->tid);
	fputs("{\"type\":\"sampled\",\"name\":", speedscope->file);
	json_put_text(speedscope->file, name);
	fputs(",\"unit\":\"none\",\"startValue\":0,\"endValue\":", speedscope->file);
	put_cycles(speedscope, speedscope->totals[number]);
	fputs(",\n\"samples\":[", speedscope->file);
	for (size_t i = first; i < end; i++)
		put_samples(speedscope, &stacks[speedscope->order[i]], &separator);
	fputs("],\n\"weights\":[", speedscope->file);
	separator = "\n";
	for (size_t i = first; i < end; i++)
		for (size_t j = 0; j < stacks[speedscope->order[i]].shares_count; j++) {
			fputs(separator, speedscope->file);
			put_cycles(speedscope, stacks[speedscope->order[i]].shares[j].parts);
			separator = ",";
		}
	fputs("]}", speedscope->file);
}

static void put_document(struct speedscope *speedscope)
{
	const struct calltree *tree = speedscope->tree;
	const struct pics *pics = &tree->nodes.pics;
	size_t first = 0;

	fputs("{\"$schema\":\"" SCHEMA "\",\"exporter\":\"tea\",\"name\":", speedscope->file);
	json_put_text(speedscope->file, tree->recording->path);
	fputs(",\n", speedscope->file);
	put_frames(speedscope);
	fputs("\"profiles\":[", speedscope->file);
	for (size_t i = 1; i <= pics->stacks_count; i++) {
		const struct pics_stack *before = &pics->stacks[speedscope->order[i - 1]];
		const struct pics_stack *here = &pics->stacks[speedscope->order[i]];

		if (i < pics->stacks_count && tree->nodes.items[here->place].thread ==
		    tree->nodes.items[before->place].thread)
			continue;
		fputs(first ? ",\n" : "\n", speedscope->file);
		put_profile(speedscope, first, i);
		first = i;
	}
	fputs("\n]}\n", speedscope->file);
}

int export_speedscope(const struct export *export, struct fault *fault)
{
	struct speedscope speedscope;
	struct calltree tree;
	int error = calltree_build(&tree, export->recording, export->wanted, CALLTREE_FUNCTIONS);

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
