// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spans.c - the attribution contract: see spans.h
 *
 *	        c(i-1)             d(i)              c(i)
 *	          |  drained/flushed |    stalled     |
 *	time  ----+---+--------------+----------------+---+---->
 *	       compute                                 compute
 */
#include <assert.h>

#include "spans.h"

void tea_spans_init(struct tea_spans *spans, cycle_t now, tea_span_sink sink, void *opaque)
{
	*spans = (struct tea_spans){ .now = now, .sink = sink, .opaque = opaque };
}

/* Give out @span: it begins where the last one ended, so lengths sum to the cycles. */
static void emit(struct tea_spans *spans, const struct tea_span *span)
{
	assert(span->begin == spans->now && span->end > span->begin);
	spans->now = span->end;
	spans->sink(spans->opaque, span);
}

/* All cycles up to @end belong to one instruction. */
static void emit_single(struct tea_spans *spans, cycle_t end, enum tea_commit_state state,
			struct tea_span_owner owner)
{
	struct tea_span span;

	span.begin = spans->now;
	span.end = end;
	span.state = (uint8_t)state;
	span.slots = 1;
	span.privilege = owner.privilege;
	span.psv[0] = owner.psv;
	span.site[0] = owner.site;
	span.pc[0] = owner.pc;
	span.addr[0] = owner.addr;
	span.mem[0] = owner.mem;
	emit(spans, &span);
}

/* Ends the joined span, and with it a compute cycle that was open when it began. */
static void close_joined(struct tea_spans *spans)
{
	struct tea_span *span = &spans->group;

	/* all of its cycles were given out already */
	if (spans->joined_end <= spans->now)
		return;
	span->begin = spans->now;
	span->end = spans->joined_end;
	span->state = 0;
	span->slots = 0;
	span->privilege = spans->privilege;
	spans->joined_end = 0;
	emit(spans, span);
}

/* The compute cycle is over: nothing more commits in it. */
static void close_group(struct tea_spans *spans)
{
	if (!spans->group.slots)
		return;
	emit(spans, &spans->group);
	spans->group.slots = 0;
}

static void put_slot(struct tea_spans *spans, const struct tea_retired *record)
{
	struct tea_span *group = &spans->group;

	group->psv[group->slots] = record->psv;
	group->site[group->slots] = record->site;
	group->pc[group->slots] = record->pc;
	if (spans->memory) {
		group->addr[group->slots] = tea_retired_addr(record);
		group->mem[group->slots] = record->mem ? tea_retired_mem(record) : 0;
	}
	group->slots++;
}

static void open_group(struct tea_spans *spans, const struct tea_retired *record)
{
	cycle_t commit = record->at[TEA_STAGE_COMMIT];

	/* one by one: clearing the unused slots costs more */
	spans->group.begin = commit;
	spans->group.end = commit + 1;
	spans->group.state = TEA_STATE_COMPUTE;
	spans->group.privilege = record->privilege;
	spans->group.slots = 0;
	put_slot(spans, record);
}

static bool join_group(struct tea_spans *spans, const struct tea_retired *record)
{
	struct tea_span *group = &spans->group;

	if (!group->slots || group->begin != record->at[TEA_STAGE_COMMIT])
		return false;
	assert(group->slots < TEA_COMMIT_MAX && !(record->flags & TEA_RETIRED_EXCEPTION));
	put_slot(spans, record);
	return true;
}

/* The cycles between the last exit and this record's: empty ROB, then stalled. */
static void emit_gap(struct tea_spans *spans, const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT];
	const struct tea_gap gap = tea_gap_before(record, spans->now);

	assert(record->at[TEA_STAGE_DISPATCH] < commit && commit >= spans->now);
	if (gap.empty && spans->last_flushed)
		emit_single(spans, spans->now + gap.empty, TEA_STATE_FLUSHED, spans->last);
	else if (gap.empty)
		emit_single(spans, spans->now + gap.empty, TEA_STATE_DRAINED,
			    tea_span_owner_of(record, spans->memory));
	if (gap.stalled)
		emit_single(spans, commit, TEA_STATE_STALLED, tea_span_owner_of(record, spans->memory));
}

void tea_spans_cut(struct tea_spans *spans, const struct tea_retired *record)
{
	close_joined(spans);
	/* its cycle can be given out already, by tea_spans_sync() */
	if (record->at[TEA_STAGE_COMMIT] >= spans->now && !join_group(spans, record)) {
		close_group(spans);
		emit_gap(spans, record);
		if (record->flags & TEA_RETIRED_EXCEPTION)
			emit_single(spans, record->at[TEA_STAGE_COMMIT] + 1, TEA_STATE_STALLED,
				    tea_span_owner_of(record, spans->memory));
		else
			open_group(spans, record);
	}
	spans->privilege = record->privilege;
	spans->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	if (spans->last_flushed)
		spans->last = tea_span_owner_of(record, spans->memory);
}

void tea_spans_sync(struct tea_spans *spans)
{
	close_joined(spans);
	/* else it is given out right now: this is its sink */
	if (spans->group.begin >= spans->now)
		close_group(spans);
	spans->rest_until = 0;
}

void tea_spans_records(struct tea_spans *spans, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_spans_record(spans, &records[i]);
}

void tea_spans_finish(struct tea_spans *spans)
{
	close_joined(spans);
	close_group(spans);
}
