/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.h - places folded into what a view shows: functions, lines, threads, ...
 *
 * Every place goes into exactly one row, so rows sum to the recording's total. A place
 * whose function is not known is a row of its own, as object and offset; a place in
 * a function without line information is a row of that function.
 */
#ifndef ROWS_H
#define ROWS_H

#include "recording/recording.h"

/* X(identifier, name). */
#define ROWS_BY(X) \
	X(FUNCTION, "function") \
	X(LINE, "line") \
	X(INSTRUCTION, "instruction") \
	X(THREAD, "thread") \
	X(OBJECT, "object")

enum rows_by {
#define ROWS_X(id, name) ROWS_BY_##id,
	ROWS_BY(ROWS_X)
#undef ROWS_X
	ROWS_BY_COUNT
};

extern const char *const rows_by_names[ROWS_BY_COUNT + 1];	/* ends in NULL */

struct row {
	struct symbols_location location;	/* of the lowest address in it */
	struct elfobject_line line;		/* file NULL: not known */
	const struct recording_thread *thread;
	uint32_t object;
	const struct pics_stack *stack;
	const char *disassembly;	/* annotate only, else NULL */
	const char *inlined;		/* functions inlined there, "inner < outer" */
	const char *source;		/* text of the line, where it is to be had */
};

struct rows {
	enum rows_by by;
	bool annotated;			/* rows are one function's instructions, by address */
	struct row *rows;		/* most cycles first */
	size_t count;
	uint64_t unresolved;		/* parts whose function is not known */
	uint64_t *unresolved_by_object;
	struct pics pics;		/* by row */
	struct pics total;		/* one stack, place 0: all of it */
};

/* Only places inside of [begin, end) of @object, if there is a filter. */
struct rows_filter {
	uint32_t object;
	uint64_t begin, end;		/* the object's own addresses */
};

/* 0 or -ENOMEM. */
int rows_fold(struct rows *rows, struct recording *recording, enum rows_by by,
	      const struct rows_filter *filter);
void rows_deinit(struct rows *rows);

#endif /* ROWS_H */
