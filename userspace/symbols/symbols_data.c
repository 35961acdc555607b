// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols_data.c - variables at addresses; see symbols.h
 */
#include "symbols_parts.h"

#include <errno.h>
#include <string.h>

#include "elfdata.h"

#define KERNEL_END	"_end"		/* behind the last of the kernel's data */

/* The table of an object, read at the first question; NULL: no memory. */
static const struct elfdata *data_of(const struct symbols *symbols, struct symbols_object *object)
{
	if (!object->data)
		object->data = elfdata_create(&object->elf, symbols->options.mangled);
	return object->data;
}

/* Kernel and modules, by their list of symbols. */
static void find_listed(struct symbols *symbols, uint64_t address, struct symbols_variable *variable)
{
	const struct symtab_symbol *symbol = symtab_at(symtext_data(&symbols->kallsyms), address);

	if (!symbol || !strcmp(symbol->name, KERNEL_END))
		return;
	variable->name = symbol->name;
	variable->identity = symbol;
}

int symbols_thread_variable(struct symbols *symbols, uint32_t number, uint64_t offset,
			    struct symbols_variable *variable)
{
	struct symbols_object *object = symbols_opened(symbols, number);
	const struct elfdata *data = object->elf.dwfl ? data_of(symbols, object) : NULL;
	const struct elfdata_variable *found = data ? elfdata_at(&data->threads, offset) : NULL;

	if (object->elf.dwfl && !data)
		return -ENOMEM;
	if (!found)
		return 0;
	*variable = (struct symbols_variable){
		.name = found->name, .identity = found, .address = offset, .offset = offset - found->start,
		.die = found->typed ? &found->die : NULL,
	};
	return 1;
}

int symbols_variable(struct symbols *symbols, uint32_t number, uint64_t place,
		     struct symbols_variable *variable)
{
	struct symbols_object *object = symbols_opened(symbols, number);
	const struct elfdata_variable *found;
	const struct elfdata *data;

	*variable = (struct symbols_variable){ .address = place };
	if (!object->elf.dwfl) {
		if (object->kind == SYMBOLS_KERNEL)
			find_listed(symbols, place, variable);
		return variable->name != NULL;
	}
	if (symbols_by_offset(symbols, number) &&
	    !elfobject_beside_code(&object->elf, place, &variable->address))
		return 0;
	variable->address -= object->slide;
	data = data_of(symbols, object);
	if (!data)
		return -ENOMEM;
	found = elfdata_at(&data->all, variable->address);
	variable->section = elfobject_section(&object->elf, variable->address);
	if (found) {
		variable->name = found->name;
		variable->identity = found;
		variable->offset = variable->address - found->start;
		variable->die = found->typed ? &found->die : NULL;
	} else if (object->kind == SYMBOLS_KERNEL) {
		find_listed(symbols, place, variable);
	}
	return variable->name || variable->section || symbols_by_offset(symbols, number);
}
