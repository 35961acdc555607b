// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * picker.c - one of the retired instructions, or taken branches, of each period: see picker.h
 */
#include "picker.h"

static void report(struct tea_picker *picker, const struct tea_retired *record)
{
	const struct tea_sample sample = {
		.time = record->at[TEA_STAGE_COMMIT], .state = TEA_STATE_COMPUTE, .slots = 1,
		.privilege = record->privilege, .psv = { record->psv }, .site = { record->site },
		.pc = { record->pc }, .addr = { tea_retired_addr(record) },
		.mem = { tea_retired_mem(record) },
	};

	picker->waits = false;
	picker->sink(picker->opaque, &sample);
}

void tea_picker_record(struct tea_picker *picker, const struct tea_retired *record, bool taken)
{
	uint64_t rest = 1;

	if (!tea_picker_selects(picker, record))
		return;
	if (picker->waits && record->at[TEA_STAGE_COMMIT] >= picker->from)
		report(picker, record);
	if (picker->taken && !taken)
		return;
	if (!tea_countdown_pass(&picker->countdown, &rest))
		return;
	/* a skid longer than the period: both are of this one, and the unit counts the loss */
	if (picker->waits)
		report(picker, record);
	if (!picker->skid) {
		report(picker, record);
		return;
	}
	picker->waits = true;
	picker->from = record->at[TEA_STAGE_COMMIT] + picker->skid;
}

void tea_picker_load(struct tea_picker *picker, const struct tea_countdown *countdown,
		     uint8_t privileges, bool enabled)
{
	picker->countdown = *countdown;
	picker->privileges = privileges;
	picker->waits &= enabled && picker->enabled;
	picker->enabled = enabled;
}

void tea_pickers_step(struct tea_pickers *pickers, const struct tea_retired *record, bool taken)
{
	uint64_t idle = UINT64_MAX;
	cycle_t from = UINT64_MAX;

	for (unsigned int i = 0; i < pickers->count; i++) {
		struct tea_picker *picker = pickers->items[i];
		uint64_t passed = pickers->passed, own;

		if (passed)
			tea_countdown_pass(&picker->countdown, &passed);
		tea_picker_record(picker, record, taken);
		own = tea_countdown_idle(&picker->countdown);
		idle = own < idle ? own : idle;
		if (picker->waits && picker->from < from)
			from = picker->from;
	}
	pickers->passed = 0;
	pickers->idle = idle;
	pickers->from = from;
}
