/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.h - why threads wait, off the CPU: the categories of their stacks
 *
 * A wait lasts from where a thread leaves the CPU to where it runs again. Its category is the
 * system call that the thread is in; or that it was ready to run all the time, or from when it
 * was woken on, and others had the CPU.
 */
#ifndef WAITS_H
#define WAITS_H

#include "category.h"

enum waits_category {
	WAITS_PREEMPTED,
	WAITS_WOKEN,
	WAITS_NO_CALL,
	WAITS_UNKNOWN,
	WAITS_CALLS,			/* the first system call; its neighbours follow */
};

/* One part is a nanosecond. */
#define WAITS_PARTS_PER_UNIT	1000

extern const struct category_kind category_waits;

/* That of system call @number of the recorded kernel: WAITS_UNKNOWN, if it is none of those known. */
uint16_t waits_of_call(uint64_t number);

/* Not for anything that the thread asked for: it could run. */
static inline bool waits_could_run(uint16_t category)
{
	return category == WAITS_PREEMPTED || category == WAITS_WOKEN;
}

#endif /* WAITS_H */
