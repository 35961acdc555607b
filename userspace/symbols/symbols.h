/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbols.h - from an address in a recorded object to function, line and code
 *
 * Objects are the recorded mappings' names: files, the kernel and its modules, and
 * what has no file (JIT code, stacks). Each is opened at its first question, below
 * the symfs directory if there is one. A file of another build than the recorded one
 * is not used at all: no names rather than wrong ones. What is missing is told by
 * symbols_trouble(), with its remedy; the address then stays object and offset.
 *
 * A place in an object is an offset in its file; for the kernel and for objects
 * without a file it is the address in memory.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "elfobject.h"
#include "base/fault.h"
#include "base/keyindex.h"

enum symbols_kind {
	SYMBOLS_FILE,
	SYMBOLS_KERNEL,			/* the kernel or a module, in the kernel's addresses */
	SYMBOLS_NO_FILE,
};

struct symbols_object {
	const char *path;		/* as recorded */
	enum symbols_kind kind;
	uint8_t build_id[ELFOBJECT_BUILD_ID_MAX];
	uint8_t build_id_size;		/* 0: not recorded */
	bool opened;
	struct elfobject elf;		/* elf.dwfl NULL: not to be had */
	char *trouble;			/* why, and the remedy */
};

struct symbols_location {
	const struct symbols_object *object;
	uint64_t address;		/* in the object's own numbering */
	const char *function;		/* NULL: not known */
	uint64_t function_start, function_end;
	uint64_t offset;		/* from function_start, else the place itself */
};

struct symbols_options {
	const char *symfs;		/* "": this machine's own files */
	const char *release;		/* recorded kernel's, or NULL */
	uint64_t kernel_text;		/* recorded address of kernel_reference; 0: not known */
	const char *kernel_reference;	/* _text or _stext */
};

struct symbols {
	struct symbols_options options;
	struct symbols_object *objects;
	size_t count;
	struct symtab *kernel;		/* NULL until asked, or not to be had */
	struct kallsyms *kallsyms;
	bool kernel_tried;
	char *kernel_trouble;
};

void symbols_init(struct symbols *symbols);
void symbols_deinit(struct symbols *symbols);

/* The object's number, the same for the same path and kind; KEYINDEX_NONE: out of memory. */
uint32_t symbols_object(struct symbols *symbols, const char *path, enum symbols_kind kind);
void symbols_set_build_id(struct symbols *symbols, uint32_t object, const uint8_t *bytes,
			  uint8_t size);

void symbols_locate(struct symbols *symbols, uint32_t object, uint64_t place,
		    struct symbols_location *location);
/* Line and inlined functions of a location's address; file NULL and 0 where not known. */
struct elfobject_line symbols_line(const struct symbols_location *location);
size_t symbols_inlines(const struct symbols_location *location,
		       struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX]);

/* Why this object's addresses may stay without names, or NULL. */
const char *symbols_trouble(struct symbols *symbols, uint32_t object);

#endif /* SYMBOLS_H */
