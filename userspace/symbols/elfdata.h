/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfdata.h - the variables of an ELF file at fixed addresses, by debug information and symbols
 *
 * Those of a function are named after it: "walk::cache". Addresses are the file's own; those of a
 * variable of each thread, in a table of their own, begin at 0 with the file's first. GCC
 * for RISC-V does not say where those are: there the symbol of that name and size does.
 */
#ifndef ELFDATA_H
#define ELFDATA_H

#include <stdbool.h>

#include "datatype.h"

struct elfdata_variable {
	uint64_t start, end;
	const char *name;		/* for as long as the table */
	Dwarf_Die die;			/* of @typed ones */
	bool typed;			/* debug information has it */
};

struct elfdata_table {
	struct elfdata_variable *variables;	/* by start; they do not overlap */
	size_t count;
};

struct elfdata {
	struct elfdata_table all, threads;
	struct texts names;
};

/*
 * All of @object, which must outlive the table. Symbols have the source's names, or, if @mangled, the
 * linker's. NULL: no memory.
 */
struct elfdata *elfdata_create(const struct elfobject *object, bool mangled);
void elfdata_destroy(struct elfdata *data);

/* The variable with the byte at @address, or NULL. */
const struct elfdata_variable *elfdata_at(const struct elfdata_table *table, uint64_t address);

#endif /* ELFDATA_H */
