/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfscopes.h - the scopes of DWARF around an address
 */
#ifndef ELFSCOPES_H
#define ELFSCOPES_H

#include <elfutils/libdwfl.h>

#include "elfobject.h"

/*
 * The scopes around @address, of the object's own, innermost first, to be freed where there are
 * any; inlined functions are among them. @pc: the address as DWARF has it. Returns how many.
 */
int elfscopes_at(const struct elfobject *object, uint64_t address, Dwarf_Die **scopes,
		 Dwarf_Addr *pc);

#endif /* ELFSCOPES_H */
