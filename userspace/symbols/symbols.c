// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols.c - objects and their names; see symbols.h
 */
#include "symbols.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mangling.h"
#include "symbols_parts.h"

void symbols_init(struct symbols *symbols)
{
	*symbols = (struct symbols){
		.options.symfs = "", .options.kernel_reference = "_text",
		.cache = debugfile_cache(),
	};
}

void symbols_deinit(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++) {
		elfdata_destroy(symbols->objects[i].data);
		elfobject_close(&symbols->objects[i].elf);
		symtext_close(&symbols->objects[i].text);
		free(symbols->objects[i].trouble);
		free(symbols->objects[i].code_trouble);
	}
	free(symbols->objects);
	keyindex_deinit(&symbols->index);
	texts_deinit(&symbols->paths);
	texts_deinit(&symbols->names);
	symtext_close(&symbols->kallsyms);
	free(symbols->kallsyms_path);
	free(symbols->kallsyms_trouble);
	kernelcode_close(symbols->core);
	kernelcode_close(symbols->image);
	free(symbols->core_path);
	free(symbols->cache);
	*symbols = (struct symbols){ 0 };
}

static struct key object_key(const char *path, enum symbols_kind kind)
{
	return (struct key){ .high = (uintptr_t)path, .low = kind };
}

uint32_t symbols_object(struct symbols *symbols, const char *path, enum symbols_kind kind)
{
	const char *copy = texts_intern(&symbols->paths, path);
	struct key key = object_key(copy, kind);
	uint32_t object = copy ? keyindex_get(&symbols->index, key) : KEYINDEX_NONE;

	if (object != KEYINDEX_NONE || !copy)
		return object;
	object = KEYINDEX_APPEND(&symbols->index, key, symbols->objects, symbols->count);
	if (object != KEYINDEX_NONE)
		symbols->objects[object] = (struct symbols_object){ .path = copy, .kind = kind };
	return object;
}

/* The code of process @pid that has no file. */
static uint32_t jit_object(struct symbols *symbols, uint32_t pid)
{
	char path[sizeof("/tmp/perf-4294967295.map")];

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", pid);
	return symbols_object(symbols, path, SYMBOLS_JIT);
}

static bool begins_as(const char *path, const char *const *beginnings)
{
	for (; *beginnings; beginnings++)
		if (!strncmp(path, *beginnings, strlen(*beginnings)))
			return true;
	return false;
}

uint32_t symbols_mapped(struct symbols *symbols, const char *path, uint32_t pid)
{
	/* as perf has them */
	static const char *const anonymous[] = {
		"//anon", "/anon_hugepage", "/dev/zero", "/memfd:", "[anon:", NULL
	};
	static const char *const no_files[] = {
		"//", "/anon_hugepage", "/dev/zero", "/memfd:", "/SYSV", "/[aio]", NULL
	};

	if (pid && begins_as(path, anonymous))
		return jit_object(symbols, pid);
	if (!strcmp(path, "[vdso]"))
		return symbols_object(symbols, path, SYMBOLS_VDSO);
	return symbols_object(symbols, path, path[0] != '/' || begins_as(path, no_files) ?
			      SYMBOLS_NO_FILE : SYMBOLS_FILE);
}

void symbols_set_start(struct symbols *symbols, uint32_t object, uint64_t start)
{
	symbols->objects[object].start = start;
}

bool symbols_by_offset(const struct symbols *symbols, uint32_t object)
{
	enum symbols_kind kind = symbols->objects[object].kind;

	return kind == SYMBOLS_FILE || kind == SYMBOLS_VDSO;
}

void symbols_set_build_id(struct symbols *symbols, uint32_t object, const uint8_t *bytes,
			  uint8_t size)
{
	if (size > ELFOBJECT_BUILD_ID_MAX)
		return;
	memcpy(symbols->objects[object].build_id, bytes, size);
	symbols->objects[object].build_id_size = size;
}

void symbols_set_code_hash(struct symbols *symbols, uint32_t object, uint64_t hash)
{
	symbols->objects[object].hashed = true;
	symbols->objects[object].code_hash = hash;
}

void symbols_set_path_build_id(struct symbols *symbols, const char *path, const uint8_t *bytes,
			       uint8_t size)
{
	const char *known = texts_find(&symbols->paths, path);

	for (enum symbols_kind kind = 0; known && kind <= SYMBOLS_MISSING; kind++) {
		uint32_t object = keyindex_get(&symbols->index, object_key(known, kind));

		if (object != KEYINDEX_NONE)
			symbols_set_build_id(symbols, object, bytes, size);
	}
}

struct symbols_object *symbols_opened(struct symbols *symbols, uint32_t number)
{
	struct symbols_object *object = &symbols->objects[number];

	if (!object->opened)
		symbols_open(symbols, object);
	object->opened = true;
	return object;
}

const struct symtab *symbols_functions(const struct symbols *symbols,
				       const struct symbols_object *object)
{
	if (object->elf.dwfl)
		return &object->elf.functions;
	if (object->kind == SYMBOLS_KERNEL || object->kind == SYMBOLS_MODULE)
		return &symbols->kallsyms.functions;
	return &object->text.functions;
}

const char *symbols_privilege(const struct symbols_object *object)
{
	if (object->kind == SYMBOLS_KERNEL || object->kind == SYMBOLS_MODULE)
		return "supervisor";
	return !strcmp(object->path, "[firmware]") ? "machine" : "user";
}

const char *symbols_base_name(const char *path)
{
	const char *slash = path[0] == '[' ? NULL : strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

const char *symbols_source_name(const char *path)
{
	const char *at = symbols_base_name(path);

	if (at - path < 2)
		return path;
	for (at -= 2; at > path && *at != '/'; )
		at--;
	return *at == '/' ? at + 1 : at;
}

const char *symbols_place_text(const struct symbols_location *location, char *text, size_t size)
{
	unsigned long long address = location->address;

	if (location->linkage)
		snprintf(text, size, "%s+0x%llx", location->function,
			 (unsigned long long)location->offset);
	else if (location->object->kind == SYMBOLS_KERNEL)
		snprintf(text, size, "0x%llx", address);
	else
		snprintf(text, size, "%s+0x%llx", symbols_base_name(location->object->path), address);
	return text;
}

/* A made-up name for the code that begins at @address; NULL: out of memory. */
static const char *make_name(struct symbols *symbols, const struct symbols_object *object,
			     uint64_t address)
{
	const char *name;
	char *text;

	if (asprintf(&text, "%s+0x%llx", symbols_base_name(object->path),
		     (unsigned long long)address) < 0)
		return NULL;
	name = texts_intern(&symbols->names, text);
	free(text);
	return name;
}

/* The source's name; NULL if the linker's name is already that. */
static const char *undo_name(struct symbols *symbols, const char *linkage)
{
	char *text = symbols->options.mangled ? NULL : mangling_undo(linkage);
	const char *name = text ? texts_intern(&symbols->names, text) : NULL;

	free(text);
	return name;
}

/* Names are made when they are asked for: most never are. */
const char *symbols_function_name(struct symbols *symbols, const struct symbols_object *object,
				  const struct symtab_symbol *symbol)
{
	/* The table is ours, and the others' to read. */
	struct symtab_symbol *known = (struct symtab_symbol *)symbol;

	if (known->shown)
		return known->shown;
	known->shown = known->name ? undo_name(symbols, known->name) :
				     make_name(symbols, object, known->start);
	/* Out of memory, any name will do. */
	if (!known->shown)
		known->shown = known->name ? known->name : "?";
	return known->shown;
}

static void locate_gap(struct symbols *symbols, struct symbols_location *location)
{
	const struct symbols_object *object = location->object;
	uint64_t begin, end;

	if (!object->elf.dwfl || !elfobject_gap(&object->elf, location->address, &begin, &end))
		return;
	location->function = make_name(symbols, object, begin);
	location->gap = location->function;
	location->function_start = begin;
	location->function_end = end;
	location->offset = location->address - begin;
}

static void locate_in(struct symbols *symbols, struct symbols_location *location)
{
	const struct symtab *table = symbols_functions(symbols, location->object);
	const struct symtab_symbol *symbol = symtab_at(table, location->address);

	if (!symbol) {
		locate_gap(symbols, location);
		return;
	}
	location->function = symbols_function_name(symbols, location->object, symbol);
	location->linkage = symbol->name;
	location->function_start = symbol->start;
	location->function_end = symbol->end;
	location->offset = location->address - symbol->start;
}

void symbols_locate(struct symbols *symbols, uint32_t number, uint64_t place,
		    struct symbols_location *location)
{
	struct symbols_object *object = symbols_opened(symbols, number);
	bool known = true;

	*location = (struct symbols_location){ .object = object, .address = place };
	if (object->elf.dwfl && symbols_by_offset(symbols, number))
		known = elfobject_address(&object->elf, place, &location->address);
	else if (object->elf.dwfl)
		location->address = place - object->slide;
	location->offset = location->address;
	if (known)
		locate_in(symbols, location);
	/* all of them count as one */
	if (object->kind == SYMBOLS_MISSING) {
		location->function = object->path;
		location->function_end = 1;
	}
}

struct elfobject_line symbols_line(const struct symbols_location *location)
{
	if (!location->object->elf.dwfl)
		return (struct elfobject_line){ 0 };
	return elfobject_line(&location->object->elf, location->address);
}

enum elfobject_lineless symbols_lineless(const struct symbols_location *location)
{
	return location->object->elf.dwfl ?
	       elfobject_lineless(&location->object->elf, location->address) : ELFOBJECT_NO_DWARF;
}

size_t symbols_inlines(const struct symbols_location *location,
		       struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX])
{
	if (!location->object->elf.dwfl)
		return 0;
	return elfobject_inlines(&location->object->elf, location->address, inlines);
}

size_t symbols_code(const struct symbols_location *location, uint64_t address, uint64_t size,
		    const uint8_t **bytes)
{
	const struct elfobject *elf = &location->object->elf;

	if (location->object->code)
		return kernelcode_bytes(location->object->code, address + location->object->slide, size,
					bytes);
	return elf->dwfl && elf->machine == EM_RISCV ?
	       elfobject_code(elf, address, size, bytes) : 0;
}

bool symbols_has_code(const struct symbols_object *object)
{
	return object->elf.dwfl || object->code;
}

const char *symbols_code_trouble(const struct symbols_object *object)
{
	return symbols_has_code(object) ? NULL : object->code_trouble;
}

const char *symbols_build_id_text(const struct symbols_object *object,
				  char text[SYMBOLS_BUILD_ID_TEXT])
{
	if (!object->build_id_size)
		return NULL;
	for (size_t i = 0; i < object->build_id_size && i < ELFOBJECT_BUILD_ID_MAX; i++)
		snprintf(text + 2 * i, 3, "%02x", object->build_id[i]);
	return text;
}

const char *symbols_trouble(const struct symbols *symbols, uint32_t number)
{
	return symbols->objects[number].trouble;
}
