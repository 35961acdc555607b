// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symbols_kernel.c - names and code of the kernel and its modules; see symbols.h
 *
 * Beside a list of the kernel's symbols there may be its memory, and a list of the addresses of its
 * modules: kallsyms, kcore and modules. These are in /proc, in a directory of perf record --kcore,
 * and in perf buildid-cache --kcore's. Memory has the code that ran, as the kernel patched it;
 * files have the code before that.
 */
#include "symbols_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernelimage.h"
#include "modulelist.h"

#define KALLSYMS	"/proc/kallsyms"	/* of the kernel that runs here */
#define NOTES		"/sys/kernel/notes"	/* where its build id is */
#define NOTES_MOST	4096
#define IMAGE_START	"_start"		/* where an image's first byte is loaded */

/* "DIRECTORY/name" for the directory that the kallsyms at @path is in; for the caller to free, or NULL. */
static char *beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	char *text;

	if (asprintf(&text, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name) < 0)
		return NULL;
	return text;
}

/* The recorded kernel, or NULL where only modules were recorded. */
static const struct symbols_object *kernel_of(const struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++)
		if (symbols->objects[i].kind == SYMBOLS_KERNEL)
			return &symbols->objects[i];
	return NULL;
}

/* Does the module lie where it was recorded, if the list at @path has it? */
static bool lies_there(const struct symbols_object *module, const char *path)
{
	uint64_t address;
	int error = modulelist_address(path, module->path, &address);

	return !module->start || (error ? error != -ENOENT : address == module->start);
}

/* Is this copy of a kernel's memory of the recorded boot, by all modules? */
static bool modules_lie_there(const struct symbols *symbols, const char *kallsyms)
{
	char *path = beside(kallsyms, "modules");
	bool all = path != NULL;

	for (size_t i = 0; all && i < symbols->count; i++)
		if (symbols->objects[i].kind == SYMBOLS_MODULE)
			all = lies_there(&symbols->objects[i], path);
	free(path);
	return all;
}

/*
 * Addresses of the recorded kernel are those of a kallsyms only if its text starts at the same
 * address: kernels move at each boot. If none was recorded, the user's word counts.
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
		symbols_tell(trouble, "'%s' hides its addresses: run as root, or "
			    "with 'sysctl kernel.kptr_restrict=0'", path);
	else if (error == -ESTALE)
		symbols_tell(trouble, "'%s' is of another boot than the "
			    "recording: report on the recorded machine before it reboots, put "
			    "its /proc/kallsyms there, or install the kernel's debug symbols", path);
	else
		symbols_tell(trouble, "'%s' cannot be read (%s): report on the "
			    "recorded machine, or copy its /proc/kallsyms to DIR/proc and give "
			    "--symfs DIR", path, strerror(-error));
}

/* Looks for the recorded kernel's symbols at @path, which it frees. 0 or a negative errno. */
static int take_kallsyms(struct symbols *symbols, char *path, bool copy)
{
	int error = path ? try_kallsyms(symbols, path) : -ENOMEM;

	if (!error && copy && !modules_lie_there(symbols, path)) {
		symtext_close(&symbols->kallsyms);
		error = -ESTALE;
	}
	if (!error) {
		free(symbols->kallsyms_trouble);
		symbols->kallsyms_trouble = NULL;
		symbols->kallsyms_path = path;
		return 0;
	}
	if (path && !symbols->kallsyms_trouble)
		tell_kallsyms(symbols, path, error);
	free(path);
	return error;
}

/* First the copy of perf record --kcore, then the running kernel's, then perf's cache. */
static void open_kallsyms(struct symbols *symbols, const struct symbols_object *object)
{
	const struct symbols_options *options = &symbols->options;
	const struct symbols_object *kernel = kernel_of(symbols);
	struct debugfile_search search = symbols_search(symbols);
	struct debugfile_wanted wanted = symbols_wanted(kernel ? kernel : object, DEBUGFILE_KALLSYMS);
	const char *first = options->kallsyms ? options->kallsyms : options->kallsyms_copy;
	size_t position = 0, copy = 0;
	int error = -ENOENT;
	char *path;

	if (symbols->kallsyms_tried)
		return;
	symbols->kallsyms_tried = true;
	if (first)
		error = take_kallsyms(symbols, strdup(first), false);
	if (options->kallsyms)
		return;
	while (error && (path = debugfile_next(&search, &wanted, &position))) {
		error = take_kallsyms(symbols, path, false);
		while (error && (path = debugfile_memory(&search, &wanted, &copy)))
			error = take_kallsyms(symbols, path, true);
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

/* The fault of a file that was opened as a kernel's code, and the remedy; NULL: it is not known. */
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

/* Is the kernel that runs the one that was recorded, as far as that is known? */
static bool is_running(const struct symbols *symbols)
{
	const struct symbols_object *kernel = kernel_of(symbols);
	uint8_t notes[NOTES_MOST];
	size_t size = 0;
	FILE *file;

	if (!kernel || !kernel->build_id_size)
		return true;
	file = fopen(NOTES, "re");
	if (file) {
		size = fread(notes, 1, sizeof(notes), file);
		fclose(file);
	}
	return !size || memmem(notes, size, kernel->build_id, kernel->build_id_size);
}

static void tell_code(struct symbols_object *object, const char *path, int error)
{
	const char *told = code_trouble_of(error);
	char **trouble = &object->code_trouble;

	if (error == -EACCES || error == -EPERM)
		symbols_tell(trouble, "only root may read '%s', where it is: run as root, record with 'perf "
			     "record --kcore', or give the kernel's file with --vmlinux FILE", path);
	else if (told)
		symbols_tell(trouble, "'%s' %s", path, told);
	else if (object->kind == SYMBOLS_MODULE)
		symbols_tell(trouble, "neither the module's file nor the kernel's memory is here: run as root on "
			     "the recorded machine, record with 'perf record --kcore', or give the root "
			     "directory of that machine's files with --symfs DIR");
	else
		symbols_tell(trouble, "neither debug symbols of the kernel nor its image are here: run as root on "
			     "the recorded machine, record with 'perf record --kcore', or give its file with "
			     "--vmlinux FILE");
}

/* The memory beside the symbols that names are taken from: of the recorded boot. */
static void open_core(struct symbols *symbols)
{
	const char *kallsyms = symbols->kallsyms_path;

	if (symbols->core_tried)
		return;
	symbols->core_tried = true;
	symbols->core_error = -ENOENT;
	symbols->core_path = kallsyms ? beside(kallsyms, "kcore") : NULL;
	if (!symbols->core_path)
		return;
	if (!strcmp(kallsyms, KALLSYMS) && !is_running(symbols))
		symbols->core_error = -ESTALE;
	else
		symbols->core_error = kernelcode_open_core(&symbols->core, symbols->core_path);
}

/* A module can have been loaded again since, elsewhere. */
static bool is_in_core(const struct symbols *symbols, const struct symbols_object *object)
{
	char *modules;
	bool is;

	if (object->kind != SYMBOLS_MODULE)
		return true;
	modules = beside(symbols->kallsyms_path, "modules");
	is = modules && lies_there(object, modules);
	free(modules);
	return is;
}

static void take_code(struct symbols *symbols, struct symbols_object *object, struct kernelcode *code,
		      const char *path, enum symbols_source source)
{
	object->code = code;
	object->code_path = texts_intern(&symbols->names, path);
	object->source = source;
}

static void take_core(struct symbols *symbols, struct symbols_object *object)
{
	open_core(symbols);
	if (symbols->core && is_in_core(symbols, object))
		take_code(symbols, object, symbols->core, symbols->core_path, SYMBOLS_MEMORY);
	else if (symbols->core)
		symbols_tell(&object->code_trouble, "it no longer lies where it was recorded: give the root "
			     "directory of the recorded machine's files with --symfs DIR, or record with 'perf "
			     "record --kcore'");
	else if (symbols->core_error != -ENOENT)
		tell_code(object, symbols->core_path, symbols->core_error);
}

/* Where it was loaded only kallsyms knows: @start, or NULL. */
static int open_image(struct symbols *symbols, struct symbols_object *object, const char *path,
		      const struct symtab_symbol *start)
{
	int error;

	if (!start) {
		symbols_tell(&object->code_trouble, "of '%s' it is not known where it was loaded: give the "
			     "recorded machine's /proc/kallsyms with --kallsyms FILE", path);
		return -ENOENT;
	}
	error = kernelcode_open_image(&symbols->image, path, start->start, object->build_id,
				      object->build_id_size);
	if (error)
		tell_code(object, path, error);
	else
		take_code(symbols, object, symbols->image, path, SYMBOLS_IMAGE);
	return error;
}

/* The next place to look at, to be freed; only @given where that is not NULL. */
static char *next_place(const struct debugfile_search *search, const struct debugfile_wanted *wanted,
			const char *given, size_t *position)
{
	if (given)
		return (*position)++ ? NULL : strdup(given);
	return debugfile_next(search, wanted, position);
}

/* The first image of the kernel that is the recorded one. */
static void take_image(struct symbols *symbols, struct symbols_object *object)
{
	struct debugfile_search search = symbols_search(symbols);
	struct debugfile_wanted wanted = symbols_wanted(object, DEBUGFILE_VMLINUX);
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

/* Names and code of the kernel's, lines too, out of an ELF file. */
static int open_kernel_file(struct symbols *symbols, struct symbols_object *object)
{
	bool module = object->kind == SYMBOLS_MODULE;
	char *path = module || !symbols->options.vmlinux ? NULL : strdup(symbols->options.vmlinux);
	int error = path ? symbols_open_file(symbols, object, path) :
		    symbols_open_first(symbols, object, module ? DEBUGFILE_MODULE : DEBUGFILE_VMLINUX,
				       &path);

	if (!error && !find_slide(symbols, object)) {
		elfobject_close(&object->elf);
		error = -ESTALE;
	}
	if (!error)
		take_code(symbols, object, NULL, path, SYMBOLS_ELF);
	free(path);
	return error;
}

/* Reports why a given file is not used. */
static void tell_given(const struct symbols *symbols, struct symbols_object *object, int error)
{
	const char *path = symbols->options.vmlinux;

	if (!path || kernelimage_is(path))
		return;
	if (error == -ESTALE)
		tell_code(object, path, error);
	else
		symbols_tell(&object->code_trouble, "'%s' cannot be read as a kernel (%s): give an ELF "
			     "file, or an Image or vmlinuz", path,
			     error == -ENOEXEC ? "not an ELF file" : strerror(-error));
}

void symbols_open_kernel(struct symbols *symbols, struct symbols_object *object)
{
	bool given = object->kind == SYMBOLS_KERNEL && symbols->options.vmlinux;
	int error = open_kernel_file(symbols, object);

	if (given && !error)
		return;
	open_kallsyms(symbols, object);
	if (error && symbols->kallsyms_trouble)
		symbols_tell(&object->trouble, "%s", symbols->kallsyms_trouble);
	if (!given)
		take_core(symbols, object);
	if (error && !object->code && object->kind == SYMBOLS_KERNEL)
		take_image(symbols, object);
	if (error && !object->code && !object->code_trouble)
		tell_code(object, NULL, -ENOENT);
	if (given)
		tell_given(symbols, object, error);
}
