/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.h - recordings of one program, of many machines or runs, as one profile
 *
 * One recording after the other is read, added and closed, in the order of the list. What is kept
 * are sums: of each instruction, category and commit state the parts of each group of machines
 * (docs/merge.md). So memory is bounded by instructions and groups, and by the largest recording,
 * not by their number.
 */
#ifndef MERGE_H
#define MERGE_H

#include <stdio.h>

#include "mergecells.h"
#include "mergelist.h"
#include "recording/recording.h"

/* A row's parts in a group. */
struct merge_part {
	uint64_t parts;
	uint32_t group;
};

struct merge_row {
	uint64_t place;			/* in the object: mergeobjects.c */
	uint64_t address;		/* in the profile, once that is laid out */
	uint64_t parts;			/* of all groups */
	uint32_t object;		/* of objects */
	uint32_t cell;			/* of cells */
	uint16_t category;
	uint8_t state;			/* or PICS_NO_STATE */
	struct merge_part *groups;	/* those that have any, in their order */
	size_t groups_count;
};

/* A build of a file, of whatever path; code without a file, by its name. */
struct merge_object {
	const char *path;		/* that it had first */
	const char *build;		/* build id or hash of its code; NULL: neither is known */
	const char *file;		/* the recording that had it first */
	enum symbols_kind kind;
	uint32_t symbols_object;	/* of cells' symbols */
	bool hashed;			/* build is a hash */
	bool folded; /* its addresses mean nothing elsewhere: all are one place */
	uint64_t low, high;		/* of its places */
	uint64_t start;			/* of low, rounded down to a page, in the profile */
};

/* A note that recordings have. */
struct merge_told {
	const char *text;
	const char *file;		/* the first of them */
	size_t recordings;
};

/* What all recordings have in common. */
struct merge_facts {
	const char *file;		/* the first; NULL: there is none so far */
	enum measure measure;
	const char *event, *comm, *arch;
	const struct category_kind *kind;
	struct category_list *categories;	/* the kind's, if the file brought it; or NULL */
	enum tea_stack stage;
	uint32_t parts_per_unit;
	struct recording_setting *settings;
	size_t settings_count;
};

/* Zeroed memory is none. */
struct merge {
	const struct mergelist *list;
	struct merge_facts facts;
	struct texts texts;
	struct merge_object *objects;
	size_t objects_count;
	struct keyindex objects_by_path, objects_by_build;
	struct merge_row *rows;
	size_t rows_count;
	struct keyindex rows_index;
	uint64_t parts, samples, lost, unknown, cycles, instructions;
	bool lacks_instructions;	/* of some recording they are not known */
	uint64_t period_least, period_most;	/* 0: not fixed */
	const char *kernel_file;	/* the first recording with the kernel, and of that: */
	uint64_t kernel_text;
	const char *kernel_reference;
	unsigned int measures;		/* that any of the recordings has: a bit for each */
	uint64_t threads;		/* the most that one has */
	uint64_t chained, elsewhere;	/* parts with callchains, parts of code without a file */
	const char *lost_file; /* the recording that lost the largest part of its samples, */
	double lost_share;		/* and how much */
	struct mergecells cells;
	double between; /* share of the variance that is between machines; NAN: none */
	struct merge_told told[NOTES_MAX + 1];	/* one more than notes have room for */
	size_t told_count;
	struct notes notes;		/* on the sums, and then what is told of recordings */
};

/*
 * Reads all recordings of @list, as @options have it but for the path. 0, or a negative errno with
 * @fault filled: one cannot be read, is empty, or is not of what the others are of.
 */
int merge_read(struct merge *merge, const struct mergelist *list,
	       const struct recording_options *options, struct fault *fault);
/* Writes the profile: docs/profile-format.md. */
void merge_write(struct merge *merge, FILE *file);
void merge_deinit(struct merge *merge);

#endif /* MERGE_H */
