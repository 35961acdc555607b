/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed_run.h - operations of a recorded stream as a run of a block, see isa/block.h
 *
 * The block is made for each run, while a translator makes it once.
 */
#ifndef TEA_TEST_PACKED_RUN_H
#define TEA_TEST_PACKED_RUN_H

#include "isa/block.h"

struct packed_run {
	struct tea_run run;
	uint64_t words[TEA_BLOCK_MAX];
	struct tea_block *block;	/* room for TEA_BLOCK_MAX recipes */
};

void packed_run_init(struct packed_run *packed);
void packed_run_deinit(struct packed_run *packed);

/*
 * Pack the first operations in @ops, of @count, that make one run: @most at most. Returns how
 * many; 0: the first one has to be stepped.
 */
unsigned int packed_run_make(struct packed_run *packed, const struct tea_op *ops,
			     unsigned int count, unsigned int most);

#endif /* TEA_TEST_PACKED_RUN_H */
