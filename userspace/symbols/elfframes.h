/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfframes.h - where functions are that have no symbol, out of call frame information
 *
 * Unwinding through a function takes an entry of .eh_frame, which stays when a file is stripped,
 * or of .debug_frame, and an entry has the range of its code. A function that the compiler split
 * (f.cold) has several.
 */
#ifndef ELFFRAMES_H
#define ELFFRAMES_H

#include <elfutils/libdw.h>

#include "symtab.h"

/*
 * Adds each entry's range to @table, without a name. For a @named file, with symbols of its own,
 * from .eh_frame alone. 0 or -ENOMEM; invalid entries are skipped.
 */
int elfframes_add(struct symtab *table, Elf *elf, bool named);

#endif /* ELFFRAMES_H */
