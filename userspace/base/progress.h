/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.h - how far something is that may take long, for those who want to know
 *
 * Libraries tell; who shows it, and whether it takes long enough to be shown, is the
 * caller's business. Zeroed memory is nobody.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

struct progress {
	/* @what: a text that lives for ever. @total 0: not known, @done is in bytes then. */
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
