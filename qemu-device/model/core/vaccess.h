/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vaccess.h - private to the core: the accesses to memory of a vector's micro-operation
 *
 * One access is to one line, with a mask of its bytes. Unit-stride accesses are cut at
 * aligned blocks, as wide as the L1's port for vectors; blocks without accessed bytes are
 * left out. Each segment of a strided, indexed or segment operation (an element, if there is
 * one field) is an access, two where it crosses a line.
 */
#ifndef TEA_VACCESS_H
#define TEA_VACCESS_H

#include "cracker.h"
#include "memory/memory.h"

/* The most for a micro-operation: one for each byte of a register. */
#define TEA_VACCESSES_MAX	(TEA_VLEN_MAX / 8)

struct tea_vaccess {
	uint64_t addr;		/* virtual, of the first byte */
	uint64_t bytes;		/* of its line, a bit for each */
	uint64_t paddr;		/* once it is translated */
};

struct tea_vaccesses {
	uint32_t block_bytes;	/* power of two, up to a line */
	unsigned int indices;	/* of element_addrs that are behind: 0 before the first one */
	unsigned int count;
	struct tea_vaccess list[TEA_VACCESSES_MAX];
};

/*
 * List the accesses of elements @begin to @end of @op, all of its body; call with elements
 * that rise from call to call.
 */
void tea_vaccesses_list(struct tea_vaccesses *accesses, const struct tea_op *op,
			unsigned int begin, unsigned int end);

#endif /* TEA_VACCESS_H */
