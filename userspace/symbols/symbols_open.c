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

#include "kernelimage.h"

#define CORE		"/proc/kcore"
#define KALLSYMS	"/proc/kallsyms"	/* of the same kernel */
#define NOTES		"/sys/kernel/notes"	/* where the build id is */
#define NOTES_MOST	4096
#define IMAGE_START	"_start"		/* where an image's first byte is loaded */

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
		set_trouble(&object->trouble, "'%s' is stripped, of its unwind tables too, so rows are "
			    "pieces of its code: install its debug symbols, or build it with -g and "
			    "without -s", object->path);
	else if (object->elf.stripped)
		set_trouble(&object->trouble, "'%s' is stripped, and unwind tables tell its functions "
			    "apart, as far as these have one; code between is a row each: install its "
			    "debug symbols, or build it with -g and without -s", object->path);
	else
		set_trouble(&object->trouble, "'%s' has no symbol for that code, as assembly may have "
			    "none; what lies between functions is a row each", object->path);
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
	symbols->kallsyms_live = !error && !strcmp(path, KALLSYMS);
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

/* The next place to look at, to be freed; only @given where that is not NULL. */
static char *next_place(const struct debugfile_search *search, const struct debugfile_wanted *wanted,
			const char *given, size_t *position)
{
	if (given)
		return (*position)++ ? NULL : strdup(given);
	return debugfile_next(search, wanted, position);
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
	while (error && (path = next_place(&search, &wanted, symbols->options.kallsyms, &position))) {
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

/* What is wrong with a file that was opened as a kernel's code, and the remedy; NULL: it is not known. */
static const char *code_trouble_of(int error)
{
	switch (error) {
	case -ESTALE:
		return "is not the build that was recorded (build ids differ): give the recorded kernel's "
		       "file with --vmlinux FILE";
	case -EOPNOTSUPP:
		return "is compressed, and not by gzip or zstd: give the Image or ELF file that it was made "
		       "of with --vmlinux FILE";
	case -EBADMSG:
		return "is damaged: give a whole copy of it with --vmlinux FILE";
	case -EFBIG:
		return "unpacks to more than a kernel has: give the recorded kernel's file with --vmlinux "
		       "FILE";
	case -ENOEXEC:
		return "has no RISC-V kernel in it: give the recorded kernel's ELF file or Image with "
		       "--vmlinux FILE";
	default:
		return NULL;
	}
}

static void tell_code(struct symbols *symbols, const char *path, int error)
{
	const char *told = code_trouble_of(error);
	char **trouble = &symbols->code_trouble;

	if (error == -EACCES || error == -EPERM)
		set_trouble(trouble, "only root may read '%s', where it is: run as root, or give the "
			    "kernel's file with --vmlinux FILE", path);
	else if (told)
		set_trouble(trouble, "'%s' %s", path, told);
	else
		set_trouble(trouble, "neither debug symbols of the kernel nor its image are here: run as "
			    "root on the recorded machine, or give its file with --vmlinux FILE");
}

/* Is the kernel that runs the one that was recorded, as far as that is known? */
static bool is_running(const struct symbols *symbols)
{
	const struct symbols_object *kernel = NULL;
	uint8_t notes[NOTES_MOST];
	size_t size = 0;
	FILE *file;

	for (size_t i = 0; i < symbols->count && !kernel; i++)
		if (symbols->objects[i].kind == SYMBOLS_KERNEL)
			kernel = &symbols->objects[i];
	if (!kernel || !kernel->build_id_size)
		return true;
	file = fopen(NOTES, "re");
	if (file) {
		size = fread(notes, 1, sizeof(notes), file);
		fclose(file);
	}
	return !size || memmem(notes, size, kernel->build_id, kernel->build_id_size);
}

/*
 * The running kernel's memory, if its symbols are those that names were taken from: this machine's,
 * of the recorded boot.
 */
static void try_core(struct symbols *symbols)
{
	int error;

	if (symbols->options.vmlinux || symbols->options.symfs[0] || !symbols->kallsyms_live)
		return;
	error = is_running(symbols) ? kernelcode_open_core(&symbols->code, CORE) : -ESTALE;
	symbols->code_is_core = !error;
	if (error)
		tell_code(symbols, CORE, error);
}

/* Where it was loaded only kallsyms knows: @start, or NULL. */
static int open_image(struct symbols *symbols, const struct symbols_object *object, const char *path,
		      const struct symtab_symbol *start)
{
	int error;

	if (!start) {
		set_trouble(&symbols->code_trouble, "of '%s' it is not known where it was loaded: give the "
			    "recorded machine's /proc/kallsyms with --kallsyms FILE", path);
		return -ENOENT;
	}
	error = kernelcode_open_image(&symbols->code, path, start->start, object->build_id,
				      object->build_id_size);
	if (error)
		tell_code(symbols, path, error);
	return error;
}

/* The first image of the kernel that is the recorded one. */
static void try_image(struct symbols *symbols, const struct symbols_object *object)
{
	struct debugfile_search search = search_of(symbols);
	struct debugfile_wanted wanted = wanted_of(object, DEBUGFILE_VMLINUX);
	const struct symtab_symbol *start;
	size_t position = 0, found = 0;
	int error = -ENOENT;
	char *path;

	start = symtab_named(&symbols->kallsyms.functions, IMAGE_START, &found);
	search.debuginfod = false;
	while (error && (path = next_place(&search, &wanted, symbols->options.vmlinux, &position))) {
		if (kernelimage_is(path))
			error = open_image(symbols, object, path, start);
		free(path);
	}
}

/* The kernel's own code without an ELF file, and its modules', which an image has not. */
static void open_code(struct symbols *symbols, struct symbols_object *object)
{
	if (!symbols->code_tried)
		try_core(symbols);
	symbols->code_tried = true;
	if (!symbols->code && object->kind == SYMBOLS_KERNEL)
		try_image(symbols, object);
	if (!symbols->code && !symbols->code_trouble)
		tell_code(symbols, NULL, -ENOENT);
	if (symbols->code_is_core || object->kind == SYMBOLS_KERNEL)
		object->code = symbols->code;
}

/* Names and code of the kernel's, lines too, out of an ELF file. */
static int open_kernel_file(struct symbols *symbols, struct symbols_object *object)
{
	bool module = object->kind == SYMBOLS_MODULE;
	const char *given = module ? NULL : symbols->options.vmlinux;
	char *path = NULL;
	int error = given ? open_file(symbols, object, given) :
		    open_first(symbols, object, module ? DEBUGFILE_MODULE : DEBUGFILE_VMLINUX, &path);

	if (!error && !find_slide(symbols, object)) {
		elfobject_close(&object->elf);
		error = -ESTALE;
	}
	free(path);
	return error;
}

/* A file that was given is used, or it is told why not. */
static void tell_given(struct symbols *symbols, int error)
{
	const char *path = symbols->options.vmlinux;

	if (!path || kernelimage_is(path))
		return;
	if (error == -ESTALE)
		tell_code(symbols, path, error);
	else
		set_trouble(&symbols->code_trouble, "'%s' cannot be read as a kernel (%s): give an ELF "
			    "file, or an Image or vmlinuz", path,
			    error == -ENOEXEC ? "not an ELF file" : strerror(-error));
}

/* Without an ELF file, kallsyms has the names. */
static void open_kernel(struct symbols *symbols, struct symbols_object *object)
{
	int error = open_kernel_file(symbols, object);

	if (!error)
		return;
	open_kallsyms(symbols, object);
	if (symbols->kallsyms_trouble)
		set_trouble(&object->trouble, "%s", symbols->kallsyms_trouble);
	open_code(symbols, object);
	if (object->kind == SYMBOLS_KERNEL)
		tell_given(symbols, error);
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
		[SYMBOLS_MISSING] = NULL,
	};

	if (functions[object->kind])
		functions[object->kind](symbols, object);
}
