// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_autofdo.c - executions by line, as text that clang -fprofile-sample-use reads
 *
 *	function:total:head
 *	 line[.discriminator]: executions [callee:executions]...
 *	 line[.discriminator]: inlined function:total
 *	  line...
 *
 * LLVM's SampleProfReader.h has the format; sampletree.h has the data.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sampletree.h"

#define PERCENT_ALARMS	1		/* of executions without a line */

static uint64_t whole(double count)
{
	return (uint64_t)llround(count);
}

static void put_place(FILE *file, unsigned int depth, unsigned int offset,
		      unsigned int discriminator)
{
	fprintf(file, "%*s%u", (int)depth, "", offset);
	if (discriminator)
		fprintf(file, ".%u", discriminator);
	fputs(": ", file);
}

static void put_line(FILE *file, const struct sampletree *tree, const struct sampletree_line *line,
		     unsigned int depth)
{
	put_place(file, depth, line->offset, line->discriminator);
	fprintf(file, "%" PRIu64, whole(line->count));
	for (uint32_t at = line->calls; at != SAMPLETREE_NONE; at = tree->calls[at].next)
		fprintf(file, " %s:%" PRIu64, tree->calls[at].callee, whole(tree->calls[at].count));
	fputc('\n', file);
}

/* As deep as functions are inlined: ELFSITES_MOST. */
static void put_body(FILE *file, const struct sampletree *tree,
		     const struct sampletree_function *function, unsigned int depth)
{
	for (uint32_t at = function->lines; at != SAMPLETREE_NONE; at = tree->lines[at].next)
		put_line(file, tree, &tree->lines[at], depth);
	for (uint32_t at = function->inlined; at != SAMPLETREE_NONE; at = tree->functions[at].next) {
		const struct sampletree_function *inlined = &tree->functions[at];

		put_place(file, depth, inlined->offset, inlined->discriminator);
		fprintf(file, "%s:%" PRIu64 "\n", inlined->name, whole(inlined->total));
		put_body(file, tree, inlined, depth + 1);
	}
}

static int compare(const void *left, const void *right)
{
	const struct sampletree_function *a = *(const struct sampletree_function *const *)left;
	const struct sampletree_function *b = *(const struct sampletree_function *const *)right;

	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return strcmp(a->name, b->name);
}

static int put_functions(FILE *file, const struct sampletree *tree, struct fault *fault)
{
	const struct sampletree_function **sorted = calloc(tree->functions_count + 1, sizeof(*sorted));
	size_t count = 0;

	if (!sorted)
		return fault_no_memory(fault, "the functions");
	for (size_t i = 0; i < tree->functions_count; i++)
		if (tree->functions[i].parent == SAMPLETREE_NONE && tree->functions[i].total > 0)
			sorted[count++] = &tree->functions[i];
	qsort(sorted, count, sizeof(*sorted), compare);
	for (size_t i = 0; i < count; i++) {
		fprintf(file, "%s:%" PRIu64 ":%" PRIu64 "\n", sorted[i]->name, whole(sorted[i]->total),
			whole(sorted[i]->head));
		put_body(file, tree, sorted[i], 1);
	}
	free(sorted);
	if (!count)
		return fault_set(fault, -ENODATA, "no line is known of what was executed: compile with clang "
				 "-gmlt -fdebug-info-for-profiling, and record that program");
	return 0;
}

int export_autofdo(const struct export *export, struct fault *fault)
{
	struct sampletree tree;
	struct estimate estimate;
	int error = estimate_init(&estimate, export->recording, export->measure, ESTIMATE_AUTO, fault);

	if (error)
		return error;
	error = sampletree_build(&tree, export->recording, &estimate, export->wanted);
	estimate_deinit(&estimate);
	if (error)
		return fault_no_memory(fault, "the functions");
	if (100 * tree.unknown >= PERCENT_ALARMS * tree.all)
		notes_add(&export->recording->notes, "%.2f%% of the executions are of instructions without a "
			  "line, and left out", tree.all > 0 ? 100 * tree.unknown / tree.all : 0);
	error = put_functions(export->file, &tree, fault);
	sampletree_deinit(&tree);
	return error;
}
