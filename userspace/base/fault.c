// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fault.c - sentences for people; see fault.h
 */
#include "fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int fault_set(struct fault *fault, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(fault->text, sizeof(fault->text), format, args);
	va_end(args);
	return error;
}

int fault_no_memory(struct fault *fault, const char *format, ...)
{
	int length = snprintf(fault->text, sizeof(fault->text), "out of memory for ");
	va_list args;

	va_start(args, format);
	vsnprintf(fault->text + length, sizeof(fault->text) - (size_t)length, format, args);
	va_end(args);
	return -ENOMEM;
}

static int notes_has(const struct notes *notes, const char *text)
{
	for (size_t i = 0; i < notes->count; i++)
		if (!strcmp(notes->texts[i], text))
			return 1;
	return 0;
}

bool notes_full(const struct notes *notes)
{
	return notes->count > NOTES_MAX;
}

void notes_add(struct notes *notes, const char *format, ...)
{
	char **texts, *text;
	va_list args;
	int length;

	if (notes_full(notes))
		return;
	if (notes->count == NOTES_MAX)
		format = "there is more like this: see to these first";
	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		return;
	texts = notes_has(notes, text) ? NULL :
		reallocarray(notes->texts, notes->count + 1, sizeof(*texts));
	if (!texts) {
		free(text);
		return;
	}
	notes->texts = texts;
	notes->texts[notes->count++] = text;
}

void notes_deinit(struct notes *notes)
{
	for (size_t i = 0; i < notes->count; i++)
		free(notes->texts[i]);
	free(notes->texts);
	*notes = (struct notes){ 0 };
}
