/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nearest.h - of names the ones most like a name that was mistyped
 */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

#define NEAREST_MOST	3
#define NEAREST_TEXT	512

/* Zeroed memory but for the name is none yet. */
struct nearest {
	const char *name;		/* as it was typed */
	const char *names[NEAREST_MOST];	/* the caller's, nearest first */
	size_t far[NEAREST_MOST];
	size_t count;
};

/* @name becomes one of the nearest if @like, which stands for it, is near enough. */
void nearest_offer(struct nearest *nearest, const char *name, const char *like);
/* "'a', 'b' or 'c'". Returns @text; it is empty where there are none. */
const char *nearest_text(const struct nearest *nearest, char text[NEAREST_TEXT]);

/* Of @names (ending in NULL) the one most like @name, or NULL if none is near. */
const char *nearest_name(const char *name, const char *const *names);

#endif /* NEAREST_H */
