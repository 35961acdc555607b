/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.h - the progress of a step that may take long
 *
 * Libraries report it; the caller decides whether the step takes long enough to show it, and where.
 * Zeroed memory reports to no one.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

struct progress {
	/* @what: a text that is never freed. @total 0: not known, @done is in bytes then. */
	void (*show)(void *context, const char *what, uint64_t done, uint64_t total);
	void *context;
};

static inline void progress_tell(const struct progress *progress, const char *what,
				 uint64_t done, uint64_t total)
{
	if (progress->show)
		progress->show(progress->context, what, done, total);
}

#endif /* PROGRESS_H */
