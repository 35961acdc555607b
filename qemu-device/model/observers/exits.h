/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exits.h - the exits of the last operations from the ROB: its head, at any time
 *
 * The head in a cycle is the first operation that leaves in it or later. Exits are in program
 * order, so a reader that asks for rising times has a number that only grows; several readers
 * can ask, each with its own number. Other data of the operations are the user's, in arrays
 * of as many elements:
 *
 *	number     40  41  42  43  44
 *	end        17  17  18  25  25
 *	                    ^ head from 17 on, 43 from 18 on
 *
 * Amortised O(1) for each operation and each question. Times are in the user's unit: cycles, or
 * slots.
 */
#ifndef TEA_EXITS_H
#define TEA_EXITS_H

#include <stdbool.h>
#include <stdint.h>

struct tea_exits {
	uint64_t *ends;			/* first time behind the exit, [number & mask] */
	uint32_t mask;
	uint64_t count;			/* of all that came */
};

/* For a ROB of @rob entries, and the operation that comes next. Returns 0 or -ENOMEM. */
int tea_exits_init(struct tea_exits *exits, uint32_t rob);
void tea_exits_deinit(struct tea_exits *exits);

/* Elements of an array beside this one. */
static inline uint32_t tea_exits_size(const struct tea_exits *exits)
{
	return exits->mask + 1;
}

/* The next operation is out of the ROB at @end, which never falls. Returns its place. */
static inline uint32_t tea_exits_add(struct tea_exits *exits, uint64_t end)
{
	uint32_t place = (uint32_t)exits->count++ & exits->mask;

	exits->ends[place] = end;
	return place;
}

/*
 * Find the ROB's head at @time, which never falls for the same *@head, at first 0: its place,
 * and its number in *@head. Returns false if the ROB is empty.
 */
static inline bool tea_exits_find(const struct tea_exits *exits, uint64_t *head, uint64_t time,
				  uint32_t *place)
{
	/* forgotten ones have left */
	if (exits->count - *head > exits->mask)
		*head = exits->count - exits->mask - 1;
	for (; *head != exits->count; ++*head) {
		*place = (uint32_t)*head & exits->mask;
		if (exits->ends[*place] > time)
			return true;
	}
	return false;
}

#endif /* TEA_EXITS_H */
