/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixrows.h - executions of instructions, folded by their properties and their places
 */
#ifndef MIXROWS_H
#define MIXROWS_H

#include "analysis/places/rows.h"
#include "base/texts.h"
#include "estimate.h"
#include "mixkeys.h"

/* Only instructions whose @key is @value. */
struct mixrows_where {
	enum mixkey key;
	const char *value;
};

struct mixrows_options {
	enum mixkey keys[MIXKEYS_COUNT];
	size_t keys_count;		/* 1 at least */
	const struct mixrows_where *where;
	size_t where_count;
	const struct mixgroups *groups;	/* for that key; NULL: none */
	const struct codefilter *code;	/* only of this code; NULL: all */
};

struct mixrow {
	const char *values[MIXKEYS_COUNT];	/* of each of the keys */
	double executions;
	double by_records;		/* of these, those that are the records' */
	double biased;			/* of these, those in blocks that are flagged: bias.h */
	struct mixrow_chance {
		double samples;		/* that they come from; 0: they were counted */
		double squares;		/* of each sample's contribution, summed up */
	} chance;
};

struct mixrows {
	struct mixrow *items;		/* most executions first */
	size_t count;
	double total;			/* of the rows */
	struct mixrow_chance chance;	/* of all rows */
	struct texts texts;
	struct keyindex index;
};

/*
 * Rows of instructions; where edges are among the keys or conditions, of these, whose executions
 * are how often control went that way. 0, or a negative errno with @fault filled.
 */
int mixrows_fold(struct mixrows *rows, struct recording *recording,
		 const struct estimate *estimate, const struct mixrows_options *options,
		 struct fault *fault);
void mixrows_deinit(struct mixrows *rows);
/* Is @key among the keys or conditions? Are the rows of edges, for it is theirs? */
bool mixrows_ask(const struct mixrows_options *options, enum mixkey key);
bool mixrows_of_edges(const struct mixrows_options *options);

/* How far @rows, of one key, are from @exact: Nowak et al., section VII. */
struct mixrows_error {
	const char *value;
	double exact, measured;
	double error;			/* |exact - measured| / exact; / total if exact has none */
};

/*
 * The error of each value of either, most executions first, in memory that the caller frees, and
 * their average, weighted by exact executions. NULL: out of memory.
 */
struct mixrows_error *mixrows_compare(const struct mixrows *rows, const struct mixrows *exact,
				      size_t *count, double *average);

#endif /* MIXROWS_H */
