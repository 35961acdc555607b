// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pageflame.c - frames of the flame graph; see pageflame.h
 */
#include "pageflame.h"

#include "pagestack.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>

static void put_parents(const struct calltree *tree, struct texttable *texts, FILE *file)
{
	for (size_t i = 0; i < tree->nodes.count; i++) {
		const struct callnode *node = &tree->nodes.items[i];
		int64_t parent = node->parent;

		if (node->parent == CALLTREE_NONE)
			parent = -1 - (int64_t)texttable_number(texts,
					tree->recording->threads[node->thread].comm);
		fprintf(file, "%s%" PRId64, i ? "," : "", parent);
	}
}

static void put_functions(const struct calltree *tree, const struct listing *listing, FILE *file)
{
	for (size_t i = 0; i < tree->nodes.count; i++) {
		const struct calltree_frame *frame = &tree->frames[tree->nodes.items[i].frame];
		const struct function *function = &tree->functions.items[frame->function];
		uint32_t number = functions_find(&listing->callgrind.tree.functions,
						 function->object, &function->location);

		/* Both trees are of the same places. */
		assert(number != CALLTREE_NONE);
		fprintf(file, "%s%" PRIu32, i ? "," : "", listing->ranks[number]);
	}
}

static void put_stacks(const struct calltree *tree, const uint32_t ranks[PIECES_MOST],
		       FILE *file)
{
	for (uint32_t i = 0; i < tree->nodes.count; i++) {
		fputs(i ? ",[" : "[", file);
		pagestack_put(tree->recording, pics_find(&tree->nodes.pics, i), ranks, "", file);
		fputc(']', file);
	}
}

int pageflame_put(const struct export *export, const struct listing *listing,
		  const struct calltree *tree, struct texttable *texts,
		  const uint32_t ranks[PIECES_MOST])
{
	fputs("\"flame\":{\"p\":[", export->file);
	put_parents(tree, texts, export->file);
	fputs("],\n\"f\":[", export->file);
	put_functions(tree, listing, export->file);
	fputs("],\n\"t\":[", export->file);
	put_stacks(tree, ranks, export->file);
	fputs("]},\n", export->file);
	return texts->failed ? -ENOMEM : 0;
}
