/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * annotation.h - one function's instructions with their cycles
 *
 * Every instruction of the function is a row, with or without cycles, in the order of
 * addresses. Cycles at an address that is not an instruction's have a row too, so the
 * rows always sum to the function.
 */
#ifndef ANNOTATION_H
#define ANNOTATION_H

#include "jumps.h"
#include "rows.h"
#include "symbols/source.h"

/* X(identifier, name): the order of instructions. */
#define ANNOTATION_SORTS(X) \
	X(CYCLES, "cycles") \
	X(ADDRESS, "address")

enum annotation_sort {
#define ANNOTATION_X(id, name) ANNOTATION_##id,
	ANNOTATION_SORTS(ANNOTATION_X)
#undef ANNOTATION_X
	ANNOTATION_SORTS_COUNT
};

extern const char *const annotation_sort_names[ANNOTATION_SORTS_COUNT + 1];	/* ends in NULL */

/* A line of the listing. */
enum annotation_line_kind {
	ANNOTATION_BLANK,
	ANNOTATION_GROUP,		/* the source line of the row's group */
	ANNOTATION_PART,		/* and that of its part of it */
	ANNOTATION_ROW,
	ANNOTATION_COLD,		/* a number of rows without cycles, left out */
	ANNOTATION_LEFT_OUT,		/* at the end: those of lines without cycles */
};

struct annotation_line {
	enum annotation_line_kind kind;
	uint32_t row;
	size_t count;
};

struct annotation {
	struct symbols_location function;	/* at its start */
	uint32_t object;
	bool unnamed;			/* a stretch of code without symbols; its name is made up */
	struct rows rows;		/* annotated */
	struct rows cycles;		/* owner of the stacks */
	struct sources *sources;
	char **texts;			/* owned disassembly and inline names */
	size_t texts_count;
	/* By annotation_group(): */
	enum annotation_sort sort;
	size_t groups_most;		/* source lines that are shown, by cycles; 0: all that have any */
	uint32_t *order;		/* rows as they are shown */
	uint32_t *groups, *parts;	/* of each row: its group, its part of the group */
	struct pics by_group, by_part;
	struct jumps jumps;		/* by address only */
	struct annotation_line *lines;
	size_t lines_count;
};

/*
 * Finds the function that @name means: "symbol", "object:symbol", or an address in it,
 * "0x..." or "object:0x..."; NULL is the one with most cycles. Only of @code, unless that is NULL.
 * Where an address, or a place named as "object+0x...", has no function it is the code with cycles
 * around it. Fills function and object. -ENOENT, or -EINVAL where several have the name, with @fault
 * filled: candidates in it.
 */
int annotation_find(struct annotation *annotation, struct recording *recording,
		    const struct recording_measure *measure,
		    const struct codefilter *code, const char *name, struct fault *fault);
/* Fills the rows of the function found. */
int annotation_fill(struct annotation *annotation, struct recording *recording,
		    const struct recording_measure *measure,
		    struct fault *fault);
/*
 * Groups instructions by the function's own source lines, to which inlined code counts, and
 * each group into parts by inlined functions and their lines. By cycles, groups and parts
 * come hottest first, the instructions of a part by address; by address, instructions
 * stay in their order, with arrows. Lays out the lines. 0 or -ENOMEM.
 */
int annotation_group(struct annotation *annotation, enum annotation_sort sort);
/* Its last step. */
int annotation_lay_out(struct annotation *annotation);
/* Text of a source line, or NULL. */
const char *annotation_source(const struct annotation *annotation,
			      const struct elfobject_line *line);
void annotation_deinit(struct annotation *annotation);

#endif /* ANNOTATION_H */
