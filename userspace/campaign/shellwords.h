/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shellwords.h - words in a command for a shell
 */
#ifndef SHELLWORDS_H
#define SHELLWORDS_H

#include <stdio.h>

#include "base/wordlist.h"

/* Quoted, and a blank behind it. */
void shellwords_put(FILE *file, const char *word);
/* Likewise those from number @from on. */
void shellwords_put_all(FILE *file, const struct wordlist *words, size_t from);

#endif /* SHELLWORDS_H */
