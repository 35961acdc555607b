// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfsites.c - source places relative to functions, by libdw; see elfsites.h
 */
#include "elfsites.h"

#include <dwarf.h>
#include <stdlib.h>

#include "elfscopes.h"
#include "elfunits.h"

/* The discriminator of an inlined call, in GCC and LLVM; elfutils has no name for it. */
#define DW_AT_GNU_DISCRIMINATOR	0x2136

/* The row of the line table, as elfobject_line() finds it. */
static Dwarf_Line *line_at(const struct elfobject *object, uint64_t address)
{
	Dwarf_Addr at = address + object->bias, bias;
	Dwfl_Line *line = dwfl_module_getsrc(object->module, at);
	Dwarf_Die *unit;

	if (line)
		return dwfl_dwarf_line(line, &bias);
	unit = elfunits_at(object->units, object->module, at, &bias);
	return unit ? dwarf_getsrc_die(unit, at - bias) : NULL;
}

static bool find_line(const struct elfobject *object, uint64_t address, struct elfsite *site)
{
	Dwarf_Line *line = line_at(object, address);

	return line && !dwarf_lineno(line, &site->line) && site->line &&
	       !dwarf_linediscriminator(line, &site->discriminator);
}

static unsigned int number_of(Dwarf_Die *scope, unsigned int name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	return dwarf_attr(scope, name, &attr) && !dwarf_formudata(&attr, &value) ?
	       (unsigned int)value : 0;
}

static const char *name_of(Dwarf_Die *scope)
{
	Dwarf_Attribute attr;
	const char *linkage = dwarf_formstring(dwarf_attr_integrate(scope, DW_AT_linkage_name, &attr));

	return linkage ? linkage : dwarf_diename(scope);
}

/* The lines of @scope's function begin where it is declared. */
static bool put_site(struct elfsite *site, Dwarf_Die *scope, const struct elfsite *within)
{
	int declared;

	*site = *within;
	site->function = name_of(scope);
	if (dwarf_decl_line(scope, &declared))
		return false;
	site->line -= declared;
	return site->function;
}

size_t elfsites_at(const struct elfobject *object, uint64_t address,
		   struct elfsite sites[ELFSITES_MOST])
{
	struct elfsite within = { 0 };
	Dwarf_Die *scopes = NULL;
	Dwarf_Addr pc;
	int count = object->dwfl && find_line(object, address, &within) ?
		    elfscopes_at(object, address, &scopes, &pc) : 0;
	size_t found = 0;
	bool whole = false;

	for (int i = 0; i < count && !whole && found < ELFSITES_MOST; i++) {
		int tag = dwarf_tag(&scopes[i]);

		if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
			continue;
		if (!put_site(&sites[found++], &scopes[i], &within))
			break;
		whole = tag == DW_TAG_subprogram;
		within.line = (int)number_of(&scopes[i], DW_AT_call_line);
		within.discriminator = number_of(&scopes[i], DW_AT_GNU_DISCRIMINATOR);
	}
	free(scopes);
	return whole ? found : 0;
}
