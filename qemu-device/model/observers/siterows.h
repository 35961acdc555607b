/* SPDX-License-Identifier: GPL-2.0-or-later */
/* siterows.h - an array of rows, one for each static instruction, by its number */
#ifndef TEA_SITEROWS_H
#define TEA_SITEROWS_H

#include <stddef.h>

/*
 * Make the *@count @rows, of @bytes each, @least of them or more; of none, NULL, some. Returns
 * where they are now; NULL if memory runs out, and then all is as before. New rows are 0.
 */
void *tea_siterows_grow(void *rows, size_t *count, size_t bytes, size_t least);

#endif /* TEA_SITEROWS_H */
