// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * screen.c - drives a program on a terminal: types keys, and reads the screen
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
 *	picture FILE	write the screen with its colours as an SVG file, if all waits succeeded
 *	exit STATUS	wait until the program has ended so
 *
 * Nothing is timed but the longest wait, and how long a screen has to stand still for its
 * picture. Prints a test's line for each wait. A sequence that terminal.c does not know ends
 * the test.
 */
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

#include "terminal.h"

#define WAIT_MS		300000		/* a guest has to boot */
#define QUIET_MS	300
#define SCRIPT_LINE	512

struct screen {
	int device;			/* our end of the pseudo terminal */
	pid_t program;
	int tests, failures;
	struct terminal terminal;
};

static void take(struct screen *screen, char byte)
{
	struct terminal *terminal = &screen->terminal;

	if (!terminal_take(terminal, byte)) {
		printf("Bail out! the terminal does not know ESC%s\n", terminal->sequence + 1);
		kill(screen->program, SIGKILL);
		exit(1);
	}
	if (terminal->answer[0] && write(screen->device, terminal->answer,
					 strlen(terminal->answer)) < 0)
		perror("screen: cannot answer the program");
	terminal->answer[0] = '\0';
}

/* Reads the program's output, for a moment; false when it has ended. */
static bool watch(struct screen *screen, int ms)
{
	struct pollfd ready = { .fd = screen->device, .events = POLLIN };
	char bytes[4096];
	ssize_t size;

	if (poll(&ready, 1, ms) <= 0)
		return true;
	size = read(screen->device, bytes, sizeof(bytes));
	for (ssize_t i = 0; i < size; i++)
		take(screen, bytes[i]);
	return size > 0;
}

static bool has_text(const struct screen *screen, const char *text)
{
	char line[TERMINAL_LINE];

	for (int i = 0; i < screen->terminal.rows; i++)
		if (strstr(terminal_line(&screen->terminal, i, line), text))
			return true;
	return false;
}

static void show(const struct screen *screen)
{
	char line[TERMINAL_LINE];

	for (int i = 0; i < screen->terminal.rows; i++) {
		size_t length = strlen(terminal_line(&screen->terminal, i, line));

		while (length && line[length - 1] == ' ')
			length--;
		printf("| %.*s\n", (int)length, line);
	}
}

/* Output drawn at once may come in pieces: waits until no more comes. */
static void picture(struct screen *screen, const char *path)
{
	struct pollfd ready = { .fd = screen->device, .events = POLLIN };
	FILE *file;

	if (screen->failures)
		return;
	while (poll(&ready, 1, QUIET_MS) > 0 && watch(screen, 0))
		;
	file = fopen(path, "we");
	if (file)
		terminal_picture(&screen->terminal, file);
	if (!file || fclose(file)) {
		perror(path);
		screen->failures++;
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
		if (write(screen->device, &byte, 1) != 1)
			return;
	}
}

static void resize(struct screen *screen, const char *text)
{
	struct winsize size = { 0 };
	int rows, columns;

	if (sscanf(text, "%d %d", &rows, &columns) != 2 || rows > TERMINAL_ROWS_MAX ||
	    columns > TERMINAL_COLUMNS_MAX)
		return;
	terminal_resize(&screen->terminal, rows, columns);
	size.ws_row = (unsigned short)rows;
	size.ws_col = (unsigned short)columns;
	ioctl(screen->device, TIOCSWINSZ, &size);
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
	else if (!strncmp(line, "picture ", 8))
		picture(screen, text);
	else if (!strcmp(line, "show"))
		show(screen);
	else
		verdict(screen, false, "no command", line);
}

int main(int argc, char **argv)
{
	static struct screen screen;
	char line[SCRIPT_LINE];

	if (argc < 4) {
		fprintf(stderr, "screen: usage: screen ROWS COLUMNS PROGRAM [ARGUMENT]...\n");
		return 2;
	}
	screen.program = forkpty(&screen.device, NULL, NULL, NULL);
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
	terminal_resize(&screen.terminal, atoi(argv[1]), atoi(argv[2]));
	/* readers of the file see each wait as it ends */
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin))
		run_line(&screen, line);
	kill(screen.program, SIGKILL);
	printf("1..%d\n", screen.tests);
	return screen.failures != 0;
}
