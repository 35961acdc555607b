// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * screen.c - drives a program on a terminal: types keys, and looks at what is on the screen
 *
 *	screen ROWS COLUMNS PROGRAM [ARGUMENT]... <SCRIPT
 *
 * Lines of the script:
 *
 *	type KEYS	with \\e, \\r, \\t and \\\\
 *	expect TEXT	wait until a line of the screen has it
 *	gone TEXT	wait until none has
 *	resize ROWS COLUMNS
 *	show		write the screen, its lines behind "| "
 *	exit STATUS	wait until the program has ended so
 *
 * Nothing is timed but the longest wait. Prints a test's line for each wait. The terminal knows
 * what curses writes for TERM=vt100, vt220 and xterm-256color, no more: another sequence
 * ends the test.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_MS		60000		/* a guest has to boot */
#define LINES_MAX	200
#define COLUMNS_MAX	300
#define NUMBERS_MAX	16
#define SCRIPT_LINE	512

struct screen {
	int terminal, rows, columns;
	int row, column, top, bottom;	/* top and bottom of what scrolls */
	char cells[LINES_MAX][COLUMNS_MAX + 1];
	char sequence[64];		/* begun, not complete */
	size_t length;
	pid_t program;
	int tests, failures;
};

static void blank(struct screen *screen, int row, int from, int to)
{
	memset(screen->cells[row] + from, ' ', (size_t)(to - from));
	screen->cells[row][screen->columns] = '\0';
}

static void clear(struct screen *screen)
{
	for (int i = 0; i < LINES_MAX; i++)
		blank(screen, i, 0, screen->columns);
}

/* Lines from @first to the bottom of the scrolling region go @count up, or down if negative. */
static void scroll(struct screen *screen, int first, int count)
{
	for (; count > 0; count--) {
		memmove(screen->cells[first], screen->cells[first + 1],
			sizeof(screen->cells[0]) * (size_t)(screen->bottom - first));
		blank(screen, screen->bottom, 0, screen->columns);
	}
	for (; count < 0; count++) {
		memmove(screen->cells[first + 1], screen->cells[first],
			sizeof(screen->cells[0]) * (size_t)(screen->bottom - first));
		blank(screen, first, 0, screen->columns);
	}
}

static void line_feed(struct screen *screen)
{
	if (screen->row == screen->bottom)
		scroll(screen, screen->top, 1);
	else if (screen->row < screen->rows - 1)
		screen->row++;
}

static int clamp(int value, int last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

static void erase(struct screen *screen, char what, int mode)
{
	int from = mode ? 0 : screen->column, to = mode == 1 ? screen->column + 1 : screen->columns;

	blank(screen, screen->row, from, to);
	if (what != 'J')
		return;
	for (int i = 0; i < screen->rows; i++)
		if (mode == 2 || (mode == 0 && i > screen->row) || (mode == 1 && i < screen->row))
			blank(screen, i, 0, screen->columns);
}

static void shift_cells(struct screen *screen, char what, int count)
{
	char *at = screen->cells[screen->row] + screen->column;
	int left = screen->columns - screen->column;

	count = clamp(count, left);
	if (what == 'P') {
		memmove(at, at + count, (size_t)(left - count));
		memset(at + left - count, ' ', (size_t)count);
	} else if (what == '@') {
		memmove(at + count, at, (size_t)(left - count));
		memset(at, ' ', (size_t)count);
	} else {
		memset(at, ' ', (size_t)count);
	}
}

static void move_cursor(struct screen *screen, char what, int count)
{
	screen->row = clamp(screen->row + (what == 'B' ? count : what == 'A' ? -count : 0),
			    screen->rows - 1);
	screen->column = clamp(screen->column + (what == 'C' ? count : what == 'D' ? -count : 0),
			       screen->columns - 1);
}

/* Where the cursor is, as shells that edit lines ask. */
static bool answer(const struct screen *screen)
{
	return dprintf(screen->terminal, "\033[%d;%dR", screen->row + 1, screen->column + 1) > 0;
}

/* ESC [ numbers letter. Returns false for what this terminal does not know. */
static bool control(struct screen *screen)
{
	int numbers[NUMBERS_MAX] = { 0 }, count = 0, first;
	char what = screen->sequence[screen->length - 1];

	for (size_t i = 2; i < screen->length - 1; i++) {
		if (screen->sequence[i] == ';' && count < NUMBERS_MAX - 1)
			count++;
		else if (isdigit((unsigned char)screen->sequence[i]))
			numbers[count] = numbers[count] * 10 + screen->sequence[i] - '0';
	}
	first = numbers[0] ? numbers[0] : 1;
	if (strchr("mhlt", what))
		return true;
	if (what == 'n')
		return answer(screen);
	if (what == 'H' || what == 'f') {
		screen->row = clamp(first - 1, screen->rows - 1);
		screen->column = clamp((numbers[1] ? numbers[1] : 1) - 1, screen->columns - 1);
	} else if (what == 'J' || what == 'K') {
		erase(screen, what, numbers[0]);
	} else if (strchr("ABCD", what)) {
		move_cursor(screen, what, first);
	} else if (what == 'r') {
		screen->top = first - 1;
		screen->bottom = (numbers[1] ? numbers[1] : screen->rows) - 1;
		screen->row = screen->column = 0;
	} else if (what == 'L' || what == 'M') {
		scroll(screen, screen->row, what == 'M' ? first : -first);
	} else if (what == 'S' || what == 'T') {
		scroll(screen, screen->top, what == 'S' ? first : -first);
	} else if (what == 'd') {
		screen->row = clamp(first - 1, screen->rows - 1);
	} else if (what == 'G') {
		screen->column = clamp(first - 1, screen->columns - 1);
	} else if (what == 'b' && screen->column) {
		char last = screen->cells[screen->row][screen->column - 1];

		while (first-- && screen->column < screen->columns)
			screen->cells[screen->row][screen->column++] = last;
	} else if (strchr("P@X", what)) {
		shift_cells(screen, what, first);
	} else {
		return false;
	}
	return true;
}

/* ESC and a letter, or two. */
static bool escape(struct screen *screen)
{
	char what = screen->sequence[1];

	if (what == 'M' && screen->row == screen->top)
		scroll(screen, screen->top, -1);
	else if (what == 'M')
		screen->row--;
	else if (what == 'D')
		line_feed(screen);
	else
		return strchr("=>78()", what);
	return true;
}

/* Is the sequence whole? */
static bool is_whole(const struct screen *screen)
{
	char last = screen->sequence[screen->length - 1];

	if (screen->length < 2)
		return false;
	if (screen->sequence[1] == '[')
		return screen->length > 2 && last >= '@' && last <= '~';
	return !strchr("()", screen->sequence[1]) || screen->length == 3;
}

static void put(struct screen *screen, char byte)
{
	switch (byte) {
	case '\r':
		screen->column = 0;
		return;
	case '\n':
		line_feed(screen);
		return;
	case '\b':
		screen->column = clamp(screen->column - 1, screen->columns - 1);
		return;
	case '\t':
		screen->column = clamp((screen->column | 7) + 1, screen->columns - 1);
		return;
	}
	/* Padding, bells and shifts show nothing. */
	if ((unsigned char)byte < ' ')
		return;
	if (screen->column == screen->columns) {
		screen->column = 0;
		line_feed(screen);
	}
	screen->cells[screen->row][screen->column++] = byte;
}

static void take(struct screen *screen, char byte)
{
	if (!screen->length && byte != '\033') {
		put(screen, byte);
		return;
	}
	if (!byte)
		return;
	screen->sequence[screen->length++] = byte;
	screen->sequence[screen->length] = '\0';
	if (screen->length < sizeof(screen->sequence) - 1 && !is_whole(screen))
		return;
	if (!(screen->sequence[1] == '[' ? control(screen) : escape(screen))) {
		printf("Bail out! the terminal does not know ESC%s\n", screen->sequence + 1);
		kill(screen->program, SIGKILL);
		exit(1);
	}
	screen->length = 0;
}

/* Reads what the program writes, for a moment; false when it has ended. */
static bool watch(struct screen *screen, int ms)
{
	struct pollfd ready = { .fd = screen->terminal, .events = POLLIN };
	char bytes[4096];
	ssize_t size;

	if (poll(&ready, 1, ms) <= 0)
		return true;
	size = read(screen->terminal, bytes, sizeof(bytes));
	for (ssize_t i = 0; i < size; i++)
		take(screen, bytes[i]);
	return size > 0;
}

static bool has_text(const struct screen *screen, const char *text)
{
	for (int i = 0; i < screen->rows; i++)
		if (strstr(screen->cells[i], text))
			return true;
	return false;
}

static void show(const struct screen *screen)
{
	for (int i = 0; i < screen->rows; i++) {
		int width = screen->columns;

		while (width && screen->cells[i][width - 1] == ' ')
			width--;
		printf("| %.*s\n", width, screen->cells[i]);
	}
}

static void verdict(struct screen *screen, bool good, const char *what, const char *text)
{
	screen->tests++;
	printf("%s %d - %s '%s'\n", good ? "ok" : "not ok", screen->tests, what, text);
	if (good)
		return;
	screen->failures++;
	show(screen);
}

static void wait_text(struct screen *screen, const char *text, bool wanted)
{
	int left = WAIT_MS;

	while (has_text(screen, text) != wanted && left > 0 && watch(screen, 50))
		left -= 50;
	verdict(screen, has_text(screen, text) == wanted, wanted ? "expect" : "gone", text);
}

static void wait_exit(struct screen *screen, const char *text)
{
	int status = -1, left = WAIT_MS;

	while (left > 0 && watch(screen, 50))
		left -= 50;
	if (left <= 0)
		kill(screen->program, SIGKILL);
	waitpid(screen->program, &status, 0);
	verdict(screen, WIFEXITED(status) && WEXITSTATUS(status) == atoi(text), "exit", text);
}

static void type(const struct screen *screen, const char *text)
{
	for (; *text; text++) {
		char byte = *text;

		if (byte == '\\' && text[1]) {
			text++;
			byte = *text == 'e' ? '\033' : *text == 'r' ? '\r' : *text == 't' ? '\t' :
			       *text;
		}
		if (write(screen->terminal, &byte, 1) != 1)
			return;
	}
}

static void resize(struct screen *screen, const char *text)
{
	struct winsize size = { 0 };
	int rows, columns;

	if (sscanf(text, "%d %d", &rows, &columns) != 2 || rows > LINES_MAX || columns > COLUMNS_MAX)
		return;
	screen->rows = rows;
	screen->columns = columns;
	screen->top = 0;
	screen->bottom = rows - 1;
	clear(screen);
	size.ws_row = (unsigned short)rows;
	size.ws_col = (unsigned short)columns;
	ioctl(screen->terminal, TIOCSWINSZ, &size);
}

static void run_line(struct screen *screen, char *line)
{
	char *text = strchr(line, ' ');

	line[strcspn(line, "\n")] = '\0';
	text = text ? text + 1 : line + strlen(line);
	if (!strncmp(line, "type ", 5))
		type(screen, text);
	else if (!strncmp(line, "expect ", 7))
		wait_text(screen, text, true);
	else if (!strncmp(line, "gone ", 5))
		wait_text(screen, text, false);
	else if (!strncmp(line, "exit ", 5))
		wait_exit(screen, text);
	else if (!strncmp(line, "resize ", 7))
		resize(screen, text);
	else if (!strcmp(line, "show"))
		show(screen);
	else
		verdict(screen, false, "no command", line);
}

int main(int argc, char **argv)
{
	struct screen screen = { 0 };
	char line[SCRIPT_LINE], size[32];

	if (argc < 4) {
		fprintf(stderr, "screen: usage: screen ROWS COLUMNS PROGRAM [ARGUMENT]...\n");
		return 2;
	}
	screen.program = forkpty(&screen.terminal, NULL, NULL, NULL);
	if (screen.program < 0) {
		perror("screen: no pseudo terminal");
		return 2;
	}
	if (!screen.program) {
		/* The size is set before the program looks at it. */
		struct winsize window = {
			.ws_row = (unsigned short)atoi(argv[1]), .ws_col = (unsigned short)atoi(argv[2]),
		};

		ioctl(STDIN_FILENO, TIOCSWINSZ, &window);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	snprintf(size, sizeof(size), "%s %s", argv[1], argv[2]);
	screen.columns = atoi(argv[2]);
	screen.rows = atoi(argv[1]);
	screen.bottom = screen.rows - 1;
	clear(&screen);
	while (fgets(line, sizeof(line), stdin))
		run_line(&screen, line);
	kill(screen.program, SIGKILL);
	printf("1..%d\n", screen.tests);
	return screen.failures != 0;
}
