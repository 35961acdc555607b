// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui.c - the screen and the keys; see tui.h
 */
#include "tui.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui_state.h"

#define ESCAPE_MS	100		/* a serial line may take that long between a sequence's bytes */
#define WAIT_MS		500		/* between looks at the terminal itself */
#define KEY_ESCAPE	27
#define FRAME		2		/* lines of title and status */

/* Titles of rows. */
static const char *const titles[ROWS_BY_COUNT] = {
	[ROWS_BY_FUNCTION] = "functions", [ROWS_BY_LINE] = "lines",
	[ROWS_BY_INSTRUCTION] = "instructions", [ROWS_BY_BLOCK] = "blocks",
	[ROWS_BY_LOOP] = "loops", [ROWS_BY_OBJECT] = "objects", [ROWS_BY_THREAD] = "threads", [ROWS_BY_CPU] = "cpus",
	[ROWS_BY_INLINED] = "functions as written", [ROWS_BY_FIELD] = "fields of data",
	[ROWS_BY_TIME] = "times", [ROWS_BY_PRIVILEGE] = "privileges",
	[ROWS_BY_SYSCALL] = "system calls", [ROWS_BY_DATA] = "data",
	[ROWS_BY_DATA_FIELD] = "fields of data by address", [ROWS_BY_DATA_LINE] = "lines of data",
	[ROWS_BY_SHARING] = "lines between harts",
};

static void draw_title(const struct tui *tui)
{
	const struct symbols_location *function = &tui->annotation.function;
	struct term term;
	char *text = NULL;
	size_t size;

	if (tui_open_text(&term, &text, &size))
		return;
	term.color = false;
	if (tui->level == TUI_HELP)
		fputs("tea report: help", term.file);
	else if (tui->level == TUI_CALLS)
		fputs("tea report: callers, with shares of all cycles", term.file);
	else if (tui->level == TUI_WHY)
		fputs("tea report: why the function takes its cycles", term.file);
	else if (tui->level == TUI_CODE)
		fputs("tea report: code of ", term.file);
	else if (tui->level == TUI_STAGES)
		fprintf(term.file, "tea report: stages by %s, as shares of all cycles",
			rows_by_names[tui->before_stages == TUI_CODE ? ROWS_BY_FUNCTION : tui->by]);
	else
		fprintf(term.file, "tea report: %s of ", titles[tui->by]);
	if (tui->level == TUI_CODE) {
		term_put(&term, function->function);
		fprintf(term.file, " by %s", annotation_sort_names[tui->code_sort]);
	} else if (tui->level == TUI_ROWS) {
		term_put(&term, tui->recording->path);
		fprintf(term.file, " by %s", tui->sorts[tui->sort]);
		if (tui->options->selection) {
			fputs("; ", term.file);
			term_put(&term, tui->options->selection);
		}
	}
	if (!fclose(term.file))
		tui_put_line(0, text, A_REVERSE);
	free(text);
}

static void draw_status(struct tui *tui)
{
	const struct tui_page *page = &tui->pages[tui->level];
	char text[640];

	if (tui->message[0])
		snprintf(text, sizeof(text), "%s", tui->message);
	else
		snprintf(text, sizeof(text), "%zu/%zu%s%s  %s  / search  f filter  %s  %sh help  q %s",
			 page->shown_count ? page->cursor + 1 : 0, page->shown_count,
			 page->filter[0] ? " with " : "", page->filter,
			 tui->level == TUI_CODE ? "tab next hottest" : "enter code",
			 tui->level == TUI_CODE ? "s sort  e why" : "b by  s sort  e why",
			 tui_has_stages(tui) ? "S stages  " : "",
			 tui->level == TUI_ROWS ? "quit" : "back");
	tui_put_line(LINES - 1, text, A_REVERSE);
	tui->message[0] = '\0';
}

static size_t page_height(void)
{
	return LINES > FRAME + 2 ? (size_t)LINES - FRAME : 2;
}

static void draw(struct tui *tui)
{
	draw_title(tui);
	tui_page_draw(&tui->pages[tui->level], 1, page_height());
	draw_status(tui);
	refresh();
}

/* Has the terminal another size than curses thinks? It forgets signals while it draws. */
static bool is_resized(void)
{
	struct winsize size;

	return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col &&
	       is_term_resized(size.ws_row, size.ws_col) &&
	       resize_term(size.ws_row, size.ws_col) == OK;
}

static bool is_gone(void)
{
	struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&terminal, 1, 0) > 0 && terminal.revents & (POLLHUP | POLLERR | POLLNVAL);
}

/* The next key, or ERR: the terminal is gone. */
static int read_key(void)
{
	int key = getch();

	while (key == ERR && !is_gone()) {
		if (is_resized())
			return KEY_RESIZE;
		key = getch();
	}
	return key;
}

/* One line of input at the bottom; false when it was given up. */
static bool ask(const char *question, char words[TUI_WORDS])
{
	size_t used = 0;
	char text[2 * TUI_WORDS];

	for (;;) {
		int key;

		words[used] = '\0';
		snprintf(text, sizeof(text), "%s%s_", question, words);
		tui_put_line(LINES - 1, text, A_BOLD);
		refresh();
		key = read_key();
		if (key == KEY_ESCAPE || key == ERR)
			return false;
		if (key == '\n' || key == '\r' || key == KEY_ENTER)
			return true;
		if ((key == KEY_BACKSPACE || key == '\b' || key == 127) && used)
			used--;
		else if (key >= ' ' && key < 127 && used < TUI_WORDS - 1)
			words[used++] = (char)key;
	}
}

/* Actions of keys. */

static void key_search(struct tui *tui)
{
	struct tui_page *page = &tui->pages[tui->level];

	if (ask("search: ", page->search) && !tui_page_search(page, 1))
		snprintf(tui->message, sizeof(tui->message), "'%s' is nowhere", page->search);
}

static void key_next(struct tui *tui)
{
	tui_page_search(&tui->pages[tui->level], 1);
}

static void key_previous(struct tui *tui)
{
	tui_page_search(&tui->pages[tui->level], -1);
}

static void key_hottest(struct tui *tui)
{
	if (tui->level == TUI_CODE)
		tui_go_hot(tui, 0);
}

static void key_next_hot(struct tui *tui)
{
	if (tui->level == TUI_CODE)
		tui_go_hot(tui, 1);
}

static void key_previous_hot(struct tui *tui)
{
	if (tui->level == TUI_CODE)
		tui_go_hot(tui, -1);
}

static void key_filter(struct tui *tui)
{
	struct tui_page *page = &tui->pages[tui->level];
	char words[TUI_WORDS];

	if (!ask("only lines with: ", words))
		return;
	memcpy(page->filter, words, sizeof(words));
	tui_page_filter(page);
}

static void try_fold(struct tui *tui)
{
	struct fault fault;

	if (tui_fold(tui, &fault)) {
		snprintf(tui->message, sizeof(tui->message), "%s", fault.text);
		tui->quit = true;
	}
}

/* Not every recording names CPUs, times and callers. */
static bool has_rows(const struct recording *recording, enum rows_by by)
{
	return (by != ROWS_BY_CPU || recording->has_cpus) &&
	       (by != ROWS_BY_TIME || recording->shown->sequence_count) &&
	       (by != ROWS_BY_SYSCALL || recording->has_chains) &&
	       (!rows_by_data(by) || recording->has_data);
}

static void key_by(struct tui *tui)
{
	if (tui->level != TUI_ROWS)
		return;
	do
		tui->by = (tui->by + 1) % ROWS_BY_COUNT;
	while (!has_rows(tui->recording, tui->by));
	try_fold(tui);
}

static void key_sort(struct tui *tui)
{
	if (tui->level == TUI_ROWS) {
		tui->sort = (tui->sort + 1) % tui->sorts_count;
		try_fold(tui);
	} else if (tui->level == TUI_CODE) {
		tui->code_sort = (tui->code_sort + 1) % ANNOTATION_SORTS_COUNT;
		if (tui_render_code(tui))
			tui->level = TUI_ROWS;
	}
}

static void key_enter(struct tui *tui)
{
	if (tui->level == TUI_ROWS)
		tui_open_code(tui);
}

static void key_stages(struct tui *tui)
{
	if (tui->level == TUI_ROWS || tui->level == TUI_CODE)
		tui_open_stages(tui);
}

static void key_callers(struct tui *tui)
{
	if (tui->level == TUI_ROWS || tui->level == TUI_CODE)
		tui_open_callers(tui);
}

static void key_why(struct tui *tui)
{
	if (tui->level == TUI_ROWS || tui->level == TUI_CODE)
		tui_open_why(tui);
}

static bool is_about(enum tui_level level)
{
	return level == TUI_CALLS || level == TUI_WHY;
}

static void key_back(struct tui *tui)
{
	tui->level = tui->level == TUI_HELP ? tui->before_help :
		     is_about(tui->level) ? tui->before_about :
		     tui->level == TUI_STAGES ? tui->before_stages : TUI_ROWS;
}

static void key_quit(struct tui *tui)
{
	tui->quit = tui->level == TUI_ROWS;
	key_back(tui);
}

static void key_help(struct tui *tui)
{
	if (tui->level == TUI_HELP)
		return;
	tui->before_help = tui->level;
	if (!tui_render_help(tui))
		tui->level = TUI_HELP;
}

static void key_redraw(struct tui *tui)
{
	(void)tui;
	clearok(curscr, TRUE);
}

/* The lines are made for a width. */
static void key_resize(struct tui *tui)
{
	bool stages, code;

	/* These are quick to ask for again. */
	if (is_about(tui->level))
		tui->level = tui->before_about;
	stages = tui->level == TUI_STAGES;
	code = tui->level == TUI_CODE || (stages && tui->before_stages == TUI_CODE);
	if ((stages && tui_render_stages(tui)) || tui_render_rows(tui) ||
	    (code && tui_render_code(tui)))
		tui->level = TUI_ROWS;
}

static const struct {
	int key;
	void (*act)(struct tui *tui);
} keys[] = {
	{ '/', key_search }, { 'n', key_next }, { 'N', key_previous }, { 'f', key_filter },
	{ 'b', key_by }, { 's', key_sort }, { 'S', key_stages },
	{ 'c', key_callers }, { 'e', key_why }, { '\n', key_enter }, { '\r', key_enter },
	{ KEY_ENTER, key_enter }, { KEY_RIGHT, key_enter }, { KEY_ESCAPE, key_back },
	{ KEY_LEFT, key_back }, { KEY_BACKSPACE, key_back }, { 'q', key_quit }, { 'h', key_help },
	{ 'H', key_hottest }, { '\t', key_next_hot }, { KEY_BTAB, key_previous_hot },
	{ '?', key_help }, { 'L' & 31, key_redraw }, { KEY_RESIZE, key_resize },
};

static void loop(struct tui *tui)
{
	while (!tui->quit) {
		int key;

		draw(tui);
		key = read_key();
		if (key == ERR)
			return;
		if (tui_page_move(&tui->pages[tui->level], key, page_height() - 1))
			continue;
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
			if (keys[i].key == key)
				keys[i].act(tui);
	}
}

/* Terminals on serial lines send either form, whatever their terminfo says. */
static void define_keys(void)
{
	static const struct {
		char letter;
		int key;
	} named[] = {
		{ 'A', KEY_UP }, { 'B', KEY_DOWN }, { 'C', KEY_RIGHT }, { 'D', KEY_LEFT },
		{ 'H', KEY_HOME }, { 'F', KEY_END },
	};

	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
		define_key((char[]){ KEY_ESCAPE, '[', named[i].letter, '\0' }, named[i].key);
		define_key((char[]){ KEY_ESCAPE, 'O', named[i].letter, '\0' }, named[i].key);
	}
	define_key("\033[Z", KEY_BTAB);
	define_key("\033[5~", KEY_PPAGE);
	define_key("\033[6~", KEY_NPAGE);
}

static int open_screen(SCREEN **screen, struct fault *fault)
{
	const char *name = getenv("TERM");

	set_escdelay(ESCAPE_MS);
	*screen = newterm(NULL, stdout, stdin);
	if (!*screen)
		return fault_set(fault, -ENOTTY, "no terminal is known as '%s': set TERM, as to vt100",
				 name ? name : "");
	cbreak();
	noecho();
	timeout(WAIT_MS);
	nonl();
	keypad(stdscr, TRUE);
	define_keys();
	curs_set(0);
	if (has_colors()) {
		start_color();
		use_default_colors();
	}
	return 0;
}

int tui_run(struct recording *recording, const struct tui_options *options, struct fault *fault)
{
	struct tui tui = { .recording = recording, .options = options, .by = options->rows.by };
	SCREEN *screen;
	int error = open_screen(&screen, fault);

	if (error)
		return error;
	error = tui_fold(&tui, fault);
	if (!error) {
		tui_find_sorts(&tui);
		loop(&tui);
	}
	endwin();
	delscreen(screen);
	for (int i = 0; i < TUI_LEVELS; i++)
		tui_page_deinit(&tui.pages[i]);
	free(tui.hot);
	annotation_deinit(&tui.annotation);
	rows_deinit(&tui.rows);
	return error;
}
