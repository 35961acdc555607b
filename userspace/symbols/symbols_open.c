// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols_open.c - finding and opening the files with an object's names; see symbols.h
 */
#include "symbols_parts.h"
#include "elfcode.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void symbols_tell(char **trouble, const char *format, ...)
{
	va_list args;

	free(*trouble);
	va_start(args, format);
	if (vasprintf(trouble, format, args) < 0)
		*trouble = NULL;
	va_end(args);
}

struct debugfile_search symbols_search(const struct symbols *symbols)
{
	return (struct debugfile_search){
		.symfs = symbols->options.symfs, .cache = symbols->cache,
		.release = symbols->options.release, .debuginfod = symbols->options.debuginfod,
	};
}

struct debugfile_wanted symbols_wanted(const struct symbols_object *object,
				       enum debugfile_kind kind)
{
	return (struct debugfile_wanted){
		.kind = kind, .path = object->path,
		.build_id = object->build_id, .build_id_size = object->build_id_size,
	};
}

/* The file's build id is the recorded one; without one, the hash of its code is. */
static bool same_build(const struct symbols_object *object)
{
	const struct elfobject *elf = &object->elf;
	uint64_t hash;

	if (object->hashed)
		return !elfcode_hash(elf, &hash) || hash == object->code_hash;
	if (!object->build_id_size || !elf->build_id_size)
		return true;
	/* perf records 20 bytes where it does not record the size. */
	return !memcmp(object->build_id, elf->build_id,
		       object->build_id_size < elf->build_id_size ? object->build_id_size :
		       elf->build_id_size);
}

int symbols_open_file(const struct symbols *symbols, struct symbols_object *object,
		      const char *path)
{
	int error = elfobject_open(&object->elf, path, symbols->options.symfs);

	if (!error && !same_build(object)) {
		elfobject_close(&object->elf);
		error = -ESTALE;
	}
	return error;
}

int symbols_open_first(const struct symbols *symbols, struct symbols_object *object,
		       enum debugfile_kind kind, char **opened)
{
	struct debugfile_search search = symbols_search(symbols);
	struct debugfile_wanted wanted = symbols_wanted(object, kind);
	int error = -ENOENT, first = 0;
	size_t position = 0;
	char *path;

	*opened = NULL;
	while (error && (path = debugfile_next(&search, &wanted, &position))) {
		error = symbols_open_file(symbols, object, path);
		if (!error || !*opened || (first == -ENOENT && error == -ESTALE)) {
			free(*opened);
			*opened = path;
			first = error;
		} else {
			free(path);
		}
	}
	return error ? first ? first : error : 0;
}

static void tell_missing(struct symbols_object *object, const char *path, int error)
{
	if (!path)
		return;
	if (error == -ENOENT || error == -ENOTDIR)
		symbols_tell(&object->trouble, "'%s' is not here: give the root directory of the "
			     "recorded machine's files with --symfs DIR", path);
	else if (error == -ESTALE)
		symbols_tell(&object->trouble, "'%s' is not the build that was recorded (%s): give the "
			     "recorded machine's files with --symfs DIR", path,
			     object->hashed ? "its code differs" : "build ids differ");
	else
		symbols_tell(&object->trouble, "'%s' cannot be read (%s): check the file, or give "
			     "--symfs DIR", path, error == -ENOEXEC ? "not an ELF file" :
			     strerror(-error));
}

static void tell_stripped(struct symbols_object *object)
{
	if (!object->elf.functions.count)
		symbols_tell(&object->trouble, "'%s' is stripped, of its unwind tables too, so rows are "
			     "pieces of its code: install its debug symbols, or build it with -g and "
			     "without -s", object->path);
	else if (object->elf.stripped)
		symbols_tell(&object->trouble, "'%s' is stripped, and unwind tables tell its functions "
			     "apart, as far as these have one; code between is a row each: install its "
			     "debug symbols, or build it with -g and without -s", object->path);
	else
		symbols_tell(&object->trouble, "'%s' has no symbol for that code, as assembly may have "
			     "none; what lies between functions is a row each", object->path);
}

static void open_program(struct symbols *symbols, struct symbols_object *object)
{
	char *path;
	int error = symbols_open_first(symbols, object, DEBUGFILE_PROGRAM, &path);

	if (error)
		tell_missing(object, path, error);
	else
		tell_stripped(object);
	free(path);
}

static void open_vdso(struct symbols *symbols, struct symbols_object *object)
{
	char *path;

	if (symbols_open_first(symbols, object, DEBUGFILE_VDSO, &path))
		symbols_tell(&object->trouble, "the recorded kernel's vdso is not here: copy the "
			     "recorded machine's ~/.debug/[vdso] to the same place, as 'perf "
			     "archive' does");
	else
		tell_stripped(object);
	free(path);
}

static void open_jit(struct symbols *symbols, struct symbols_object *object)
{
	struct debugfile_search search = symbols_search(symbols);
	struct debugfile_wanted wanted = symbols_wanted(object, DEBUGFILE_JIT);
	size_t position = 0;
	char *path = debugfile_next(&search, &wanted, &position);
	int error = path ? symtext_open_perfmap(&object->text, path) : -ENOMEM;

	if (error)
		symbols_tell(&object->trouble, "code without a file, and '%s' cannot be read (%s): "
			     "have the JIT write its map there, or give --symfs DIR",
			     path ? path : object->path, strerror(-error));
	else
		symbols_tell(&object->trouble, "'%s' names no code there", path);
	free(path);
}

void symbols_open(struct symbols *symbols, struct symbols_object *object)
{
	static void (*const functions[])(struct symbols *, struct symbols_object *) = {
		[SYMBOLS_FILE] = open_program,
		[SYMBOLS_VDSO] = open_vdso,
		[SYMBOLS_KERNEL] = symbols_open_kernel,
		[SYMBOLS_MODULE] = symbols_open_kernel,
		[SYMBOLS_JIT] = open_jit,
		[SYMBOLS_NO_FILE] = NULL,
		[SYMBOLS_MISSING] = NULL,
	};

	if (functions[object->kind])
		functions[object->kind](symbols, object);
}
