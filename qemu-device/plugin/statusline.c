// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * statusline.c - how far a simulated program is, on its terminal: see statusline.h
 */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "guestcalls.h"
#include "guestmem.h"
#include "statusline.h"

#define LINE_BYTES	128
#define REST_BYTES	32

static struct {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	void (*ask)(struct statusline_state *state);
	bool begun, over;
	bool inside;			/* the program's last line has not ended */
	int shown;			/* characters */
	uint64_t expected;		/* instructions; 0: not known */
	struct statusline_state last;
	struct timespec begin_time, last_time;
	uint64_t begin;			/* instructions at that time: where a run is resumed, then */
} line = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* With the lock. The terminal may be gone: then there is nothing to be done. */
static void put(const char *text, int size)
{
	if (write(STDERR_FILENO, text, (size_t)size) < 0)
		line.over = true;
}

static bool is_foreground(void)
{
	return tcgetpgrp(STDERR_FILENO) == getpgrp();
}

/* Not where a shell has gone on in its place. */
static void erase(void)
{
	char blanks[LINE_BYTES + 2];

	if (line.shown && is_foreground())
		put(blanks, snprintf(blanks, sizeof(blanks), "\r%*s\r", line.shown, ""));
	line.shown = 0;
}

/* Characters that do not wrap, where the terminal knows its width. */
static int width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col || size.ws_col > LINE_BYTES)
		return LINE_BYTES - 1;
	return size.ws_col - 1;
}

static double seconds_since(const struct timespec *then, const struct timespec *now)
{
	return (double)(now->tv_sec - then->tv_sec) + 1e-9 * (double)(now->tv_nsec - then->tv_nsec);
}

/* What has been executed once is executed again, and faster. */
static bool comes_again(const struct statusline_state *state)
{
	return state->instructions < state->resumes_at;
}

/* " of 2000.0", and ", 25 s left" as all that has been was; or nothing of either. */
static void tell_rest(const struct statusline_state *state, const struct timespec *now,
		      char all[REST_BYTES], char left[REST_BYTES])
{
	const uint64_t until = comes_again(state) ? state->resumes_at : line.expected;
	double done = (double)(state->instructions - line.begin);
	double rest = (double)until - (double)state->instructions;

	*all = *left = '\0';
	if (rest <= 0 || done <= 0)
		return;
	snprintf(all, REST_BYTES, " of %.1f", 1e-6 * (double)until);
	snprintf(left, REST_BYTES, ", %.0f s left%s", rest / done * seconds_since(&line.begin_time, now),
		 comes_again(state) ? " to resume" : "");
}

/* The simulated time, or the windows; nothing of what comes again. */
static void tell_model(const struct statusline_state *state, char *text, size_t size)
{
	const uint64_t all = state->instructions ? state->instructions : 1;

	*text = '\0';
	if (comes_again(state))
		snprintf(text, size, " again");
	else if (state->sampled)
		snprintf(text, size, ", %" PRIu64 " windows with %.2f%% of them", state->windows,
			 100 * (double)state->detail / (double)all);
	else if (state->least_s <= state->most_s)
		snprintf(text, size, state->least_s < state->most_s ?
			 ", %.3f to %.3f s simulated" : ", %.3f s simulated", state->least_s, state->most_s);
}

static void begin_anew(const struct statusline_state *state, const struct timespec *now)
{
	line.begin = state->instructions;
	line.begin_time = *now;
}

static void draw(const struct statusline_state *state)
{
	char text[LINE_BYTES], model[64], all[REST_BYTES], left[REST_BYTES];
	struct timespec now;
	double seconds;
	int size;

	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = seconds_since(&line.last_time, &now);
	tell_rest(state, &now, all, left);
	tell_model(state, model, sizeof(model));
	size = snprintf(text, sizeof(text), "%.1f%s million instructions%s, %.1f MIPS%s",
			1e-6 * (double)state->instructions, all, model,
			1e-6 * (double)(state->instructions - line.last.instructions) / seconds, left);
	if (comes_again(&line.last) && !comes_again(state))
		begin_anew(state, &now);
	line.last = *state;
	line.last_time = now;
	erase();
	line.shown = size < width() ? size : width();
	put(text, line.shown);
}

static void *work(void *opaque)
{
	struct statusline_state state;
	struct timespec next;

	(void)opaque;
	clock_gettime(CLOCK_MONOTONIC, &next);
	pthread_mutex_lock(&line.lock);
	while (!line.over) {
		next.tv_sec++;
		while (!line.over && !pthread_cond_timedwait(&line.wake, &line.lock, &next))
			;
		pthread_mutex_unlock(&line.lock);
		line.ask(&state);
		pthread_mutex_lock(&line.lock);
		if (!line.over && !line.inside && is_foreground())
			draw(&state);
	}
	pthread_mutex_unlock(&line.lock);
	return NULL;
}

void statusline_begin(void (*ask)(struct statusline_state *state), uint64_t expected)
{
	sigset_t all, before;
	pthread_condattr_t attributes;
	struct stat output;

	if (!isatty(STDERR_FILENO) ||
	    (!fstat(STDOUT_FILENO, &output) && (S_ISFIFO(output.st_mode) || S_ISSOCK(output.st_mode))))
		return;
	line.ask = ask;
	line.expected = expected;
	clock_gettime(CLOCK_MONOTONIC, &line.last_time);
	line.begin_time = line.last_time;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&line.wake, &attributes);
	/* signals are for the program's own threads */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	line.begun = !pthread_create(&line.thread, NULL, work, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* With the lock. */
static void end_for_good(void)
{
	erase();
	line.over = true;
	pthread_cond_signal(&line.wake);
}

/* It asks a terminal for its modes, its size or its foreground: all that C libraries do. */
static bool is_question(uint64_t request)
{
	return request == TCGETS || request == TIOCGWINSZ || request == TIOCGPGRP;
}

/* It does something with a terminal, or with standard error, that is not seen here. */
static bool is_unseen(int64_t number, uint64_t a1, uint64_t a2, uint64_t a3)
{
	switch (number) {
	case SYS_READ:
	case SYS_READV:
	case SYS_WRITEV:
	case SYS_SENDFILE:
		return isatty((int)a1);
	case SYS_SPLICE:
		return isatty((int)a3);
	case SYS_IOCTL:
		return isatty((int)a1) && !is_question(a2);
	case SYS_CLOSE:
		return a1 == STDERR_FILENO;
	case SYS_DUP3:
		return a2 == STDERR_FILENO;
	case SYS_CLOSE_RANGE:
		return a1 <= STDERR_FILENO;
	case SYS_CLONE:
		return !(a1 & FLAG_CLONE_THREAD);
	case SYS_EXECVE:
	case SYS_EXECVEAT:
		return true;
	default:
		return false;
	}
}

void statusline_syscall(int64_t number, uint64_t a1, uint64_t a2, uint64_t a3)
{
	char last = '\n';

	if (!line.begun)
		return;
	pthread_mutex_lock(&line.lock);
	if (!line.over && is_unseen(number, a1, a2, a3)) {
		end_for_good();
	} else if (!line.over && number == SYS_WRITE && a3 && isatty((int)a1)) {
		erase();
		line.inside = !guestmem_read(a2 + a3 - 1, &last, 1) || last != '\n';
	}
	pthread_mutex_unlock(&line.lock);
}

void statusline_end(void)
{
	bool begun;

	/* several threads may end the program */
	pthread_mutex_lock(&line.lock);
	begun = line.begun;
	line.begun = false;
	if (begun)
		end_for_good();
	pthread_mutex_unlock(&line.lock);
	if (begun)
		pthread_join(line.thread, NULL);
}
