// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dispatch.c - the state of dispatch, cycle by cycle: see dispatch.h
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "causes.h"
#include "dispatch.h"

int tea_dispatch_init(struct tea_dispatch *dispatch, const struct tea_params *params,
		      tea_span_sink sink, void *opaque)
{
	*dispatch = (struct tea_dispatch){
		.rename_latency = params->rename_latency, .sink = sink, .opaque = opaque,
	};
	if (!tea_exits_init(&dispatch->exits, tea_params_rob(params)))
		dispatch->owners = calloc(tea_exits_size(&dispatch->exits),
					  sizeof(*dispatch->owners));
	if (dispatch->owners)
		return 0;
	tea_dispatch_deinit(dispatch);
	return -ENOMEM;
}

void tea_dispatch_deinit(struct tea_dispatch *dispatch)
{
	free(dispatch->owners);
	tea_exits_deinit(&dispatch->exits);
}

void tea_dispatch_begin(struct tea_dispatch *dispatch, cycle_t now)
{
	dispatch->now = now;
	dispatch->group.slots = 0;
	dispatch->last_flushed = false;
	dispatch->head = dispatch->exits.count;
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
	span.addr[0] = owner->addr;
	span.mem[0] = owner->mem;
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
	group->addr[group->slots] = owner->addr;
	group->mem[group->slots] = owner->mem;
	group->slots++;
}

/* Rule 1, before @end: the head of the ROB, which in the course of it changes. */
static void emit_heads(struct tea_dispatch *dispatch, cycle_t end)
{
	uint32_t place;

	while (dispatch->now < end &&
	       tea_exits_find(&dispatch->exits, &dispatch->head, dispatch->now, &place)) {
		const cycle_t left = dispatch->exits.ends[place];

		emit_single(dispatch, left < end ? left : end, TEA_STATE_STALLED,
			    &dispatch->owners[place]);
	}
}

/* The cycles before @record's dispatch that no older one has. */
static void emit_gap(struct tea_dispatch *dispatch, const struct tea_retired *record,
		     const struct tea_span_owner *owner)
{
	cycle_t end = record->at[TEA_STAGE_DISPATCH];
	cycle_t arrival = tea_causes_arrival(record, dispatch->rename_latency);
	cycle_t waited = record->itlb_wait + record->line_wait;

	arrival = arrival < end ? arrival : end;
	if (dispatch->last_flushed && arrival > waited)
		emit_single(dispatch, arrival - waited, TEA_STATE_FLUSHED, &dispatch->last);
	emit_single(dispatch, arrival, TEA_STATE_DRAINED, owner);
	emit_heads(dispatch, record->window < end ? record->window : end);
	emit_single(dispatch, end, TEA_STATE_STALLED, owner);
}

/* One dispatched record, of the operation @owner. */
static inline void dispatch_one(struct tea_dispatch *dispatch, const struct tea_retired *record,
				const struct tea_span_owner *owner)
{
	cycle_t at = record->at[TEA_STAGE_DISPATCH];
	uint32_t place;

	if (at > dispatch->now) {
		close_group(dispatch);
		emit_gap(dispatch, record, owner);
	}
	/* an uncommitted one was not dispatched; its cycle can be given out already */
	if (!(record->flags & TEA_RETIRED_EXCEPTION) && at == dispatch->now)
		join_group(dispatch, owner);
	place = tea_exits_add(&dispatch->exits, record->at[TEA_STAGE_COMMIT] + 1);
	dispatch->owners[place] = *owner;
	dispatch->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	dispatch->last = *owner;
}

void tea_dispatch_record(struct tea_dispatch *dispatch, const struct tea_retired *record)
{
	const struct tea_span_owner owner = tea_span_owner_of(record, true);
	const unsigned int several = tea_retired_several(record);

	if (!several)
		dispatch_one(dispatch, record, &owner);
	for (unsigned int i = 0; i < several; i++)
		dispatch_one(dispatch, &record->micro[i], &owner);
}

void tea_dispatch_sync(struct tea_dispatch *dispatch, cycle_t end, struct tea_span_owner owner)
{
	if (end > dispatch->now)
		close_group(dispatch);
	emit_single(dispatch, end, TEA_STATE_STALLED, &owner);
}
