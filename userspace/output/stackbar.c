// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stackbar.c - drawing stacks; see stackbar.h
 */
#include "stackbar.h"

#include <string.h>

#include "palette.h"

#define ENTRY_TEXT	(CATEGORY_TEXT + 32)
#define ENTRY_LEAD	4		/* columns: blanks and the mark */
#define OTHER_LETTER	'+'
#define OTHER_COLOR	242

static char letter_of(const struct category *item, size_t *letters)
{
	return item && item->letter ? item->letter : (char)('A' + (*letters)++);
}

void stackbar_init(struct stackbar *bar, const struct category_kind *kind, bool split,
		   const struct pics_stack *total)
{
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(kind, split, total, pieces), letters = 0;
	int colors[PIECES_MOST];

	palette_fill(colors, kind, pieces, count);
	*bar = (struct stackbar){ .kind = kind, .split = split, .total = total->parts };
	for (size_t i = 0; i < count; i++) {
		const struct category *item = pieces_item(kind, &pieces[i]);

		if (bar->count == STACKBAR_MARKS) {
			bar->other += pieces[i].parts;
			continue;
		}
		bar->marks[bar->count++] = (struct stackbar_mark){
			.piece = pieces[i], .letter = letter_of(item, &letters),
			.color = colors[i],
		};
	}
}

static size_t mark_of(const struct stackbar *bar, const struct piece *piece)
{
	size_t i = 0;

	while (i < bar->count && pieces_number(&bar->marks[i].piece) != pieces_number(piece))
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
	const struct piece piece = { .category = category, .state = PICS_NO_STATE };

	put_cells(bar, term, mark_of(bar, &piece), 1);
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
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(bar->kind, bar->split, stack, pieces);
	uint64_t parts[STACKBAR_MARKS + 1] = { 0 };
	unsigned int shares[STACKBAR_MARKS + 1];
	unsigned int cells = (unsigned int)((scale(stack->parts, full, 2 * width) + 1) / 2);

	for (size_t i = 0; i < count; i++)
		parts[mark_of(bar, &pieces[i])] += pieces[i].parts;
	share_cells(parts, bar->count + 1, stack->parts, cells, shares);
	for (size_t i = 0; i <= bar->count; i++)
		put_cells(bar, term, i, shares[i]);
	fprintf(term->file, "%*s", (int)(width - cells), "");
}

/* "ST-L1" and " 20%" of one; returns the columns of both. */
static size_t share_texts(const struct stackbar *bar, const struct pics_stack *stack,
			  const struct piece *piece, char name[CATEGORY_TEXT], char share_text[16])
{
	snprintf(share_text, 16, " %.0f%%", pics_percent(piece->parts, stack->parts));
	return strlen(pieces_name(bar->kind, piece, name)) + strlen(share_text);
}

static bool is_little(const struct pics_stack *stack, const struct piece *piece)
{
	return pics_percent(piece->parts, stack->parts) < 1;
}

size_t stackbar_words_width(const struct stackbar *bar, const struct pics_stack *stack)
{
	char name[CATEGORY_TEXT], share_text[16];
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(bar->kind, bar->split, stack, pieces), used = 0;

	for (size_t i = 0; i < count && !(i && is_little(stack, &pieces[i])); i++)
		used += (i ? 2 : 0) + share_texts(bar, stack, &pieces[i], name, share_text);
	return used;
}

void stackbar_words(const struct stackbar *bar, const struct term *term,
		    const struct pics_stack *stack, size_t width)
{
	char name[CATEGORY_TEXT], share_text[16];
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(bar->kind, bar->split, stack, pieces), used = 0;

	for (size_t i = 0; i < count; i++) {
		size_t mark = mark_of(bar, &pieces[i]);
		size_t length = share_texts(bar, stack, &pieces[i], name, share_text) + (i ? 2 : 0);

		if (i && (used + length > width || is_little(stack, &pieces[i])))
			break;
		fputs(i ? "  " : "", term->file);
		term_color(term, mark < bar->count ? bar->marks[mark].color : OTHER_COLOR);
		term_put_amount(term, name, share_text, width);
		term_plain(term);
		used += length;
	}
}

/* " ST-L1 20.1%", behind the mark of a piece, or of the others. */
static size_t entry_text(const struct stackbar *bar, size_t mark, char text[ENTRY_TEXT])
{
	bool known = mark < bar->count;
	uint64_t parts = known ? bar->marks[mark].piece.parts : bar->other;
	char name[CATEGORY_TEXT] = "other";

	if (known)
		pieces_name(bar->kind, &bar->marks[mark].piece, name);
	return (size_t)snprintf(text, ENTRY_TEXT, " %s %.1f%%", name, pics_percent(parts, bar->total));
}

void stackbar_legend(const struct stackbar *bar, const struct term *term, const char *of,
		     unsigned int lines, const char *more)
{
	size_t used = (size_t)fprintf(term->file, "# stack, %% of %s: ", of);
	size_t count = bar->count + (bar->other != 0);
	char text[ENTRY_TEXT];

	for (size_t i = 0; i < count; i++) {
		size_t length = entry_text(bar, i, text) + ENTRY_LEAD;
		size_t kept = lines == 1 && i + 1 < count ? strlen(more) : 0;

		if (i && used + length + kept > term->columns && lines == 1) {
			fputs(more, term->file);
			break;
		}
		if (i && used + length + kept > term->columns) {
			fputs("\n#          ", term->file);
			used = 11;
			lines -= lines != 0;
		} else if (i) {
			fputs("   ", term->file);
		}
		put_cells(bar, term, i, 1);
		fputs(text, term->file);
		used += length;
	}
	fputc('\n', term->file);
}
