/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.h - how far reading is, on standard error, for what takes over a second
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool shown;			/* a bar stands on the terminal */
	bool terminal;
	uint64_t start_ns;
	unsigned int percent;		/* as shown */
};

/* Nothing is shown where standard error is not a terminal. */
void progress_init(struct progress *progress);
/* @context is a struct progress: a callback of recording_options. @total 0: not known. */
void progress_show(void *context, uint64_t done, uint64_t total);
/* Takes the bar away. */
void progress_end(struct progress *progress);

#endif /* PROGRESS_H */
