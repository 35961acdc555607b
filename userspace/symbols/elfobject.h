/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfobject.h - one ELF file: functions, lines, inlined calls and code, by libdw
 *
 * Functions are those of its symbols, also of .gnu_debugdata, the stubs of calls to other objects
 * (elfstubs.h), and other code with call frame information (elfframes.h), without a name. Addresses
 * are the file's own (as nm and objdump print them). Separate debug files are found by build id or
 * .gnu_debuglink as elfutils does. Text returned lives until elfobject_close().
 */
#ifndef ELFOBJECT_H
#define ELFOBJECT_H

#include "base/texts.h"
#include "symtab.h"

#define ELFOBJECT_BUILD_ID_MAX	20
#define ELFOBJECT_INLINES_MAX	16

struct Dwfl;
struct Dwfl_Module;
struct elfobject_finder;
struct elfunits;

struct elfobject {
	struct Dwfl *dwfl;
	struct Dwfl_Module *module;
	uint64_t bias;			/* libdwfl's address minus the file's */
	struct symtab functions;
	struct texts names;		/* of those that are not in the file */
	struct elfunits *units;		/* read where .debug_aranges fails */
	struct elfobject_finder *finder;	/* how libdwfl looks for debug files */
	uint16_t machine;		/* EM_* */
	uint8_t build_id[ELFOBJECT_BUILD_ID_MAX];
	uint8_t build_id_size;
	bool relocatable;		/* ET_REL: no addresses of its own */
	bool stripped;			/* no symbols but those for the dynamic linker */
};

struct elfobject_line {
	const char *file;		/* NULL: not known */
	const char *dir;		/* where it was compiled, which a relative path begins at; or NULL */
	int line;
};

/* Why an address has no line. */
enum elfobject_lineless {
	ELFOBJECT_NO_DWARF,		/* no debug information at all */
	ELFOBJECT_NO_UNIT,		/* none of that code */
	ELFOBJECT_NO_LINE,		/* it says so itself: line 0 */
};

/* A function inlined at an address, innermost first. */
struct elfobject_inline {
	const char *name;
	struct elfobject_line call;	/* where it was inlined */
};

/* @symfs: root of the recorded machine's files, "" for this machine's. 0 or a negative errno. */
int elfobject_open(struct elfobject *object, const char *path, const char *symfs);
void elfobject_close(struct elfobject *object);

/* The address loaded from @offset in the file; false if none is. */
bool elfobject_address(const struct elfobject *object, uint64_t offset, uint64_t *address);
/*
 * The address of what would lie at @offset if the mapping of the file's code went on, before it and
 * behind it; false if no segment has it, by its size in memory.
 */
bool elfobject_beside_code(const struct elfobject *object, uint64_t offset, uint64_t *address);
/* The reverse: the file offset of the byte loaded at @address. */
bool elfobject_offset(const struct elfobject *object, uint64_t address, uint64_t *offset);
struct elfobject_line elfobject_line(const struct elfobject *object, uint64_t address);
enum elfobject_lineless elfobject_lineless(const struct elfobject *object, uint64_t address);
/* Fills @inlines and returns how many. */
size_t elfobject_inlines(const struct elfobject *object, uint64_t address,
			 struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX]);
/* Code at @address, at most @size bytes of it; returns how many, 0 if there is none. */
size_t elfobject_code(const struct elfobject *object, uint64_t address, uint64_t size,
		      const uint8_t **bytes);
/* The address of a symbol, whatever its type; of a section. False if there is none. */
bool elfobject_symbol(const struct elfobject *object, const char *name, uint64_t *address);
bool elfobject_section_start(const struct elfobject *object, const char *name,
			     uint64_t *address);
/*
 * The stretch of code around @address that no function covers: from one function, or the begin of the
 * section, to the next; of a long one a part. False where no section has code there.
 */
bool elfobject_gap(const struct elfobject *object, uint64_t address, uint64_t *begin,
		   uint64_t *end);
/* Name of the section at @address, or NULL. */
const char *elfobject_section(const struct elfobject *object, uint64_t address);

#endif /* ELFOBJECT_H */
