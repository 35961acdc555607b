/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progressbar.h - the progress of a command, on standard error, if it takes over a second
 *
 * A thread of its own draws it, since a second may pass within one call of a library, and while
 * nothing comes from a pipe. Nothing is shown if standard error is not a terminal.
 */
#ifndef PROGRESSBAR_H
#define PROGRESSBAR_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/progress.h"

struct progressbar {
	bool running;
	pthread_t thread;
	int end;			/* readable when the thread is to end */
	_Atomic(const char *) what;
	_Atomic uint64_t done, total;
};

/* Does nothing where it runs already. */
void progressbar_begin(struct progressbar *bar);
/* For progress_tell(). */
struct progress progressbar_progress(struct progressbar *bar);
/* Takes the bar away: to be called before anything else is written. May be called again. */
void progressbar_end(struct progressbar *bar);

#endif /* PROGRESSBAR_H */
