/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixes.h - a run's samples for instruction mixes beside its exact counts
 */
#ifndef MIXES_H
#define MIXES_H

#include "mix/mixrows.h"

/* One reading of a profile: of its samples, or of its counts. */
struct side {
	struct recording recording;
	struct estimate estimate;
};

struct mixes_block {
	const struct estimate_item *first;	/* of the exact ones */
	uint32_t length, divisions, loads, transfers;
	double executions;
};

struct mixes {
	struct side sampled, exact;
	struct mixrows rows;		/* exact, by mnemonic */
	struct mixes_block *blocks;	/* most instructions first */
	size_t blocks_count;
};

/* Fills in the blocks. 0 or -ENOMEM with @fault filled. */
int mixes_find_blocks(struct mixes *mixes, struct fault *fault);
/* Prints `block` for @most of them at most; and `length`, for all. */
void mixes_put_blocks(struct mixes *mixes, size_t most);
void mixes_put_lengths(const struct mixes *mixes);

/* Lines `chance`. 0 or -ENOMEM with @fault filled. */
int mixes_put_chance(struct mixes *mixes, struct fault *fault);

#endif /* MIXES_H */
