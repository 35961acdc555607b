// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fills.c - lines on their way into an L1 cache: see fills.h
 *
 * The cycles are those of the states of BOOM 3's MSHR (mshrs.scala). LargeBoom's RTL
 * reads lines from the L2 in 17.2 cycles each, and with all 4 MSHRs at work from
 * memory in 21.6 to 23.2, as what is here does; where each has a dirty victim, in 30.
 */
#include "fills.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#define MSHR_DEPTH	4	/* intervals an MSHR remembers */
#define WRITEBACK_DEPTH	32	/* and the write-back unit */
#define LOAD_ROWS	1	/* the load that missed has its own read of the buffer */
#define LOOKUP_CYCLES	5	/* load, no load left, metadata of the victim: asked, two to come */
#define CLEAR_CYCLES	1	/* metadata of a dirty victim */
#define REQUEST_CYCLES	1	/* to the write-back unit */
#define ARRAY_CYCLES	2	/* from a row's read to the row */
#define RELEASE_CYCLES	1	/* the load-store unit is told */
#define FINISH_CYCLES	3	/* last replay, metadata, ack; then it can be found free */

int tea_fills_init(struct tea_fills *fills, unsigned int mshrs, unsigned int rows,
		   unsigned int release)
{
	assert(mshrs <= TEA_FILLS_MAX);
	memset(fills->data, 0, sizeof(fills->data));
	memset(fills->done, 0, sizeof(fills->done));
	fills->last = (struct tea_fill){ .data = 0 };
	fills->rows = rows;
	fills->release = release;
	if (tea_booking_init(&fills->mshrs, mshrs, MSHR_DEPTH))
		return -ENOMEM;
	return tea_booking_init(&fills->writeback, 1, WRITEBACK_DEPTH);
}

void tea_fills_deinit(struct tea_fills *fills)
{
	tea_booking_deinit(&fills->writeback);
	tea_booking_deinit(&fills->mshrs);
}

cycle_t tea_fills_find(const struct tea_fills *fills, cycle_t now, cycle_t latency,
		       unsigned int *mshr)
{
	if (fills->rows)
		latency += LOOKUP_CYCLES + LOAD_ROWS + fills->rows + FINISH_CYCLES;
	return tea_booking_find(&fills->mshrs, now, latency, mshr);
}

/* @begin, or where it can be behind those of @ends that @rows cycles from it on run into. */
static cycle_t ends_follow(const cycle_t *ends, const cycle_t *stop, cycle_t begin, cycle_t rows)
{
	for (; ends < stop; ends++)
		if (*ends - begin - 1 < 2 * rows - 1)
			begin = *ends;
	return begin;
}

/*
 * End of @rows cycles of the port from @begin on, or after those of other lines, which are
 * as long and end in @ends, at the @last. MSHRs are taken in turn, so from behind @mshr on
 * they are from old to new: the first pass finds the place, as a rule.
 */
static cycle_t port_follow(const struct tea_fills *fills, const cycle_t *ends, cycle_t last,
			   unsigned int mshr, cycle_t begin, cycle_t rows)
{
	const cycle_t *behind = ends + mshr + 1, *stop = ends + fills->mshrs.count;
	cycle_t from = begin + 1;

	while (begin < last && from != begin) {
		from = begin;
		begin = ends_follow(behind, stop, begin, rows);
		begin = ends_follow(ends, behind, begin, rows);
	}
	return begin + rows;
}

/* The beats until @data put off the copies that are not over. */
static void port_put_off(struct tea_fills *fills, cycle_t data)
{
	if (fills->last.done + fills->rows <= data)
		return;
	fills->last.done += fills->rows;
	for (unsigned int i = 0; i < fills->mshrs.count; i++) {
		if (fills->data[i] >= data || fills->done[i] + fills->rows <= data)
			continue;
		fills->done[i] += fills->rows;
		tea_booking_extend(&fills->mshrs, i, fills->rows);
	}
}

/* The victim goes, from @now or when the unit is free. Returns when it begins to leave. */
static cycle_t victim_write_back(struct tea_fills *fills, cycle_t now)
{
	cycle_t read = REQUEST_CYCLES + fills->rows + ARRAY_CYCLES;
	cycle_t busy = read + RELEASE_CYCLES + fills->rows + fills->release;
	unsigned int unit;
	cycle_t begin = tea_booking_find(&fills->writeback, now, busy, &unit);

	tea_booking_take(&fills->writeback, unit, begin, begin + busy);
	return begin + read;
}

/* What follows the last beat, through the line buffer. */
static void fill_copy(struct tea_fills *fills, struct tea_fill *fill, unsigned int mshr,
		      bool dirty)
{
	cycle_t begin = fill->data + LOOKUP_CYCLES;

	if (dirty)
		begin = fill->released = victim_write_back(fills, begin + CLEAR_CYCLES);
	fill->done = port_follow(fills, fills->done, fills->last.done, mshr, begin,
				 LOAD_ROWS + fills->rows);
}

struct tea_fill tea_fills_take(struct tea_fills *fills, unsigned int mshr, cycle_t begin,
			       cycle_t data, bool dirty)
{
	struct tea_fill fill = { .data = data, .done = data, .released = data };
	cycle_t end = data;

	if (fills->rows) {
		fill.data = port_follow(fills, fills->data, fills->last.data, mshr,
					data > fills->rows ? data - fills->rows : 0, fills->rows);
		port_put_off(fills, fill.data);
		fill_copy(fills, &fill, mshr, dirty);
		end = fill.done + FINISH_CYCLES;
		if (fill.data > fills->data[mshr]) {
			fills->data[mshr] = fill.data;
			fills->done[mshr] = fill.done;
		}
		fills->last.data = cycle_max(fills->last.data, fill.data);
		fills->last.done = cycle_max(fills->last.done, fill.done);
	}
	tea_booking_take(&fills->mshrs, mshr, begin, end);
	return fill;
}

cycle_t tea_fills_merge(struct tea_fills *fills, unsigned int mshr, cycle_t data)
{
	if (!fills->rows || fills->data[mshr] != data)
		return data;
	tea_booking_extend(&fills->mshrs, mshr, 1);
	fills->last.done = cycle_max(fills->last.done, ++fills->done[mshr]);
	return fills->done[mshr];
}
