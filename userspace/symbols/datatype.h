/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * datatype.h - what type of data a register points to, and which member lies where in it
 *
 * As DWARF has it of the variables that are in scope: in a register, at a place that a register
 * points to, or in the frame. Perf's annotate --data-type finds types so on other machines.
 */
#ifndef DATATYPE_H
#define DATATYPE_H

#include <elfutils/libdw.h>

#include "elfobject.h"

/* @offset bytes behind the begin of some data of that type. */
struct datatype {
	Dwarf_Die type;
	const char *alias;		/* of a type without a name of its own; or NULL */
	int64_t offset;
	int64_t bytes;			/* of the access; tells members of unions apart */
	bool indexed;			/* in any element of an array of that type */
};

/*
 * Where integer register @reg + @offset points to in front of the instruction at @address, the
 * object's own. False: no variable tells.
 */
bool datatype_at(const struct elfobject *object, uint64_t address, unsigned int reg,
		 int64_t offset, struct datatype *data);

/* What lies at @place, of the object's own addresses, as the code at @address knows it by name. */
bool datatype_global(const struct elfobject *object, uint64_t address, uint64_t place,
		     struct datatype *data);

/* The pointer that lies at @data leads to data of its own, + @offset. False: it is none. */
bool datatype_follow(const struct datatype *data, int64_t offset, struct datatype *target);

/*
 * An index that is not known, times @step bytes (0: not known), is added to where @data is: it is
 * then in any element of an array, of its own type or of a member's. False: there is none of such
 * elements.
 */
bool datatype_index(struct datatype *data, int64_t step);

/*
 * "struct node.next", "struct grid.cell[].mass", "double[]". Returns @text; where a member cannot be
 * told, the offset stands for it.
 */
#define DATATYPE_TEXT	256
const char *datatype_name(const struct datatype *data, char text[DATATYPE_TEXT]);

#endif /* DATATYPE_H */
