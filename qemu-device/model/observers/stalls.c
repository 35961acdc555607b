// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stalls.c - stalls and their signatures: see stalls.h
 */
#include "stalls.h"

#include <errno.h>
#include <stdlib.h>

#include "params.h"

int tea_stalls_init(struct tea_stalls *stalls, const struct tea_params *params)
{
	*stalls = (struct tea_stalls){
		.rows = calloc(TEA_STALLS_SIGNATURES, sizeof(*stalls->rows)),
		.simple = params->issue_latency + 1,
	};
	tea_causes_init(&stalls->causes, params);
	return stalls->rows ? 0 : -ENOMEM;
}

void tea_stalls_deinit(struct tea_stalls *stalls)
{
	free(stalls->rows);
	stalls->rows = NULL;
}

/* Its unit takes more than a cycle; for a vector, its parts count: as it was executed. */
static bool is_slow(const struct tea_stalls *stalls, const struct tea_retired *record)
{
	const cycle_t execution = record->at[TEA_STAGE_COMPLETE] - record->at[TEA_STAGE_ISSUE];
	const uint8_t class = record->insn.class;

	if (!(record->flags & TEA_RETIRED_VECTOR))
		return tea_causes_without_event(&stalls->causes, record) == TEA_COMPONENT_ALU;
	return class != TEA_CLASS_V_LOAD && class != TEA_CLASS_V_STORE && execution > stalls->simple;
}

static unsigned int find_signature(const struct tea_stalls *stalls,
				   const struct tea_retired *record)
{
	unsigned int signature = record->psv & TEA_PSV_PAPER;

	if (record->insn.class == TEA_CLASS_LOAD)
		signature |= TEA_STALLS_ST_LD;
	if (is_slow(stalls, record))
		signature |= TEA_STALLS_ST_OP;
	if (record->late != TEA_REG_NONE)
		signature |= TEA_STALLS_ST_DEP;
	return signature;
}

/* @record is the first that leaves in its cycle: the cycles up to that one. */
static void count_cycles(struct tea_stalls *stalls, const struct tea_retired *record,
			 struct tea_stalls_row *row)
{
	const struct tea_gap gap = tea_gap_before(record, stalls->now);
	const bool commits = !(record->flags & TEA_RETIRED_EXCEPTION);
	const cycle_t stalled = gap.stalled + !commits;

	if (stalls->last_flushed)
		stalls->rows[stalls->last_psv].cycles[TEA_STATE_FLUSHED] += gap.empty;
	else
		stalls->rows[record->psv & TEA_PSV_PAPER].cycles[TEA_STATE_DRAINED] += gap.empty;
	stalls->compute += commits;
	if (!stalled)
		return;
	row->cycles[TEA_STATE_STALLED] += stalled;
	row->lengths[stalled < TEA_COUNTS_STALL_MAX ? stalled : TEA_COUNTS_STALL_MAX]++;
}

void tea_stalls_record(struct tea_stalls *stalls, const struct tea_retired *record)
{
	const unsigned int signature = find_signature(stalls, record);

	for (unsigned int left = signature; left; left &= left - 1)
		stalls->executions[__builtin_ctz(left)]++;
	if (record->at[TEA_STAGE_COMMIT] >= stalls->now)
		count_cycles(stalls, record, &stalls->rows[signature]);
	stalls->now = record->at[TEA_STAGE_COMMIT] + 1;
	stalls->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	stalls->last_psv = record->psv & TEA_PSV_PAPER;
}

static void add_row(struct tea_stalls_row *row, const struct tea_stalls_row *more)
{
	for (unsigned int i = 0; i < sizeof(row->cycles) / sizeof(row->cycles[0]); i++)
		row->cycles[i] += more->cycles[i];
	for (unsigned int i = 0; i <= TEA_COUNTS_STALL_MAX; i++)
		row->lengths[i] += more->lengths[i];
}

void tea_stalls_add(struct tea_stalls *stalls, const struct tea_stalls *more)
{
	for (unsigned int i = 0; i < TEA_STALLS_SIGNATURES; i++)
		add_row(&stalls->rows[i], &more->rows[i]);
	for (unsigned int i = 0; i < TEA_STALLS_BITS; i++)
		stalls->executions[i] += more->executions[i];
	stalls->compute += more->compute;
}
