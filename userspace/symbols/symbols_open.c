// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols_open.c - finding and opening what an object's names are in; see symbols.h
 */
#include "symbols.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Replaces a trouble. Out of memory leaves none: only words are lost. */
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

static struct debugfile_search search_of(const struct symbols *symbols)
{
	return (struct debugfile_search){
		.symfs = symbols->options.symfs, .cache = symbols->cache,
		.release = symbols->options.release, .debuginfod = symbols->options.debuginfod,
	};
}

static struct debugfile_wanted wanted_of(const struct symbols_object *object,
					 enum debugfile_kind kind)
{
	return (struct debugfile_wanted){
		.kind = kind, .path = object->path,
		.build_id = object->build_id, .build_id_size = object->build_id_size,
	};
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

static int open_file(const struct symbols *symbols, struct symbols_object *object,
		     const char *path)
{
	int error = elfobject_open(&object->elf, path, symbols->options.symfs);

	if (!error && !same_build(object)) {
		elfobject_close(&object->elf);
		error = -ESTALE;
	}
	return error;
}

/*
 * Opens the first of the places that has the recorded build. Returns 0, or the error of the
 * first, with its path in *@first_path for the caller to free. One that is of another build
 * says more than one that is not there.
 */
static int open_first(const struct symbols *symbols, struct symbols_object *object,
		      enum debugfile_kind kind, char **first_path)
{
	struct debugfile_search search = search_of(symbols);
	struct debugfile_wanted wanted = wanted_of(object, kind);
	int error = -ENOENT, first = 0;
	size_t position = 0;
	char *path;

	*first_path = NULL;
	while (error && (path = debugfile_next(&search, &wanted, &position))) {
		error = open_file(symbols, object, path);
		if (!*first_path || (first == -ENOENT && error == -ESTALE)) {
			free(*first_path);
			*first_path = path;
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
		set_trouble(&object->trouble, "'%s' is not here: give the root directory of the "
			    "recorded machine's files with --symfs DIR", path);
	else if (error == -ESTALE)
		set_trouble(&object->trouble, "'%s' is not the build that was recorded (build ids "
			    "differ): give the recorded machine's files with --symfs DIR", path);
	else
		set_trouble(&object->trouble, "'%s' cannot be read (%s): check the file, or give "
			    "--symfs DIR", path, error == -ENOEXEC ? "not an ELF file" :
			    strerror(-error));
}

static void tell_stripped(struct symbols_object *object)
{
	if (!object->elf.functions.count)
		set_trouble(&object->trouble, "'%s' is stripped: install its debug symbols, or "
			    "build it with -g and without -s", object->path);
	else
		set_trouble(&object->trouble, "'%s' has no symbol there: it may be stripped in "
			    "part, install its debug symbols", object->path);
}

static void open_program(struct symbols *symbols, struct symbols_object *object)
{
	char *path;
	int error = open_first(symbols, object, DEBUGFILE_PROGRAM, &path);

	if (error)
		tell_missing(object, path, error);
	else
		tell_stripped(object);
	free(path);
}

static void open_vdso(struct symbols *symbols, struct symbols_object *object)
{
	char *path;

	if (open_first(symbols, object, DEBUGFILE_VDSO, &path))
		set_trouble(&object->trouble, "the recorded kernel's vdso is not here: copy the "
			    "recorded machine's ~/.debug/[vdso] to the same place, as 'perf "
			    "archive' does");
	else
		tell_stripped(object);
	free(path);
}

static void open_jit(struct symbols *symbols, struct symbols_object *object)
{
	struct debugfile_search search = search_of(symbols);
	struct debugfile_wanted wanted = wanted_of(object, DEBUGFILE_JIT);
	size_t position = 0;
	char *path = debugfile_next(&search, &wanted, &position);
	int error = path ? symtext_open_perfmap(&object->text, path) : -ENOMEM;

	if (error)
		set_trouble(&object->trouble, "code without a file, and '%s' cannot be read (%s): "
			    "have the JIT write its map there, or give --symfs DIR",
			    path ? path : object->path, strerror(-error));
	else
		set_trouble(&object->trouble, "'%s' names no code there", path);
	free(path);
}

/*
 * Addresses of the recorded kernel are those of a kallsyms only if its text starts at
 * the same address: kernels move at each boot. Where none was recorded it is the user who says so.
 */
static int try_kallsyms(struct symbols *symbols, const char *path)
{
	const struct symbols_options *options = &symbols->options;
	struct symtext *kallsyms = &symbols->kallsyms;
	int error = symtext_open_kallsyms(kallsyms, path, options->kernel_reference);

	if (!error && !options->kernel_given &&
	    (!options->kernel_text || kallsyms->text_start != options->kernel_text)) {
		symtext_close(kallsyms);
		error = -ESTALE;
	}
	return error;
}

static void tell_kallsyms(struct symbols *symbols, const char *path, int error)
{
	char **trouble = &symbols->kallsyms_trouble;

	if (error == -EACCES)
		set_trouble(trouble, "'%s' hides its addresses: run as root, or "
			    "with 'sysctl kernel.kptr_restrict=0'", path);
	else if (error == -ESTALE)
		set_trouble(trouble, "'%s' is of another boot than the "
			    "recording: report on the recorded machine before it reboots, put "
			    "its /proc/kallsyms there, or install the kernel's debug symbols", path);
	else
		set_trouble(trouble, "'%s' cannot be read (%s): report on the "
			    "recorded machine, or copy its /proc/kallsyms to DIR/proc and give "
			    "--symfs DIR", path, strerror(-error));
}

static void open_kallsyms(struct symbols *symbols, const struct symbols_object *object)
{
	struct debugfile_search search = search_of(symbols);
	struct debugfile_wanted wanted = wanted_of(object, DEBUGFILE_KALLSYMS);
	size_t position = 0;
	int error = -ENOENT;
	char *path;

	if (symbols->kallsyms_tried)
		return;
	symbols->kallsyms_tried = true;
	while (error && (path = debugfile_next(&search, &wanted, &position))) {
		error = try_kallsyms(symbols, path);
		if (error && !symbols->kallsyms_trouble)
			tell_kallsyms(symbols, path, error);
		free(path);
	}
}

/* Where the file's addresses are in memory. False if that is not known. */
static bool find_slide(const struct symbols *symbols, struct symbols_object *object)
{
	const struct symbols_options *options = &symbols->options;
	uint64_t address;

	if (object->kind == SYMBOLS_MODULE) {
		if (!elfobject_section_start(&object->elf, ".text", &address) || !object->start)
			return false;
		object->slide = object->start - address;
		return true;
	}
	if (!options->kernel_text ||
	    !elfobject_symbol(&object->elf, options->kernel_reference, &address))
		return false;
	object->slide = options->kernel_text - address;
	return true;
}

/* Lines and code are only in a file; without one, kallsyms has the names. */
static void open_kernel(struct symbols *symbols, struct symbols_object *object)
{
	char *path;
	int error = open_first(symbols, object, object->kind == SYMBOLS_MODULE ? DEBUGFILE_MODULE :
			       DEBUGFILE_VMLINUX, &path);

	if (!error && !find_slide(symbols, object)) {
		elfobject_close(&object->elf);
		error = -ESTALE;
	}
	free(path);
	if (!error)
		return;
	open_kallsyms(symbols, object);
	if (symbols->kallsyms_trouble)
		set_trouble(&object->trouble, "%s", symbols->kallsyms_trouble);
}

void symbols_open(struct symbols *symbols, struct symbols_object *object)
{
	static void (*const functions[])(struct symbols *, struct symbols_object *) = {
		[SYMBOLS_FILE] = open_program,
		[SYMBOLS_VDSO] = open_vdso,
		[SYMBOLS_KERNEL] = open_kernel,
		[SYMBOLS_MODULE] = open_kernel,
		[SYMBOLS_JIT] = open_jit,
		[SYMBOLS_NO_FILE] = NULL,
	};

	if (functions[object->kind])
		functions[object->kind](symbols, object);
}
