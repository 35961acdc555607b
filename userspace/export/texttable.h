/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * texttable.h - texts by number, each once, as printable UTF-8 (exporttext.h)
 *
 * For formats that refer to texts by number. Running out of memory is remembered; the number is
 * then 0.
 */
#ifndef TEXTTABLE_H
#define TEXTTABLE_H

#include <stdbool.h>

#include "base/keyindex.h"

/* Zeroed memory is an empty table. */
struct texttable {
	char **texts;
	size_t count;
	struct keyindex index;
	bool failed;
};

uint32_t texttable_number(struct texttable *table, const char *text);
void texttable_deinit(struct texttable *table);

#endif /* TEXTTABLE_H */
