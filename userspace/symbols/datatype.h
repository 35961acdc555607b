/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * datatype.h - the type of data that a register points to, and the member at an offset of it
 *
 * By DWARF, for the variables that are in scope: in a register, at a place that a register points
 * to, or in the frame. Perf's annotate --data-type finds types so on other machines.
 */
#ifndef DATATYPE_H
#define DATATYPE_H

#include <elfutils/libdw.h>

#include "elfobject.h"

/* @offset bytes behind the begin of some data of that type. */
struct datatype {
	Dwarf_Die type;
	const char *alias;		/* of a type without a name of its own; or NULL */
	const char *variable;		/* that lies there; NULL: it is not known which, or none */
	const char *function;		/* that the variable is of; NULL: none */
	bool frame;			/* the variable is in its frame */
	bool thread;			/* or each thread has one of its own */
	int64_t offset;
	int64_t bytes;			/* of the access; selects members of unions */
	bool indexed;			/* in any element of an array of that type */
};

/*
 * The data at integer register @reg + @offset in front of the instruction at @address, the object's
 * own. False: no variable has it.
 */
bool datatype_at(const struct elfobject *object, uint64_t address, unsigned int reg,
		 int64_t offset, struct datatype *data);

/* The data at @place, of the object's own addresses, in the variables of the code at @address. */
bool datatype_global(const struct elfobject *object, uint64_t address, uint64_t place,
		     struct datatype *data);

/* The data @offset bytes behind the begin of a variable. False: its type is not known. */
bool datatype_variable(Dwarf_Die *variable, int64_t offset, struct datatype *data);
/* The place in an element, where it is in an array: names are the same. */
void datatype_reduce(struct datatype *data);
/* Bytes of the whole; 0: not known. */
int64_t datatype_size(const struct datatype *data);

/* The pointer that lies at @data leads to data of its own, + @offset. False: it is none. */
bool datatype_follow(const struct datatype *data, int64_t offset, struct datatype *target);

/*
 * An index that is not known, times @step bytes (0: not known), is added to where @data is: it is
 * then in any element of an array, of its own type or of a member's. False: there is none of such
 * elements.
 */
bool datatype_index(struct datatype *data, int64_t step);

/*
 * "struct node.next", "struct grid.cell[].mass", "double[]". Returns @text; if the member is
 * ambiguous, the offset stands for it.
 */
#define DATATYPE_TEXT	256
const char *datatype_name(const struct datatype *data, char text[DATATYPE_TEXT]);
/* The type without the member. */
const char *datatype_whole(const struct datatype *data, char text[DATATYPE_TEXT]);
/* The member of what @name is: "table[].mass". */
const char *datatype_member(const struct datatype *data, const char *name, char text[DATATYPE_TEXT]);

#endif /* DATATYPE_H */
