/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbols_parts.h - shared by the parts of symbols only
 *
 * symbols_open.c opens programs, and asks symbols_kernel.c for the kernel and its modules.
 */
#ifndef SYMBOLS_PARTS_H
#define SYMBOLS_PARTS_H

#include "symbols.h"

/* The object, whose files were looked for. */
struct symbols_object *symbols_opened(struct symbols *symbols, uint32_t number);

/* Replaces a trouble. Out of memory leaves none: only words are lost. */
void symbols_tell(char **trouble, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

struct debugfile_search symbols_search(const struct symbols *symbols);
struct debugfile_wanted symbols_wanted(const struct symbols_object *object,
				       enum debugfile_kind kind);

/* The ELF file at @path, if it is of the recorded build; else -ESTALE, or another negative errno. */
int symbols_open_file(const struct symbols *symbols, struct symbols_object *object,
		      const char *path);
/*
 * Opens the first of the places that has the recorded build. Returns 0 with its path in *@opened, or
 * the error of the first, with that one's path: for the caller to free. One that is of another
 * build says more than one that is not there.
 */
int symbols_open_first(const struct symbols *symbols, struct symbols_object *object,
		       enum debugfile_kind kind, char **opened);

/* Names and code of the kernel, or of a module. */
void symbols_open_kernel(struct symbols *symbols, struct symbols_object *object);

#endif /* SYMBOLS_PARTS_H */
