/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.h - callers out of copied registers and stack (perf record --call-graph dwarf)
 *
 * By libdwfl, with the call frame information of the recorded objects' files. A frame
 * whose object is not here, or has none, ends the chain. RISC-V only, as TEA is.
 */
#ifndef UNWIND_H
#define UNWIND_H

#include "maps.h"
#include "perfdata/perfdata.h"
#include "symbols/symbols.h"

#define UNWIND_SPACES	16

struct Dwfl;

/* The objects of one process, between two changes of any address space. */
struct unwind_space {
	struct Dwfl *dwfl;		/* NULL: free */
	uint32_t pid, epoch;
	uint32_t missing;		/* the last object without a file here, plus one */
	bool attached;
};

struct unwinder {
	struct maps *maps;
	const struct symbols *symbols;
	struct unwind_space spaces[UNWIND_SPACES];
	size_t next;			/* space that goes when another one is needed */
	/* of the present sample */
	struct unwind_space *space;
	const struct perfdata_rest *rest;
	uint64_t registers;		/* mask of those recorded, perf's numbers */
	uint64_t time;
	uint64_t *calls;
	size_t count, max;
};

struct unwind_sample {
	uint32_t pid, epoch;
	uint64_t time, registers;
	const struct perfdata_rest *rest;
};

void unwinder_init(struct unwinder *unwinder, struct maps *maps, const struct symbols *symbols);
void unwinder_deinit(struct unwinder *unwinder);
/*
 * Fills @calls with addresses, the sampled one first, then within the calls that lead to it,
 * @max at most. Returns how many.
 */
size_t unwinder_walk(struct unwinder *unwinder, const struct unwind_sample *sample,
		     uint64_t *calls, size_t max);

#endif /* UNWIND_H */
