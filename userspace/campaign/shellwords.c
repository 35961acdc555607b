// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shellwords.c - words in a command for a shell; see shellwords.h
 */
#include "shellwords.h"

void shellwords_put(FILE *file, const char *word)
{
	fputc('\'', file);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", file);
		else
			fputc(*word, file);
	fputs("' ", file);
}

void shellwords_put_all(FILE *file, const struct wordlist *words, size_t from)
{
	for (size_t i = from; i < words->count; i++)
		shellwords_put(file, words->items[i]);
}
