/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * datafields.h - which field of which type an instruction reads or writes
 *
 * By DWARF, from the register that has the address: a variable that is in it tells its type, or
 * else the code tells what the register was made of: before it in the same block, as perf's
 * annotate --data-type does it, or further back, where all ways lead to one block that makes it.
 */
#ifndef DATAFIELDS_H
#define DATAFIELDS_H

#include "symbols/disasm.h"
#include "waysin.h"

/* What stands for instructions that access no data. */
#define DATAFIELDS_NONE		"(no data)"

struct datafields {
	struct waysin ways;
	struct disasm disasm;
	uint64_t gp;			/* of the object asked for last; 0: not known */
	uint32_t gp_object;
	bool gp_looked;
	bool opened;
};

#define DATAFIELDS_TEXT		256

/* @blocks are the caller's. 0 or a negative errno. */
int datafields_init(struct datafields *fields, struct blocks *blocks);
void datafields_deinit(struct datafields *fields);

/* "struct node.next", "double[]", the above, or "(not resolved: why)". 0 or -ENOMEM. */
int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT]);

#endif /* DATAFIELDS_H */
