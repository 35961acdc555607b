/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * columns.h - the widths of a table's columns of names, which share the rest of a line
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stddef.h>

#define COLUMNS_NAME	12		/* a shorter name says nothing */

/*
 * Takes from the widest of @widths until they fit into @room together, or have COLUMNS_NAME.
 * Returns their sum.
 */
size_t columns_fit(size_t *const widths[], size_t count, size_t room);

#endif /* COLUMNS_H */
