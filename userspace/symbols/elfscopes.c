// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfscopes.c - scopes around an address; see elfscopes.h
 */
#include "elfscopes.h"

#include <stdlib.h>

#include "elfunits.h"

/*
 * dwarf_getscopes() goes from the innermost inlined function to where it was written; those of
 * the function it was inlined into are its parents in the tree.
 */
static int scopes_in(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
	Dwarf_Die *innermost = NULL;
	int count = 0;

	if (unit && dwarf_getscopes(unit, pc, &innermost) > 0) {
		count = dwarf_getscopes_die(&innermost[0], scopes);
		free(innermost);
	}
	return count > 0 ? count : 0;
}

int elfscopes_at(const struct elfobject *object, uint64_t address, Dwarf_Die **scopes,
		 Dwarf_Addr *pc)
{
	Dwarf_Addr bias = 0, at = address + object->bias;
	Dwarf_Die *unit = dwfl_module_addrdie(object->module, at, &bias);
	int count;

	*scopes = NULL;
	*pc = at - bias;
	count = scopes_in(unit, *pc, scopes);
	if (count || !object->units)	/* no file of code, as a kernel's Image */
		return count;
	unit = elfunits_at(object->units, object->module, at, &bias);
	*pc = at - bias;
	return scopes_in(unit, *pc, scopes);
}
