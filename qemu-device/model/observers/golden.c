// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * golden.c - the golden reference: see golden.h
 */
#include "golden.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "siterows.h"

#define NEVER	UINT64_MAX

static int grow(struct tea_golden *golden, size_t least)
{
	uint64_t *compute = tea_siterows_grow(golden->compute, &golden->compute_count,
					      sizeof(*compute), least);
	struct tea_golden_site *sites;

	if (!compute)
		return -ENOMEM;
	golden->compute = compute;
	sites = tea_siterows_grow(golden->sites, &golden->sites_count, sizeof(*sites), least);
	if (!sites)
		return -ENOMEM;
	golden->sites = sites;
	return 0;
}

int tea_golden_init(struct tea_golden *golden, uint32_t cycle_parts)
{
	*golden = (struct tea_golden){ .cycle_parts = cycle_parts, .open.at = NEVER };
	if (!tea_stacks_init(&golden->rest, cycle_parts) && !grow(golden, 1))
		return 0;
	tea_golden_deinit(golden);
	return -ENOMEM;
}

void tea_golden_deinit(struct tea_golden *golden)
{
	free(golden->compute);
	free(golden->sites);
	tea_stacks_deinit(&golden->rest);
	golden->compute = NULL;
	golden->sites = NULL;
}

/* ---- places ---- */

/* It is user code that committed before, so all its places are there. */
static inline bool is_known(const struct tea_golden *golden, uint32_t site)
{
	return site < golden->compute_count && golden->compute[site];
}

/* See that there are places of user code, Base, at @site. Returns whether there are. */
static bool know(struct tea_golden *golden, uint32_t site, uint64_t pc)
{
	if (!site)
		return false;
	if (site >= golden->sites_count && grow(golden, (size_t)site + 1)) {
		golden->rest.failed = true;
		return false;
	}
	golden->sites[site].pc = pc;
	return true;
}

static inline uint32_t find_row(struct tea_golden *golden, const struct tea_span_owner *owner,
				enum tea_commit_state state)
{
	return tea_stacks_find(&golden->rest, owner->pc, owner->psv, (uint8_t)state,
			       owner->privilege);
}

/* Cycles that all belong to @owner. */
static __attribute__((noinline)) void give(struct tea_golden *golden, cycle_t cycles,
					   enum tea_commit_state state,
					   const struct tea_span_owner *owner)
{
	const uint64_t parts = cycles * golden->cycle_parts;
	uint32_t row;

	if (!owner->psv && !owner->privilege && know(golden, owner->site, owner->pc)) {
		golden->sites[owner->site].parts[state] += parts;
		return;
	}
	row = find_row(golden, owner, state);	/* which may move the rows */
	golden->rest.rows[row].parts += parts;
}

/* ---- the operations that commit in a cycle ---- */

static __attribute__((noinline)) void join_any(struct tea_golden *golden,
					       const struct tea_retired *record)
{
	struct tea_span_owner owner = tea_span_owner_of(record, false);

	owner.privilege = golden->privilege;
	if (!owner.psv && !owner.privilege && know(golden, owner.site, owner.pc))
		golden->plain[golden->open.plain_count++] = owner.site;
	else
		golden->rows[golden->rows_count++] = find_row(golden, &owner, TEA_STATE_COMPUTE);
}

/* It is user code that has events: of an instruction most often those of its last time. */
static inline void join_with_events(struct tea_golden *golden, const struct tea_retired *record)
{
	struct tea_golden_site *site = &golden->sites[record->site];
	const struct tea_stacks_row *row = &golden->rest.rows[site->recent];

	if (row->psv != record->psv || row->pc != record->pc)
		site->recent = tea_stacks_find(&golden->rest, record->pc, record->psv,
					       TEA_STATE_COMPUTE, TEA_PRIV_U);
	golden->rows[golden->rows_count++] = site->recent;
}

static __attribute__((noinline)) void close_rows(struct tea_golden *golden, uint64_t share)
{
	for (unsigned int i = 0; i < golden->rows_count; i++)
		golden->rest.rows[golden->rows[i]].parts += share;
	golden->rows_count = 0;
}

/* Nothing more commits in the open cycle, if there is one. */
static inline void close(struct tea_golden *golden, uint32_t plain_count)
{
	const uint64_t share = golden->rest.share[plain_count + golden->rows_count];

	for (unsigned int i = 0; i < plain_count; i++)
		golden->compute[golden->plain[i]] += share;
	if (golden->rows_count)
		close_rows(golden, share);
}

/* ---- any record ---- */

/* The cycles before that of the exit of @record, from @now on. */
static __attribute__((noinline)) void pass_any(struct tea_golden *golden,
					       const struct tea_retired *record, cycle_t now)
{
	const struct tea_span_owner owner = tea_span_owner_of(record, false);
	const struct tea_gap gap = tea_gap_before(record, now);

	if (gap.empty && golden->last_flushed)
		give(golden, gap.empty, TEA_STATE_FLUSHED, &golden->last);
	else if (gap.empty)
		give(golden, gap.empty, TEA_STATE_DRAINED, &owner);
	if (gap.stalled)
		give(golden, gap.stalled, TEA_STATE_STALLED, &owner);
}

/* The first that leaves in its cycle. */
static void begin_cycle(struct tea_golden *golden, const struct tea_retired *record)
{
	const struct tea_span_owner owner = tea_span_owner_of(record, false);

	close(golden, golden->open.plain_count);
	golden->open.plain_count = 0;
	pass_any(golden, record, golden->now);
	golden->now = record->at[TEA_STAGE_COMMIT] + 1;
	golden->privilege = record->privilege;
	if (record->flags & TEA_RETIRED_EXCEPTION)
		give(golden, 1, TEA_STATE_STALLED, &owner);
	else
		join_any(golden, record);
}

static bool is_open(const struct tea_golden *golden)
{
	return golden->open.plain_count + golden->rows_count;
}

/* The next record does not take the usual way. */
static struct tea_golden_open leave_open(struct tea_golden *golden, struct tea_golden_open open)
{
	if (open.at != NEVER)
		golden->now = open.at + 1;
	open.at = NEVER;
	return open;
}

static __attribute__((noinline)) void observe_any(struct tea_golden *golden,
						  const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT];

	golden->open = leave_open(golden, golden->open);
	if (commit >= golden->now)
		begin_cycle(golden, record);
	else if (is_open(golden))
		join_any(golden, record);
	/* else its cycle was counted already: see tea_golden_cut() */
	golden->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	if (golden->last_flushed)
		golden->last = tea_span_owner_of(record, false);
	else if (is_open(golden) && !golden->privilege)
		golden->open.at = commit;
}

/* ---- commits of user code behind such ---- */

/* Events, level and relevant flags of a record. */
static inline uint32_t word_of(const struct tea_retired *record)
{
	const uint32_t others = TEA_RETIRED_VECTOR | TEA_RETIRED_VL;
	const uint32_t word = (uint32_t)record->psv | (uint32_t)record->flags << 16 |
			      (uint32_t)record->privilege << 24;

	return word & ~(others << 16);
}

/* No events, and it commits and goes on. */
static inline bool is_plain(const struct tea_golden *golden, const struct tea_retired *record)
{
	return !word_of(record) && is_known(golden, record->site);
}

/* With events, or flushing the pipeline. */
static inline bool is_eventful(const struct tea_golden *golden, const struct tea_retired *record)
{
	return !(word_of(record) >> 16 & ~(uint32_t)TEA_RETIRED_FLUSH) && record->psv &&
	       record->site && record->site < golden->sites_count;
}

/* The cycles before that of the exit of @record, which is plain, from @now on. */
static inline void pass_plain(struct tea_golden *golden, const struct tea_retired *record,
			      cycle_t now)
{
	const struct tea_gap gap = tea_gap_before(record, now);
	uint64_t *parts = golden->sites[record->site].parts;

	parts[TEA_STATE_STALLED] += gap.stalled * golden->cycle_parts;
	if (gap.empty)
		parts[TEA_STATE_DRAINED] += gap.empty * golden->cycle_parts;
}

static inline struct tea_golden_open begin_plain(struct tea_golden *golden,
						 const struct tea_retired *record,
						 struct tea_golden_open open)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT], now = open.at + 1;

	close(golden, open.plain_count);
	if (commit != now)
		pass_plain(golden, record, now);
	return (struct tea_golden_open){ .at = commit };
}

static inline struct tea_golden_open observe_eventful(struct tea_golden *golden,
						      const struct tea_retired *record,
						      struct tea_golden_open open)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT], now = open.at + 1;

	if (commit >= now) {
		close(golden, open.plain_count);
		if (commit != now)
			pass_any(golden, record, now);
		open = (struct tea_golden_open){ .at = commit };
	}
	join_with_events(golden, record);
	if (!(record->flags & TEA_RETIRED_FLUSH))
		return open;
	golden->last_flushed = true;
	golden->last = tea_span_owner_of(record, false);
	return leave_open(golden, open);
}

void tea_golden_run(struct tea_golden *golden, const struct tea_retired *records, size_t count)
{
	struct tea_golden_open open = golden->open;	/* kept in registers */

	for (const struct tea_retired *record = records; record != records + count; record++) {
		const bool joins = record->at[TEA_STAGE_COMMIT] == open.at;

		if (is_plain(golden, record) && (joins || open.at != NEVER)) {
			if (!joins)
				open = begin_plain(golden, record, open);
			golden->plain[open.plain_count++] = record->site;
		} else if (open.at != NEVER && is_eventful(golden, record)) {
			open = observe_eventful(golden, record, open);
		} else {
			golden->open = open;
			observe_any(golden, record);
			open = golden->open;
		}
	}
	golden->open = open;
}

void tea_golden_cut(struct tea_golden *golden)
{
	close(golden, golden->open.plain_count);
	golden->open = leave_open(golden, golden->open);
	golden->open.plain_count = 0;
}

void tea_golden_span(struct tea_golden *golden, const struct tea_span *span)
{
	tea_stacks_span(&golden->rest, span);
}

/* ---- all of it ---- */

static void add_site(struct tea_golden *golden, uint32_t number, const struct tea_golden *more)
{
	const struct tea_golden_site *from = &more->sites[number];

	golden->compute[number] += more->compute[number];
	if (from->pc)
		golden->sites[number].pc = from->pc;
	for (unsigned int state = 0; state < TEA_STACKS_STATES; state++)
		golden->sites[number].parts[state] += from->parts[state];
}

void tea_golden_add(struct tea_golden *golden, const struct tea_golden *more)
{
	golden->rest.failed |= more->sites_count > golden->sites_count &&
			       grow(golden, more->sites_count);
	if (golden->rest.failed)
		return;
	for (size_t i = 0; i < more->sites_count; i++)
		add_site(golden, (uint32_t)i, more);
	tea_stacks_add(&golden->rest, &more->rest);
}

bool tea_golden_failed(const struct tea_golden *golden)
{
	return golden->rest.failed;
}

static uint64_t parts_of(const struct tea_golden *golden, size_t site, unsigned int state)
{
	return state == TEA_STATE_COMPUTE ? golden->compute[site] :
					    golden->sites[site].parts[state];
}

/* The rows of user code, Base, to @rows unless NULL; returns how many. */
static size_t list_plain(const struct tea_golden *golden, struct tea_stacks_row *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < golden->sites_count; i++) {
		for (unsigned int state = 0; state < TEA_STACKS_STATES; state++) {
			const uint64_t parts = parts_of(golden, i, state);

			if (parts && rows)
				rows[count] = (struct tea_stacks_row){
					.pc = golden->sites[i].pc, .parts = parts,
					.state = (uint8_t)state,
				};
			count += parts != 0;
		}
	}
	return count;
}

int tea_golden_sorted(const struct tea_golden *golden, struct tea_stacks_row **rows,
		      size_t *count)
{
	const size_t plain = list_plain(golden, NULL), rest = golden->rest.count;
	struct tea_stacks_row *list = malloc((plain + rest + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	list_plain(golden, list);
	memcpy(list + plain, golden->rest.rows + 1, rest * sizeof(*list));
	tea_stacks_sort(list, plain + rest);
	*rows = list;
	*count = plain + rest;
	return 0;
}
