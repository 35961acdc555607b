// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * progress.c - a bar that is redrawn when its percentage changes; see progress.h
 */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define DELAY_NS	1000000000ULL
#define CELLS		40

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

void progress_init(struct progress *progress)
{
	*progress = (struct progress){ .terminal = isatty(STDERR_FILENO), .start_ns = now_ns() };
}

void progress_show(void *context, uint64_t done, uint64_t total)
{
	struct progress *progress = context;
	unsigned int percent = total ? (unsigned int)(100.0 * (double)done / (double)total) : 0;

	if (percent > 100)
		percent = 100;
	if (!progress->terminal || now_ns() - progress->start_ns < DELAY_NS ||
	    (progress->shown && percent == progress->percent))
		return;
	fprintf(stderr, "\rreading [%-*.*s] %u%%", CELLS, (int)(percent * CELLS / 100),
		"########################################", percent);
	fflush(stderr);
	progress->percent = percent;
	progress->shown = true;
}

void progress_end(struct progress *progress)
{
	if (progress->shown)
		fprintf(stderr, "\r%*s\r", CELLS + 16, "");
	progress->shown = false;
}
