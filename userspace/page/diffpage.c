// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diffpage.c - the changes between two recordings, as a web page; see diffpage.h
 */
#include "diffpage.h"

#include "output/jsonwriter.h"
#include "output/palette.h"
#include "page.h"

/* Colours of the categories of both sides; the second side comes last, and stays. */
static void put_colors(const struct view_diff *view, struct jsonwriter *json)
{
	json_open_object(json, "colors");
	for (int side = 0; side < 2; side++) {
		const struct difference_side *of = &view->difference->sides[side];
		const struct pics_stack *total = of->rows->total.stacks;
		const struct category_kind *kind = of->rows->measure->kind;
		char name[CATEGORY_TEXT], color[PALETTE_TEXT];
		struct piece pieces[PIECES_MOST];
		int colors[PIECES_MOST];
		size_t count = total ? pieces_of(kind, false, total, pieces) : 0;

		palette_fill(colors, kind, pieces, count);
		for (size_t i = 0; i < count; i++)
			json_text(json, pieces_name(kind, &pieces[i], name),
				  palette_text(colors[i], color));
	}
	json_close_object(json);
}

static void put_flame(const struct difftree *tree, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "flame");
	for (size_t i = 0; i < tree->count; i++) {
		const struct difftree_node *node = &tree->nodes[i];

		json_line(json);
		json_open_list(json, NULL);
		json_signed(json, NULL, node->parent == DIFFTREE_NONE ? -1 : (int64_t)node->parent);
		json_text(json, NULL, node->name);
		json_text(json, NULL, node->object);
		json_real(json, NULL, node->cycles[0], 1);
		json_real(json, NULL, node->cycles[1], 1);
		json_close_list(json);
	}
	json_close_list(json);
}

void diffpage_put(const struct view_diff *view, const struct difftree *tree)
{
	FILE *file = view->term->file;
	const char *rest = page_put_until(page_diff_html, "@CSS@", file);
	struct jsonwriter json = { .file = file };

	fputs(page_diff_css, file);
	rest = page_put_until(rest, "@DATA@", file);
	json_open_object(&json, NULL);
	json_value(&json, "diff");
	view_diff_json(view);
	put_colors(view, &json);
	put_flame(tree, &json);
	json_close_document(&json);
	rest = page_put_until(rest, "@JS@", file);
	fputs(page_diff_js, file);
	fputs(rest, file);
}
