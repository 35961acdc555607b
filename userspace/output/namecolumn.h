/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * namecolumn.h - a column of functions' names that are cut: those that differ look different
 *
 * Each name is shortened on its own (term_put_name()). If several come out alike, each has its
 * differing part instead: "total [Point]", "total [Word]".
 */
#ifndef NAMECOLUMN_H
#define NAMECOLUMN_H

#include "term.h"

/* Zeroed memory is an empty one. */
struct namecolumn {
	char **texts;			/* NULL: as term_put_name() has it */
	size_t count;
};

/* Of @names in @width columns. Out of memory, names stay as they are. */
void namecolumn_init(struct namecolumn *column, const struct term *term, const char *const names[],
		     size_t count, size_t width);
/* The same of @count names that @name has; each may be gone with the next one. */
void namecolumn_fill(struct namecolumn *column, const struct term *term, size_t count, size_t width,
		     const char *(*name)(void *context, size_t number), void *context);
void namecolumn_deinit(struct namecolumn *column);
/* The text for the name of that number; NULL: as term_put_name() has it. */
const char *namecolumn_text(const struct namecolumn *column, size_t number);
/* Puts @name, which is that of the number, in the width that the column was made for. */
void namecolumn_put(const struct namecolumn *column, size_t number, const struct term *term,
		    const char *name, size_t width, bool pad);

#endif /* NAMECOLUMN_H */
