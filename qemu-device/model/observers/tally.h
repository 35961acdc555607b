/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tally.h - counts by key, a pair of numbers such as two addresses
 *
 * A table that grows with the number of distinct keys, that is with code size, never with run
 * length. A row takes its key and its counts.
 */
#ifndef TEA_TALLY_H
#define TEA_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tea_tally_row {
	uint64_t first, second;
	uint64_t counts[];		/* [0] is not 0 in a row that is in use */
};

struct tea_tally {
	uint64_t *words;		/* rows by open addressing: a power of two, at most half full */
	unsigned int counts;		/* of a row */
	size_t capacity, used;		/* rows */
	bool failed;			/* memory ran out: contents are not complete */
};

/* Returns 0 or -ENOMEM. */
int tea_tally_init(struct tea_tally *tally, unsigned int counts);
void tea_tally_deinit(struct tea_tally *tally);

/* The row at a place below capacity, in use or not: to look at all of them. */
static inline struct tea_tally_row *tea_tally_at(const struct tea_tally *tally, size_t place)
{
	return (struct tea_tally_row *)(tally->words + place * (2 + tally->counts));
}

/*
 * The row of a key, made if there is none; NULL where memory ran out. The caller adds to its
 * counts, to the first of them in any case, before the next call.
 */
struct tea_tally_row *tea_tally_take(struct tea_tally *tally, uint64_t first, uint64_t second);
/* Adds to the two counts of a row; @count is not 0. */
void tea_tally_count(struct tea_tally *tally, uint64_t first, uint64_t second, uint64_t count,
		     uint64_t other);
/* Adds the counts of another thread, which are as many. */
void tea_tally_add(struct tea_tally *tally, const struct tea_tally *more);

/*
 * The rows in use in the order of their keys, as many as used; the array is freed by the caller.
 * Returns 0 or -ENOMEM.
 */
int tea_tally_sorted(const struct tea_tally *tally, const struct tea_tally_row ***rows);

#endif /* TEA_TALLY_H */
