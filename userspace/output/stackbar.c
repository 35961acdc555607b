// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stackbar.c - drawing stacks; see stackbar.h
 */
#include "stackbar.h"

#include <string.h>

#define OTHER_LETTER	'+'
#define OTHER_COLOR	242

/* Sets of several items take turns. All can be read on black and on white. */
static const int set_colors[] = { 33, 30, 62, 99, 29, 28, 130, 202, 125, 61 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int color_of(const struct category *item, size_t *sets)
{
	return item ? item->color : set_colors[(*sets)++ % COUNT(set_colors)];
}

static char letter_of(const struct category *item, size_t *letters)
{
	return item && item->letter ? item->letter : (char)('A' + (*letters)++);
}

void stackbar_init(struct stackbar *bar, const struct category_kind *kind,
		   const struct pics_stack *total)
{
	size_t sets = 0, letters = 0;

	*bar = (struct stackbar){ .kind = kind, .total = total->parts };
	for (size_t i = 0; i < total->shares_count; i++) {
		const struct pics_share *share = &total->shares[i];
		const struct category *item = category_item(kind, share->category);

		if (bar->count == STACKBAR_MARKS) {
			bar->other += share->parts;
			continue;
		}
		bar->marks[bar->count++] = (struct stackbar_mark){
			.category = share->category, .parts = share->parts,
			.letter = letter_of(item, &letters), .color = color_of(item, &sets),
		};
	}
}

static size_t mark_of(const struct stackbar *bar, uint16_t category)
{
	size_t i = 0;

	while (i < bar->count && bar->marks[i].category != category)
		i++;
	return i;
}

static void put_cells(const struct stackbar *bar, const struct term *term, size_t mark,
		      unsigned int cells)
{
	bool known = mark < bar->count;

	if (!cells)
		return;
	term_color(term, known ? bar->marks[mark].color : OTHER_COLOR);
	while (cells--) {
		if (term->color && term->utf8)
			fputs("\u2588", term->file);
		else
			fputc(known ? bar->marks[mark].letter : OTHER_LETTER, term->file);
	}
	term_plain(term);
}

void stackbar_mark(const struct stackbar *bar, const struct term *term, uint16_t category)
{
	put_cells(bar, term, mark_of(bar, category), 1);
}

static uint64_t scale(uint64_t parts, uint64_t whole, uint64_t cells)
{
	return whole ? (uint64_t)((unsigned __int128)parts * cells / whole) : 0;
}

/* Cells by largest remainder, so that they add up and no share is off by one cell. */
static void share_cells(const uint64_t parts[], size_t count, uint64_t whole,
			unsigned int cells, unsigned int shares[])
{
	bool raised[STACKBAR_MARKS + 1] = { false };
	unsigned int left = cells;

	for (size_t i = 0; i < count; i++) {
		shares[i] = (unsigned int)scale(parts[i], whole, cells);
		left -= shares[i];
	}
	while (left) {
		double best_rest = -1;
		size_t best = 0;

		for (size_t i = 0; i < count; i++) {
			double rest = (double)parts[i] * cells / (double)whole - shares[i];

			if (!raised[i] && parts[i] && rest > best_rest) {
				best_rest = rest;
				best = i;
			}
		}
		if (best_rest < 0)
			break;
		raised[best] = true;
		shares[best]++;
		left--;
	}
}

void stackbar_draw(const struct stackbar *bar, const struct term *term,
		   const struct pics_stack *stack, uint64_t full, unsigned int width)
{
	uint64_t parts[STACKBAR_MARKS + 1] = { 0 };
	unsigned int shares[STACKBAR_MARKS + 1];
	unsigned int cells = (unsigned int)((scale(stack->parts, full, 2 * width) + 1) / 2);

	for (size_t i = 0; i < stack->shares_count; i++)
		parts[mark_of(bar, stack->shares[i].category)] += stack->shares[i].parts;
	share_cells(parts, bar->count + 1, stack->parts, cells, shares);
	for (size_t i = 0; i <= bar->count; i++)
		put_cells(bar, term, i, shares[i]);
	fprintf(term->file, "%*s", (int)(width - cells), "");
}

void stackbar_words(const struct stackbar *bar, const struct term *term,
		    const struct pics_stack *stack, size_t width)
{
	char name[CATEGORY_TEXT], share_text[16];
	size_t used = 0;

	for (size_t i = 0; i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];
		size_t mark = mark_of(bar, share->category), length;

		snprintf(share_text, sizeof(share_text), " %.0f%%", pics_percent(share->parts, stack->parts));
		length = strlen(category_name(bar->kind, share->category, name)) + strlen(share_text);
		if (i && (used + length + 2 > width || pics_percent(share->parts, stack->parts) < 1))
			break;
		fputs(i ? "  " : "", term->file);
		term_color(term, mark < bar->count ? bar->marks[mark].color : OTHER_COLOR);
		term_put_amount(term, name, share_text, width);
		term_plain(term);
		used += length + 2;
	}
}

static void put_entry(const struct stackbar *bar, const struct term *term, size_t mark,
		      size_t *used)
{
	bool known = mark < bar->count;
	uint64_t parts = known ? bar->marks[mark].parts : bar->other;
	char name[CATEGORY_TEXT] = "other", text[CATEGORY_TEXT + 32];
	int length;

	if (known)
		category_name(bar->kind, bar->marks[mark].category, name);
	length = snprintf(text, sizeof(text), " %s %.1f%%", name, pics_percent(parts, bar->total));
	if (mark && *used + (size_t)length + 4 > term->columns) {
		fputs("\n#          ", term->file);
		*used = 11;
	} else if (mark) {
		fputs("   ", term->file);
	}
	put_cells(bar, term, mark, 1);
	fputs(text, term->file);
	*used += (size_t)length + 4;
}

void stackbar_legend(const struct stackbar *bar, const struct term *term)
{
	size_t used = 11;

	fputs("# stack    ", term->file);
	for (size_t i = 0; i < bar->count + (bar->other != 0); i++)
		put_entry(bar, term, i, &used);
	fputc('\n', term->file);
}
