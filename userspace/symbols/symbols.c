// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols.c - objects and their names; see symbols.h
 */
#include "symbols.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kallsyms.h"

void symbols_init(struct symbols *symbols)
{
	*symbols = (struct symbols){ .options.symfs = "", .options.kernel_reference = "_text" };
}

void symbols_deinit(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++) {
		elfobject_close(&symbols->objects[i].elf);
		free(symbols->objects[i].trouble);
	}
	free(symbols->objects);
	if (symbols->kallsyms)
		kallsyms_close(symbols->kallsyms);
	free(symbols->kallsyms);
	free(symbols->kernel_trouble);
	*symbols = (struct symbols){ 0 };
}

uint32_t symbols_object(struct symbols *symbols, const char *path, enum symbols_kind kind)
{
	struct symbols_object *grown;

	for (size_t i = 0; i < symbols->count; i++)
		if (symbols->objects[i].kind == kind && !strcmp(symbols->objects[i].path, path))
			return (uint32_t)i;
	grown = array_grow(symbols->objects, symbols->count, sizeof(*grown));
	if (!grown)
		return KEYINDEX_NONE;
	symbols->objects = grown;
	grown[symbols->count] = (struct symbols_object){ .path = path, .kind = kind };
	return (uint32_t)symbols->count++;
}

void symbols_set_build_id(struct symbols *symbols, uint32_t object, const uint8_t *bytes,
			  uint8_t size)
{
	if (size > ELFOBJECT_BUILD_ID_MAX)
		return;
	memcpy(symbols->objects[object].build_id, bytes, size);
	symbols->objects[object].build_id_size = size;
}

/* Replaces the object's trouble. Out of memory leaves none: only words are lost. */
static void __attribute__((format(printf, 2, 3)))
set_trouble(char **trouble, const char *format, ...)
{
	va_list args;

	free(*trouble);
	va_start(args, format);
	if (vasprintf(trouble, format, args) < 0)
		*trouble = NULL;
	va_end(args);
}

static bool same_build(const struct symbols_object *object)
{
	const struct elfobject *elf = &object->elf;

	if (!object->build_id_size || !elf->build_id_size)
		return true;
	/* perf records 20 bytes where it does not record the size. */
	return !memcmp(object->build_id, elf->build_id,
		       object->build_id_size < elf->build_id_size ? object->build_id_size :
		       elf->build_id_size);
}

static void try_open(struct symbols *symbols, struct symbols_object *object)
{
	const char *symfs = symbols->options.symfs;
	char *path;
	int error;

	if (asprintf(&path, "%s%s", symfs, object->path) < 0)
		return;
	error = elfobject_open(&object->elf, path, symfs);
	if (error == -ENOENT || error == -ENOTDIR)
		set_trouble(&object->trouble, "'%s' is not here: give the root directory of the "
			    "recorded machine's files with --symfs DIR", path);
	else if (error)
		set_trouble(&object->trouble, "'%s' cannot be read (%s): check the file, or give "
			    "--symfs DIR", path, error == -ENOEXEC ? "not an ELF file" :
			    strerror(-error));
	else if (!same_build(object))
		set_trouble(&object->trouble, "'%s' is not the build that was recorded (build ids "
			    "differ): give the recorded machine's files with --symfs DIR", path);
	else if (!object->elf.functions.count)
		set_trouble(&object->trouble, "'%s' is stripped: install its debug symbols, or "
			    "build it with -g and without -s", path);
	else
		set_trouble(&object->trouble, "'%s' has no symbol there: it may be stripped in "
			    "part, install its debug symbols", path);
	if (!error && !same_build(object))
		elfobject_close(&object->elf);
	free(path);
}

static struct symbols_object *open_object(struct symbols *symbols, uint32_t number)
{
	struct symbols_object *object = &symbols->objects[number];

	if (!object->opened && object->kind == SYMBOLS_FILE)
		try_open(symbols, object);
	object->opened = true;
	return object;
}

/*
 * Addresses of the recorded kernel are those of a kallsyms only if its text starts at
 * the same address: kernels move at each boot.
 */
static int try_kallsyms(struct symbols *symbols, const char *path)
{
	const struct symbols_options *options = &symbols->options;
	struct kallsyms *kallsyms = calloc(1, sizeof(*kallsyms));
	int error = -ENOMEM;

	if (kallsyms)
		error = kallsyms_open(kallsyms, path, options->kernel_reference);
	if (!error && (!options->kernel_text || kallsyms->text_start != options->kernel_text)) {
		kallsyms_close(kallsyms);
		error = -ESTALE;
	}
	if (error) {
		free(kallsyms);
		return error;
	}
	symbols->kallsyms = kallsyms;
	symbols->kernel = &kallsyms->functions;
	return 0;
}

static void open_kernel(struct symbols *symbols)
{
	char *path;
	int error;

	symbols->kernel_tried = true;
	if (asprintf(&path, "%s/proc/kallsyms", symbols->options.symfs) < 0)
		return;
	error = try_kallsyms(symbols, path);
	if (error == -EACCES)
		set_trouble(&symbols->kernel_trouble, "'%s' hides its addresses: run as root, or "
			    "with 'sysctl kernel.kptr_restrict=0'", path);
	else if (error == -ESTALE)
		set_trouble(&symbols->kernel_trouble, "'%s' is of another boot than the "
			    "recording: report on the recorded machine before it reboots, or put "
			    "its /proc/kallsyms there", path);
	else if (error)
		set_trouble(&symbols->kernel_trouble, "'%s' cannot be read (%s): report on the "
			    "recorded machine, or copy its /proc/kallsyms to DIR/proc and give "
			    "--symfs DIR", path, strerror(-error));
	free(path);
}

static void locate_in(const struct symtab *table, struct symbols_location *location)
{
	const struct symtab_symbol *symbol = symtab_at(table, location->address);

	if (!symbol)
		return;
	location->function = symbol->name;
	location->function_start = symbol->start;
	location->function_end = symbol->end;
	location->offset = location->address - symbol->start;
}

void symbols_locate(struct symbols *symbols, uint32_t number, uint64_t place,
		    struct symbols_location *location)
{
	struct symbols_object *object = open_object(symbols, number);

	*location = (struct symbols_location){
		.object = object, .address = place, .offset = place,
	};
	if (object->kind == SYMBOLS_KERNEL) {
		if (!symbols->kernel_tried)
			open_kernel(symbols);
		if (symbols->kernel)
			locate_in(symbols->kernel, location);
	} else if (object->elf.dwfl && elfobject_address(&object->elf, place, &location->address)) {
		location->offset = location->address;
		locate_in(&object->elf.functions, location);
	}
}

struct elfobject_line symbols_line(const struct symbols_location *location)
{
	if (!location->object->elf.dwfl)
		return (struct elfobject_line){ 0 };
	return elfobject_line(&location->object->elf, location->address);
}

size_t symbols_inlines(const struct symbols_location *location,
		       struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX])
{
	if (!location->object->elf.dwfl)
		return 0;
	return elfobject_inlines(&location->object->elf, location->address, inlines);
}

const char *symbols_trouble(struct symbols *symbols, uint32_t number)
{
	const struct symbols_object *object = open_object(symbols, number);

	return object->kind == SYMBOLS_KERNEL ? symbols->kernel_trouble : object->trouble;
}
