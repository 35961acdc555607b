// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * terminal_picture.c - cells as a picture in SVG; see terminal.h
 *
 * Cells of one style are one text, as wide as its cells in any font. The blocks of bars are drawn
 * as rectangles: fonts leave gaps between theirs.
 */
#include <string.h>

#include "terminal.h"

#define CELL_WIDTH	8
#define CELL_HEIGHT	18
#define BASELINE	13
#define MARGIN		10
#define FONT_SIZE	13
#define BACK		0x14171a
#define FORE		0xd7dce2

/* The first sixteen, as xterm has them but for the blues, which it has too dark. */
static const uint32_t palette[16] = {
	0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x3b8eea, 0xbc3fbc, 0x11a8cd, 0xe5e5e5,
	0x7f7f7f, 0xff5555, 0x23d18b, 0xf5f543, 0x6cb2ff, 0xd670d6, 0x29b8db, 0xffffff,
};

/* A colour of the 256: sixteen, a cube of six shades each of red, green and blue, and grays. */
static uint32_t color_of(int color)
{
	static const uint32_t shades[6] = { 0, 0x5f, 0x87, 0xaf, 0xd7, 0xff };

	if (color < 16)
		return palette[color];
	color -= 16;
	if (color < 216)
		return shades[color / 36] << 16 | shades[color / 6 % 6] << 8 | shades[color % 6];
	return 0x010101 * (uint32_t)(8 + 10 * (color - 216));
}

static uint32_t ink_of(const struct terminal_style *style, bool back)
{
	int color = back != style->reverse ? style->back : style->fore;

	if (color == TERMINAL_NO_COLOR)
		return back != style->reverse ? BACK : FORE;
	return color_of(color);
}

static bool same_ink(const struct terminal_style *a, const struct terminal_style *b)
{
	return ink_of(a, false) == ink_of(b, false) && ink_of(a, true) == ink_of(b, true) &&
	       a->bold == b->bold && a->dim == b->dim && a->underline == b->underline;
}

static void put_rectangle(FILE *file, int column, int row, double width, uint32_t color)
{
	fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%g\" height=\"%d\" fill=\"#%06x\"/>\n",
		MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT, width, CELL_HEIGHT, color);
}

/* Eighths of the cell that a block fills from the left; 0 for other characters. */
static int eighths_of(const char *text)
{
	unsigned char last = (unsigned char)text[2];

	/* U+2588, the full block, to U+258f, one eighth. */
	return !strncmp(text, "\xe2\x96", 2) && last >= 0x88 && last <= 0x8f ? 8 - (last - 0x88) : 0;
}

static void put_escaped(FILE *file, const char *text)
{
	static const char *const entities[] = { ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;" };
	unsigned char byte = (unsigned char)text[0];

	fputs(byte < sizeof(entities) / sizeof(entities[0]) && entities[byte] ? entities[byte] :
	      text, file);
}

/* Cells from @from to before @to, all of one style. */
static void put_text(const struct terminal *terminal, FILE *file, int row, int from, int to)
{
	const struct terminal_cell *cells = terminal->cells[row];
	const struct terminal_style *style = &cells[from].style;

	while (from < to && !strcmp(cells[from].text, " "))
		from++;
	while (to > from && !strcmp(cells[to - 1].text, " "))
		to--;
	if (from == to)
		return;
	fprintf(file, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s%s>",
		MARGIN + from * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + BASELINE,
		(to - from) * CELL_WIDTH, ink_of(style, false),
		style->bold ? " font-weight=\"bold\"" : "", style->dim ? " opacity=\"0.6\"" : "",
		style->underline ? " text-decoration=\"underline\"" : "");
	for (int i = from; i < to; i++)
		put_escaped(file, cells[i].text);
	fputs("</text>\n", file);
}

/* As far as style goes, and blocks or no blocks. */
static int run_end(const struct terminal *terminal, int row, int from)
{
	const struct terminal_cell *cells = terminal->cells[row];
	int end = from + 1;

	while (end < terminal->columns && same_ink(&cells[from].style, &cells[end].style) &&
	       eighths_of(cells[end].text) == eighths_of(cells[from].text))
		end++;
	return end;
}

static void put_run(const struct terminal *terminal, FILE *file, int row, int from, int to)
{
	const struct terminal_cell *cell = &terminal->cells[row][from];
	uint32_t back = ink_of(&cell->style, true);
	int eighths = eighths_of(cell->text), width = (to - from) * CELL_WIDTH;

	if (back != BACK)
		put_rectangle(file, from, row, width, back);
	if (eighths == 8)
		put_rectangle(file, from, row, width, ink_of(&cell->style, false));
	for (int i = from; eighths && eighths < 8 && i < to; i++)
		put_rectangle(file, i, row, CELL_WIDTH * eighths / 8.0, ink_of(&cell->style, false));
	if (!eighths)
		put_text(terminal, file, row, from, to);
}

void terminal_picture(const struct terminal *terminal, FILE *file)
{
	int width = terminal->columns * CELL_WIDTH + 2 * MARGIN;
	int height = terminal->rows * CELL_HEIGHT + 2 * MARGIN;

	fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, "
		"monospace\" font-size=\"%d\">\n", width, height, width, height, FONT_SIZE);
	fputs("<style>text { white-space: pre }</style>\n", file);
	fprintf(file, "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#%06x\"/>\n", width, height,
		BACK);
	for (int row = 0; row < terminal->rows; row++)
		for (int from = 0, to; from < terminal->columns; from = to) {
			to = run_end(terminal, row, from);
			put_run(terminal, file, row, from, to);
		}
	fputs("</svg>\n", file);
}
