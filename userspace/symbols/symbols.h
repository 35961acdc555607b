/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbols.h - from an address in a recorded object to function, line and code
 *
 * Objects are the recorded mappings' names: files, the kernel and its modules, the vdso, a JIT's
 * code, and code with none of these. Each is opened at its first question, from the first place
 * that has it (debugfile.h). A file of another build than the recorded one is not used at all: no
 * names rather than wrong ones. symbols_trouble() has the missing parts, with their remedy; the
 * address then stays object and offset.
 *
 * A place in an object is an offset in its file; for the kernel, a JIT's code and objects
 * without a file it is the address in memory.
 *
 * A function's name is the one that its author wrote (mangling.h). A function known only from call
 * frame information has a place's name, object and address: "prog+0x1234". So has code outside all
 * functions, by the begin of the gap between functions.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "debugfile.h"
#include "elfdata.h"
#include "elfobject.h"
#include "kernelcode.h"
#include "symtext.h"
#include "base/fault.h"
#include "base/keyindex.h"
#include "base/texts.h"

enum symbols_kind {
	SYMBOLS_FILE,
	SYMBOLS_KERNEL,			/* the kernel, in its own addresses */
	SYMBOLS_MODULE,			/* of the kernel, in the kernel's addresses */
	SYMBOLS_VDSO,			/* by offset, as files */
	SYMBOLS_JIT,			/* code of a process that a JIT wrote a map of */
	SYMBOLS_NO_FILE,
	SYMBOLS_MISSING,		/* callers that were not recorded: no code at all */
};

/* Where code of the kernel or of a module is from. */
enum symbols_source {
	SYMBOLS_NOWHERE,
	SYMBOLS_MEMORY,			/* as it ran */
	SYMBOLS_IMAGE,			/* as the kernel was booted */
	SYMBOLS_ELF,			/* as it was linked: of a module, before it was loaded */
};

struct symbols_object {
	const char *path;		/* as recorded */
	enum symbols_kind kind;
	uint8_t build_id[ELFOBJECT_BUILD_ID_MAX];
	uint8_t build_id_size;		/* 0: not recorded */
	bool hashed;			/* it has none, and this was recorded in its place: */
	uint64_t code_hash;		/* elfcode.h */
	uint64_t start;			/* of a module's mapping */
	bool opened;
	struct elfobject elf;		/* elf.dwfl NULL: unavailable */
	struct elfdata *data;		/* of elf; NULL: nobody asked */
	uint64_t slide;			/* kernel and modules: address in memory minus elf's */
	struct symtext text;		/* of a JIT, or the kernel's kallsyms */
	struct kernelcode *code;	/* symbols', of kernel and modules; NULL: it is elf's */
	const char *code_path;		/* of kernel and modules: the file that it is in */
	enum symbols_source source;
	char *trouble;			/* why, and the remedy */
	char *code_trouble;		/* of kernel and modules: why there is no code */
};

struct symbols_location {
	const struct symbols_object *object;
	uint64_t address;		/* in the object's own numbering */
	const char *function;		/* NULL: not known */
	bool gap;			/* function is made up for code between others */
	const char *linkage;		/* the linker's name; NULL: function is made up */
	uint64_t function_start, function_end;
	uint64_t offset;		/* from function_start, else the place itself */
};

/* What lies at an address of an object's data. */
struct symbols_variable {
	const char *name;		/* NULL: not known */
	const void *identity;		/* the same for all of the variable */
	const char *section;		/* NULL: not known */
	uint64_t address;		/* in the object's own numbering */
	uint64_t offset;		/* in the variable, of one with @die */
	const Dwarf_Die *die;		/* NULL: no debug information has it */
};

struct symbols_options {
	const char *symfs;		/* "": this machine's own files */
	const char *release;		/* recorded kernel's, or NULL */
	bool debuginfod;		/* ask the servers of $DEBUGINFOD_URLS for missing files */
	uint64_t kernel_text;		/* recorded address of kernel_reference; 0: not known */
	const char *kernel_reference;	/* _text or _stext */
	const char *vmlinux;		/* the kernel's file, ELF or Image; NULL: to be looked for */
	const char *kallsyms;		/* its symbols; NULL: to be looked for */
	const char *kallsyms_copy;	/* that were recorded, with its memory beside them; or NULL */
	bool kernel_given;		/* it was not recorded: the kallsyms that is found is its own */
	bool mangled;			/* names as the linker knows them */
};

struct symbols {
	struct symbols_options options;
	struct symbols_object *objects;
	size_t count;
	struct texts paths, names;
	struct keyindex index;		/* of objects, by path and kind */
	char *cache;			/* perf's, or NULL */
	struct symtext kallsyms;	/* for the kernel and all modules */
	bool kallsyms_tried;
	char *kallsyms_path;		/* where they are; NULL: nowhere */
	char *kallsyms_trouble;
	struct kernelcode *core;	/* memory: for the kernel and all modules */
	struct kernelcode *image;	/* for the kernel alone */
	char *core_path;
	bool core_tried;
	int core_error;
};

void symbols_init(struct symbols *symbols);
void symbols_deinit(struct symbols *symbols);

/* The object's number, the same for the same path and kind; KEYINDEX_NONE: out of memory. */
uint32_t symbols_object(struct symbols *symbols, const char *path, enum symbols_kind kind);
/* The object that process @pid (0: not known) has mapped as @path, which determines its kind. */
uint32_t symbols_mapped(struct symbols *symbols, const char *path, uint32_t pid);
void symbols_set_build_id(struct symbols *symbols, uint32_t object, const uint8_t *bytes,
			  uint8_t size);
/* For a file without a build id: the hash that identifies its build (elfcode.h). */
void symbols_set_code_hash(struct symbols *symbols, uint32_t object, uint64_t hash);
/* The build id for all objects of the path. */
void symbols_set_path_build_id(struct symbols *symbols, const char *path, const uint8_t *bytes,
			       uint8_t size);

/* Where in memory a module begins. */
void symbols_set_start(struct symbols *symbols, uint32_t object, uint64_t start);
/* Whether places in it are offsets in a file. */
bool symbols_by_offset(const struct symbols *symbols, uint32_t object);

void symbols_locate(struct symbols *symbols, uint32_t object, uint64_t place,
		    struct symbols_location *location);
/* The source's name of an object's function, one of symbols_functions(). */
const char *symbols_function_name(struct symbols *symbols, const struct symbols_object *object,
				  const struct symtab_symbol *symbol);
/*
 * "function+0x12" as text; where the function has no name "object+0x1234", of the kernel
 * "0xffffffff80001234". Returns @text.
 */
const char *symbols_place_text(const struct symbols_location *location, char *text, size_t size);
/* The last part of a path; of other text, all. */
const char *symbols_base_name(const char *path);
/* A source file's name with its directory: many files share a name. */
const char *symbols_source_name(const char *path);
/* Line and inlined functions of a location's address; file NULL and 0 where not known. */
struct elfobject_line symbols_line(const struct symbols_location *location);
/* The level that the object's code runs at: "user", "supervisor" or "machine". */
const char *symbols_privilege(const struct symbols_object *object);
/* Why there is no line. */
enum elfobject_lineless symbols_lineless(const struct symbols_location *location);
size_t symbols_inlines(const struct symbols_location *location,
		       struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX]);

/*
 * Code of the location's object at @address, at most @size bytes of it: as far as it is there,
 * and RISC-V's. Returns how many.
 */
size_t symbols_code(const struct symbols_location *location, uint64_t address, uint64_t size,
		    const uint8_t **bytes);

/* Why code of the kernel or a module is unavailable, though its functions are; or NULL. */
const char *symbols_code_trouble(const struct symbols_object *object);
/* Is any code of it here? */
bool symbols_has_code(const struct symbols_object *object);

/*
 * Looks for data at @place of the object, where its code would go on to if all of it lay in memory
 * as code does; of the kernel, in memory. 1, 0 for a place that is none of the object's, or -ENOMEM.
 */
int symbols_variable(struct symbols *symbols, uint32_t object, uint64_t place,
		     struct symbols_variable *variable);

/* The same of each thread's variables, @offset bytes behind where those of the object begin. */
int symbols_thread_variable(struct symbols *symbols, uint32_t object, uint64_t offset,
			    struct symbols_variable *variable);

/* All functions of an object that was asked before: empty where there are none. */
const struct symtab *symbols_functions(const struct symbols *symbols,
				       const struct symbols_object *object);

/* The recorded build id in hexadecimal digits; NULL where there is none. Returns @text. */
#define SYMBOLS_BUILD_ID_TEXT	(2 * ELFOBJECT_BUILD_ID_MAX + 1)
const char *symbols_build_id_text(const struct symbols_object *object,
				  char text[SYMBOLS_BUILD_ID_TEXT]);

/* Why addresses of this object have no names, where one was looked up; or NULL. */
const char *symbols_trouble(const struct symbols *symbols, uint32_t object);

/* For symbols.c: opens the files of the object, and sets its trouble if any are missing. */
void symbols_open(struct symbols *symbols, struct symbols_object *object);

#endif /* SYMBOLS_H */
