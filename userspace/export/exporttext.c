// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * exporttext.c - names made fit for other syntaxes; see exporttext.h
 */
#include "exporttext.h"

#include <stdlib.h>
#include <string.h>

#include "output/term.h"

void exporttext_line(FILE *file, const char *text, const char *reserved)
{
	while (*text) {
		size_t bytes = term_character_bytes(text);

		if (!bytes)
			fprintf(file, "\\x%02x", (unsigned char)*text);
		else if (strchr(reserved, *text))
			fputc('_', file);
		else
			fwrite(text, 1, bytes, file);
		text += bytes ? bytes : 1;
	}
}

char *exporttext_copy(const char *text)
{
	char *copy = malloc(4 * strlen(text) + 1), *end = copy;

	while (copy && *text) {
		size_t bytes = term_character_bytes(text);

		if (bytes)
			end = mempcpy(end, text, bytes);
		else
			end += sprintf(end, "\\x%02x", (unsigned char)*text);
		text += bytes ? bytes : 1;
	}
	if (copy)
		*end = '\0';
	return copy;
}

const char *exporttext_function(const struct symbols_location *location,
				char text[EXPORTTEXT_NAME])
{
	const char *object = symbols_base_name(location->object->path);

	if (location->function)
		return location->function;
	/* "[kernel.kallsyms]" has its brackets already. */
	snprintf(text, EXPORTTEXT_NAME, object[0] == '[' ? "%s" : "[%s]", object);
	return text;
}
