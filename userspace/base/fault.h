/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault.h - why something failed, in words, and notes on what is incomplete
 *
 * Libraries here never print and never exit: they return a negative errno and
 * leave one sentence in a fault, which the command prints. A sentence says what
 * failed, quotes the subject, and ends in the remedy. Notes are for what did not
 * fail but left the answer incomplete (a stripped object, lost samples).
 */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stddef.h>

struct fault {
	char text[512];
};

/* Fills @fault and returns @error (a negative errno), so that it can be returned on. */
int fault_set(struct fault *fault, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* "out of memory for ", then @format as printf() has it. Returns -ENOMEM. */
int fault_no_memory(struct fault *fault, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define NOTES_MAX	50		/* more than anyone reads */

struct notes {
	char **texts;
	size_t count;
};

/*
 * Adds a sentence, once. Memory running out drops it, and behind NOTES_MAX there is one that says
 * so: notes are best effort.
 */
void notes_add(struct notes *notes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* No more are taken. */
bool notes_full(const struct notes *notes);
void notes_deinit(struct notes *notes);

#endif /* FAULT_H */
