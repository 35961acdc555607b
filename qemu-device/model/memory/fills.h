/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fills.h - lines on their way into an L1 cache: MSHRs, line buffer, write-backs
 *
 * BOOM's data cache writes the beats of a line into a line buffer, answers the loads
 * that wait, looks up the victim, copies the line row by row into its array, and
 * replays the stores. The MSHR is held until then. The buffer has one port, of a row
 * a cycle: beats come first, and the copies of lines follow one another.
 *
 *	begin            data                             done       end
 *	| memory | beats | load 1, lookup 4 | load, copy  | finish 3 |
 *	  port:    rows                       1 + rows
 *
 * (The load reads its row when it is answered; here that is next to the copy.) The beats of each
 * line that comes meanwhile delay a copy that is not over, and with it its MSHR; so does each other
 * load that waits for such a line and reads the buffer. Lines are simulated in program order, while
 * their cycles go back and forth: a line delays only those simulated before.
 *
 * A dirty victim goes before the copy: its rows are read, then sent, and then the one
 * unit that does so waits for the acknowledgement, before it takes another:
 *
 *	... lookup 5 | clear 1 | request 1 | rows, 2 | load, copy ...
 *	                       | request 1 | rows, 2 | release 1 | rows | acknowledged |
 */
#ifndef TEA_FILLS_H
#define TEA_FILLS_H

#include <stdbool.h>

#include "time/booking.h"

struct tea_misstrace;
struct tea_misstrace_l1;

#define TEA_FILLS_MAX	64	/* MSHRs */

struct tea_fill {
	cycle_t data;		/* the last beat is there */
	cycle_t done;		/* the port has done its work for the line */
	cycle_t released;	/* a dirty victim begins to leave */
	cycle_t end;		/* the MSHR is free, as far as is known */
};

#define TEA_FILLS_GROUP	4	/* of MSHRs, passed over at once */

/* The end of each use of the port: one that begins no earlier follows none of them. */
struct tea_fills_ends {
	cycle_t of[TEA_FILLS_MAX];	/* the latest fill of each MSHR */
	cycle_t group[TEA_FILLS_MAX / TEA_FILLS_GROUP];	/* the last ever of each group */
	cycle_t last;			/* of all */
};

struct tea_fills {
	struct tea_booking mshrs, writeback;
	struct tea_fills_ends data, done;
	cycle_t reads, read_data;	/* by loads that waited in a cycle: no delay yet */
	cycle_t rows;		/* of a line; 0: no line buffer, an MSHR is free with the data */
	cycle_t release;	/* from a victim's last row sent to the acknowledgement */
	const struct tea_misstrace *trace;	/* NULL: the critical path is not recorded */
	const struct tea_misstrace_l1 *places;	/* of it */
};

/* Returns 0, or -ENOMEM. */
int tea_fills_init(struct tea_fills *fills, unsigned int mshrs, unsigned int rows,
		   unsigned int release);
void tea_fills_deinit(struct tea_fills *fills);

/*
 * Earliest cycle, @now or later, in which an MSHR, returned in @mshr, can take a miss whose data
 * comes @latency cycles later.
 */
cycle_t tea_fills_find(struct tea_fills *fills, cycle_t now, cycle_t latency, unsigned int *mshr);

/*
 * @mshr takes a miss in cycle @begin, whose last beat can be there in @data; its victim is @dirty
 * or not. Returns when it is there, and the later steps: delayed by earlier lines.
 */
struct tea_fill tea_fills_take(struct tea_fills *fills, unsigned int mshr, cycle_t begin,
			       cycle_t data, bool dirty);

/*
 * One request more waits for the line that @mshr brings, with its data in cycle @data:
 * it is answered in a cycle of its own. Returns when the port has done its work then.
 */
cycle_t tea_fills_merge(struct tea_fills *fills, unsigned int mshr, cycle_t data);

#endif /* TEA_FILLS_H */
