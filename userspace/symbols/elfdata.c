// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfdata.c - variables and where they are; see elfdata.h
 */
#include "elfdata.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyindex.h"
#include "mangling.h"

#define DEPTH_MAX	32		/* of scopes in scopes */
#define ENTRIES_MAX	(1U << 24)	/* of debug information, in scopes, that are looked at */
#define NAME_TEXT	256

/* On the way through the scopes of a unit. */
struct walk {
	struct elfdata *data;
	Dwarf_Addr slide;		/* the file's addresses minus DWARF's */
	unsigned int left;		/* entries that may still be looked at */
	int error;
};

static int add(struct elfdata *data, const struct elfdata_variable *variable, const char *scope,
	       const char *name)
{
	struct elfdata_variable *grown = array_grow(data->variables, data->count, sizeof(*grown));
	char text[NAME_TEXT];

	if (!grown)
		return -ENOMEM;
	data->variables = grown;
	snprintf(text, sizeof(text), "%s%s%s", scope, scope[0] ? "::" : "", name);
	grown[data->count] = *variable;
	grown[data->count].name = texts_intern(&data->names, text);
	return grown[data->count++].name ? 0 : -ENOMEM;
}

/* A variable that is defined here, at one address. */
static void add_variable(struct walk *walk, Dwarf_Die *die, const char *scope)
{
	const char *name = dwarf_diename(die);
	struct elfdata_variable variable = { .die = *die, .typed = true };
	Dwarf_Attribute attr;
	struct datatype type;
	Dwarf_Op *ops;
	size_t count;
	int64_t bytes;

	if (!name || !dwarf_attr(die, DW_AT_location, &attr) || dwarf_getlocation(&attr, &ops, &count) ||
	    count != 1 || ops[0].atom != DW_OP_addr || !datatype_variable(die, 0, &type))
		return;
	bytes = datatype_size(&type);
	variable.start = ops[0].number + walk->slide;
	variable.end = variable.start + (uint64_t)bytes;
	if (bytes > 0 && variable.end > variable.start)
		walk->error = add(walk->data, &variable, scope, name);
}

static bool is_scope(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_module;
}

static void walk_scope(struct walk *walk, Dwarf_Die *scope, const char *name, int depth)
{
	Dwarf_Die child;

	for (int more = dwarf_child(scope, &child); !more && !walk->error && walk->left;
	     more = dwarf_siblingof(&child, &child)) {
		int tag = dwarf_tag(&child);
		const char *own = is_scope(tag) && tag != DW_TAG_lexical_block ? dwarf_diename(&child) : NULL;
		char inner[NAME_TEXT];

		walk->left--;
		if (tag == DW_TAG_variable)
			add_variable(walk, &child, name);
		if (!is_scope(tag) || depth == DEPTH_MAX)
			continue;
		snprintf(inner, sizeof(inner), "%s%s%s", name, own && name[0] ? "::" : "", own ? own : "");
		walk_scope(walk, &child, inner, depth + 1);
	}
}

static int read_dwarf(struct elfdata *data, const struct elfobject *object)
{
	struct walk walk = { .data = data, .left = ENTRIES_MAX };
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;

	while (!walk.error && (unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		walk.slide = bias - object->bias;
		walk_scope(&walk, unit, "", 0);
	}
	return walk.error;
}

/* By the name that its author wrote, if that is wanted and known. */
static int add_symbol(struct elfdata *data, const struct elfdata_variable *variable, const char *linkage,
		      bool mangled)
{
	char *name = mangled ? NULL : mangling_undo(linkage);
	int error = add(data, variable, "", name ? name : linkage);

	free(name);
	return error;
}

static int read_symbols(struct elfdata *data, const struct elfobject *object, bool mangled)
{
	int count = dwfl_module_getsymtab(object->module), error = 0;

	for (int i = 1; !error && i < count; i++) {
		struct elfdata_variable variable = { .start = 0 };
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(object->module, i, &symbol, &address, NULL,
							   NULL, NULL);

		if (!name || !name[0] || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT ||
		    symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS)
			continue;
		variable.start = address - object->bias;
		variable.end = variable.start + symbol.st_size;
		if (variable.end > variable.start)
			error = add_symbol(data, &variable, name, mangled);
	}
	return error;
}

/* By address; of those at one, those of debug information and the larger first. */
static int compare(const void *left, const void *right)
{
	const struct elfdata_variable *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->typed != b->typed)
		return a->typed ? -1 : 1;
	if (a->end != b->end)
		return a->end > b->end ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Variables do not overlap, but have several names: the first that begins stays. */
static void drop_aliases(struct elfdata *data)
{
	uint64_t covered = 0;
	size_t kept = 0;

	for (size_t i = 0; i < data->count; i++) {
		if (kept && data->variables[i].start < covered)
			continue;
		covered = data->variables[i].end;
		data->variables[kept++] = data->variables[i];
	}
	data->count = kept;
}

struct elfdata *elfdata_create(const struct elfobject *object, bool mangled)
{
	struct elfdata *data = calloc(1, sizeof(*data));

	if (!data)
		return NULL;
	if (object->dwfl && (read_dwarf(data, object) || read_symbols(data, object, mangled))) {
		elfdata_destroy(data);
		return NULL;
	}
	if (data->count)
		qsort(data->variables, data->count, sizeof(*data->variables), compare);
	drop_aliases(data);
	return data;
}

void elfdata_destroy(struct elfdata *data)
{
	if (!data)
		return;
	free(data->variables);
	texts_deinit(&data->names);
	free(data);
}

const struct elfdata_variable *elfdata_at(const struct elfdata *data, uint64_t address)
{
	size_t low = 0, high = data->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (data->variables[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < data->variables[low - 1].end ? &data->variables[low - 1] : NULL;
}
