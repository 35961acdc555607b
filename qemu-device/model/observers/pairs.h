/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pairs.h - two counts for each pair of addresses
 *
 * A table from (first, second) to counts: it grows with the number of distinct pairs, that
 * is with code size, never with run length.
 */
#ifndef TEA_PAIRS_H
#define TEA_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tea_pair {
	uint64_t first, second;
	uint64_t counts[2];		/* [0] is not 0 in a row that is in use */
};

struct tea_pairs {
	struct tea_pair *rows;		/* open addressing: a power of two, at most half full */
	size_t capacity, used;
	bool failed;			/* memory ran out: contents are not complete */
};

/* Returns 0 or -ENOMEM. */
int tea_pairs_init(struct tea_pairs *pairs);
void tea_pairs_deinit(struct tea_pairs *pairs);

/* Add to the counts of a pair; @count is not 0. */
void tea_pairs_count(struct tea_pairs *pairs, uint64_t first, uint64_t second, uint64_t count,
		     uint64_t other);
/* Add those of another thread. */
void tea_pairs_add(struct tea_pairs *pairs, const struct tea_pairs *more);

/* All rows in the order of their addresses, to be freed by the caller. Returns 0 or -ENOMEM. */
int tea_pairs_sorted(const struct tea_pairs *pairs, struct tea_pair **rows);

#endif /* TEA_PAIRS_H */
