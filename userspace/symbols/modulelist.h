/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * modulelist.h - where a kernel's modules lie: /proc/modules, or a copy of it
 */
#ifndef MODULELIST_H
#define MODULELIST_H

#include <stdint.h>

/*
 * The address at which the code of the module begins that was recorded as @recorded: the path of its
 * file, or "[name]". 0; -ENOENT, it is not in the list; else why that cannot be read.
 */
int modulelist_address(const char *path, const char *recorded, uint64_t *address);

#endif /* MODULELIST_H */
