// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_folded.c - folded stacks: a line for each stack, its frames joined by ';'
 *
 * command;outermost;...;innermost;category cycles
 *
 * Flame graph tools read it. The category stands on top of the function that had it, so that the
 * graph shows why as well as where.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/calls/calltree.h"
#include "export.h"
#include "exporttext.h"

static void put_path(const struct calltree *tree, const uint32_t *path, size_t depth, FILE *file)
{
	uint32_t thread = tree->nodes.items[path[0]].thread;
	char name[EXPORTTEXT_NAME];

	exporttext_line(file, tree->recording->threads[thread].comm, ";");
	while (depth--) {
		const struct callnode *node = &tree->nodes.items[path[depth]];

		fputc(';', file);
		exporttext_line(file, exporttext_function(&tree->frames[node->frame].location,
							  name), ";");
	}
}

static void put_stacks(const struct calltree *tree, uint32_t *path, FILE *file)
{
	struct export_rounding rounding = { 0 };
	char name[CATEGORY_TEXT];

	for (size_t i = 0; i < tree->nodes.pics.stacks_count; i++) {
		const struct pics_stack *stack = &tree->nodes.pics.stacks[i];
		size_t depth = callnodes_path(&tree->nodes, stack->place, path, tree->nodes.count);

		for (size_t j = 0; j < stack->shares_count; j++) {
			uint64_t cycles = export_whole_cycles(tree->measure, &rounding,
							      stack->shares[j].parts);

			if (!cycles)
				continue;
			put_path(tree, path, depth, file);
			fprintf(file, ";%s %" PRIu64 "\n",
				category_name(tree->measure->kind, stack->shares[j].category, name),
				cycles);
		}
	}
}

int export_folded(const struct export *export, struct fault *fault)
{
	struct calltree tree;
	uint32_t *path;
	int error = calltree_build(&tree, export->recording, export->measure, export->wanted,
				   CALLTREE_FUNCTIONS);

	if (error)
		return fault_no_memory(fault, "the stacks");
	path = calloc(tree.nodes.count + 1, sizeof(*path));
	if (path)
		put_stacks(&tree, path, export->file);
	else
		error = fault_no_memory(fault, "the stacks");
	free(path);
	calltree_deinit(&tree);
	return error;
}
