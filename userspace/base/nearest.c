// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nearest.c - names that are alike; see nearest.h
 */
#include "nearest.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_BYTES	64

/* Levenshtein distance. */
static size_t distance(const char *a, const char *b)
{
	size_t row[NAME_MAX_BYTES + 1], length = strlen(b);

	if (length > NAME_MAX_BYTES)
		return SIZE_MAX;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < length; j++) {
			size_t cost = diagonal + (a[i] != b[j]);

			diagonal = row[j + 1];
			if (row[j] + 1 < cost)
				cost = row[j] + 1;
			if (diagonal + 1 < cost)
				cost = diagonal + 1;
			row[j + 1] = cost;
		}
	}
	return row[length];
}

/* More than this apart, and two names have nothing to do with each other. */
static size_t too_far(const char *name)
{
	return strlen(name) / 2 + 1;
}

static bool is_known(const struct nearest *nearest, const char *name)
{
	for (size_t i = 0; i < nearest->count; i++)
		if (!strcmp(nearest->names[i], name))
			return true;
	return false;
}

void nearest_offer(struct nearest *nearest, const char *name, const char *like)
{
	size_t far = distance(nearest->name, like), at = nearest->count;

	if (far >= too_far(nearest->name) || is_known(nearest, name))
		return;
	while (at && nearest->far[at - 1] > far)
		at--;
	if (at == NEAREST_MOST)
		return;
	if (nearest->count < NEAREST_MOST)
		nearest->count++;
	for (size_t i = nearest->count - 1; i > at; i--) {
		nearest->names[i] = nearest->names[i - 1];
		nearest->far[i] = nearest->far[i - 1];
	}
	nearest->names[at] = name;
	nearest->far[at] = far;
}

const char *nearest_text(const struct nearest *nearest, char text[NEAREST_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < nearest->count && used < NEAREST_TEXT; i++)
		used += (size_t)snprintf(text + used, NEAREST_TEXT - used, "%s'%s'", !i ? "" :
					 i + 1 < nearest->count ? ", " : " or ", nearest->names[i]);
	return text;
}

const char *nearest_name(const char *name, const char *const *names)
{
	struct nearest nearest = { .name = name };

	for (; *names; names++)
		nearest_offer(&nearest, *names, *names);
	return nearest.count ? nearest.names[0] : NULL;
}
