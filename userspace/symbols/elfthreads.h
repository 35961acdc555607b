/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfthreads.h - where an object's code finds variables of each thread
 */
#ifndef ELFTHREADS_H
#define ELFTHREADS_H

#include "elfobject.h"

/*
 * The offset that code loads from @address to add it to the thread pointer, as it is from where the
 * object's own variables of a thread begin. False: none is there, or it is of another object's.
 */
bool elfthreads_offset(const struct elfobject *object, uint64_t address, int64_t *offset);

#endif /* ELFTHREADS_H */
