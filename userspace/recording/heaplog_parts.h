/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heaplog_parts.h - shared by the parts of heaplog.h
 */
#ifndef HEAPLOG_PARTS_H
#define HEAPLOG_PARTS_H

#include "heaplog.h"

/* Orders blocks [first, end), of one process, for looking up, by nodes from @root on. 0 or -ENOMEM. */
int heaplog_grow_tree(struct heaplog *log, size_t first, size_t end, uint32_t *root);

#endif /* HEAPLOG_PARTS_H */
