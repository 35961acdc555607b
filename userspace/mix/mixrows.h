/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixrows.h - executions of instructions, folded by what the instructions are and where they stand
 */
#ifndef MIXROWS_H
#define MIXROWS_H

#include "base/texts.h"
#include "estimate.h"

/* X(identifier, name). */
#define MIXROWS_KEYS(X) \
	X(MNEMONIC, "mnemonic") \
	X(EXTENSION, "extension") \
	X(CLASS, "class") \
	X(PACKING, "packing") \
	X(PRIVILEGE, "privilege") \
	X(THREAD, "thread") \
	X(OBJECT, "object") \
	X(FUNCTION, "function") \
	X(BLOCK, "block") \
	X(LINE, "line")

enum mixrows_key {
#define MIXROWS_X(id, name) MIXROWS_##id,
	MIXROWS_KEYS(MIXROWS_X)
#undef MIXROWS_X
	MIXROWS_KEYS_COUNT
};

extern const char *const mixrows_key_names[MIXROWS_KEYS_COUNT + 1];	/* ends in NULL */

/* Only instructions whose @key is @value. */
struct mixrows_where {
	enum mixrows_key key;
	const char *value;
};

struct mixrows_options {
	enum mixrows_key keys[MIXROWS_KEYS_COUNT];
	size_t keys_count;		/* 1 at least */
	const struct mixrows_where *where;
	size_t where_count;
};

struct mixrow {
	const char *values[MIXROWS_KEYS_COUNT];	/* of each of the keys */
	double executions;
};

struct mixrows {
	struct mixrow *items;		/* most executions first */
	size_t count;
	double total;			/* of the rows */
	struct texts texts;
	struct keyindex index;
};

/* 0, or a negative errno with @fault filled. */
int mixrows_fold(struct mixrows *rows, struct recording *recording,
		 const struct estimate *estimate, const struct mixrows_options *options,
		 struct fault *fault);
void mixrows_deinit(struct mixrows *rows);

/* How far @rows, of one key, are from @exact: Nowak et al., section VII. */
struct mixrows_error {
	const char *value;
	double exact, measured;
	double error;			/* |exact - measured| / exact; of what exact lacks / total */
};

/*
 * The error of each value of either, most executions first, in memory that the caller frees, and
 * their average, weighted by exact executions. NULL: out of memory.
 */
struct mixrows_error *mixrows_compare(const struct mixrows *rows, const struct mixrows *exact,
				      size_t *count, double *average);

#endif /* MIXROWS_H */
