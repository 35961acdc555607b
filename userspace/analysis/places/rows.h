/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.h - places folded into what a view shows: functions, lines, threads, ...
 *
 * Every place goes into exactly one row, so rows sum to the total. Places of an object without any
 * functions are one row, named by the lowest of them. A place in a function without line
 * information, or without code to find blocks in, is a row of that function; by loop, so is all
 * code of a function outside its loops. Rows by data need places that were kept by data, rows by time
 * need samples that were kept one by one. The system call is in the callchain of cycles; for waits it is
 * their category. Rows by sharing are lines at which harts waited for each other, longest wait first, and
 * one of all else.
 */
#ifndef ROWS_H
#define ROWS_H

#include "codefilter.h"
#include "flow.h"
#include "functions.h"
#include "recording/recording.h"
#include "sharing.h"

/* X(identifier, name). */
#define ROWS_BY(X) \
	X(FUNCTION, "function") \
	X(LINE, "line") \
	X(INSTRUCTION, "instruction") \
	X(BLOCK, "block") \
	X(LOOP, "loop") \
	X(OBJECT, "object") \
	X(THREAD, "thread") \
	X(CPU, "cpu") \
	X(INLINED, "inlined") \
	X(FIELD, "field") \
	X(TIME, "time") \
	X(PRIVILEGE, "privilege") \
	X(SYSCALL, "syscall") \
	X(DATA, "data") \
	X(DATA_FIELD, "data-field") \
	X(DATA_LINE, "data-line") \
	X(SHARING, "sharing")

enum rows_by {
#define ROWS_X(id, name) ROWS_BY_##id,
	ROWS_BY(ROWS_X)
#undef ROWS_X
	ROWS_BY_COUNT
};

extern const char *const rows_by_names[ROWS_BY_COUNT + 1];	/* ends in NULL */

#define ROWS_TIMES_MOST	25		/* rows by time, but for one that is cut by the ends */
#define ROWS_SLICES_MOST	1000	/* equal ones, where their number is given */

/* Slots beside the rows' own stacks: of the stages, and of floating-point units with their operations. */
enum rows_slots_of {
	ROWS_STAGES,
	ROWS_FLOPS,
	ROWS_OPERATIONS,
	ROWS_SLOTS
};

struct row {
	struct symbols_location location;	/* of the lowest address in it */
	uint64_t end;			/* of a block or loop: behind its last instruction; or 0 */
	uint64_t begin_ns, end_ns;	/* of rows by time: samples of [begin, end) */
	uint64_t instructions;		/* of slices of slots: its own */
	uint64_t lived_ns, unsched_ns;	/* of rows.has_lives; 0, 0: not known */
	struct elfobject_line line;		/* file NULL: not known */
	const struct recording_thread *thread;
	uint32_t object, cpu;
	const char *field;		/* of rows by field or data: what is accessed; else NULL */
	const char *where;		/* of rows by data: an object's path, or a kind of memory; or NULL */
	uint32_t data_object;		/* which where is, of symbols; or KEYINDEX_NONE */
	bool has_data_line;		/* of rows by line of data, or by sharing: it has one */
	uint64_t data_line;		/* the first address in it */
	unsigned int names;		/* in field */
	const struct sharing_line *shared;	/* of rows by sharing: the line; NULL: all else */
	const char *level;		/* of rows by privilege or system call: which; else NULL */
	size_t others;			/* not 0: the last row, in place of this many left out */
	const struct pics_stack *stack;
	const struct pics_stack *inclusive;	/* with its callees; NULL: not asked for */
	const struct pics_stack *slots[ROWS_SLOTS];	/* NULL: none, or not asked for */
	/* annotate only: */
	const char *disassembly;	/* NULL: no instruction */
	const char *inlined;		/* functions inlined there, "inner < outer" */
	const char *source;		/* text of the line, if available */
	struct elfobject_line outer;	/* in the function itself: of inlined code, the call */
	struct flow flow;
	double executions;		/* of rows.has_executions */
};

/* Folded as the rows' own stacks are. */
struct rows_slots {
	struct pics pics;		/* by row as it was folded */
	struct pics rest;		/* one stack, place 0: rows left out by rows_limit() */
	struct pics total;		/* one stack, place 0: all, of places that are in no row, too */
};

struct jumps;

struct rows {
	enum rows_by by;
	const struct recording_measure *measure;	/* whose stacks these are */
	bool annotated;			/* rows are one function's instructions */
	const struct jumps *jumps;	/* arrows beside these; or NULL */
	bool has_executions;		/* of each row it is known how often it was executed */
	bool has_lives;			/* rows are threads, and most have a life: see lives.h */
	struct row *rows;		/* most cycles first */
	size_t count;
	uint64_t unresolved;		/* parts whose function has no name */
	uint64_t *unresolved_by_object;
	uint64_t filtered;		/* parts in other objects and functions than asked for */
	struct pics pics;		/* by row */
	struct pics inclusive;		/* by number in functions of the calls */
	struct pics rest;		/* one stack, place 0: rows left out by rows_limit() */
	struct pics total;		/* one stack, place 0: all of it */
	struct rows_slots slots[ROWS_SLOTS];
	struct functions functions;
	struct sharing sharing;		/* of rows by sharing */
};

/* Only places inside of [begin, end) of @object. */
struct rows_range {
	uint32_t object;
	uint64_t begin, end;		/* the object's own addresses */
};

struct rows_options {
	enum rows_by by;
	const struct rows_range *range;	/* NULL: anywhere */
	const struct codefilter *code;	/* NULL: all of it */
	/*
	 * Of rows by time: the whole run in so many equal slices, with those in which there is
	 * nothing; 0: lengths that are read easily, and only those in which there is something.
	 */
	size_t slices;
};

/* Does @location of @object pass? */
bool rows_want(const struct rows_options *options, uint32_t object,
	       const struct symbols_location *location);
/* Are rows data, and not code? */
static inline bool rows_by_data(enum rows_by by)
{
	return by == ROWS_BY_DATA || by == ROWS_BY_DATA_FIELD || by == ROWS_BY_DATA_LINE ||
	       by == ROWS_BY_SHARING;
}
/* Have rows an address each? Those that stand for more than one have none of their own. */
bool rows_have_addresses(const struct rows *rows);
/* The best name there is for the row's place; @text is where one may be made up. */
#define ROWS_NAME_TEXT	1024
const char *row_name(const struct rows *rows, const struct row *row, char text[ROWS_NAME_TEXT]);
/* 0 or -ENOMEM. */
int rows_fold(struct rows *rows, struct recording *recording,
	      const struct recording_measure *measure, const struct rows_options *options);
void rows_deinit(struct rows *rows);

/*
 * Leaves the first @top rows (0: all), and of these those of at least @percent of the
 * total; the others become one last row. 0 or -ENOMEM.
 */
int rows_limit(struct rows *rows, size_t top, double percent);

#endif /* ROWS_H */
