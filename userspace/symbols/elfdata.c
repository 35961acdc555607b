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
	struct elfdata_table *unplaced;	/* variables that have no place: threads' ones, and what is left out */
	Dwarf_Addr slide;		/* the file's addresses minus DWARF's */
	unsigned int left;		/* entries that may still be looked at */
	int error;
};

static int add(struct elfdata *data, struct elfdata_table *table, const struct elfdata_variable *variable,
	       const char *scope, const char *name)
{
	struct elfdata_variable *grown = array_grow(table->variables, table->count, sizeof(*grown));
	char text[NAME_TEXT];

	if (!grown)
		return -ENOMEM;
	table->variables = grown;
	snprintf(text, sizeof(text), "%s%s%s", scope, scope[0] ? "::" : "", name);
	grown[table->count] = *variable;
	grown[table->count].name = texts_intern(&data->names, text);
	return grown[table->count++].name ? 0 : -ENOMEM;
}

/* "const8u offset, form_tls_address" */
static bool is_thread_place(const Dwarf_Op *ops, size_t count)
{
	return count == 2 && (ops[1].atom == DW_OP_form_tls_address ||
			      ops[1].atom == DW_OP_GNU_push_tls_address) &&
	       (ops[0].atom == DW_OP_addr || ops[0].atom == DW_OP_const8u || ops[0].atom == DW_OP_const4u);
}

/* Where the variable begins, and the table that it belongs to; NULL: none. */
static struct elfdata_table *find_start(struct walk *walk, Dwarf_Die *die, uint64_t *start)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t count;

	*start = 0;
	if (!dwarf_attr(die, DW_AT_location, &attr))
		return dwarf_hasattr(die, DW_AT_declaration) || dwarf_hasattr(die, DW_AT_const_value) ?
		       NULL : walk->unplaced;
	if (dwarf_getlocation(&attr, &ops, &count))
		return NULL;
	if (is_thread_place(ops, count)) {
		*start = ops[0].number;
		return &walk->data->threads;
	}
	if (count != 1 || ops[0].atom != DW_OP_addr)
		return NULL;
	*start = ops[0].number + walk->slide;
	return &walk->data->all;
}

/* A variable that is defined here. */
static void add_variable(struct walk *walk, Dwarf_Die *die, const char *scope)
{
	const char *name = dwarf_diename(die);
	struct elfdata_variable variable = { .die = *die, .typed = true };
	struct elfdata_table *table = name ? find_start(walk, die, &variable.start) : NULL;
	struct datatype type;
	int64_t bytes;

	if (!table || !datatype_variable(die, 0, &type))
		return;
	bytes = datatype_size(&type);
	variable.end = variable.start + (uint64_t)bytes;
	if (bytes > 0 && variable.end > variable.start)
		walk->error = add(walk->data, table, &variable, scope, name);
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

static bool has_threads(const struct elfobject *object)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	GElf_Phdr segment;
	size_t count;

	if (elf_getphdrnum(elf, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_TLS)
			return true;
	return false;
}

static int read_dwarf(struct elfdata *data, const struct elfobject *object, struct elfdata_table *unplaced)
{
	struct walk walk = {
		.data = data, .left = ENTRIES_MAX, .unplaced = has_threads(object) ? unplaced : NULL,
	};
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;

	while (!walk.error && (unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		walk.slide = bias - object->bias;
		walk_scope(&walk, unit, "", 0);
	}
	return walk.error;
}

/* Is the symbol of the variable? Those of functions have a number behind their names, "slot.0". */
static bool is_symbol_of(const struct elfdata_variable *variable, const char *symbol)
{
	const char *own = strrchr(variable->name, ':'), *point = strrchr(symbol, '.');
	size_t length = point && point[1 + strspn(point + 1, "0123456789")] == '\0' ?
			(size_t)(point - symbol) : 0;

	return !strcmp(variable->name, symbol) ||
	       (own && length && strlen(own + 1) == length && !strncmp(own + 1, symbol, length));
}

/* Debug information of a thread's variable, by its symbol, if there is one only. */
static void find_unplaced(const struct elfdata_table *unplaced, const char *name,
			  struct elfdata_variable *variable)
{
	const struct elfdata_variable *found = NULL;

	for (size_t i = 0; i < unplaced->count; i++) {
		const struct elfdata_variable *one = &unplaced->variables[i];

		if (one->end != variable->end - variable->start || !is_symbol_of(one, name))
			continue;
		if (found)
			return;
		found = one;
	}
	if (!found)
		return;
	variable->die = found->die;
	variable->name = found->name;
	variable->typed = true;
}

/* By the name that its author wrote, if that is wanted and known. */
static int add_symbol(struct elfdata *data, struct elfdata_variable *variable, const char *linkage,
		      bool mangled, const struct elfdata_table *unplaced)
{
	char *name = mangled ? NULL : mangling_undo(linkage);
	int error;

	if (unplaced)
		find_unplaced(unplaced, name ? name : linkage, variable);
	error = add(data, unplaced ? &data->threads : &data->all, variable, "",
		    variable->typed ? variable->name : name ? name : linkage);
	free(name);
	return error;
}

static int read_symbols(struct elfdata *data, const struct elfobject *object, bool mangled,
			const struct elfdata_table *unplaced)
{
	int count = dwfl_module_getsymtab(object->module), error = 0;

	for (int i = 1; !error && i < count; i++) {
		struct elfdata_variable variable = { .start = 0 };
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(object->module, i, &symbol, &address, NULL,
							   NULL, NULL);

		bool thread = GELF_ST_TYPE(symbol.st_info) == STT_TLS;

		if (!name || !name[0] || (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT && !thread) ||
		    symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS)
			continue;
		variable.start = thread ? symbol.st_value : address - object->bias;
		variable.end = variable.start + symbol.st_size;
		if (variable.end > variable.start)
			error = add_symbol(data, &variable, name, mangled, thread ? unplaced : NULL);
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
static void drop_aliases(struct elfdata_table *table)
{
	uint64_t covered = 0;
	size_t kept = 0;

	if (table->count)
		qsort(table->variables, table->count, sizeof(*table->variables), compare);
	for (size_t i = 0; i < table->count; i++) {
		if (kept && table->variables[i].start < covered)
			continue;
		covered = table->variables[i].end;
		table->variables[kept++] = table->variables[i];
	}
	table->count = kept;
}

struct elfdata *elfdata_create(const struct elfobject *object, bool mangled)
{
	struct elfdata *data = calloc(1, sizeof(*data));
	struct elfdata_table unplaced = { .count = 0 };
	int error = 0;

	if (!data)
		return NULL;
	if (object->dwfl)
		error = read_dwarf(data, object, &unplaced) || read_symbols(data, object, mangled, &unplaced);
	free(unplaced.variables);
	if (error) {
		elfdata_destroy(data);
		return NULL;
	}
	drop_aliases(&data->all);
	drop_aliases(&data->threads);
	return data;
}

void elfdata_destroy(struct elfdata *data)
{
	if (!data)
		return;
	free(data->all.variables);
	free(data->threads.variables);
	texts_deinit(&data->names);
	free(data);
}

const struct elfdata_variable *elfdata_at(const struct elfdata_table *table, uint64_t address)
{
	size_t low = 0, high = table->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->variables[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < table->variables[low - 1].end ? &table->variables[low - 1] : NULL;
}
