// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pageflame.c - frames of the flame graph; see pageflame.h
 */
#include "pageflame.h"

#include <errno.h>
#include <inttypes.h>

#include "calltree.h"
#include "exporttext.h"

static void put_parents(const struct calltree *tree, struct texttable *texts, FILE *file)
{
	for (size_t i = 0; i < tree->nodes_count; i++) {
		const struct calltree_node *node = &tree->nodes[i];
		int64_t parent = node->parent;

		if (node->parent == CALLTREE_NONE)
			parent = -1 - (int64_t)texttable_number(texts,
					tree->recording->threads[node->thread].comm);
		fprintf(file, "%s%" PRId64, i ? "," : "", parent);
	}
}

static void put_names(const struct calltree *tree, struct texttable *texts, FILE *file)
{
	char name[EXPORTTEXT_NAME];

	for (size_t i = 0; i < tree->nodes_count; i++) {
		const struct calltree_frame *frame = &tree->frames[tree->nodes[i].frame];

		fprintf(file, "%s%" PRIu32, i ? "," : "",
			texttable_number(texts, exporttext_function(&frame->location, name)));
	}
}

static void put_objects(const struct calltree *tree, FILE *file)
{
	for (size_t i = 0; i < tree->nodes_count; i++) {
		const struct calltree_frame *frame = &tree->frames[tree->nodes[i].frame];

		fprintf(file, "%s%" PRIu32, i ? "," : "", tree->functions[frame->function].object);
	}
}

static void put_stacks(const struct calltree *tree, const uint32_t ranks[PICS_SIGNATURES],
		       FILE *file)
{
	for (uint32_t i = 0; i < tree->nodes_count; i++) {
		const struct pics_stack *stack = pics_find(&tree->pics, i);

		fputs(i ? ",[" : "[", file);
		for (size_t j = 0; stack && j < stack->shares_count; j++)
			fprintf(file, "%s%" PRIu32 ",%" PRIu64, j ? "," : "",
				ranks[stack->shares[j].signature], stack->shares[j].parts);
		fputc(']', file);
	}
}

int pageflame_put(const struct export *export, struct texttable *texts,
		  const uint32_t ranks[PICS_SIGNATURES])
{
	struct calltree tree;

	if (calltree_build(&tree, export, CALLTREE_FUNCTIONS))
		return -ENOMEM;
	fputs("\"flame\":{\"p\":[", export->file);
	put_parents(&tree, texts, export->file);
	fputs("],\n\"n\":[", export->file);
	put_names(&tree, texts, export->file);
	fputs("],\n\"o\":[", export->file);
	put_objects(&tree, export->file);
	fputs("],\n\"t\":[", export->file);
	put_stacks(&tree, ranks, export->file);
	fputs("]},\n", export->file);
	calltree_deinit(&tree);
	return texts->failed ? -ENOMEM : 0;
}
