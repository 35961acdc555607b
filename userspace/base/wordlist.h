/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wordlist.h - words, in the order in which they are given
 */
#ifndef WORDLIST_H
#define WORDLIST_H

#include <stddef.h>

/* Zeroed memory is empty. The words stay their owners'; free(items) ends the list. */
struct wordlist {
	const char **items;
	size_t count;
};

#endif /* WORDLIST_H */
