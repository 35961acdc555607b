/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * datafields.h - which field of which type an instruction reads or writes
 *
 * By DWARF, from the register that has the address: a variable that is in it tells its type, or
 * else the code tells what the register was made of: before it in the same block, as perf's
 * annotate --data-type does it, or anywhere, where only one instruction of the function makes it.
 */
#ifndef DATAFIELDS_H
#define DATAFIELDS_H

#include "blocks.h"
#include "symbols/disasm.h"

/* What stands for instructions that access no data, and for data that are not known. */
#define DATAFIELDS_NONE		"(no data)"
#define DATAFIELDS_UNKNOWN	"(not resolved)"

struct datafields {
	struct blocks *blocks;
	struct disasm disasm;
	bool opened;
};

#define DATAFIELDS_TEXT		256

/* @blocks are the caller's. 0 or a negative errno. */
int datafields_init(struct datafields *fields, struct blocks *blocks);
void datafields_deinit(struct datafields *fields);

/* "struct node.next", or one of the above. 0 or -ENOMEM. */
int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT]);

#endif /* DATAFIELDS_H */
