// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * terminal.c - bytes of a program to cells; see terminal.h
 */
#include "terminal.h"

#include <ctype.h>
#include <string.h>

#define NUMBERS_MAX	16
#define NO_STYLE	{ .fore = TERMINAL_NO_COLOR, .back = TERMINAL_NO_COLOR }

/* Erased cells keep the background. */
static void blank(struct terminal *terminal, int row, int from, int to)
{
	struct terminal_cell cell = { .text = " ", .style = NO_STYLE };

	cell.style.back = terminal->style.back;
	for (int i = from; i < to; i++)
		terminal->cells[row][i] = cell;
}

void terminal_resize(struct terminal *terminal, int rows, int columns)
{
	static const struct terminal_style none = NO_STYLE;

	terminal->rows = rows;
	terminal->columns = columns;
	terminal->row = terminal->column = terminal->top = 0;
	terminal->bottom = rows - 1;
	terminal->style = none;
	for (int i = 0; i < TERMINAL_ROWS_MAX; i++)
		blank(terminal, i, 0, TERMINAL_COLUMNS_MAX);
}

/* Lines from @first to the bottom of the scrolling region go @count up, or down if negative. */
static void scroll(struct terminal *terminal, int first, int count)
{
	for (; count > 0; count--) {
		memmove(terminal->cells[first], terminal->cells[first + 1],
			sizeof(terminal->cells[0]) * (size_t)(terminal->bottom - first));
		blank(terminal, terminal->bottom, 0, terminal->columns);
	}
	for (; count < 0; count++) {
		memmove(terminal->cells[first + 1], terminal->cells[first],
			sizeof(terminal->cells[0]) * (size_t)(terminal->bottom - first));
		blank(terminal, first, 0, terminal->columns);
	}
}

static void line_feed(struct terminal *terminal)
{
	if (terminal->row == terminal->bottom)
		scroll(terminal, terminal->top, 1);
	else if (terminal->row < terminal->rows - 1)
		terminal->row++;
}

static int clamp(int value, int last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

static void erase(struct terminal *terminal, char what, int mode)
{
	int from = mode ? 0 : terminal->column;
	int to = mode == 1 ? terminal->column + 1 : terminal->columns;

	blank(terminal, terminal->row, from, to);
	if (what != 'J')
		return;
	for (int i = 0; i < terminal->rows; i++)
		if (mode == 2 || (mode == 0 && i > terminal->row) ||
		    (mode == 1 && i < terminal->row))
			blank(terminal, i, 0, terminal->columns);
}

/* Deletes, inserts or blanks cells from the cursor on. */
static void shift_cells(struct terminal *terminal, char what, int count)
{
	int row = terminal->row, column = terminal->column, left = terminal->columns - column;
	struct terminal_cell *at = terminal->cells[row] + column;

	count = clamp(count, left);
	if (what == 'P') {
		memmove(at, at + count, sizeof(*at) * (size_t)(left - count));
		blank(terminal, row, terminal->columns - count, terminal->columns);
	} else if (what == '@') {
		memmove(at + count, at, sizeof(*at) * (size_t)(left - count));
		blank(terminal, row, column, column + count);
	} else {
		blank(terminal, row, column, column + count);
	}
}

static void move_cursor(struct terminal *terminal, char what, int count)
{
	int down = what == 'B' ? count : what == 'A' ? -count : 0;
	int right = what == 'C' ? count : what == 'D' ? -count : 0;

	terminal->row = clamp(terminal->row + down, terminal->rows - 1);
	terminal->column = clamp(terminal->column + right, terminal->columns - 1);
}

/* The colour behind 38 or 48: "5;NUMBER". Returns how many numbers it took. */
static int take_color(const int *numbers, int count, int16_t *color)
{
	if (count < 3 || numbers[1] != 5)
		return 1;
	*color = (int16_t)clamp(numbers[2], 255);
	return 3;
}

/* ESC [ numbers m. */
static void set_style(struct terminal *terminal, const int *numbers, int count)
{
	static const struct terminal_style none = NO_STYLE;
	struct terminal_style *style = &terminal->style;

	for (int i = 0; i < count; i++) {
		int n = numbers[i];

		if (!n)
			*style = none;
		else if (n == 1)
			style->bold = true;
		else if (n == 2)
			style->dim = true;
		else if (n == 22)
			style->bold = style->dim = false;
		else if (n == 4 || n == 24)
			style->underline = n == 4;
		else if (n == 7 || n == 27)
			style->reverse = n == 7;
		else if (n == 38 || n == 48)
			i += take_color(numbers + i, count - i,
					n == 38 ? &style->fore : &style->back) - 1;
		else if (n == 39 || n == 49)
			*(n == 39 ? &style->fore : &style->back) = TERMINAL_NO_COLOR;
		else if (n >= 30 && n <= 37)
			style->fore = (int16_t)(n - 30);
		else if (n >= 40 && n <= 47)
			style->back = (int16_t)(n - 40);
		else if (n >= 90 && n <= 97)
			style->fore = (int16_t)(n - 90 + 8);
		else if (n >= 100 && n <= 107)
			style->back = (int16_t)(n - 100 + 8);
	}
}

/* The last character again. */
static void repeat(struct terminal *terminal, int count)
{
	struct terminal_cell *row = terminal->cells[terminal->row];

	while (count-- && terminal->column && terminal->column < terminal->columns) {
		row[terminal->column] = row[terminal->column - 1];
		terminal->column++;
	}
}

/* The cursor goes to a place, or the region that scrolls is another. */
static void place(struct terminal *terminal, char what, const int *numbers)
{
	int first = numbers[0] ? numbers[0] - 1 : 0, second = numbers[1] ? numbers[1] - 1 : 0;

	if (what == 'H' || what == 'f' || what == 'd')
		terminal->row = clamp(first, terminal->rows - 1);
	if (what == 'H' || what == 'f')
		terminal->column = clamp(second, terminal->columns - 1);
	if (what == 'G')
		terminal->column = clamp(first, terminal->columns - 1);
	if (what != 'r')
		return;
	terminal->bottom = numbers[1] ? clamp(second, terminal->rows - 1) : terminal->rows - 1;
	terminal->top = clamp(first, terminal->bottom);
	terminal->row = terminal->column = 0;
}

static bool apply(struct terminal *terminal, char what, const int *numbers, int count)
{
	int first = numbers[0] ? numbers[0] : 1;

	if (strchr("HfdGr", what))
		place(terminal, what, numbers);
	else if (what == 'm')
		set_style(terminal, numbers, count);
	else if (what == 'n')		/* where the cursor is, as shells that edit lines ask */
		snprintf(terminal->answer, sizeof(terminal->answer), "\033[%d;%dR",
			 terminal->row + 1, terminal->column + 1);
	else if (what == 'J' || what == 'K')
		erase(terminal, what, numbers[0]);
	else if (strchr("ABCD", what))
		move_cursor(terminal, what, first);
	else if (what == 'L' || what == 'M')
		scroll(terminal, terminal->row, what == 'M' ? first : -first);
	else if (what == 'S' || what == 'T')
		scroll(terminal, terminal->top, what == 'S' ? first : -first);
	else if (what == 'b')
		repeat(terminal, first);
	else if (strchr("P@X", what))
		shift_cells(terminal, what, first);
	else
		return strchr("hlt", what);
	return true;
}

/* ESC [ numbers letter. */
static bool control(struct terminal *terminal)
{
	int numbers[NUMBERS_MAX] = { 0 }, count = 0;

	for (size_t i = 2; i < terminal->length - 1; i++) {
		char byte = terminal->sequence[i];

		if (byte == ';' && count < NUMBERS_MAX - 1)
			count++;
		else if (isdigit((unsigned char)byte) && numbers[count] < 10000)
			numbers[count] = numbers[count] * 10 + byte - '0';
	}
	return apply(terminal, terminal->sequence[terminal->length - 1], numbers, count + 1);
}

/* ESC and a letter, or two. */
static bool escape(struct terminal *terminal)
{
	char what = terminal->sequence[1];

	if (what == 'M' && terminal->row == terminal->top)
		scroll(terminal, terminal->top, -1);
	else if (what == 'M')
		terminal->row = clamp(terminal->row - 1, terminal->rows - 1);
	else if (what == 'D')
		line_feed(terminal);
	else
		return strchr("=>78()", what);
	return true;
}

/* Bytes of the character that begins so. */
static size_t character_bytes(unsigned char byte)
{
	return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
}

/* Is the sequence whole? */
static bool is_whole(const struct terminal *terminal)
{
	char first = terminal->sequence[0], last = terminal->sequence[terminal->length - 1];

	if (first != '\033')
		return terminal->length >= character_bytes((unsigned char)first);
	if (terminal->length < 2)
		return false;
	if (terminal->sequence[1] == '[')
		return terminal->length > 2 && last >= '@' && last <= '~';
	return !strchr("()", terminal->sequence[1]) || terminal->length == 3;
}

static void put_character(struct terminal *terminal, const char *text)
{
	struct terminal_cell *cell;

	if (terminal->column == terminal->columns) {
		terminal->column = 0;
		line_feed(terminal);
	}
	cell = &terminal->cells[terminal->row][terminal->column++];
	snprintf(cell->text, sizeof(cell->text), "%.4s", text);
	cell->style = terminal->style;
}

/* Padding, bells and shifts show nothing. */
static void put_control(struct terminal *terminal, char byte)
{
	switch (byte) {
	case '\r':
		terminal->column = 0;
		break;
	case '\n':
		line_feed(terminal);
		break;
	case '\b':
		terminal->column = clamp(terminal->column - 1, terminal->columns - 1);
		break;
	case '\t':
		terminal->column = clamp((terminal->column | 7) + 1, terminal->columns - 1);
		break;
	}
}

bool terminal_take(struct terminal *terminal, char byte)
{
	bool known = true;

	if (!terminal->length && byte != '\033' && (unsigned char)byte < ' ') {
		put_control(terminal, byte);
		return true;
	}
	if (!byte)
		return true;
	terminal->sequence[terminal->length++] = byte;
	terminal->sequence[terminal->length] = '\0';
	if (terminal->length < sizeof(terminal->sequence) - 1 && !is_whole(terminal))
		return true;
	if (terminal->sequence[0] != '\033')
		put_character(terminal, terminal->sequence);
	else
		known = terminal->sequence[1] == '[' ? control(terminal) : escape(terminal);
	terminal->length = 0;
	return known;
}

const char *terminal_line(const struct terminal *terminal, int row, char line[TERMINAL_LINE])
{
	char *end = line;

	*end = '\0';
	for (int i = 0; i < terminal->columns; i++)
		end = stpcpy(end, terminal->cells[row][i].text);
	return line;
}
