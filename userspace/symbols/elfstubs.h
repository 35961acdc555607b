/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfstubs.h - names of the stubs that calls of other objects go through: memcpy@plt
 *
 * They have no symbols, stripped or not. A stub of RISC-V loads its target from a slot, and the
 * relocation of that slot has the name. Named as perf and objdump name them.
 */
#ifndef ELFSTUBS_H
#define ELFSTUBS_H

#include <libelf.h>

#include "base/texts.h"
#include "symtab.h"

/* Adds the stubs of @elf to @table, their names to @names. 0 or -ENOMEM. */
int elfstubs_add(struct symtab *table, struct texts *names, Elf *elf);

#endif /* ELFSTUBS_H */
