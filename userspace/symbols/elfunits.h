/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfunits.h - the unit of DWARF at an address, by the units' own ranges
 *
 * libdwfl uses .debug_aranges alone. If a unit is missing there, or that cannot be read, the units
 * themselves have the ranges. In Rust programs a function that the linker dropped may leave an
 * entry of zeros, which ends the list of its unit early, and libdw takes the rest for no DWARF. And
 * ranges of dropped functions, left at their offsets in no section, may overlap with those of
 * others.
 */
#ifndef ELFUNITS_H
#define ELFUNITS_H

#include <elfutils/libdwfl.h>

struct elfunits;

/* Empty: read at the first question. NULL: no memory. */
struct elfunits *elfunits_create(void);
void elfunits_destroy(struct elfunits *units);

/*
 * The unit of @module with @address, of libdwfl's; NULL if there is none or no memory. Subtracting
 * @bias from @address gives the address as DWARF has it.
 */
Dwarf_Die *elfunits_at(struct elfunits *units, Dwfl_Module *module, Dwarf_Addr address,
		       Dwarf_Addr *bias);

#endif /* ELFUNITS_H */
