/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exporttext.h - foreign names in the syntaxes of other tools
 *
 * Names come from recordings and files, and can hold anything. Here they become fit for each
 * syntax: bytes that are not printable UTF-8 read \xNN in all of them, as in tea report.
 */
#ifndef EXPORTTEXT_H
#define EXPORTTEXT_H

#include <stdio.h>

#include "symbols/symbols.h"

/* In a format of lines: each of the characters @reserved becomes '_'. */
void exporttext_line(FILE *file, const char *text, const char *reserved);

/* The same as a text of its own, to be freed; NULL when memory runs out. */
char *exporttext_copy(const char *text);

/* "main", or, where the function is not known, "[libc.so.6]". */
#define EXPORTTEXT_NAME	512
const char *exporttext_function(const struct symbols_location *location,
				char text[EXPORTTEXT_NAME]);

#endif /* EXPORTTEXT_H */
