// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diffpage.c - what changed between two recordings, as a web page; see diffpage.h
 */
#include "diffpage.h"

#include <inttypes.h>

#include "output/json.h"
#include "output/palette.h"
#include "page.h"

/* Of the categories of both sides; those of the second come last, and stay. */
static void put_colors(const struct view_diff *view)
{
	const char *separator = "";
	FILE *file = view->term->file;

	fputs(",\"colors\":{", file);
	for (int side = 0; side < 2; side++) {
		const struct difference_side *of = &view->difference->sides[side];
		const struct pics_stack *total = of->rows->total.stacks;
		const struct category_kind *kind = of->recording->kind;
		char name[CATEGORY_TEXT], color[PALETTE_TEXT];
		struct piece pieces[PIECES_MOST];
		int colors[PIECES_MOST];
		size_t count = total ? pieces_of(kind, false, total, pieces) : 0;

		palette_fill(colors, kind, pieces, count);
		for (size_t i = 0; i < count; i++) {
			fprintf(file, "%s\"%s\":\"%s\"", separator,
				pieces_name(kind, &pieces[i], name), palette_text(colors[i], color));
			separator = ",";
		}
	}
	fputc('}', file);
}

static void put_flame(const struct difftree *tree, FILE *file)
{
	fputs(",\n\"flame\":[", file);
	for (size_t i = 0; i < tree->count; i++) {
		const struct difftree_node *node = &tree->nodes[i];

		fprintf(file, "%s[%" PRId64 ",", i ? ",\n" : "\n",
			node->parent == DIFFTREE_NONE ? -1 : (int64_t)node->parent);
		json_put_text(file, node->name);
		fputc(',', file);
		json_put_text(file, node->object);
		fprintf(file, ",%.1f,%.1f]", node->cycles[0], node->cycles[1]);
	}
	fputc(']', file);
}

void diffpage_put(const struct view_diff *view, const struct difftree *tree)
{
	FILE *file = view->term->file;
	const char *rest = page_put_until(page_diff_html, "@CSS@", file);

	fputs(page_diff_css, file);
	rest = page_put_until(rest, "@DATA@", file);
	fputs("{\"diff\":", file);
	view_diff_json(view);
	put_colors(view);
	put_flame(tree, file);
	fputs("}\n", file);
	rest = page_put_until(rest, "@JS@", file);
	fputs(page_diff_js, file);
	fputs(rest, file);
}
