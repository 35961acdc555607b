// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * progressbar.c - a bar that is redrawn when it has changed; see progressbar.h
 */
#include "progressbar.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define DELAY_MS	1000
#define STEP_MS		100
#define CELLS		40
#define LINE_BYTES	80

static void compose(const struct progressbar *bar, char line[LINE_BYTES])
{
	uint64_t done = bar->done, total = bar->total;
	unsigned int percent = total ? (unsigned int)(100.0 * (double)done / (double)total) : 0;

	percent = percent > 100 ? 100 : percent;
	if (total)
		snprintf(line, LINE_BYTES, "%s [%-*.*s] %u%%", bar->what, CELLS,
			 (int)(percent * CELLS / 100), "########################################",
			 percent);
	else if (done)
		snprintf(line, LINE_BYTES, "%s, %.1f MB so far", bar->what, 1e-6 * (double)done);
	else
		snprintf(line, LINE_BYTES, "%s ...", bar->what);
}

static void *draw(void *context)
{
	struct progressbar *bar = context;
	struct pollfd end = { .fd = bar->end, .events = POLLIN };
	char line[LINE_BYTES], shown[LINE_BYTES] = "";

	for (int wait = DELAY_MS; !poll(&end, 1, wait); wait = STEP_MS) {
		compose(bar, line);
		if (!strcmp(line, shown))
			continue;
		fprintf(stderr, "\r%-*s\r%s", (int)strlen(shown), "", line);
		fflush(stderr);
		strcpy(shown, line);
	}
	if (shown[0])
		fprintf(stderr, "\r%-*s\r", (int)strlen(shown), "");
	return NULL;
}

void progressbar_begin(struct progressbar *bar)
{
	if (bar->running || !isatty(STDERR_FILENO))
		return;
	bar->what = "reading";
	bar->done = bar->total = 0;
	bar->end = eventfd(0, EFD_CLOEXEC);
	if (bar->end < 0)
		return;
	bar->running = !pthread_create(&bar->thread, NULL, draw, bar);
	if (!bar->running)
		close(bar->end);
}

static void show(void *context, const char *what, uint64_t done, uint64_t total)
{
	struct progressbar *bar = context;

	bar->what = what;
	bar->done = done;
	bar->total = total;
}

struct progress progressbar_progress(struct progressbar *bar)
{
	return (struct progress){ .show = bar->running ? show : NULL, .context = bar };
}

void progressbar_end(struct progressbar *bar)
{
	if (!bar->running)
		return;
	if (!eventfd_write(bar->end, 1))
		pthread_join(bar->thread, NULL);
	close(bar->end);
	bar->running = false;
}
