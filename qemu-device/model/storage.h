/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * storage.h - the storage of the TEA unit: bytes by structure (section 3)
 *
 * A pure function of the configuration and of the events that a PSV has a bit for. For
 * table 2's core and table 1's events it gives the paper's figures: 249 B for TEA, 57 B for
 * TIP (which picks the instruction), 306 B together.
 * The counters of stage stacks, and the memory accesses of samples (docs/tea-interface.md,
 * sections 8 and 13), are beside them, in no paper's sums.
 */
#ifndef TEA_STORAGE_H
#define TEA_STORAGE_H

#include "params.h"

enum tea_storage_unit {
	TEA_STORAGE_TEA, TEA_STORAGE_TIP, TEA_STORAGE_COUNTERS, TEA_STORAGE_MEMORY
};

struct tea_storage_part {
	const char *name;		/* the structure, and its contents */
	enum tea_storage_unit unit;
	uint32_t entries, bits;		/* entries, and bits of each */
	uint32_t extra_bits;		/* single ones beside them */
	uint32_t bytes;			/* all, rounded up */
};

#define TEA_STORAGE_PARTS	16

/*
 * Fills all @parts. @events are TEA_PSV_*, and beyond them any others that are known once an
 * instruction is in the reorder buffer: each takes a bit there and no other.
 */
void tea_storage_list(const struct tea_params *params, uint32_t events,
		      struct tea_storage_part parts[TEA_STORAGE_PARTS]);

/* Bytes of all parts of @unit. */
uint32_t tea_storage_bytes(const struct tea_params *params, uint32_t events,
			   enum tea_storage_unit unit);

#endif /* TEA_STORAGE_H */
