// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fills.c - lines on their way into an L1 cache: see fills.h
 *
 * The cycles are those of the states of BOOM 3's MSHR (mshrs.scala). LargeBoom's RTL reads lines
 * from the L2 in 17.2 cycles each, and with all 4 MSHRs busy from memory in 21.6 to 23.2, as this
 * model does; with dirty victims, in 30.
 */
#include "fills.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "misstrace.h"

#define MSHR_DEPTH	4	/* intervals an MSHR remembers */
#define WRITEBACK_DEPTH	32	/* and the write-back unit */
#define LOAD_ROWS	1	/* the load that missed has its own read of the buffer */
#define LOOKUP_CYCLES	5	/* load, no load left, metadata of the victim: asked, two to come */
#define CLEAR_CYCLES	1	/* metadata of a dirty victim */
#define REQUEST_CYCLES	1	/* to the write-back unit */
#define ARRAY_CYCLES	2	/* from a row's read to the row */
#define RELEASE_CYCLES	1	/* the load-store unit is notified */
#define FINISH_CYCLES	3	/* last replay, metadata, ack; then it can be found free */

int tea_fills_init(struct tea_fills *fills, unsigned int mshrs, unsigned int rows,
		   unsigned int release)
{
	assert(mshrs <= TEA_FILLS_MAX);
	memset(&fills->data, 0, sizeof(fills->data));
	memset(&fills->done, 0, sizeof(fills->done));
	fills->reads = fills->read_data = 0;
	fills->rows = rows;
	fills->release = release;
	fills->trace = NULL;
	fills->places = NULL;
	if (tea_booking_init(&fills->mshrs, mshrs, MSHR_DEPTH))
		return -ENOMEM;
	return tea_booking_init(&fills->writeback, 1, WRITEBACK_DEPTH);
}

void tea_fills_deinit(struct tea_fills *fills)
{
	tea_booking_deinit(&fills->writeback);
	tea_booking_deinit(&fills->mshrs);
}

static unsigned int count_groups(const struct tea_fills *fills)
{
	return (fills->mshrs.count + TEA_FILLS_GROUP - 1) / TEA_FILLS_GROUP;
}

/* The turn of @mshr ends in @end, perhaps later than that of others. */
static void ends_set(struct tea_fills_ends *ends, unsigned int mshr, cycle_t end)
{
	cycle_t *group = &ends->group[mshr / TEA_FILLS_GROUP];

	ends->of[mshr] = end;
	*group = cycle_max(*group, end);
	ends->last = cycle_max(ends->last, end);
}

/* @begin, or where it can be behind those of @group that @rows cycles from it on run into. */
static cycle_t group_follow(const struct tea_fills_ends *ends, unsigned int group, cycle_t begin,
			    cycle_t rows)
{
	const cycle_t *of = &ends->of[group * TEA_FILLS_GROUP];

	if (begin >= ends->group[group])
		return begin;
	for (unsigned int i = 0; i < TEA_FILLS_GROUP; i++)
		if (of[i] - begin - 1 < 2 * rows - 1)
			begin = of[i];
	return begin;
}

/*
 * End of @rows cycles of the port from @begin on, or after those of other lines, which are
 * as long and end in @ends. MSHRs are taken in turn, so from behind that of @mshr on their
 * groups are from old to new: the first pass finds the place, as a rule.
 */
static cycle_t port_follow(const struct tea_fills *fills, const struct tea_fills_ends *ends,
			   unsigned int mshr, cycle_t begin, cycle_t rows)
{
	const unsigned int groups = count_groups(fills), newest = mshr / TEA_FILLS_GROUP;
	cycle_t from = begin + 1;

	while (begin < ends->last && from != begin) {
		from = begin;
		for (unsigned int i = newest + 1; i < groups; i++)
			begin = group_follow(ends, i, begin, rows);
		for (unsigned int i = 0; i <= newest; i++)
			begin = group_follow(ends, i, begin, rows);
	}
	return begin + rows;
}

/* Use of the port for @cycles from @begin on, for a line whose data is there in @data. */
struct turn {
	cycle_t begin, cycles, data;
};

/* As port_put_off(), of the MSHRs of @group. */
static void group_put_off(struct tea_fills *fills, unsigned int group, struct turn turn)
{
	const unsigned int first = group * TEA_FILLS_GROUP;
	struct tea_fills_ends *done = &fills->done;
	cycle_t latest = done->group[group];

	for (unsigned int i = first; i < first + TEA_FILLS_GROUP; i++) {
		if (done->of[i] <= turn.begin || fills->data.of[i] >= turn.data)
			continue;
		done->of[i] += turn.cycles;
		latest = cycle_max(latest, done->of[i]);
		tea_booking_extend(&fills->mshrs, i, turn.cycles);
	}
	done->group[group] = latest;
}

/* Beats, and reads of loads, delay the copies of other lines that are not over. */
static void port_put_off(struct tea_fills *fills, struct turn turn)
{
	const unsigned int groups = count_groups(fills);

	if (fills->done.last <= turn.begin)
		return;
	fills->done.last += turn.cycles;
	for (unsigned int i = 0; i < groups; i++)
		if (fills->done.group[i] > turn.begin)
			group_put_off(fills, i, turn);
}

/* Reads of loads delay other lines: all reads for one line in one step, since they are many. */
static inline void reads_settle(struct tea_fills *fills)
{
	if (!fills->reads)
		return;
	port_put_off(fills, (struct turn){ fills->read_data, fills->reads, fills->read_data });
	fills->reads = 0;
}

cycle_t tea_fills_find(struct tea_fills *fills, cycle_t now, cycle_t latency, unsigned int *mshr)
{
	reads_settle(fills);
	if (fills->rows)
		latency += LOOKUP_CYCLES + LOAD_ROWS + fills->rows + FINISH_CYCLES;
	return tea_booking_find(&fills->mshrs, now, latency, mshr);
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

/* The steps after the last beat, through the line buffer. */
static void fill_copy(struct tea_fills *fills, struct tea_fill *fill, unsigned int mshr,
		      bool dirty)
{
	cycle_t begin = fill->data + LOOKUP_CYCLES;

	if (dirty)
		begin = fill->released = victim_write_back(fills, begin + CLEAR_CYCLES);
	fill->done = port_follow(fills, &fills->done, mshr, begin, LOAD_ROWS + fills->rows);
}

struct tea_fill tea_fills_take(struct tea_fills *fills, unsigned int mshr, cycle_t begin,
			       cycle_t data, bool dirty)
{
	struct tea_fill fill = { .data = data, .done = data, .released = data };
	cycle_t end = data;

	if (fills->rows) {
		fill.data = port_follow(fills, &fills->data, mshr,
					data > fills->rows ? data - fills->rows : 0, fills->rows);
		port_put_off(fills, (struct turn){ fill.data - fills->rows, fills->rows, fill.data });
		fill_copy(fills, &fill, mshr, dirty);
		end = fill.done + FINISH_CYCLES;
		if (fill.data > fills->data.of[mshr]) {
			ends_set(&fills->data, mshr, fill.data);
			ends_set(&fills->done, mshr, fill.done);
		}
		fills->data.last = cycle_max(fills->data.last, fill.data);
		fills->done.last = cycle_max(fills->done.last, fill.done);
	}
	TEA_MISSTRACE(fills->trace, fill, fills, &fill, mshr, data, end);
	tea_booking_take(&fills->mshrs, mshr, begin, end);
	fill.end = end;
	return fill;
}

cycle_t tea_fills_merge(struct tea_fills *fills, unsigned int mshr, cycle_t data)
{
	if (!fills->rows || fills->data.of[mshr] != data)
		return data;
	if (fills->read_data != data)
		reads_settle(fills);
	fills->read_data = data;
	fills->reads++;
	tea_booking_extend(&fills->mshrs, mshr, 1);
	ends_set(&fills->done, mshr, fills->done.of[mshr] + 1);
	return fills->done.of[mshr];
}
