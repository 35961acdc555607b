// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dispatch.c - what dispatch does, cycle by cycle: see dispatch.h
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "dispatch.h"

int tea_dispatch_init(struct tea_dispatch *dispatch, const struct tea_params *params,
		      tea_span_sink sink, void *opaque)
{
	uint32_t slots = 1;

	/* as many as there can be in the ROB, and the one that comes */
	while (slots < params->rob + 1)
		slots *= 2;
	*dispatch = (struct tea_dispatch){
		.exits = calloc(slots, sizeof(*dispatch->exits)), .mask = slots - 1,
		.rename_latency = params->rename_latency, .sink = sink, .opaque = opaque,
	};
	return dispatch->exits ? 0 : -ENOMEM;
}

void tea_dispatch_deinit(struct tea_dispatch *dispatch)
{
	free(dispatch->exits);
}

void tea_dispatch_begin(struct tea_dispatch *dispatch, cycle_t now)
{
	dispatch->now = now;
	dispatch->group.slots = 0;
	dispatch->last_flushed = false;
	dispatch->head = dispatch->next = 0;
}

static void emit(struct tea_dispatch *dispatch, const struct tea_span *span)
{
	dispatch->now = span->end;
	dispatch->sink(dispatch->opaque, span);
}

/* All cycles before @end, if any are left, belong to one instruction. */
static void emit_single(struct tea_dispatch *dispatch, cycle_t end, enum tea_commit_state state,
			const struct tea_span_owner *owner)
{
	struct tea_span span;

	if (end <= dispatch->now)
		return;
	span.begin = dispatch->now;
	span.end = end;
	span.state = (uint8_t)state;
	span.slots = 1;
	span.privilege = owner->privilege;
	span.psv[0] = owner->psv;
	span.site[0] = owner->site;
	span.pc[0] = owner->pc;
	emit(dispatch, &span);
}

/* Nothing more is dispatched in the open cycle. */
static void close_group(struct tea_dispatch *dispatch)
{
	if (dispatch->group.slots)
		emit(dispatch, &dispatch->group);
	dispatch->group.slots = 0;
}

static void join_group(struct tea_dispatch *dispatch, const struct tea_span_owner *owner)
{
	struct tea_span *group = &dispatch->group;

	if (!group->slots) {
		group->begin = dispatch->now;
		group->end = dispatch->now + 1;
		group->state = TEA_STATE_COMPUTE;
		group->privilege = owner->privilege;
	}
	assert(group->slots < TEA_COMMIT_MAX);
	group->psv[group->slots] = owner->psv;
	group->site[group->slots] = owner->site;
	group->pc[group->slots] = owner->pc;
	group->slots++;
}

/* Rule 1, before @end: the head of the ROB, which in the course of it changes. */
static void emit_heads(struct tea_dispatch *dispatch, cycle_t end)
{
	while (dispatch->now < end && dispatch->head != dispatch->next) {
		const struct tea_dispatch_exit *head =
			&dispatch->exits[dispatch->head & dispatch->mask];

		emit_single(dispatch, head->commit + 1 < end ? head->commit + 1 : end,
			    TEA_STATE_STALLED, &head->owner);
		dispatch->head += head->commit < dispatch->now;
	}
}

/* The cycles before @record's dispatch that no older one has. */
static void emit_gap(struct tea_dispatch *dispatch, const struct tea_retired *record,
		     const struct tea_span_owner *owner)
{
	cycle_t end = record->at[TEA_STAGE_DISPATCH];
	cycle_t arrival = record->at[TEA_STAGE_DECODE] + dispatch->rename_latency;
	cycle_t waited = record->itlb_wait + record->line_wait;

	arrival = arrival < end ? arrival : end;
	if (dispatch->last_flushed && arrival > waited)
		emit_single(dispatch, arrival - waited, TEA_STATE_FLUSHED, &dispatch->last);
	emit_single(dispatch, arrival, TEA_STATE_DRAINED, owner);
	emit_heads(dispatch, record->window < end ? record->window : end);
	emit_single(dispatch, end, TEA_STATE_STALLED, owner);
}

void tea_dispatch_record(struct tea_dispatch *dispatch, const struct tea_retired *record)
{
	const struct tea_span_owner owner = tea_span_owner_of(record);
	cycle_t at = record->at[TEA_STAGE_DISPATCH];

	if (at > dispatch->now) {
		close_group(dispatch);
		emit_gap(dispatch, record, &owner);
	}
	/* what is not committed was not dispatched; its cycle can be given out already */
	if (!(record->flags & TEA_RETIRED_EXCEPTION) && at == dispatch->now)
		join_group(dispatch, &owner);
	dispatch->exits[dispatch->next++ & dispatch->mask] =
		(struct tea_dispatch_exit){ record->at[TEA_STAGE_COMMIT], owner };
	if (dispatch->next - dispatch->head > dispatch->mask)
		dispatch->head++;
	dispatch->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	dispatch->last = owner;
}

void tea_dispatch_sync(struct tea_dispatch *dispatch, cycle_t end, struct tea_span_owner owner)
{
	if (end > dispatch->now)
		close_group(dispatch);
	emit_single(dispatch, end, TEA_STATE_STALLED, &owner);
}
