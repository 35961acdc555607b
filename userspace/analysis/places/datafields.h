/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * datafields.h - which field of which type an instruction reads or writes
 *
 * The type comes from DWARF, by the register that holds the address: a variable in it has the type,
 * or else the register's source does. That is searched for before it in the same block, as perf's
 * annotate --data-type does, or further back, if all paths lead to one block that makes it.
 */
#ifndef DATAFIELDS_H
#define DATAFIELDS_H

#include "predecessors.h"
#include "symbols/datatype.h"
#include "symbols/disasm.h"

/* The name of instructions that access no data. */
#define DATAFIELDS_NONE		"(no data)"

struct datafields {
	struct predecessors ways;
	struct disasm disasm;
	struct symbols *symbols;
	uint64_t gp;			/* of the object asked for last; 0: not known */
	uint32_t gp_object;
	bool gp_looked;
	bool opened;
};

#define DATAFIELDS_TEXT		DATATYPE_TEXT

/* What an instruction accesses. */
struct datafields_access {
	bool access;			/* it does, as its code says */
	bool resolved;
	struct datatype data;		/* where it is resolved */
	bool stack;			/* it is in the frame */
	bool thread;			/* it is a variable of the thread's own, as far as is known at: */
	int64_t thread_offset;		/* behind where those of the object begin */
	const char *lack;		/* else: DATAFIELDS_NONE, or "(not resolved: why)" */
};

/* @blocks and @symbols are the caller's. 0 or a negative errno. */
int datafields_init(struct datafields *fields, struct blocks *blocks, struct symbols *symbols);
void datafields_deinit(struct datafields *fields);

/* 0 or -ENOMEM. */
int datafields_access(struct datafields *fields, uint32_t object,
		      const struct symbols_location *location, struct datafields_access *access);

/* "struct node.next", "double[]", the above, or "(not resolved: why)". 0 or -ENOMEM. */
int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT]);

#endif /* DATAFIELDS_H */
