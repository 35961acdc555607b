// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pageflame.c - frames of the flame graph; see pageflame.h
 */
#include "pageflame.h"

#include "pagestack.h"

#include <assert.h>
#include <errno.h>

static void put_parents(const struct calltree *tree, struct texttable *texts,
			struct jsonwriter *json)
{
	json_open_list(json, "p");
	for (size_t i = 0; i < tree->nodes.count; i++) {
		const struct callnode *node = &tree->nodes.items[i];
		int64_t parent = node->parent;

		if (node->parent == CALLTREE_NONE)
			parent = -1 - (int64_t)texttable_number(texts,
					tree->recording->threads[node->thread].comm);
		json_signed(json, NULL, parent);
	}
	json_close_list(json);
}

static void put_functions(const struct calltree *tree, const struct listing *listing,
			  struct jsonwriter *json)
{
	json_open_list(json, "f");
	for (size_t i = 0; i < tree->nodes.count; i++) {
		const struct calltree_frame *frame = &tree->frames[tree->nodes.items[i].frame];
		const struct function *function = &tree->functions.items[frame->function];
		uint32_t number = functions_find(&listing->callgrind.tree.functions,
						 function->object, &function->location);

		/* Both trees are of the same places. */
		assert(number != CALLTREE_NONE);
		json_whole(json, NULL, listing->ranks[number]);
	}
	json_close_list(json);
}

static void put_stacks(const struct calltree *tree, const uint32_t ranks[PIECES_MOST],
		       struct jsonwriter *json)
{
	json_open_list(json, "t");
	for (uint32_t i = 0; i < tree->nodes.count; i++) {
		json_open_list(json, NULL);
		pagestack_put(tree->measure, pics_find(&tree->nodes.pics, i), ranks, json);
		json_close_list(json);
	}
	json_close_list(json);
}

int pageflame_put(const struct listing *listing, const struct calltree *tree,
		  struct texttable *texts, const uint32_t ranks[PIECES_MOST],
		  struct jsonwriter *json)
{
	json_open_object(json, "flame");
	put_parents(tree, texts, json);
	json_line(json);
	put_functions(tree, listing, json);
	json_line(json);
	put_stacks(tree, ranks, json);
	json_close_object(json);
	json_line(json);
	return texts->failed ? -ENOMEM : 0;
}
