/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfcode.h - a hash of a file's code: identifies builds that have no build id
 *
 * docs/profile-format.md has its definition.
 */
#ifndef ELFCODE_H
#define ELFCODE_H

#include "elfobject.h"

/* False where the file has no code: it may be the debug information of one that has. */
bool elfcode_hash(const struct elfobject *object, uint64_t *hash);

#endif /* ELFCODE_H */
