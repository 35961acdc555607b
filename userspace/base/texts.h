/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * texts.h - one copy of each text: equal texts are the same pointer
 */
#ifndef TEXTS_H
#define TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed memory is empty. */
struct texts {
	char **slots;			/* open addressing, at most half full */
	size_t capacity, used;
};

/* The copy of @text, which lives until texts_deinit(); NULL when memory runs out. */
const char *texts_intern(struct texts *texts, const char *text);
/* The copy of @text if there is one, or NULL. */
const char *texts_find(const struct texts *texts, const char *text);
void texts_deinit(struct texts *texts);

#endif /* TEXTS_H */
