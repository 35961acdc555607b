// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scopes.c - libdw's dwarf_getscopes() without the leak that is libdw's own
 *
 * Where what a function was inlined from is damaged it fails, and loses the scopes found before:
 * 32 bytes each. That much is not told of; what it gives away is memory as any other, so that who
 * does not free it is found. Linked with --wrap=dwarf_getscopes.
 */
#include <elfutils/libdw.h>
#include <sanitizer/lsan_interface.h>
#include <stdlib.h>
#include <string.h>

int __real_dwarf_getscopes(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes);
int __wrap_dwarf_getscopes(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes);

int __wrap_dwarf_getscopes(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
	Dwarf_Die *found = NULL;
	int count;

	__lsan_disable();
	count = __real_dwarf_getscopes(unit, pc, &found);
	__lsan_enable();
	if (count <= 0)
		return count;
	*scopes = malloc((size_t)count * sizeof(**scopes));
	if (*scopes)
		memcpy(*scopes, found, (size_t)count * sizeof(**scopes));
	free(found);
	return *scopes ? count : -1;
}
